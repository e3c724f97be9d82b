"""Small graphs of our own."""

import json
from pathlib import Path

import pytest


def padded(relation, start, end, weight=2.0, surface=None):
    return relation, start, end, weight, surface


@pytest.fixture
def dump(tmp_path):
    """Writes edges ``(relation, start, end[, weight[, surface of start]])`` as a ConceptNet file; terms without /c/ are English."""

    def write(*edges, name="dump.csv") -> Path:
        lines = []
        for relation, *ends, weight, surface in (padded(*edge) for edge in edges):
            start, end = (term if term.startswith("/") else f"/c/en/{term}" for term in ends)
            fields = {"dataset": "/d/test", "license": "cc:by/4.0", "sources": [], "weight": weight}
            if surface:
                fields |= {"surfaceText": "[[x]] [[y]]", "surfaceStart": surface, "surfaceEnd": "y"}
            uri = f"/a/[/r/{relation}/,{start}/,{end}/]"
            lines.append(
                "\t".join([uri, f"/r/{relation}", start, end, json.dumps(fields, ensure_ascii=False)])
            )
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write
