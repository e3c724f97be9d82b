"""Time sharp with baselines: play, judge by rules, score.

Usage: python benchmarks/sharp_run.py [RELEASE] [--quick]
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import standfast
from standfast.runner.play.run import Conduct
from standfast.runner.play.selection import Selection

LANGUAGES = ("en", "en,zh,pt")


def main() -> None:
    """Print cases, seconds and memory for one language and for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", nargs="?", default="sharp")
    parser.add_argument("--quick", action="store_true", help="a few cases, to see that it works")
    arguments = parser.parse_args()
    release = standfast.load_release(arguments.release)
    conduct = Conduct(selection=Selection(limit=60 if arguments.quick else None))
    for languages in LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            times = [(time.perf_counter(), time.process_time())]
            run = standfast.evaluate(
                release,
                "baseline:loyal",
                settings={"languages": languages},
                folder=Path(folder) / "run",
                conduct=conduct,
            )
            times.append((time.perf_counter(), time.process_time()))
            run.score(release=release)
            times.append((time.perf_counter(), time.process_time()))
        (wall, cpu), (score_wall, score_cpu) = (
            (after[0] - before[0], after[1] - before[1]) for before, after in pairwise(times)
        )
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{languages}: {run.progress.done:,} cases; play and judge {wall:.1f} s ({cpu:.1f} s of CPU), "
            f"score {score_wall:.1f} s ({score_cpu:.1f} s), peak {peak:.0f} MB"
        )


if __name__ == "__main__":
    main()
