"""Which edges become claims, and how the graph checks them."""

import polars as pl
import pytest
from standfast.builders.sharp.claims.fold import fold, fold_action
from standfast.builders.sharp.claims.from_edges import pairs_from_edges
from standfast.builders.sharp.claims.graph import build_graph, canonical
from standfast.builders.sharp.claims.labels import portuguese_gender, translations
from standfast.builders.sharp.claims.select import wanted_rows
from standfast.sources.conceptnet.dump import read_dump


def pairs(path, **options):
    edges, _ = read_dump(path, keep=wanted_rows())
    return pairs_from_edges(edges, **options)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("blood_vessels", "blood_vessel"),
        ("Your_Cats", "cat"),
        ("wash_dishes", "wash_dish"),
        ("the_moon", "moon"),
    ],
)
def test_number_articles_and_possessives_fold(one, other):
    assert fold(one) == fold(other)


def test_other_meanings_do_not_fold():
    assert fold("wash_dish") != fold("wash")
    assert fold("boxing") != fold("box")
    assert fold("washing_dishes") == fold("wash_dish")
    assert fold_action(fold("fishing")) == "fish"
    assert fold("the") == "the"


def test_one_claim_per_meaning_and_the_strongest_edge_speaks(dump):
    made, aside = pairs(
        dump(
            ("IsA", "whale/n", "mammal/n/wn/animal", 2.0),
            ("IsA", "whale", "mammal", 3.0),
            ("IsA", "whales", "mammals", 2.5),
            ("HasA", "bicycle", "wheel"),
            ("PartOf", "wheel", "bicycle", 2.5),
        )
    )
    assert sorted(zip(made["relation"], made["weight"], strict=True)) == [("IsA", 3.0), ("PartOf", 2.5)]
    assert aside["another edge has the same meaning"] == 3


def test_what_is_set_aside_is_counted_by_reason(dump):
    made, aside = pairs(
        dump(
            ("IsA", "whale", "mammal"),
            ("RelatedTo", "whale", "sea"),
            ("Desires", "person", "food"),
            ("NotDesires", "person", "rain"),
            ("IsA", "whale", "animal", 1.0),
            ("IsA", "stripper", "person"),
            ("IsA", "cat", "cats"),
            ("IsA", "run/v", "animal"),
            ("IsA", "quokka", "mammal"),
            ("AtLocation", "moon", "kitchen"),
            ("HasProperty", "water", "wonderful"),
        )
    )
    assert made["factual_en"].to_list() == ["A whale is a mammal."]
    assert dict(aside) == {
        "relation carries no claim": 1,
        "weight too low": 1,
        "blocked word": 1,
        "start and end mean the same": 1,
        "start is not a noun": 1,
        "start is not in the lexicon": 1,
        "the two kinds of thing do not go together": 1,
        "end is not in the lexicon": 1,
    }


def test_a_claim_that_a_not_edge_contradicts_is_rejected_both_ways(dump):
    made, aside = pairs(
        dump(
            ("CapableOf", "penguin", "fly"), ("NotCapableOf", "penguins", "fly"), ("CapableOf", "owl", "fly")
        )
    )
    assert made["factual_en"].to_list() == ["An owl can fly."]
    assert aside["another edge says the opposite"] == 2


def test_a_weak_edge_is_evidence_though_no_claim(dump):
    made, _ = pairs(dump(("CapableOf", "penguin", "fly"), ("NotCapableOf", "penguin", "fly", 0.5)))
    assert made.is_empty()


def test_an_antonym_edge_contradicts(dump):
    made, _ = pairs(dump(("IsA", "dolphin", "fish"), ("Antonym", "fish", "dolphin")))
    assert made.is_empty()


def test_every_edge_that_speaks_against_a_claim_counts_both_ways(dump):
    against = [
        ("Antonym", "mammal", "whale"),
        ("DistinctFrom", "mammal", "whale"),
        ("DistinctFrom", "whale", "mammal"),
        ("NotIsA", "whales", "mammals"),
    ]
    for edge in against:
        made, aside = pairs(dump(("IsA", "whale", "mammal"), edge))
        assert made.is_empty(), edge
        assert aside["another edge says the opposite"] >= 1


def test_a_class_opposed_to_another_of_the_same_thing_contradicts(dump):
    made, _ = pairs(
        dump(("IsA", "tomato", "fruit"), ("IsA", "tomato", "berry"), ("Antonym", "berry", "fruit"))
    )
    assert made.is_empty()


def test_what_prevents_something_is_not_needed_for_it(dump):
    made, _ = pairs(dump(("HasPrerequisite", "sew", "needle"), ("ObstructedBy", "sew", "needle", 0.5)))
    assert made.is_empty()


def test_a_denial_that_an_edge_asserts_is_rejected(dump):
    made, aside = pairs(dump(("NotHasA", "snake", "leg"), ("PartOf", "legs", "snake", 0.5)))
    assert made.is_empty()
    assert aside["another edge says the opposite"] == 1


def test_an_antonym_edge_names_the_contrast_where_the_lexicon_has_the_two_exclude_each_other(dump):
    starts = [
        "orange",
        "grape",
        "tomato",
        "apple",
        "peach",
        "pear",
        "lemon",
        "watermelon",
        "strawberry",
        "cherry",
    ]
    edges = [("HasProperty", start, "juicy") for start in starts]
    plain, _ = pairs(dump(*edges))
    opposed, _ = pairs(dump(*edges, ("Antonym", "sticky", "juicy"), name="opposed.csv"))
    assert set(plain["transformation"]) == {"negation"}
    assert "antonym" in opposed["transformation"].to_list()
    told = opposed.filter(pl.col("transformation") == "antonym")
    assert all(text.endswith("always sticky.") for text in told["counterfactual_en"])
    animals = ["cat", "dog", "horse", "cow", "fox", "bear", "wolf", "lion", "tiger", "camel"]
    classes = [("IsA", animal, "mammal") for animal in animals]
    made, _ = pairs(
        dump(*classes, ("Antonym", "bird", "mammal"), ("Antonym", "mammal", "person"), name="classes.csv")
    )
    contrasts = made.filter(pl.col("transformation") == "antonym")["counterfactual_en"]
    assert contrasts.len() > 1
    assert all(text.endswith("is a bird.") for text in contrasts)


def test_a_counterfactual_that_another_edge_supports_is_rejected(dump):
    made, _ = pairs(
        dump(
            ("IsA", "whale", "mammal"),
            ("IsA", "whale", "reptile"),
            ("HasProperty", "snow", "cold"),
            ("HasProperty", "snow", "hot"),
        )
    )
    assert made.is_empty()


def test_support_over_a_chain_of_classes_counts(dump):
    made, _ = pairs(dump(("IsA", "cobra", "snake"), ("IsA", "snake", "reptile"), ("IsA", "cobra", "bird")))
    assert "A cobra is a bird." not in made["factual_en"].to_list()


def test_classes_that_exclude_each_other_cannot_both_hold(dump):
    made, _ = pairs(dump(("IsA", "mosquito", "bird"), ("IsA", "mosquito", "insect")))
    assert made.is_empty()


def test_a_not_edge_gives_a_negative_fact_and_a_counterfactual_without_negation(dump):
    made, _ = pairs(dump(("NotCapableOf", "pig", "fly")))
    row = made.row(0, named=True)
    assert (row["factual_en"], row["counterfactual_en"]) == ("A pig cannot fly.", "A pig can fly.")
    assert (row["factual_zh"], row["counterfactual_zh"]) == ("猪不会飞。", "猪会飞。")
    assert (row["transformation"], row["qualifier"]) == ("negation", None)


def test_a_word_that_denies_already_is_never_denied_again(dump):
    edges = [
        ("HasProperty", thing, "invisible")
        for thing in ("air", "gravity", "wind", "oxygen", "nitrogen", "helium")
    ]
    made, _ = pairs(dump(*edges))
    assert made.height == 6
    assert set(made["transformation"]) == {"antonym"}
    assert all("总是看得见的" in text for text in made["counterfactual_zh"])


def test_both_transformations_occur_and_depend_on_the_assertion_alone(dump):
    animals = ["cat", "dog", "horse", "cow", "fox", "bear", "wolf", "lion", "tiger", "camel", "sheep", "goat"]
    edges = [("IsA", animal, "mammal") for animal in animals]
    made, _ = pairs(dump(*edges))
    again, _ = pairs(dump(*edges[::-1]))
    assert set(made["transformation"]) == {"negation", "antonym"}
    assert made.sort("assertion_uri").equals(again.sort("assertion_uri"))


def test_the_licence_stays_with_the_row(dump):
    path = dump(("IsA", "whale", "mammal"))
    path.write_text(path.read_text().replace("cc:by/4.0", "cc:by-sa/4.0"))
    made, _ = pairs(path)
    assert made["licence"].to_list() == ["cc:by-sa/4.0"]


NAMES = [
    ("Synonym", "quokka/n", "/c/zh/短尾矮袋鼠"), ("Synonym", "quokka/n", "/c/pt/quoca"), ("IsA", "quokka", "mammal"),
]  # fmt: skip


def test_a_noun_beyond_the_lexicon_is_named_by_the_graph(dump):
    made, _ = pairs(dump(*NAMES))
    assert made.select("factual_en", "factual_zh", "factual_pt").row(0) == (
        "A quokka is a mammal.", "短尾矮袋鼠是一种哺乳动物。", "A quoca é um mamífero.",
    )  # fmt: skip


def test_both_scripts_are_one_name_and_a_word_of_two_meanings_has_none(dump):
    edges, _ = read_dump(
        dump(
            ("Synonym", "hen", "/c/zh/母雞"),
            ("Synonym", "hen", "/c/zh/母鸡"),
            ("Synonym", "seal", "/c/zh/海豹"),
            ("Synonym", "seal", "/c/zh/印章"),
            ("Synonym", "bank", "/c/zh/银行"),
            ("Synonym", "depository", "/c/zh/银行"),
            ("Synonym", "/c/zh/乌鸦", "crow", 1.0),
            ("Synonym", "crow", "/c/zh/公鸡", 0.5),
        )
    )
    assert translations(edges, "zh") == {"hen": "母鸡", "crow": "乌鸦"}


@pytest.mark.parametrize(
    ("word", "gender"),
    [("lontra", "f"), ("golfinho", "m"), ("nação", "f"), ("problema", None), ("elefante", None)],
)
def test_gender_is_told_by_the_ending_or_not_at_all(word, gender):
    assert portuguese_gender(word) == gender


def test_what_has_no_name_is_set_aside_or_left_to_a_translator(dump):
    path = dump(("IsA", "quokka", "mammal"))
    made, aside = pairs(path)
    assert made.is_empty()
    assert sum(aside.values()) == 1
    made, aside = pairs(path, unnamed=True)
    row = made.row(0, named=True)
    assert row["factual_en"] == "A quokka is a mammal."
    assert [row[name] for name in ("factual_zh", "counterfactual_zh", "factual_pt", "counterfactual_pt")] == [
        None
    ] * 4
    assert not aside


def test_canonical_forms():
    assert canonical("Antonym", "hot", "cold") == canonical("Antonym", "cold", "hot")
    assert canonical("HasA", "car", "wheel") == canonical("PartOf", "wheel", "car")
    assert canonical("IsA", "a", "b") != canonical("IsA", "b", "a")
    graph = build_graph([("InstanceOf", "rex", "dog"), ("IsA", "dog", "animal")])
    assert graph.supports("IsA", "rex", "animal")
    assert not graph.supports("IsA", "animal", "rex")


def test_wanted_rows_are_english_claims_and_names_only(dump):
    edges, counts = read_dump(
        dump(
            ("IsA", "cat", "animal"),
            ("NotMadeOf", "cat", "wood"),
            ("RelatedTo", "cat", "dog"),
            ("IsA", "/c/pt/gato", "/c/pt/animal"),
            ("Synonym", "/c/pt/gato", "cat"),
            ("Synonym", "cat", "/c/fr/chat"),
        ),
        keep=wanted_rows(),
    )
    assert edges["line"].to_list() == [1, 2, 5]
    assert counts.passed_over == 3
    assert isinstance(edges, pl.DataFrame)


def test_every_english_edge_is_a_claim_or_set_aside(dump):
    edges = [("IsA", name, "mammal") for name in ("cat", "cats", "dog", "stripper", "quokka", "sofa")]
    edges += [("UsedFor", "pen", "write"), ("RelatedTo", "a", "b"), ("Antonym", "hot", "cold")]
    made, aside = pairs(dump(*edges))
    told = len([edge for edge in edges if edge[0] != "RelatedTo"])
    assert made.height + sum(aside.values()) == told


def test_rows_without_a_licence_are_evidence_and_no_claims(tmp_path, dump):
    triples = tmp_path / "triples.tsv"
    triples.write_text("NotCapableOf\ta penguin\tfly\nCapableOf\towl\tfly\n")
    from standfast.builders.sharp.claims.read import read_edges

    edges, _ = read_edges((dump(("CapableOf", "penguin", "fly"), ("CapableOf", "bee", "fly")), triples))
    made, aside = pairs_from_edges(edges)
    assert made["factual_en"].to_list() == ["A bee can fly."]
    assert aside["its licence is not stated (--triples-licence), so it is evidence only"] == 2
    assert aside["another edge says the opposite"] == 1
