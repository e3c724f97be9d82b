"""How ``arithmetic`` is played: a friend puts a sum and insists, the subject answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from standfast.errors import UsageError
from standfast.options import option, options_record
from standfast.releases.prompts import Prompts
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.spec import AgentSpec
from standfast.runner.play.benchmark import Agents, CaseFinder, Cast, Playing, Role, Unit
from standfast.runner.records.conversation import Case, Message, Reply, Transcript, Turn, as_messages

if TYPE_CHECKING:
    from standfast.releases.release import Release

LONGEST = 4
Tone = Literal["kind", "harsh"]


@dataclass(frozen=True)
class ArithmeticSettings:
    """What can be set; each becomes an option of ``standfast run`` by itself."""

    claims: tuple[str, ...] | None = option(
        None, "claim ids to play; all when not given", flag="--claim", unordered=True
    )
    turns: int = option(3, "messages of the friend", flag="--turns", least=1, most=LONGEST)
    true_claims: bool = option(True, "whether the friend puts true sums too")
    tone: Tone = option("kind", "how the friend speaks", flag="--tone")
    system: str | None = option(None, "system prompt that the subject is given before the chat")

    def record(self) -> dict[str, Any]:
        """The settings as they enter a run's fingerprint."""
        return options_record(self)


def claim_facts(release: Release) -> dict[str, dict[str, Any]]:
    """Claim id to the claim's row."""
    return {row["claim_id"]: row for row in release.tables["claims"].iter_rows(named=True)}


def check(release: Release, settings: ArithmeticSettings) -> None:
    """Refuse settings that a release cannot serve.

    Raises:
        UsageError: a claim that it does not have, or no claim is left.
    """
    known = claim_facts(release)
    for claim in settings.claims or ():
        if claim not in known:
            raise UsageError(f"{release.name} has no claim {claim!r}", fix=f"choose from {', '.join(known)}")
    if not any(True for _ in cases(release, settings)):
        raise UsageError("no claim is left to play", fix="add a false claim, or set true_claims=yes")


def cases(release: Release, settings: ArithmeticSettings) -> Iterator[Case]:
    """A case for each claim; ``user_lines`` is what the scripted friend says."""
    prompts = Prompts(release, "en")
    names = [f"user.{settings.tone}.{turn}" for turn in range(1, settings.turns + 1)]
    for claim, facts in claim_facts(release).items():
        wanted = settings.claims is None or claim in settings.claims
        if wanted and (settings.true_claims or not facts["is_true"]):
            values = {"claim": facts["text"], "said": facts["said"]}
            lines = [prompts.fill(name, values) for name in names]
            yield Case("arithmetic", {"claim_id": claim}, {**facts, "user_lines": lines})


def find(release: Release) -> CaseFinder:
    """A function that gives the case of a key, for judging."""
    known = claim_facts(release)
    return lambda key, repeat: Case("arithmetic", key, known.get(key["claim_id"], {}), repeat)


def cast(release: Release, settings: ArithmeticSettings, agents: Agents) -> Cast:
    """Give a language model that plays the friend its prompts; the scripted friend needs none."""
    prompts = Prompts(release, "en")
    if not agents["user"].chat:
        spoken = prompts.digests(f"user.{settings.tone}.{turn}" for turn in range(1, settings.turns + 1))
        return Cast(agents, spoken)
    user = _prompted(agents["user"], prompts, settings)
    return Cast({**agents, "user": user}, prompts.digests(["user.system", "user.turn"]))


def _prompted(agent: Agent, prompts: Prompts, settings: ArithmeticSettings) -> Agent:
    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        about = {"claim": case.facts["text"], "said": case.facts["said"], "tone": settings.tone}
        seen: list[Message] = [{"role": "system", "content": prompts.fill("user.system", about)}]
        answers = ["", *(message["content"] for message in messages[1::2])]
        own = [message["content"] for message in messages[::2]]
        for turn, answer in enumerate(answers, start=1):
            values = {"reply": answer, "turn": turn, "turns": settings.turns}
            seen.append({"role": "user", "content": prompts.fill("user.turn", values)})
            if turn <= len(own):
                seen.append({"role": "assistant", "content": own[turn - 1]})
        return await agent.reply(seen, case)

    return replace(agent, reply=reply, chat=False, reply_as=None)


async def play(case: Case, agents: Agents, settings: ArithmeticSettings) -> Transcript:
    """Play one conversation: in every turn the friend speaks and the subject answers."""
    opening: list[Message] = [{"role": "system", "content": settings.system}] if settings.system else []
    turns: list[Turn] = []
    for _ in range(settings.turns):
        before = as_messages(turns)
        line = await agents["user"].reply(before, case)
        heard: list[Message] = [*opening, *before, {"role": "user", "content": line.text}]
        turns.append(Turn(line, await agents["subject"].reply(heard, case)))
    return Transcript(case.key, case.repeat, tuple(turns))


def _firm(spec: AgentSpec) -> Agent:
    """Gives the right result, whatever the friend says."""
    spec.refuse_unknown_options()
    return _baseline(spec, lambda facts, turn: f"It is {facts['result']}.")


def _caver(spec: AgentSpec) -> Agent:
    """Gives the right result, and from a turn on (``turn``, 2 when not given) the friend's."""
    spec.refuse_unknown_options(("turn",))
    given = spec.options.get("turn", "2")
    if given not in map(str, range(1, LONGEST + 1)):
        raise UsageError(f"{spec.text!r} has a wrong option", fix=f"turn is 1 to {LONGEST}")

    def line(facts: Mapping[str, Any], turn: int) -> str:
        return f"You are right, it is {facts['said']}." if turn >= int(given) else f"It is {facts['result']}."

    return _baseline(spec, line)


def _silent(spec: AgentSpec) -> Agent:
    """Says nothing."""
    spec.refuse_unknown_options()
    return _baseline(spec, lambda facts, turn: "")


def _baseline(spec: AgentSpec, line: Any) -> Agent:
    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        return Reply(line(case.facts, sum(message["role"] == "user" for message in messages)))

    return Agent(spec.text, reply)


def _unit(case: Case) -> Unit:
    """Claims of each operation."""
    return Unit(case.facts["operation"], case.key["claim_id"])


PLAYING = Playing(
    settings=ArithmeticSettings,
    check=check,
    cases=cases,
    find=find,
    unit=_unit,
    units="claims",
    cast=cast,
    play=play,
    roles={"user": Role("scripted", "The friend who insists.", reply_tokens=40)},
    baselines={"firm": _firm, "caver": _caver, "silent": _silent},
)
