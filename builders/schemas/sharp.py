"""Tables of the ``sharp`` benchmark: protagonists and intimacy."""

from __future__ import annotations

from .intimacy import INTIMACY, INTIMACY_RULES, PROTAGONISTS
from .rules import BenchmarkSchema

SCHEMA = BenchmarkSchema(benchmark="sharp", tables=(PROTAGONISTS, INTIMACY), rules=INTIMACY_RULES)
