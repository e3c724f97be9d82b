"""Every error the toolkit raises on purpose, by the stage at which it happens."""

from __future__ import annotations


class StandfastError(Exception):
    """Something went wrong that the user can act on.

    Attributes:
        problem: what is wrong, without a final full stop.
        where: the file, table, row or address it was found at, or None.
        fix: what to do about it, or None.
    """

    exit_status = 1

    def __init__(self, problem: str, *, where: str | None = None, fix: str | None = None) -> None:
        """Keep the three parts apart, so that the command line can lay them out."""
        self.problem = problem
        self.where = where
        self.fix = fix
        super().__init__(problem, where, fix)

    def __str__(self) -> str:
        """One sentence: where, what, and what to do."""
        sentence = f"{self.where}: {self.problem}" if self.where else self.problem
        return f"{sentence}; {self.fix}" if self.fix else sentence


class UsageError(StandfastError):
    """The command or call was put wrongly: unknown name, option or combination."""

    exit_status = 2


class SourceError(StandfastError):
    """Raw material is missing, unreadable or not what its format promises."""


class BuildError(StandfastError):
    """A builder cannot make its tables from the sources it was given."""


class SchemaError(StandfastError):
    """A table breaks the schema; the message names table, column, rule, rows and keys."""


class ReleaseError(StandfastError):
    """A release cannot be frozen, found or read."""


class DigestMismatchError(ReleaseError):
    """A release's files or rows are not those that were frozen."""


class HubError(ReleaseError):
    """The Hub did not do what a release needs of it.

    Attributes:
        state: how it ended, for programs: ``no-right``, ``quota``, ``rate-limited``, ``parent-moved``,
            ``tag-elsewhere``, ``tag-moved``, ``newer-there``, ``foreign-repository``, ``not-found``,
            ``server``, ``unreachable``, ``read-back``.
    """

    def __init__(self, state: str, problem: str, *, where: str | None = None, fix: str | None = None) -> None:
        """Keep the state beside the three parts of the sentence."""
        self.state = state
        super().__init__(problem, where=where, fix=fix)


class AgentError(StandfastError):
    """An agent cannot be made from its spec, or gave no usable reply.

    Attributes:
        attempts: requests that were sent before it was given up.
        discarded: of these, those that a completion came for, which costs though it was of no use.
        discarded_in, discarded_out: prompt and completion tokens of these.
    """

    attempts = 0
    discarded = 0
    discarded_in = 0
    discarded_out = 0


class RequestRefusedError(AgentError):
    """The server refuses this one request for what it holds (400, 413, 422): asking again is of no use."""


class AgentUnusableError(AgentError):
    """No request of an agent can succeed (wrong key, unknown model, dead server): the run ends at once."""


class JudgeError(StandfastError):
    """A judge gave something that is not a verdict."""


class RunError(StandfastError):
    """A run folder cannot be written, continued or read."""


class RunBusyError(RunError):
    """Another process works on the run folder."""


class RunStoppedError(RunError):
    """A run ended early by its own rules (budget spent, everything fails); what is finished is kept."""


class BudgetSpentError(RunStoppedError):
    """A cap on calls or cost is reached."""

    exit_status = 4


class RunInterruptedError(RunStoppedError):
    """Ctrl-C or SIGTERM ended the work; what is finished is kept."""

    exit_status = 5


class FingerprintMismatchError(RunError):
    """A run folder belongs to a run with other settings."""


class RecordedResultError(StandfastError):
    """A recorded result file cannot be taken over as it is."""
