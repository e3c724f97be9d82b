import json

import pytest
import standfast
import yaml
from standfast.cards.card import field_descriptions
from standfast.cards.documents import render_documents
from standfast.releases.release import Release
from standfast.releases.stores import releases_in, shipped_store

SHIPPED = [f"{name}@{version}" for name, version, _ in releases_in(shipped_store())]


@pytest.fixture(scope="module")
def release() -> Release:
    return standfast.load_release("bias@1.1.0")


def test_the_card_has_one_config_per_table_and_the_first_is_default(release: Release) -> None:
    card = (release.folder / "README.md").read_text(encoding="utf-8")
    head = yaml.safe_load(card.split("---\n")[1])
    assert [config["config_name"] for config in head["configs"]] == [*release.tables, "single_turn"]
    assert [config.get("default", False) for config in head["configs"]] == [True] + 6 * [False]
    assert all((release.folder / config["data_files"][0]["path"]).is_file() for config in head["configs"])
    assert (head["license"], head["language"], head["size_categories"]) == (
        "cc-by-4.0",
        ["pt", "en"],
        ["1K<n<10K"],
    )


def test_the_card_describes_every_column_and_names_the_canary(release: Release) -> None:
    card = (release.folder / "README.md").read_text(encoding="utf-8")
    for fields in field_descriptions("bias").values():
        for name, _, meaning in fields:
            assert meaning
            assert f"| `{name}` |" in card
    assert release.manifest.canary in card


def test_croissant_lists_files_with_hashes_and_fields(release: Release) -> None:
    document = json.loads((release.folder / "croissant.json").read_text(encoding="utf-8"))
    assert {file["@id"]: file["sha256"] for file in document["distribution"]} == {
        table.path: table.file_sha256 for table in release.manifest.tables.values()
    }
    fields = {
        record["name"]: [field["name"] for field in record["field"]] for record in document["recordSet"]
    }
    assert fields == {name: table.columns for name, table in release.tables.items()}
    arc = next(
        f
        for r in document["recordSet"]
        if r["name"] == "conditions"
        for f in r["field"]
        if f["name"] == "arc"
    )
    assert (arc["dataType"], arc["repeated"]) == ("sc:Text", True)


def test_a_card_says_how_answers_are_read_where_rules_do_it() -> None:
    from standfast.runner.benchmarks.picon.answers.equality import RULE_NAMES

    release = standfast.load_release("picon@1.0.0")
    card = (release.folder / "README.md").read_text(encoding="utf-8")
    head = yaml.safe_load(card.split("---\n")[1])
    assert head["language"] == ["en", "pt", "zh"]
    assert [config["config_name"] for config in head["configs"]] == list(release.tables)
    assert all(f"**{rule}**" in card for rule in RULE_NAMES)
    assert 'standfast answers check children "Two girls and a boy" "Three kids" --release picon@1.0.0' in card
    bias = standfast.load_release("bias@1.0.0")
    assert "How answers are read" not in (bias.folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["sharp@1.0.0", "bias@1.1.0", "picon@1.0.0"])
def test_a_card_cites_all_three_papers_its_own_first(name: str) -> None:
    release = standfast.load_release(name)
    card = (release.folder / "README.md").read_text(encoding="utf-8").partition("## Citation")[2]
    keys = {"sharp": "kong2025sharp", "bias": "llmbiasbench2026", "picon": "picon2026"}
    places = {benchmark: card.index(f"@misc{{{key},") for benchmark, key in keys.items()}
    assert min(places, key=places.get) == release.benchmark


@pytest.mark.parametrize("name", SHIPPED)
def test_what_describes_a_shipped_release_is_written_today_as_it_was(name: str) -> None:
    release = standfast.load_release(name)
    written = render_documents(release.manifest, release.tables)
    assert written.keys() == release.manifest.files.keys()
    assert {file: (release.folder / file).read_bytes() for file in written} == written
