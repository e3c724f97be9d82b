"""Downloads are resumed, checked and put in place whole."""

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from standfast.errors import SourceError
from standfast.sources.fetch import fetch

BODY = bytes(range(256)) * 8_000
DIGEST = hashlib.sha256(BODY).hexdigest()


class Handler(BaseHTTPRequestHandler):
    """Serves BODY with ranges; cuts the first answer short when the server says so."""

    def do_GET(self):
        server = self.server
        server.ranges.append(self.headers.get("Range"))
        if self.path != "/dump.gz":
            self.send_error(404)
            return
        have = int(self.headers.get("Range", "bytes=0-").removeprefix("bytes=").rstrip("-"))
        if have >= len(BODY) and self.headers.get("If-Range") == server.etag:
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(BODY)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        offset = 0
        if "Range" in self.headers and self.headers.get("If-Range") == server.etag:
            offset = int(self.headers["Range"].removeprefix("bytes=").rstrip("-"))
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {offset}-{len(BODY) - 1}/{len(BODY)}")
        else:
            self.send_response(200)
        self.send_header("ETag", server.etag)
        self.send_header("Content-Length", str(len(BODY) - offset))
        self.end_headers()
        body = BODY[offset:]
        if server.cut:
            body, server.cut = body[: server.cut], 0
            self.close_connection = True
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.ranges, server.cut, server.etag = [], 0, '"one"'
        server.url = f"http://127.0.0.1:{server.server_address[1]}/dump.gz"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()


def test_a_file_arrives_whole_with_progress(server, tmp_path):
    seen = []
    target = fetch(
        server.url, tmp_path / "sub" / "dump.gz", sha256=DIGEST, progress=lambda *at: seen.append(at)
    )
    assert target.read_bytes() == BODY
    assert seen[0] == (0, len(BODY))
    assert seen[-1] == (len(BODY), len(BODY))
    assert [path.name for path in target.parent.iterdir()] == ["dump.gz"]


def test_a_file_that_is_there_is_not_fetched_again(server, tmp_path):
    fetch(server.url, tmp_path / "dump.gz", sha256=DIGEST)
    fetch(server.url, tmp_path / "dump.gz", sha256=DIGEST)
    assert len(server.ranges) == 1


def test_a_cut_download_goes_on_where_it_stopped(server, tmp_path):
    server.cut = 1_500_000
    with pytest.raises(SourceError, match="it broke off; .*: it goes on where it stopped"):
        fetch(server.url, tmp_path / "dump.gz", sha256=DIGEST)
    assert not (tmp_path / "dump.gz").exists()
    have = (tmp_path / "dump.gz.part").stat().st_size
    assert 0 < have <= 1_500_000
    assert fetch(server.url, tmp_path / "dump.gz", sha256=DIGEST).read_bytes() == BODY
    assert server.ranges == [None, f"bytes={have}-"]


def test_a_changed_file_is_fetched_from_its_start(server, tmp_path):
    server.cut = 1_500_000
    with pytest.raises(SourceError):
        fetch(server.url, tmp_path / "dump.gz")
    server.etag = '"two"'
    assert fetch(server.url, tmp_path / "dump.gz").read_bytes() == BODY


def test_another_digest_is_an_error_and_leaves_nothing(server, tmp_path):
    with pytest.raises(SourceError, match="SHA-256"):
        fetch(server.url, tmp_path / "dump.gz", sha256="0" * 64)
    assert list(tmp_path.glob("dump*")) == []


def test_a_refusal_names_the_address(server, tmp_path):
    with pytest.raises(SourceError, match="404"):
        fetch(server.url + "x", tmp_path / "dump.gz")


def test_no_connection_is_one_clear_sentence(server, tmp_path):
    server.shutdown()
    server.server_close()
    with pytest.raises(SourceError, match="no connection"):
        fetch(server.url, tmp_path / "dump.gz")


def test_a_download_that_only_has_to_be_put_in_place_is(server, tmp_path):
    (tmp_path / "dump.gz.part").write_bytes(BODY)
    (tmp_path / "dump.gz.part.etag").write_text(server.etag)
    assert fetch(server.url, tmp_path / "dump.gz", sha256=DIGEST).read_bytes() == BODY
    assert server.ranges == [f"bytes={len(BODY)}-"]
    (tmp_path / "other.gz.part").write_bytes(BODY + b"more")
    (tmp_path / "other.gz.part.etag").write_text(server.etag)
    with pytest.raises(SourceError, match="longer than the server's"):
        fetch(server.url, tmp_path / "other.gz")
    assert fetch(server.url, tmp_path / "other.gz").read_bytes() == BODY


def test_a_target_that_cannot_be_written_is_one_sentence(server, tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(SourceError, match="cannot be written"):
        fetch(server.url, tmp_path / "file" / "dump.gz")
