"""API pages and triples give the columns of a dump."""

import gzip
import json

import polars as pl
import pytest
from standfast.errors import SourceError
from standfast.sources.conceptnet.api import read_api_page
from standfast.sources.conceptnet.columns import ASSERTION
from standfast.sources.conceptnet.dump import RowCounts
from standfast.sources.conceptnet.triples import stream_triples


def node(uri, label):
    return {"@id": uri, "label": label, "language": "en", "term": uri}


def edge(text="[[a book]] is for [[reading]]"):
    return {
        "@id": "/a/[/r/UsedFor/,/c/en/book/,/c/en/read/v/]",
        "rel": {"@id": "/r/UsedFor", "label": "UsedFor"},
        "start": node("/c/en/book", "a book"),
        "end": node("/c/en/read/v", "reading"),
        "dataset": "/d/conceptnet/4/en",
        "license": "cc:by/4.0",
        "surfaceText": text,
        "weight": 4.005496223940299,
        "sources": [],
    }


def page(tmp_path, content):
    path = tmp_path / "page.json"
    path.write_text(json.dumps(content))
    return path


def test_an_edge_of_the_api(tmp_path):
    frame, counts = read_api_page(page(tmp_path, {"edges": [edge(), edge(text=None)]}))
    assert dict(frame.schema) == ASSERTION
    assert frame["weight"].to_list() == [4.005496223940299] * 2
    assert frame.select("line", "relation", "end_term", "end_pos", "surface_start").rows() == [
        (1, "UsedFor", "read", "v", "a book"),
        (2, "UsedFor", "read", "v", None),
    ]
    assert (counts.rows, counts.selected, counts.bad) == (2, 2, 0)


def test_an_edge_that_lacks_a_part_is_counted_or_stops(tmp_path):
    broken = edge()
    del broken["weight"]
    path = page(tmp_path, {"edges": [broken, edge()]})
    frame, counts = read_api_page(path)
    assert (frame.height, counts.bad, counts.bad_rows[0].line) == (1, 1, 1)
    with pytest.raises(SourceError, match="edge 1: the edge lacks 'weight'"):
        read_api_page(path, strict=True)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"error": {"status": 404}}, "API answered"),
        ({"view": {}}, "no list of edges"),
        ([1], "not an API page"),
    ],
)
def test_what_is_no_page_is_refused(tmp_path, content, words):
    with pytest.raises(SourceError, match=words):
        read_api_page(page(tmp_path, content))


def test_triples(tmp_path):
    path = tmp_path / "triples.tsv.gz"
    path.write_bytes(
        gzip.compress(b"IsA\tThe Whale\tmammal\nNotCapableOf\tfish\twalk\nIsA\tcat\nIsA\t\xff\tb\n")
    )
    counts = RowCounts()
    frame = pl.concat(stream_triples(path, counts, dataset="mine"))
    assert dict(frame.schema) == ASSERTION
    assert frame.select("uri", "relation", "surface_start", "weight", "dataset").rows() == [
        ("/a/[/r/IsA/,/c/en/whale/,/c/en/mammal/]", "IsA", "The Whale", None, "mine"),
        ("/a/[/r/NotCapableOf/,/c/en/fish/,/c/en/walk/]", "NotCapableOf", "fish", None, "mine"),
    ]
    assert [bad.line for bad in counts.bad_rows] == [3, 4]
    with pytest.raises(SourceError, match="line 3"):
        list(stream_triples(path, RowCounts(), strict=True))


@pytest.mark.reference
def test_real_pages_and_triples(reference_data):
    folder = reference_data / "conceptnet"
    frame, counts = read_api_page(folder / "api_5.5_page.json", strict=True)
    assert frame.height == counts.rows == 20
    counts = RowCounts()
    assert (
        sum(frame.height for frame in stream_triples(folder / "cn100k_train_noweight.tsv.gz", counts))
        == counts.selected
    )
    assert counts.rows == 100_000
    assert counts.selected + counts.bad == counts.rows
    assert counts.bad < 10
