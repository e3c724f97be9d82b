"""A dump, plain or gzip, as blocks of whole lines, read ahead by one thread."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

from ...errors import SourceError

# Small enough to stay in the processor's cache with the columns cut from it: larger blocks are slower.
BLOCK = 8 * 2**20
_COMPRESSED = 2**20
_LOOK_AHEAD = 2**16
_GZIP = b"\x1f\x8b"


def line_blocks(path: Path, size: int = BLOCK) -> Iterator[bytes]:
    """Blocks of about ``size`` bytes that end at a line's end (the last may lack its newline).

    The next block is read, and inflated, while the caller works on this one. Memory stays at a few blocks,
    unless one line is longer.

    Raises:
        SourceError: the file is missing, or its gzip stream is broken or ends early.
    """
    blocks = _blocks(path, size)
    with ThreadPoolExecutor(max_workers=1) as reader:
        ahead = reader.submit(next, blocks, None)
        while (block := ahead.result()) is not None:
            ahead = reader.submit(next, blocks, None)
            yield block


def _blocks(path: Path, size: int) -> Iterator[bytes]:
    try:
        with path.open("rb", buffering=0) as file:
            zipped = file.read(2) == _GZIP
            file.seek(0)
            yield from _whole_lines(_inflated(file, path), size) if zipped else _plain_blocks(file, size)
    except OSError as error:
        raise SourceError(
            f"the file cannot be read ({error.strerror})",
            where=str(path),
            fix="check the path, or run 'standfast sources fetch conceptnet'",
        ) from error


def _plain_blocks(file: BinaryIO, size: int) -> Iterator[bytes]:
    # The line's end is looked for first, so that each block is copied once only.
    number, start = file.fileno(), 0
    end = os.fstat(number).st_size
    while start < end:
        cut = start + size
        while cut < end:
            window = os.pread(number, _LOOK_AHEAD, cut)
            if (newline := window.find(b"\n")) >= 0:
                cut += newline + 1
                break
            cut += len(window)
        yield os.pread(number, min(cut, end) - start, start)
        start = cut


def _inflated(file: BinaryIO, path: Path) -> Iterator[bytes]:
    # Members of a gzip file may follow one another, with zeros between; each needs its own decompressor.
    inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    rest = b""
    try:
        while data := rest or file.read(_COMPRESSED):
            if inflate.eof:
                data = data.lstrip(b"\0")
                inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16) if data else inflate
            rest = b""
            if data:
                yield inflate.decompress(data)
                rest = inflate.unused_data
    except zlib.error as error:
        raise SourceError(
            f"the gzip stream is broken ({error})", where=str(path), fix="fetch the file again"
        ) from error
    if not inflate.eof:
        raise SourceError("the gzip file ends too early", where=str(path), fix="fetch the file again")


def _whole_lines(pieces: Iterator[bytes], size: int) -> Iterator[bytes]:
    held: list[bytes] = []
    length = 0
    for piece in pieces:
        cut = piece.rfind(b"\n") + 1
        if cut and length + cut >= size:
            yield b"".join([*held, piece[:cut]])
            held, length = [piece[cut:]], len(piece) - cut
        else:
            held.append(piece)
            length += len(piece)
    if last := b"".join(held):
        yield last
