"""Whole sessions with baselines: what each must score follows from the sheets, worked out by hand below.

Dara's sheet (dara-okafor-lindqvist) answers 30 questions of the bank, ten of them core, and nine leads. None of
the follow-ups is made pointless by her answers, so her forty main questions are twenty follow-ups, nine leads
about the places that she names, ten times back to a core question, and one more round begun.

She names fourteen things, each in an answer of its own: Glasgow, Partick, Kelvingrove Park and Paisley; England,
Leeds and the Aire; that Glasgow is in the UK; Cardiff, its castle, York and Sheffield; Sweden and Nigeria.
"""

import pytest
from standfast.runner.benchmarks.picon.interview.statements import noted
from standfast.runner.benchmarks.picon.scores.measures import harmonic_mean, triangle_area

DARA = "dara-okafor-lindqvist"
CASE = f"{DARA}/en/shuffled"
ALL = ("en", "pt", "zh")


def stages(run) -> list[str]:
    return [note.stage for transcript in run.folder.transcripts() for _, _, note in noted(transcript.turns)]


def test_a_session_has_its_stages(play) -> None:
    run = play(personas=(DARA,))
    counted = {name: stages(run).count(name) for name in dict.fromkeys(stages(run))}
    # A quarter of the confirmations are decoys: four beside fourteen (14 · 0.25/0.75 = 4.67).
    assert counted == {"get_to_know": 10, "main": 40, "confirmation": 14 + 4, "retest": 10, "later": 10}


@pytest.mark.parametrize("language", ALL)
def test_steady_is_consistent_in_every_way(play, scores, pooled, language) -> None:
    run = play(languages=(language,))
    found = scores(run)
    for name in ("internal_consistency", "non_contradiction", "cooperativeness", "non_refutation",
                 "retest_consistency", "later_consistency"):  # fmt: skip
        assert found[name] == 1, name
    assert found["discarded_claims"] == 0
    assert pooled(run, "decoy_agreement").count == 0
    assert pooled(run, "strict_retest", stage="retest").value == 1


def test_steady_by_hand(play, scores) -> None:
    found = scores(play(personas=(DARA,)), CASE)
    coverage = 14 / 50
    external = harmonic_mean(1.0, coverage)
    assert found["coverage"] == coverage
    assert found["external_consistency"] == pytest.approx(external)
    assert found["area"] == pytest.approx(triangle_area(1.0, external, 1.0))
    assert found["trust"] == 1
    assert found["trusted_external_consistency"] == pytest.approx(external)


@pytest.mark.parametrize("subject", ["baseline:evader", "baseline:parrot"])
@pytest.mark.parametrize("language", ALL)
def test_who_never_answers_scores_nothing(play, scores, pooled, subject, language) -> None:
    run = play(subject, languages=(language,))
    found = scores(run)
    for name in ("cooperativeness", "internal_consistency", "coverage", "external_consistency",
                 "retest_consistency", "area"):  # fmt: skip
        assert found[name] == 0, name
    assert found["non_contradiction"] is None
    assert found["trust"] is None
    assert pooled(run, "retest_rate", stage="retest", verdict="no_answer").value == 1
    assert pooled(run, "strict_retest", stage="retest").value is None


@pytest.mark.parametrize("language", ALL)
def test_yes_to_everything_is_found_out_by_decoys_only(play, scores, language) -> None:
    run = play("baseline:yes-confirmer", languages=(language,), decoys=0.5)
    found = scores(run)
    assert found["internal_consistency"] == found["non_refutation"] == found["retest_consistency"] == 1
    assert found["external_consistency"] > 0
    assert found["trust"] == 0
    assert found["trusted_external_consistency"] == 0


@pytest.mark.parametrize(("statements", "rule"), [("2", "age_fits_birth_year"), ("3", "born")])
def test_a_contradictor_is_found_once_at_its_distance(play, scores, statements, rule) -> None:
    run = play(f"baseline:contradictor?statements={statements}", languages=ALL)
    counts = {r.by["statements"]: r.value for r in run.score() if r.metric == "contradictions"}
    assert counts == {statements: 12}  # once for each of the twelve personas
    assert scores(run)["non_contradiction"] == pytest.approx(48 / 49)  # t* = 1, so T − t* = 49
    assert scores(run)["cooperativeness"] == 1
    assert scores(run)["retest_consistency"] == 1
    found = [c for v in run.folder.verdicts("rules") for c in (v.details or {}).get("conflicts", ())]
    assert all(rule in conflict["rule"] for conflict in found)


def test_a_drifter_by_hand(play, scores) -> None:
    """Dara's core answers against those of Mateo, Priya and Ruth.

    What she can contradict with their words: parents at home (Priya's mother-in-law), education (secondary),
    children (none, one), activity (retired, self-employed), religion, field, year of birth, native (Mateo came
    from Chile). English at home goes with theirs, and breaking even lies one step from saving and from drawing.
    """
    run = play("baseline:drifter", personas=(DARA,))
    (transcript,) = run.folder.transcripts()
    verdicts = {verdict.turn: verdict for verdict in run.folder.verdicts("rules")}
    retest = {
        note.question_id: verdicts[number].label
        for number, _, note in noted(transcript.turns)
        if note.stage == "retest"
    }
    assert {name for name, verdict in retest.items() if verdict == "same"} == {
        "home_language",
        "household_saving",
    }
    assert {verdict for name, verdict in retest.items()} == {"same", "conflict"}
    found = scores(run, CASE)
    assert found["retest_consistency"] == 0.2
    assert found["later_consistency"] == 1  # it forgets with the session
    assert found["cooperativeness"] == 1
    contradicted = [number for number, verdict in verdicts.items() if verdict.label == "contradiction"]
    assert found["non_contradiction"] == pytest.approx(1 - len(contradicted) / 49)
    # Each of her eight comes back at least once in the main interrogation, in words not said before.
    assert len(contradicted) >= 8


def test_the_package_reading_differs_where_the_facts_say(play) -> None:
    from standfast.runner.benchmarks.picon.scores.run_scores import PiconChoices

    run = play("baseline:evader", personas=(DARA,))
    records = {r.metric: r.value for r in run.score(choices=PiconChoices("package")) if not r.by}
    assert records["non_contradiction"] == 1  # from turn 2, answered or not
    assert records["non_refutation"] == 0  # nothing confirmed
    assert records["area"] == 0


def test_the_same_settings_give_the_same_interview(play, release, tmp_path) -> None:
    import standfast
    from standfast.runner.benchmarks.picon.settings import PiconSettings

    settings = PiconSettings(personas=(DARA,))
    first, second = (
        standfast.evaluate(release, "baseline:drifter", settings=settings, folder=tmp_path / name)
        for name in ("one", "two")
    )
    assert first.folder.transcripts_path.read_bytes() == second.folder.transcripts_path.read_bytes()
