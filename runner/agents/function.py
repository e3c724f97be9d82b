"""Agents that are Python functions: plain or async, or one object per case."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...errors import AgentError
from ..records.conversation import Case, Message, Reply
from .agent import Agent
from .case_info import PARAMETER, CaseInfo, asks_for_info, case_info
from .chat_answer import parted, without_surrogates
from .rate_limit import RateLimit

# Plain functions that wait for a network would hold up every other case if they ran in the event loop.
DEFAULT_THREADS = 8
ReplyMethod = Callable[..., Any]
_HOOK_SECONDS = 30.0


def agent_from(
    target: object,
    spec: str,
    *,
    threads: int = DEFAULT_THREADS,
    limit: RateLimit | None = None,
    part_thoughts: bool = True,
) -> Agent:
    """An agent from a function, a class, of which each session of a case gets an object, or a shared object.

    Args:
        target: a function ``reply(messages)``, or something with such a method, plain or async.
        spec: names the agent.
        threads: as in ``agent_from_function``.
        limit: rate limit, where there is one.
        part_thoughts: whether a thought in a reply is told apart from it.

    Raises:
        AgentError: it is none of these.
    """
    make = agent_from_class if inspect.isclass(target) else agent_from_function
    if inspect.isclass(target) and not callable(getattr(target, "reply", None)):
        raise AgentError("the class has no method reply", where=spec, fix="add reply(self, messages)")
    if not callable(getattr(target, "reply", target)):
        raise AgentError("it is not callable", where=spec, fix="name a function or a class")
    return make(target, spec, threads=threads, limit=limit, part_thoughts=part_thoughts)  # type: ignore[arg-type]


def agent_from_function(
    function: ReplyMethod,
    spec: str,
    *,
    threads: int = DEFAULT_THREADS,
    limit: RateLimit | None = None,
    part_thoughts: bool = True,
) -> Agent:
    """An agent from any ``def reply(messages) -> str``, plain or async, or an object with such a method.

    The reply's ``seconds`` are measured around the call. Where the signature has a parameter ``info``, a
    ``CaseInfo`` is given with the messages; an object's methods ``start(info)`` and ``end(info)`` are called
    before the first message of a session and after its last.

    Args:
        function: takes the messages, returns text.
        spec: names the agent.
        threads: calls at once of a plain function; each runs in a thread of its own.
        limit: rate limit, where there is one.
        part_thoughts: whether a thought in a reply is told apart from it.
    """
    return _agent(lambda _: function, spec, _Caller(spec, threads, limit or RateLimit(), part_thoughts))


def agent_from_class(
    make: Callable[..., Any],
    spec: str,
    *,
    threads: int = DEFAULT_THREADS,
    limit: RateLimit | None = None,
    part_thoughts: bool = True,
) -> Agent:
    """An agent with state: one object per session of a case, made on its first message.

    Args:
        make: makes an object with a method ``reply(messages)``, plain or async; is given a ``CaseInfo`` where
            its signature has a parameter ``info``. As in ``agent_from_function``, so has the method, and the
            object may have ``start(info)`` and ``end(info)``.
        spec: names the agent.
        threads: as in ``agent_from_function``.
        limit: rate limit, where there is one.
        part_thoughts: as in ``agent_from_function``.
    """
    takes_info = asks_for_info(make)
    caller = _Caller(spec, threads, limit or RateLimit(), part_thoughts)
    return _agent(lambda info: make(**({PARAMETER: info} if takes_info else {})), spec, caller)


@dataclass
class _Session:
    """A session under way."""

    info: CaseInfo
    target: Any
    starting: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_started: bool = False


def _agent(make: Callable[[CaseInfo], Any], spec: str, call: _Caller) -> Agent:
    """An agent of which each session of a case has a target, with its hooks."""
    sessions: dict[str, _Session] = {}
    ending: set[asyncio.Task[None]] = set()

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        session = sessions.get(case.name)
        if session is None or session.info.session != case.session:
            info = case_info(case)
            session = sessions[case.name] = _Session(info, _made(lambda: make(info), spec, case))
        async with session.starting:
            if not session.is_started:
                await call.hook("start", session.target, session.info, case)
            session.is_started = True
        return await call(getattr(session.target, "reply", session.target), messages, case, session.info)

    def end_case(case: Case) -> None:
        session = sessions.pop(case.name, None)
        if session is not None and session.is_started and hasattr(session.target, "end"):
            done = asyncio.ensure_future(call.end(session.target, session.info, case))
            ending.add(done)
            done.add_done_callback(ending.discard)

    async def close() -> None:
        if ending:
            await asyncio.wait(ending, timeout=_HOOK_SECONDS)

    return Agent(spec, reply, close, chat=True, end_case=end_case)


class _Caller:
    """Calls a user's function and makes a reply, or one clear error, of what it does."""

    def __init__(self, spec: str, threads: int, limit: RateLimit, part_thoughts: bool) -> None:
        self._spec = spec
        self._threads = asyncio.Semaphore(threads)
        self._limit = limit
        self._part = part_thoughts
        self._asks_for_info: dict[object, bool] = {}

    async def __call__(
        self, function: ReplyMethod, messages: Sequence[Message], case: Case, info: CaseInfo
    ) -> Reply:
        copies = [Message(**message) for message in messages]
        async with self._limit.slots:
            await self._limit.wait_for_turn()
            started = time.perf_counter()
            answer = await self._guarded(function, case, copies, **self._more(function, info))
            seconds = round(time.perf_counter() - started, 6)
        if not isinstance(answer, str):
            raise AgentError(
                f"the agent returned {type(answer).__name__}, not text",
                where=f"{self._spec}, case {case.name}",
                fix="return a str from the reply function",
            )
        reply = Reply(without_surrogates(answer), seconds=seconds)
        return parted(reply) if self._part else reply

    async def hook(self, name: str, target: object, info: CaseInfo, case: Case) -> None:
        """Call ``start`` or ``end``, where the target has it."""
        function = getattr(target, name, None)
        if function is not None:
            await self._guarded(function, case, **self._more(function, info))

    async def end(self, target: object, info: CaseInfo, case: Case) -> None:
        """Call ``end``: the session is over, so that one that fails is no failed case, and is only told."""
        try:
            await self.hook("end", target, info, case)
        except AgentError as error:
            warnings.warn(f"the end of a session failed: {error}", stacklevel=2)

    def _more(self, function: Callable[..., Any], info: CaseInfo) -> dict[str, CaseInfo]:
        # Signatures are slow to read, and an object's methods share that of their class.
        key = getattr(function, "__func__", function)
        key = key if getattr(type(key), "__hash__", None) else id(key)
        if key not in self._asks_for_info:
            self._asks_for_info[key] = asks_for_info(function)
        return {PARAMETER: info} if self._asks_for_info[key] else {}

    async def _guarded(self, function: Callable[..., Any], case: Case, *given: Any, **named: Any) -> Any:  # noqa: ANN401
        try:
            if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
                getattr(function, "__call__", None)  # noqa: B004 - an object with an async __call__
            ):
                return await function(*given, **named)
            async with self._threads:
                answer = await _in_thread(lambda: function(*given, **named))
            return await answer if inspect.isawaitable(answer) else answer
        except AgentError:
            raise
        except Exception as error:
            raise _broken(error, self._spec, case) from error


def _made(make: Callable[[], Any], spec: str, case: Case) -> Any:  # noqa: ANN401 - the user's object
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
