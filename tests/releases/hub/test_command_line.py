"""Publish and load as users do: the command line and the Hub's own clients, each in a process of its own."""

import json
from typing import Any

import polars as pl
import pytest
from standfast.releases.release import Release

CLIENTS = """
import json
from datasets import load_dataset, load_dataset_builder
from huggingface_hub import DatasetCard
normal = load_dataset("org/bench", "topics", split="train", revision="v1.0.0")
cached = load_dataset("org/bench", "topics", split="train", revision="v1.0.0")
stream = load_dataset("org/bench", "user_turns", split="train", revision="v1.0.0", streaming=True)
default = load_dataset("org/bench", split="train")
card = DatasetCard.load("org/bench", repo_type="dataset")
card.validate(repo_type="dataset")
print(json.dumps({
    "normal": normal.to_list(), "same": normal.to_list() == cached.to_list() == default.to_list(),
    "stream": sum(1 for _ in stream), "arc": load_dataset("org/bench", "conditions", split="train")[0]["arc"],
    "licence": card.data.license,
}))
"""


@pytest.mark.slow
def test_publish_then_load_with_our_command_and_with_their_clients(hub: Any, release: Release) -> None:
    done = hub.standfast("publish", "bias@1.0.0", "--to", "org/bench")
    assert done.returncode == 0, done.stderr
    assert "Every file and row was read back and is as frozen." in done.stdout
    kept = json.loads((hub.home / "standfast" / "published.json").read_text(encoding="utf-8"))
    assert [(one["release"], one["repository"], one["tag"]) for one in kept] == [
        ("bias@1.0.0", "org/bench", "v1.0.0")
    ]
    assert f"tag v1.0.0 on commit {kept[0]['commit']}" in done.stdout
    loaded = [path for path in hub.seen("resolve/v1.0.0/README.md") if path.startswith("HEAD")]
    assert len(loaded) == len(release.tables) + 1

    theirs = hub.python(CLIENTS)
    assert theirs.returncode == 0, theirs.stderr
    got = json.loads(theirs.stdout)
    assert got["normal"] == release.tables["topics"].to_dicts()
    assert (got["same"], got["stream"], got["licence"]) == (True, 1140, "cc-by-4.0")
    assert got["arc"] == release.tables["conditions"]["arc"][0].to_list()

    out = hub.standfast("load", "org/bench@v1.0.0", "--to", "parquet", "--out", "tables")
    assert out.returncode == 0, out.stderr
    assert pl.read_parquet("tables/topics.parquet").equals(release.tables["topics"])
    hub.behave()
    offline = hub.standfast("verify", "org/bench@v1.0.0", HF_HUB_OFFLINE="1")
    assert "bias@1.0.0: every file and row is as frozen" in offline.stdout
    assert hub.seen() == []


@pytest.mark.slow
def test_what_others_cannot_load_is_no_success_and_a_second_run_finishes(hub: Any) -> None:
    card = {"path": "resolve/v1.0.0/README.md", "status": 404, "times": 9}
    hub.behave({"method": "GET", **card}, {"method": "HEAD", **card})
    failed = hub.standfast("publish", "bias@1.0.0", "--to", "org/bench")
    assert failed.returncode == 1
    assert "org/bench: datasets cannot load topics at v1.0.0 (" in failed.stderr
    assert not (hub.home / "standfast" / "published.json").exists()
    hub.behave()
    again = hub.standfast("publish", "bias@1.0.0", "--to", "org/bench")
    assert again.returncode == 0, again.stderr
    assert "bias@1.0.0 was published already" in again.stdout
    assert (hub.home / "standfast" / "published.json").is_file()
