"""The JSON objects that stand in a text, as models write them; nothing that could mean two things is read.

Beside what JSON allows: raw line breaks and tabs inside strings, a comma before a closing bracket, and a
backslash before a sign that needs none.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

# Answers are flat. A model that loops nests until it is cut, and a reader that follows it runs out of stack.
DEEPEST = 50
_MOST_REPAIRS = 200
# Where an object may begin, and after how many such places no answer is looked for any more.
_BEGIN = re.compile(r"\{(?=\s*[\"}]|\Z)")
_MOST_BEGINNINGS = 500
_COMMA = re.compile(r",(?=\s*[}\]])")


@dataclass(frozen=True)
class JsonObject:
    """An object that was read.

    Attributes:
        value: the object; of a key that stands twice, the last value.
        twice: keys that stand in it, or in an object inside it, more than once.
        ambiguous: whether one of them has several values.
    """

    value: dict[str, Any]
    twice: tuple[str, ...] = ()
    ambiguous: bool = False


@dataclass(frozen=True)
class Found:
    """What stands in a text.

    Attributes:
        objects: outermost ones in order, equal ones once; broken ones are passed over.
        is_open: whether the text ends inside an object; nothing inside it is taken for one.
        too_deep: whether an object is nested deeper than any answer; nothing after it was read.
    """

    objects: tuple[JsonObject, ...] = ()
    is_open: bool = False
    too_deep: bool = False


def find_objects(text: str) -> Found:
    """Every JSON object of a text, of those that begin at its first 500 places where one may."""
    text = text.rstrip()
    objects: list[JsonObject] = []
    repairs = end = 0
    for _ in range(_MOST_BEGINNINGS + _MOST_REPAIRS):
        begin = _BEGIN.search(text, end)
        if begin is None:
            break
        try:
            one, end = _read_at(text, begin.start())
        except RecursionError:
            return Found(tuple(objects), too_deep=True)
        except json.JSONDecodeError as error:
            mended = _mended(text, begin.start(), error) if repairs < _MOST_REPAIRS else None
            if mended is not None:
                text, repairs, end = mended, repairs + 1, begin.start()
            elif error.pos >= len(text) or error.msg.startswith("Unterminated string"):
                return Found(tuple(objects), is_open=True)
            else:
                end = begin.end()
        except ValueError:  # a number of thousands of digits
            end = begin.end()
        else:
            if one not in objects:
                objects.append(one)
    return Found(tuple(objects))


def _read_at(text: str, at: int) -> tuple[JsonObject, int]:
    """The object that begins at a place, and where it ends.

    Raises:
        ValueError: there is none.
        RecursionError: it is nested too deep.
    """
    pairs = _Pairs()
    value, end = json.JSONDecoder(object_pairs_hook=pairs, strict=False).raw_decode(text, at)
    if _is_too_deep(value):
        raise RecursionError
    return JsonObject(value, tuple(dict.fromkeys(pairs.twice)), pairs.ambiguous), end


class _Pairs:
    """Makes the objects of one text, and notes the keys that stand twice."""

    def __init__(self) -> None:
        self.twice: list[str] = []
        self.ambiguous = False

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            seen: dict[str, Any] = {}
            for key, value in pairs:
                if key in seen:
                    self.twice.append(key)
                    # By their text, since comparing what is nested deep would run out of stack.
                    self.ambiguous = self.ambiguous or seen[key] != repr(value)
                seen[key] = repr(value)
        return made


def _mended(text: str, at: int, error: json.JSONDecodeError) -> str | None:
    """The text without the fault that an object is broken by, where it can mean one thing only."""
    if error.msg.startswith("Invalid \\escape"):
        before, after = text[: error.pos], text[error.pos + 1 :]
        # A backslash that escapes nothing is itself; one before an apostrophe was meant to escape it.
        return f"{before}{after}" if after[:1] == "'" else f"{before}\\\\{after}"
    comma = text.rfind(",", at, error.pos + 1)
    if comma >= 0 and _COMMA.match(text, comma) and not text[comma + 1 : error.pos].strip():
        return f"{text[:comma]} {text[comma + 1 :]}"
    return None


def _is_too_deep(value: Any) -> bool:  # noqa: ANN401 - a JSON value
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for one in level
            if isinstance(one, (dict, list))
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True
