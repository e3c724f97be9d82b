"""A file's content tells what it is; each kind gives the same columns, and counts that add up."""

import gzip
import json

import polars as pl
import pytest
from standfast.errors import SourceError
from standfast.sources.conceptnet.columns import ASSERTION
from standfast.sources.conceptnet.dump import RowCounts
from standfast.sources.conceptnet.read import kind_of, pages_of, stream_assertions

FIELDS = json.dumps({"dataset": "/d/x", "license": "cc:by/4.0", "sources": [], "weight": 2.0})
ROW = f"/a/[/r/IsA/,/c/en/cat/,/c/en/animal/]\t/r/IsA\t/c/en/cat\t/c/en/animal\t{FIELDS}\n"


def node(uri):
    return {"@id": uri, "label": uri.rsplit("/", 1)[-1], "language": "en", "term": uri}


def edge(relation="IsA", start="/c/en/cat", end="/c/en/animal", **more):
    return {
        "@id": f"/a/[/r/{relation}/,{start}/,{end}/]",
        "rel": {"@id": f"/r/{relation}"},
        "start": start if isinstance(start, dict) else node(start),
        "end": end if isinstance(end, dict) else node(end),
        "dataset": "/d/x",
        "license": "cc:by/4.0",
        "surfaceText": None,
        "weight": 1.0,
        **more,
    }


def page(*edges):
    return json.dumps({"@id": "/c/en/cat", "edges": edges}).encode()


def read(path, **options):
    counts = RowCounts()
    frames = list(stream_assertions(path, counts, **options))
    assert counts.rows == counts.selected + counts.passed_over + counts.bad
    return pl.concat(frames) if frames else pl.DataFrame(schema=ASSERTION), counts


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (ROW.encode(), "dump"),
        (b"broken\n\n" + ROW.encode(), "dump"),
        (gzip.compress(ROW.encode()), "dump"),
        (page(edge()), "page"),
        (gzip.compress(b"\n " + page(edge())), "page"),
        (b"IsA\tcat\tanimal\n", "triples"),
        (b"\xef\xbb\xbf/r/NotIsA\tcat\tplant\r\n", "triples"),
        (b"split\trel\thead\nIsA\tcat\tanimal\n", "triples"),
    ],
)
def test_content_tells_the_kind_whatever_the_name(tmp_path, content, kind):
    path = tmp_path / "thing.bin"
    path.write_bytes(content)
    assert kind_of(path) == kind


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"cat\tIsA\tanimal\n", "column 1 of line 1 is no relation \\('cat'\\)"),
        (b"IsA\tcat\tanimal\t0\n", "only those that are held to be true"),
        (b"just words\n", "line 1 has 1 tab-separated column;"),
        (b"train\t1\tHasA\tcat\ttail\n", "line 1 has 5 tab-separated columns"),
    ],
)
def test_what_is_none_of_the_three_is_refused(tmp_path, content, words):
    path = tmp_path / "thing"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=words):
        kind_of(path)


def test_a_folder_of_pages_is_one_source(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "b.json").write_bytes(page(edge(), edge(weight=None)))
    (folder / "a.json.gz").write_bytes(gzip.compress(page(edge(start="/c/en/dog"), edge("RelatedTo"))))
    (folder / "notes.txt").write_text("not a page")
    frame, counts = read(folder, keep=pl.col("rel") == "/r/IsA")
    assert [path.name for path in pages_of(folder)] == ["a.json.gz", "b.json"]
    assert frame["start_term"].to_list() == ["dog", "cat"]
    assert (counts.rows, counts.selected, counts.passed_over, counts.bad) == (4, 2, 1, 1)
    assert [(row.line, row.reason) for row in counts.bad_rows] == [(2, "it has no weight (page b.json)")]
    with pytest.raises(SourceError, match=r"b\.json: edge 2: it has no weight"):
        read(folder, strict=True)
    (tmp_path / "none").mkdir()
    with pytest.raises(SourceError, match="no page of the API"):
        read(tmp_path / "none")


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"weight": "2"}, "no weight"),
        ({"weight": float("nan")}, "its weight is nan"),
        ({"weight": -1.0}, "its weight is -1"),
        ({"@id": 7}, "should be text"),
        ({"rel": "IsA"}, "no JSON-LD edge"),
        ({"start": {"@id": "cat", "label": "cat"}}, "the start 'cat' is no concept URI"),
        ({"rel": {"@id": "IsA"}}, "the relation 'IsA' is no relation URI"),
    ],
)
def test_an_edge_that_is_wrong_is_skipped_with_the_reason(tmp_path, part, words):
    path = tmp_path / "page.json"
    path.write_bytes(page(edge(), edge(**part)))
    frame, counts = read(path)
    assert frame.height == 1
    assert words in counts.bad_rows[0].reason


def test_an_edge_that_is_no_object_or_a_url_end(tmp_path):
    path = tmp_path / "page.json"
    url = {"@id": "http://example.org/cat", "label": "example.org", "site": "example.org"}
    path.write_bytes(page("nothing", [1], edge("ExternalURL", end=url)))
    frame, counts = read(path)
    assert frame.select("end", "end_language", "end_term").rows() == [("http://example.org/cat", None, None)]
    assert counts.bad == 2


def test_a_page_cut_short_is_an_error(tmp_path):
    path = tmp_path / "page.json.gz"
    path.write_bytes(gzip.compress(page(*[edge(start=f"/c/en/{n * 7919}") for n in range(200)]))[:-30])
    with pytest.raises(SourceError, match="ends too early"):
        read(path)
    path.write_bytes(page(edge())[:-5])
    with pytest.raises(SourceError, match="not JSON"):
        read(path)


def test_triples_state_no_licence_and_none_is_guessed(tmp_path):
    path = tmp_path / "my set.v1.tsv"
    path.write_text("IsA\tcat\tanimal\nSynonym\t/c/en/cat/n\t/c/pt/gato\nFoo\ta\tb\nIsA\ta\tb\t1\n")
    frame, counts = read(path)
    assert frame.select("licence", "weight", "dataset").unique().rows() == [(None, None, "/d/triples/my_set")]
    assert frame.select("start", "end_language", "surface_end").rows() == [
        ("/c/en/cat", "en", "animal"),
        ("/c/en/cat/n", "pt", None),
    ]
    assert [(row.line, row.reason) for row in counts.bad_rows] == [
        (3, "column 1 is no relation of ConceptNet ('Foo')"),
        (4, "4 columns instead of relation, head and tail"),
    ]
    assert read(path, licence="cc:by/4.0")[0]["licence"].to_list() == ["cc:by/4.0"] * 2
    assert read(path, keep=pl.col("rel") == "/r/IsA")[1].passed_over == 1


@pytest.mark.reference
def test_real_files_are_told_apart(reference_data):
    folder = reference_data / "conceptnet"
    found = {
        path.name: kind_of(path)
        for path in folder.iterdir()
        if path.name.startswith(("api_5", "cn5", "cn100k_train", "kgtk"))
    }
    assert found.pop("cn100k_train_noweight.tsv.gz") == "triples"
    assert found.pop("api_5.5_page.json") == "page"
    assert len(found) >= 10
    assert set(found.values()) == {"dump"}
