"""Options that benchmarks declare, taken out of a command line before the rest of it is read.

A benchmark's settings, roles, choices and builder settings are fields that name their own option
(``--mode``). Which of them fit is known only when the command knows its benchmark: others are then refused.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ..errors import UsageError
from ..options import default_words, options_of
from ..registry import wing_of, wings

if TYPE_CHECKING:
    from ..options import Option

Part = Literal["settings", "roles", "choices", "build"]
# The commands that take such options, and of which parts.
COMMANDS: Mapping[str, Sequence[Part]] = {
    "build": ("build",),
    "compare": ("choices",),
    "leaderboard": ("choices",),
    "report": ("choices",),
    "run": ("roles", "settings"),
    "score": ("choices",),
}
_WORDS: Mapping[Part, str] = {
    "build": "setting", "choices": "choice", "roles": "role", "settings": "setting",
}  # fmt: skip
_SWITCH = "yes or no"
_SWITCHED = ("yes", "no", "on", "off", "true", "false")


@dataclass(frozen=True)
class Declared:
    """An option that a benchmark declares.

    Attributes:
        flag: how it is written.
        benchmark: whose it is.
        part: what it sets.
        name: the setting, role or choice.
        takes: what it takes, in words.
        default: its usual value, in words.
        help: what it decides.
        several: whether it may be given more than once.
    """

    flag: str
    benchmark: str
    part: Part
    name: str
    takes: str
    default: str
    help: str
    several: bool = False


@dataclass(frozen=True)
class Given:
    """What was given of such options.

    Attributes:
        values: flag to its values, in order.
        declared: every option that the command takes.
    """

    values: Mapping[str, Sequence[str]] = field(default_factory=dict)
    declared: Sequence[Declared] = ()

    def of(self, benchmark: str, part: Part) -> dict[str, Any]:
        """The values of one benchmark by name; those given several times as a list.

        Args:
            benchmark: its name, or that of a user's own set.
            part: of what.

        Raises:
            UsageError: an option was given twice that is one value.
        """
        family = wing_of(benchmark).name
        found: dict[str, Any] = {}
        for one in self.declared:
            given = self.values.get(one.flag)
            if given and (one.benchmark, one.part) == (family, part):
                if len(given) > 1 and not one.several:
                    raise UsageError(f"{one.flag} is given {len(given)} times", fix="give it once")
                found[one.name] = list(given) if len(given) > 1 else given[0]
        return found

    def refuse_foreign(self, benchmarks: Sequence[str]) -> None:
        """Refuse options that none of these benchmarks has.

        Raises:
            UsageError: names the option and whose it is.
        """
        families = {wing_of(benchmark).name for benchmark in benchmarks}
        for flag in self.values:
            owners = [one for one in self.declared if one.flag == flag]
            if not any(one.benchmark in families for one in owners):
                whose = " and ".join(sorted({one.benchmark for one in owners}))
                these = " or ".join(sorted(families))
                raise UsageError(
                    f"{flag} is a {_WORDS[owners[0].part]} of {whose}, not of {these}",
                    fix=f"leave {flag} out; standfast settings {min(families)} lists what there is",
                )


def take_options(arguments: Sequence[str]) -> tuple[list[str], Given]:
    """A command line without the options of benchmarks, and these.

    Args:
        arguments: what stands after the program's name.

    Raises:
        UsageError: such an option lacks its value.
    """
    command = next((one for one in arguments if not one.startswith("-")), "")
    if command not in COMMANDS:
        return list(arguments), Given()
    declared = declared_options(COMMANDS[command])
    by_flag = {one.flag: one for one in declared}
    rest: list[str] = []
    values: dict[str, list[str]] = {}
    waiting = deque(arguments)
    while waiting:
        argument = waiting.popleft()
        flag, equals, value = argument.partition("=")
        if argument == "--":
            return [*rest, argument, *waiting], Given(values, declared)
        if flag in by_flag:
            values.setdefault(flag, []).append(value if equals else _value(by_flag[flag], waiting))
        else:
            rest.append(argument)
    return rest, Given(values, declared)


def declared_options(parts: Sequence[Part]) -> list[Declared]:
    """Every option of every benchmark of these parts."""
    return [
        one
        for name, wing in wings().items()
        for part in parts
        if not (wing.sets and part == "build")
        for one in _DECLARED[part](name)
    ]


def _of_fields(benchmark: str, part: Part, kind: type[Any] | None) -> Iterator[Declared]:
    for one in () if kind is None else options_of(kind).values():
        if one.about.flag is not None:
            yield _declared(benchmark, part, one, one.about.flag)


def _declared(benchmark: str, part: Part, one: Option, flag: str) -> Declared:
    return Declared(
        flag, benchmark, part, one.name, one.takes, default_words(one), one.about.help, one.several
    )


def _settings(name: str) -> Iterator[Declared]:
    from ..runner.play.benchmark import benchmark_of

    return _of_fields(name, "settings", benchmark_of(_example(name)).playing.settings)


def _roles(name: str) -> Iterator[Declared]:
    from ..runner.play.benchmark import benchmark_of

    for role, about in benchmark_of(_example(name)).playing.roles.items():
        yield Declared(f"--{role}", name, "roles", role, "an agent", about.default, about.help)


def _choices(name: str) -> Iterator[Declared]:
    from ..runner.play.benchmark import benchmark_of

    return _of_fields(name, "choices", benchmark_of(_example(name)).scoring.choices)


def _build(name: str) -> Iterator[Declared]:
    from ..builders.building import settings_of

    return _of_fields(name, "build", settings_of(name))


_DECLARED: Mapping[Part, Callable[[str], Iterator[Declared]]] = {
    "settings": _settings,
    "roles": _roles,
    "choices": _choices,
    "build": _build,
}


def _example(family: str) -> str:
    """A name by which the registry knows the benchmark; any set stands for a family of users' own sets."""
    return f"{family}.any" if wings()[family].sets else family


def _value(one: Declared, waiting: deque[str]) -> str:
    following = waiting[0] if waiting else None
    if one.takes == _SWITCH and following not in _SWITCHED:
        return "yes"
    if following is None or following.startswith("--"):
        raise UsageError(f"{one.flag} lacks its value", fix=f"give {one.takes}")
    return waiting.popleft()
