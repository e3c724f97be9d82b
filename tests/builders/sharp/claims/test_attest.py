"""Assertions are looked up in ConceptNet files by meaning."""

import json

import polars as pl
import pytest
from standfast.builders.sharp.claims.attest import attest
from standfast.errors import SourceError


def dump(path, *edges):
    fields = json.dumps({"dataset": "/d/test", "license": "cc:by/4.0", "sources": [], "weight": 1.0})
    lines = [f"/a/x\t/r/{relation}\t{start}\t{end}\t{fields}" for relation, start, end in edges]
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def found(path, relation, start, end):
    rows = pl.DataFrame({"relation": [relation], "start": [f"/c/en/{start}"], "end": [f"/c/en/{end}"]})
    return attest(rows, [path]).assertions["found"].item()


@pytest.mark.parametrize(
    ("edge", "assertion", "same"),
    [
        (("IsA", "/c/en/cat/n/wn/animal", "/c/en/mammal/n"), ("IsA", "cat", "mammal"), True),
        (("IsA", "/c/en/cats", "/c/en/a_mammal"), ("IsA", "cat", "mammal"), True),
        (("InstanceOf", "/c/en/mars", "/c/en/planet"), ("IsA", "mars", "planet"), True),
        (("PartOf", "/c/en/wing", "/c/en/bird"), ("HasA", "bird", "wing"), True),
        (("HasA", "/c/en/bird", "/c/en/wing"), ("PartOf", "wing", "bird"), True),
        (("IsA", "/c/en/ski", "/c/en/sport"), ("IsA", "skiing", "sport"), True),
        (("IsA", "/c/en/boxing", "/c/en/sport"), ("IsA", "box", "sport"), False),
        (("IsA", "/c/en/mammal", "/c/en/cat"), ("IsA", "cat", "mammal"), False),
        (("NotIsA", "/c/en/cat", "/c/en/mammal"), ("IsA", "cat", "mammal"), False),
        (("IsA", "/c/fr/cat", "/c/en/mammal"), ("IsA", "cat", "mammal"), False),
    ],
)
def test_an_assertion_is_found_where_an_edge_means_the_same(tmp_path, edge, assertion, same):
    assert found(dump(tmp_path / "d.csv", edge), *assertion) is same


def test_files_are_read_together_and_their_rows_counted(tmp_path):
    one = dump(tmp_path / "one.csv", ("IsA", "/c/en/cat", "/c/en/mammal"), ("Causes", "/c/en/a", "/c/en/b"))
    two = tmp_path / "two.tsv"
    two.write_text("CapableOf\tdog\tbark\nbroken\n")
    rows = pl.DataFrame(
        {
            "relation": ["CapableOf", "IsA", "IsA"],
            "start": ["/c/en/dog", "/c/en/cat", "/c/en/dog"],
            "end": ["/c/en/bark", "/c/en/mammal", "/c/en/mammal"],
        }
    )
    looked_up = attest(rows, [one, two])
    assert looked_up.assertions["found"].to_list() == [True, True, False]
    counts = [(path.name, counts.rows, counts.selected, counts.bad) for path, counts in looked_up.files]
    assert counts == [("one.csv", 2, 1, 0), ("two.tsv", 2, 1, 1)]
    with pytest.raises(SourceError, match="line 2"):
        attest(rows, [two], strict=True)
