"""sharp on the command line: fetch, build, review."""

import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture
def address(tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "dump.csv.gz").write_bytes(b"a dump")

    def handler(*arguments):
        return Quiet(*arguments, directory=str(folder))

    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_fetch_says_what_it_got_and_what_comes_next(standfast, address):
    done = standfast(
        "sources", "fetch", "conceptnet", "--version", "5.5.5", "--url", f"{address}/dump.csv.gz"
    )
    assert done.returncode == 0, done.stderr
    assert Path("sources/conceptnet-assertions-5.5.5.csv.gz").read_bytes() == b"a dump"
    assert "(6 bytes; no digest was ever published for it)" in done.stdout
    assert "Next: standfast build sharp --conceptnet" in done.stdout


def test_fetch_refuses_another_file_than_the_published_one(standfast, address):
    done = standfast(
        "sources", "fetch", "conceptnet", "--version", "5.7.0", "--url", f"{address}/dump.csv.gz"
    )
    assert done.returncode == 1
    assert "SHA-256" in done.stderr
    assert not Path("sources/conceptnet-assertions-5.7.0.csv.gz").exists()


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (
            ("sources", "fetch", "conceptnet", "--version", "5.8"),
            2,
            "not published as a dump; choose one of 5.5.0",
        ),
        (("sources", "fetch", "wikipedia"), 2, "there is no source 'wikipedia'"),
        (("sources", "fetch", "conceptnet", "--url", "http://127.0.0.1:9/x"), 1, "no connection"),
        (("build", "bias", "--claims", "5"), 2, "--claims is a setting of sharp, not of bias"),
        (("build", "sharp", "--conceptnet", "nothing.csv"), 1, "nothing.csv: the file cannot be read"),
        (("review", "bias", "--out", "x"), 2, "review sharp"),
        (("review", "sharp"), 2, "either --out SHEET or --take SHEET"),
        (("review", "sharp", "--take", "none.tsv"), 1, "none.tsv: the file cannot be read"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(standfast, arguments, status, words):
    done = standfast(*arguments)
    assert done.returncode == status
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_build_and_review(standfast):
    built = standfast("build", "sharp")
    assert "claims_pt     1,153" in built.stdout
    assert "481 told as counterfactuals" in built.stdout
    assert "of the 1,153 assertions exist in ConceptNet." in built.stdout
    assert "builds/sharp is valid: 9 tables" in standfast("validate", "sharp").stdout
    sheet = standfast("review", "sharp", "--out", "sheet.tsv")
    assert "assertions to review in sheet.tsv" in sheet.stdout
    lines = Path("sheet.tsv").read_text().splitlines()
    assert len(lines) > 1_300
    first = lines[1].split("\t")
    first[lines[0].split("\t").index("decision")] = "accept"
    Path("sheet.tsv").write_text("\n".join([lines[0], "\t".join(first), *lines[2:]]) + "\n")
    taken = standfast("review", "sharp", "--take", "sheet.tsv", "--decisions", "decisions.tsv")
    assert "Decisions taken: 1 accept." in taken.stdout
    assert standfast("build", "sharp", "--decisions", "decisions.tsv").returncode == 0


def test_assertions_are_looked_up_in_a_file_and_those_not_found_listed(standfast):
    assert standfast("build", "sharp").returncode == 0
    Path("edges.tsv").write_text("IsA\tocean\tbody of water\nMadeOf\twindow\tglass\nnothing\n")
    done = standfast("validate", "sharp", "--attest", "edges.tsv")
    assert done.returncode == 0, done.stderr
    assert "edges.tsv: 3 rows, 2 of them compared, 1 bad." in done.stdout
    counts = [line for line in done.stdout.splitlines() if "not found, said" in line]
    told = [int(line.split()[0].replace(",", "")) for line in counts]
    found = int(done.stdout.partition(" of the 1,153 assertions are found there")[0].split()[-1])
    assert found + sum(told) == 1_153
    assert done.stdout.count("\n    ") == told[0]
    assert "(--full lists them)" in counts[1]
    full = standfast("validate", "sharp", "--attest", "edges.tsv", "--full").stdout
    assert full.count("\n    ") == sum(told)


def test_only_sharp_has_assertions_to_look_up(standfast):
    standfast("build", "bias")
    Path("edges.tsv").write_text("IsA\tcat\tanimal\n")
    done = standfast("validate", "bias", "--attest", "edges.tsv")
    assert done.returncode == 2
    assert "bias has no assertions to look up" in done.stderr
    both = standfast("validate", "bias", "--attest", "edges.tsv", "--json")
    assert "leave out --json or --attest" in both.stderr
