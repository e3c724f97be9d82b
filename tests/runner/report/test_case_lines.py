from collections.abc import Sequence
from pathlib import Path

import pytest
from standfast.errors import RunError
from standfast.runner.records.case_view import Bubble, CaseView, Segment
from standfast.runner.report.case_lines import open_case_lines
from standfast.runner.report.case_store import CHUNK_SIZE, pack_run


def written(lines: Sequence[bytes]) -> Path:
    path = Path("journal.jsonl")
    path.write_bytes(b"".join(lines))
    return path


def line(case: str, said: str, repeat: int = 0) -> bytes:
    return f'{{"case":{{"topic":"{case}"}},"repeat":{repeat},"said":"{said}"}}\n'.encode()


def test_the_last_line_of_a_case_is_read_in_any_order() -> None:
    path = written([line("a", "é"), line("b", "2"), line("a", "3"), line("a", "4", repeat=1), b'{"case":'])
    with open_case_lines(path) as lines:
        assert list(lines.places) == ["a", "b", "a#1"]
        for name, said in (("b", "2"), ("a", "3"), ("a#1", "4")):
            record = lines.read(name)
            assert record is not None
            assert record["said"] == said
        assert lines.read("c") is None


def test_a_damaged_line_is_named() -> None:
    path = written([line("a", "1"), b'{"said":"no case"}\n'])
    with pytest.raises(RunError, match="line 2"), open_case_lines(path):
        pass
    with pytest.raises(RunError, match="cannot be read"), open_case_lines(Path("none.jsonl")):
        pass


def test_chats_are_packed_by_size() -> None:
    long = "x" * (CHUNK_SIZE // 2)
    cases = [CaseView(str(n), "en", {}, "", None, [Bubble("user", "u", [Segment(long)])]) for n in range(5)]
    packed = pack_run("run", cases, [])
    assert packed.index["starts"] == [0, 2, 4]
    assert len(packed.chunks) == 3
