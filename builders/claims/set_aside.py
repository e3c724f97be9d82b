"""Why an edge gave no claim."""


class SetAside(Exception):  # noqa: N818 - no error: it carries the reason from any depth to the one that counts
    """An edge that no good sentence can be made of."""
