"""What the loopback Hub keeps: repositories with commits, branches and tags, all in memory."""

import hashlib
from dataclasses import dataclass, field

GIT_ATTRIBUTES = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"


class RefusedError(Exception):
    """An answer that is not 200: status, the Hub's error code and its message."""

    def __init__(self, status: int, code: str, message: str, **body: object) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.body = status, code, message, body


@dataclass(frozen=True)
class Blob:
    """A file's bytes, as git or as LFS keeps them."""

    data: bytes
    lfs: bool

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def git_oid(self) -> str:
        """Id of the git blob: for LFS that of the pointer file."""
        data = self.data
        if self.lfs:
            data = f"version https://git-lfs.github.com/spec/v1\noid sha256:{self.sha256}\nsize {len(data)}\n".encode()
        return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


@dataclass(frozen=True)
class Commit:
    oid: str
    title: str
    parent: str | None
    files: dict[str, Blob]


@dataclass
class Repository:
    """One dataset repository; its first commit holds ``.gitattributes``, as on the Hub."""

    name: str
    private: bool
    commits: dict[str, Commit] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.commit("main", "initial commit", None, {".gitattributes": Blob(GIT_ATTRIBUTES, lfs=False)})

    def commit(self, branch: str, title: str, parent: str | None, files: dict[str, Blob]) -> Commit:
        """Add a commit; ``parent`` is the one the client expects, or None where it does not care."""
        head = self.branches.get(branch)
        if parent is not None and parent != head:
            raise RefusedError(412, "", "A commit has happened since. Please refresh and try again.")
        content = repr((self.name, head, title, sorted((path, blob.git_oid) for path, blob in files.items())))
        made = Commit(hashlib.sha1(content.encode()).hexdigest(), title, head, files)
        self.commits[made.oid] = made
        self.branches[branch] = made.oid
        return made

    def resolve(self, revision: str) -> Commit:
        """The commit of a branch, tag or commit id (whole or its beginning)."""
        oid = self.branches.get(revision) or self.tags.get(revision)
        oid = oid or next(
            (one for one in self.commits if len(revision) > 6 and one.startswith(revision)), None
        )
        if oid is None:
            raise RefusedError(404, "RevisionNotFound", f"Invalid rev id: {revision}")
        return self.commits[oid]

    def history(self, revision: str) -> list[Commit]:
        """The commits from a revision back to the first."""
        found = [self.resolve(revision)]
        while found[-1].parent:
            found.append(self.commits[found[-1].parent])
        return found

    def tag(self, name: str, revision: str) -> None:
        if name in self.tags:
            raise RefusedError(409, "", f"Tag reference {name} already exists")
        self.tags[name] = self.resolve(revision).oid

    def refs(self) -> dict[str, list[dict[str, str]]]:
        return {
            "branches": [
                {"name": name, "ref": f"refs/heads/{name}", "targetCommit": oid}
                for name, oid in self.branches.items()
            ],
            "tags": [
                {"name": name, "ref": f"refs/tags/{name}", "targetCommit": oid}
                for name, oid in self.tags.items()
            ],
            "converts": [],
        }

    def info(self, revision: str) -> dict[str, object]:
        commit = self.resolve(revision)
        return {
            "_id": hashlib.md5(self.name.encode()).hexdigest()[:24],
            "id": self.name,
            "author": self.name.split("/")[0],
            "sha": commit.oid,
            "lastModified": "2026-01-01T00:00:00.000Z",
            "createdAt": "2026-01-01T00:00:00.000Z",
            "private": self.private,
            "gated": False,
            "disabled": False,
            "downloads": 0,
            "likes": 0,
            "tags": [],
            "siblings": [{"rfilename": path} for path in sorted(commit.files)],
        }


def tree_entry(path: str, blob: Blob) -> dict[str, object]:
    """A file as ``tree`` and ``paths-info`` tell it."""
    entry: dict[str, object] = {"type": "file", "path": path, "oid": blob.git_oid, "size": len(blob.data)}
    if blob.lfs:
        entry["lfs"] = {"oid": blob.sha256, "size": len(blob.data), "pointerSize": 134}
    return entry


def tree(files: dict[str, Blob], folder: str, *, recursive: bool) -> list[dict[str, object]]:
    """The entries below a folder, folders as entries of their own."""
    prefix = f"{folder.strip('/')}/" if folder.strip("/") else ""
    inside = {path: blob for path, blob in sorted(files.items()) if path.startswith(prefix)}
    if prefix and not inside:
        raise RefusedError(404, "EntryNotFound", f"{folder} does not exist")
    entries: list[dict[str, object]] = []
    for path, blob in inside.items():
        head, below, _ = path[len(prefix) :].partition("/")
        if not below or recursive:
            entries.append(tree_entry(path, blob))
        if below and not any(entry["path"] == prefix + head for entry in entries):
            entries.append({"type": "directory", "path": prefix + head, "oid": "0" * 40, "size": 0})
    return entries
