"""Small graphs of our own."""

import json
import re
from pathlib import Path

import pytest


def padded(relation, start, end, weight=2.0, surface=None):
    return relation, start, end, weight, surface


def surfaces(words):
    """Surface fields as the dump has them: of a sentence with [[spans]], or of the start's span alone."""
    spans = re.findall(r"\[\[(.*?)\]\]", words)
    if not spans:
        return {"surfaceText": "[[x]] [[y]]", "surfaceStart": words, "surfaceEnd": "y"}
    start, end = spans[::-1] if words.startswith("*") else spans
    return {"surfaceText": words, "surfaceStart": start, "surfaceEnd": end}


@pytest.fixture
def dump(tmp_path):
    """Writes edges ``(relation, start, end[, weight[, surface of start or sentence]])`` as a ConceptNet file; terms without /c/ are English."""

    def write(*edges, name="dump.csv") -> Path:
        lines = []
        for relation, *ends, weight, surface in (padded(*edge) for edge in edges):
            start, end = (term if term.startswith("/") else f"/c/en/{term}" for term in ends)
            fields = {"dataset": "/d/test", "license": "cc:by/4.0", "sources": [], "weight": weight}
            if surface:
                fields |= surfaces(surface)
            uri = f"/a/[/r/{relation}/,{start}/,{end}/]"
            lines.append(
                "\t".join([uri, f"/r/{relation}", start, end, json.dumps(fields, ensure_ascii=False)])
            )
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write
