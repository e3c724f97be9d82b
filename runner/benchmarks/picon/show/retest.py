"""The same questions again: verdicts by question, in the same session and in later ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ....records.section import Figure
from ....records.table import Cell, Table
from ....report.case_lines import case_link
from .format import RETESTS, counted, in_words, listed
from .interviews import Exchange, Interview, ReadRun
from .stacked import Bar, Part, stacked_bars

_WORST_FIRST = ("conflict", "one_sided", "no_answer", None, "compatible", "same")
_EQUIVALENT = ("same", "compatible")
_NOTE = (
    "Verdicts: the same; compatible (one answer more general, partial, or a neighbouring band); conflict; "
    "one-sided (answered once only); no answer either time; undecided (neither rules nor judge could tell)."
)


@dataclass(frozen=True)
class AskedAgain:
    """A core question asked again.

    Attributes:
        run: short name of the run.
        interview: where.
        exchange: the second answer.
    """

    run: str
    interview: Interview
    exchange: Exchange

    @property
    def question(self) -> str:
        """Id of the question."""
        return self.exchange.note.question_id or ""

    @property
    def session(self) -> int:
        """1 for the same session, later ones from 2."""
        return self.exchange.note.session

    @property
    def verdict(self) -> str | None:
        """One of five, or None."""
        return self.exchange.details.retest

    @property
    def link(self) -> str:
        """Where it stands in the transcripts."""
        return case_link(self.run, self.interview.key, self.exchange.anchor)


def asked_again(run: ReadRun) -> list[AskedAgain]:
    """Every retest of a run, interview by interview."""
    return [
        AskedAgain(run.name, interview, exchange)
        for interview, exchange in run.exchanges()
        if exchange.retest
    ]


def session_words(session: int) -> str:
    """What the report calls a session of retests."""
    return "same session" if session == 1 else f"later session {session}" if session > 2 else "later session"


def retest_bars(runs: Sequence[ReadRun]) -> Figure | None:
    """Verdicts of all questions together, for each run and session; None where nothing was asked again."""
    counts: dict[tuple[str, int], Counter[str | None]] = {}
    for run in runs:
        for one in asked_again(run):
            counts.setdefault((run.name, one.session), Counter())[one.verdict] += 1
    if not counts:
        return None
    parts = [Part(words, tone) for words, tone in RETESTS.values()]
    bars = [
        Bar(run, session_words(session), tuple(found[verdict] for verdict in RETESTS))
        for (run, session), found in counts.items()
    ]
    questions = sum(found.total() for found in counts.values())
    return stacked_bars(
        "retest-verdicts",
        "Verdicts on the second answers",
        f"Counts of core questions asked again, all interviews together ({questions} in all). A later "
        f"session begins anew. {_NOTE} Same and compatible count for RC.",
        parts,
        bars,
    )


def retest_grid(runs: Sequence[ReadRun]) -> Table | None:
    """Questions by runs and sessions; several interviews of a run are counted together in a cell."""
    asked = [one for run in runs for one in asked_again(run)]
    if not asked:
        return None
    columns = list(dict.fromkeys((one.run, one.session) for one in asked))
    cells: dict[tuple[str, str, int], list[AskedAgain]] = {}
    for one in asked:
        cells.setdefault((one.question, one.run, one.session), []).append(one)
    texts = _question_texts(runs)
    questions = list(dict.fromkeys(one.question for one in sorted(asked, key=lambda one: one.question)))
    return Table(
        "retest-grid",
        "Questions asked again",
        ["question", *(_head(run, session, several=len(runs) > 1) for run, session in columns)],
        [
            [
                Cell(in_words(question), title=texts.get(question)),
                *(_cell(cells.get((question, run, session), ())) for run, session in columns),
            ]
            for question in questions
        ],
        numeric=len(columns) + 1,
        note=f"{_NOTE} Each cell leads to the second answer in the transcripts; where a run has several "
        "interviews, to the first one with the least good verdict, whose colour the cell has.",
    )


def interview_grids(runs: Sequence[ReadRun]) -> list[Table]:
    """For each run with several interviews, those that changed an answer or left one out, by questions."""
    grids = [_interview_grid(n, run) for n, run in enumerate(runs, start=1) if len(run.interviews) > 1]
    return [grid for grid in grids if grid.rows]


def _interview_grid(number: int, run: ReadRun) -> Table:
    asked = asked_again(run)
    questions = sorted({one.question for one in asked})
    cells = {(one.interview.key, one.session, one.question): one for one in asked}
    changed = [one for one in asked if one.verdict not in _EQUIVALENT]
    rows = dict.fromkeys((one.interview.key, one.interview.label, one.session) for one in changed)
    every = {(one.interview.key, one.session) for one in asked}
    rest = len(every) - len(rows)
    return Table(
        f"retest-interviews-{number}",
        f"Questions asked again, interview by interview: {run.name}",
        ["interview", *map(in_words, questions)],
        [
            [
                f"{label}, {session_words(session)}",
                *(_single(cells.get((key, session, name))) for name in questions),
            ]
            for key, label, session in rows
        ],
        numeric=len(questions) + 1,
        note=f"{rest} of {counted(len(every), 'session')} are left out: nothing changed in them."
        if rest
        else "",
    )


def _head(run: str, session: int, *, several: bool) -> str:
    return f"{run}, {session_words(session)}" if several else session_words(session)


def _single(one: AskedAgain | None) -> str | Cell:
    return "–" if one is None else _cell([one])


def _cell(asked: Sequence[AskedAgain]) -> str | Cell:
    if not asked:
        return "–"
    worst = min(asked, key=lambda one: _WORST_FIRST.index(one.verdict))
    words, tone = RETESTS[worst.verdict]
    if len(asked) == 1:
        return Cell(words, worst.link, tone, _answers(worst))
    counts = Counter(one.verdict for one in asked)
    text = ", ".join(f"{counts[verdict]} {RETESTS[verdict][0]}" for verdict in RETESTS if counts[verdict])
    return Cell(text, worst.link, tone, f"{worst.interview.label}: {_answers(worst)}")


def _answers(one: AskedAgain) -> str:
    """Both answers."""
    second = one.exchange.turn.subject.text.strip()
    first_turn = one.exchange.details.first_turn
    first = "none" if first_turn is None else one.interview.at(first_turn).turn.subject.text.strip()
    return f"first: {first} – then: {second}"


def _question_texts(runs: Sequence[ReadRun]) -> Mapping[str, str]:
    """Question id to its text, in the language of the first interview that has it."""
    texts: dict[str, str] = {}
    for run in runs:
        rows = run.run.release.tables["questions"].select("question_id", "language", "text").iter_rows()
        by_language = {(name, language): text for name, language, text in rows}
        for interview in run.interviews:
            for name in {one.note.question_id for one in interview.exchanges if one.retest}:
                if name is not None and (name, interview.language) in by_language:
                    texts.setdefault(name, by_language[name, interview.language])
    return texts


def retest_lead(runs: Sequence[ReadRun]) -> str:
    """What was asked again, in a sentence."""
    asked = [one for run in runs for one in asked_again(run)]
    if not asked:
        return "Nothing was asked again."
    sessions = [session_words(session) for session in sorted({one.session for one in asked})]
    questions = counted(len({one.question for one in asked}), "core question")
    return f"{questions} asked again: {listed(sessions, 4)}."
