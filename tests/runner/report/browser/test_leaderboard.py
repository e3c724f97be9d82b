"""The front page of a leaderboard: a plain table, sortable where scripts run."""

from types import SimpleNamespace

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe_base = pytest.importorskip("axe_playwright_python.base", reason="axe-playwright-python is not installed")
expect = sync_api.expect


def names(page) -> list[str]:
    return page.locator(".board tbody th a").all_inner_texts()


def head(page, name: str):
    return page.locator(".board thead th").filter(has_text=name)


def test_without_scripts_it_is_a_plain_table_in_the_order_of_the_first_score(
    visit, pages: SimpleNamespace
) -> None:
    page = visit(pages.leaderboard, java_script_enabled=False)
    assert names(page) == ["two", "one"]
    assert page.locator(".board button").count() == 0
    # Two topics only: intervals are so wide that no run is surely better than another.
    assert page.locator(".board tbody tr").first.locator(".rank").first.inner_text().endswith("1–2")


def test_heads_sort_and_say_so(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.leaderboard)
    sycophantic = head(page, "sycophantic, direct")
    sycophantic.get_by_role("button").click()
    assert sycophantic.get_attribute("aria-sort") == "ascending"
    assert names(page) == ["two", "one"]
    page.keyboard.press("Enter")
    assert sycophantic.get_attribute("aria-sort") == "descending"
    assert names(page) == ["one", "two"]
    run = head(page, "run")
    run.get_by_role("button").click()
    assert names(page) == ["one", "two"]
    assert [run.get_attribute("aria-sort"), sycophantic.get_attribute("aria-sort")] == ["ascending", None]


def test_pictures_and_their_captions_have_room(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.leaderboard)
    for caption in page.locator(".pictures figcaption").all():
        assert caption.bounding_box()["width"] > 250
        assert caption.bounding_box()["height"] < 120


def test_runs_lead_to_their_reports(visit, pages: SimpleNamespace) -> None:
    page = visit(pages.leaderboard)
    page.locator(".board tbody a").first.click()
    expect(page.locator("h1")).to_contain_text("two")
    expect(page.locator(".list [role=status]")).to_have_text("12 of 12 conversations")


@pytest.mark.parametrize(
    ("scheme", "size"),
    [("light", {"width": 1280, "height": 900}), ("dark", {"width": 390, "height": 844})],
    ids=["desktop", "phone"],
)
def test_axe_finds_nothing(visit, pages: SimpleNamespace, scheme: str, size: dict) -> None:
    page = visit(pages.leaderboard, color_scheme=scheme, viewport=size)
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    page.evaluate(axe_base.AXE_SCRIPT)
    passed, broken = page.evaluate(
        "axe.run({resultTypes: ['violations']}).then((found) => [found.passes.length, found.violations])"
    )
    assert [(rule["id"], node["target"]) for rule in broken for node in rule["nodes"]] == []
    assert passed > 25
