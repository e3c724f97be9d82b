from typing import Any

import pytest
from huggingface_hub import CommitOperationAdd
from standfast.errors import HubError
from standfast.releases.hub import read_back as module
from standfast.releases.hub.publish import publish
from standfast.releases.release import Release


def test_rows_that_differ_name_their_table(
    hub: Any, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = {name: table.content_sha256 for name, table in release.manifest.tables.items()}
    monkeypatch.setattr(
        module, "_loaded_digest", lambda _, config, *__: {**digests, "prompts": "0"}.get(config)
    )
    with pytest.raises(HubError, match=r"org/bench: the rows of prompts at v1.0.0 are not as frozen") as c:
        publish(hub.api(), release, "org/bench")
    assert c.value.state == "read-back"


def test_a_file_that_differs_is_named(hub: Any, release: Release) -> None:
    api = hub.api()
    done = publish(api, release, "org/bench", compare=lambda *_: None).publication
    operation = CommitOperationAdd(path_in_repo="eval.yaml", path_or_fileobj=b"tasks: []\n")
    head = api.create_commit("org/bench", [operation], commit_message="x", repo_type="dataset").oid
    from dataclasses import replace

    with pytest.raises(HubError, match="the bytes of eval.yaml at v1.0.0 are not as frozen"):
        module.read_back(api, release, replace(done, commit=head))
