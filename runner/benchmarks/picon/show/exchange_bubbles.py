"""An exchange as bubbles: question, answer, and what was searched for after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....records.case_view import Bubble, Segment
from ....records.verdict import IMITATES
from ....report.provenance import reply_flags, reply_provenance
from ..interview.material import Material
from ..interview.notes import Claim, Note, Search
from .format import STAGES, counted, in_words
from .grounds import marked_answer
from .interviews import Exchange, Interview
from .kinds import CUT, FAILED, MENDED, NO_EXTRACTION, NO_QUESTION
from .verdict_notes import verdict_notes


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
        flags=[*reply_flags(turn.user), *([NO_QUESTION] if note.question_fault else [])],
        provenance=[*reply_provenance(turn.user), *_known("questioner’s fault", note.question_fault)],
    )
    unread = ["unread verdict"] if exchange.verdict is not None and exchange.verdict.label is None else []
    yield Bubble(
        "subject",
        f"persona, turn {exchange.number}",
        marked_answer(interview, exchange, material),
        verdict_notes(interview, exchange, checks),
        [
            *reply_flags(turn.subject),
            *([CUT] if note.history_cut else []),
            *([NO_EXTRACTION] if note.extraction_fault else []),
            *unread,
            *([IMITATES] if exchange.verdict and IMITATES in (exchange.verdict.problem or "") else []),
        ],
        [*reply_provenance(turn.subject), *_known("extractor’s fault", note.extraction_fault)],
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
    if material is not None and note.question_id in material.leads:
        return [*told, f"about what was said of {in_words(material.leads[note.question_id].about)}"]
    if note.stage == "main" and material is not None:
        step = next((one for one in material.steps if one.question_id == note.question_id), None)
        told.append(
            "back to a core question" if step is None else f"step {step.step} from {in_words(step.head)}"
        )
    return told


def _searched(note: Note, search: Search) -> Bubble:
    """A search: query, claims and outcome in sight, passages and hits one click away."""
    entity = next((one for one in note.entities if one.entity_id == search.entity_id), None)
    outcome = {
        "found": f"found {counted(len(search.passages), 'passage')}",
        "nothing": "found nothing",
        "failed": "failed",
    }[search.status]
    place = f" by {search.engine}" if search.engine else ""
    again = f" It had failed in the interview ({search.before}) and was made again." if search.before else ""
    claims = entity.claims if entity else ()
    told = f"Search for “{search.query}”{place} {outcome}.{again}{' Claims:' if claims else ''}"
    mended = search.before is not None and search.status != "failed"
    return Bubble(
        "note",
        "evidence",
        [Segment("".join([told, *(f"\n· {claim.text}{_serving(claim, search)}" for claim in claims)]))],
        flags=[*([FAILED] if search.status == "failed" else []), *([MENDED] if mended else [])],
        provenance=_found(search, {claim.claim_id: claim.text for claim in claims}),
    )


def _serving(claim: Claim, search: Search) -> str:
    """Which passages were chosen for a claim."""
    numbers = [str(n) for n, one in enumerate(search.passages, start=1) if claim.claim_id in one.serves]
    if not numbers:
        return ""
    return f" ({'passage' if len(numbers) == 1 else 'passages'} {', '.join(numbers)})"


def _found(search: Search, claims: Mapping[str, str]) -> list[tuple[str, str]]:
    """All that is known of a search: engine, passages with the claims they serve, hits, what went wrong."""
    passages: list[tuple[str, str]] = []
    for number, one in enumerate(search.passages, start=1):
        passages.append((f"passage {number}", f"{one.title} ({one.url}): {one.text}"))
        served = [claims[name] for name in one.serves if name in claims]
        passages += _known(f"passage {number} serves", " · ".join(served))
    hits = [
        (f"hit {number}", f"{one.title} ({one.url}): {one.snippet}")
        for number, one in enumerate(search.hits, start=1)
    ]
    return [
        ("query", search.query),
        *_known("engine", search.engine),
        *passages,
        *hits,
        *_known("failed before", search.before),
        *_known("problem", search.problem),
    ]


def _known(name: str, value: str | None) -> list[tuple[str, str]]:
    return [(name, value)] if value else []
