"""A session: one call that plays or judges a run, from its first line in ``sessions.jsonl`` to its last."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from ..agents.agent import Agent
from ..agents.outage import WAITING
from ..records.run_folder import RunFolder
from ..records.sessions import SessionLog
from .meter import Meter, spending_record

OnWait = Callable[[str], None]


@dataclass
class Session:
    """A session under way.

    Attributes:
        ended: how it ends when nothing goes wrong.
    """

    ended: str = "finished"


@asynccontextmanager
async def session(
    run: RunFolder,
    about: Mapping[str, Any],
    agents: Mapping[str, Agent],
    meter: Meter,
    on_wait: OnWait = lambda _: None,
) -> AsyncIterator[Session]:
    """Note that a session begins, what it spends, and how it ends, however it ends.

    Args:
        run: the run.
        about: what is asked for.
        agents: role to agent, to say whose server does not answer.
        meter: counts what it spends.
        on_wait: told while all wait for a server that does not answer; an empty text when they go on.

    Raises:
        RunError: the run folder cannot be written.
    """
    log = SessionLog.begin(run.sessions_path, {"fingerprint": run.record.fingerprint, **about})
    loop, noted = asyncio.get_running_loop(), True

    def note() -> None:
        nonlocal noted
        noted = True
        log.spend(spending_record(meter))

    def note_soon() -> None:
        # Replies come in bursts; one line says what all of a burst cost.
        nonlocal noted
        if noted:
            noted = False
            loop.call_soon(note)

    meter.on_spend = note_soon
    current = Session()
    began = time.monotonic()
    waiting = WAITING.set(_telling(agents, on_wait))
    try:
        yield current
    except Exception as error:
        current.ended = type(error).__name__
        raise
    except BaseException:
        current.ended = "interrupted"
        raise
    finally:
        WAITING.reset(waiting)
        seconds = round(time.monotonic() - began, 1)
        noted = False
        log.end({"seconds": seconds, "ended": current.ended, "spent": spending_record(meter)})


def _telling(agents: Mapping[str, Agent], on_wait: OnWait) -> Callable[[str, float | None], None]:
    def tell(spec: str, seconds: float | None) -> None:
        if seconds is None:
            on_wait("")
            return
        roles = [role for role, agent in agents.items() if agent.spec == spec]
        whose = f"the {' and the '.join(roles)}" if roles else spec
        on_wait(f"the server of {whose} does not answer; waiting, {seconds:.0f} s")

    return tell
