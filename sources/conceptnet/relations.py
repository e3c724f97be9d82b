"""Names of ConceptNet's relations, of 5.5 to 5.7 and of the older sets that are still passed on."""

from __future__ import annotations

_CURRENT = frozenset(
    {
        "Antonym", "AtLocation", "CapableOf", "Causes", "CausesDesire", "CreatedBy", "DefinedAs",
        "DerivedFrom", "Desires", "DistinctFrom", "Entails", "EtymologicallyDerivedFrom",
        "EtymologicallyRelatedTo", "ExternalURL", "FormOf", "HasA", "HasContext", "HasFirstSubevent",
        "HasLastSubevent", "HasPrerequisite", "HasProperty", "HasSubevent", "InstanceOf", "IsA",
        "LocatedNear", "MadeOf", "MannerOf", "MotivatedByGoal", "ObstructedBy", "PartOf", "ReceivesAction",
        "RelatedTo", "SimilarTo", "SymbolOf", "Synonym", "UsedFor",
    }
)  # fmt: skip
_DROPPED = frozenset(
    {
        "ConceptuallyRelatedTo", "DesireOf", "HasPainCharacter", "HasPainIntensity", "InheritsFrom",
        "LocationOfAction", "SimilarSize", "TranslationOf",
    }
)  # fmt: skip


def is_relation(name: str) -> bool:
    """Whether ConceptNet has, or before 5.5 had, a relation of this name (without ``/r/``).

    Any ``Not*`` of a relation counts, and all of ``dbpedia/``.
    """
    if name.startswith("dbpedia/"):
        return True
    return name.removeprefix("Not") in _CURRENT or name in _DROPPED
