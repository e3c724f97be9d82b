"""A store of replies, so that asking the same thing again costs nothing.

A reply is kept under everything that decides it: the agent's canonical spec (model, address, sampling), the
messages, the JSON schema if there was one, and the place: repeat, session, and for the how-manieth time these
messages are asked there. Without the place, repeats and later sessions would be copies of the first. Only
replies of model servers that remember nothing are kept, and no blank ones: those are worth asking for again.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from ...errors import RunError
from ..records.conversation import Case, Message, Reply
from .agent import Agent, JsonSchema
from .places import Places

_SCHEMA = "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID"
_BUSY_SECONDS = 30


class ReplyCache:
    """Replies in an SQLite file; several processes may use it at once."""

    def __init__(self, path: Path) -> None:
        """Open or create the file.

        Raises:
            RunError: it cannot be opened or is no SQLite file.
        """
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute(_SCHEMA)
        except (sqlite3.Error, OSError) as error:
            raise self._failed(error) from error

    def get(self, key: str) -> Reply | None:
        """The reply kept under a key."""
        try:
            found = self._connection.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise self._failed(error) from error
        return Reply(**json.loads(found[0])) if found else None

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply."""
        try:
            self._connection.execute(
                "INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, json.dumps(asdict(reply)))
            )
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _failed(self, error: Exception) -> RunError:
        return RunError(
            f"the cache cannot be used ({error})",
            where=str(self._path),
            fix="mend it, or give another --cache",
        )


def reply_key(agent: str, messages: Sequence[Message], case: Case, schema: JsonSchema | None = None) -> str:
    """What a reply is kept under.

    Args:
        agent: its canonical spec.
        messages: what it is asked.
        case: with the place in it.
        schema: of the JSON object that is asked for, or None.
    """
    later = [case.session, case.asked] if case.session > 1 or case.asked else []
    text = json.dumps([agent, messages, case.repeat, schema, *later], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def cached(agent: Agent, cache: ReplyCache, on_hit: Callable[[], None] = lambda: None) -> Agent:
    """The agent, asked only for what the cache does not hold.

    Args:
        agent: any agent; those that are no model server are left as they are.
        cache: where replies are kept.
        on_hit: told of every reply that was there.
    """
    if not agent.remote or agent.stateful:
        return agent
    places = Places()

    async def through(
        ask: Callable[..., Awaitable[Reply]], messages: Sequence[Message], case: Case, *schema: JsonSchema
    ) -> Reply:
        case = replace(case, asked=places.asked_before(case, messages))
        key = reply_key(agent.spec, messages, case, *schema)
        known = cache.get(key)
        if known is not None:
            on_hit()
            return known
        reply = await ask(messages, case, *schema)
        if reply.text.strip():
            cache.put(key, reply)
        return reply

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        return await through(agent.reply, messages, case)

    def end_case(case: Case) -> None:
        places.forget(case)
        agent.end_case(case)

    structured = agent.reply_as
    if structured is None:
        return replace(agent, reply=reply, end_case=end_case)

    async def reply_as(messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
        return await through(structured, messages, case, schema)

    return replace(agent, reply=reply, reply_as=reply_as, end_case=end_case)
