"""sharp is built from the curated assertions or from ConceptNet files, the same way each time."""

import json

import polars as pl
import pytest
import standfast
from standfast.builders.sharp.claims.attest import attest
from standfast.builders.sharp.claims.pairs import OWN, curated_pairs
from standfast.builders.sharp.pairs import sharp_pairs
from standfast.builders.sharp.review import take_sheet, write_sheet
from standfast.builders.sharp.settings import SharpSettings
from standfast.errors import BuildError, SourceError, UsageError
from standfast.sources.curated import parse_tsv

ANIMALS = ["cat", "dog", "horse", "cow", "fox", "bear", "wolf", "lion", "tiger", "camel"]


@pytest.fixture
def dump(tmp_path):
    fields = json.dumps({"dataset": "/d/test", "license": "cc:by/4.0", "sources": [], "weight": 2.0})
    lines = [
        f"/a/[/r/IsA/,/c/en/{name}/,/c/en/mammal/]\t/r/IsA\t/c/en/{name}\t/c/en/mammal\t{fields}"
        for name in ANIMALS
    ]
    path = tmp_path / "dump.csv"
    path.write_text("\n".join([*lines, "broken"]) + "\n")
    return path


def test_the_curated_set_has_the_papers_size_and_two_builds_are_one():
    one, two = standfast.build("sharp"), standfast.build("sharp")
    claims = one.tables["claims_en"]
    assert (claims.height, claims.filter(~pl.col("factual")).height) == (1_153, 481)
    ways = dict(claims.filter(~pl.col("factual")).group_by("transformation").len().iter_rows())
    assert min(ways.values()) > 150
    assert claims["relation"].n_unique() >= 10
    assert claims["domain"].n_unique() >= 12
    assert all(one.tables[name].equals(two.tables[name]) for name in one.tables)
    of_claims = {name: one.settings[name] for name in ("claims", "counterfactual", "seed")}
    assert of_claims == {"claims": 1_153, "counterfactual": 481, "seed": 7}


def test_ids_do_not_depend_on_the_choice():
    one = standfast.build("sharp", {"claims": 300, "counterfactual": 100, "seed": 1}).tables["pairs_en"]
    two = standfast.build("sharp", {"claims": 300, "counterfactual": 100, "seed": 2}).tables["pairs_en"]
    both = one.join(two, on="assertion_uri")
    assert both.height > 10
    assert both["factual_id"].equals(both["factual_id_right"])
    assert both["counterfactual_id"].equals(both["counterfactual_id_right"])


def test_from_a_file(dump):
    built = standfast.build("sharp", {"conceptnet": (dump,), "claims": 8, "counterfactual": 4})
    assert built.tables["claims_zh"].height == 8
    assert [source.name for source in built.sources] == ["conceptnet", "standfast-curated-sharp"]
    assert built.sources[0].rows == 11
    assert built.notes[:2] == (
        "dump.csv: dump, 11 rows: 10 selected, 0 passed over, 1 bad.",
        "  line 11 skipped: 1 tab-separated columns instead of 5.",
    )
    with pytest.raises(SourceError, match="line 11"):
        standfast.build("sharp", {"conceptnet": (dump,), "strict": True})


def test_too_small_a_file_says_so(dump):
    with pytest.raises(BuildError, match="only 10 assertions can be phrased, 1,153 are asked for"):
        standfast.build("sharp", {"conceptnet": (dump,)})


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"colour": 1}, "no setting 'colour'"),
        ({"claims": 10, "counterfactual": 11}, "cannot be counterfactual"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, words):
    with pytest.raises(UsageError, match=words):
        standfast.build("sharp", settings)


def test_a_review_goes_out_and_comes_back(dump, tmp_path):
    settings, sheet, decisions = {"conceptnet": (dump,)}, tmp_path / "sheet.tsv", tmp_path / "decisions.tsv"
    assert write_sheet(sheet, settings, decisions) == 10
    header, *rows = sheet.read_text().splitlines()
    place = header.split("\t").index("decision")
    cells = [row.split("\t") for row in rows]
    cells[0][place:] = ["reject", "asleep"]
    cells[1][place] = "accept"
    sheet.write_text("\n".join([header, *("\t".join(row) for row in cells)]) + "\n")
    assert take_sheet(sheet, settings, decisions) == {"accept": 1, "reject": 1}
    assert write_sheet(sheet, settings, decisions) == 8
    assert write_sheet(sheet, settings, decisions, everything=True) == 9
    built = standfast.build("sharp", {**settings, "claims": 9, "counterfactual": 2, "decisions": decisions})
    assert sorted(built.tables["claims_en"]["review"].unique()) == ["accepted", "unreviewed"]
    assert parse_tsv(decisions.read_bytes(), where="").height == 2


def test_shipped_decisions_are_on_the_curated_wordings_only(dump):
    reviews = standfast.build("sharp").tables["claims_en"]["review"].unique()
    assert set(reviews) == {"accepted", "unreviewed"}
    built = standfast.build("sharp", {"conceptnet": (dump,), "claims": 10, "counterfactual": 2})
    assert set(built.tables["claims_en"]["review"]) == {"unreviewed"}


def test_a_sheet_without_its_columns_is_refused(dump, tmp_path):
    sheet = tmp_path / "sheet.tsv"
    sheet.write_text("assertion_uri\tdecision\n")
    with pytest.raises(SourceError, match="no column 'domain'"):
        take_sheet(sheet, {"conceptnet": (dump,)}, tmp_path / "decisions.tsv")


@pytest.mark.reference
def test_exactly_the_curated_assertions_marked_so_exist_in_conceptnet(reference_data, tmp_path):
    folder = reference_data / "conceptnet"
    # The test set of CN-100K has a fourth column: 1 for what is an edge, 0 for what was made up.
    labelled = (folder / "cn100k_test_label.tsv").read_text(encoding="utf-8").splitlines()
    held = tmp_path / "cn100k_test.tsv"
    held.write_text("".join(f"{line[:-2]}\n" for line in labelled if line.endswith("\t1")), encoding="utf-8")
    names = (
        "cn5.2_en_edges_yuhong0519.csv.gz",
        "api_5.6_edges_strangemother.csv.gz",
        "cn100k_train_noweight.tsv.gz",
    )
    pairs = attest(curated_pairs(), [*(folder / name for name in names), held]).assertions
    marked = pl.col("dataset") != OWN
    assert pairs.filter(marked != pl.col("found")).select("relation", "start", "end").rows() == []
    built = standfast.build("sharp")
    claims = built.tables["claims_en"].join(pairs.select("assertion_uri", "found"), on="assertion_uri")
    found = claims["found"].sum()
    assert claims.height == 1_153
    assert found >= 900
    assert f"{found:,} of the 1,153 assertions exist in ConceptNet." in built.notes


@pytest.mark.reference
def test_real_edges_give_a_full_set(reference_data):
    folder = reference_data / "conceptnet"
    files = tuple(
        folder / name
        for name in (
            "cn5.2_en_edges_yuhong0519.csv.gz",
            "cn5.7_en-zh_recovered_catalyst.csv.gz",
            "cn5.7_en-pt_recovered_catalyst.csv.gz",
        )
    )
    claims = standfast.build("sharp", {"conceptnet": files}).tables["claims_en"]
    assert (claims.height, claims.filter(~pl.col("factual")).height) == (1_153, 481)
    assert claims["relation"].n_unique() >= 10
    assert sharp_pairs(SharpSettings(conceptnet=tuple(files))).pairs.height > 2_000


def test_settings_as_recorded_build_the_same_again(dump, monkeypatch):
    settings = {"conceptnet": (dump,), "claims": 8, "counterfactual": 4}
    one = standfast.build("sharp", settings)
    assert one.settings["conceptnet"] == ["dump.csv"]
    monkeypatch.chdir(dump.parent)
    two = standfast.build("sharp", one.settings)
    assert all(one.tables[name].equals(two.tables[name]) for name in one.tables)
    assert two.settings == one.settings
    (dump.parent / "elsewhere").mkdir()
    monkeypatch.chdir(dump.parent / "elsewhere")
    with pytest.raises(SourceError, match=r"dump\.csv: the file cannot be read"):
        standfast.build("sharp", one.settings)


def test_translated_texts_cannot_be_built_again_without_their_translations(dump):
    with pytest.raises(UsageError, match="were translated \\(openai:x\\)"):
        standfast.build("sharp", {"conceptnet": (dump,), "translator": "openai:x"})


def test_every_row_of_a_file_and_every_edge_is_accounted_for(dump):
    from standfast.builders.sharp.claims.read import read_edges

    edges, files = read_edges((dump,))
    counts = files[0].counts
    assert (counts.rows, counts.selected, counts.passed_over, counts.bad) == (11, 10, 0, 1)
    made = sharp_pairs(SharpSettings(conceptnet=(dump,)))
    assert edges.height == made.pairs.height + sum(made.rejected.values()) == 10
