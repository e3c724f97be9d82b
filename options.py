"""Options of a benchmark: the fields of a frozen dataclass make their reader, their help and their errors.

Settings (what is played), choices (how it is scored) and what a build can be told are all declared so; the
command line, TOML and Python hand over plain values, and one reader takes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from math import isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import UsageError

_ABOUT = "about"
_YES_NO = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


class Options(Protocol):
    """A frozen dataclass of plain values, its fields declared by ``option``."""

    def record(self) -> dict[str, Any]:
        """The values as they enter a run's fingerprint or a score's choices."""


OptionsT = TypeVar("OptionsT")


@dataclass(frozen=True)
class About:
    """What is said of an option.

    Attributes:
        help: what it decides, in words.
        flag: its own option of the command line (``--mode``), or None for ``--set`` and ``--choice`` alone.
        least, most: bounds of a number, both allowed.
        unordered: whether the order of several names decides nothing; they are then kept sorted.
    """

    help: str
    flag: str | None = None
    least: float | None = None
    most: float | None = None
    unordered: bool = False


@dataclass(frozen=True)
class Option:
    """One option of a dataclass of options.

    Attributes:
        name: the field.
        takes: what it takes, in words.
        default: its usual value.
        about: what is said of it.
        several: whether it takes a list.
    """

    name: str
    takes: str
    default: Any
    about: About
    several: bool = False


def option(
    default: Any,  # noqa: ANN401 - a plain value of the field's type
    help: str,  # noqa: A002 - as the command line calls it
    *,
    flag: str | None = None,
    least: float | None = None,
    most: float | None = None,
    unordered: bool = False,
) -> Any:  # noqa: ANN401 - as dataclasses.field
    """Declare a field of a dataclass of options; see ``About``."""
    return field(default=default, metadata={_ABOUT: About(help, flag, least, most, unordered)})


def options_of(kind: type[Any]) -> Mapping[str, Option]:
    """The options of a dataclass by name, in the order of its fields."""
    types = get_type_hints(kind)
    found = {}
    for one in fields(kind):
        about = one.metadata[_ABOUT]
        default = None if one.default is MISSING else one.default
        kinds = _alternatives(types[one.name])
        several = get_origin(kinds[0]) is tuple
        found[one.name] = Option(one.name, _takes(types[one.name], about), default, about, several)
    return found


def read_options(
    kind: type[OptionsT], values: Mapping[str, Any], *, of: str, word: str = "setting"
) -> OptionsT:
    """Options from plain values, as the command line or Python gives them.

    Lists are given as such or as one text with commas; switches as yes, no, on, off, true, false.

    Args:
        kind: the dataclass.
        values: names and values; what is left out keeps its default.
        of: whose options these are, for errors.
        word: what they are called there.

    Raises:
        UsageError: an unknown name, or a value of the wrong kind or out of bounds; says what is taken.
    """
    known = options_of(kind)
    types = get_type_hints(kind)
    given = {}
    for name, value in values.items():
        if name not in known:
            raise UsageError(
                f"{of} has no {word} {name!r}",
                fix=f"it has {', '.join(known)}" if known else f"it has no {word}s",
            )
        try:
            given[name] = _read(types[name], value, known[name].about)
        except ValueError:
            raise UsageError(
                f"the {word} {name} of {of} cannot be {value!r}", fix=f"give {known[name].takes}"
            ) from None
    return kind(**given)


def check_options(kind: type[Any], options: object, *, of: str, word: str = "setting") -> None:
    """Refuse ready-made options that no reader would have given: Python is held to the same bounds.

    Args:
        kind: the dataclass they should be of.
        options: what was given.
        of: whose options these are, for errors.
        word: what they are called there.

    Raises:
        UsageError: another kind of object, or a value of the wrong kind or out of bounds.
    """
    if not isinstance(options, kind):
        raise UsageError(
            f"the {word}s of {of} cannot be {options!r}", fix=f"give a {kind.__name__} or names and values"
        )
    # A usual value stands, even where no reader would take it: nothing at all for a list.
    usual = {name for name, one in options_of(kind).items() if getattr(options, name) is one.default}
    given = {name: value for name, value in options_record(options).items() if name not in usual}
    read_options(kind, given, of=of, word=word)


def options_record(options: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass of options
    """The values by name, as JSON holds them: tuples as lists, paths as text."""
    return {name: _plain(value) for name, value in asdict(options).items()}


def default_words(one: Option) -> str:
    """The usual value in words."""
    if one.default is None:
        return "–"
    if isinstance(one.default, bool):
        return "yes" if one.default else "no"
    return (",".join(one.default) or "–") if isinstance(one.default, tuple) else str(one.default)


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Path) else value


def _alternatives(kind: Any) -> Sequence[Any]:  # noqa: ANN401 - a type of the field
    """The types of a union without None."""
    if get_origin(kind) in (Union, UnionType):
        return [one for one in get_args(kind) if one is not NoneType]
    return [kind]


def _read(kind: Any, value: Any, about: About) -> Any:  # noqa: ANN401 - plain values in and out
    (only,) = _alternatives(kind)
    if value is None and only is not kind:
        return None
    if get_origin(only) is tuple:
        inner = get_args(only)[0]
        names = tuple(_scalar(inner, name, about) for name in _names(value, split=inner is not Path))
        return tuple(sorted(names)) if about.unordered else names
    return _scalar(only, value, about)


def _names(value: Any, *, split: bool) -> Iterable[str]:  # noqa: ANN401 - a value from outside
    """Several names from a list of them, or from one text, which has commas between unless it is a path."""
    if isinstance(value, Mapping | bytes) or not isinstance(value, Iterable | Path):
        raise ValueError(value)
    if isinstance(value, str | Path):
        parts = str(value).split(",") if split else [str(value)]
    else:
        parts = [str(part) if isinstance(part, Path) else part for part in value]
    if not all(isinstance(part, str) for part in parts):
        raise ValueError(value)
    names = list(dict.fromkeys(part.strip() for part in parts if part.strip()))
    if not names:
        raise ValueError(value)
    return names


def _scalar(kind: Any, value: Any, about: About) -> Any:  # noqa: ANN401 - plain values in and out
    if get_origin(kind) is Literal:
        if value not in get_args(kind) or isinstance(value, bool):
            raise ValueError(value)
        return value
    if kind is bool:
        return _switch(value)
    if kind in (int, float):
        return _number(kind, value, about)
    if kind is Path and isinstance(value, str | Path) and str(value):
        return Path(value)
    if kind is str and isinstance(value, str) and value.strip():
        return value
    raise ValueError(value)


def _switch(value: Any) -> bool:  # noqa: ANN401 - a value from outside
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _YES_NO:
        return _YES_NO[value.lower()]
    raise ValueError(value)


def _number(kind: type[int] | type[float], value: Any, about: About) -> int | float:  # noqa: ANN401 - as _switch
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(value)
    if kind is int and isinstance(value, float):
        raise ValueError(value)
    number = kind(value)
    low, high = about.least, about.most
    if not isfinite(number) or (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(value)
    return number


def _takes(kind: Any, about: About) -> str:  # noqa: ANN401 - a type of the field
    (only,) = _alternatives(kind)
    if get_origin(only) is tuple:
        (inner, *_) = get_args(only)
        if inner is Path:
            return "one or more paths"
        several = " or ".join(get_args(inner)) if get_origin(inner) is Literal else "one or more names"
        return f"{several}, with commas between"
    if get_origin(only) is Literal:
        return " or ".join(map(str, get_args(only)))
    words = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text", Path: "a path"}[only]
    if about.least is not None and about.most is not None:
        return f"{words} from {about.least:g} to {about.most:g}"
    if about.least is not None:
        return f"{words} of {about.least:g} or more"
    return words if about.most is None else f"{words} of {about.most:g} or less"
