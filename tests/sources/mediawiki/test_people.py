import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.sources.mediawiki.people import people_in, plain_name


def found(wikitext: str) -> list[tuple[str, str | None, bool]]:
    return [(person.name, person.remark, person.dead) for person in people_in(wikitext)]


@pytest.mark.parametrize(
    ("wikitext", "people"),
    [
        (
            "*[[Ana Lima]] (mother)<ref>[[Bad]]</ref>\n*[[Rui]]",
            [("Ana Lima", "mother", False), ("Rui", None, False)],
        ),
        (
            "[[Ana]]<br />[[Rui|R.]]<br>Eva",
            [("Ana", None, False), ("Rui", None, False), ("Eva", None, False)],
        ),
        ("Ana<br>Rui", [("Ana", None, False), ("Rui", None, False)]),
        ("[[Ana]] {{c|†}} (aunt)", [("Ana", "aunt", True)]),
        ("[[Ana]] (deceased)", [("Ana", None, True)]),
        ("Ana, Rui † (killed her father)", [("Ana", None, False), ("Rui", "killed her father", True)]),
        ("[[段甲]]（养父）、[[刀乙]]（母亲，已故）", [("段甲", "养父", False), ("刀乙", "母亲", True)]),
        ("{{Plainlist|\n* [[Ana]]\n* [[Rui]] (friend)}}", [("Ana", None, False), ("Rui", "friend", False)]),
        ("{{ubl|[[Ana]]|Rui}}", [("Ana", None, False), ("Rui", None, False)]),
        ("[[Ana]] (wife of [[Rui]])", [("Ana", "wife of Rui", False)]),
        ("[[Lima family#Ana|Ana]]", [("Lima family", None, False)]),
        ("[[File:a.png|20px]] '''[[Ana]]''' <!-- [[Rui]] -->", [("Ana", None, False)]),
        ("None", []),
        ("暂无", []),
        ("", []),
    ],
)
def test_people_of_a_field(wikitext: str, people: list[tuple[str, str | None, bool]]) -> None:
    assert found(wikitext) == people


@pytest.mark.parametrize("title", ["Harry_Potter", "Harry Potter (character)", "Harry Potter#Life"])
def test_a_name_is_the_title_without_its_gloss(title: str) -> None:
    assert plain_name(title) == "Harry Potter"


@given(st.lists(st.text("AnaRuiéé段", min_size=1, max_size=8), min_size=1, max_size=6))
def test_bulleted_links_are_found_whatever_their_names(names: list[str]) -> None:
    assert [name for name, _, _ in found("\n".join(f"* [[{name}]] (friend)" for name in names))] == names


@given(st.text("[]{}|'<>()（†br/ref\n*,;、a", max_size=40))
def test_no_wikitext_breaks_the_reading(wikitext: str) -> None:
    assert all(name for name, _, _ in found(wikitext))
