"""Transcripts, verdicts and names that try to run, to break the page or to turn its text around."""

import time
from types import SimpleNamespace

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect
SHOWN = ("<img src=x onerror=\"window.ran='img'\">", "{{ 7*7 }}", "]]>", "<!-- <!--", "javascript:", "U+202E", "U+0000", "U+D800", "U+200B")  # fmt: skip


def nothing_ran(page) -> None:
    assert page.evaluate("window.ran") is None
    assert page.locator("iframe, img, base, main style, svg[onload], a[href^='javascript']").count() == 0
    assert page.evaluate("document.scripts.length") == page.evaluate(
        "document.querySelectorAll('#index, [data-chunk], body > script:last-of-type').length"
    )


def layout(page) -> dict:
    return page.evaluate(
        """() => Object.fromEntries(["h1", "nav.sections", ".filters", ".list", ".reader", "footer"].map((name) => {
          const box = document.querySelector(name).getBoundingClientRect();
          return [name, [Math.round(box.x), Math.round(box.width)]];
        }))"""
    )


@pytest.fixture
def opened(visit, pages: SimpleNamespace):
    page = visit(pages.hostile)
    expect(page.locator(".list [role=status]")).to_have_text("4 of 4 conversations")
    page.locator(".list a").first.click()
    expect(page.locator(".chat")).to_have_count(1)
    return page


def test_everything_is_shown_as_text_and_nothing_runs(opened) -> None:
    for place in (
        ".bubble.user .text",
        ".bubble.subject .text mark",
        ".verdict",
        ".chat h3",
        ".bubble.user header",
    ):
        text = opened.locator(place).first.text_content()
        assert [piece for piece in SHOWN if piece not in text] == [], place
    opened.locator(".bubble details summary").first.click()
    assert "U+202E" in opened.locator(".bubble dl").inner_text()
    for option in opened.get_by_label("topic", exact=True).locator("option").all_text_contents():
        assert "\u202e" not in option
    assert "⟨U+202E⟩" in opened.locator("#results .lead").inner_text()
    assert "\u202e" not in opened.locator("body").inner_text()
    nothing_ran(opened)


def test_the_list_and_its_links_work(opened) -> None:
    opened.keyboard.press("j")
    expect(opened.locator(".bar")).to_contain_text("2 of 4")
    opened.reload()
    expect(opened.locator(".bar")).to_contain_text("2 of 4")
    opened.get_by_label("words in the text").fill("<svg onload")
    expect(opened.locator(".list [role=status]")).to_have_text("1 of 4 conversations")
    opened.locator(".list a").first.click()
    expect(opened.locator("mark.found").first).to_have_text("<svg onload")
    nothing_ran(opened)


def test_the_policy_stops_what_would_be_injected(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain, errors_expected=True)
    page.evaluate(
        """() => {
          document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\\"window.ran='img'\\">");
          document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran='inline'" }));
          document.body.append(Object.assign(document.createElement("script"), { src: "data:text/javascript,window.ran='data'" }));
          document.body.append(Object.assign(document.createElement("script"), { src: "http://127.0.0.1:9/x.js" }));
          document.body.append(Object.assign(document.createElement("iframe"), { src: "http://127.0.0.1:9/" }));
        }"""
    )
    failed = page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => error.message)")
    assert "Failed to fetch" in failed
    page.wait_for_timeout(200)
    assert page.evaluate("window.ran") is None


def test_the_page_stands_as_it_would_around_quiet_text(visit, opened) -> None:
    hostile = layout(opened)
    for size in ("a line of a megabyte", "marks on marks", "quiet"):
        begin = time.monotonic()
        opened.keyboard.press("j")
        expect(opened.locator(".chat h3")).to_be_focused()
        expect(opened.locator(".bubble")).to_have_count(2)
        assert layout(opened) == hostile, size
        assert time.monotonic() - begin < 20, size
        assert opened.evaluate("document.documentElement.scrollWidth") <= 1280
    nothing_ran(opened)


def test_a_long_message_is_shown_in_full_on_request(opened) -> None:
    opened.keyboard.press("j")
    text = opened.locator(".bubble.user .text")
    expect(text).to_have_text("x" * 20_000)
    expect(opened.get_by_role("button", name="Show 980,000 more characters")).to_have_count(2)


def test_marks_on_marks_stay_within_their_bubble(opened) -> None:
    opened.goto(opened.url.split("#")[0])
    opened.locator(".list a").nth(2).click()
    expect(opened.locator(".bubble.user .text")).to_contain_text("Z")
    assert opened.locator(".bubble.user .text").evaluate("node => getComputedStyle(node).overflowY") == "clip"


def test_turned_text_leaves_the_words_around_it_in_place(opened) -> None:
    """The words beside a hostile name are where they would be beside a quiet one: to its right and left."""
    places = opened.locator(".verdict > p").first.evaluate(
        """line => {
          const range = document.createRange();
          const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
          const found = [];
          for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            if (!["verdict ", " by "].includes(node.data)) continue;
            range.selectNodeContents(node);
            const box = range.getClientRects()[0];
            found.push([node.data.trim(), getComputedStyle(node.parentNode).direction, box.top]);
          }
          return found;
        }"""
    )
    assert [(word, direction) for word, direction, _ in places] == [("verdict", "ltr"), ("by", "ltr")]
    assert places[0][2] < places[1][2]
    warning = opened.locator("#trust .warning").first.inner_text()
    assert warning.startswith("For demos only.")
    assert "\u202e" not in opened.content().split("<script")[0]
