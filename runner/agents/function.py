"""Agents that are Python functions: plain or async, or one object per case."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from ...errors import AgentError
from ..records.conversation import Case, Message, Reply
from .agent import Agent
from .rate_limit import RateLimit

# Plain functions that wait for a network would hold up every other case if they ran in the event loop.
DEFAULT_THREADS = 8
ReplyMethod = Callable[[list[Message]], Any]


def agent_from_function(
    function: ReplyMethod, spec: str, *, threads: int = DEFAULT_THREADS, limit: RateLimit | None = None
) -> Agent:
    """An agent from any ``def reply(messages) -> str``, plain or async.

    The reply's ``seconds`` are measured around the call.

    Args:
        function: takes the messages, returns text.
        spec: names the agent.
        threads: calls at once of a plain function; each runs in a thread of its own.
        limit: rate limit, where there is one.
    """
    call = _Caller(spec, threads, limit or RateLimit())

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        return await call(function, messages, case)

    return Agent(spec, reply, chat=True)


def agent_from_class(
    make: Callable[[], Any], spec: str, *, threads: int = DEFAULT_THREADS, limit: RateLimit | None = None
) -> Agent:
    """An agent with state: one object per case, made on its first message and dropped with its last.

    Args:
        make: makes an object with a method ``reply(messages)``, plain or async.
        spec: names the agent.
        threads: as in ``agent_from_function``.
        limit: rate limit, where there is one.
    """
    call = _Caller(spec, threads, limit or RateLimit())
    objects: dict[str, Any] = {}

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        if case.name not in objects:
            objects[case.name] = _guarded(make, spec, case)
        return await call(objects[case.name].reply, messages, case)

    def end_case(case: Case) -> None:
        objects.pop(case.name, None)

    return Agent(spec, reply, chat=True, end_case=end_case)


class _Caller:
    """Calls a user's function and makes a reply, or one clear error, of what it does."""

    def __init__(self, spec: str, threads: int, limit: RateLimit) -> None:
        self._spec = spec
        self._threads = asyncio.Semaphore(threads)
        self._limit = limit

    async def __call__(self, function: ReplyMethod, messages: Sequence[Message], case: Case) -> Reply:
        async with self._limit.slots:
            await self._limit.wait_for_turn()
            started = time.perf_counter()
            try:
                answer = await self._answer(function, [Message(**message) for message in messages])
            except AgentError:
                raise
            except Exception as error:
                raise _broken(error, self._spec, case) from error
            seconds = round(time.perf_counter() - started, 6)
        if not isinstance(answer, str):
            raise AgentError(
                f"the agent returned {type(answer).__name__}, not text",
                where=f"{self._spec}, case {case.name}",
                fix="return a str from the reply function",
            )
        return Reply(answer, seconds=seconds)

    async def _answer(self, function: ReplyMethod, messages: list[Message]) -> Any:  # noqa: ANN401
        if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
            getattr(function, "__call__", None)  # noqa: B004 - an object with an async __call__
        ):
            return await function(messages)
        async with self._threads:
            answer = await _in_thread(lambda: function(messages))
        return await answer if inspect.isawaitable(answer) else answer


def _guarded(make: Callable[[], Any], spec: str, case: Case) -> Any:  # noqa: ANN401 - the user's object
    try:
        return make()
    except Exception as error:
        raise _broken(error, spec, case) from error


def _broken(error: Exception, spec: str, case: Case) -> AgentError:
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = f" at {last.tb_frame.f_code.co_filename}:{last.tb_lineno}" if last else ""
    return AgentError(
        f"the agent raised {type(error).__name__}{place}: {error}",
        where=f"{spec}, case {case.name}",
        fix="mend the function and run again",
    )


def _in_thread(function: Callable[[], Any]) -> asyncio.Future[Any]:
    """Run a function in a daemon thread: one that hangs must not keep the program from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(result: object, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def work() -> None:
        result, failure = None, None
        try:
            result = function()
        except Exception as error:  # noqa: BLE001 - handed on to the caller
            failure = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=work, daemon=True).start()
    return future
