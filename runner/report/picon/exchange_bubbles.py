"""An exchange as bubbles: question, answer, and what was searched for after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...picon.material import Material
from ...picon.notes import Note, Search
from ..case_view import Bubble, Segment
from ..provenance import reply_flags, reply_provenance
from .grounds import marked_answer
from .interviews import Exchange, Interview
from .kinds import CUT, FAILED
from .labels import counted
from .verdict_notes import verdict_notes
from .wording import STAGES, in_words


def exchange_bubbles(
    interview: Interview, exchange: Exchange, material: Material | None, checks: Mapping[str, str]
) -> Iterator[Bubble]:
    """Question, answer with its verdict, and each search with what it found.

    Args:
        interview: where it stands.
        exchange: the exchange.
        material: of the interview; None where the release does not have it.
        checks: check id to what should hold.
    """
    turn, note = exchange.turn, exchange.note
    yield Bubble(
        "user",
        " · ".join([f"turn {exchange.number}", *_about(note, material)]),
        [Segment(turn.user.text)],
        flags=reply_flags(turn.user),
        provenance=reply_provenance(turn.user),
    )
    unread = ["unread verdict"] if exchange.verdict is not None and exchange.verdict.label is None else []
    yield Bubble(
        "subject",
        f"persona, turn {exchange.number}",
        marked_answer(interview, exchange, material),
        verdict_notes(interview, exchange, checks),
        [*reply_flags(turn.subject), *([CUT] if note.history_cut else []), *unread],
        reply_provenance(turn.subject),
        anchor=exchange.anchor,
    )
    for search in note.searches:
        yield _searched(note, search)


def _about(note: Note, material: Material | None) -> list[str]:
    """Stage and kind of a question, and how it was come by."""
    told = [STAGES[note.stage]]
    if note.asking is not None:
        if note.asking.decoy:
            return [*told, f"DECOY: {note.asking.name} is not the persona’s"]
        return [*told, f"about {note.asking.name}", f"named in turn {note.asking.turn}"]
    if note.question_id is None:
        return [*told, "the questioner’s own"]
    told.append(in_words(note.question_id))
    if note.stage == "main" and material is not None:
        step = next((one for one in material.steps if one.question_id == note.question_id), None)
        told.append(
            "back to a core question" if step is None else f"step {step.step} from {in_words(step.head)}"
        )
    return told


def _searched(note: Note, search: Search) -> Bubble:
    """A search: query, claims and outcome in sight, the passages one click away."""
    entity = next((one for one in note.entities if one.entity_id == search.entity_id), None)
    outcome = {
        "found": f"found {counted(len(search.passages), 'passage')}",
        "nothing": "found nothing",
        "failed": "failed",
    }[search.status]
    claims = [f"\n· {claim.text}" for claim in (entity.claims if entity else ())]
    return Bubble(
        "note",
        "evidence",
        [Segment(f"Search for “{search.query}” {outcome}.{' Claims:' if claims else ''}{''.join(claims)}")],
        flags=[FAILED] if search.status == "failed" else [],
        provenance=_hits(search),
    )


def _hits(search: Search) -> Sequence[tuple[str, str]]:
    hits = [
        (f"passage {number}", f"{one.title} ({one.url}): {one.text}")
        for number, one in enumerate(search.passages, start=1)
    ]
    return [("query", search.query), *hits, *([("problem", search.problem)] if search.problem else [])]
