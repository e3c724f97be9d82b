"""A model as judge: after the rules, on what they cannot tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .....errors import JudgeError
from .....releases.prompts import Prompts
from ....agents.agent import Agent, JsonSchema
from ....judges.judge import Judge
from ....judges.rubric import exchanges_of, reply_faults
from ....judges.structured import (
    FLAG,
    TEXT,
    Answer,
    FaultFinder,
    Form,
    anything,
    ask_for_object,
    list_of,
    object_schema,
    one_of,
)
from ....records.conversation import Case, Message, Transcript
from ....records.verdict import Verdict
from .by_rule import details_by_rules, search_verdict
from .material import MODEL_LANGUAGE, material_of
from .notes import ClaimVerdict, Conflict, Details, Entity, Search, details_record, label_of
from .prompted import found_text, interview_text
from .roles import search_of
from .statements import noted

if TYPE_CHECKING:
    from .....releases.release import Release

PROMPTS = ("judge.system", "judge.answer", "judge.confirmation", "judge.retest")
NO_FIRST_ANSWER = "other: there is no first answer"
_VERDICTS = ("supported", "refuted", "not_enough_information")
_RETESTS = ("same", "compatible", "conflict", "one_sided", "no_answer")
_ANSWER = object_schema(reason=TEXT, quote=TEXT, substantive=FLAG, contradicts=list_of({"type": "integer"}))
_CONFIRMATION = object_schema(
    reason=TEXT,
    quote=TEXT,
    affirmed=FLAG,
    claims=list_of(object_schema(claim_id=TEXT, verdict=one_of(_VERDICTS))),
)
_RETEST = object_schema(reason=TEXT, quote=TEXT, verdict=one_of(_RETESTS))


def prompted_judge(agent: Agent, release: Release) -> Judge:
    """The judge that a model makes with the release's prompts.

    The rules go first. A conflict that they find stands; the model is asked whether the answer is one, for
    conflicts that they do not see, for confirmations and claims, and for a retest only where they abstain.
    What the rules said is kept beside it.

    Args:
        agent: any chat agent.
        release: whose prompts it is given.

    Raises:
        JudgeError: the agent answers no chat messages.
        ReleaseError: the release lacks a prompt.
    """
    if not agent.chat:
        raise JudgeError(f"{agent.spec} cannot judge", fix="use an openai: or python: agent, or 'rules'")
    prompts = Prompts(release, MODEL_LANGUAGE)
    model = _Model(agent, prompts)

    async def judge(case: Case, transcript: Transcript, turn: int) -> Verdict:
        ruled = details_by_rules(material_of(case), transcript, turn)
        try:
            details, answer = await model.about(case, transcript, turn, ruled)
        finally:
            agent.end_case(case)
        said = (answer.found if answer else None) or {}
        problem = NO_FIRST_ANSWER if ruled == Details() else answer.problem if answer else None
        flags = (
            reply_faults(transcript.turns[turn - 1].subject.text, said.get("quote") or None) if answer else ()
        )
        return Verdict(
            case.key, case.repeat, turn, label_of(details), agent.spec, said.get("quote"), said.get("reason"),
            details=details_record(details), problem="; ".join(filter(None, (problem, *flags))) or None,
            calls=answer.calls if answer else (),
        )  # fmt: skip

    return Judge(agent.spec, judge, prompts=prompts.digests(PROMPTS))


# Findings on an exchange, and what the model was asked about it, if it was.
_Told = tuple[Details, Answer | None]


class _Model:
    """Asks the model one thing by one prompt."""

    def __init__(self, agent: Agent, prompts: Prompts) -> None:
        self._agent = agent
        self._prompts = prompts

    async def about(self, case: Case, transcript: Transcript, turn: int, ruled: Details) -> _Told:
        """Findings on an exchange, and what the model said of it."""
        if ruled.claims is not None:
            return await self._confirmation(case, transcript, turn, ruled)
        if ruled.first_turn is not None:
            return await self._retest(case, transcript, turn, ruled)
        if ruled == Details():
            return ruled, None
        return await self._answer(case, transcript, turn, ruled)

    async def _object(
        self,
        case: Case,
        prompt: str,
        values: dict[str, Any],
        schema: JsonSchema,
        check: FaultFinder = anything,
    ) -> Answer:
        messages: list[Message] = [
            {"role": "system", "content": self._prompts.text("judge.system")},
            {"role": "user", "content": self._prompts.fill(prompt, values)},
        ]
        return await ask_for_object(self._agent, messages, case, Form(schema, check))

    async def _answer(self, case: Case, transcript: Transcript, turn: int, ruled: Details) -> _Told:
        turns = transcript.turns[:turn]
        values = {"transcript": interview_text(turns), "exchanges": exchanges_of(turns), "turn": turn}

        def check(found: dict[str, Any]) -> str | None:
            there = all(1 <= number <= turn for number in found["contradicts"])
            return None if there else "it names a turn that is not there"

        answer = await self._object(case, "judge.answer", values, _ANSWER, check)
        found = answer.found
        kept = replace(ruled, rule_substantive=ruled.substantive)
        if found is None:
            return replace(kept, substantive=None, conflicts=ruled.conflicts or None), answer
        conflicts = ruled.conflicts or ()
        if found["contradicts"] and not conflicts:
            conflicts = (Conflict((*sorted(set(found["contradicts"]) - {turn}), turn), "judge"),)
        return replace(kept, substantive=found["substantive"], conflicts=conflicts), answer

    async def _confirmation(self, case: Case, transcript: Transcript, turn: int, ruled: Details) -> _Told:
        entity, search = _asked_about(transcript, turn)
        known = _from_search(entity, search)
        open_claims = [claim for claim in (entity.claims if entity else ()) if known[claim.claim_id] is None]
        exchange = transcript.turns[turn - 1]
        values = {
            "question": exchange.user.text,
            "answer": exchange.subject.text,
            "claims": "\n".join(f"{claim.claim_id}: {claim.text}" for claim in open_claims) or "–",
            "evidence": found_text(search) if search and open_claims else "–",
        }
        wanted = sorted(claim.claim_id for claim in open_claims)

        def check(found: dict[str, Any]) -> str | None:
            given = sorted(one["claim_id"] for one in found["claims"])
            return None if given == wanted else "it does not judge exactly the claims it was given, each once"

        answer = await self._object(case, "judge.confirmation", values, _CONFIRMATION, check)
        found = answer.found
        kept = replace(ruled, rule_affirmed=ruled.affirmed, rule_claims=ruled.claims or None)
        if found is None:
            return replace(kept, affirmed=None, claims=known), answer
        said = {one["claim_id"]: one["verdict"] for one in found["claims"]}
        verdicts = {name: said[name] if verdict is None else verdict for name, verdict in known.items()}
        return replace(kept, affirmed=found["affirmed"], claims=verdicts), answer

    async def _retest(self, case: Case, transcript: Transcript, turn: int, ruled: Details) -> _Told:
        if ruled.rule_retest is not None or ruled.first_turn is None:
            return ruled, None
        first, second = transcript.turns[ruled.first_turn - 1], transcript.turns[turn - 1]
        values = {
            "question": first.user.text,
            "first": first.subject.text,
            "second": second.subject.text,
        }
        answer = await self._object(case, "judge.retest", values, _RETEST)
        if answer.found is None:
            return ruled, answer
        verdict = answer.found["verdict"]
        return replace(ruled, retest=verdict, judge_retest=verdict), answer


def _asked_about(transcript: Transcript, turn: int) -> tuple[Entity | None, Search | None]:
    exchanges = noted(transcript.turns)
    asking = exchanges[turn - 1][2].asking
    if asking is None or asking.decoy:
        return None, None
    naming = exchanges[asking.turn - 1][2]
    entity = next(one for one in naming.entities if one.entity_id == asking.entity_id)
    return entity, search_of(naming.searches, asking.entity_id)


def _from_search(entity: Entity | None, search: Search | None) -> dict[str, ClaimVerdict | None]:
    if entity is None or search is None:
        return {}
    return {claim.claim_id: search_verdict(search) for claim in entity.claims}
