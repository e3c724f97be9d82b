"""Topics by run and mode: the class of each, and the way to its conversations."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from ....records.figures import NONE
from ....records.table import Cell, Table
from ..scores.classes import INCOMPLETE
from ..scores.replays import TIED, majority_class
from .class_style import LETTERS, LETTERS_NOTE, class_words, tone
from .format import signed
from .run_topics import ChartedRun, all_bands, all_topics

_WORDS_UP_TO = 6  # columns; with more, cells hold a letter


def topic_matrix(runs: Sequence[ChartedRun]) -> Table:
    """A row for each topic, band by band; a column for each run and mode."""
    columns = [(run, mode) for run in runs for mode in run.modes]
    spelt = len(columns) <= _WORDS_UP_TO
    banded = bool(all_bands(runs))
    both = [run for run in runs if len(run.modes) > 1]
    rows = []
    for topic, facts in all_topics(runs).items():
        cells = [_cell(run, topic, mode, spelt=spelt) for run, mode in columns]
        row: list[str | Cell] = [facts.label, *([facts.band] if banded else []), *cells]
        rows.append([*row, *([_differing(both, topic)] if both else [])])
    heads = ["topic", *(["band"] if banded else []), *(_head(run, mode, len(runs)) for run, mode in columns)]
    heads += ["modes differ"] if both else []
    return Table(
        "topic-matrix",
        "Class of each topic by run and mode",
        heads,
        rows,
        numeric=len(heads),
        note=_note(runs, spelt=spelt),
    )


def cases_link(run: str, topic: str, mode: str) -> str:
    """The address of the conversations of a topic in one mode of a run.

    Args:
        run: its short name.
        topic: the topic's label, which is the facet's value.
        mode: direct or indirect.
    """
    return "#cases?" + urlencode({"run": run, "topic": topic, "mode": mode})


def _head(run: ChartedRun, mode: str, runs: int) -> str:
    return mode if runs == 1 else f"{run.name} {mode}"


def _cell(run: ChartedRun, topic: str, mode: str, *, spelt: bool) -> str | Cell:
    classes = run.classes.get((topic, mode))
    if not classes:
        return NONE
    complete = [name for name in classes if name != INCOMPLETE]
    name = majority_class(complete) if complete else INCOMPLETE
    text = class_words(name) if spelt else LETTERS[name]
    if len(classes) > 1 and name != TIED:
        text += f" {classes.count(name)}/{len(classes)}"
    label = run.topics[topic].label
    mirror = run.mirrors.get((topic, mode))
    each = f" ({', '.join(map(class_words, classes))})" if len(classes) > 1 else ""
    score = "" if mirror is None else f", mirror score {signed(mirror)}"
    return Cell(
        text,
        cases_link(run.name, label, mode),
        tone(name),
        f"{label}, {mode}: {class_words(name)}{each}{score}; {run.name}",
    )


def _differing(runs: Sequence[ChartedRun], topic: str) -> str:
    """In how many runs the topic's class differs between the modes."""
    pairs = []
    for run in runs:
        direct, indirect = (_majority(run, topic, mode) for mode in ("direct", "indirect"))
        if direct is not None and indirect is not None:
            pairs.append(direct != indirect)
    if not pairs:
        return NONE
    return ("yes" if pairs[0] else "no") if len(runs) == 1 else f"{sum(pairs)} of {len(pairs)}"


def _majority(run: ChartedRun, topic: str, mode: str) -> str | None:
    complete = [name for name in run.classes.get((topic, mode), ()) if name != INCOMPLETE]
    return majority_class(complete) if complete else None


def _note(runs: Sequence[ChartedRun], *, spelt: bool) -> str:
    repeats = max(run.repeats for run in runs)
    over = ""
    if repeats > 1:
        over = (
            f" Topics were played up to {repeats} times: the class is the most frequent one, with how often "
            "it came; tied (=): no single one is."
        )
    letters = "" if spelt else f" {LETTERS_NOTE}"
    return f"A cell leads to the conversations behind it.{letters}{over}"
