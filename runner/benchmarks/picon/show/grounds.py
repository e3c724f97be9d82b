"""The words of an answer that a finding rests on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .....errors import UsageError
from ....records.case_view import Segment
from ....report.marking import marked_segments
from ..interview.material import Material
from ..interview.statements import read_once, reading_of
from .format import RETESTS
from .interviews import Exchange, Interview, conflicts_of
from .kinds import abstention_words

_SENTENCES = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")


def marked_answer(interview: Interview, exchange: Exchange, material: Material | None) -> list[Segment]:
    """An answer with the words marked that a judge quoted, or that hold what the rules read.

    Args:
        interview: where it stands.
        exchange: the answer.
        material: of the interview; None where the release does not have it.
    """
    text = exchange.turn.subject.text
    meanings = [*_of_itself(exchange), *_of_later(interview, exchange)]
    named = [(one.name, "named and searched for") for one in exchange.note.entities]
    if not meanings:
        return marked_segments(text, named)
    ground = _quotation(exchange) or _telling_sentence(exchange, material) or text
    return marked_segments(text, [(ground, "; ".join(meanings)), *named])


def contradicted_later(interview: Interview) -> Mapping[int, list[int]]:
    """Number of an answer to the numbers of later ones that contradict it."""
    found: dict[int, list[int]] = {}
    for exchange in interview.exchanges:
        for turn in dict.fromkeys(turn for one in conflicts_of(exchange) for turn in one.turns):
            if turn != exchange.number:
                found.setdefault(turn, []).append(exchange.number)
    return found


def _of_itself(exchange: Exchange) -> list[str]:
    """What was found in an answer, in words for its mark; nothing where it is as it should be."""
    details = exchange.details
    against = sorted({turn for one in conflicts_of(exchange) for turn in one.turns} - {exchange.number})
    found = [f"contradicts {_turns(against)}"] if against else []
    if conflicts_of(exchange) and not against:
        found.append("contradicts itself")
    if exchange.judged and details.substantive is False:
        found.append(abstention_words(details.abstention))
    if exchange.retest and details.retest not in ("same", None):
        words, _ = RETESTS[details.retest]
        found.append(
            words if details.first_turn is None else f"{words}, held against turn {details.first_turn}"
        )
    if exchange.note.asking is not None and exchange.note.asking.decoy and details.affirmed:
        found.append("agrees to a decoy")
    if not found and _quotation(exchange):
        found.append("evidence of the judge")
    return found


def _of_later(interview: Interview, exchange: Exchange) -> list[str]:
    later = contradicted_later(interview).get(exchange.number, [])
    return [f"contradicted in {_turns(later)}"] if later else []


def _turns(numbers: Sequence[int]) -> str:
    return f"{'turn' if len(numbers) == 1 else 'turns'} {', '.join(map(str, numbers))}"


def _quotation(exchange: Exchange) -> str | None:
    """What the judge quoted, if it is less than the whole answer."""
    quoted = exchange.verdict.evidence if exchange.verdict else None
    return quoted if quoted and quoted.strip() != exchange.turn.subject.text.strip() else None


def _telling_sentence(exchange: Exchange, material: Material | None) -> str | None:
    """The sentence that says the same as the whole answer does to the rules, if there is one."""
    if material is None or exchange.note.question_id is None:
        return None
    try:
        whole = reading_of(exchange.turn, exchange.note, material)
    except UsageError:  # an answer to a question that this release does not have
        return None
    question = material.question(exchange.note.question_id)
    sentences = _SENTENCES.findall(exchange.turn.subject.text)
    if whole.value is None or len(sentences) < 2:
        return None
    same = (
        one.strip()
        for one in sentences
        if read_once(one.strip(), question, material.bank.lists, whole.asked_on).value == whole.value
    )
    return next(same, None)
