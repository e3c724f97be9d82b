from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.errors import RunError
from standfast.runner.records.journal import Journal, read_lines, write_lines

RECORDS = st.dictionaries(st.text(max_size=4), st.text(max_size=8) | st.none() | st.integers(), max_size=3)


@given(st.lists(RECORDS, max_size=5))
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, records: list[dict]) -> None:
    path = tmp_path_factory.mktemp("journal") / "j.jsonl"
    with Journal(path) as journal:
        for record in records:
            journal.append(record)
    assert list(read_lines(path)) == records
    write_lines(path, records)
    assert list(read_lines(path)) == records


@given(st.lists(RECORDS, min_size=1, max_size=3), st.data())
def test_a_torn_last_line_is_dropped_and_writing_goes_on(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("journal") / "j.jsonl"
    write_lines(path, records)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    path.write_bytes(whole[: data.draw(st.integers(last, len(whole) - 1))])
    assert list(read_lines(path)) == records[:-1]
    with Journal(path) as journal:
        journal.append({"new": 1})
    assert list(read_lines(path)) == [*records[:-1], {"new": 1}]


@pytest.mark.parametrize("line", ["not json", "[1]", '"text"', ""])
def test_a_damaged_line_before_the_last_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text(f'{{"a": 1}}\n{line}\n{{"b": 2}}\n')
    with pytest.raises(RunError, match=r"j.jsonl: line 2 is not"):
        list(read_lines(path))


def test_a_missing_journal_is_empty(tmp_path: Path) -> None:
    assert list(read_lines(tmp_path / "none.jsonl")) == []
