import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from standfast.errors import SourceError, UsageError
from standfast.sources.hpd.scores import FLAGS, SCORES
from standfast.sources.hpd.snapshot import read_hpd, scores_until
from standfast.sources.hpd.workbook import book_number, read_workbook

Row = Mapping[str, object]


def person(name: str, *scores: object, **flags: int) -> dict[str, object]:
    return {"name": name, **dict.fromkeys(FLAGS, 0), **flags, **dict(zip(SCORES, scores, strict=True))}


def write_workbook(path: Path, sheets: Mapping[str, Sequence[Row]], drop: str | None = None) -> Path:
    from xlsxwriter import Workbook

    headers = ["name", *FLAGS, *(f"{score} (0 to 10, 0 is the initial value)" for score in SCORES)]
    with Workbook(path) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            kept = [header for header in headers if drop is None or not header.startswith(drop)]
            sheet.write_row(0, 0, kept)
            for position, row in enumerate(rows, start=1):
                for column, header in enumerate(kept):
                    value = row[header.partition(" (")[0]]
                    if value is not None:
                        sheet.write(position, column, value)
    return path


def values(scores: pl.DataFrame) -> list[tuple[Any, ...]]:
    return scores.select("name", "direction", "affection", "familiarity", "story_time").rows()


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return write_workbook(
        tmp_path / "book-1_relations.xlsx",
        {
            "Chapter-1": [person(" Ann ", 0, 0, 1, None)],
            "Chapter-17": [person("Ann", -10, 4, -3, 2, teacher=1), person("Bob", 7, 8, 7, 8, friend=1)],
            "Chapter-9": [person("Ann", -2, 2, -2, 2)],
        },
    )


def test_the_latest_chapter_is_the_last_by_number_and_not_by_sheet(workbook: Path) -> None:
    scores = read_hpd(workbook)
    assert scores["chapter"].unique(maintain_order=True).to_list() == [1, 9, 17]
    assert values(scores_until(scores, where=workbook.name)) == [
        ("Ann", "to", -10, 4, "book-1/chapter-17"),
        ("Ann", "from", -3, 2, "book-1/chapter-17"),
        ("Bob", "to", 7, 8, "book-1/chapter-17"),
        ("Bob", "from", 7, 8, "book-1/chapter-17"),
    ]


def test_names_are_trimmed_blank_cells_are_null_and_flags_are_kept(workbook: Path) -> None:
    scores = read_workbook(workbook)
    first = scores.filter(pl.col("chapter") == 1)
    assert values(first.with_columns(story_time=pl.lit(""))) == [
        ("Ann", "to", 0, 0, ""),
        ("Ann", "from", 1, None, ""),
    ]
    assert scores.filter(pl.col("chapter") == 17)["flags"].to_list()[:3:2] == [["teacher"], ["friend"]]
    assert first["where"][0] == "book-1_relations.xlsx sheet Chapter-1 row 2"


@pytest.mark.parametrize(
    ("sheets", "drop", "problem"),
    [
        (
            {"Chapter-1": [person("Ann", 11, 0, 0, 0)]},
            None,
            'Chapter-1 row 2: the score .*affection to him" is 11',
        ),
        ({"Chapter-1": [person("Ann", 1.5, 0, 0, 0)]}, None, "is 1.5; give a whole number from -10 to 10"),
        ({"Chapter-1": [person("Ann", 0, -1, 0, 0)]}, None, 'familiarity with him" is -1'),
        ({"Chapter-1": [person("Ann", 0, "x", 0, 0)]}, None, 'familiarity with him" is x'),
        ({"Chapter-1": [person("Ann", 0, 0, 0, 0, friend=2)]}, None, "the flag 'friend' is 2"),
        ({"Chapter-1": [person("  ", 0, 0, 0, 0)]}, None, "row 2: the row names nobody"),
        ({"Notes": [person("Ann", 0, 0, 0, 0)]}, None, "the sheet 'Notes' is not a chapter"),
        ({"Chapter-1": [], "Chapter 1": []}, None, "chapter 1 has two sheets"),
        (
            {"Chapter-1": [person("Ann", 0, 0, 0, 0)]},
            "His affection",
            "sheet Chapter-1: there is no column 'His aff",
        ),
    ],
)
def test_bad_workbooks_are_named_by_sheet_and_row(
    tmp_path: Path, sheets: Mapping[str, Sequence[Row]], drop: str | None, problem: str
) -> None:
    path = write_workbook(tmp_path / "book-1.xlsx", sheets, drop)
    with pytest.raises(SourceError, match=problem):
        read_workbook(path)


def test_what_is_no_workbook_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book-1.xlsx"
    with pytest.raises(SourceError, match="the workbook is missing"):
        read_workbook(path)
    path.write_text("no")
    with pytest.raises(SourceError, match="the file is not a workbook"):
        read_workbook(path)
    with pytest.raises(UsageError, match="HPD's files end in"):
        read_hpd(tmp_path / "book-1.csv")


def test_the_book_is_never_guessed() -> None:
    assert (book_number(Path("book-3 x.xlsx"), None), book_number(Path("x.xlsx"), 2)) == (3, 2)
    with pytest.raises(UsageError, match="does not say which book"):
        book_number(Path("x.xlsx"), None)
    with pytest.raises(UsageError, match="book 2 was asked for, the file's name says book 3"):
        book_number(Path("book_3.xlsx"), 2)


def test_a_chapter_that_is_not_there_is_named(workbook: Path) -> None:
    scores = read_hpd(workbook)
    with pytest.raises(SourceError, match="there is no chapter 2 of book 1; it holds 1, 9, 17"):
        scores_until(scores, 1, 2, where="x.xlsx")
    with pytest.raises(SourceError, match="there is no book 4; it holds 1"):
        scores_until(scores, 4, where="x.xlsx")


def session(position_key: str, relations_key: str, position: str, relations: object) -> dict[str, object]:
    return {
        position_key: position,
        relations_key: relations,
        "dialogue": ["never read"],
        "scene": "never read",
    }


@pytest.mark.parametrize("readme", [True, False])
def test_sessions_are_read_in_both_vocabularies(tmp_path: Path, readme: bool) -> None:
    keys = ("Position", "Relations With Harry") if readme else ("position", "relations with Harry")
    early, late = person("Ann", 1, 1, 1, 1), person("Ann", 5.0, 2, 3, 2)
    content = {
        "Session-9": session(
            *keys, "Book2-Chapter1", {"Ann": {k: v for k, v in late.items() if k != "name"}}
        ),
        "Session-1": session(*keys, "Book1-chapter3", [early, person("Bob", -4, 2, -4, 2)]),
    }
    path = tmp_path / "s.json"
    path.write_text(json.dumps(content))
    scores = read_hpd(path)
    assert "never read" not in str(scores.to_dicts())
    assert values(scores_until(scores, where="s.json"))[::2] == [
        ("Ann", "to", 1, 1, "book-1/chapter-3"),
        ("Bob", "to", -4, 2, "book-1/chapter-3"),
        ("Ann", "to", 5, 2, "book-2/chapter-1"),
    ]
    assert values(scores_until(scores, 1, where="s.json"))[0] == ("Ann", "to", 1, 1, "book-1/chapter-3")
    with pytest.raises(UsageError, match="a chapter needs its book"):
        scores_until(scores, None, 3, where="s.json")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[]", "not an object of sessions"),
        ("{", "not JSON"),
        ('{"Session-1": {"position": "somewhere"}}', "s.json Session-1: the position is 'somewhere'"),
        (
            json.dumps({"S": {"position": "Book1-chapter1", "relations with Harry": [{"name": "Ann"}]}}),
            "s.json S Ann: the score .* is missing",
        ),
    ],
)
def test_bad_sessions_are_named(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "s.json"
    path.write_text(content)
    with pytest.raises(SourceError, match=problem):
        read_hpd(path)


@pytest.mark.reference
def test_the_real_workbook_in_spite_of_its_sheet_order(reference_data: Path) -> None:
    path = reference_data / "relations" / "book-1_character_relations_new.xlsx"
    if not path.is_file():
        pytest.skip(f"no {path}")
    scores = read_hpd(path)
    counts = scores.group_by("chapter").len().sort("chapter")
    assert counts["chapter"].to_list() == list(range(1, 18))
    assert counts["len"].sum() == 2 * 528
    last = scores_until(scores, where=path.name)
    assert last["story_time"].unique().to_list() == ["book-1/chapter-17"]
    # The sheet that stands last in the file is chapter 16; by it Snape would be hated.
    snape = {
        chapter: scores_until(scores, 1, chapter, where=path.name).filter(name="Snape")["affection"].to_list()
        for chapter in (16, 17)
    }
    assert max(snape[16]) < 0 < min(snape[17])
