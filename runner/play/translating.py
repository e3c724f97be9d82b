"""Sentences translated by an agent: several at once, and each of them asked for once only.

Every translation is a line of a journal as soon as it comes, so that a call that breaks off, or is made again
with other sentences, asks only for what is missing. What a translation is worth is for the caller to say.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import AgentError, UsageError
from ..agents.agent import Agent
from ..agents.making import make_agent
from ..records.conversation import Case, Message, Reply, reply_outcome
from ..records.journal import read_lines
from .engine import Progress, Work, problem_of, run_to_end, work_through
from .meter import Meter, Spending, metered

ROLE = "translator"
Sentence = tuple[str, str]
"""An English sentence and the code of the language it is wanted in."""


@dataclass(frozen=True)
class Translator:
    """An agent that translates, and where its translations are kept.

    Attributes:
        agent: the agent's spec, or its name in ``agents.toml``.
        instructions: what it is told, by language.
        kept: journal of the translations.
        concurrency: sentences at once.
        catalogue: the ``agents.toml``.
    """

    agent: str
    instructions: Mapping[str, str]
    kept: Path
    concurrency: int = 8
    catalogue: Path | None = None

    @property
    def failures(self) -> Path:
        """Journal of the sentences that no reply came for, in any call."""
        return self.kept.with_name(f"{self.kept.stem}-failures.jsonl")


def make_translating_agent(spec: str, catalogue: Path | None = None) -> Agent:
    """The agent of a spec, if it can be sent any message.

    Raises:
        UsageError, AgentError: there is no such agent, or it speaks only inside a case.
    """
    agent = make_agent(spec, {}, catalogue)
    if not agent.chat:
        raise UsageError(f"{spec!r} cannot translate", fix="name an openai: or python: agent")
    return agent


def translate_sentences(
    translator: Translator,
    sentences: Sequence[Sentence],
    on_progress: Callable[[Progress, int, Spending], None] = lambda *_: None,
) -> tuple[list[str | None], Spending]:
    """The translation of each sentence, as the agent gave it, and what was spent.

    Args:
        translator: who translates.
        sentences: what to translate.
        on_progress: told how far it is, the number of sentences and what was spent, after each.

    Returns:
        Of each sentence its translation, None where the reply was empty or cut short.

    Raises:
        UsageError, AgentError: the agent cannot be made, or gave no reply to some sentences.
        AgentUnusableError, RunStoppedError: no request can succeed, or none of many did. Whatever ends the
            work, translations that came are kept.
        RunError: the journal is damaged or cannot be written.
    """
    agent = make_translating_agent(translator.agent, translator.catalogue)
    meter = Meter()
    unique = list(dict.fromkeys(sentences))
    names = {sentence: _name(sentence, agent.spec, translator.instructions) for sentence in unique}
    work = _work(translator, metered(agent, ROLE, meter), names)

    async def all_of_them() -> Progress:
        try:
            return await work_through(
                work,
                concurrency=translator.concurrency,
                on_progress=lambda progress: on_progress(progress, len(unique), meter.total),
            )
        finally:
            await agent.close()

    progress = run_to_end(all_of_them())
    if progress.failed:
        raise _failed(translator, len(unique), progress)
    wanted = set(names.values())
    texts = {
        record["name"]: record["text"] for record in read_lines(translator.kept) if record["name"] in wanted
    }
    return [texts[names[sentence]] for sentence in sentences], meter.total


def _work(translator: Translator, agent: Agent, names: Mapping[Sentence, str]) -> Work[Sentence]:
    async def translate(sentence: Sentence) -> Mapping[str, Any]:
        english, language = sentence
        messages: list[Message] = [
            {"role": "system", "content": translator.instructions[language]},
            {"role": "user", "content": english},
        ]
        case = Case("translation", {"sentence": names[sentence]}, {})
        try:
            reply = await agent.reply(messages, case)
        finally:
            agent.end_case(case)
        return _record(names[sentence], sentence, agent.spec, reply)

    return Work(
        items=names,
        name=names.__getitem__,
        do=translate,
        results=translator.kept,
        name_of_record=lambda record: str(record["name"]),
        failures=translator.failures,
        failed=lambda sentence, error: _failure(names[sentence], sentence, error),
    )


def _failed(translator: Translator, asked: int, progress: Progress) -> AgentError:
    # Failures of earlier calls stand before those of this one.
    first = list(read_lines(translator.failures))[-progress.failed]["error"]
    return AgentError(
        f"{asked - progress.done - progress.skipped:,} of {asked:,} sentences were not translated, the first "
        f"one so: {first}",
        where=str(translator.failures),
        fix="run the same command again: the others are kept and not asked for again",
    )


def _name(sentence: Sentence, agent: str, instructions: Mapping[str, str]) -> str:
    """What decides a translation: another agent or instruction asks again."""
    english, language = sentence
    told = json.dumps([agent, instructions[language], language, english], ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _record(name: str, sentence: Sentence, agent: str, reply: Reply) -> dict[str, Any]:
    outcome = reply_outcome(reply)
    # Without a finish reason a text that ends on a letter may be whole: translators forget full stops.
    usable = outcome == "said" or (outcome == "cut" and reply.finish_reason is None)
    facts = {"model": reply.model, "tokens_in": reply.tokens_in, "tokens_out": reply.tokens_out}
    return {
        "name": name,
        "language": sentence[1],
        "english": sentence[0],
        "text": reply.text if usable else None,
        **({"flag": outcome, "reply": reply.text} if not usable else {}),
        "agent": agent,
        **{key: value for key, value in facts.items() if value is not None},
    }


def _failure(name: str, sentence: Sentence, error: Exception) -> dict[str, Any]:
    return {"name": name, "language": sentence[1], "english": sentence[0], "error": problem_of(error)}
