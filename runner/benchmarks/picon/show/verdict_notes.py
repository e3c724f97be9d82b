"""What a judge found in an exchange, as the notes beside it."""

from __future__ import annotations

from collections.abc import Mapping

from ....records.case_view import VerdictNote
from ....report.provenance import call_provenance
from ..interview.notes import Entity
from .format import CLAIMS, RETESTS, rule_words
from .interviews import Exchange, Interview

Lines = list[tuple[str, str]]


def verdict_notes(interview: Interview, exchange: Exchange, checks: Mapping[str, str]) -> list[VerdictNote]:
    """The verdict on an exchange with what it rests on; nothing where it was not judged.

    Args:
        interview: where it stands.
        exchange: the exchange.
        checks: check id to what should hold.
    """
    verdict = exchange.verdict
    if verdict is None:
        return []
    label, tone = _label(exchange)
    lines = [
        *_conflicts(interview, exchange, checks),
        *_abstention(exchange),
        *_claims(interview, exchange),
        *_retest(interview, exchange),
    ]
    known = [("reason", verdict.rationale), ("problem", verdict.problem)]
    if verdict.evidence and verdict.evidence.strip() != exchange.turn.subject.text.strip():
        known.insert(0, ("quoted", verdict.evidence))
    lines += [(name, text) for name, text in known if text]
    return [VerdictNote(label, tone, verdict.judge, lines, call_provenance(verdict))]


def _label(exchange: Exchange) -> tuple[str, str | None]:
    """The verdict in words, and its colour."""
    details, label = exchange.details, exchange.verdict.label if exchange.verdict else None
    if exchange.retest:
        return RETESTS[details.retest]
    asking = exchange.note.asking
    if label is None or (asking is not None and details.affirmed is None):
        return "not judged", "refusal"
    if asking is not None and asking.decoy:
        return ("agreed to a decoy", "bad") if details.affirmed else ("denied a decoy", "good")
    if asking is not None:
        refuted = "refuted" in (details.claims or {}).values()
        if details.affirmed:
            return ("confirmed, and a claim refuted", "bad") if refuted else ("confirmed", "good")
        return "not confirmed", "leaning-disagree"
    return label, {"consistent": "good", "contradiction": "bad", "abstention": "refusal"}.get(label)


def _conflicts(interview: Interview, exchange: Exchange, checks: Mapping[str, str]) -> Lines:
    lines: Lines = []
    for one in exchange.details.conflicts or ():
        found_by = "by the judge" if one.rule == "judge" else f"by rule {one.rule}"
        lines.append((f"{len(one.turns)} statements, {found_by}", rule_words(one.rule, dict(checks))))
        lines += [
            (f"turn {turn} said", interview.at(turn).turn.subject.text)
            for turn in one.turns
            if turn != exchange.number
        ]
    return lines


def _abstention(exchange: Exchange) -> Lines:
    details = exchange.details
    lines: Lines = []
    if details.abstention is not None:
        lines.append(("does not answer, by rule", details.abstention.replace("_", " ")))
    if details.rule_substantive is not None and details.rule_substantive != details.substantive:
        lines.append(("the rules say", "answers" if details.rule_substantive else "does not answer"))
    return lines


def _claims(interview: Interview, exchange: Exchange) -> Lines:
    """Each claim with its verdict, and where the evidence stands; and what the rules say otherwise."""
    asking, details = exchange.note.asking, exchange.details
    if asking is None:
        return []
    lines: Lines = []
    if details.rule_affirmed is not None and details.rule_affirmed != details.affirmed:
        lines.append(("the rules say", "confirmed" if details.rule_affirmed else "not confirmed"))
    if asking.decoy:
        return lines
    verdicts, ruled = details.claims or {}, details.rule_claims or {}
    entity = _entity(interview, asking.turn, asking.entity_id)
    for claim in entity.claims if entity else ():
        found, by_rule = verdicts.get(claim.claim_id), ruled.get(claim.claim_id)
        otherwise = f"; {CLAIMS[by_rule][0]} by rule" if by_rule not in (None, found) else ""
        text = f"{claim.text} (evidence: after turn {asking.turn}{otherwise})"
        lines.append((f"claim {CLAIMS[found][0]}", text))
    return lines


def _entity(interview: Interview, turn: int, entity_id: str) -> Entity | None:
    return next((one for one in interview.at(turn).note.entities if one.entity_id == entity_id), None)


def _retest(interview: Interview, exchange: Exchange) -> Lines:
    details = exchange.details
    if details.first_turn is None:
        return []
    lines: Lines = [(f"turn {details.first_turn} said", interview.at(details.first_turn).turn.subject.text)]
    if details.judge_retest is not None or details.rule_retest is None:
        lines.append(
            ("the rules", "abstain" if details.rule_retest is None else RETESTS[details.rule_retest][0])
        )
    if details.judge_retest is not None:
        lines.append(("the judge says", RETESTS[details.judge_retest][0]))
    return lines
