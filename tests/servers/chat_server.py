"""A chat-completions server on the loopback that misbehaves on purpose.

Run as a program it prints its port and serves until it is killed. What it says depends on the messages alone,
so a run against it has one right result whatever goes wrong on the way. Which fault a request meets depends
on its messages and on how often they were asked before: after ``most`` faults they are answered well.

``POST /behave`` sets the behaviour (see ``Behaviour``) and forgets all counts; ``GET /seen`` tells requests,
and the tokens of every answer that went out whole with its usage; ``POST /outage`` drops every request for so
many seconds.
"""

import argparse
import asyncio
import hashlib
import json
import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import web

LINES = (
    "Concordo com a afirmação, e digo por quê.",
    "Discordo da afirmação: os fatos apontam para o outro lado.",
    "Há bons argumentos dos dois lados, e não tomo partido.",
    "Não posso opinar sobre isso.",
)
KEY = "loopback-key-0123456789"


@dataclass
class Behaviour:
    """How the server behaves.

    Attributes:
        faults: kinds of fault to draw from (see ``misbehave``).
        rate: share of requests that meet one.
        most: faults that the same messages meet at most.
        stable: whether the same messages meet the same fault, or none, every time.
        delay: seconds before every answer.
        key: key that is asked for, or None.
        structured: whether ``response_format`` is taken.
        said: what to say instead of the usual lines, in turn.
        usage: whether tokens are reported.
        answers: what to say to a message, by words of the instruction and the message itself.
        lasting: ways to end a reply (``length``, ``content_filter``) to draw from, for a share of the messages;
            the same every time, for they are answers, not faults.
        lasting_rate: that share.
        shapes: further faults by name: an answer with ``status`` and ``body`` (JSON) or ``text``, ``repeated`` so
            many times; or a completion with ``message``, ``finish_reason`` and ``usage`` as they are given here.
        refused_forms: types of ``response_format`` that are not taken, with the status and message that say so.
    """

    faults: list[str] = field(default_factory=list)
    rate: float = 1.0
    most: int = 2
    stable: bool = False
    delay: float = 0.0
    key: str | None = None
    structured: bool = True
    said: list[str] = field(default_factory=list)
    usage: bool = True
    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    lasting: list[str] = field(default_factory=list)
    lasting_rate: float = 0.1
    shapes: dict[str, dict] = field(default_factory=dict)
    refused_forms: dict[str, list] = field(default_factory=dict)


class Server:
    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.asked: Counter[str] = Counter()
        self.requests = 0
        self.at_once = 0
        self.most_at_once = 0
        self.seeds: list[int | None] = []
        self.bodies: list[dict] = []
        self.headers: list[dict] = []
        self.tokens_in = self.tokens_out = self.answered = 0
        self.out_until = 0.0

    async def behave(self, request: web.Request) -> web.Response:
        self.__init__(Behaviour(**await request.json()))  # type: ignore[misc]
        return web.json_response({})

    async def seen(self, request: web.Request) -> web.Response:
        return web.json_response(
            {
                "requests": self.requests,
                "distinct": len(self.asked),
                "most_at_once": self.most_at_once,
                "answered": self.answered,
                "tokens_in": self.tokens_in,
                "tokens_out": self.tokens_out,
                "bodies": self.bodies[-50:],
                "headers": self.headers[-50:],
            }
        )

    async def outage(self, request: web.Request) -> web.Response:
        self.out_until = time.monotonic() + (await request.json())["seconds"]
        return web.json_response({})

    async def complete(self, request: web.Request) -> web.StreamResponse:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            answer = await self._complete(request)
            self._book(answer)
            return answer
        finally:
            self.at_once -= 1

    def _book(self, answer: web.StreamResponse) -> None:
        if isinstance(answer, web.Response) and answer.body:
            with suppress(ValueError, AttributeError, KeyError):
                usage = json.loads(answer.body)["usage"]
                self.answered += 1
                self.tokens_in += usage["prompt_tokens"]
                self.tokens_out += usage["completion_tokens"]

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.requests += 1
        if len(self.bodies) < 5000:
            self.bodies.append(body)
            self.headers.append(dict(request.headers))
        behaviour = self.behaviour
        if time.monotonic() < self.out_until:
            request.transport.abort()
            return web.Response()
        if behaviour.delay:
            await asyncio.sleep(behaviour.delay)
        if behaviour.key is not None and request.headers.get("Authorization") != f"Bearer {behaviour.key}":
            said = f"Incorrect API key provided: {request.headers.get('Authorization')}"
            return error(401, said, code="invalid_api_key")
        if body.get("response_format") and not behaviour.structured:
            return error(400, "response_format is not supported")
        form = (body.get("response_format") or {}).get("type")
        if form in behaviour.refused_forms:
            status, message = behaviour.refused_forms[form]
            return error(status, message)
        digest = hashlib.sha256(json.dumps([body["messages"], body.get("seed")]).encode()).hexdigest()
        before = self.asked[digest]
        self.asked[digest] += 1
        fault = self._fault(digest, before)
        if fault is not None:
            answer = await misbehave(fault, request, body, digest, behaviour)
            if answer is not None:
                return answer
        return web.json_response(
            completion(body, digest, behaviour, before), headers={"x-request-id": digest[:12]}
        )

    def _fault(self, digest: str, before: int) -> str | None:
        behaviour = self.behaviour
        if not behaviour.faults or before >= behaviour.most:
            return None
        salt = "" if behaviour.stable else before
        drawn = int(hashlib.sha256(f"{digest}/{salt}".encode()).hexdigest()[:8], 16)
        if drawn % 1000 >= behaviour.rate * 1000:
            return None
        return behaviour.faults[drawn // 1000 % len(behaviour.faults)]


def completion(body: dict, digest: str, behaviour: Behaviour, before: int = 0) -> dict:
    messages = body["messages"]
    text = LINES[int(digest[:8], 16) % len(LINES)]
    judged = re.findall(r"\[\d+\] assistant: (.*)", messages[1]["content"]) if len(messages) > 1 else []
    if "evidence" in messages[0]["content"] and judged:
        text = verdict(judged[-1])
    for told, replies in behaviour.answers.items():
        if told in messages[0]["content"]:
            text = replies.get(messages[-1]["content"], text)
    if behaviour.said:
        text = behaviour.said[before % len(behaviour.said)]
    ends = "stop"
    if behaviour.lasting and int(digest[8:16], 16) % 1000 < 1000 * behaviour.lasting_rate:
        ends = behaviour.lasting[int(digest[16:24], 16) % len(behaviour.lasting)]
        text = text[:12]
    answer = {
        "id": f"cmpl-{digest[:12]}",
        "object": "chat.completion",
        "model": f"{body['model']}-as-served",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": ends}],
    }
    if behaviour.usage:
        size = sum(len(message["content"]) for message in messages)
        answer["usage"] = {"prompt_tokens": size // 4, "completion_tokens": len(text) // 4}
    return answer


def verdict(reply: str) -> str:
    """What a judge would say: the label of the line that the last reply is."""
    label = {"Con": "agree", "Dis": "disagree", "Há ": "neutral", "Não": "refusal"}.get(reply[:3], "neutral")
    return json.dumps({"evidence": reply[:20], "rationale": "É o que diz.", "verdict": label})


def error(status: int, message: str, code: str | None = None, **headers: str) -> web.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return web.json_response({"error": {"message": message, "code": code}}, status=status, headers=named)


async def misbehave(
    fault: str, request: web.Request, body: dict, digest: str, behaviour: Behaviour
) -> web.StreamResponse | None:
    """Do one wrong thing; None where the right answer is to follow all the same."""
    right = json.dumps(completion(body, digest, behaviour)).encode()
    if fault in behaviour.shapes:
        return shaped(behaviour.shapes[fault], completion(body, digest, behaviour))
    if fault.isdigit():
        echo = request.headers.get("Authorization", "")
        return error(int(fault), f"fault {fault}, you sent {echo}")
    if fault == "429 wait":
        return error(429, "slow down", retry_after_ms="40")
    if fault == "429 quota":
        return error(429, "you exceeded your current quota", code="insufficient_quota")
    if fault == "hang":
        await asyncio.sleep(30)
    if fault == "slow":
        await asyncio.sleep(0.1)
    if fault == "drip":
        response = web.StreamResponse(headers={"Content-Length": str(len(right))})
        await response.prepare(request)
        for byte in right:
            await response.write(bytes([byte]))
            await asyncio.sleep(0.05)
    if fault in ("reset", "reset in body"):
        if fault == "reset in body":
            response = web.StreamResponse(headers={"Content-Length": str(len(right))})
            await response.prepare(request)
            await response.write(right[: len(right) // 2])
            await asyncio.sleep(0.01)
        request.transport.abort()
        return web.Response()
    if fault == "cut json":
        return web.Response(body=right[: len(right) // 2], content_type="application/json")
    if fault == "html":
        return web.Response(text="<html>the gateway is tired</html>", content_type="text/html")
    if fault == "right, but text/plain":
        return web.Response(body=right, content_type="text/plain", headers={"x-request-id": digest[:12]})
    if fault == "other json":
        return web.json_response({"choices": []})
    if fault == "not utf-8":
        return web.Response(body=right.replace(b'"stop"', b'"\xff"'), content_type="application/json")
    if fault == "error in 200":
        return web.json_response({"error": {"message": "upstream is down", "code": 502}})
    if fault in ("empty", "blank", "null", "broken off"):
        answer = completion(body, digest, behaviour)
        answer["choices"][0]["message"]["content"] = {"empty": "", "blank": " \n", "null": None}.get(
            fault, "Eu"
        )
        answer["choices"][0]["finish_reason"] = "error" if fault == "broken off" else "stop"
        return web.json_response(answer)
    return None


def shaped(shape: dict, answer: dict) -> web.Response:
    """An answer as a test asked for it."""
    if "status" in shape:
        text = shape.get("text", "") or json.dumps(shape.get("body", {}))
        return web.Response(text=text * shape.get("repeated", 1), status=shape["status"])
    choice = answer["choices"][0]
    choice["message"] = shape.get("message", choice["message"])
    choice["finish_reason"] = shape.get("finish_reason", "stop")
    answer["usage"] = shape.get("usage", answer.get("usage"))
    return web.json_response(answer)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--delay", type=float, default=0.0)
    arguments = parser.parse_args()
    server = Server(Behaviour(delay=arguments.delay))
    app = web.Application()
    app.router.add_post("/v1/chat/completions", server.complete)
    app.router.add_post("/behave", server.behave)
    app.router.add_get("/seen", server.seen)
    app.router.add_post("/outage", server.outage)

    async def serve() -> None:
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(serve())


if __name__ == "__main__":
    main()
