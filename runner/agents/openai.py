"""``openai:MODEL@BASE_URL``: an agent behind a chat-completions server.

This is the only place that tries again: a request is repeated here, or its case fails.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import AgentError, AgentUnusableError, RequestRefusedError
from ..records.conversation import Case, Message, Reply, reply_outcome
from .agent import ASK_AGAIN, Agent, JsonSchema
from .chat_answer import Fault, Heals
from .connection import Connection, longest_reply
from .openai_options import ChatOptions, read_options
from .outage import Outage
from .places import Places
from .spec import AgentSpec
from .tries import Spent, Tries, after, backoff, out_of_patience, wait_for

# How a JSON object is asked for, from the strictest form to none.
_FORMS = {"auto": ("json_schema", "json_object", "off"), "json_schema": ("json_schema",),
          "json_object": ("json_object",), "off": ("off",)}  # fmt: skip
# Statuses by which servers say that they do not know a form; the last ones may also mean that they are down,
# so that a form is given up for good only when another one worked at once in so many cases.
_UNKNOWN_FORM, _PERHAPS_UNKNOWN_FORM, _ENOUGH = (400, 415, 422, 501), (500,), 2
_REFUSALS = (Heals.NOT_FOR_THIS_CASE, Heals.NOT_FOR_THIS_KEY)
_ABOUT_FORM = re.compile(r"response_format|json_schema|json_object|schema|structured|grammar", re.IGNORECASE)


def make_openai_agent(spec: AgentSpec) -> Agent:
    """An agent that sends its messages to a chat-completions server.

    Raises:
        UsageError: the spec is wrong, or its key is not in the environment.
    """
    options = read_options(spec)
    client = ChatClient(options)
    return Agent(
        options.spec,
        client.reply,
        client.close,
        chat=True,
        remote=True,
        longest_reply=longest_reply(options),
        price=options.price,
        reply_as=client.reply_as,
        end_case=client.end_case,
        most_answers=1 + options.empty_retries + options.retries,
        stateful=options.session_id is not None,
    )


class ChatClient:
    """Asks a server until there is a reply, or none to be had."""

    def __init__(self, options: ChatOptions) -> None:
        """Nothing is opened yet."""
        self._options = options
        self._connection = Connection(options)
        self._outage = Outage(options.spec, options.patience)
        self._places = Places()
        self._worked = False
        self._forms = _FORMS[options.structured]
        self._form_works = False
        self._doubts: Counter[str] = Counter()

    async def reply(self, messages: Sequence[Message], case: Case) -> Reply:
        """The model's reply.

        Raises:
            AgentError: the request failed for good.
            RequestRefusedError: the server refuses this very request.
            AgentUnusableError: no request can succeed.
        """
        spent = Spent()
        fields, headers = self._place(messages, case)
        outcome = await self._ask(messages, case, fields, headers, spent)
        return outcome if isinstance(outcome, Reply) else self._give_up(outcome, case, spent)

    async def reply_as(self, messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
        """As ``reply``, for a JSON object, in the strictest form that the server takes.

        Raises:
            AgentError, RequestRefusedError, AgentUnusableError: as ``reply``.
        """
        forms, spent = self._forms, Spent()
        fields, headers = self._place(messages, case)
        fault = Fault("nothing was asked", Heals.NOT_AT_ALL)
        doubted = False
        for form in forms:
            # A server that answers 500 to a form it does not know is not asked the same thing for long.
            hasty = form != forms[-1] and not self._form_works
            before = spent.attempts
            asked = {**fields, **_response_format(form, schema)}
            outcome = await self._ask(messages, case, asked, headers, spent, hasty=hasty)
            if isinstance(outcome, Reply):
                at_once = spent.attempts == before + 1
                self._settle(forms, form, doubted=doubted, at_once=at_once)
                return outcome
            fault = outcome
            if not _is_about_form(fault):
                if not (hasty and fault.status in _PERHAPS_UNKNOWN_FORM):
                    break
                doubted = True
        return self._give_up(fault, case, spent, in_a_form=forms[0] != "off")

    def end_case(self, case: Case) -> None:
        """Forget a case's sessions."""
        self._places.forget(case)

    async def close(self) -> None:
        """Close the connections."""
        await self._connection.close()

    def _settle(self, forms: tuple[str, ...], form: str, *, doubted: bool, at_once: bool) -> None:
        """Keep to a form that the server takes."""
        if not doubted:
            self._forms, self._form_works = forms[forms.index(form) :], True
        elif at_once:
            self._doubts[forms[0]] += 1
            if self._doubts[forms[0]] >= _ENOUGH:
                self._forms, self._form_works = forms[forms.index(form) :], True

    def _place(self, messages: Sequence[Message], case: Case) -> tuple[dict[str, Any], dict[str, str]]:
        """Fields and headers that say at which place of the run a request stands."""
        options = self._options
        fields: dict[str, Any] = {}
        if options.seed is not None:
            asked = self._places.asked_before(case, messages)
            fields["seed"] = options.seed_of(case.repeat, case.session, asked)
        if options.session_id is None:
            return fields, {}
        where, name = options.session_id
        session = {name: self._places.session_id(case)}
        return ({**fields, **session}, {}) if where == "body" else (fields, session)

    async def _ask(
        self,
        messages: Sequence[Message],
        case: Case,
        fields: Mapping[str, Any],
        headers: Mapping[str, str],
        spent: Spent,
        *,
        hasty: bool = False,
    ) -> Reply | Fault:
        """Ask until there is a reply, or a fault that does not heal in the tries and the time allowed.

        Args:
            messages: what is asked.
            case: where it is asked.
            fields: of the body, beside those of the options.
            headers: beside those of the options.
            spent: is told of every request.
            hasty: whether a fault is better taken at once than waited out.
        """
        allowed = min(1, self._options.retries) if hasty else self._options.retries
        tries = Tries(allowed, self._outage.over)
        while True:
            outcome, seconds = await self._outage.pass_through(
                lambda: self._connection.send(messages, fields, headers)
            )
            tries.made += 1
            if self._outage.over != tries.outages:
                tries.broken, tries.outages = 0, self._outage.over
            spent.attempts += not (isinstance(outcome, Fault) and outcome.unreachable)
            if isinstance(outcome, Reply):
                self._worked = True
                again = _is_nothing(outcome) and tries.empty < self._options.empty_retries
                if not (again and ASK_AGAIN.get()()):
                    return replace(outcome, seconds=round(seconds, 6), **vars(spent))
                spent.discard(outcome, messages)
                tries.empty += 1
                pause: float | Fault = backoff(self._options.backoff, tries.empty)
            else:
                if outcome.paid:
                    spent.discard(outcome, messages)
                pause = self._pause_after(outcome, tries, case, hasty=hasty)
            if isinstance(pause, Fault):
                return pause
            await asyncio.sleep(pause)

    def _pause_after(self, fault: Fault, tries: Tries, case: Case, *, hasty: bool) -> float | Fault:
        """For how long to wait before the next try; the fault where there is to be none."""
        options, outage = self._options, self._outage
        if fault.heals is Heals.BY_WAITING:
            tries.busy += 1
            pause = wait_for(fault, options.backoff, tries.busy)
            if tries.waited + pause > options.patience:
                return out_of_patience(fault, tries.waited)
            tries.waited += pause
            if fault.wait is not None:
                self._connection.limit.pause(fault.wait)
            return pause
        if fault.heals is not Heals.BY_TRYING_AGAIN:
            return after(fault, tries.made)
        given_up = tries.broken >= tries.allowed
        if outage.shuts(fault, case.name, given_up=given_up and not hasty):
            # The gate waits, for everyone.
            endless = replace(after(fault, tries.made), heals=Heals.NOT_AT_ALL)
            return endless if outage.is_endless else 0.0
        if given_up or (fault.paid and not ASK_AGAIN.get()()):
            return after(fault, tries.made)
        tries.broken += 1
        return backoff(options.backoff, tries.broken)

    def _give_up(self, fault: Fault, case: Case, spent: Spent, *, in_a_form: bool = False) -> Reply:
        """Raise the error that a fault is."""
        spec = self._options.spec.partition("?")[0]
        where = f"{spec}, case {case.name}"
        retry = "run again to retry the case"
        about_form = in_a_form and (_is_about_form(fault) or fault.status in _PERHAPS_UNKNOWN_FORM)
        hopeless = fault.heals is Heals.NOT_AT_ALL and not about_form
        error: AgentError
        if hopeless or (fault.heals is Heals.NOT_FOR_THIS_KEY and not self._worked):
            error = AgentUnusableError(fault.problem, where=spec, fix="check model, address and key")
        elif about_form:
            # What the server does not know of one form of asking, it may know of another.
            others = (form for form in _FORMS["auto"][1:] if form not in self._forms)
            forms = " or ".join(f"structured={form}" for form in others)
            fix = f"{retry}, or give the agent {forms}" if forms else retry
            kind = RequestRefusedError if fault.heals is Heals.NOT_FOR_THIS_CASE else AgentError
            error = kind(fault.problem, where=where, fix=fix)
        elif fault.status is not None and 400 <= fault.status < 500 and fault.heals in _REFUSALS:
            error = RequestRefusedError(fault.problem, where=where, fix=retry)
        else:
            error = AgentError(fault.problem, where=where, fix=retry)
        for name, value in vars(spent).items():
            setattr(error, name, value)
        raise error


def _is_nothing(reply: Reply) -> bool:
    """Whether nothing came and nothing says why: everything else comes again when it is asked again."""
    return reply_outcome(reply) == "empty"


def _is_about_form(fault: Fault) -> bool:
    if fault.status in _UNKNOWN_FORM:
        return True
    return fault.status in (404, 500) and _ABOUT_FORM.search(fault.problem) is not None


def _response_format(form: str, schema: JsonSchema) -> dict[str, Any]:
    if form == "off":
        return {}
    if form == "json_object":
        return {"response_format": {"type": "json_object"}}
    return {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": schema, "strict": True},
        }
    }
