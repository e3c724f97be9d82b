"""URIs are split by slashes and brackets, never by commas; terms are spelt as the graph spells them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.errors import SourceError
from standfast.sources.conceptnet.uri import Node, assertion_uri, normalise_term, parse_node, split_compound

TERM = st.text(st.sampled_from("abcé中,[]_-"), min_size=1, max_size=8).filter(
    lambda text: text not in {"[", "]", ","}
)


def test_node_parts():
    assert parse_node("/c/en/cat") == Node("en", "cat")
    assert parse_node("/c/en/cat/n") == Node("en", "cat", "n")
    assert parse_node("/c/en/cat/n/wn/animal") == Node("en", "cat", "n", "wn/animal")
    assert parse_node("/c/en/n/n") == Node("en", "n", "n")
    with pytest.raises(SourceError, match="not a concept URI"):
        parse_node("http://example.org/cat")


@given(TERM, TERM)
def test_an_assertion_uri_splits_into_what_it_was_made_of(start, end):
    uri = assertion_uri("IsA", f"/c/en/{start}", f"/c/zh/{end}/n")
    assert split_compound(uri) == ("/r/IsA", f"/c/en/{start}", f"/c/zh/{end}/n")


def test_a_nested_compound_is_one_part():
    uri = "/and/[/s/process/a/,/or/[/s/x/,/s/y/]/]"
    assert split_compound(uri) == ("/s/process/a", "/or/[/s/x/,/s/y/]")


def test_a_url_loses_the_slash_glued_before_it():
    uri = assertion_uri("ExternalURL", "/c/en/cat", "http://example.org/cat")
    assert uri == "/a/[/r/ExternalURL/,/c/en/cat/,/http://example.org/cat/]"
    assert split_compound(uri)[2] == "http://example.org/cat"


@pytest.mark.parametrize("uri", ["/c/en/cat", "/a/[/r/IsA/,/and/[/x/]", "a/[/x/]"])
def test_what_is_no_compound_is_refused(uri):
    with pytest.raises(SourceError):
        split_compound(uri)


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
