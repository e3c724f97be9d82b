from collections import Counter
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from standfast.builders.build import build
from standfast.builders.sharp.intimacy.table import IntimacyBuild, build_intimacy, curated_ratings
from standfast.builders.sharp.settings import SharpSettings
from standfast.errors import BuildError, SourceError, UsageError
from standfast.sources.hpd.scores import FLAGS, SCORES
from standfast.sources.relations import Relation, relation_frame, write_relations
from standfast.sources.relations_curated import read_cast, read_curated_relations, read_rule_tables


@pytest.fixture(scope="module")
def shipped() -> IntimacyBuild:
    return build_intimacy()


def level(built: IntimacyBuild, character: str, direction: str = "to") -> int | None:
    rows = built.tables["intimacy"].filter(character=character, direction=direction)
    assert rows.height == 1
    return rows["affection"][0]


def test_every_script_has_enough_friends_and_foes_in_equal_numbers(shipped: IntimacyBuild) -> None:
    towards = shipped.tables["intimacy"].filter(direction="to")
    counts = Counter(towards.select("script", "protagonist", "group").iter_rows())
    characters = Counter(towards.select("script", "protagonist").iter_rows())
    assert len(characters) == 7
    assert characters["harry_potter", "harry"] >= 12
    for script, hero in characters:
        assert characters[script, hero] >= 8
        assert counts[script, hero, "high"] == counts[script, hero, "low"] >= 4
    assert {"harry_potter", "tianlong_babu", "wulin_waizhuan", "dom_casmurro"} <= {
        script for script, _ in characters
    }


def test_every_row_has_its_rule_its_link_and_its_time(shipped: IntimacyBuild) -> None:
    table = shipped.tables["intimacy"]
    rules = dict(read_rule_tables().rules.select("rule", "affection").iter_rows())
    assert all(rules[row["rule"]] == row["affection"] for row in table.iter_rows(named=True))
    assert table["source_url"].str.starts_with("https://").all()
    assert set(table["source"]) == {"curated"}
    assert shipped.settings["story_times"]["harry_potter/harry"] == "book-1"  # type: ignore[index]


@pytest.mark.parametrize("relative", ["vernon", "petunia", "dudley"])
def test_the_dursleys_are_relatives_and_low(shipped: IntimacyBuild, relative: str) -> None:
    level_of = level(shipped, relative)
    assert level_of is not None
    assert level_of <= -4


def test_snape_depends_on_the_time(shipped: IntimacyBuild) -> None:
    later = build_intimacy(SharpSettings(story_times=("harry_potter=book-6",)))
    assert (level(shipped, "snape"), level(later, "snape")) == (-2, -8)
    assert (
        later.tables["protagonists"]
        .filter(script="harry_potter")["story_time_note"][0]
        .startswith("as asked for")
    )


def test_friends_of_dom_casmurro_turn_and_an_enemy_of_tong_xiangyu_relents() -> None:
    times = ("dom_casmurro=chapter-101", "wulin_waizhuan/tong_xiangyu=chapter-80")
    built = build_intimacy(SharpSettings(story_times=times))
    assert (level(built, "capitu"), level(build_intimacy(), "capitu")) == (8, -6)
    assert (level(built, "sai_diaochan"), level(build_intimacy(), "sai_diaochan")) == (4, -4)


def relation_file(folder: Path, *relations: Relation) -> Path:
    write_relations(folder / "r.tsv", relation_frame(relations))
    return folder / "r.tsv"


def test_the_sign_traps_are_reported_as_conflicts_and_resolved_by_precedence(tmp_path: Path) -> None:
    path = relation_file(
        tmp_path,
        Relation("network", "Harry Potter", "Severus Snape", "+", "sign", "line 2", "n.csv"),
        Relation("wikidata", "Harry Potter", "Vernon Dursley", "P1038", "wikidata", "P1038", "w"),
        Relation("network", "段誉", "慕容复", "情敌", "zh", "line 3", "k.csv"),
        Relation("wiki", "Harry Potter", "Peeves", "enemy", "en", "infobox", "u"),
    )
    built = build_intimacy(SharpSettings(relations=(path,)))
    found = built.conflicts.select("character", "direction", "kind", "source", "story_time", "used").rows()
    assert found == [
        ("snape", direction, "sign", source, time, used)
        for direction in ("from", "to")
        for source, time, used in (("curated", "book-1", True), ("network", "work", False))
    ]
    assert level(built, "snape") == -2
    assert built.unknown_names == ("Peeves",)
    assert [record.name for record in built.sources] == ["relations"]
    assert built.settings["precedence"] == ["curated", "wiki", "wikidata", "network"]


def test_a_wiki_adds_characters_only_where_the_whole_work_is_asked_for(tmp_path: Path) -> None:
    path = relation_file(tmp_path, Relation("wiki", "Sherlock Holmes", "Wiggins", "best friend", "en", "x", "u"),
                         Relation("wiki", "Harry Potter", "Ginny Weasley", "wife", "en", "x", "u"))  # fmt: skip
    asked = build_intimacy(SharpSettings(relations=(path,)))
    assert "ginny" not in asked.tables["intimacy"]["character"].to_list()
    whole = build_intimacy(SharpSettings(relations=(path,), story_times=("harry_potter=work",)))
    assert level(whole, "ginny") == 8
    assert whole.tables["intimacy"].filter(character="ginny")["source"].unique().to_list() == ["curated"]
    assert level(whole, "wiggins") == 5


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (SharpSettings(book=1), "a book and a chapter choose a snapshot of HPD's file"),
        (SharpSettings(story_times=("narnia=work",)), "there is no script 'narnia'"),
        (SharpSettings(story_times=("harry_potter=later",)), "'later' is no story time"),
    ],
)
def test_wrong_settings_are_refused(settings: SharpSettings, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        build_intimacy(settings)


@pytest.mark.parametrize(
    ("column", "value", "problem"),
    [
        ("character", "nobody", "line 2: 'nobody' is not a character of dom_casmurro"),
        ("familiarity", "vague", "line 2: 'vague' is not on the familiarity scale"),
        ("label", "vizinho de cima", r"line 2: the label 'vizinho de cima' \(pt\) has no rule"),
    ],
)
def test_curated_rows_must_fit_the_other_tables(column: str, value: str, problem: str) -> None:
    relations = read_curated_relations()
    wrong = relations.with_columns(
        pl.when(pl.int_range(pl.len()) == 0).then(pl.lit(value)).otherwise(column).alias(column)
    )
    with pytest.raises(BuildError, match=problem):
        curated_ratings(wrong, read_cast(), read_rule_tables())


def test_the_build_is_known_by_name_and_refuses_unknown_settings() -> None:
    built = build("sharp")
    assert {"protagonists", "intimacy"} <= set(built.tables)
    with pytest.raises(UsageError, match="sharp has no setting 'colour'"):
        build("sharp", {"colour": "red"})


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    scores = {score: [7, -4] for score in SCORES}
    frame = pl.DataFrame({"name": ["Ron", "Nobody Known"], **{flag: [0, 0] for flag in FLAGS}, **scores})
    familiar = [name for name in SCORES if "familiarity" in name]
    frame = frame.with_columns(pl.col(familiar).abs())
    frame.write_excel(tmp_path / "book-2.xlsx", worksheet="Chapter-3")
    (tmp_path / "known").mkdir()
    frame[:1].write_excel(tmp_path / "known" / "book-2.xlsx", worksheet="Chapter-3")
    return tmp_path / "book-2.xlsx"


def test_someone_hpd_names_and_we_do_not_is_told_with_file_sheet_and_row(workbook: Path) -> None:
    with pytest.raises(
        SourceError, match="book-2.xlsx sheet Chapter-3 row 3: 'Nobody Known' is not a known character"
    ):
        build_intimacy(SharpSettings(hpd=workbook))


def test_hpd_comes_first_where_it_speaks_and_its_file_is_recorded(workbook: Path) -> None:
    built = build_intimacy(SharpSettings(hpd=workbook.parent / "known" / "book-2.xlsx"))
    harry = built.tables["intimacy"].filter(script="harry_potter", direction="to")
    sources = dict(harry.select("character", "source").iter_rows())
    assert (sources["ron"], sources["snape"]) == ("hpd", "curated")
    assert built.settings["story_times"]["harry_potter/harry"] == "book-2"  # type: ignore[index]
    assert [(record.name, record.url, record.licence) for record in built.sources] == [
        ("hpd", "book-2.xlsx", "LicenseRef-HPD-research-noncommercial")
    ]


REAL = "relations/book-1_character_relations_new.xlsx"


@pytest.mark.reference
def test_harry_potter_is_built_from_hpds_workbook(reference_data: Path) -> None:
    if not (reference_data / REAL).is_file():
        pytest.skip(f"no {reference_data / REAL}")
    built = build_intimacy(SharpSettings(hpd=reference_data / REAL))
    harry = built.tables["intimacy"].filter(script="harry_potter")
    assert harry.height == 62
    assert harry.select("source", "rule", "story_time").unique().rows() == [
        ("hpd", "hpd_score", "book-1/chapter-17")
    ]
    assert built.settings["precedence"][0] == "hpd"  # type: ignore[index]
    named = build_intimacy(SharpSettings(hpd=reference_data / REAL, book=1, chapter=17))
    assert named.tables["intimacy"].equals(built.tables["intimacy"])
    early = build_intimacy(SharpSettings(hpd=reference_data / REAL, book=1, chapter=9))
    assert early.settings["story_times"]["harry_potter/harry"] == "book-1/chapter-9"  # type: ignore[index]
    assert level(early, "hermione") != level(built, "hermione")
    with pytest.raises(SourceError, match="there is no chapter 40 of book 1"):
        build_intimacy(replace(SharpSettings(hpd=reference_data / REAL), chapter=40))
