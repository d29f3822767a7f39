// What the page shows, and how a link says it.

import { Pair, written, type Frame } from "./engine";

/** A shape in the file format; the page also knows "facet-ball" and "pebble". */
export interface Shape {
  type: string;
  [field: string]: unknown;
}

export interface Body {
  shape: Shape;
  /** Where it is. */
  t: number[];
  /** How it is turned: an angle, or a quaternion x, y, z, w. */
  r: number[];
  /** Velocity, and angular velocity (one number in the plane). */
  v?: number[];
  w?: number[];
  /** What it deforms into until the end of time. */
  to?: Shape;
}

export interface State {
  dim: 2 | 3;
  bodies: Body[];
  /** Which bodies are A and B. */
  pair: [number, number];
  /** "" for the library's own choice, "exact", or the name of a method. */
  method: string;
  /** The sub-step (2D) or step (3D) that is shown; -1 for none. */
  step: number;
  time: number;
  /** The end of time; 0 if nothing moves. */
  end: number;
  /** 2D: centre and scale; 3D: eye and target. Empty to fit. */
  camera: number[];
}

export const MOST_BODIES = 24;
const MOST_TEXT = 400_000;
/** The least and the most pixels a unit in the plane. */
export const SCALES = [1e-4, 1e7];
/** Where a camera can be, and how close to what it looks at, as a share of where it is. */
const FURTHEST = 1e9;
const CLOSEST = 1e-6;
const VERSION = "1.";

export function copyOf(state: State): State {
  return structuredClone(state);
}

/** The part of a link after the #. */
export function toHash(state: State): string {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return VERSION + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The state that a link tells. Throws a sentence if it cannot be read. */
export function fromHash(hash: string): State {
  if (!hash.startsWith(VERSION)) throw "it was made by another version of this page";
  if (hash.length > MOST_TEXT) throw "it is too long";
  let text: string;
  try {
    const binary = atob(hash.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    text = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(binary, (letter) => letter.charCodeAt(0)),
    );
  } catch {
    throw "it is damaged";
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw "it is damaged";
  }
  return checked(value);
}

function isNumbers(value: unknown, lengths: number[]): value is number[] {
  return (
    Array.isArray(value) && lengths.includes(value.length) && value.every((x) => Number.isFinite(x))
  );
}

function expect(condition: boolean, what: string): asserts condition {
  if (!condition) throw `${what} is not as it should be`;
}

/** A state that came from outside. The shapes are read by the library, which says what is wrong. */
function checked(value: unknown): State {
  expect(typeof value === "object" && value !== null, "the link");
  const from = value as Record<string, unknown>;
  const dim = from.dim;
  expect(dim === 2 || dim === 3, "the dimension");
  const bodies = from.bodies;
  expect(Array.isArray(bodies) && bodies.length >= 2 && bodies.length <= MOST_BODIES, "the list of bodies");
  const pair = from.pair;
  expect(
    isNumbers(pair, [2]) && pair.every((i) => Number.isInteger(i) && i >= 0 && i < bodies.length) &&
      pair[0] !== pair[1],
    "the pair",
  );
  const state: State = {
    dim,
    bodies: bodies.map((body, i) => checkedBody(body, dim, i)),
    pair: [pair[0], pair[1]],
    method: typeof from.method === "string" ? from.method : "",
    step: Number.isInteger(from.step) ? Math.max(-1, from.step as number) : -1,
    time: isNumbers([from.time], [1]) ? (from.time as number) : 0,
    end: isNumbers([from.end], [1]) ? Math.max(0, from.end as number) : 0,
    camera: checkedCamera(from.camera, dim),
  };
  state.time = Math.min(Math.max(state.time, 0), state.end);
  state.bodies.forEach((body, i) => {
    try {
      checkShape(body.shape, dim);
      if (body.to) checkShape(body.to, dim);
    } catch (error) {
      throw `body ${i + 1}: ${String(error)}`;
    }
  });
  return state;
}

/** How one looks at it; empty, so that all is seen, if nothing could be seen like this. */
function checkedCamera(camera: unknown, dim: 2 | 3): number[] {
  if (!isNumbers(camera, [dim === 2 ? 3 : 6]) || camera.some((x) => Math.abs(x) > FURTHEST)) return [];
  if (dim === 2) return camera[2] >= SCALES[0] && camera[2] <= SCALES[1] ? camera : [];
  const away = Math.hypot(camera[3] - camera[0], camera[4] - camera[1], camera[5] - camera[2]);
  return away > CLOSEST * Math.max(...camera.map(Math.abs)) ? camera : [];
}

function checkedBody(value: unknown, dim: 2 | 3, i: number): Body {
  const what = `body ${i + 1}`;
  expect(typeof value === "object" && value !== null, what);
  const from = value as Record<string, unknown>;
  expect(typeof from.shape === "object" && from.shape !== null, `the shape of ${what}`);
  expect(isNumbers(from.t, [dim]), `the place of ${what}`);
  expect(isNumbers(from.r, [dim === 2 ? 1 : 4]), `the rotation of ${what}`);
  expect(dim === 2 || from.r.some((x) => x !== 0), `the rotation of ${what}`);
  const body: Body = { shape: from.shape as Shape, t: from.t, r: from.r };
  if (isNumbers(from.v, [dim])) body.v = from.v;
  if (isNumbers(from.w, [dim === 2 ? 1 : 3])) body.w = from.w;
  if (typeof from.to === "object" && from.to !== null) body.to = from.to as Shape;
  return body;
}

/** Throws what the library has against a shape. */
export function checkShape(shape: Shape, dim: number): void {
  new Pair({ dim, a: written(shape), b: { type: "ball", radius: 1 } }).free();
}

/** The state that a query in the file format describes. */
export function fromQuery(query: Record<string, unknown>): State {
  const pair = new Pair(JSON.stringify(query));
  const dim = pair.dimension as 2 | 3;
  const poses = pair.poses();
  pair.free();
  const spin = (value: unknown) => (typeof value === "number" ? [value] : (value as number[]));
  const body = (name: "a" | "b"): Body => {
    const made: Body = {
      shape: query[name] as Shape,
      t: poses[name].translation,
      r: turnOf(poses[name], dim),
    };
    const v = query[`velocity_${name}`];
    const w = query[`angular_velocity_${name}`];
    if (Array.isArray(v)) made.v = v.map(Number);
    if (w !== undefined && w !== null) made.w = spin(w).map(Number);
    return made;
  };
  return {
    dim,
    bodies: [body("a"), body("b")],
    pair: [0, 1],
    method: query.exact === true ? "exact" : typeof query.method === "string" ? query.method : "",
    step: -1,
    time: 0,
    end: Number(query.t_max) > 0 ? Number(query.t_max) : 0,
    camera: [],
  };
}

/** A rotation matrix as an angle or as a quaternion. */
export function turnOf(frame: Frame, dim: number): number[] {
  const m = frame.matrix;
  if (dim === 2) return [Math.atan2(m[1][0], m[0][0])];
  const [xx, yy, zz] = [m[0][0], m[1][1], m[2][2]];
  // The largest of the four components is found first: the others are divided by it.
  const squares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const most = squares.indexOf(Math.max(...squares));
  const s = 2 * Math.sqrt(squares[most]);
  const sums = [m[1][0] + m[0][1], m[0][2] + m[2][0], m[2][1] + m[1][2]];
  const gaps = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
  switch (most) {
    case 0: return [s / 4, sums[0] / s, sums[1] / s, gaps[0] / s];
    case 1: return [sums[0] / s, s / 4, sums[2] / s, gaps[1] / s];
    case 2: return [sums[1] / s, sums[2] / s, s / 4, gaps[2] / s];
    default: return [gaps[0] / s, gaps[1] / s, gaps[2] / s, s / 4];
  }
}
