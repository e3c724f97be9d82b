"""Building the picon tables, and the code lists in them."""

import polars as pl
import pytest
import standfast
from standfast.builders.picon.build import check_table, question_table
from standfast.builders.picon.code_lists import phrases
from standfast.errors import BuildError, UsageError

CORE = {
    "birth_year", "born_here", "lives_with_parents", "home_language", "children", "education", "main_activity",
    "field_of_work", "household_saving", "religion",
}  # fmt: skip


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    return standfast.build("picon").tables


def test_fifty_questions_in_three_languages_of_which_ten_are_core(tables: dict[str, pl.DataFrame]) -> None:
    questions = tables["questions"]
    assert questions.group_by("language").len().sort("language").rows() == [
        ("en", 50),
        ("pt", 50),
        ("zh", 50),
    ]
    assert set(questions.filter("core")["question_id"]) == CORE


def test_countries_languages_and_occupations_are_complete(tables: dict[str, pl.DataFrame]) -> None:
    sizes = dict(tables["categories"].group_by("code_system").len().iter_rows())
    assert (sizes["iso-3166-1"], sizes["isced-2011"]) == (249, 9)
    isco = tables["categories"].filter(code_system="isco-08")
    assert isco["code"].str.len_chars().value_counts().sort("code").rows() == [(1, 10), (2, 43)]
    assert (
        isco.filter(pl.col("code").str.len_chars() == 2)
        .select((pl.col("parent") == pl.col("code").str.head(1)).all())
        .item()
    )
    names = tables["categories"].filter(code_system="iso-639-3", code="por").row(0, named=True)
    assert (names["label_en"], names["label_pt"], names["label_zh"]) == (
        "Portuguese",
        "português",
        "葡萄牙语",
    )


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (None, []),
        ("casad(o|a); solteir(ão|ona)", ["casado", "casada", "solteirão", "solteirona"]),
        ("filh(|inh)o", ["filho", "filhinho"]),
        ("a;b;a", ["a", "b"]),
        ("(o|a) (x|y)", ["o x", "o y", "a x", "a y"]),
    ],
)
def test_phrases_of_a_cell(cell: str | None, expected: list[str]) -> None:
    assert phrases(cell) == expected


def test_an_open_bracket_is_an_error() -> None:
    with pytest.raises(BuildError, match=r"'casad\(o' has an open bracket; write choices as \(one\|other\)"):
        phrases("casad(o")


def test_a_question_needs_a_wording_and_a_wording_a_question() -> None:
    questions = pl.DataFrame({"question_id": ["a"]})
    wordings = pl.DataFrame({"question_id": ["b"], "language": ["en"], "text": ["B?"], "retest_text": ["C?"]})
    with pytest.raises(BuildError, match=r"b has a wording but no entry in questions\.tsv"):
        question_table(questions, wordings)
    with pytest.raises(BuildError, match=r"a has no wording in wordings\.tsv"):
        question_table(questions, wordings.clear())


def test_codes_of_a_check_are_lists() -> None:
    row = dict.fromkeys(
        ["check_id", "first", "relation", "second", "first_codes", "low", "high", "when_question", "when_codes",
         "statement"],
    )  # fmt: skip
    table = pl.DataFrame(
        [{**row, "second_codes": "a b", "low": "12"}], schema_overrides=dict.fromkeys(row, pl.String)
    )
    checked = check_table(table).row(0, named=True)
    assert (checked["second_codes"], checked["first_codes"], checked["low"]) == (["a", "b"], [], 12)


def test_there_is_nothing_to_set() -> None:
    with pytest.raises(UsageError, match="picon has no setting 'seed'"):
        standfast.build("picon", {"seed": 1})


def test_persona_prompts_take_what_the_tables_hold(tables: dict[str, pl.DataFrame]) -> None:
    import jinja2

    persona = tables["personas"].row(0, named=True)
    facts = [{"question": "Q?", "answer": "A."}]
    for row in tables["prompts"].filter(role="subject").iter_rows(named=True):
        template = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False).from_string(
            row["text"]
        )
        text = template.render(name=persona["name"], story=persona["story"], facts=facts, date="2026-06-15")
        assert persona["name"] in text
        assert "Q? A." in text


def test_the_shipped_release_holds_what_the_sources_give(tables: dict[str, pl.DataFrame]) -> None:
    shipped = standfast.load_release("picon@1.0.0").tables
    # Names of countries and languages may change with CLDR; everything else is ours.
    ours = ~pl.col("code_system").is_in(["iso-3166-1", "iso-639-3"])
    for name, table in shipped.items():
        keep = ours if name == "categories" else pl.lit(value=True)
        assert table.filter(keep).equals(tables[name].filter(keep)), name
