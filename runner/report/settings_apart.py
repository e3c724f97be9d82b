"""Runs whose settings differ from those of most others, so that they are not ranked with them unsaid."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

_ABSENT = "not said"
_CASES = "conversations"
# A few failed conversations do not make another sample.
_SAME_SIZE = 0.05


def settings_apart(runs: Sequence[Mapping[str, Any]], cases: Sequence[int]) -> list[list[str]]:
    """What is unlike most other runs, for each run, in words; nothing where it is like them.

    The usual value of a setting is the most frequent one; of several, the first by its text.

    Args:
        runs: the settings of each run, names and values: those of the protocol, judge and other roles.
        cases: how many cases each run has; more than five in a hundred from the usual number is apart.
    """
    names = sorted({name for run in runs for name in run})
    apart: list[list[str]] = [[] for _ in runs]
    for name in names:
        values = [_in_words(run[name]) if name in run else _ABSENT for run in runs]
        usual = _usual(values)
        for place, value in enumerate(values):
            if value != usual:
                apart[place].append(f"{name}: {value}, elsewhere {usual}")
    size = int(_usual([str(count) for count in cases]))
    for place, count in enumerate(cases):
        if abs(count - size) > _SAME_SIZE * size:
            apart[place].append(f"{_CASES}: {count:,}, elsewhere {size:,}")
    return apart


def _usual(values: Sequence[str]) -> str:
    return min(Counter(values).items(), key=lambda item: (-item[1], item[0]))[0]


def _in_words(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
