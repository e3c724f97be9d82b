"""A chat-completions endpoint that costs as little CPU as it can, so that clients are what is measured.

Prints its port. Every answer comes after a fixed delay and is the same text. It reads HTTP/1.1 with
Content-Length, which is what all the clients compared here send.

Usage: endpoint.py MILLISECONDS
"""

from __future__ import annotations

import asyncio
import json
import sys

TEXT = "Há bons argumentos dos dois lados, e a resposta depende do que se valoriza mais. " * 4
PAYLOAD = json.dumps(
    {
        "id": "cmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "loopback",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": TEXT}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 80, "total_tokens": 180},
    }
).encode()
ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nx-request-id: r1\r\nContent-Length: "
    + str(len(PAYLOAD)).encode()
    + b"\r\n\r\n"
    + PAYLOAD
)


class Endpoint(asyncio.Protocol):
    """One connection."""

    def __init__(self, seconds: float) -> None:
        """Answer after so many seconds."""
        self._seconds = seconds
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer every whole request."""
        self._buffer += data
        while (head := self._buffer.find(b"\r\n\r\n")) >= 0:
            lower = self._buffer[:head].lower()
            at = lower.find(b"content-length:")
            length = (
                int(lower[at + 15 : lower.find(b"\r\n", at) if b"\r\n" in lower[at:] else None])
                if at >= 0
                else 0
            )
            if len(self._buffer) < head + 4 + length:
                return
            self._buffer = self._buffer[head + 4 + length :]
            asyncio.get_running_loop().call_later(self._seconds, self._answer)

    def _answer(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(ANSWER)


async def _serve(seconds: float) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Endpoint(seconds), "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1]) / 1000))
