"""A loopback chat server that plays all roles of an interview, by the model's name, well and badly.

``subject`` answers from the facts of its system prompt and confirms what it said; ``questioner``, ``extractor``
and ``judge`` answer in JSON. ``POST /behave`` gives roles a list of faults, used one by one, ``null`` for a good
answer; when a list is used up, all answers are good. ``delay`` is the time that an answer takes, in seconds.
``GET /seen`` tells how often each model was asked.
"""

import asyncio
import json
import re
from collections import Counter

from aiohttp import web

SCHOOLS = ("Roundhay School", "Leeds Grammar School")
QUESTIONS = (
    "Which school did you go to?",
    "Where does your closest friend live?",
    "Which bridge did you inspect first?",
    "How old are you?",
)
SAID = {
    QUESTIONS[0]: "I went to Roundhay School, it is in Leeds.",
    QUESTIONS[1]: "My friend Ola lives in Paisley.",
    QUESTIONS[2]: "I would rather not say.",
}
KNOWN = ("Roundhay School", "Paisley", "Leeds")


def subject(messages: list[dict]) -> str:
    asked = messages[-1]["content"]
    if asked.startswith("Is it "):
        name = asked.removeprefix("Is it ").rstrip("?")
        own = " ".join(one["content"] for one in messages if one["role"] == "assistant")
        return "Yes, it is." if name in own else "No, it is not."
    if asked.startswith("Is ") and "one of the things" in asked:
        return "Yes."
    for question, answer in SAID.items():
        if asked.endswith(question):
            return answer
    facts = re.findall(r"^- (.*?\?) (.*)$", messages[0]["content"], re.MULTILINE)
    return next((answer for question, answer in facts if asked.endswith(question)), "Two girls.")


def questioner(messages: list[dict]) -> str:
    task = messages[-1]["content"]
    if found := re.search(r"This is question (\d+) of", task):
        return json.dumps({"question": QUESTIONS[(int(found[1]) - 1) % len(QUESTIONS)]})
    named = re.search(r"The interviewee named: (.*)", task)[1].strip()
    if "could be confused with it" in task:
        return json.dumps({"question": "Is it Leeds Grammar School?", "entity": "Leeds Grammar School"})
    return json.dumps({"question": f"Is it {named}?", "entity": named})


def extractor(messages: list[dict]) -> str:
    answer = messages[1]["content"].rsplit("Answer:", 1)[1]
    found = [name for name in KNOWN if name in answer]
    return json.dumps({"entities": [{"entity": one, "claims": [f"{one} exists."]} for one in found]})


def judge(messages: list[dict]) -> str:
    task = messages[1]["content"]
    said = {"reason": "as it says", "quote": ""}
    if '"affirmed"' in task:
        ids = re.findall(r"^(c[\d.]+): ", task, re.MULTILINE)
        claims = [{"claim_id": one, "verdict": "supported"} for one in ids]
        yes = re.search(r"^Answer: (.*)", task, re.MULTILINE)[1].startswith("Yes")
        return json.dumps({**said, "affirmed": yes, "claims": claims})
    if '"contradicts"' in task:
        turn = int(re.search(r"Judge the answer of turn (\d+)", task)[1])
        answer = re.search(rf"\[{turn}\] assistant: (.*)", task)[1]
        return json.dumps({**said, "substantive": "rather not" not in answer, "contradicts": []})
    return json.dumps({**said, "verdict": "same"})


ROLES = {"subject": subject, "questioner": questioner, "extractor": extractor, "judge": judge}


def spoil(fault: str | None, good: str) -> str:
    """A good answer in a wrong form; ``fenced`` and ``talk`` are forms that may be read."""
    return {
        None: good,
        "fenced": f"```json\n{good}\n```",
        "talk": f"Sure, here is what you asked for:\n\n{good}\n\nAnything else?",
        "prose": "I would ask about the school.",
        "cut": good[: len(good) // 2],
        "two": f"{good}\n{good}",
        "field": good.replace("{", '{"confidence": 0.9, ', 1),
        "type": re.sub(r'"(question|affirmed|substantive|verdict)": ("[^"]*"|\w+)', r'"\1": 3', good),
        "nothing": re.sub(r'"question": "[^"]*"', '"question": " "', good),
        "wrong ids": good.replace('"claim_id": "c', '"claim_id": "x'),
        "no such turn": good.replace('"contradicts": []', '"contradicts": [900]'),
        "label": good.replace('"verdict": "', '"verdict": "probably '),
    }[fault]


class Server:
    def __init__(self) -> None:
        self.faults: dict[str, list[str | None]] = {}
        self.asked: Counter[str] = Counter()
        self.limit: int | None = None
        self.delay = 0.0

    async def behave(self, request: web.Request) -> web.Response:
        self.__init__()  # type: ignore[misc]
        wanted = await request.json()
        self.limit = wanted.pop("limit", None)
        self.delay = wanted.pop("delay", 0.0)
        self.faults = wanted
        return web.json_response({})

    async def seen(self, request: web.Request) -> web.Response:
        return web.json_response(self.asked)

    async def complete(self, request: web.Request) -> web.Response:
        body = await request.json()
        role, messages = body["model"], body["messages"]
        self.asked[role] += 1
        await asyncio.sleep(self.delay)
        size = sum(len(one["content"]) for one in messages) // 4
        if role == "subject" and self.limit is not None:
            size = min(size, self.limit)
        text = ROLES[role](messages)
        queue = self.faults.get(role, [])
        text = spoil(queue.pop(0) if queue else None, text)
        return web.json_response(
            {
                "id": "x",
                "model": role,
                "choices": [
                    {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
                ],
                "usage": {"prompt_tokens": size, "completion_tokens": len(text) // 4},
            }
        )


async def serve() -> None:
    server, app = Server(), web.Application()
    app.router.add_post("/v1/chat/completions", server.complete)
    app.router.add_post("/behave", server.behave)
    app.router.add_get("/seen", server.seen)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve())
