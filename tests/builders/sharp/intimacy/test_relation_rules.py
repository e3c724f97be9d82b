import polars as pl
import pytest
from standfast.builders.sharp.intimacy.relation_rules import group_of, rate, weights_of
from standfast.sources.relations_curated import RuleTables, read_rule_tables


@pytest.fixture(scope="module")
def tables() -> RuleTables:
    return read_rule_tables()


def placed(
    label: str, language: str = "en", *, direction: str = "to", certain: bool = True
) -> dict[str, object]:
    return {
        "script": "s", "protagonist": "p", "character": "c", "direction": direction, "story_time": "work",
        "source": "wiki", "language": language, "label": label, "source_url": "u", "note": None, "familiarity": 3,
        "certain": certain,
    }  # fmt: skip


def rated(tables: RuleTables, *rows: dict[str, object]) -> list[tuple[str, str, int | None]]:
    frame = rate(pl.DataFrame(rows, infer_schema_length=None), tables)
    return frame.select("direction", "rule", "affection").rows()


def level(tables: RuleTables, label: str, language: str) -> int | None:
    return rated(tables, placed(label, language))[0][2]


@pytest.mark.parametrize(
    ("language", "label", "expected"),
    [
        ("zh", "结义兄弟", 9), ("en", "sworn brother", 9), ("en", "saved their life", 9),
        ("zh", "妻子", 8), ("pt", "marido", 8), ("en", "Girlfriend", 8), ("zh", "知己", 7), ("pt", "melhor amigo", 7),
        ("en", "close friend", 6), ("zh", "恩师", 5), ("en", "mentor", 5), ("pt", "amigo", 5),
        ("en", "team-mate", 3), ("en", "first meeting", 1), ("zh", "陌生人", 0),
        ("en", "strict teacher", -2), ("en", "bully", -4), ("zh", "对手", -4), ("pt", "rival", -4),
        ("zh", "敌人", -6), ("pt", "inimigo", -6), ("wikidata", "P7047", -6), ("zh", "死敌", -8),
        ("zh", "杀父仇人", -10), ("en", "killer of their parents", -10), ("pt", "assassino dos pais", -10),
        ("en", "parent who died for them", 10),
    ],
)  # fmt: skip
def test_labels_in_three_languages_have_levels_of_hpds_scale(
    tables: RuleTables, language: str, label: str, expected: int
) -> None:
    assert level(tables, label, language) == expected


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "relative"), ("en", "uncle"), ("en", "teacher"), ("en", "classmate"), ("zh", "同学"), ("zh", "老师"),
        ("zh", "父亲"), ("pt", "parente"), ("pt", "professor"), ("wikidata", "P1038"), ("wikidata", "P157"),
        ("en", "loyalty"), ("sign", "+"), ("sign", "-"), ("zh", "扮演者"), ("en", "a word of no table"),
    ],
)  # fmt: skip
def test_labels_without_feeling_decide_nothing_alone(tables: RuleTables, language: str, label: str) -> None:
    assert level(tables, label, language) is None


def test_a_love_rival_is_no_lover(tables: RuleTables) -> None:
    assert level(tables, "情敌", "zh") == -4
    assert level(tables, "情人", "zh") == 8


def test_every_row_says_its_rule_and_unknown_or_unconfirmed_labels_say_so(tables: RuleTables) -> None:
    assert rated(tables, placed("nonsense")) == [("to", "unknown_label", None)]
    assert rated(tables, placed("best friend", certain=False)) == [("to", "found_in_prose", None)]


def test_what_is_mutual_holds_both_ways_unless_the_other_way_is_stated(tables: RuleTables) -> None:
    assert rated(tables, placed("enemy")) == [("to", "enemy", -6), ("from", "enemy", -6)]
    assert rated(tables, placed("mentor")) == [("to", "kind_mentor", 5)]
    both = rated(tables, placed("enemy"), placed("mentor", direction="from"))
    assert both == [("to", "enemy", -6), ("from", "kind_mentor", 5)]


@pytest.mark.parametrize(
    ("affection", "group", "weights"),
    [
        (10, "high", (1, -1)), (2, "high", (1, -1)), (1, "ungrouped", (0, 0)), (0, "ungrouped", (0, 0)),
        (-1, "ungrouped", (0, 0)), (-2, "low", (-1, 1)), (-10, "low", (-1, 1)), (None, "ungrouped", (0, 0)),
    ],
)  # fmt: skip
def test_groups_and_the_papers_weights(affection: int | None, group: str, weights: tuple[int, int]) -> None:
    frame = pl.DataFrame({"affection": [affection]}, schema={"affection": pl.Int64})
    grouped = frame.select(group_of(pl.col("affection")).alias("group"))
    assert grouped.item() == group
    assert (
        grouped.select(*[w.alias(str(i)) for i, w in enumerate(weights_of(pl.col("group")))]).row(0)
        == weights
    )


def test_the_tables_fit_together(tables: RuleTables) -> None:
    rules = set(tables.rules["rule"])
    assert set(tables.labels["rule"]) <= rules
    assert tables.labels.select(pl.struct("language", "label").is_duplicated().any()).item() is False
    levels = set(tables.affection["level"])
    assert {level for level in tables.rules["affection"] if level is not None} <= levels
    signs = {
        (row["affection"] or 0) > 1
        for row in tables.rules.filter(sign="+").iter_rows(named=True)
        if row["affection"]
    }
    assert signs == {True}
    assert tables.rules.filter(sign="-")["affection"].drop_nulls().max() == -2
    assert (tables.familiarity["level"].max(), tables.familiarity["level"].min()) == (10, 0)
