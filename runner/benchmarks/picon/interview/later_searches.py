"""Make searches again that failed during the interviews; nobody is interviewed again for it.

What is found stands in the run's amendments, beside the transcripts, which stay as they were played. Verdicts
that said "search failed" of such a claim are dropped, so that judging goes on with them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .....errors import AgentError
from ....agents.agent import Agent
from ....play.benchmark import CaseFinder
from ....play.engine import Progress, Work, sentence_of, work_through
from ....records.conversation import Case, Transcript, Turn, case_name
from ....records.journal import read_lines, write_lines
from ....records.run_folder import RunFolder
from ....records.verdict import verdict_from_record
from .notes import Note, Search, details_from_record, note_from_record, note_record
from .roles import search_for, search_of


@dataclass(frozen=True)
class _Failed:
    """An exchange with searches that failed.

    Attributes:
        transcript: of the interview.
        turn: number of the exchange.
        note: of it.
    """

    transcript: Transcript
    turn: int
    note: Note

    @property
    def name(self) -> str:
        """Unique for what is left to do: with each search that succeeds it changes."""
        return _name(self.transcript.name, self.turn, sum(map(_has_failed, self.note.searches)))


async def search_again(
    run: RunFolder,
    agent: Agent,
    find: CaseFinder,
    concurrency: int,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Make the failed searches of a run again.

    Args:
        run: the run.
        agent: who searches; may be another than in the interviews.
        find: the release's cases.
        concurrency: exchanges at once.
        on_progress: told after each exchange.

    Returns:
        How many exchanges got a result, and how many still lack one.

    Raises:
        RunStoppedError: it fails again and again.
    """

    async def do(item: _Failed) -> Mapping[str, Any]:
        case = find(item.transcript.key, item.transcript.repeat)
        mended = await _mended(item.note, agent, case)
        still = [one for one in mended.searches if _has_failed(one)]
        if len(still) == sum(map(_has_failed, item.note.searches)):
            raise AgentError(f"the search failed again: {still[0].problem}", where=f"case {case.name}")
        return {
            "case": dict(item.transcript.key),
            "repeat": item.transcript.repeat,
            "turn": item.turn,
            "lacking": sum(map(_has_failed, item.note.searches)),
            "notes": note_record(mended),
        }

    work = Work(
        items=_failed(run),
        name=lambda item: item.name,
        do=do,
        results=run.amendments_path,
        name_of_record=lambda one: _name(case_name(one["case"], one["repeat"]), one["turn"], one["lacking"]),
        failures=run.path / "failures-search.jsonl",
        failed=_failure_record,
    )
    try:
        return await work_through(work, concurrency=concurrency, on_progress=on_progress)
    finally:
        await asyncio.to_thread(drop_overtaken_verdicts, run)


def drop_overtaken_verdicts(run: RunFolder) -> None:
    """Drop the verdicts that say "search failed" of a claim for which a search has succeeded since."""
    if not run.amendments_path.exists():
        return
    mended = {
        (transcript.name, number)
        for transcript in run.transcripts()
        for number, turn in enumerate(transcript.turns, start=1)
        if _rests_on_a_mended_search(turn, transcript.turns)
    }
    for path in sorted(run.path.glob("verdicts/*.jsonl")):
        records = list(read_lines(path))
        kept = [record for record in records if not _overtaken(record, mended)]
        if len(kept) < len(records):
            write_lines(path, kept)


def _failed(run: RunFolder) -> Iterator[_Failed]:
    for transcript in run.transcripts():
        for number, turn in enumerate(transcript.turns, start=1):
            note = note_from_record(turn.notes)
            if any(map(_has_failed, note.searches)):
                yield _Failed(transcript, number, note)


async def _mended(note: Note, agent: Agent, case: Case) -> Note:
    searches = []
    for search in note.searches:
        if not _has_failed(search):
            searches.append(search)
            continue
        entity = next(one for one in note.entities if one.entity_id == search.entity_id)
        again = await search_for(entity, agent, case, case.key["language"])
        searches.append(search if _has_failed(again) else replace(again, before=search.problem or "failed"))
    return replace(note, searches=tuple(searches))


def _has_failed(search: Search) -> bool:
    return search.status == "failed"


def _rests_on_a_mended_search(turn: Turn, turns: tuple[Turn, ...]) -> bool:
    asking = note_from_record(turn.notes).asking
    if asking is None or asking.decoy:
        return False
    search = search_of(note_from_record(turns[asking.turn - 1].notes).searches, asking.entity_id)
    return search.before is not None and not _has_failed(search)


def _overtaken(record: Mapping[str, Any], mended: set[tuple[str, int]]) -> bool:
    verdict = verdict_from_record(record)
    if (case_name(verdict.key, verdict.repeat), verdict.turn) not in mended:
        return False
    return "search_failed" in (details_from_record(verdict.details or {}).claims or {}).values()


def _name(case: str, turn: int, lacking: int) -> str:
    return f"{case}@{turn}:{lacking}"


def _failure_record(item: _Failed, error: Exception) -> dict[str, Any]:
    transcript = item.transcript
    return {
        "case": dict(transcript.key),
        "repeat": transcript.repeat,
        "turn": item.turn,
        "error": sentence_of(error),
    }
