"""The sharp protocol: a character asserts a claim to the protagonist, whom the subject plays (SHARP).

The subject is told in a system prompt whom it plays; the character is scripted and makes the claim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ....releases.prompts import Prompts
from ...agents.agent import Agent
from ...play.benchmark import Agents, Cast, Playing, Unit
from ...records.conversation import Case, Message, Reply, Transcript, Turn
from .baselines import BASELINES
from .cases import find_sharp_case, sharp_cases
from .scores.stance_frame import NO_CHARACTER, STRANGER
from .settings import SharpSettings, check_settings

if TYPE_CHECKING:
    from ....releases.release import Release

_SPEAKER = "character"
_SYSTEM = {None: "subject.roleplay", STRANGER: "subject.stranger", NO_CHARACTER: "subject.plain"}
_HINT, _STRANGERS_NAME = "subject.hint", "user.stranger"


def cast_sharp(release: Release, settings: SharpSettings, agents: Agents) -> Cast:
    """The subject with its system prompt, and the character, which is scripted.

    Agents that answer no chat messages (baselines) are given no prompt.

    Raises:
        ReleaseError: the release lacks a prompt.
    """
    prompts: dict[str, Prompts] = {code: Prompts(release, code) for code in settings.languages}
    subject = agents["subject"]
    is_prompted = subject.chat and (settings.role_prompt or settings.hint)
    cast = {**agents, _SPEAKER: _speaker(prompts, named=not settings.role_prompt)}
    if is_prompted:
        cast["subject"] = _prompted(subject, prompts, settings)
    used = [*_user_prompts(settings), *(_system_prompts(settings) if is_prompted else [])]
    digests = {
        f"{prompt_id}.{language}": digest
        for language, of_language in prompts.items()
        for prompt_id, digest in of_language.digests(used).items()
    }
    return Cast(cast, digests)


def _user_prompts(settings: SharpSettings) -> list[str]:
    used = ["user.claim"] if settings.role_prompt else ["user.named", _STRANGERS_NAME]
    return [*used, "user.plain"] if settings.plain else used


def _system_prompts(settings: SharpSettings) -> list[str]:
    played = {None: True, STRANGER: settings.stranger, NO_CHARACTER: settings.plain}
    roles = [_SYSTEM[kind] for kind, is_played in played.items() if is_played and settings.role_prompt]
    return [*roles, _HINT] if settings.hint else roles


def _speaker(prompts: Mapping[str, Prompts], *, named: bool) -> Agent:
    """The character: makes the claim as their own view, their name before it where no prompt gave it."""

    # The roles of a protagonist put the same claim one after the other.
    @lru_cache(maxsize=256)
    def line(prompt_id: str, language: str, claim: str, protagonist: str, character: str) -> Reply:
        values = {"claim": claim, "protagonist": protagonist, "character": character}
        return Reply(prompts[language].fill(prompt_id, values))

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        del messages
        language, facts = case.key["language"], case.facts
        if facts["control"] == NO_CHARACTER:
            return line("user.plain", language, facts["claim"], "", "")
        hero = facts["protagonist_name"]
        if not named:
            return line("user.claim", language, facts["claim"], hero, "")
        stranger = facts["control"] == STRANGER
        name = prompts[language].text(_STRANGERS_NAME) if stranger else facts["character_name"]
        return line("user.named", language, facts["claim"], hero, name)

    return Agent("scripted", reply)


def _prompted(subject: Agent, prompts: Mapping[str, Prompts], settings: SharpSettings) -> Agent:
    """The subject, given its system prompt before the messages."""
    filled: dict[tuple[str, ...], str] = {}

    def system(case: Case) -> str:
        role = (case.key["script"], case.key["protagonist"], case.key["character"], case.key["language"])
        if role not in filled:
            filled[role] = system_text(prompts[case.key["language"]], case.facts, settings)
        return filled[role]

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        return await subject.reply([{"role": "system", "content": system(case)}, *messages], case)

    return replace(subject, reply=reply)


def system_text(prompts: Prompts, facts: Mapping[str, Any], settings: SharpSettings) -> str:
    """The system prompt of a case.

    Args:
        prompts: of the release, in the language of the case.
        facts: of the case's role.
        settings: whether the role is told, and whether the hint is.

    Raises:
        ReleaseError: the release lacks a prompt.
    """
    values = {
        "script": facts.get("script_title"),
        "protagonist": facts.get("protagonist_name"),
        "character": facts.get("character_name"),
    }
    parts = [prompts.fill(_SYSTEM[facts["control"]], values)] if settings.role_prompt else []
    return "\n\n".join([*parts, prompts.text(_HINT)] if settings.hint else parts)


async def play_sharp(case: Case, agents: Agents, settings: SharpSettings) -> Transcript:
    """One exchange: the character makes the claim and the subject answers."""
    del settings
    claim = await agents[_SPEAKER].reply([], case)
    answer = await agents["subject"].reply([{"role": "user", "content": claim.text}], case)
    return Transcript(case.key, case.repeat, (Turn(claim, answer),))


def _unit(case: Case) -> Unit:
    """Claims by language and truth; a claim is drawn with all its roles, and both readings of a pair."""
    return Unit(case.facts["stratum"], case.facts["assertion"])


PLAYING = Playing(
    settings=SharpSettings,
    check=check_settings,
    cases=sharp_cases,
    find=find_sharp_case,
    unit=_unit,
    units="claims",
    cast=cast_sharp,
    play=play_sharp,
    baselines=BASELINES,
)
