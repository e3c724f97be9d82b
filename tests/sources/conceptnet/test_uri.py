"""Nodes are split, assertions are named and terms are spelt as the graph does it."""

import polars as pl
import pytest
from standfast.sources.conceptnet.uri import assertion_uri, node_columns, normalise_term


@pytest.mark.parametrize(
    ("uri", "parts"),
    [
        ("/c/en/cat", ("en", "cat", None, None)),
        ("/c/en/cat/n", ("en", "cat", "n", None)),
        ("/c/en/cat/n/wn/animal", ("en", "cat", "n", "wn/animal")),
        ("/c/en/n/n", ("en", "n", "n", None)),
        ("/c/zh/中,[文]", ("zh", "中,[文]", None, None)),
        ("http://example.org/cat", (None, None, None, None)),
    ],
)
def test_node_parts(uri, parts):
    assert pl.DataFrame({"start": [uri]}).select(node_columns("start")).row(0) == parts


@pytest.mark.parametrize(
    ("end", "uri"),
    [
        ("/c/en/mammal", "/a/[/r/IsA/,/c/en/a,b/,/c/en/mammal/]"),
        ("/c/zh/中[文]/n", "/a/[/r/IsA/,/c/en/a,b/,/c/zh/中[文]/n/]"),
        ("http://example.org/cat", "/a/[/r/IsA/,/c/en/a,b/,/http://example.org/cat/]"),
    ],
)
def test_an_assertion_is_named_by_its_parts_whatever_they_hold(end, uri):
    assert assertion_uri("IsA", "/c/en/a,b", end) == uri


@pytest.mark.parametrize(
    ("text", "language", "term"),
    [
        ("The Blood Vessel", "en", "blood_vessel"),
        ("to ride a horse", "en", "ride_horse"),
        ("to", "en", "to"),
        ("the", "en", "the"),
        ("test/test", "en", "test_test"),
        ("Straße", "de", "strasse"),
        ("café", "pt", "café"),
        ("ｶﾞｽ", "ja", "ガス"),
        ("马可 奥勒留", "zh", "马可_奥勒留"),
        ("estar com o sono", "pt", "estar_com_o_sono"),
    ],
)
def test_terms_as_the_graph_spells_them(text, language, term):
    assert normalise_term(text, language) == term
