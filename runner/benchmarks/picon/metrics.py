"""What is said of each score of the picon benchmark."""

from __future__ import annotations

from ...records.metric import Metric

# The measures of an interview, whose means over personas stand for a run; axes first, then their parts.
MEASURES = {
    "area": Metric(
        "area", "area", "score", "higher", "has an area of {value}", "one of its axes is undefined", ({},)
    ),
    "internal_consistency": Metric(
        "internal consistency (IC)", "ic", "score", "higher", "has an internal consistency of {value}",
        "one of its parts is undefined", ({},),
    ),
    "non_contradiction": Metric(
        "non-contradiction", "non-contradiction", "score", "higher", "has a non-contradiction of {value}",
        "no answer after the first substantive one",
    ),
    "cooperativeness": Metric(
        "cooperativeness", "cooperativeness", "score", "higher", "has a cooperativeness of {value}",
        "no answer could be judged",
    ),
    "external_consistency": Metric(
        "external consistency (EC)", "ec", "score", "higher", "has an external consistency of {value}",
        "non-refutation or coverage is undefined", ({},),
    ),
    "non_refutation": Metric(
        "non-refutation", "non-refutation", "score", "higher", "has a non-refutation of {value}",
        "no confirmed claim could be checked",
    ),
    "coverage": Metric(
        "coverage", "coverage", "score", "higher", "has a coverage of {value}", "no question was judged"
    ),
    "retest_consistency": Metric(
        "retest consistency (RC)", "rc", "score", "higher", "has a retest consistency of {value}",
        "nothing was asked again", ({},),
    ),
    "later_consistency": Metric(
        "RC, later session", "rc-later", "score", "higher",
        "has a consistency with a later session of {value}", "no later session",
    ),
    "trust": Metric(
        "trust: 1 − decoys agreed to", "trust", "score", "higher", "has a trust of {value}",
        "no decoy was asked about", ({},),
    ),
    "trusted_external_consistency": Metric(
        "EC by trust", "ec-by-trust", "score", "higher",
        "has an external consistency of {value}, coverage weighted by trust",
        "trust or non-refutation is undefined",
    ),
    "discarded_claims": Metric(
        "claims not confirmed", "not-confirmed", "score", "lower",
        "would not confirm a share of {value} of its claims", "no claim was asked about",
    ),
}  # fmt: skip
AXES = {"IC": "internal_consistency", "EC": "external_consistency", "RC": "retest_consistency"}

# Shares over all turns, claims and questions. Cooperativeness, non-contradiction and coverage are both: means
# over personas under their name, and shares with ``over: turns``.
SHARES = {
    "decoy_agreement": Metric(
        "decoy agreement", "decoy-agreement", better="lower", sentence="agrees to {value} of decoys",
        undefined="no decoy was asked about",
    ),
    "supported_of_decided": Metric(
        "supported of decided", "supported", better="higher",
        sentence="is borne out in {value} of the claims that the evidence decides",
        undefined="the evidence decided no claim",
    ),
    "claim_rate": Metric("confirmed claims", "claims", undefined="no claim was confirmed"),
    "strict_retest": Metric(
        "same answer again", "strict-retest", better="higher",
        sentence="says the same again to {value} of questions",
        undefined="no question was answered both times",
    ),
    "retest_rate": Metric("questions asked again", "retests", undefined="nothing was asked again"),
}  # fmt: skip

# What is counted of an interview, in the order in which it happens; a fault where somebody did not do their
# part: the searcher, the server, the questioner, the extractor or the judge.
COUNTS = {
    "searches": Metric("searches", "searches", "count"),
    "failed_searches": Metric("failed searches", "failed-searches", "count", fault={}),
    "mended_searches": Metric("mended searches", "mended-searches", "count"),
    "cut_histories": Metric("cut histories", "cut-histories", "count", fault={}),
    "script_questions": Metric("script questions", "script-questions", "count", fault={}),
    "unread_extractions": Metric("unread extractions", "unread-extractions", "count", fault={}),
    "unread_verdicts": Metric("unread verdicts", "unread-verdicts", "count", fault={}),
}

METRICS = {
    **MEASURES,
    **SHARES,
    "contradictions": Metric("contradictions", "contradictions", "count"),
    "persona_sd": Metric("SD between personas", "persona-sd", "score", undefined="one persona only"),
    **COUNTS,
}


def narrow(metric: str) -> str:
    """A measure in the head of a narrow column: its abbreviation, or its label as far as the first mark."""
    label = METRICS[metric].label
    return label.rpartition("(")[2].removesuffix(")") if label.endswith(")") else label.partition(":")[0]
