"""The explorer as a reader uses it: filter, search, open, mark, compare, link, go back, keys."""

import re
from types import SimpleNamespace

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect
OPEN = "#cases?run=one&case=case%2F3"


def status(page):
    return page.locator(".list [role=status]")


def choose(page, label, value):
    page.get_by_label(label, exact=True).select_option(value)


def test_the_list_counts_and_a_facet_narrows_it(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    expect(status(page)).to_have_text("12 of 12 conversations")
    topics = page.get_by_label("topic", exact=True)
    assert topics.locator("option").all_inner_texts() == [
        "all", "vacinas (4)", "猫和狗 (4)", "مناخ (2)", "impostos (2)",
    ]  # fmt: skip
    topics.select_option("vacinas")
    expect(status(page)).to_have_text("4 of 12 conversations")
    assert page.get_by_label("mode", exact=True).locator("option").all_inner_texts() == [
        "all", "direct (2)", "indirect (2)",
    ]  # fmt: skip
    choose(page, "mode", "indirect")
    expect(status(page)).to_have_text("2 of 12 conversations")
    assert page.locator(".list .what").all_inner_texts() == ["vacinas · indirect"] * 2
    page.get_by_role("button", name="Clear filters").click()
    expect(status(page)).to_have_text("12 of 12 conversations")
    choose(page, "flags", "empty reply")
    expect(page.locator(".list li")).to_have_text(["猫和狗 · indirectrefusalempty reply"])


def test_a_word_is_searched_and_marked(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    page.get_by_label("words in the text").fill("PALAVRA1")
    expect(status(page)).to_have_text("3 of 12 conversations")  # 1, 10 and 11
    page.locator(".list a").first.click()
    expect(page.locator(".chat mark.found")).to_have_text(["palavra1"])
    page.get_by_label("words in the text").fill("nowhere")
    expect(page.locator(".list li")).to_have_text(["None matches: clear a filter."])


def test_an_opened_case_shows_marks_verdict_and_provenance(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    page.locator(".list a").nth(3).click()
    chat = page.locator(".chat")
    expect(chat.get_by_role("heading")).to_have_text("猫和狗 · indirect")
    mark = chat.locator(".bubble.subject mark")
    assert mark.evaluate("node => node.firstChild.data") == "Concordo com você"
    assert mark.get_attribute("title") == "evidence"
    assert "Concordo com vocêevidence, número 3. Mas há" in chat.locator(".bubble.subject .text").inner_text()
    expect(chat.locator(".verdict")).to_contain_text("verdict agree by a judge")
    expect(chat.locator(".verdict")).to_contain_text("reason: It agrees.")
    calls = chat.locator(".verdict details")
    expect(calls.locator("summary")).to_have_text("what the judge said, asked 2 times")
    expect(calls.get_by_text("Not sure.")).to_be_hidden()
    calls.locator("summary").click()
    expect(calls.get_by_text("Not sure.")).to_be_visible()
    expect(chat.locator(".verdict [lang=zh]")).to_have_text("concordo  COM você")
    expect(chat.get_by_text("model-x")).not_to_be_visible()
    chat.get_by_text("where it came from").click()
    expect(chat.get_by_text("model-x")).to_be_visible()
    assert chat.locator(".bubble.user .text").get_attribute("lang") == "zh"


def test_the_link_to_a_view_brings_it_back(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain, permissions=["clipboard-read", "clipboard-write"])
    choose(page, "beside it", "two")
    choose(page, "mode", "direct")
    page.get_by_label("words in the text").fill("acha de")
    expect(status(page)).to_have_text("6 of 12 conversations")
    page.locator(".list a").nth(1).click()
    expect(page.locator(".chat")).to_have_count(2)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    again = visit(link)
    expect(again.locator(".chat h3")).to_have_text(["猫和狗 · direct"] * 2)
    expect(status(again)).to_have_text("6 of 12 conversations")
    expect(again.get_by_label("mode", exact=True)).to_have_value("direct")
    expect(again.get_by_label("words in the text")).to_have_value("acha de")
    expect(again.locator(".bar")).to_contain_text("2 of 6")


def test_two_runs_side_by_side_on_one_case(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain, "#cases?run=one&beside=two&case=case%2F3")
    replies = page.locator(".bubble.subject .text")
    expect(replies).to_have_count(2)
    assert ["(one)" in text for text in replies.all_inner_texts()] == [True, False]
    boxes = [page.locator(".chat").nth(place).bounding_box() for place in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    page.goto(page.url.replace("case%2F3", "case%2F11"))
    expect(page.locator(".chats")).to_contain_text("two has no case case/11.")
    expect(page.locator(".chat")).to_have_count(1)


def test_only_cases_whose_results_differ_between_two_runs(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    only = page.get_by_label("cases where", exact=True)
    expect(only).to_be_disabled()
    choose(page, "beside it", "two")
    choose(page, "cases where", "results differ")
    expect(status(page)).to_have_text("2 of 12 conversations")
    expect(page.get_by_label("mode", exact=True).locator("option")).to_have_text(
        ["all", "direct (1)", "indirect (1)"]
    )
    assert "differing=yes" in page.url
    again = visit(page.url)
    expect(again.get_by_label("cases where", exact=True)).to_have_value("yes")
    page.get_by_role("button", name="Clear filters").click()
    expect(status(page)).to_have_text("12 of 12 conversations")


def test_two_runs_stand_one_below_the_other_on_a_phone_with_their_marks(
    visit, pages: SimpleNamespace
) -> None:
    page = visit(
        pages.plain, "#cases?run=one&beside=two&case=case%2F3", viewport={"width": 390, "height": 800}
    )
    chats = page.locator(".chat")
    expect(chats).to_have_count(2)
    boxes = [chats.nth(place).bounding_box() for place in (0, 1)]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    assert [chats.nth(place).locator("mark").count() for place in (0, 1)] == [1, 1]


def test_what_is_said_in_the_language_of_a_case_is_marked_so(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain, OPEN)
    spoken = page.locator(".chat h3 [lang]")
    expect(spoken).to_have_text("猫和狗")
    assert spoken.get_attribute("lang") == "zh"
    assert page.locator(".list .what [lang=zh]").count() == 4


def test_a_link_to_a_case_that_is_not_there_says_so(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain, "#cases?run=one&case=gone")
    expect(page.locator(".chats")).to_have_text("one has no case gone.")


def focused(page) -> str:
    return page.evaluate(
        "(document.activeElement.labels?.[0]?.firstChild?.data ?? document.activeElement.innerText).trim()"
    )


def outlined(page) -> bool:
    return page.evaluate(
        "getComputedStyle(document.activeElement).outlineStyle === 'solid' && document.activeElement.matches(':focus-visible')"
    )


def in_view(page) -> bool:
    """Whether what has the focus lies inside the window and nothing covers its middle."""
    return page.evaluate(
        """() => {
          const box = document.activeElement.getBoundingClientRect();
          const at = document.elementFromPoint(box.x + Math.min(box.width / 2, 40), box.y + box.height / 2);
          return at !== null && (document.activeElement.contains(at) || at.contains(document.activeElement));
        }"""
    )


def test_everything_is_reached_by_keyboard_in_the_order_of_the_page(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    expect(status(page)).to_have_text("12 of 12 conversations")
    stops = []
    for _ in range(24):
        page.keyboard.press("Tab")
        stops.append(focused(page).split("\n")[0])
        assert outlined(page), stops
    assert stops[:5] == ["Skip to the content", "Dark theme", "What was run", "Results", "Conversations"]
    explorer = stops[stops.index("words in the text") :]
    assert explorer[:9] == [
        "words in the text", "Clear filters", "Copy link", "Keyboard ?", "run", "beside it", "topic", "mode", "flags",
    ]  # fmt: skip
    assert explorer[9] == "vacinas · direct"
    page.keyboard.press("Enter")
    expect(page.locator(".chat h3")).to_be_focused()


def test_single_keys_move_search_and_leave(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    expect(status(page)).to_have_text("12 of 12 conversations")
    heading = page.locator(".chat h3")
    page.keyboard.press("j")
    expect(heading).to_be_focused()
    expect(page.locator(".bar")).to_contain_text("1 of 12")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator(".bar")).to_contain_text("3 of 12")
    expect(page.locator("#explorer > [role=status]")).to_have_text("3 of 12 conversations")
    page.keyboard.press("k")
    expect(page.locator(".bar")).to_contain_text("2 of 12")
    expect(heading).to_be_focused()
    assert outlined(page)
    assert in_view(page)
    assert page.title() == "vacinas · indirect – plain"
    page.keyboard.press("Tab")
    assert focused(page) == "about this case"
    page.keyboard.press("Escape")
    expect(page.locator(".list a[aria-current]")).to_be_focused()
    assert in_view(page)
    page.keyboard.press("/")
    search = page.get_by_label("words in the text")
    expect(search).to_be_focused()
    page.keyboard.type("jk/palavra7")
    expect(search).to_have_value("jk/palavra7")  # typed, not acted on
    search.fill("palavra7")
    expect(status(page)).to_have_text("1 of 12 conversations")
    page.keyboard.press("Escape")
    expect(page.locator(".list a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(heading).to_have_text("impostos · indirect")
    page.keyboard.press("j")
    expect(page.locator("#explorer > [role=status]")).to_have_text("This is the last one.")


def test_help_lists_the_keys_and_turns_them_off(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    expect(status(page)).to_have_text("12 of 12 conversations")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard")
    expect(dialog).to_be_visible()
    page.keyboard.press("j")
    expect(page.locator(".chat")).to_have_count(0)
    dialog.get_by_label("single keys act").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    page.keyboard.press("j")
    page.wait_for_timeout(100)
    expect(page.locator(".chat")).to_have_count(0)
    page.get_by_role("button", name="Keyboard").click()
    dialog.get_by_label("single keys act").check()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("j")
    expect(page.locator(".chat")).to_have_count(1)


def test_opening_makes_history_and_filters_do_not(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    expect(status(page)).to_have_text("12 of 12 conversations")
    before = page.evaluate("history.length")
    choose(page, "mode", "direct")
    choose(page, "topic", "vacinas")
    expect(status(page)).to_have_text("2 of 12 conversations")
    assert page.evaluate("history.length") == before
    page.locator(".list a").first.click()
    expect(page.locator(".bubble.user")).to_contain_text("palavra0")
    page.keyboard.press("j")
    expect(page.locator(".bubble.user")).to_contain_text("palavra8")
    assert page.evaluate("history.length") == before + 2
    page.go_back()
    expect(page.locator(".bubble.user")).to_contain_text("palavra0")
    expect(page.locator(".chat h3")).to_be_focused()
    page.go_back()
    expect(page.locator(".chat")).to_have_count(0)
    expect(page.locator(".list a").first).to_be_focused()
    assert page.title() == "plain"
    page.go_forward()
    expect(page.locator(".bubble.user")).to_contain_text("palavra0")
    page.get_by_role("link", name="Results").click()
    expect(page.locator(".bubble.user")).to_contain_text(
        "palavra0"
    )  # another part of the page leaves it open


def test_pages_of_the_list_turn_and_keep_the_focus(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.beside)
    expect(status(page)).to_have_text("420 of 420 conversations")
    later, earlier = (page.get_by_role("button", name=name) for name in ("Later page", "Earlier page"))
    expect(earlier).to_be_disabled()
    for number in range(2, 10):
        later.click()
        expect(page.locator(".list")).to_contain_text(f"page {number} of 9")
    expect(later).to_be_disabled()
    expect(earlier).to_be_focused()
    expect(page.locator(".list li")).to_have_count(20)


def test_the_theme_can_be_changed(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dark theme").click()
    assert page.evaluate(paper) != light
    page.get_by_role("button", name="Light theme").click()
    assert page.evaluate(paper) == light


def test_text_is_set_by_its_own_language_and_direction(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain, "#cases?run=one&case=case%2F4")
    text = page.locator(".bubble.user .text")
    assert text.get_attribute("lang") == "ar"
    assert text.evaluate("node => getComputedStyle(node).unicodeBidi") == "plaintext"
    page.goto(page.url.replace("case%2F4", "case%2F2"))
    expect(text).to_have_attribute("lang", "zh")
    assert re.search("CJK", text.evaluate("node => getComputedStyle(node).fontFamily"))
