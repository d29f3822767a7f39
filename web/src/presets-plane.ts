// Pairs of the plane worth seeing.

import type { Preset } from "./presets";
import type { Body, Shape, State } from "./state";

const polygon = (...vertices: number[][]): Shape => ({ type: "polygon", vertices });
const at2 = (shape: Shape, x = 0, y = 0, angle = 0): Body => ({ shape, t: [x, y], r: [angle] });

function plane(bodies: Body[], more: Partial<State> = {}): State {
  return { dim: 2, bodies, pair: [0, 1], method: "", step: -1, time: 0, end: 0, camera: [], ...more };
}

const triangle = polygon([-1, -1], [1, -1], [0, 1]);
const square = polygon([-1, -1], [1, -1], [1, 1], [-1, 1]);
const pentagon = polygon([1.3, 0.1], [0.5, 1.2], [-0.8, 0.9], [-1.1, -0.5], [0.3, -1.1]);

/** Those of Catto's talk on computing distances, and the traps that it warns of. */
export const PLANE: Preset[] = [
  {
    id: "triangle-square",
    name: "Triangle and square",
    note: "The pair that the talk ends with. Step through it.",
    state: plane([at2(triangle), at2(square, 3, 2, 0.4)]),
  },
  {
    id: "point-segment",
    name: "Point and segment",
    note: "Three regions: beyond one end, beside the segment, beyond the other end. Drag the point.",
    state: plane([at2({ type: "segment", a: [-1.5, -0.5], b: [1.5, 0.5] }), at2({ type: "point", point: [0, 0] }, 0.6, 1.6)]),
  },
  {
    id: "point-triangle",
    name: "Point and triangle",
    note: "Seven regions: three vertices, three edges and the inside.",
    state: plane([at2(polygon([-1.4, -1], [1.5, -0.6], [0.2, 1.4])), at2({ type: "point", point: [0, 0] }, 1.9, 1.1)]),
  },
  {
    id: "point-polygon",
    name: "Point and polygon",
    note: "GJK never looks at all of the polygon: it asks for its furthest point a few times.",
    state: plane([at2(pentagon), at2({ type: "point", point: [0, 0] }, 2.4, 1.4)]),
  },
  {
    id: "overlap",
    name: "Overlapping polygons",
    note: "The origin is inside of the difference. The arrow is the shortest way out.",
    state: plane([at2(pentagon), at2(square, 1.3, 0.7, 0.3)]),
  },
  {
    id: "collinear",
    name: "Trap: collinear vertices",
    note: "Three vertices on one edge: a simplex made of them has no area.",
    state: plane([
      at2(polygon([-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [-1, 1])),
      at2({ type: "polytope", vertices: [[0, -1], [0, 0], [0, 1], [1.5, 0]] }, 2.2, 0),
    ]),
  },
  {
    id: "edge-overlap",
    name: "Trap: point on an edge",
    note: "The origin lies on an edge of the difference: a direction at right angles exists, and its sign is anyone's guess.",
    state: plane([at2(square), at2({ type: "point", point: [0, 0] }, 1, 0.25)]),
  },
  {
    id: "vertex-overlap",
    name: "Trap: touching vertices",
    note: "The closest point is the origin, and there is no direction to search along.",
    state: plane([at2(square), at2(square, 2, 2)]),
  },
  {
    id: "interior-edge",
    name: "Trap: origin on an inner edge",
    note: "The simplex becomes a diagonal that passes through the origin.",
    state: plane([at2(square), at2(square, 0, 0)]),
  },
  {
    id: "single-precision",
    name: "Trap: the example in single precision",
    note: "A segment 111 long passes 0.02 from a point. In floats, a direction taken from the closest point was off; taken from the edge it is right.",
    state: plane(
      [
        at2({ type: "segment", a: [0.021119118, 79.58432], b: [0.020964622, -31.515678] }),
        at2({ type: "point", point: [0, 0] }),
      ],
      { camera: [0.011, 0, 9000] },
    ),
  },
  {
    id: "parallel",
    name: "Parallel edges",
    note: "Many pairs of points are equally close; the bounds do not care which is told.",
    state: plane([at2(square, -1.8, 0), at2(square, 1.4, 0.5)]),
  },
  {
    id: "capsules",
    name: "Capsule and rounded triangle",
    note: "Radii are set aside: GJK sees the dashed cores.",
    state: plane([
      at2({ type: "capsule", a: [-1.2, -0.4], b: [1.2, 0.4], radius: 0.45 }, -1.4, -0.3),
      at2({ type: "rounded", shape: polygon([-0.8, -0.7], [0.9, -0.5], [0.1, 0.8]), radius: 0.3 }, 1.9, 0.9, 0.2),
    ]),
  },
  {
    id: "circles",
    name: "Two circles",
    note: "A formula is enough; stepping still shows what GJK would do with the two centres.",
    state: plane([at2({ type: "ball", radius: 1.1 }, -1.6, 0), at2({ type: "ball", radius: 0.7 }, 1.4, 0.8)]),
  },
  {
    id: "ellipses",
    name: "Two ellipses",
    note: "Curved sides: each step comes closer, and the two bounds tell how close.",
    state: plane([
      at2({ type: "ellipsoid", semiaxes: [1.8, 0.6] }, -1.5, 0, 0.5),
      at2({ type: "ellipsoid", semiaxes: [1.5, 0.5] }, 1.9, 1, -0.4),
    ]),
  },
  {
    id: "crowd",
    name: "Several shapes",
    note: "Any two of them can be A and B: choose in the list of bodies.",
    state: plane([
      at2(pentagon, -2.6, 0.4),
      at2(square, 1.5, 1.6, 0.3),
      at2({ type: "ball", radius: 0.6 }, 0.3, -1.7),
      at2({ type: "capsule", a: [-0.8, 0], b: [0.8, 0], radius: 0.3 }, 3.2, -0.9, 0.9),
    ]),
  },
  {
    id: "passing",
    name: "Moving: a square flies by",
    note: "The slider is time. The library knows the closest approach without sampling.",
    state: plane([at2(pentagon), { ...at2(square, -6, 2.9, 0.2), v: [2, 0], w: [0.6] }], { end: 6 }),
  },
];
