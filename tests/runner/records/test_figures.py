import pytest
from standfast.runner.records.figures import clipped, counted, listed, percent


@pytest.mark.parametrize(
    ("count", "plural", "words"),
    [(1, "conversations", "1 conversation"), (0, "replies", "0 replies"), (1, "replies", "1 reply"),
     (1228, "cases of picon", "1,228 cases of picon"), (1, "cases of picon", "1 case of picon")],
)  # fmt: skip
def test_one_is_not_several(count: int, plural: str, words: str) -> None:
    assert counted(count, plural) == words


def test_a_name_that_is_too_long_keeps_both_ends() -> None:
    assert clipped("a-very-long-name-1", 9) == "a-ve…me-1"
    assert clipped("short", 9) == "short"


def test_lists_and_shares_in_words() -> None:
    assert [listed(parts) for parts in ([], ["a"], ["a", "b", "c"])] == ["none", "a", "a, b and c"]
    assert (percent(None), percent(1 / 3)) == ("–", "33.3")
