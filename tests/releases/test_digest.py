import hashlib
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.errors import ReleaseError
from standfast.releases.digest import canonical_json, content_sha256, json_sha256, type_name


def test_the_digest_is_the_one_its_definition_gives() -> None:
    table = pl.DataFrame({"a": ["ç", None], "n": [1, 2], "x": [0.1, -0.0], "l": [["u"], []]})
    lines = '[["a","String"],["n","Int64"],["x","Float64"],["l","List(String)"]]\n["ç",1,0.1,["u"]]\n[null,2,-0.0,[]]'
    assert content_sha256(table) == hashlib.sha256(lines.encode()).hexdigest()


def test_types_have_names_of_their_own_and_others_are_refused() -> None:
    known = [pl.String(), pl.Boolean(), pl.Int64(), pl.UInt8(), pl.Float32(), pl.List(pl.List(pl.Int16))]
    assert [type_name(dtype) for dtype in known] == [
        "String", "Boolean", "Int64", "UInt8", "Float32", "List(List(Int16))",
    ]  # fmt: skip
    with pytest.raises(ReleaseError, match="a release holds no column of type Date; write it as text"):
        content_sha256(pl.DataFrame({"a": [None]}, schema={"a": pl.Date}))


def test_the_digest_does_not_depend_on_how_parquet_was_written(tmp_path: Path) -> None:
    table = pl.DataFrame({"a": ["x", "y"] * 50, "n": range(100)})
    digests = set()
    for number, options in enumerate(
        ({"compression": "snappy"}, {"row_group_size": 7}, {"use_pyarrow": True})
    ):
        path = tmp_path / f"{number}.parquet"
        table.write_parquet(path, **options)
        digests.add(content_sha256(pl.read_parquet(path)))
    assert digests == {content_sha256(table)}


@given(st.lists(st.text(max_size=5), min_size=2, max_size=6), st.data())
def test_any_changed_cell_changes_the_digest(cells: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(cells) - 1))
    other = data.draw(st.text(max_size=5).filter(lambda text: text != cells[place]))
    changed = [*cells[:place], other, *cells[place + 1 :]]
    assert content_sha256(pl.DataFrame({"a": cells})) != content_sha256(pl.DataFrame({"a": changed}))


@given(st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=4))
def test_the_order_of_keys_does_not_matter(value: dict[str, object]) -> None:
    assert json_sha256(value) == json_sha256(dict(reversed(value.items())))


def test_a_number_without_a_json_form_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_json([float("nan")])
