import polars as pl
from standfast.builders.sharp.intimacy.precedence import snapshot
from standfast.builders.sharp.intimacy.relation_rules import RATING_SCHEMA


def ratings(*rows: tuple[str, str, int]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            ("s", "p", "c", "to", time, source, None, "r", "+", level, None, "u", None)
            for time, source, level in rows
        ],
        schema=RATING_SCHEMA,
        orient="row",
    )


def at(time: str, *rows: tuple[str, str, int]) -> list[tuple[str, int]]:
    times = pl.DataFrame({"script": ["s"], "protagonist": ["p"], "story_time": [time]})
    return snapshot(ratings(*rows), times).select("story_time", "affection").rows()


STORY = (
    ("book-1/chapter-16", "a", -8),
    ("book-1/chapter-9", "a", -4),
    ("book-1", "a", 4),
    ("book-3/chapter-2", "a", -5),
)


def test_the_latest_rating_at_or_before_the_time_counts() -> None:
    assert at("book-1/chapter-8", *STORY) == []
    assert at("book-1/chapter-15", *STORY) == [("book-1/chapter-9", -4)]
    assert at("book-1/chapter-17", *STORY) == [("book-1/chapter-16", -8)]
    assert at("book-1", *STORY) == [("book-1", 4)]
    assert at("book-2", *STORY) == [("book-1", 4)]
    assert at("work", *STORY) == [("book-3/chapter-2", -5)]


def test_a_view_of_the_whole_work_never_tells_of_an_earlier_time() -> None:
    assert at("book-7", *STORY, ("work", "a", 10)) == [("book-3/chapter-2", -5)]
    assert at("work", *STORY, ("work", "a", 10)) == [("work", 10)]


def test_each_source_has_its_own_latest() -> None:
    assert at("book-1", ("book-1", "a", 4), ("book-1/chapter-3", "b", 2)) == [
        ("book-1", 4),
        ("book-1/chapter-3", 2),
    ]
