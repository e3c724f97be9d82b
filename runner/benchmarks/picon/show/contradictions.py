"""Where answers contradict earlier ones, in how many statements, and where there is no answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....records.table import Cell, Table
from ....report.case_lines import case_link
from .format import counted, in_words, rule_words
from .interviews import Exchange, Interview, ReadRun, conflicts_of

KINDS = {
    "equality": "rule: the same question",
    "check": "rule: between questions",
    "judge": "judge",
}
_SHOWN = 160


@dataclass(frozen=True)
class FoundContradiction:
    """A contradiction and where it stands.

    Attributes:
        run: short name of the run.
        interview: where.
        exchange: of the later answer.
        turns: of all answers that it takes, the later one last.
        kind: of ``KINDS``.
        words: what the rule says.
    """

    run: str
    interview: Interview
    exchange: Exchange
    turns: Sequence[int]
    kind: str
    words: str


def found_contradictions(run: ReadRun) -> Iterator[FoundContradiction]:
    """The contradictions of a run, interview by interview, in the order of the later answers."""
    statements = check_statements(run)
    for interview, exchange in run.exchanges():
        for one in conflicts_of(exchange):
            kind = one.rule.partition(":")[0]
            yield FoundContradiction(
                run.name, interview, exchange, one.turns, kind, rule_words(one.rule, statements)
            )


def check_statements(run: ReadRun) -> dict[str, str]:
    """Id of each check between answers to what should hold."""
    return dict(run.run.release.tables["checks"].select("check_id", "statement").iter_rows())


def hop_table(runs: Sequence[ReadRun]) -> Table:
    """How many contradictions take how many statements, and who found them."""
    found = {run.name: list(found_contradictions(run)) for run in runs}
    hops = sorted({2, 3} | {len(one.turns) for of_run in found.values() for one in of_run})
    rows: list[list[str]] = []
    for run in runs:
        of_run = found[run.name]
        distances = Counter(len(one.turns) for one in of_run)
        kinds = Counter(one.kind for one in of_run)
        questions = sum(exchange.judged for _, exchange in run.exchanges())
        rows.append(
            [run.name, str(questions), str(len(of_run))]
            + [str(distances[hop]) for hop in hops]
            + [str(kinds[kind]) for kind in KINDS]
        )
    return Table(
        "contradictions-by-distance",
        "Contradictions by the number of statements they take",
        ["run", "questions", "contradictions", *(counted(hop, "statement") for hop in hops), *KINDS.values()],
        rows,
        note="An answer may bring in several. A conflict that stood before is not told again.",
    )


def contradiction_list(found: Sequence[FoundContradiction]) -> Table:
    """Every contradiction with its rule, the answers it takes, and a link to the later one."""
    rows: list[list[str | Cell]] = [
        [
            Cell(
                f"{one.interview.label}, turn {one.exchange.number}",
                href=case_link(one.run, one.interview.key, one.exchange.anchor),
            ),
            one.run,
            one.words,
            shortened(one.exchange.turn.subject.text),
            " / ".join(
                f"[{turn}] {shortened(one.interview.at(turn).turn.subject.text)}" for turn in one.turns[:-1]
            ),
            str(len(one.turns)),
        ]
        for one in found
    ]
    return Table(
        "contradictions",
        "Every contradiction",
        ["interview", "run", "by which rule", "later answer", "earlier answers", "statements"],
        rows,
        numeric=5,
    )


def shortened(text: str) -> str:
    """A text in one line, its end left out where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"


_UNKNOWN = "by the judge"


def abstention_table(runs: Sequence[ReadRun]) -> Table | None:
    """Questions of the first two stages that were not answered, by kind; None where all were."""
    counts = {run.name: _kinds(run) for run in runs}
    kinds = sorted({kind for found in counts.values() for kind in found})
    if not kinds:
        return None
    return Table(
        "abstentions",
        "Questions that were not answered",
        ["run", "questions", *map(in_words, kinds), "all"],
        [
            [
                run.name,
                str(sum(exchange.judged for _, exchange in run.exchanges())),
                *(str(counts[run.name][kind]) for kind in kinds),
                str(counts[run.name].total()),
            ]
            for run in runs
        ],
        note="Wrong, partial and guessed answers do answer, as published.",
    )


def _kinds(run: ReadRun) -> Counter[str]:
    return Counter(
        exchange.details.abstention or _UNKNOWN
        for _, exchange in run.exchanges()
        if exchange.details.substantive is False
    )
