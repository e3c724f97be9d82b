"""Publish a release: one commit, one tag on that commit, everything read back and compared.

Each step finds out what is there before it writes, so a publish that was cut off anywhere is finished by
running it again, and nothing is published twice. A tag is never moved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from huggingface_hub import CommitOperationAdd, CommitOperationDelete
from huggingface_hub.errors import HfHubHTTPError

from ...errors import HubError
from ..manifest import CARD_FILE, MANIFEST_FILE
from .contents import commit_files, release_files, same_bytes
from .failures import clear_failures
from .plan import BRANCH, PublishPlan, check_tag, commit_title, make_plan
from .read_back import read_back
from .records import Publication

if TYPE_CHECKING:
    from huggingface_hub import HfApi

    from ..release import Release


@dataclass(frozen=True)
class Published:
    """What a publish did.

    Attributes:
        publication: where the release now is; not yet recorded.
        committed: whether the files were sent now, rather than found there.
        tagged: whether the tag was set now.
    """

    publication: Publication
    committed: bool
    tagged: bool


ReadBack = Callable[["HfApi", "Release", Publication], None]


def publish(
    api: HfApi,
    release: Release,
    repository: str,
    *,
    private: bool = False,
    compare: ReadBack = read_back,
) -> Published:
    """Publish a release to a dataset repository, or finish a publish that was cut off.

    Args:
        api: the client, which knows the Hub's address and the token.
        release: a loaded, thus verified, release.
        repository: ``org/name``; made if it does not exist.
        private: make it private when it is made.
        compare: reads everything back; raises when something differs.

    Raises:
        HubError: with its state (see ``errors.HubError``); what to do is in the sentence.
    """
    plan = make_plan(api, release, repository)
    if plan.create:
        with clear_failures(repository, "creating it"):
            api.create_repo(repository, repo_type="dataset", private=private or None, exist_ok=True)
        plan = make_plan(api, release, repository)
        if plan.create:
            raise HubError(
                "no-right",
                "it exists but cannot be read",
                where=repository,
                fix="set HF_TOKEN to a token that may",
            )
    commit = plan.commit or _commit(api, release, plan)
    if not plan.tagged:
        _tag(api, release, plan, commit)
    _check_refs(api, plan, commit)
    done = Publication(release.name, release.digest, api.endpoint, repository, plan.tag, commit)
    compare(api, release, done)
    return Published(done, committed=plan.commit is None, tagged=not plan.tagged)


def publish_card(api: HfApi, release: Release, repository: str, card: bytes) -> str | None:
    """Put another card on the main branch; tables and tag stay as they are.

    Args:
        api: the client.
        release: the release that is there.
        repository: ``org/name``.
        card: the card, as it would be written today.

    Returns:
        The commit, or None where the card is there already.

    Raises:
        HubError: the branch holds another release, or a call failed.
    """
    with clear_failures(repository, "updating its card"):
        head = str(api.repo_info(repository, repo_type="dataset", revision=BRANCH).sha)
        files = commit_files(api, repository, head)
        manifest = release_files(release)[MANIFEST_FILE]
        if MANIFEST_FILE not in files or not same_bytes(files[MANIFEST_FILE], manifest):
            raise HubError(
                "foreign-repository",
                f"its main branch does not hold {release.name} with digest {release.digest[:16]}",
                where=repository,
                fix="publish that release first, or name the release that is there",
            )
        done = api.create_commit(
            repository,
            [CommitOperationAdd(path_in_repo=CARD_FILE, path_or_fileobj=card)],
            commit_message=f"Update the card of {release.name}",
            repo_type="dataset",
            parent_commit=head,
        )
    return None if done.oid == head else str(done.oid)


def _commit(api: HfApi, release: Release, plan: PublishPlan) -> str:
    operations: list[CommitOperationAdd | CommitOperationDelete] = [
        CommitOperationAdd(path_in_repo=path, path_or_fileobj=local)
        for path, local in release_files(release).items()
    ]
    operations += [CommitOperationDelete(path_in_repo=path, is_folder=False) for path in plan.delete]
    with clear_failures(plan.repository, "sending the files"):
        done = api.create_commit(
            plan.repository,
            operations,
            commit_message=commit_title(release),
            commit_description=f"Release digest {release.digest}",
            repo_type="dataset",
            revision=BRANCH,
            parent_commit=plan.parent,
        )
    return str(done.oid)


def _tag(api: HfApi, release: Release, plan: PublishPlan, commit: str) -> None:
    with clear_failures(plan.repository, "tagging the commit"):
        try:
            # Without exist_ok: that would accept a tag wherever it stands.
            api.create_tag(plan.repository, tag=plan.tag, revision=commit, repo_type="dataset")
        except HfHubHTTPError as error:
            if error.response.status_code != 409:
                raise
            tags = {
                ref.name: ref.target_commit
                for ref in api.list_repo_refs(plan.repository, repo_type="dataset").tags
            }
            check_tag(api, release, plan.repository, tags[plan.tag])


def _check_refs(api: HfApi, plan: PublishPlan, commit: str) -> None:
    with clear_failures(plan.repository, "reading the tag back"):
        refs = api.list_repo_refs(plan.repository, repo_type="dataset")
    found = {ref.name: ref.target_commit for ref in refs.tags}.get(plan.tag)
    if found != commit:
        raise HubError(
            "tag-elsewhere",
            f"the tag {plan.tag} reads back as {found or 'missing'}, not as commit {commit}",
            where=plan.repository,
            fix="run the same command again; if it stays so, publish a new version",
        )
