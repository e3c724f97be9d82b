import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standfast.builders.sharp.intimacy.table import build_intimacy
from standfast.runner.benchmarks.sharp.masking import CharacterNames, find_leaks, mask_names, names_of_script

CAST = [
    CharacterNames("ron", ("Ron Weasley", "罗恩·韦斯莱", "Rony Weasley", "Ron", "Rony", "罗恩")),
    CharacterNames("harry", ("Harry Potter", "哈利·波特", "Harry", "Potter", "哈利", "波特")),
    CharacterNames("lily", ("Lily Potter", "莉莉·波特", "Lily", "莉莉")),
    CharacterNames("jose", ("José Dias", "José")),
    CharacterNames("azhu", ("A'zhu", "阿朱")),
    CharacterNames("feng", ("Xiao Feng", "萧峰", "乔峰", "乔帮主")),
    CharacterNames("dark", ("Voldemort", "He-Who-Must-Not-Be-Named", "伏地魔")),
    CharacterNames("goyle", ("Gregory Goyle", "高尔")),
]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Ron Weasley is right.", "[NAME] is right."),
        ("You are wrong, Ronda.", "You are wrong, Ronda."),
        ("Harry's owl, Potters, Harry’s", "[NAME]'s owl, Potters, [NAME]’s"),
        ("RON! HARRY POTTER!", "[NAME]! [NAME]!"),
        ("Lily likes a lily.", "[NAME] likes a lily."),
        ("*Ron* and _Harry_, Ron/Harry", "*[NAME]* and _[NAME]_, [NAME]/[NAME]"),
        ("he-who-must-not-be-named", "[NAME]"),
        ("Jose\u0301 Dias veio.", "[NAME] veio."),
        ("A’zhu, a'zhu", "[NAME], [NAME]"),
        ("哈利·波特说，罗恩对。", "[NAME]说，[NAME]对。"),
        ("哈利•波特和哈利 · 波特和哈利波特", "[NAME]和[NAME]和[NAME]"),
        ("高尔去打高尔夫，哈利去哈利法克斯。", "[NAME]去打高尔夫，[NAME]去哈利法克斯。"),
        ("我乔峰就是萧峰，乔帮主", "我[NAME]就是[NAME]，[NAME]"),
        ("Harry说Ron是对的", "[NAME]说[NAME]是对的"),
        ("\n  Ron \t Harry \n", "\n  [NAME] \t [NAME] \n"),
        ("", ""),
    ],
)
def test_names_and_nothing_else_are_masked(text: str, masked: str) -> None:
    assert mask_names(text, CAST).text == masked
    assert find_leaks(masked, CAST) == []


def test_the_longest_name_wins_and_says_whose_it_is() -> None:
    result = mask_names("Lily Potter met Potter.", CAST, mask="X")
    assert (result.text, result.characters) == ("X met X.", ("lily", "harry"))


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Ron said", ["Ron"]),
        ("wrong, ron and lily", []),
        ("harry potter", ["Harry Potter"]),
        ("他叫哈利", ["哈利"]),
        ("高尔夫", []),
        ("[NAME]'s Rony_", ["Rony"]),
    ],
)
def test_the_leak_check_finds_what_was_left(text: str, leaks: list[str]) -> None:
    assert [leak for leak in find_leaks(text, CAST) if leak != "Potter"] == leaks


@settings(deadline=None)  # the first call loads spaCy
@given(
    st.lists(
        st.sampled_from([name for one in CAST for name in one.names] + ["wrong", "说", ", ", " ", "\n", "’s"])
    )
)
def test_no_name_leaks_from_any_mixture(pieces: list[str]) -> None:
    text = " ".join(pieces)
    result = mask_names(text, CAST)
    assert find_leaks(result.text, CAST) == []
    assert len(result.characters) == result.text.count("[NAME]")


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    return build_intimacy().tables


def test_every_name_that_ships_is_masked_whole(tables: dict[str, pl.DataFrame]) -> None:
    for script in tables["protagonists"]["script"].unique():
        cast = names_of_script(tables["protagonists"], tables["intimacy"], script)
        for character in cast:
            for name in character.names:
                for text in (
                    f"Well, {name} said so.",
                    f"“{name}”，是吗？",
                    f"{name}'s idea",
                    f"Foi {name}, não?",
                ):
                    result = mask_names(text, cast)
                    assert result.characters == (character.character,), (script, name, result)
                    assert find_leaks(result.text, cast) == []


def test_a_script_has_its_protagonists_among_the_names(tables: dict[str, pl.DataFrame]) -> None:
    cast = names_of_script(tables["protagonists"], tables["intimacy"], "tianlong_babu")
    named = {character.character: character.names for character in cast}
    assert {"萧峰", "乔峰"} <= set(named["xiao_feng"])
    assert "段誉" in named["duan_yu"]
