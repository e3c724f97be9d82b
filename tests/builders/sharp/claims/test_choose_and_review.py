"""The choice is balanced, reproducible and exact; decisions are taken on the wording that was read."""

import polars as pl
import pytest
from standfast.builders.sharp.claims.choose import choose_counterfactuals, choose_pairs
from standfast.builders.sharp.claims.pairs import PAIR, curated_pairs, without_repeated_texts
from standfast.builders.sharp.claims.review import DECISIONS, apply_decisions, review_sheet, take_decisions
from standfast.builders.sharp.claims.tables import claim_id, claim_tables, pair_tables
from standfast.errors import BuildError

NO_DECISIONS = pl.DataFrame(schema=dict.fromkeys(DECISIONS, pl.String))


def pair(number, relation="IsA", domain="zoology", transformation="negation", start=None, **texts):
    words = {name: f"{name} {number}" for name in PAIR if name.startswith(("factual", "counterfactual"))}
    return {
        "assertion_uri": f"/a/[/r/{relation}/,/c/en/x{number}/,/c/en/y/]",
        "relation": relation,
        "start": start or f"/c/en/x{number}",
        "end": "/c/en/y",
        "domain": domain,
        "weight": None,
        "dataset": "/d/test",
        "licence": "cc:by/4.0",
        "transformation": transformation,
        "qualifier": "never" if transformation == "negation" else None,
        "review": "unreviewed",
        **words,
        **texts,
    }


def frame(*rows):
    return pl.DataFrame(list(rows), schema=PAIR)


MANY = frame(
    *(pair(n, "AtLocation", "food") for n in range(300)),
    *(pair(n, "IsA", "zoology", "antonym") for n in range(300, 400)),
    *(pair(n, "IsA", "arts") for n in range(400, 420)),
    *(pair(n, "PartOf", "botany") for n in range(420, 430)),
)


def test_relations_and_domains_take_turns():
    chosen = choose_pairs(MANY, 70, seed=7)
    counts = dict(chosen.group_by("relation").len().iter_rows())
    assert counts == {"AtLocation": 30, "IsA": 30, "PartOf": 10}
    domains = dict(chosen.filter(pl.col("relation") == "IsA").group_by("domain").len().iter_rows())
    assert domains == {"zoology": 15, "arts": 15}


def test_the_choice_depends_on_pairs_and_seed_alone():
    one = choose_pairs(MANY, 70, seed=7)["assertion_uri"].sort()
    assert choose_pairs(MANY.reverse(), 70, seed=7)["assertion_uri"].sort().equals(one)
    assert not choose_pairs(MANY, 70, seed=8)["assertion_uri"].sort().equals(one)


def test_no_concept_starts_most_claims():
    rows = [pair(n, start="/c/en/cat") for n in range(50)] + [pair(n) for n in range(50, 60)]
    chosen = choose_pairs(frame(*rows), 16, seed=1)
    assert chosen.filter(pl.col("start") == "/c/en/cat").height == 6
    assert choose_pairs(frame(*rows), 40, seed=1).height == 40


def test_both_transformations_are_told():
    told = choose_counterfactuals(MANY, 100, seed=7).filter("is_counterfactual")
    assert dict(told.group_by("transformation").len().iter_rows()) == {"antonym": 45, "negation": 55}


def test_few_antonyms_give_way_to_negations_and_the_other_way_round():
    few = frame(*(pair(n) for n in range(50)), *(pair(n, transformation="antonym") for n in range(50, 53)))
    told = choose_counterfactuals(few, 20, seed=7).filter("is_counterfactual")
    assert dict(told.group_by("transformation").len().iter_rows()) == {"antonym": 3, "negation": 17}
    most = frame(*(pair(n, transformation="antonym") for n in range(50)), pair(51))
    assert choose_counterfactuals(most, 20, seed=7).filter("is_counterfactual").height == 20


def test_more_than_there_are_is_an_error():
    with pytest.raises(BuildError, match="only 430 assertions can be phrased, 500 are asked for"):
        choose_pairs(MANY, 500, seed=7)
    with pytest.raises(BuildError, match="counterfactual"):
        choose_counterfactuals(MANY, 500, seed=7)


def test_texts_occur_once_whatever_the_reading():
    rows = frame(
        pair(1), pair(2, factual_en="Counterfactual_EN 1"), pair(3, factual_zh="x", counterfactual_zh="x")
    )
    first, others = without_repeated_texts(rows)
    assert first["assertion_uri"].to_list() == [rows["assertion_uri"][0]]
    assert others.height == 2


def test_claims_and_pairs_tell_the_same():
    told = choose_counterfactuals(MANY, 100, seed=7)
    claims, pairs = claim_tables(told), pair_tables(told)
    english, chinese = claims["claims_en"], claims["claims_zh"]
    assert english["claim_id"].equals(chinese["claim_id"])
    assert english.filter(~pl.col("factual")).height == 100
    row = english.filter(~pl.col("factual")).row(0, named=True)
    assert row["text"].startswith("counterfactual_en")
    assert row["claim_id"] == claim_id(row["assertion_uri"], row["transformation"])
    match = pairs["pairs_en"].filter(pl.col("counterfactual_id") == row["claim_id"]).row(0, named=True)
    assert match["counterfactual_text"] == row["text"]
    true = english.filter("factual").row(0, named=True)
    assert (true["transformation"], true["qualifier"]) == ("none", None)
    assert true["claim_id"] in pairs["pairs_pt"]["factual_id"].to_list()


def test_ids_are_stable():
    assert claim_id("/a/[/r/IsA/,/c/en/whale/,/c/en/mammal/]", "none") == "c16df1f6383cbe6a"


def filled(sheet, **decisions):
    rows = sheet.to_dicts()
    for row in rows:
        change = decisions.get(row["assertion_uri"].split("/c/en/")[1].strip("/,"), {})
        row.update(change)
    return pl.DataFrame(rows, schema=sheet.schema)


def test_decisions_go_out_and_come_back():
    pairs = frame(pair(1), pair(2), pair(3), pair(4))
    sheet = filled(
        review_sheet(pairs),
        x1={"decision": "accept"},
        x2={"decision": "edit", "factual_pt": "melhor"},
        x3={"decision": "reject", "reason": "not true of all"},
    )
    decisions = take_decisions(sheet, pairs, NO_DECISIONS)
    applied = {
        row["assertion_uri"][-18:]: row for row in apply_decisions(pairs, decisions).iter_rows(named=True)
    }
    assert [row["review"] for row in applied.values()] == ["accepted", "edited", "unreviewed"]
    edited = next(row for row in applied.values() if row["review"] == "edited")
    assert (edited["factual_pt"], edited["factual_en"]) == ("melhor", "factual_en 2")


def test_a_newer_decision_replaces_an_older_one():
    pairs = frame(pair(1), pair(2))
    first = take_decisions(
        filled(review_sheet(pairs), x1={"decision": "accept"}, x2={"decision": "accept"}), pairs, NO_DECISIONS
    )
    second = take_decisions(
        filled(review_sheet(pairs), x1={"decision": "reject", "reason": "no"}), pairs, first
    )
    assert second["decision"].to_list() == ["reject", "accept"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"decision": "ok"}, "is not a decision"),
        ({"decision": "reject"}, "needs a reason"),
        ({"decision": "edit"}, "nothing is edited"),
        ({"decision": "accept", "factual_en": "other"}, "a text was changed"),
        ({"decision": "edit", "factual_en": None}, "emptied"),
        ({"decision": "accept", "assertion_uri": "/a/[/r/IsA/,/c/en/x1/,/c/en/z/]"}, "not built"),
    ],
)
def test_a_decision_that_cannot_be_meant_is_refused(change, words):
    pairs = frame(pair(1))
    with pytest.raises(BuildError, match=words):
        take_decisions(filled(review_sheet(pairs), x1=change), pairs, NO_DECISIONS)


def test_a_decision_on_other_wording_does_not_count():
    pairs = frame(pair(1))
    decisions = take_decisions(filled(review_sheet(pairs), x1={"decision": "accept"}), pairs, NO_DECISIONS)
    with pytest.raises(BuildError, match="wording has changed"):
        apply_decisions(frame(pair(1, factual_en="new")), decisions)


def test_the_curated_assertions_are_whole():
    pairs = curated_pairs()
    assert pairs.height >= 1_300
    assert pairs["assertion_uri"].is_unique().all()
    assert pairs["relation"].n_unique() >= 10
    assert pairs["domain"].n_unique() >= 12
    assert pairs.drop("weight", "qualifier").null_count().pipe(lambda counts: sum(counts.row(0))) == 0
    assert without_repeated_texts(pairs)[1].is_empty()
