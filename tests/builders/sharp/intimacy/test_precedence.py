import polars as pl
from standfast.builders.sharp.intimacy.precedence import choose, conflicts, settle_labels
from standfast.builders.sharp.intimacy.relation_rules import RATING_SCHEMA

Row = tuple[str, str, str | None, int | None]


def ratings(*rows: Row) -> pl.DataFrame:
    return pl.DataFrame(
        [
            ("s", "p", "c", "to", "work", source, label, f"rule_{label}", sign, level, None, "u", None)
            for source, label, sign, level in rows
        ],
        schema=RATING_SCHEMA,
        orient="row",
    )


def test_of_several_labels_the_strongest_decides_and_the_empty_ones_give_way() -> None:
    settled = settle_labels(
        ratings(("wiki", "teacher", None, None), ("wiki", "mentor", "+", 5), ("wiki", "friend", "+", 4))
    )
    assert settled.select("rule", "affection").rows() == [("rule_mentor", 5)]


def test_labels_of_one_source_that_contradict_one_another_decide_nothing() -> None:
    settled = settle_labels(ratings(("wiki", "lover", "+", 8), ("wiki", "rival", "-", -4)))
    assert settled.select("rule", "label", "affection", "sign").rows() == [
        ("contradiction", "lover; rival", None, None)
    ]


def test_the_order_of_sources_decides_and_an_empty_rating_yields() -> None:
    settled = settle_labels(
        ratings(("wiki", "friend", "+", 5), ("hpd", "x", "-", -4), ("curated", "kin", None, None))
    )
    assert choose(settled, ("curated", "wiki", "hpd")).select("source", "affection").rows() == [("wiki", 5)]
    assert choose(settled, ("hpd", "wiki")).select("source", "affection").rows() == [("hpd", -4)]
    assert choose(settled, ("curated",)).select("source", "affection").rows() == [("curated", None)]


def test_conflicts_are_kept_whole_with_the_used_one_marked() -> None:
    every = ratings(("hpd", "x", "-", -4), ("network", "plus", "+", None), ("wiki", "teacher", None, None))
    chosen = choose(settle_labels(every), ("hpd", "network"))
    assert conflicts(every, chosen).select("source", "kind", "affection", "used").rows() == [
        ("hpd", "sign", -4, True),
        ("network", "sign", None, False),
    ]


def test_levels_that_differ_are_conflicts_and_agreement_is_none() -> None:
    every = ratings(("hpd", "x", "+", 4), ("wiki", "friend", "+", 5))
    chosen = choose(settle_labels(every), ("hpd", "wiki"))
    assert conflicts(every, chosen)["kind"].to_list() == ["level", "level"]
    same = ratings(("hpd", "x", "+", 5), ("wiki", "friend", "+", 5), ("network", "plus", "+", None))
    assert conflicts(same, choose(settle_labels(same), ("hpd",))).is_empty()
