"""The shapes, each in its own frame.

A shape says what is wrong with its numbers when it is made:

>>> import clearance
>>> clearance.Ball(-1)
Traceback (most recent call last):
    ...
clearance.ShapeError: radius: expected a positive number, found -1

Shapes are equal if they are made of the same; they can be pickled, and written and read in the
file format of the program (``to_dict``, ``Shape.from_dict``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from . import _native
from ._native import Pose
from .types import Array, Points, Vector

if TYPE_CHECKING:
    import trimesh

S = TypeVar("S", bound="Shape")


class Shape(_native.Shape):
    """A convex shape; see its subclasses.

    >>> from clearance import Ball, Shape
    >>> Shape.from_dict({"type": "ball", "radius": 2}) == Ball(2)
    True
    """

    #: The shape's type in the file format.
    type: str = ""

    @staticmethod
    def from_dict(fields: dict[str, Any], dim: int | None = None) -> Shape:
        """A shape in the program's file format. The dimension is seen from its vectors, where it
        is not given.

        >>> Shape.from_dict({"type": "box", "half_extents": [1, 2]})
        Box(half_extents=[1, 2])
        """
        if not isinstance(fields, dict):
            raise TypeError(f"fields: expected a dict, found {type(fields).__name__}")
        kind = fields.get("type")
        cls = _KINDS.get(kind, Shape) if isinstance(kind, str) else Shape
        return _native.Shape.__new__(cls, fields, dim)

    def _get(self, name: str) -> Any:
        return self._spec().get(name)

    def __repr__(self) -> str:
        fields = {k: v for k, v in self._spec().items() if k != "type"}
        return f"{type(self).__name__}({', '.join(f'{k}={_short(v)}' for k, v in fields.items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._spec(), self.dim)

    def rounded(self, radius: float) -> Rounded:
        """Everything within a radius of the shape.

        >>> from clearance import Box
        >>> Box([1, 1, 1]).rounded(0.1)
        Rounded(shape=Box(half_extents=[1, 1, 1]), radius=0.1)
        """
        return Rounded(self, radius)

    def placed(self, pose: Any) -> Placed:
        """The shape elsewhere."""
        return Placed(self, pose)


def _restore(fields: dict[str, Any], dim: int) -> Shape:
    """A shape that was pickled."""
    return Shape.from_dict(fields, dim)


def _short(value: Any) -> str:
    """A value for people: long lists by their length, shapes by their names."""
    if isinstance(value, dict):
        if value.get("type") in _KINDS:
            fields = {k: v for k, v in value.items() if k != "type"}
            inside = ", ".join(f"{k}={_short(v)}" for k, v in fields.items())
            return f"{_KINDS[value['type']].__name__}({inside})"
        return "{" + ", ".join(f"{k!r}: {_short(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        if len(value) > 8:
            return f"[... {len(value)} of them]"
        return "[" + ", ".join(_short(item) for item in value) + "]"
    if callable(value):
        return getattr(value, "__name__", repr(value))
    return repr(value)


def _numbers(value: Any) -> Array:
    """Numbers of the file format, in which a string is a decimal or a fraction."""

    def plain(value: Any) -> Any:
        if isinstance(value, list):
            return [plain(item) for item in value]
        return float(Fraction(value)) if isinstance(value, str) else value

    return np.array(plain(value), dtype=float)


def _make(cls: type[S], dim: int | None = None, /, **fields: Any) -> S:
    given = {name: value for name, value in fields.items() if value is not None}
    return _native.Shape.__new__(cls, {"type": cls.type, **given}, dim)


def _parts(parts: Iterable[_native.Shape], dim: int | None) -> tuple[list[Any], int | None]:
    """The parts, and the dimension that they have in common."""
    given = list(parts)
    for i, part in enumerate(given):
        if not isinstance(part, _native.Shape):
            raise TypeError(f"parts[{i}]: expected a shape, found {type(part).__name__}")
        if dim is None:
            dim = part.dim
        elif part.dim != dim:
            raise TypeError("one part is of the plane and another of space")
    return given, dim


def _inner(shape: _native.Shape) -> int:
    if not isinstance(shape, _native.Shape):
        raise TypeError(f"shape: expected a shape, found {type(shape).__name__}")
    return shape.dim


def _pose(pose: Any, dim: int) -> dict[str, Any]:
    """A pose in the file format."""
    if pose is None:
        return {}
    if not isinstance(pose, Pose):
        if isinstance(pose, tuple) and len(pose) == 2:
            pose = Pose(*pose)
        elif hasattr(pose, "as_matrix") and np.shape(pose.as_matrix()) == (3, 3):
            pose = Pose(rotation=pose)
        elif hasattr(pose, "as_matrix"):
            pose = Pose.from_matrix(pose.as_matrix())
        else:
            pose = Pose.from_matrix(pose)
    if pose.dim != dim:
        raise TypeError("the shape and the pose are not of the same dimension")
    return dict(pose.to_dict())


class Point(Shape):
    """One point.

    >>> Point([1, 2, 3]).dim
    3
    """

    type = "point"

    def __new__(cls, point: Vector) -> Point:
        return _make(cls, point=point)

    @property
    def point(self) -> Array:
        return _numbers(self._get("point"))


class Segment(Shape):
    """Everything between two points.

    >>> Segment([0, 0, 0], [0, 0, 1])
    Segment(a=[0, 0, 0], b=[0, 0, 1])
    """

    type = "segment"

    def __new__(cls, a: Vector, b: Vector) -> Segment:
        return _make(cls, a=a, b=b)

    @property
    def a(self) -> Array:
        return _numbers(self._get("a"))

    @property
    def b(self) -> Array:
        return _numbers(self._get("b"))


class Line(Shape):
    """A line through a point, without end.

    >>> Line([0, 0, 1], [1, 0, 0]).dim
    3
    """

    type = "line"

    def __new__(cls, point: Vector, direction: Vector) -> Line:
        return _make(cls, point=point, direction=direction)


class Ray(Shape):
    """A ray from a point.

    >>> Ray([0, 0], [1, 1]).dim
    2
    """

    type = "ray"

    def __new__(cls, point: Vector, direction: Vector) -> Ray:
        return _make(cls, point=point, direction=direction)


class Plane(Shape):
    """All x with normal·x = offset: a plane in space, a line in the plane.

    >>> Plane([0, 0, 1], 2).dim
    3
    """

    type = "plane"

    def __new__(cls, normal: Vector, offset: float = 0.0) -> Plane:
        return _make(cls, normal=normal, offset=offset)


class HalfSpace(Shape):
    """All x with normal·x ≤ offset.

    >>> from clearance import Ball, Pose, distance
    >>> floor = HalfSpace([0, 0, 1], 0)
    >>> distance(Ball(1), Pose([0, 0, 3]), floor, None).distance
    2.0
    """

    type = "halfspace"

    def __new__(cls, normal: Vector, offset: float = 0.0) -> HalfSpace:
        return _make(cls, normal=normal, offset=offset)


class Triangle(Shape):
    """A triangle, in the plane or in space.

    >>> Triangle([[0, 0], [4, 0], [0, 3]]).dim
    2
    """

    type = "triangle"

    def __new__(cls, vertices: Points) -> Triangle:
        return _make(cls, vertices=vertices)

    @property
    def vertices(self) -> Array:
        return _numbers(self._get("vertices"))


class Rectangle(Shape):
    """A rectangle about the origin; in space it lies in the plane z = 0.

    >>> Rectangle([1, 2]).dim, Rectangle([1, 2], dim=3).dim
    (2, 3)
    """

    type = "rectangle"

    def __new__(cls, half_extents: Vector, dim: int = 2) -> Rectangle:
        return _make(cls, dim, half_extents=half_extents)

    @property
    def half_extents(self) -> Array:
        return _numbers(self._get("half_extents"))


class Polygon(Shape):
    """A convex polygon, its vertices in order.

    >>> Polygon([[0, 0], [2, 0], [1, 1]]).dim
    2
    """

    type = "polygon"

    def __new__(cls, vertices: Points, dim: int | None = None) -> Polygon:
        return _make(cls, dim, vertices=vertices)

    @property
    def vertices(self) -> Array:
        return _numbers(self._get("vertices"))


class Tetrahedron(Shape):
    """A tetrahedron.

    >>> Tetrahedron([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]).dim
    3
    """

    type = "tetrahedron"

    def __new__(cls, vertices: Points) -> Tetrahedron:
        return _make(cls, vertices=vertices)

    @property
    def vertices(self) -> Array:
        return _numbers(self._get("vertices"))


class Box(Shape):
    """A box about the origin, by half of its edges: three numbers in space, two in the plane.

    >>> Box([1, 2, 3])
    Box(half_extents=[1, 2, 3])
    """

    type = "box"

    def __new__(cls, half_extents: Vector) -> Box:
        return _make(cls, half_extents=half_extents)

    @staticmethod
    def from_corner(corner: Vector, edges: Points) -> Box:
        """A box by a corner and the edges there, at right angles to each other."""
        return _make(Box, corner=corner, edges=edges)

    @property
    def half_extents(self) -> Array | None:
        half = self._get("half_extents")
        return None if half is None else _numbers(half)


class Ball(Shape):
    """A ball about the origin; with ``dim=2`` a disk.

    >>> Ball(1.5).radius
    1.5
    >>> Ball(1, dim=2)
    Ball(radius=1, dim=2)
    """

    type = "ball"

    def __new__(cls, radius: float, dim: int = 3) -> Ball:
        return _make(cls, dim, radius=radius)

    @property
    def radius(self) -> float:
        return float(_numbers(self._get("radius")))


class Capsule(Shape):
    """Everything within a radius of a segment.

    >>> Capsule([0, 0, 0], [0, 0, 1], 0.1).radius
    0.1
    """

    type = "capsule"

    def __new__(cls, a: Vector, b: Vector, radius: float) -> Capsule:
        return _make(cls, a=a, b=b, radius=radius)

    @staticmethod
    def along_axis(half_length: float, radius: float, dim: int = 3) -> Capsule:
        """About the origin, along z; along x in the plane."""
        return _make(Capsule, dim, half_length=half_length, radius=radius)

    @property
    def radius(self) -> float:
        return float(_numbers(self._get("radius")))


class Cylinder(Shape):
    """A cylinder about the origin, along z.

    >>> Cylinder(half_length=1, radius=0.5)
    Cylinder(half_length=1, radius=0.5)
    """

    type = "cylinder"

    def __new__(cls, half_length: float, radius: float) -> Cylinder:
        return _make(cls, half_length=half_length, radius=radius)

    @staticmethod
    def between(a: Vector, b: Vector, radius: float) -> Cylinder:
        """With the centres of its two faces."""
        return _make(Cylinder, a=a, b=b, radius=radius)

    @property
    def radius(self) -> float:
        return float(_numbers(self._get("radius")))


class Cone(Shape):
    """A cone along z, its apex at height/2 and its base at -height/2.

    >>> Cone(height=2, radius=1)
    Cone(height=2, radius=1)
    """

    type = "cone"

    def __new__(cls, height: float, radius: float) -> Cone:
        return _make(cls, height=height, radius=radius)

    @staticmethod
    def between(base: Vector, apex: Vector, radius: float) -> Cone:
        """With the centre of its base and its apex."""
        return _make(Cone, base=base, apex=apex, radius=radius)

    @property
    def radius(self) -> float:
        return float(_numbers(self._get("radius")))


class Ellipsoid(Shape):
    """An ellipsoid about the origin along the axes; with two semiaxes an ellipse.

    >>> Ellipsoid([1, 2, 3]).dim
    3
    """

    type = "ellipsoid"

    def __new__(cls, semiaxes: Vector) -> Ellipsoid:
        return _make(cls, semiaxes=semiaxes)

    @property
    def semiaxes(self) -> Array:
        return _numbers(self._get("semiaxes"))


class Superquadric(Shape):
    """Σ |xᵢ/aᵢ|^nᵢ ≤ 1, each exponent at least 1; ``math.inf`` for flat sides.

    >>> Superquadric([1, 1, 1], [4, 4, float("inf")])
    Superquadric(semiaxes=[1, 1, 1], exponents=[4, 4, 'infinity'])
    """

    type = "superquadric"

    def __new__(cls, semiaxes: Vector, exponents: Sequence[Any] | Array) -> Superquadric:
        written = ["infinity" if n == math.inf else n for n in exponents]
        return _make(cls, semiaxes=semiaxes, exponents=written)


class NestedSuperquadric(Shape):
    """(|x/a|^m + |y/b|^m)^(n/m) + |z/c|^n ≤ 1, with exponents m around the third axis and n along it.

    >>> NestedSuperquadric([1, 1, 2], [4, 2])
    NestedSuperquadric(semiaxes=[1, 1, 2], exponents=[4, 2])
    """

    type = "nested_superquadric"

    def __new__(cls, semiaxes: Vector, exponents: Sequence[Any] | Array) -> NestedSuperquadric:
        written = ["infinity" if n == math.inf else n for n in exponents]
        return _make(cls, semiaxes=semiaxes, exponents=written)


class Hyperquadric(Shape):
    """Σ |aᵢ·x + dᵢ|^nᵢ ≤ 1, by terms (a, d, n).

    >>> Hyperquadric([([1, 0], 0, 4), ([0, 1], 0, 4)]).dim
    2
    """

    type = "hyperquadric"

    def __new__(cls, terms: Iterable[tuple[Vector, float, float]]) -> Hyperquadric:
        return _make(cls, terms=[{"a": a, "d": d, "n": n} for a, d, n in terms])


class Quadric(Shape):
    """xᵀqx + 2 b·x + c ≤ 0, q without negative eigenvalues.

    >>> Quadric([[1, 0], [0, 2]], [0, 0], -1).dim
    2
    """

    type = "quadric"

    def __new__(cls, q: Points, b: Vector | None, c: float) -> Quadric:
        return _make(cls, q=q, b=b, c=c)


class SecondOrderCone(Shape):
    """|bx + d| ≤ c·x + e.

    >>> SecondOrderCone([[1, 0, 0], [0, 1, 0], [0, 0, 0]], None, [0, 0, 1], 1).dim
    3
    """

    type = "second_order_cone"

    def __new__(cls, b: Points, d: Vector | None, c: Vector, e: float = 0.0) -> SecondOrderCone:
        return _make(cls, b=b, d=d, c=c, e=e)


class Polytope(Shape):
    """The convex hull of points: in any order, with duplicates and inner points if you like.

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> hull = Polytope(rng.normal(size=(100, 3)))
    >>> len(hull.vertices) < 100
    True

    With ``facets=True`` its facets are found too, and the method "active-set" can be asked for.
    """

    type = "polytope"

    def __new__(cls, points: Points, *, facets: bool = False) -> Polytope:
        return _make(cls, vertices=_array(points), facets=True if facets else None)

    @staticmethod
    def from_mesh(mesh: trimesh.Trimesh | tuple[Points, Points]) -> Polytope:
        """The convex hull of a mesh of trimesh; or, from a pair (vertices, faces), a closed convex
        surface of triangles, which is checked.
        """
        if isinstance(mesh, tuple):
            vertices, faces = mesh
            return _make(Polytope, vertices=_array(vertices), faces=np.asarray(faces))
        return Polytope(np.asarray(mesh.vertices, dtype=float))

    @property
    def vertices(self) -> Array:
        """The corners, one in a row."""
        found = _native.vertices(self)
        return np.zeros((0, self.dim)) if found is None else found

    def to_trimesh(self) -> trimesh.Trimesh:
        """A mesh of trimesh, if that is installed."""
        import trimesh

        mesh: trimesh.Trimesh = trimesh.Trimesh(vertices=self.vertices).convex_hull
        return mesh


def _array(points: Any) -> Any:
    """Rows of numbers as an array of floats; what is none is left to the reader's complaint."""
    try:
        array = np.asarray(points)
    except (TypeError, ValueError):
        return points
    return array.astype(float) if array.ndim == 2 and array.dtype.kind in "fiu" else points


class Halfspaces(Shape):
    """All x with normal·x ≤ offset for each pair: bounded or not, flat or not.

    >>> square = Halfspaces([[1, 0], [-1, 0], [0, 1], [0, -1]], [1, 1, 1, 1])
    >>> square.dim
    2
    """

    type = "halfspaces"

    def __new__(cls, normals: Points, offsets: Vector, *, raw: bool = False) -> Halfspaces:
        return _make(cls, normals=normals, offsets=offsets, raw=True if raw else None)


class Rounded(Shape):
    """Everything within a radius of a shape.

    >>> Rounded(Box([1, 1, 1]), 0.1).dim
    3
    """

    type = "rounded"

    def __new__(cls, shape: _native.Shape, radius: float) -> Rounded:
        return _make(cls, _inner(shape), shape=shape, radius=radius)


class Affine(Shape):
    """matrix·x + translation for all x of a shape.

    >>> Affine(Ball(1), [[2, 0, 0], [0, 1, 0], [0, 0, 1]]).dim
    3
    """

    type = "affine"

    def __new__(
        cls, shape: _native.Shape, matrix: Points | None = None, translation: Vector | None = None
    ) -> Affine:
        return _make(cls, _inner(shape), shape=shape, matrix=matrix, translation=translation)


class Placed(Shape):
    """A shape elsewhere.

    >>> Placed(Box([1, 1, 1]), Pose([5, 0, 0])).dim
    3
    """

    type = "placed"

    def __new__(cls, shape: _native.Shape, pose: Any) -> Placed:
        dim = _inner(shape)
        return _make(cls, dim, shape=shape, pose=_pose(pose, dim))


class MinkowskiSum(Shape):
    """All sums of a point of each part.

    >>> MinkowskiSum([Box([1, 1, 1]), Ball(1)]).dim
    3
    """

    type = "minkowski_sum"

    def __new__(cls, parts: Iterable[_native.Shape]) -> MinkowskiSum:
        given, dim = _parts(parts, None)
        return _make(cls, dim, parts=given)


class ConvexHull(Shape):
    """The convex hull of shapes.

    >>> ConvexHull([Ball(1), Placed(Ball(0.5), Pose([3, 0, 0]))]).dim
    3
    """

    type = "hull"

    def __new__(cls, parts: Iterable[_native.Shape]) -> ConvexHull:
        given, dim = _parts(parts, None)
        return _make(cls, dim, parts=given)


class Intersection(Shape):
    """What shapes made of surfaces have in common.

    >>> Intersection([Ball(1), HalfSpace([0, 0, 1], 0.5)]).dim
    3
    """

    type = "intersection"

    def __new__(cls, parts: Iterable[_native.Shape]) -> Intersection:
        given, dim = _parts(parts, None)
        return _make(cls, dim, parts=given)


class SupportFunction(Shape):
    """A shape of your own: a function that gives a furthest point along a direction.

    Slow, since each step of a solver calls it; but every question works.

    >>> import numpy as np
    >>> from clearance import distance, Pose
    >>> diamond = SupportFunction(
    ...     lambda n: np.eye(3)[np.argmax(np.abs(n))] * np.sign(n[np.argmax(np.abs(n))])
    ... )
    >>> round(distance(diamond, None, Ball(1), Pose([3, 0, 0])).distance, 9)
    1.0
    """

    type = "support"

    def __new__(cls, function: Callable[[Array], Vector], dim: int = 3) -> SupportFunction:
        if not callable(function):
            raise TypeError(f"function: expected a function, found {type(function).__name__}")
        return _make(cls, dim, function=function)


_CLASSES: tuple[type[Shape], ...] = (
    Point, Segment, Line, Ray, Plane, HalfSpace, Triangle, Rectangle, Polygon, Tetrahedron, Box,
    Ball, Capsule, Cylinder, Cone, Ellipsoid, Superquadric, NestedSuperquadric, Hyperquadric,
    Quadric, SecondOrderCone, Polytope, Halfspaces, Rounded, Affine, Placed, MinkowskiSum, ConvexHull, Intersection,
    SupportFunction,
)  # fmt: skip
_KINDS: dict[Any, type[Shape]] = {cls.type: cls for cls in _CLASSES}

__all__ = ["Shape", *(cls.__name__ for cls in _CLASSES)]
