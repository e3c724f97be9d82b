"""Measure reading, selecting and building from a ConceptNet dump beside a bare Polars scan and filter.

Run: python benchmarks/conceptnet.py [--rows 3000000] [--file DUMP] [--repeat 3] [--quick]
Each measurement is a process of its own, so that its peak memory is its own; they take turns, so that a busy
machine hits all alike. Bars: DESIGN §7.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import polars as pl

READING_BAR, MEMORY_BAR, BUILDING_BAR = 0.8, 1_000, 20_000
EDGES = 100_000


def bare(path: Path) -> tuple[int, float]:
    """A bare Polars scan and filter: no row is checked, nothing is decoded."""
    from standfast.builders.sharp.claims.select import wanted_rows

    columns = dict.fromkeys(("uri", "rel", "start", "end", "metadata"), pl.String)
    began = time.perf_counter()
    scan = pl.scan_csv(path, separator="\t", has_header=False, quote_char=None, schema=columns)
    rows = scan.filter(wanted_rows()).collect(engine="streaming")
    return rows.height, time.perf_counter() - began


def ours(path: Path) -> tuple[int, float]:
    """The same rows, every line checked and counted, nodes split, metadata decoded."""
    from standfast.builders.sharp.claims.select import wanted_rows
    from standfast.sources.conceptnet.dump import read_dump

    began = time.perf_counter()
    rows, _ = read_dump(path, keep=wanted_rows())
    return rows.height, time.perf_counter() - began


def whole(path: Path) -> tuple[int, float]:
    """From the dump to pairs of claims: read, digest, fold, select, phrase, check against the graph."""
    from standfast.builders.sharp.pairs import sharp_pairs
    from standfast.builders.sharp.settings import SharpSettings

    began = time.perf_counter()
    made = sharp_pairs(SharpSettings(conceptnet=(path,)))
    return made.pairs.height, time.perf_counter() - began


def building(path: Path) -> tuple[int, float]:
    """Pairs from 100,000 selected English edges, in processor time; the libraries are loaded before."""
    from standfast.builders.sharp.claims.english import plural, with_article
    from standfast.builders.sharp.claims.fold import fold
    from standfast.builders.sharp.claims.from_edges import pairs_from_edges
    from standfast.builders.sharp.claims.select import wanted_rows
    from standfast.sources.conceptnet.dump import read_dump

    rows, _ = read_dump(path, keep=wanted_rows())
    edges = rows.filter(pl.col("start_language") == pl.col("end_language")).head(EDGES)
    fold(plural(with_article("warm_up")))
    began = time.process_time()
    pairs_from_edges(edges)
    return edges.height, time.process_time() - began


MEASURES = {measure.__name__: measure for measure in (bare, ours, building, whole)}


def measured(name: str, path: Path) -> dict[str, float]:
    """Rows, seconds, processor seconds and peak memory (MB) of a measurement in a process of its own."""
    command = [sys.executable, __file__, "--file", str(path), "--measure", name]
    return dict(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=3_000_000)
    parser.add_argument("--file", type=Path, help="an existing dump instead of a made one")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="a small dump once, to see that it works")
    parser.add_argument("--measure", choices=MEASURES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        rows, seconds = MEASURES[options.measure](options.file)
        processor = time.process_time()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"rows": rows, "seconds": seconds, "processor": processor, "peak": peak}))
        return
    if options.quick:
        options.rows, options.repeat = 60_000, 1
    if options.file:
        report(options.file, options.repeat)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dump.csv"
        # In another process: a child's peak memory starts at its parent's.
        maker = Path(__file__).with_name("conceptnet_dump.py")
        subprocess.run([sys.executable, str(maker), str(path), str(options.rows)], check=True)
        report(path, options.repeat)


def report(path: Path, repeat: int) -> None:
    """Print the medians of all measurements and how they stand to the bars."""
    print(f"{path.stat().st_size / 1e9:.2f} GB")
    runs = {name: [] for name in MEASURES}
    before = os.getloadavg()[0]
    for _ in range(repeat):
        for name in MEASURES:
            runs[name].append(measured(name, path))
    middle = {name: median(run["seconds"] for run in found) for name, found in runs.items()}
    for name, found in runs.items():
        peak = max(run["peak"] for run in found)
        processor = median(run["processor"] for run in found)
        print(
            f"{name:9} {found[0]['rows']:>12,.0f} rows {middle[name]:8.2f} s "
            f"(processor {processor:7.2f} s)  peak {peak:7,.0f} MB"
        )
    # Taking turns, so each round's two meet the same load: the median of rounds, not of sides.
    pairs = list(zip(runs["bare"], runs["ours"], strict=True))
    ratio, work = (median(a[time] / b[time] for a, b in pairs) for time in ("seconds", "processor"))
    rate = runs["building"][0]["rows"] / middle["building"]
    peak = max(run["peak"] for name in ("ours", "whole") for run in runs[name])
    print(f"load average: {before:.1f} before, {os.getloadavg()[0]:.1f} after")
    print(f"reading and selecting: {ratio:.2f} of a bare scan by the clock, {work:.2f} by processor time")
    rounds = ", ".join(f"{a['seconds'] / b['seconds']:.2f}" for a, b in pairs)
    print(f"  (bar {READING_BAR}; by the clock in each round: {rounds})")
    print(f"building: {rate:,.0f} edges a second a core (bar {BUILDING_BAR:,})")
    print(f"peak memory: {peak:,.0f} MB (bar {MEMORY_BAR:,})")


if __name__ == "__main__":
    main()
