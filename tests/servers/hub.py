"""A Hub on the loopback, for datasets: enough of its HTTP interface for the unmodified clients.

Run as a program it prints its port and serves until it is killed. Files go up over LFS (clients need
``HF_HUB_DISABLE_XET=1``). ``POST /behave`` empties it and sets faults; ``GET /seen`` tells what was asked.

A fault is an object: ``method``, ``path`` (a regular expression searched in the path), ``times`` (default 1),
``skip`` (so many matching requests pass first), and what happens: ``status`` with ``headers`` and ``message``,
or ``drop`` (the connection is closed). With ``after`` the request is carried out first and only its answer
is lost.
"""

import base64
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import RLock
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from hub_repositories import Blob, RefusedError, Repository, tree, tree_entry

WRITER = "hub_writer_token"
READER = "hub_reader_token"
ROLES = {WRITER: "write", READER: "read"}


@dataclass
class Fault:
    """See the module's docstring."""

    method: str
    path: str
    times: int = 1
    skip: int = 0
    status: int = 500
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "Internal error"
    drop: bool = False
    after: bool = False

    def meets(self, method: str, path: str) -> bool:
        """Whether this request meets the fault; counts it."""
        if self.method != method or not re.search(self.path, path) or not self.times:
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.times -= 1
        return True


@dataclass
class Hub:
    """Everything the server knows."""

    repositories: dict[str, Repository] = field(default_factory=dict)
    objects: dict[str, bytes] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    lock: RLock = field(default_factory=RLock)

    def repository(self, name: str, role: str | None) -> Repository:
        found = self.repositories.get(name)
        if found is None or (found.private and role is None):
            raise RefusedError(404, "RepoNotFound", "Repository not found")
        return found


@dataclass(frozen=True)
class Request:
    """One request, read."""

    method: str
    path: str
    query: dict[str, list[str]]
    body: bytes
    role: str | None
    host: str

    def json(self) -> Any:
        return json.loads(self.body)

    def need_write(self) -> None:
        if self.role is None:
            raise RefusedError(401, "", "Invalid username or password.")
        if self.role != "write":
            raise RefusedError(403, "", "You don't have the rights to write to this repository")


@dataclass(frozen=True)
class Answer:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def as_json(value: object, status: int = 200) -> Answer:
    return Answer(json.dumps(value).encode(), status, {"Content-Type": "application/json"})


def whoami(hub: Hub, request: Request) -> Answer:
    if request.role is None:
        raise RefusedError(401, "", "Invalid username or password.")
    token = {"role": request.role, "displayName": "test"}
    user = {"type": "user", "name": "tester", "fullname": "tester", "orgs": [{"name": "org", "type": "org"}]}
    return as_json({**user, "auth": {"type": "access_token", "accessToken": token}})


def create_repository(hub: Hub, request: Request) -> Answer:
    wanted = request.json()
    request.need_write()
    name = f"{wanted.get('organization') or 'tester'}/{wanted['name']}"
    url = f"http://{request.host}/datasets/{name}"
    if name in hub.repositories:
        raise RefusedError(409, "", "You already created this dataset repo", url=url)
    private = wanted.get("private") or wanted.get("visibility") == "private"
    hub.repositories[name] = Repository(name, bool(private))
    return as_json({"url": url, "name": name, "id": name})


def delete_repository(hub: Hub, request: Request) -> Answer:
    wanted = request.json()
    request.need_write()
    del hub.repositories[f"{wanted.get('organization') or 'tester'}/{wanted['name']}"]
    return Answer()


def validate_yaml(hub: Hub, request: Request) -> Answer:
    content = request.json()["content"]
    errors = [] if content.startswith("---\n") else [{"message": "no YAML block"}]
    return as_json({"errors": errors, "warnings": []})


def preupload(hub: Hub, request: Request, name: str, revision: str) -> Answer:
    request.need_write()
    files = hub.repository(name, request.role).resolve(revision).files
    told = []
    for wanted in request.json()["files"]:
        lfs = wanted["path"].endswith(".parquet") and wanted["size"] > 0
        there = files.get(wanted["path"])
        oid = there and (there.sha256 if there.lfs else there.git_oid)
        mode = "lfs" if lfs else "regular"
        told.append({"path": wanted["path"], "uploadMode": mode, "shouldIgnore": False, "oid": oid})
    return as_json({"files": told})


def lfs_batch(hub: Hub, request: Request, name: str) -> Answer:
    request.need_write()
    hub.repository(name, request.role)
    told = []
    for wanted in request.json()["objects"]:
        one: dict[str, object] = {"oid": wanted["oid"], "size": wanted["size"]}
        if wanted["oid"] not in hub.objects:
            place = f"http://{request.host}/lfs/{wanted['oid']}"
            one["actions"] = {"upload": {"href": place, "header": {}}, "verify": {"href": f"{place}/verify"}}
        told.append(one)
    return as_json({"transfer": "basic", "objects": told})


def lfs_put(hub: Hub, request: Request, oid: str) -> Answer:
    if Blob(request.body, lfs=True).sha256 != oid:
        raise RefusedError(400, "", "the bytes are not those of the oid")
    hub.objects[oid] = request.body
    return Answer()


def lfs_verify(hub: Hub, request: Request, oid: str) -> Answer:
    if len(hub.objects.get(oid, b"")) != request.json()["size"]:
        raise RefusedError(404, "", "object not found")
    return Answer()


def commit(hub: Hub, request: Request, name: str, branch: str) -> Answer:
    request.need_write()
    repository = hub.repository(name, request.role)
    files = dict(repository.resolve(branch).files)
    lines = [json.loads(line) for line in request.body.splitlines() if line.strip()]
    header: dict[str, Any] = {}
    for line in lines:
        key, value = line["key"], line["value"]
        if key == "header":
            header = value
        elif key == "file":
            files[value["path"]] = Blob(base64.b64decode(value["content"]), lfs=False)
        elif key == "lfsFile":
            if value["oid"] not in hub.objects:
                raise RefusedError(400, "", f"LFS object {value['oid']} is missing")
            files[value["path"]] = Blob(hub.objects[value["oid"]], lfs=True)
        elif key == "deletedFile":
            if files.pop(value["path"], None) is None:
                raise RefusedError(404, "EntryNotFound", f"{value['path']} does not exist")
        else:
            raise RefusedError(400, "", f"unknown operation {key}")
    made = repository.commit(branch, header["summary"], header.get("parentCommit"), files)
    url = f"http://{request.host}/datasets/{name}/commit/{made.oid}"
    return as_json({"success": True, "commitOid": made.oid, "commitUrl": url, "hookOutput": ""})


def create_tag(hub: Hub, request: Request, name: str, revision: str) -> Answer:
    request.need_write()
    hub.repository(name, request.role).tag(request.json()["tag"], revision)
    return Answer()


def delete_tag(hub: Hub, request: Request, name: str, tag: str) -> Answer:
    request.need_write()
    del hub.repository(name, request.role).tags[tag]
    return Answer()


def refs(hub: Hub, request: Request, name: str) -> Answer:
    return as_json(hub.repository(name, request.role).refs())


def info(hub: Hub, request: Request, name: str, revision: str | None = None) -> Answer:
    return as_json(hub.repository(name, request.role).info(revision or "main"))


def commits(hub: Hub, request: Request, name: str, revision: str) -> Answer:
    return as_json(
        [
            {
                "id": one.oid,
                "title": one.title,
                "message": "",
                "date": "2026-01-01T00:00:00.000Z",
                "authors": [],
            }
            for one in hub.repository(name, request.role).history(revision)
        ]
    )


def list_tree(hub: Hub, request: Request, name: str, revision: str, folder: str | None = None) -> Answer:
    files = hub.repository(name, request.role).resolve(revision).files
    recursive = request.query.get("recursive", ["false"])[0].lower() in {"true", "1"}
    return as_json(tree(files, folder or "", recursive=recursive))


def paths_info(hub: Hub, request: Request, name: str, revision: str) -> Answer:
    files = hub.repository(name, request.role).resolve(revision).files
    asked = parse_qs(request.body.decode()).get("paths", [])
    return as_json([tree_entry(path, files[path]) for path in asked if path in files])


def resolve(hub: Hub, request: Request, name: str, revision: str, path: str) -> Answer:
    found = hub.repository(name, request.role).resolve(revision)
    headers = {"X-Repo-Commit": found.oid}
    if path not in found.files:
        headers["X-Error-Code"] = "EntryNotFound"
        return Answer(b'{"error":"Entry not found"}', 404, headers)
    blob = found.files[path]
    headers |= {"ETag": f'"{blob.git_oid}"', "Accept-Ranges": "bytes"}
    if blob.lfs:
        headers |= {"X-Linked-Etag": f'"{blob.sha256}"', "X-Linked-Size": str(len(blob.data))}
    return Answer(blob.data, 200, headers)


_ID = r"(?P<name>[^/]+/[^/]+)"
ROUTES: list[tuple[str, str, Callable[..., Answer]]] = [
    ("GET", r"/api/whoami-v2", whoami),
    ("POST", r"/api/repos/create", create_repository),
    ("DELETE", r"/api/repos/delete", delete_repository),
    ("POST", r"/api/validate-yaml", validate_yaml),
    ("POST", rf"/api/datasets/{_ID}/preupload/(?P<revision>.+)", preupload),
    ("POST", rf"/datasets/{_ID}\.git/info/lfs/objects/batch", lfs_batch),
    ("PUT", r"/lfs/(?P<oid>\w+)", lfs_put),
    ("POST", r"/lfs/(?P<oid>\w+)/verify", lfs_verify),
    ("POST", rf"/api/datasets/{_ID}/commit/(?P<branch>.+)", commit),
    ("POST", rf"/api/datasets/{_ID}/tag/(?P<revision>.+)", create_tag),
    ("DELETE", rf"/api/datasets/{_ID}/tag/(?P<tag>.+)", delete_tag),
    ("GET", rf"/api/datasets/{_ID}/refs", refs),
    ("GET", rf"/api/datasets/{_ID}/commits/(?P<revision>.+)", commits),
    ("GET", rf"/api/datasets/{_ID}/tree/(?P<revision>[^/]+)(/(?P<folder>.+))?", list_tree),
    ("POST", rf"/api/datasets/{_ID}/paths-info/(?P<revision>.+)", paths_info),
    ("GET", rf"/api/datasets/{_ID}(/revision/(?P<revision>.+))?", info),
    ("GET", rf"/datasets/{_ID}/resolve/(?P<revision>[^/]+)/(?P<path>.+)", resolve),
]


def dispatch(hub: Hub, request: Request) -> Answer:
    """The answer of the route that fits."""
    method = "GET" if request.method == "HEAD" else request.method
    for verb, pattern, serve in ROUTES:
        match = re.fullmatch(pattern, request.path)
        if verb == method and match:
            return serve(hub, request, **match.groupdict())
    raise RefusedError(404, "", f"no such page: {request.path}")


class Handler(BaseHTTPRequestHandler):
    """HTTP around ``dispatch``."""

    protocol_version = "HTTP/1.1"
    hub: Hub

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        path = unquote(parts.path)
        if path in {"/behave", "/seen"}:
            self._send(self._control(path, body))
            return
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        request = Request(
            self.command, path, parse_qs(parts.query), body, ROLES.get(token), self.headers["Host"]
        )
        with self.hub.lock:
            self.hub.seen.append(f"{self.command} {path}")
            fault = next((one for one in self.hub.faults if one.meets(self.command, path)), None)
            answer = None if fault and not fault.after else self._answer(request)
        if fault and fault.drop:
            self.close_connection = True
            self.connection.close()
        elif fault:
            headers = {**fault.headers, "X-Error-Message": fault.message}
            self._send(Answer(json.dumps({"error": fault.message}).encode(), fault.status, headers))
        else:
            assert answer is not None
            self._send(answer)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = _serve  # noqa: N815 - the names http.server looks for

    def _answer(self, request: Request) -> Answer:
        try:
            return dispatch(self.hub, request)
        except RefusedError as fault:
            headers = {"X-Error-Message": fault.message}
            if fault.code:
                headers["X-Error-Code"] = fault.code
            body = json.dumps({"error": fault.message, **fault.body}).encode()
            return Answer(body, fault.status, headers)

    def _control(self, path: str, body: bytes) -> Answer:
        with self.hub.lock:
            if path == "/seen":
                return as_json(self.hub.seen)
            wanted = json.loads(body)
            if wanted.get("empty"):
                self.hub.repositories.clear()
                self.hub.objects.clear()
            self.hub.seen.clear()
            self.hub.faults = [Fault(**fault) for fault in wanted.get("faults", [])]
        return as_json({})

    def _send(self, answer: Answer) -> None:
        status, body, headers = answer.status, answer.body, dict(answer.headers)
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if status == 200 and wanted:
            first, last = int(wanted[1]), min(int(wanted[2] or len(body) - 1), len(body) - 1)
            headers["Content-Range"] = f"bytes {first}-{last}/{len(body)}"
            status, body = 206, body[first : last + 1]
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing: the tests read ``/seen``."""


def serve() -> None:
    """Serve on a free port of the loopback and print it."""
    Handler.hub = Hub()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    serve()
