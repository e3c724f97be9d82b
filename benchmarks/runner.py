"""How fast the runner is: conversations a second and CPU a call, beside a bare client and beside Inspect.

Every client is a process of its own and makes the same calls to the same endpoint, which runs in another:
CASES conversations of one or five turns, the user's lines scripted, the replies written down. ``bare`` is an
aiohttp session, a semaphore and one flushed JSON line a conversation, nothing else: the ideal. Start-up is
timed apart (``start``): what is compared is the time from the first call to the last line.

Usage: python benchmarks/runner.py [--cases N] [--concurrency N] [--delay MS] [--inspect PYTHON] [--rounds N]
python benchmarks/runner.py --quick: a few cases, to see that it works.
(``--inspect`` names a Python that has inspect-ai; it is never installed here.)
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
CLIENTS = HERE / "runner_clients"


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--delay", type=float, default=20.0, help="milliseconds before each answer")
    parser.add_argument("--inspect", help="a Python with inspect-ai")
    parser.add_argument("--inspect-cases", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="the smallest size; its figures say nothing")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.cases, arguments.inspect_cases, arguments.rounds = 8, 8, 1
    clients = [("bare", sys.executable, arguments.cases), ("standfast", sys.executable, arguments.cases)]
    if arguments.inspect:
        clients.append(("inspect", arguments.inspect, arguments.inspect_cases))
    print(
        f"{arguments.concurrency} at once, answers after {arguments.delay:g} ms, "
        f"median of {arguments.rounds} rounds"
    )
    print(
        f"{'turns':>5}  {'client':10} {'cases':>6} {'start s':>8} {'conv/s':>8} {'calls/s':>8} "
        f"{'CPU ms/call':>12} {'peak MiB':>9}"
    )
    with subprocess.Popen(
        [sys.executable, str(HERE / "endpoint.py"), str(arguments.delay)], stdout=subprocess.PIPE, text=True
    ) as endpoint:
        assert endpoint.stdout is not None
        try:
            _compare(f"http://127.0.0.1:{endpoint.stdout.readline().strip()}/v1", clients, arguments)
        finally:
            endpoint.kill()


def _compare(url: str, clients: list[tuple[str, str, int]], arguments: argparse.Namespace) -> None:
    for turns in (1, 5):
        # Rounds go around the clients, so that a busy minute of the machine touches all of them.
        rounds: dict[str, list[dict[str, float]]] = {name: [] for name, _, _ in clients}
        for _ in range(arguments.rounds):
            for name, python, cases in clients:
                rounds[name].append(_measure(name, python, url, cases, turns, arguments.concurrency))
        for name, _, cases in clients:
            _print_row(name, turns, cases, rounds[name])


def _measure(name: str, python: str, url: str, cases: int, turns: int, concurrency: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        command = [python, str(CLIENTS / f"play_{name}.py"), url, str(cases), str(turns), str(concurrency)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name} failed:\n{done.stderr}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _print_row(name: str, turns: int, cases: int, rounds: list[dict[str, float]]) -> None:
    start, seconds, cpu, peak = (
        statistics.median(one[key] for one in rounds) for key in ("start", "seconds", "cpu", "peak_mib")
    )
    calls = cases * turns
    print(
        f"{turns:>5}  {name:10} {cases:>6} {start:>8.2f} {cases / seconds:>8.0f} {calls / seconds:>8.0f} "
        f"{1000 * cpu / calls:>12.3f} {peak:>9.0f}"
    )


if __name__ == "__main__":
    main()
