// One of every kind of shape, by the name in the menu.

import { OBJECTS } from "./objects";
import type { Shape } from "./state";

const box = (dim: number) => ({ type: "box", half_extents: dim === 2 ? [1, 0.7] : [1, 0.7, 0.5] });

const KINDS: Record<2 | 3, Record<string, Shape>> = {
  2: {
    polygon: { type: "polygon", vertices: [[-1, -0.8], [0.9, -0.9], [1.1, 0.5], [0, 1.1], [-1.2, 0.4]] },
    circle: { type: "ball", radius: 0.8 },
    capsule: { type: "capsule", a: [-0.8, 0], b: [0.8, 0], radius: 0.4 },
    segment: { type: "segment", a: [-1, 0], b: [1, 0] },
    point: { type: "point", point: [0, 0] },
    "rounded polygon": { type: "rounded", shape: { type: "polygon", vertices: [[-0.8, -0.7], [0.9, -0.5], [0.1, 0.8]] }, radius: 0.3 },
    triangle: { type: "triangle", vertices: [[-1, -0.7], [1, -0.7], [0, 1]] },
    box: box(2),
    ellipse: { type: "ellipsoid", semiaxes: [1.3, 0.6] },
    "points (hull)": { type: "polytope", vertices: [[-1, -1], [0, -1], [1, -1], [0.6, 0.9], [-0.4, 0.7]] },
    superellipse: { type: "superquadric", semiaxes: [1.1, 0.8], exponents: [4, 4] },
    line: { type: "line", point: [0, 0], direction: [1, 0.2] },
    ray: { type: "ray", point: [0, 0], direction: [1, 0.2] },
    "half-plane": { type: "halfspace", normal: [0, 1], offset: 0 },
  },
  3: {
    box: box(3),
    ball: { type: "ball", radius: 0.8 },
    capsule: { type: "capsule", half_length: 0.9, radius: 0.4 },
    cylinder: { type: "cylinder", half_length: 0.9, radius: 0.6 },
    cone: { type: "cone", height: 1.8, radius: 0.8 },
    ellipsoid: { type: "ellipsoid", semiaxes: [1.3, 0.8, 0.5] },
    tetrahedron: { type: "tetrahedron", vertices: [[1, 0, -0.6], [-0.7, 0.9, -0.5], [-0.7, -0.9, -0.5], [0, 0, 1.1]] },
    "hull of points": { type: "pebble", count: 30 },
    "facet-ball": { type: "facet-ball", order: 8 },
    "half-spaces": {
      type: "halfspaces",
      normals: [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [1, 1, 1]],
      offsets: [0.9, 0.9, 0.7, 0.7, 0.6, 0.6, 1.4],
    },
    superquadric: { type: "superquadric", semiaxes: [1, 0.8, 0.7], exponents: [4, 4, 3] },
    "nested superquadric": { type: "nested_superquadric", semiaxes: [1, 0.8, 0.7], exponents: [5, 2.5] },
    hyperquadric: OBJECTS.V,
    intersection: OBJECTS.IV,
    "object I": OBJECTS.I,
    "object II": OBJECTS.II,
    "object III": OBJECTS.III,
    "object VI": OBJECTS.VI,
    "rounded box": { type: "rounded", shape: { type: "box", half_extents: [0.8, 0.6, 0.4] }, radius: 0.2 },
    "affine image": { type: "affine", shape: { type: "cylinder", half_length: 0.8, radius: 0.5 }, matrix: [[1, 0.3, 0], [0, 0.8, 0.2], [0, 0, 1.1]], translation: [0, 0, 0] },
    "placed box": { type: "placed", shape: { type: "box", half_extents: [0.7, 0.5, 0.3] }, pose: { translation: [0.4, 0, 0], rpy: [0, 0, 0.6] } },
    "Minkowski sum": { type: "minkowski_sum", parts: [{ type: "rectangle", half_extents: [0.8, 0.5] }, { type: "segment", a: [0, 0, 0], b: [0.2, 0.3, 0.9] }] },
    "convex hull": { type: "hull", parts: [{ type: "ball", radius: 0.6 }, { type: "affine", shape: { type: "ball", radius: 0.25 }, translation: [1.2, 0.2, 0.3] }] },
    point: { type: "point", point: [0, 0, 0] },
    segment: { type: "segment", a: [-0.8, 0, 0], b: [0.8, 0.2, 0.3] },
    triangle: { type: "triangle", vertices: [[-1, -0.6, 0], [1, -0.6, 0.2], [0, 0.9, 0.1]] },
    rectangle: { type: "rectangle", half_extents: [1, 0.6] },
    polygon: { type: "polygon", vertices: [[-1, -0.6], [0.8, -0.7], [1.1, 0.3], [0, 1], [-1.1, 0.4]] },
    line: { type: "line", point: [0, 0, 0], direction: [1, 0.3, 0.1] },
    ray: { type: "ray", point: [0, 0, 0], direction: [1, 0.3, 0.1] },
    plane: { type: "plane", normal: [0.2, 0.1, 1], offset: 0 },
    "half-space": { type: "halfspace", normal: [0, 0, 1], offset: 0 },
    "quadric (paraboloid)": { type: "quadric", q: [[1, 0, 0], [0, 1, 0], [0, 0, 0]], b: [0, 0, -0.5], c: 0 },
    "half-spaces without end": { type: "halfspaces", normals: [[0.6, 0, 0.8], [-0.6, 0, 0.8], [0, 0.6, 0.8], [0, -0.6, 0.8]], offsets: [0.5, 0.5, 0.5, 0.5] },
    "second-order cone": { type: "second_order_cone", b: [[1, 0, 0], [0, 1, 0], [0, 0, 0]], c: [0, 0, 0.6] },
  },
};

export const kindsOf = (dim: 2 | 3): Record<string, Shape> => KINDS[dim];
