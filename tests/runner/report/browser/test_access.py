"""axe-core finds nothing, and a phone shows everything without scrolling sideways."""

import json
from types import SimpleNamespace

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe_base = pytest.importorskip("axe_playwright_python.base", reason="axe-playwright-python is not installed")
expect = sync_api.expect
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPEN = "#cases?run=one&beside=two&case=case%2F3"


def violations(page, at_least: int = 40) -> list[str]:
    """What axe finds, as rule, element and reason; it must have had rules to pass."""
    page.evaluate(axe_base.AXE_SCRIPT)
    # Of rules that pass only the names are told: to name each element takes longer than all the rules.
    options = {"runOnly": TAGS, "resultTypes": ["violations"]}
    passed, broken = page.evaluate(
        f"axe.run(document, {json.dumps(options)}).then((found) => [found.passes.length, found.violations])"
    )
    assert passed >= at_least
    return [
        f"{rule['id']} {node['target']} {node['failureSummary']}" for rule in broken for node in rule["nodes"]
    ]


# Colours follow the scheme, the layout the size, neither the other: two runs see each of both in each state.
@pytest.mark.parametrize(("scheme", "size"), [("light", DESKTOP), ("dark", PHONE)], ids=["desktop", "phone"])
def test_axe_finds_nothing(visit, pages: SimpleNamespace, size: dict, scheme: str) -> None:
    page = visit(pages.plain, viewport=size, color_scheme=scheme)
    expect(page.locator(".list [role=status]")).to_have_text("12 of 12 conversations")
    assert violations(page) == []
    page = visit(pages.plain, OPEN, viewport=size, color_scheme=scheme)
    expect(page.locator(".chat")).to_have_count(2)
    for summary in page.locator("summary:visible").all():
        if summary.evaluate("node => !node.parentNode.open"):
            summary.click()
    assert violations(page) == []


def test_axe_finds_nothing_in_a_report_of_bias(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.bias, color_scheme="dark")
    expect(page.locator(".list [role=status]")).to_have_text("12 of 12 conversations")
    page.keyboard.press("j")
    expect(page.locator(".chat")).to_be_visible()
    assert violations(page) == []


def test_the_help_is_accessible(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain)
    page.get_by_role("button", name="Keyboard").click()
    assert violations(page, at_least=15) == []  # behind a modal dialog the page is out of reach


@pytest.mark.parametrize("name", ["plain", "bias", "hostile"])
def test_a_phone_never_scrolls_the_page_sideways(visit, pages: SimpleNamespace, name: str) -> None:
    page = visit(getattr(pages, name), viewport=PHONE, has_touch=True, is_mobile=True)
    page.locator(".list a").first.tap()
    expect(page.locator(".chat")).to_be_visible()
    page.get_by_text("Filters", exact=True).tap()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.evaluate("visualViewport.width") == PHONE["width"]


def test_a_phone_has_targets_of_24_pixels_and_a_way_back(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.plain, viewport=PHONE, has_touch=True, is_mobile=True)
    expect(page.locator(".filters select").first).not_to_be_visible()  # filters are folded away
    page.locator(".list a").nth(3).tap()
    bar = page.locator(".bar")
    expect(bar).to_be_in_viewport()
    page.get_by_role("button", name="Next").tap()
    expect(page.locator(".bubble.user")).to_contain_text("palavra4")
    small = page.locator(
        "a:visible, button:visible, select:visible, input:visible, summary:visible"
    ).evaluate_all(
        """all => all.map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .filter(([, box]) => box.right > 0 && (box.width < 24 || box.height < 24)).map(([text]) => text)"""
    )
    assert small == []
    page.get_by_role("button", name="List").tap()
    expect(page.locator(".list a[aria-current]")).to_be_focused()
    expect(page.locator(".list a[aria-current]")).to_be_in_viewport()


@pytest.mark.parametrize("media", [{"contrast": "more"}, {"forced_colors": "active"}])
def test_more_contrast_and_forced_colours_keep_what_is_chosen_visible(
    visit, pages: SimpleNamespace, media: dict
) -> None:
    page = visit(pages.plain, OPEN)
    expect(page.locator(".chat")).to_have_count(2)
    page.emulate_media(**media)
    outline = page.locator(".list a[aria-current]").evaluate("node => getComputedStyle(node).outlineStyle")
    assert outline == "solid"
    tone = "node => getComputedStyle(node).borderLeftColor"
    assert page.locator(".list .badge.tone-agree").first.evaluate(tone) == "rgb(33, 120, 184)"
    if "contrast" in media:
        assert violations(page) == []
