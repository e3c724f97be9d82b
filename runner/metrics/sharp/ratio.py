"""Division that leaves an empty denominator undefined."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def ratio(count: ArrayLike, n: ArrayLike) -> NDArray[np.float64]:
    """``count / n`` element by element; nan, never 0, where ``n`` is 0."""
    import numpy as np

    top, bottom = np.asarray(count, dtype=float), np.asarray(n, dtype=float)
    quotient: NDArray[np.float64] = np.divide(
        top, bottom, out=np.full(np.broadcast(top, bottom).shape, np.nan), where=bottom != 0
    )
    return quotient
