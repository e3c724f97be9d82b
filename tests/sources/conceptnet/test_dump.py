"""A dump is streamed whole: every trap of the format met, every line accounted for."""

import gzip
import json
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.errors import SourceError
from standfast.sources.conceptnet.columns import ASSERTION
from standfast.sources.conceptnet.dump import RowCounts, read_dump, stream_dump


def row(relation, start, end, uri=None, **metadata):
    fields = {
        "dataset": "/d/conceptnet/4/en",
        "license": "cc:by/4.0",
        "sources": [],
        "weight": 1.0,
    } | metadata
    uri = uri or f"/a/[/r/{relation}/,{start}/,{end}/]"
    return "\t".join(
        [uri, f"/r/{relation}", start, end, json.dumps(fields, ensure_ascii=False, sort_keys=True)]
    )


def write(path: Path, *lines: str | bytes) -> Path:
    encoded = [line if isinstance(line, bytes) else line.encode() for line in lines]
    path.write_bytes(b"".join(line + b"\n" for line in encoded))
    return path


def add_up(counts: RowCounts) -> bool:
    return counts.rows == counts.selected + counts.passed_over + counts.bad


def test_node_parts_are_split_with_and_without_sense(tmp_path):
    path = write(
        tmp_path / "dump.csv",
        row("IsA", "/c/en/cat/n/wn/animal", "/c/en/feline/n"),
        row("IsA", "/c/en/cat", "/c/en/2,2,2_trifluoroethyl_vinyl_[ether]"),
        row("IsA", "/c/en/a", "/c/en/b/n/wikt/en_1"),
    )
    frame, counts = read_dump(path)
    parts = frame.select("start_language", "start_term", "start_pos", "start_sense").rows()
    assert parts == [("en", "cat", "n", "wn/animal"), ("en", "cat", None, None), ("en", "a", None, None)]
    assert frame["end_term"].to_list() == ["feline", "2,2,2_trifluoroethyl_vinyl_[ether]", "b"]
    assert frame["end_sense"].to_list() == [None, None, "wikt/en_1"]
    assert dict(frame.schema) == ASSERTION
    assert (counts.rows, counts.selected, counts.passed_over, counts.bad) == (3, 3, 0, 0)


def test_a_url_is_no_concept_and_its_glued_slash_no_fault(tmp_path):
    url = "http://example.org/wiki/cat"
    path = write(
        tmp_path / "d", row("ExternalURL", "/c/en/cat", url, uri=f"/a/[/r/ExternalURL/,/c/en/cat/,/{url}/]")
    )
    frame, counts = read_dump(path)
    assert frame.select("end", "end_language", "end_term").row(0) == (url, None, None)
    assert counts.bad == 0


def test_quotes_backslashes_and_tabs_in_json_are_text(tmp_path):
    text = 'a "[[book]]" is \t for [[reading\\]]'
    path = write(
        tmp_path / "d",
        row(
            "UsedFor",
            '/c/en/"book',
            "/c/en/reading",
            surfaceText=text,
            surfaceStart="book",
            surfaceEnd="reading",
        ),
        row("UsedFor", "/c/en/pen", "/c/en/writing"),
    )
    frame, _ = read_dump(path)
    assert frame["surface_text"].to_list() == [text, None]
    assert frame["start_term"].to_list() == ['"book', "pen"]


def test_bad_rows_are_reported_by_line_and_counts_add_up(tmp_path):
    good = row("IsA", "/c/en/cat", "/c/en/animal")
    path = write(
        tmp_path / "d",
        good,
        b"/a/x\t/r/IsA\t/c/en/caf\xe9\t/c/en/place\t{}",
        "only\tthree\tcells",
        "",
        good + "\tsixth",
        good.replace("/r/IsA\t", "IsA\t"),
        good.replace("\t/c/en/cat\t", "\tcat\t"),
        good.rsplit("\t", 1)[0] + '\t{"weight": 1.0',
        good.rsplit("\t", 1)[0] + '\t{"weight": "1", "license": "cc:by/4.0"}',
        good.rsplit("\t", 1)[0] + '\t{"weight": 1.0}',
        row("PartOf", "/c/en/wheel", "/c/en/car"),
    )
    frame, counts = read_dump(path, keep=pl.col("rel") == "/r/IsA")
    assert frame["line"].to_list() == [1]
    assert [bad.line for bad in counts.bad_rows] == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert "not UTF-8" in counts.bad_rows[0].reason
    assert counts.bad_rows[1].reason == "3 tab-separated columns instead of 5"
    assert counts.bad_rows[2].reason == "empty line"
    assert "weight" in counts.bad_rows[7].reason
    assert "licence" in counts.bad_rows[8].reason
    assert (counts.rows, counts.selected, counts.passed_over, counts.bad) == (11, 1, 1, 9)


@pytest.mark.parametrize("column", range(5))
def test_a_row_with_an_empty_column_is_bad_though_nothing_else_is_wrong_near_it(tmp_path, column):
    good = row("IsA", "/c/en/cat", "/c/en/animal")
    cells = good.split("\t")
    cells[column] = ""
    path = write(tmp_path / "d", good, "\t".join(cells), good)
    for keep in (None, pl.col("start") == "/c/en/dog"):
        _, counts = read_dump(path, keep=keep)
        assert [(bad.line, bad.reason) for bad in counts.bad_rows] == [(2, "empty column")]


def test_an_affix_is_a_legal_row_and_no_concept(tmp_path):
    path = write(
        tmp_path / "d",
        row("DerivedFrom", "/c/en/greenish", "/x/en/ish"),
        row("DerivedFrom", "/x/en/un", "/c/en/not"),
        row("IsA", "/c/en/cat", "/c/en/animal"),
    )
    frame, counts = read_dump(path, strict=True)
    assert frame.select("start_term", "end_term").rows() == [
        ("greenish", None),
        (None, "not"),
        ("cat", "animal"),
    ]
    assert counts.bad == 0


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ('{"weight": NaN, "license": "cc:by/4.0"}', "its weight is nan"),
        ('{"weight": 1e400, "license": "cc:by/4.0"}', "its weight is inf"),
        ('{"weight": -2.0, "license": "cc:by/4.0"}', "its weight is -2.0"),
        ('{"weight": 0, "license": "cc:by/4.0"}', "its weight is 0"),
        ('{"weight": 1.0, "license": "cc:by/4.0", "sources": ' + "[" * 60_000, "metadata is nested too deep"),
        ('{"weight": 1.0, "license": "cc:by/4.0", "surfaceText": ["a"]}', "surfaceText is not text"),
        ("null", "metadata is not a JSON object"),
    ],
)
def test_metadata_that_no_builder_of_conceptnet_writes_is_a_bad_row(tmp_path, metadata, reason):
    good = row("IsA", "/c/en/cat", "/c/en/animal")
    path = write(tmp_path / "d", good, good.rsplit("\t", 1)[0] + "\t" + metadata)
    frame, counts = read_dump(path)
    assert (frame.height, counts.bad) == (1, 1)
    assert reason in counts.bad_rows[0].reason
    with pytest.raises(SourceError, match="line 2: "):
        read_dump(path, strict=True)


def test_half_a_surrogate_pair_is_no_reason_to_lose_a_row(tmp_path):
    good = row("IsA", "/c/en/cat", "/c/en/animal", surfaceText="TEXT", surfaceStart="a", surfaceEnd="b")
    path = write(tmp_path / "d", good, good.replace("TEXT", "\\ud83d [[a]] [[b]]"), good)
    frame, counts = read_dump(path)
    assert (frame.height, counts.bad) == (3, 0)
    assert frame["surface_text"][1].endswith(" [[a]] [[b]]")


def test_both_chinese_scripts_and_symbols_in_terms_are_read(tmp_path):
    terms = ["馬可_奧勒留", "马可_奥勒留", "c++", "a/b".replace("/", "_"), "👍", "[x],_y", "ά"]
    path = write(tmp_path / "d", *(row("Synonym", f"/c/zh/{term}", f"/c/zh/{term}") for term in terms))
    frame, _ = read_dump(path, strict=True)
    assert frame["start_term"].to_list() == terms
    assert frame["end_term"].to_list() == terms


def test_strict_stops_at_the_first_bad_row(tmp_path):
    path = write(tmp_path / "d", row("IsA", "/c/en/cat", "/c/en/animal"), "nonsense")
    with pytest.raises(SourceError, match="line 2: 1 tab-separated columns"):
        read_dump(path, strict=True)


def test_line_numbers_go_on_over_blocks(tmp_path):
    lines = [row("IsA", f"/c/en/thing{number}", "/c/en/thing") for number in range(200)]
    lines[150] = "broken"
    path = write(tmp_path / "d", *lines)
    counts = RowCounts()
    frames = list(stream_dump(path, counts, block=1_000, batch=10))
    assert len(frames) > 10
    assert [bad.line for bad in counts.bad_rows] == [151]
    assert pl.concat(frames)["line"].to_list() == [number for number in range(1, 201) if number != 151]


def test_a_line_longer_than_a_block_is_read_whole(tmp_path):
    text = "[[a]] " + "x" * 300_000 + " [[b]]"
    path = write(
        tmp_path / "d", row("IsA", "/c/en/a", "/c/en/b", surfaceText=text, surfaceStart="a", surfaceEnd="b")
    )
    frames = list(stream_dump(path, RowCounts(), block=1_000))
    assert frames[0]["surface_text"][0] == text


def test_gzip_of_several_members_reads_like_plain_text(tmp_path):
    first, second = row("IsA", "/c/en/cat", "/c/en/animal"), row("IsA", "/c/en/dog", "/c/en/animal")
    path = tmp_path / "d.gz"
    path.write_bytes(
        gzip.compress(f"{first}\n{second[:20]}".encode()) + gzip.compress(second[20:].encode()) + b"\0" * 9
    )
    frame, counts = read_dump(path)
    assert frame["start_term"].to_list() == ["cat", "dog"]
    assert counts.rows == 2


def test_a_truncated_gzip_is_an_error_not_a_short_file(tmp_path):
    lines = "\n".join(row("IsA", f"/c/en/thing{n}", "/c/en/thing") for n in range(5_000))
    path = tmp_path / "d.gz"
    path.write_bytes(gzip.compress(lines.encode())[:-100])
    with pytest.raises(SourceError, match="ends too early"):
        read_dump(path)


def test_a_missing_file_says_what_to_do(tmp_path):
    with pytest.raises(SourceError, match="sources fetch conceptnet"):
        read_dump(tmp_path / "nothing.csv")


def test_swapped_spans_go_to_the_node_they_spell(tmp_path):
    path = write(
        tmp_path / "d",
        row(
            "AtLocation",
            "/c/zh/書",
            "/c/zh/圖書館",
            surfaceText="[[圖書館]] 有 [[書]]。",
            surfaceStart="圖書館",
            surfaceEnd="書",
        ),
        row(
            "AtLocation",
            "/c/en/big_book",
            "/c/en/shelf",
            surfaceText="*On a [[shelf]] is a [[Big book]]",
            surfaceStart="Big book",
            surfaceEnd="shelf",
        ),
    )
    frame, _ = read_dump(path)
    assert frame.select("surface_start", "surface_end").rows() == [("書", "圖書館"), ("Big book", "shelf")]
    assert frame["surface_text"][1].startswith("On a")


@pytest.mark.parametrize("verb", ["不想要", "懼怕", "不想得到", "痛恨"])
def test_a_chinese_aversion_is_not_a_desire(tmp_path, verb):
    path = write(
        tmp_path / "d",
        row(
            "Desires",
            "/c/zh/貓",
            "/c/zh/水",
            surfaceText=f"[[貓]] {verb} [[水]]。",
            surfaceStart="貓",
            surfaceEnd="水",
        ),
        row(
            "Desires",
            "/c/zh/貓",
            "/c/zh/魚",
            surfaceText="[[貓]] 想要 [[魚]]。",
            surfaceStart="貓",
            surfaceEnd="魚",
        ),
        row("Desires", "/c/zh/貓", "/c/zh/飯"),
    )
    frame, _ = read_dump(path)
    assert frame["relation"].to_list() == ["NotDesires", "Desires", "Desires"]


def test_unknown_negative_relations_and_self_loops_are_kept(tmp_path):
    path = write(
        tmp_path / "d",
        row("NotMadeOf", "/c/en/cup", "/c/en/water"),
        row("Synonym", "/c/zh/高", "/c/zh/高"),
        row("ConceptuallyRelatedTo", "/c/zh/高", "/c/zh/山"),
    )
    frame, _ = read_dump(path)
    assert frame["relation"].to_list() == ["NotMadeOf", "Synonym", "RelatedTo"]


def test_the_licence_is_the_rows_not_the_datasets(tmp_path):
    path = write(
        tmp_path / "d",
        row("IsA", "/c/en/a", "/c/en/b", dataset="/d/wordnet/3.1", license="cc:by-sa/4.0"),
        row("IsA", "/c/en/a", "/c/en/c", dataset="/d/wordnet/3.1", license="cc:by/4.0"),
    )
    frame, _ = read_dump(path)
    assert frame["licence"].to_list() == ["cc:by-sa/4.0", "cc:by/4.0"]


def test_an_empty_file_has_no_rows(tmp_path):
    (tmp_path / "d").touch()
    frame, counts = read_dump(tmp_path / "d")
    assert frame.height == counts.rows == 0
    assert dict(frame.schema) == ASSERTION


@given(
    st.lists(st.binary(max_size=60) | st.just(row("IsA", "/c/en/cat", "/c/en/animal").encode()), max_size=12)
)
def test_counts_add_up_whatever_the_bytes(tmp_path_factory, lines):
    lines = [line.replace(b"\n", b"") for line in lines]
    path = tmp_path_factory.mktemp("dump") / "d"
    write(path, b"first", *lines)
    frame, counts = read_dump(path)
    assert counts.rows == len(lines) + 1
    assert add_up(counts)
    assert frame.height == counts.selected == sum(line.startswith(b"/a/") for line in lines)


@pytest.mark.reference
@pytest.mark.parametrize(
    ("version", "rows"), [("5.5.0", 644), ("5.5.5", 649), ("5.6.4", 707), ("5.7.0", 761), ("5.8", 764)]
)
def test_real_rows_of_every_version_are_read_whole(reference_data, version, rows):
    path = reference_data / "conceptnet" / f"cn5_testbuild_assertions_{version}.csv"
    frame, counts = read_dump(path, strict=True)
    assert (counts.rows, frame.height, counts.bad) == (rows, rows, 0)
    urls = frame.filter(pl.col("relation") == "ExternalURL")
    assert urls["end_term"].null_count() == urls.height > 0
    concepts = frame.filter(pl.col("relation") != "ExternalURL")
    assert concepts.select("start_term", "end_term", "weight", "licence").null_count().row(0) == (0, 0, 0, 0)
    chinese = frame.filter(
        (pl.col("start_language") == "zh")
        & pl.col("surface_text").is_not_null()
        & (pl.col("end_language") == "zh")
    )
    assert chinese["surface_start"].to_list() == chinese["start_term"].to_list()
