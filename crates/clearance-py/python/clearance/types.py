"""The types of arguments and results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, Union

import numpy as np
import numpy.typing as npt

from ._native import Motion, Pose

__all__ = ["Array", "HasMatrix", "MotionLike", "Points", "PoseLike", "Rows", "Vector"]

#: Numbers.
Array = npt.NDArray[np.float64]
#: One row for each pair: a structured array.
Rows = npt.NDArray[np.void]
#: A point or a direction.
Vector = Union[Sequence[float], npt.NDArray[Any]]
#: Points, one in a row.
Points = Union[Sequence[Sequence[float]], npt.NDArray[Any]]


class HasMatrix(Protocol):
    """A rotation or a transform of scipy."""

    def as_matrix(self) -> npt.NDArray[np.float64]: ...


#: A ``Pose``, a homogeneous matrix (or many of them), a pair of translation and quaternion (in the
#: plane: angle), something of scipy, a list of poses, or None for the world's own frame.
PoseLike = Union[
    Pose,
    npt.NDArray[Any],
    tuple[Vector, Union[Vector, float, HasMatrix, None]],
    HasMatrix,
    Sequence[Pose],
    Sequence[Sequence[float]],
    None,
]
#: A motion, or the pose of a body at rest; or many of them.
MotionLike = Union[Motion, PoseLike, Sequence[Union[Motion, Pose, None]]]
#: Called with how many are done, and of how many.
Progress = Callable[[int, int], object]
