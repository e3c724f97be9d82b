"""``search:…``: evidence as a role of a run, so that searches are counted, recorded and closed like calls."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .....errors import AgentError, AgentUnusableError, UsageError
from ....agents.agent import Agent, JsonSchema
from ....agents.spec import AgentSpec
from ....records.conversation import Case, Message, Reply
from .searcher import Found, Hit, Passage, Query, Searcher

if TYPE_CHECKING:
    from .engine_answer import Patience
    from .fetch import FetchLimits

OPTIONS = ("key_env", "private", "seconds", "size", "redirects", "retries", "backoff")
_OFFLINE = ("release", "folder")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
FOUND_SCHEMA: JsonSchema = {
    "type": "object",
    "properties": {
        "status": {"type": "string", "enum": ["nothing", "found", "failed"]},
        "passages": {"type": "array", "items": {"type": "object", "properties": {}}},
    },
}


def make_search(spec: AgentSpec) -> Agent:
    """A searcher: ``release``, ``folder@PATH``, ``wikipedia``, ``wikidata``, ``searxng@URL``, ``serper``,
    ``tavily``; the last five with ``@URL`` where they are elsewhere. Several joined by ``+``: in turn.

    Options: ``key_env`` (environment variable of the key), ``private=allow`` (pages inside the user's network
    may be fetched), ``size`` (bytes), ``redirects`` and ``seconds`` of a page, ``seconds`` of an engine's
    answer too, and ``retries`` with ``backoff`` where an engine gives none.

    Raises:
        UsageError: unknown engine or option, or no address where one is needed.
        AgentUnusableError: its key is not in the environment.
    """  # noqa: D205 - the list of engines is the summary
    spec.refuse_unknown_options(OPTIONS)
    searcher = _searcher(spec)

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        del messages
        raise AgentError(
            f"{spec.shown} searches and does not talk", where=f"case {case.name}", fix="choose another agent"
        )

    async def reply_as(messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
        del schema
        asked = json.loads(messages[-1]["content"])
        query = Query(asked["text"], tuple((name, text) for name, text in asked["claims"]), asked["language"])
        found = await searcher.search(query, case)
        text = json.dumps(asdict(found), ensure_ascii=False)
        return Reply(text, tokens_in=0, tokens_out=0, attempts=found.attempts)

    identity = f"{spec.text}#{searcher.identity}" if searcher.identity else spec.text
    return Agent(identity, reply, searcher.close, reply_as=reply_as)


async def search_with(agent: Agent, query: Query, case: Case) -> Found:
    """Ask a search agent.

    Raises:
        UsageError: the agent is none.
    """
    if agent.reply_as is None:
        raise UsageError(f"{agent.spec} cannot search", fix="choose an agent that begins with search:")
    message = json.dumps(asdict(query), ensure_ascii=False)
    said = await agent.reply_as([{"role": "user", "content": message}], case, FOUND_SCHEMA)
    return found_from_record(json.loads(said.text))


def found_from_record(record: Mapping[str, Any]) -> Found:
    """A result from its JSON object."""
    passages = tuple(
        Passage(**{**one, "serves": tuple(one.get("serves", ()))})
        for one in record.get("passages", ())
        if one
    )
    hits = tuple(Hit(**one) for one in record.get("hits", ()))
    return Found(
        record["status"],
        passages,
        record.get("problem"),
        hits,
        record.get("engine"),
        record.get("attempts", 1),
    )


def _searcher(spec: AgentSpec) -> Searcher:
    from .web import ENGINES
    from .web_search import in_turn

    known = "|".join((*_OFFLINE, *ENGINES))
    parts = re.split(rf"\+(?=(?:{known})(?:[@+]|$))", spec.target)
    keyed = [name for name in parts if (engine := ENGINES.get(name.partition("@")[0])) and engine.key_env]
    if len(keyed) > 1 and "key_env" in spec.options:
        raise UsageError(
            f"{spec.shown} needs two keys", fix="leave key_env out and set their usual variables"
        )
    made = [_one_searcher(part, spec) for part in parts]
    return made[0] if len(made) == 1 else in_turn(made)


def _one_searcher(part: str, spec: AgentSpec) -> Searcher:
    from .documents import folder_searcher, release_searcher
    from .web import ENGINES
    from .web_search import web_searcher

    name, _, place = part.partition("@")
    if name == "release":
        return release_searcher()
    if name == "folder":
        return folder_searcher(Path(place))
    if name not in ENGINES:
        raise UsageError(
            f"there is no search {name!r}", fix=f"choose one of release, folder, {', '.join(ENGINES)}"
        )
    engine = ENGINES[name]
    base = place or engine.base
    if not base:
        raise UsageError(f"{name} has no address of its own", fix=f"write search:{name}@http://HOST:PORT")
    if "@" in base.partition("://")[2].partition("/")[0]:
        raise UsageError(
            f"the address of {name} holds a user name", fix="leave it out: it would stand in the run"
        )
    key = _key(spec, engine.key_env)
    return web_searcher(name, engine, base.rstrip("/"), key, _limits(spec), _patience(spec))


def _key(spec: AgentSpec, usual: str | None) -> str:
    if usual is None:
        return ""
    name = spec.options.get("key_env", usual)
    key = os.environ.get(name, "").strip() if _VARIABLE.fullmatch(name) else ""
    if not key:
        # Another name than the usual one is not repeated: it may be a key put in the wrong place.
        which = name if name == usual else "that key_env names"
        raise AgentUnusableError(
            f"there is no key in the environment variable {which}",
            where=spec.shown,
            fix=f"set {usual}, or name another variable with ?key_env=NAME",
        )
    if not key.isascii() or not key.isprintable():
        raise AgentUnusableError(
            "the key holds characters that no key has", where=spec.shown, fix="set the variable anew"
        )
    return key


def _limits(spec: AgentSpec) -> FetchLimits:
    from .fetch import FetchLimits

    usual = FetchLimits()
    options = spec.options
    if options.get("private", "refuse") not in ("allow", "refuse"):
        raise UsageError(
            f"private={options['private']!r} is not an answer", fix="write private=allow or leave it out"
        )
    try:
        limits = FetchLimits(
            int(options.get("size", usual.size)),
            float(options.get("seconds", usual.seconds)),
            int(options.get("redirects", usual.redirects)),
            options.get("private") == "allow",
        )
    except ValueError as error:
        raise UsageError(
            f"an option of {spec.shown} is not a number", fix="give size, seconds, redirects"
        ) from error
    if limits.size < 1 or limits.seconds <= 0 or limits.redirects < 0:
        raise UsageError(f"an option of {spec.shown} allows nothing", fix="give numbers above 0")
    return limits


def _patience(spec: AgentSpec) -> Patience:
    from .engine_answer import Patience

    usual, options = Patience(), spec.options
    try:
        patience = Patience(
            float(options.get("seconds", usual.seconds)),
            int(options.get("retries", usual.retries)),
            float(options.get("backoff", usual.backoff)),
        )
    except ValueError as error:
        raise UsageError(f"an option of {spec.shown} is not a number", fix="give retries, backoff") from error
    if patience.retries < 0 or patience.backoff < 0:
        raise UsageError(f"an option of {spec.shown} is below 0", fix="give 0 or more")
    return patience
