"""A store of replies, so that asking the same thing again costs nothing.

A reply is kept under everything that decides it: the agent's canonical spec (model, address, sampling), the
messages, the JSON schema if there was one, and the repeat. Without the repeat, repeats would be copies of
each other. Only replies of model servers are kept: what a Python function says may change with its code.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from ...errors import RunError
from ..records.conversation import Case, Message, Reply
from .agent import Agent, JsonSchema

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


def reply_key(agent: str, messages: Sequence[Message], repeat: int, schema: JsonSchema | None = None) -> str:
    """What a reply is kept under."""
    text = json.dumps([agent, messages, repeat, schema], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def cached(agent: Agent, cache: ReplyCache, on_hit: Callable[[], None] = lambda: None) -> Agent:
    """The agent, asked only for what the cache does not hold.

    Args:
        agent: any agent; those that are no model server are left as they are.
        cache: where replies are kept.
        on_hit: told of every reply that was there.
    """
    if not agent.remote:
        return agent

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        key = reply_key(agent.spec, messages, case.repeat)
        known = _hit(key)
        if known is None:
            known = await agent.reply(messages, case)
            cache.put(key, known)
        return known

    def _hit(key: str) -> Reply | None:
        known = cache.get(key)
        if known is not None:
            on_hit()
        return known

    structured = agent.reply_as
    if structured is None:
        return replace(agent, reply=reply)

    async def reply_as(messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
        key = reply_key(agent.spec, messages, case.repeat, schema)
        known = _hit(key)
        if known is None:
            known = await structured(messages, case, schema)
            cache.put(key, known)
        return known

    return replace(agent, reply=reply, reply_as=reply_as)
