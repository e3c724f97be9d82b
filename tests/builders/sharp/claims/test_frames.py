"""The row's own English sentence decides how the claim is said, or that there is none."""

import pytest
from standfast.builders.sharp.claims.frames import DENIES, ELSEWHERE, HEDGED, read_frames
from standfast.builders.sharp.claims.from_edges import pairs_from_edges
from standfast.builders.sharp.claims.original_wording import SLOTS, slots
from standfast.builders.sharp.claims.read import read_edges
from standfast.builders.sharp.claims.select import wanted_rows
from standfast.sources.conceptnet.dump import read_dump


def pairs(path):
    edges, _ = read_edges([path])
    return pairs_from_edges(edges)


SAID = [
    (("IsA", "ferret", "mammal"), "[[a ferret]] is [[a mammal]].", "A ferret is a mammal.", "A ferret is in no way a mammal."),
    (("IsA", "ferret", "mammal"), "[[ferrets]] are [[mammals]]", "Ferrets are mammals.", "Ferrets are in no way mammals."),
    (("IsA", "desk", "furniture"), "[[desks]] are [[furniture]]", "Desks are pieces of furniture.", "Desks are in no way pieces of furniture."),
    (("IsA", "copper", "metal"), "[[copper]] is a kind of [[metal]]", "Copper is a kind of metal.", "Copper is in no way a kind of metal."),
    (("IsA", "violin", "musical_instrument"), "[[a violin]] is a type of [[musical instrument]].", "A violin is a type of musical instrument.", "A violin is in no way a type of musical instrument."),
    (("HasA", "eagle", "wing"), "[[Eagles]] have [[wings]]", "Eagles have wings.", "Eagles have no wings at all."),
    (("HasA", "lizard", "tail"), "[[lizards]] have [[a tail]]", "Lizards have tails.", "Lizards have no tails at all."),
    (("PartOf", "toe", "foot"), "*[[foot]] has [[toes]].", "A foot has toes.", "A foot has no toes at all."),
    (("PartOf", "nose", "face"), "[[a nose]] is a part of [[a face]]", "A nose is a part of a face.", "A nose is in no way a part of a face."),
    (("UsedFor", "fridge", "keep_food_cold"), "You can use [[a fridge]] to [[keep food cold]]", "You can use a fridge to keep food cold.", "You can never use a fridge to keep food cold."),
    (("UsedFor", "clock", "measure_time"), "[[clocks]] are used to [[measure time]].", "Clocks are used to measure time.", "Clocks are never used to measure time."),
    (("UsedFor", "candle", "decoration"), "[[candles]] can be used for [[decoration]].", "Candles can be used for decoration.", "Candles can never be used for decoration."),
    (("UsedFor", "stapler", "hold_paper_together"), "[[a stapler]] is for [[holding paper together]].", "A stapler is used for holding paper together.", "A stapler is never used for holding paper together."),
    (("UsedFor", "pan", "cook"), "[[the pan]] can be used to [[cook]]", "A pan can be used to cook.", "A pan can never be used to cook."),
    (("MadeOf", "boot", "leather"), "[[boots]] are made from [[leather]].", "Boots can be made from leather.", "Boots can never be made from leather."),
    (("CapableOf", "falcon", "fly"), "[[falcons]] can [[fly]]", "Falcons can fly.", "Falcons can never fly."),
    (("ReceivesAction", "potato", "boil"), "[[potatoes]] can be [[boiled]]", "Potatoes can be boiled.", "Potatoes can never be boiled."),
    (("AtLocation", "fish", "aquarium"), "Somewhere [[a fish]] can be is in [[an aquarium]]", "A fish can be in an aquarium.", "A fish can never be in an aquarium."),
    (("AtLocation", "tree", "australia"), "there are [[trees]] in [[australia]]", "There are trees in Australia.", "There are no trees at all in Australia."),
    (("AtLocation", "sand", "egypt"), "*There are [[egypt]] [[sand]]", "You can find sand in Egypt.", "You can never find sand in Egypt."),
    (("Causes", "rain", "flood"), "[[rain]] causes [[floods]]", "Rain causes floods.", "Rain never causes floods."),
    (("HasPrerequisite", "knit", "yarn"), "[[knitting]] requires [[yarn]]", "Knitting requires yarn.", "Knitting never requires yarn."),
]  # fmt: skip


@pytest.mark.parametrize(("edge", "sentence", "factual", "denied"), SAID)
def test_a_sentence_is_said_again_and_denied(dump, edge, sentence, factual, denied):
    row = pairs(dump((*edge, 2.0, sentence)))[0].row(0, named=True)
    assert row["factual_en"] == factual
    if row["transformation"] == "negation":
        assert row["counterfactual_en"] == denied


def test_contrasts_keep_the_frame_and_its_number(dump):
    made, _ = pairs(
        dump(
            ("HasProperty", "sword", "sharp", 2.0, "[[swords]] are [[sharp]]"),
            ("HasProperty", "knife", "sharp", 2.0, "[[knives]] are [[sharp]]"),
        )
    )
    rows = made.sort("transformation").select(
        "factual_en", "transformation", "counterfactual_en", "qualifier"
    )
    assert rows.rows() == [
        ("Swords are sharp.", "antonym", "Swords are always blunt.", "always"),
        ("Knives are sharp.", "negation", "Knives are never sharp.", "never"),
    ]


DENIED = [
    (("NotCapableOf", "pig", "fly"), "[[pigs]] do not [[fly]]", "Pigs do not fly.", "Pigs fly."),
    (("NotCapableOf", "water", "burn"), "[[Water]] doesn't [[burn]]", "Water does not burn.", "Water burns."),
    (("NotCapableOf", "horse", "speak"), "[[a horse]] can't [[speak]]", "A horse cannot speak.", "A horse can speak."),
    (("NotHasA", "snake", "leg"), "[[A snake]] does not have [[legs]]", "A snake does not have legs.", "A snake has legs."),
    (("NotHasA", "bird", "tooth"), "[[birds]] don't have [[teeth]]", "Birds do not have teeth.", "Birds have teeth."),
    (("NotIsA", "spider", "insect"), "[[spiders]] are not [[insects]]", "Spiders are not insects.", "Spiders are insects."),
    (("NotHasProperty", "rock", "alive"), "[[rocks]] aren't [[alive]]", "Rocks are not alive.", "Rocks are alive."),
]  # fmt: skip


@pytest.mark.parametrize(("edge", "sentence", "factual", "counterfactual"), DENIED)
def test_a_denial_loses_its_negation(dump, edge, sentence, factual, counterfactual):
    row = pairs(dump((*edge, 2.0, sentence)))[0].row(0, named=True)
    assert (row["factual_en"], row["counterfactual_en"]) == (factual, counterfactual)
    assert (row["transformation"], row["qualifier"]) == ("negation", None)


@pytest.mark.parametrize(
    ("edge", "sentence", "reason"),
    [
        (("HasProperty", "needle", "sharp"), "[[needles]] are usually [[sharp]]", HEDGED),
        (("HasProperty", "needle", "sharp"), "[[a needle]] can be [[sharp]]", HEDGED),
        (("HasA", "cat", "fur"), "[[most cats]] have [[fur]]", HEDGED),
        (("IsA", "whale", "mammal"), "[[a whale]] may be [[a mammal]]", HEDGED),
        (("NotHasProperty", "rock", "alive"), "[[a rock]] is not always [[alive]]", HEDGED),
        (("CapableOf", "pig", "fly"), "[[pigs]] never [[fly]]", DENIES),
        (("HasProperty", "rock", "alive"), "[[a rock]] isn't [[alive]]", DENIES),
        (("AtLocation", "shoe", "bed"), "*Something you find under [[a bed]] is [[shoes]]", ELSEWHERE),
        (("AtLocation", "shoe", "bed"), "You are likely to find [[shoes]] close to [[a bed]].", ELSEWHERE),
    ],
)
def test_a_sentence_that_says_less_or_another_thing_is_no_claim(dump, edge, sentence, reason):
    made, aside = pairs(dump((*edge, 2.0, sentence)))
    assert made.is_empty()
    assert aside == {reason: 1}


@pytest.mark.parametrize(
    ("edge", "sentence", "factual"),
    [
        (("AtLocation", "book", "shelf"), "You are likely to find [[a book]] on [[a shelf]]", "You can find books on a shelf."),
        (("AtLocation", "book", "shelf"), "*Something you find on [[a shelf]] is [[books]]", "You can find books on a shelf."),
        (("CapableOf", "bird", "fly"), "An activity [[a bird]] can do is [[fly]].", "A bird can fly."),
        (("UsedFor", "bed", "sleep"), "*When you want to [[sleep]], you will use [[a bed]].", "A bed can be used for sleeping."),
        (("UsedFor", "hotel", "rest"), "You can use [[a hotel]] to [[rest]]", "A hotel can be used for resting."),
        (("Causes", "rain", "flood"), "Sometimes [[rain]] causes [[floods]]", "Rain can cause floods."),
        (("IsA", "paris", "city"), "[[Paris]] is a kind of [[city]]", "Paris is a city."),
        (("HasA", "water", "wheel"), None, None),
        (("CapableOf", "bird", "fly"), "[[the]] can [[fly]]", "A bird can fly."),
        (("CapableOf", "bird", "fly"), "no spans at all", "A bird can fly."),
    ],
)  # fmt: skip
def test_other_sentences_give_way_to_a_template(dump, edge, sentence, factual):
    made, _ = pairs(dump((*edge, 2.0, sentence)))
    assert made["factual_en"].to_list() == ([factual] if factual else [])


def test_what_boats_have_they_can_have(dump):
    row = pairs(dump(("HasA", "boat", "sail", 2.0, "[[boats]] have [[sails]]")))[0].row(0, named=True)
    assert (row["factual_en"], row["counterfactual_en"]) == (
        "A boat can have sails.",
        "A boat can never have sails.",
    )
    assert (row["factual_zh"], row["counterfactual_zh"]) == ("小船可以有帆。", "小船根本不能有帆。")
    assert (row["factual_pt"], row["counterfactual_pt"]) == (
        "O barco pode ter velas.",
        "O barco nunca pode ter velas.",
    )
    assert row["qualifier"] == "never"


def test_both_ways_of_reading_give_the_same_frames(dump):
    path = dump(*((*edge, 2.0, sentence) for edge, sentence, _, _ in SAID))
    whole, _ = read_dump(path, keep=wanted_rows())
    assert pairs_from_edges(whole)[0].equals(pairs(path)[0])


def test_every_frame_of_the_table_can_be_filled():
    for (relation, text), frame in read_frames().items():
        assert text.count("{start}") == text.count("{end}") == 1
        assert slots(frame.asserted + frame.denied + frame.absolute) <= set(SLOTS)
        assert bool(frame.absolute) == bool(frame.qualifier) == (not relation.startswith("Not"))
        words = frame.qualifier.split(" ... ")
        assert all(word in frame.absolute for word in words)
