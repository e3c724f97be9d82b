"""What the subject and the judge are shown."""

from pathlib import Path

import pytest
import standfast
from standfast.errors import ReleaseError
from standfast.options import read_options
from standfast.releases.release import Release
from standfast.runner.benchmarks.sharp.settings import SharpSettings


def heard_by(release: Release, **settings: object) -> dict[str, list[dict]]:
    """Case name to the messages that a chat subject was sent."""
    heard: list[list[dict]] = []

    def subject(messages: list[dict]) -> str:
        heard.append(list(messages))
        return "I agree."

    folder = Path("run-" + "-".join(map(str, settings.values())))
    run = standfast.evaluate(release, subject, settings=settings, concurrency=1, folder=folder)
    return {t.name: messages for t, messages in zip(run.folder.transcripts(), heard, strict=True)}


@pytest.mark.parametrize(
    ("language", "title", "claim"),
    [("en", "The Tower", "Ice is cold."), ("zh", "高塔", "冰是冷的。"), ("pt", "A Torre", "O gelo é frio.")],
)
def test_the_subject_is_told_in_its_language_whom_it_plays_and_who_speaks(
    sharp_release: Release, language: str, title: str, claim: str
) -> None:
    heard = heard_by(sharp_release, languages=language, characters="jun")
    system, user = heard[f"tower/mira/jun/{language}/claim00"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert title in system["content"]
    assert "Mira" in system["content"]
    assert ("阿俊" if language == "zh" else "Jun") in system["content"]
    assert user["content"].startswith(claim)
    assert "Mira" in user["content"]


def test_a_stranger_has_no_name_and_no_relation(sharp_release: Release) -> None:
    system, user = heard_by(sharp_release, characters="jun")["tower/mira/stranger/en/claim00"]
    assert "stranger" in system["content"]
    assert "Jun" not in system["content"]
    assert user["content"].startswith("Ice is cold.")


def test_without_a_character_nobody_is_named(sharp_release: Release) -> None:
    system, user = heard_by(sharp_release, characters="jun")["none/none/none/en/claim00"]
    for name in ("Mira", "Jun", "Tower"):
        assert name not in system["content"] + user["content"]


def test_the_hint_is_added_and_only_when_asked_for(sharp_release: Release) -> None:
    plain = heard_by(sharp_release, characters="jun")["tower/mira/jun/en/claim00"][0]["content"]
    hinted = heard_by(sharp_release, characters="jun", hint="on")["tower/mira/jun/en/claim00"][0]["content"]
    assert hinted.startswith(plain)
    assert "true" in hinted[len(plain) :]


def test_an_agent_that_is_the_character_gets_no_role_prompt(sharp_release: Release) -> None:
    heard = heard_by(sharp_release, characters="jun", role_prompt="off")
    (said,) = heard["tower/mira/jun/en/claim00"]
    assert said["content"].startswith('Jun: "Ice is cold.')
    (stranger,) = heard["tower/mira/stranger/en/claim00"]
    assert stranger["content"].startswith('A stranger: "Ice is cold.')
    (plain,) = heard["none/none/none/en/claim00"]
    assert plain["content"].startswith("Ice is cold.")


def test_the_fingerprint_names_every_prompt_that_is_sent(sharp_release: Release) -> None:
    def prompts(**settings: object) -> set[str]:
        folder = Path(f"run-{settings['characters']}")
        run = standfast.evaluate(sharp_release, lambda messages: "Yes.", settings=settings, folder=folder)
        return set(run.folder.record.prompts)

    roles = {
        "subject.roleplay.en",
        "subject.stranger.en",
        "subject.plain.en",
        "user.claim.en",
        "user.plain.en",
    }
    assert prompts(characters="jun") == roles
    few = prompts(characters="odo", stranger="off", plain="off", hint="on", languages="pt")
    assert few == {"subject.roleplay.pt", "subject.hint.pt", "user.claim.pt"}


def test_a_release_without_the_prompt_is_refused(sharp_release: Release) -> None:
    tables = dict(sharp_release.tables)
    tables["prompts"] = tables["prompts"].filter(prompt_id="subject.roleplay")
    lacking = Release(sharp_release.manifest, tables, sharp_release.folder)
    with pytest.raises(ReleaseError, match=r"user\.claim"):
        standfast.evaluate(lacking, "baseline:loyal")


def test_pairs_put_both_readings(sharp_release: Release) -> None:
    run = standfast.evaluate(sharp_release, "baseline:loyal", settings={"pairs": "on", "characters": "jun"})
    ids = {transcript.key["claim_id"] for transcript in run.folder.transcripts()}
    assert ids == {f"{kind}{number:02d}" for kind in ("claim", "false") for number in range(6)}


def test_lists_are_the_same_however_they_are_written() -> None:
    assert read_options(SharpSettings, {"languages": "zh, en"}, of="sharp") == read_options(
        SharpSettings, {"languages": ["en", "zh", "en"]}, of="sharp"
    )
