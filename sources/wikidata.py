"""Relations between characters in Wikidata: entity JSON and Turtle extracts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import SourceError
from .relations import Relation

SOURCE = "wikidata"
LANGUAGE = "wikidata"
# How two persons stand to each other. The label of a relation is its property: the rule table alone says what
# it is worth.
PROPERTIES = {
    "P22": "father",
    "P25": "mother",
    "P26": "spouse",
    "P40": "child",
    "P157": "killed by",
    "P451": "unmarried partner",
    "P802": "student",
    "P1038": "relative",
    "P1066": "student of",
    "P1290": "godparent",
    "P3342": "significant person",
    "P3373": "sibling",
    "P3448": "stepparent",
    "P7047": "enemy of",
}
# Kinship to subject; object of statement has role.
_QUALIFIERS = ("P1039", "P3831")
_ENTITY_URL = "https://www.wikidata.org/wiki/{}"


def read_entities(path: Path, language: str = "en") -> list[Relation]:
    """Relations of an entity file: ``{"entities": {…}}`` as the API gives it, or a list of entities.

    Statements of deprecated rank and those without a value (``novalue``, ``somevalue``) are left out. A
    qualifier that names the kinship is kept in the evidence. Names come from the file's own labels; an
    entity the file does not describe keeps its number as its name.

    Args:
        path: the JSON file.
        language: of the names; English where an entity has none in it.

    Raises:
        SourceError: no such file, no JSON, or no entities in it.
    """
    entities = _entities(path)
    names = {key: _name(entity, language) or key for key, entity in entities.items()}
    return [relation for key in sorted(entities) for relation in _entity_relations(key, entities[key], names)]


def read_turtle(path: Path, language: str = "en") -> list[Relation]:
    """Relations of a Turtle extract with direct properties (``wdt:``), which hold no ranks and qualifiers.

    Args:
        path: the Turtle file.
        language: of the names (``rdfs:label``).

    Raises:
        SourceError: no such file, or not Turtle.
    """
    from rdflib import Graph, Literal, URIRef
    from rdflib.exceptions import ParserError
    from rdflib.namespace import RDFS
    from rdflib.plugins.parsers.notation3 import BadSyntax

    graph = Graph()
    try:
        graph.parse(data=path.read_bytes(), format="turtle")
    except OSError as error:
        raise _unreadable(path, error.strerror or "no reason given") from error
    except (BadSyntax, ParserError) as error:
        line = getattr(error, "lines", None)
        raise _unreadable(path, "not Turtle" if line is None else f"not Turtle, line {line + 1}") from error
    names: dict[str, str] = {}
    for subject, label in graph.subject_objects(RDFS.label):
        if isinstance(label, Literal) and label.language in {None, language}:
            names[_number(subject)] = str(label)
    found = []
    for property_id in PROPERTIES:
        predicate = URIRef(f"http://www.wikidata.org/prop/direct/{property_id}")
        for subject, target in graph.subject_objects(predicate):
            if isinstance(target, URIRef):
                ends = (_number(subject), _number(target))
                found.append(_relation(ends, property_id, names, property_id))
    return sorted(found, key=lambda relation: (relation.subject, relation.label, relation.object))


def _entity_relations(key: str, entity: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Relation]:
    for property_id in PROPERTIES:
        for statement in entity.get("claims", {}).get(property_id, []):
            snak = statement.get("mainsnak", {})
            if statement.get("rank") == "deprecated" or snak.get("snaktype") != "value":
                continue
            target = snak["datavalue"]["value"].get("id")
            if target:
                evidence = " ".join([property_id, *_qualifiers(statement, names)])
                yield _relation((key, target), property_id, names, evidence)


def _relation(ends: tuple[str, str], property_id: str, names: Mapping[str, str], evidence: str) -> Relation:
    subject, target = ends
    return Relation(
        SOURCE,
        names.get(subject, subject),
        names.get(target, target),
        property_id,
        LANGUAGE,
        f"{evidence} ({PROPERTIES[property_id]})",
        _ENTITY_URL.format(subject),
    )


def _qualifiers(statement: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    for property_id in _QUALIFIERS:
        for snak in statement.get("qualifiers", {}).get(property_id, []):
            if snak.get("snaktype") == "value":
                value = snak["datavalue"]["value"].get("id", "")
                yield f"{property_id}={names.get(value, value)}"


def _entities(path: Path) -> dict[str, Mapping[str, Any]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _unreadable(path, error.strerror or "no reason given") from error
    except ValueError as error:
        raise _unreadable(path, "not JSON") from error
    if isinstance(content, dict):
        content = content.get("entities", {content.get("id"): content} if "claims" in content else None)
    if isinstance(content, dict):
        content = list(content.values())
    if not isinstance(content, list) or not all(isinstance(item, dict) and "id" in item for item in content):
        raise _unreadable(path, "no entities in it")
    return {entity["id"]: entity for entity in content if "missing" not in entity}


def _name(entity: Mapping[str, Any], language: str) -> str | None:
    labels = entity.get("labels", {})
    for code in (language, "en"):
        if code in labels:
            return str(labels[code]["value"])
    return None


def _number(node: object) -> str:
    return str(node).rpartition("/")[2]


def _unreadable(path: Path, reason: str) -> SourceError:
    return SourceError(
        f"the Wikidata file cannot be read ({reason})",
        where=str(path),
        fix="give the JSON of Special:EntityData or wbgetentities, or Turtle with wdt: properties",
    )
