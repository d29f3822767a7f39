// The library, compiled to WebAssembly, with types for what it tells.

import init, { Playground, facet_ball, read } from "../pkg/clearance.js";
import type { Body, Shape, State } from "./state";

export type Point = number[];

export interface Overlap {
  depth: number;
  lower: number;
  upper: number;
  normal: Point;
  point_a: Point;
  point_b: Point;
  global: boolean;
}

export interface Answer {
  distance: number;
  point_a: Point;
  point_b: Point;
  normal: Point | null;
  lower: number;
  upper: number;
  intersects: boolean;
  method: string;
  iterations: number;
  stop?: string;
  flaw?: string | null;
  overlap?: Overlap | null;
  exact?: { verdict: string; squared: string; point_a: string[]; point_b: string[] };
}

export interface Vertex {
  a: Point;
  b: Point;
  weight: number;
}

export interface Step {
  method: string;
  point_a: Point;
  point_b: Point;
  lower: number | null;
  upper: number;
  region?: "vertex" | "edge" | "face" | "inside";
  simplex?: Vertex[];
  direction?: Point;
  support_a?: Point;
  support_b?: Point;
  careful?: boolean;
  facets_a?: number[];
  facets_b?: number[];
  /** Where the interior point method really was: outside of the shapes, for a while. */
  iterate_a?: Point;
  iterate_b?: Point;
}

export interface Frame {
  translation: Point;
  matrix: Point[];
}

export interface Trace {
  steps: Step[];
  frame: Frame;
  radii: [number, number];
  result: Answer;
}

interface Moment extends Answer {
  hit?: boolean;
  certain?: boolean;
  time?: number;
  time_lower?: number;
  time_upper?: number;
}

export interface Cast {
  contact: Moment;
  approach: Moment;
}

export interface Surface {
  corners: Float64Array;
  triangles: Uint32Array;
  dimension: number;
  flat: boolean;
}

/** Starts the library; nothing else works before. */
export async function start(): Promise<void> {
  await init();
}

/** What a caught error says. The library throws sentences. */
export function message(error: unknown): string {
  if (typeof error === "string") return error;
  return error instanceof Error ? error.message : String(error);
}

/** A pose in the file format. */
export function pose(body: Body, dim: number): object {
  return dim === 2
    ? { translation: body.t, angle: body.r[0] }
    : { translation: body.t, quaternion: body.r };
}

/** The pair that a state is about, as a query in the file format. */
export function queryOf(state: State): Record<string, unknown> {
  const [a, b] = state.pair.map((i) => state.bodies[i]);
  const query: Record<string, unknown> = {
    dim: state.dim,
    a: written(shapeAt(a, state)),
    pose_a: pose(a, state.dim),
    b: written(shapeAt(b, state)),
    pose_b: pose(b, state.dim),
  };
  if (state.end > 0 && [a, b].some((body) => body.v || body.w)) {
    query.query = "first_contact";
    query.t_max = state.end;
    for (const [name, body] of [["a", a], ["b", b]] as const) {
      if (body.v) query[`velocity_${name}`] = body.v;
      if (body.w) query[`angular_velocity_${name}`] = state.dim === 2 ? body.w[0] : body.w;
    }
  }
  return query;
}

/** The shape of a body at the state's time: what deforms does so evenly. */
export function shapeAt(body: Body, state: State, time = state.time): Shape {
  if (!body.to || !(state.end > 0)) return body.shape;
  return blend(body.shape, body.to, time / state.end) as Shape;
}

function blend(from: unknown, to: unknown, share: number): unknown {
  if (typeof from === "number" && typeof to === "number") return from + (to - from) * share;
  if (Array.isArray(from) && Array.isArray(to)) {
    return from.map((x, i) => blend(x, to[i], share));
  }
  if (from && to && typeof from === "object" && typeof to === "object") {
    const other = to as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(from).map(([name, x]) => [name, blend(x, other[name], share)]),
    );
  }
  return from;
}

const made = new Map<string, Shape>();

/** The most rings that a facet-ball may have here, and the most points that a pebble may have. */
const MOST_RINGS = 40;
const MOST_POINTS = 2000;

/** A shape in the file format: what the page makes to measure is written out. */
export function written(shape: Shape): Shape {
  if (shape.type !== "facet-ball" && shape.type !== "pebble") return shape;
  const key = JSON.stringify(shape);
  let known = made.get(key);
  if (!known) {
    known = shape.type === "pebble" ? pebble(shape) : facetBall(shape);
    made.set(key, known);
  }
  return known;
}

function facetBall(shape: Shape): Shape {
  const order = Number(shape.order);
  if (!(order >= 2 && order <= MOST_RINGS)) {
    throw `a facet-ball has 2 to ${MOST_RINGS} rings, not ${shape.order}`;
  }
  return JSON.parse(facet_ball(Math.round(order))) as Shape;
}

/** Points on a ball, evenly spread: all of them are vertices. */
function pebble(shape: Shape): Shape {
  const count = Math.round(Number(shape.count));
  if (!(count >= 4 && count <= MOST_POINTS)) {
    throw `a pebble has 4 to ${MOST_POINTS} vertices, not ${shape.count}`;
  }
  const turn = Math.PI * (3 - Math.sqrt(5));
  const vertices = Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count;
    const ring = Math.sqrt(1 - z * z);
    return [ring * Math.cos(turn * i), ring * Math.sin(turn * i), z];
  });
  return { type: "polytope", vertices, facets: true };
}

/** One pair, ready to be asked. */
export class Pair {
  private readonly inner: Playground;

  constructor(query: object | string) {
    this.inner = new Playground(typeof query === "string" ? query : JSON.stringify(query));
  }

  get dimension(): number {
    return this.inner.dimension();
  }

  place(poseA: object, poseB: object): void {
    this.inner.place(JSON.stringify({ pose_a: poseA, pose_b: poseB }));
  }

  poses(): { a: Frame; b: Frame } {
    return JSON.parse(this.inner.poses()) as { a: Frame; b: Frame };
  }

  answer(method: string): Answer {
    return JSON.parse(this.inner.answer(method)) as Answer;
  }

  trace(method: string): Trace {
    return JSON.parse(this.inner.trace(method)) as Trace;
  }

  cast(): Cast {
    return JSON.parse(this.inner.cast()) as Cast;
  }

  at(time: number): void {
    this.inner.at(time);
  }

  profile(count: number): Float64Array {
    return this.inner.profile(count);
  }

  facet(side: number, facet: number): Float64Array {
    return this.inner.facet(side, facet);
  }

  surface(side: number, detail: number, reach: number): Surface {
    return taken(this.inner.surface(side, detail, reach));
  }

  core(side: number, detail: number, reach: number): Surface {
    return taken(this.inner.core(side, detail, reach));
  }

  difference(detail: number, reach: number): Surface {
    return taken(this.inner.difference(detail, reach));
  }

  /** Microseconds a query: the best of some rounds, each of as many as fit in about a millisecond. */
  time(method: string): number {
    let best = Infinity;
    let spent = 0;
    for (let times = 1, rounds = 0; rounds < 3 && spent < 4; ) {
      const began = performance.now();
      this.inner.repeat(method, times);
      const passed = performance.now() - began;
      spent += passed;
      if (passed < 0.5 && times < 4096) {
        times *= 4;
        continue;
      }
      best = Math.min(best, (passed * 1000) / times);
      rounds += 1;
    }
    return best;
  }

  free(): void {
    this.inner.free();
  }
}

function taken(surface: {
  corners: Float64Array;
  triangles: Uint32Array;
  dimension: number;
  flat_sided: boolean;
  free(): void;
}): Surface {
  const { corners, triangles, dimension, flat_sided } = surface;
  surface.free();
  return { corners, triangles, dimension, flat: flat_sided };
}

/** The surface of one shape in its own frame. Throws what is wrong with the shape. */
export function surfaceOf(shape: Shape, dim: number, detail: number, reach: number): Surface {
  const ball = { type: "ball", radius: 1 };
  const pair = new Pair({ dim, a: written(shape), b: ball });
  try {
    return pair.surface(0, detail, reach);
  } finally {
    pair.free();
  }
}

/** The query in a file's text. Throws what is wrong with it. */
export function readFile(text: string, name: string): Record<string, unknown> {
  const kind = name.toLowerCase().endsWith(".toml") ? "toml" : "json";
  return JSON.parse(read(text, kind)) as Record<string, unknown>;
}
