"""A judge that judges the same replies again: later passes stand beside the first, under their own names."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from .conversation import Case, Transcript
from .judges.judge import Judge
from .run_folder import RunFolder, file_name
from .verdict import Verdict

_PASS = re.compile(r" \(pass (\d+)\)$")


def as_pass(judge: Judge, number: int) -> Judge:
    """A judge under the name of a later pass; the first pass has the judge's own name."""
    if number == 1:
        return judge
    spec = f"{judge.spec} (pass {number})"

    async def judge_again(case: Case, transcript: Transcript, turn: int) -> Verdict:
        return replace(await judge.judge(case, transcript, turn), judge=spec)

    return replace(judge, spec=spec, judge=judge_again)


def first_passes(folder: RunFolder) -> list[str]:
    """The judges of a run without later passes, by file name."""
    return [judge for judge in folder.judges() if _PASS.search(_spec(folder, judge)) is None]


def later_passes(folder: RunFolder, judge: str) -> dict[str, str]:
    """The later passes of a judge: number to file name."""
    found = {}
    for other in folder.judges():
        spec = _spec(folder, other)
        number = _PASS.search(spec)
        if number is not None and file_name(_PASS.sub("", spec)) == file_name(judge):
            found[number[1]] = other
    return dict(sorted(found.items(), key=lambda item: int(item[0])))


def _spec(folder: RunFolder, judge: str) -> str:
    """The spec as the judge's record has it; an import has no such record."""
    path = folder.judge_path(judge)
    return str(json.loads(path.read_text(encoding="utf-8"))["spec"]) if path.exists() else judge
