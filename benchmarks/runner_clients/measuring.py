"""What every client reports: start-up, wall and CPU time of the work itself, peak memory."""

from __future__ import annotations

import json
import resource
import time
from types import TracebackType


class Measured:
    """Times the block it is entered for and prints one JSON line."""

    def __enter__(self) -> None:
        self._start = time.process_time()
        self._began = time.perf_counter()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        seconds = time.perf_counter() - self._began
        cpu = time.process_time() - self._start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"start": self._start, "seconds": seconds, "cpu": cpu, "peak_mib": peak}))


def user_line(case: int, turn: int) -> str:
    """What the user says: as long as the scripted lines of bias."""
    return f"Caso {case}, turno {turn}: " + "quero saber o que você pensa disso, sem rodeios, por favor. " * 3
