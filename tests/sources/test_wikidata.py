import json
from pathlib import Path
from typing import Any

import pytest
from standfast.errors import SourceError
from standfast.sources.wikidata import PROPERTIES, read_entities, read_turtle


def statement(target: str | None, rank: str = "normal", **qualifiers: str) -> dict[str, Any]:
    snak: dict[str, Any] = {"snaktype": "novalue" if target is None else "value"}
    if target is not None:
        snak["datavalue"] = {"type": "wikibase-entityid", "value": {"id": target}}
    marks = {
        key: [{"snaktype": "value", "datavalue": {"value": {"id": value}}}]
        for key, value in qualifiers.items()
    }
    return {"mainsnak": snak, "rank": rank, "qualifiers": marks}


def entity(key: str, name: str, **claims: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": key, "labels": {"en": {"language": "en", "value": name}}, "claims": claims}


def write(folder: Path, content: object) -> Path:
    path = folder / "entities.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_values_are_read_and_the_rest_is_passed_over(tmp_path: Path) -> None:
    ann = entity(
        "Q1",
        "Ann",
        P7047=[statement("Q2"), statement("Q3", rank="deprecated"), statement(None)],
        P1038=[statement("Q4", P1039="Q5")],
        P31=[statement("Q2")],
    )
    content = {"entities": {"Q1": ann, "Q2": entity("Q2", "Bob"), "Q5": entity("Q5", "uncle")}}
    rows = [(r.subject, r.object, r.label, r.evidence) for r in read_entities(write(tmp_path, content))]
    assert rows == [
        ("Ann", "Q4", "P1038", "P1038 P1039=uncle (relative)"),
        ("Ann", "Bob", "P7047", "P7047 (enemy of)"),
    ]


def test_names_come_in_the_language_asked_for(tmp_path: Path) -> None:
    harry = entity("Q1", "Harry", P22=[statement("Q2")])
    harry["labels"]["zh"] = {"language": "zh", "value": "哈利"}
    relations = read_entities(write(tmp_path, [harry, entity("Q2", "James")]), "zh")
    assert [(r.subject, r.object) for r in relations] == [("哈利", "James")]


@pytest.mark.parametrize(
    ("text", "reason"), [("[", "not JSON"), ('{"a": 1}', "no entities"), ("[1]", "no entities")]
)
def test_what_holds_no_entities_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(SourceError, match=f"x.json: .*{reason}"):
        read_entities(path)


def test_turtle_gives_the_same_form(tmp_path: Path) -> None:
    path = tmp_path / "x.ttl"
    path.write_text(
        "@prefix wd: <http://www.wikidata.org/entity/> .\n"
        "@prefix wdt: <http://www.wikidata.org/prop/direct/> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        'wd:Q1 rdfs:label "Ann"@en, "Ana"@pt ; wdt:P7047 wd:Q2 ; wdt:P31 wd:Q2 .\n'
        'wd:Q2 rdfs:label "Bob"@en .\n'
    )
    relations = read_turtle(path)
    assert [(r.subject, r.object, r.label) for r in relations] == [("Ann", "Bob", "P7047")]
    path.write_text("this is no turtle")
    with pytest.raises(SourceError, match="x.ttl: .*not Turtle"):
        read_turtle(path)


@pytest.mark.reference
def test_the_real_extract_has_its_enemies_and_no_friends(reference_data: Path) -> None:
    relations = read_turtle(reference_data / "relations" / "hp_rdf_data.ttl")
    harry = {(r.label, r.object) for r in relations if r.subject == "Harry Potter"}
    assert {("P7047", "Draco Malfoy"), ("P1038", "Vernon Dursley")} <= harry
    assert {label for label, _ in harry} <= set(PROPERTIES)
    assert not {name for _, name in harry} & {"Ron Weasley", "Hermione Granger", "Severus Snape"}
