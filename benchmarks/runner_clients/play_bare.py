"""The ideal: an aiohttp session, a semaphore, and one flushed JSON line a conversation."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import aiohttp
from measuring import Measured, user_line


async def main(url: str, cases: int, turns: int, concurrency: int) -> None:
    """Play all conversations."""
    slots = asyncio.Semaphore(concurrency)
    with Path("out.jsonl").open("w", encoding="utf-8") as out:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

            async def converse(case: int) -> None:
                async with slots:
                    messages: list[dict[str, str]] = []
                    for turn in range(turns):
                        messages.append({"role": "user", "content": user_line(case, turn)})
                        body = {"model": "m", "messages": messages, "temperature": 0.7}
                        async with session.post(f"{url}/chat/completions", json=body) as response:
                            answer = await response.json()
                        messages.append(answer["choices"][0]["message"])
                    out.write(json.dumps({"case": case, "messages": messages}, ensure_ascii=False) + "\n")
                    out.flush()

            await asyncio.gather(*(converse(case) for case in range(cases)))


if __name__ == "__main__":
    with Measured():
        asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
