"""The Croissant file through the official checker and reader."""

import json
import logging
from typing import Any

import mlcroissant as mlc
import pytest
import standfast
from standfast.releases.release import Release


@pytest.fixture(scope="module")
def release() -> Release:
    return standfast.load_release("bias@1.0.0")


@pytest.fixture(scope="module")
def dataset(release: Release) -> mlc.Dataset:
    logging.getLogger("absl").setLevel(logging.ERROR)
    return mlc.Dataset(str(release.folder / "croissant.json"))


def test_the_checker_finds_no_error_and_misses_only_the_date(dataset: mlc.Dataset) -> None:
    issues = dataset.metadata.issues
    assert list(issues.errors) == []
    # A release has no date: the same build gives the same bytes on any day.
    assert [warning.split('"')[1] for warning in map(str, issues.warnings)] == [
        "https://schema.org/datePublished"
    ]


def plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("utf-8")
    if isinstance(value, (list, tuple)) or hasattr(value, "tolist"):
        return [plain(item) for item in value] if not isinstance(value, (bool, int, float)) else value
    return value


def test_every_record_loads_with_its_values(release: Release, dataset: mlc.Dataset) -> None:
    for name, table in release.tables.items():
        records = [
            {key.partition("/")[2]: plain(value) for key, value in record.items()}
            for record in dataset.records(name)
        ]
        assert records == table.to_dicts()


def test_keys_hashes_licence_sources_and_responsible_ai_are_stated(release: Release) -> None:
    document = json.loads((release.folder / "croissant.json").read_text(encoding="utf-8"))
    assert document["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert {record["name"]: [key["@id"] for key in record["key"]] for record in document["recordSet"]}[
        "conditions"
    ] == ["conditions/mode", "conditions/persona"]
    source = release.manifest.sources[0]
    assert [(s["name"], s["identifier"]) for s in document["isBasedOn"]] == [
        (source.name, f"sha256:{source.sha256}")
    ]
    stated = {name for name in document if name.startswith("rai:")}
    assert len(stated) == 9
    assert all(document[name] for name in stated)
