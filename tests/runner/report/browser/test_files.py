"""Chats in files beside the page, the page without scripts, and on paper."""

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None: ...


@pytest.fixture
def served(pages: SimpleNamespace):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(pages.beside.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/beside.html"
    server.shutdown()
    server.server_close()


def check_chunks(page) -> None:
    expect(page.locator(".list [role=status]")).to_have_text("420 of 420 conversations")
    assert page.locator("head script").count() == 0  # nothing is loaded before it is needed
    page.goto(page.url + "#cases?case=case%2F5")
    expect(page.locator(".bubble.user")).to_contain_text("palavra5")
    assert [src.split("/")[-1] for src in sources(page)] == ["0-0.js"]
    page.get_by_label("words in the text").fill("palavra41")
    expect(page.locator(".list [role=status]")).to_have_text("11 of 420 conversations")  # 41, 410 to 419
    assert [src.split("/")[-1] for src in sources(page)] == ["0-0.js", "0-1.js", "0-2.js"]
    page.locator(".list a").last.click()
    expect(page.locator(".bubble.user mark.found")).to_have_text(["palavra41"])


def sources(page) -> list[str]:
    return page.locator("head script").evaluate_all("all => all.map((one) => one.src)")


def test_chunks_load_from_disk(visit, pages: SimpleNamespace) -> None:
    check_chunks(visit(pages.beside))


def test_chunks_load_from_a_server(visit, served: str) -> None:
    check_chunks(visit(served))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "is missing: keep it beside"),
        ("", "is damaged"),
        ('standfastChunk("0-1", "H4sI");', "is damaged"),
    ],
)
def test_a_missing_or_damaged_chunk_says_so_and_is_tried_again(
    visit, pages: SimpleNamespace, tmp_path: Path, content: str | None, problem: str
) -> None:
    copy = Path(shutil.copy(pages.beside, tmp_path))
    chunks = shutil.copytree(pages.beside.with_suffix(".cases"), copy.with_suffix(".cases"))
    kept = (chunks / "0-1.js").rename(tmp_path / "kept.js")
    if content is not None:
        (chunks / "0-1.js").write_text(content)
    page = visit(copy, "#cases?case=case%2F5", errors_expected=True)
    expect(page.locator(".bubble.user")).to_contain_text("palavra5")
    page.goto(copy.as_uri() + "#cases?case=case%2F250")
    expect(page.get_by_role("alert")).to_contain_text(f"beside.cases/0-1.js {problem}")
    expect(page.locator(".list [role=status]")).to_have_text("420 of 420 conversations")
    shutil.copy(kept, chunks / "0-1.js")
    page.goto(copy.as_uri() + "#cases?case=case%2F251")
    expect(page.locator(".bubble.user")).to_contain_text("palavra251")


def test_without_scripts_charts_and_tables_stand_and_the_reader_is_told(
    visit, pages: SimpleNamespace
) -> None:
    page = visit(pages.plain, java_script_enabled=False)
    text = page.locator("main").inner_text()
    assert "need JavaScript to be shown" in text
    assert page.locator("figure svg").count() == 1
    assert page.locator("#rates table").is_visible()
    assert not page.locator("#theme").is_visible()


def test_on_paper_stands_what_is_read_and_nothing_to_press(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain, "#cases?run=one&case=case%2F3", color_scheme="dark")
    expect(page.locator(".chat")).to_be_visible()
    page.emulate_media(media="print")
    for hidden in ("nav.sections", ".filters", ".list", ".bar", "#theme", ".chat details"):
        expect(page.locator(hidden).first).not_to_be_visible()
    for shown in ("h1", "#trust", "figure svg", "#rates table", ".bubble.subject mark", ".verdict"):
        expect(page.locator(shown).first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.chat h3')).color") == "rgb(26, 28, 31)"
    paper = page.pdf(format="A4")
    assert paper.startswith(b"%PDF")
