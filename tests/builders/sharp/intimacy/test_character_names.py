import polars as pl
from standfast.builders.sharp.intimacy.character_names import fold_name, name_index, place_relations
from standfast.sources.relations import Relation, relation_frame
from standfast.sources.relations_curated import Cast

CAST = Cast(
    scripts=pl.DataFrame({"script": ["s"]}),
    protagonists=pl.DataFrame(
        {"script": ["s", "s"], "protagonist": ["ana", "rui"], "story_time": ["work", "work"]}
    ),
    characters=pl.DataFrame(
        [
            ("s", "ana", "Ana Lima", "安娜·利马", "Ana Lima", ["Lima"]),
            ("s", "rui", "Rui Sá", "鲁伊", "Rui Sá", ["Sá"]),
            ("s", "eva", "Eva Lima", "伊娃", "Eva Lima", ["Lima"]),
        ],
        schema=["script", "character", "name_en", "name_zh", "name_pt", "aliases"],
        orient="row",
    ),
    source_names=pl.DataFrame(
        [("s", "hpd", "Evva", "eva")], schema=["script", "source", "name", "character"], orient="row"
    ),
)


def test_names_match_whatever_their_case_spaces_and_dots() -> None:
    assert fold_name("  ANA   Lima ") == fold_name("Ana Lima")
    assert fold_name("安娜 • 利马") == fold_name("安娜·利马")


def test_a_name_of_two_people_says_nothing_and_a_spelling_holds_for_its_source() -> None:
    index = name_index(CAST, "s", "hpd")
    assert fold_name("Lima") not in index
    assert index[fold_name("evva")] == "eva"
    assert fold_name("evva") not in name_index(CAST, "s", "wiki")


def test_relations_get_ids_and_a_direction_and_strangers_are_counted() -> None:
    frame = relation_frame(
        Relation("wiki", subject, target, "friend", "en", "x", "u")
        for subject, target in [
            ("Ana Lima", "Eva Lima"),
            ("Eva Lima", "rui sá"),
            ("Ana Lima", "Rui Sá"),
            ("Ana Lima", "Zé"),
        ]
    )
    placed, unknown = place_relations(frame, CAST)
    assert placed.select("protagonist", "character", "direction").rows() == [
        ("ana", "eva", "to"),
        ("rui", "eva", "from"),
        ("ana", "rui", "to"),
        ("rui", "ana", "from"),
    ]
    assert unknown == ["Zé"]
