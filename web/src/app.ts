// What is shown, and how one change leads to the next picture.

import { message, Pair, pose, queryOf, shapeAt, surfaceOf, type Answer, type Cast, type Surface, type Trace } from "./engine";
import type { Need } from "./pace";
import { checkShape, copyOf, turnOf, type Body, type Shape, type State } from "./state";
import { subSteps, type SubStep } from "./substeps";
import { product, quaternionOf } from "./turn";

/** Everything that the page draws, found anew when something changes. */
export interface Picture {
  /** The state with every body where it is at the state's time. */
  shown: State;
  surfaces: Surface[];
  answer: Answer | null;
  /** Why there is no answer. */
  failure: string;
  trace: Trace | null;
  /** The trace was not asked for: it takes long, or nobody sees it. */
  untraced: boolean;
  subs: SubStep[];
  pair: Pair | null;
  cores: [Surface, Surface] | null;
  difference: Surface | null;
}

/** Rings of round shapes, from pole to pole; those made of surfaces cost more to sample. */
const RINGS = { 2: 128, 3: 32 };
const COARSE_RINGS = 14;
const COSTLY = ["superquadric", "nested_superquadric", "hyperquadric", "intersection", "quadric", "second_order_cone"];
const COSTLY_RINGS = 28;
const KEPT = 64;
/** Milliseconds beyond which something is found only when nothing moves. */
const LONG = 3;

export class App {
  private pair: Pair | null = null;
  private pairKey = "";
  private readonly surfaces = new Map<string, Surface>();
  cast: Cast | null = null;
  profile: ArrayLike<number> = [];
  private castKey = "";
  /** Milliseconds that the last trace and the last cast took. */
  private traceTook = 0;
  private castTook = 0;

  constructor(public state: State) {}

  /** Takes another state, unless the library refuses its shapes. */
  replace(state: State): void {
    state.bodies.forEach((body) => checkShape(body.shape, state.dim));
    this.state = state;
  }

  /** Another shape for a body: a sentence if the library refuses it. */
  reshape(body: number, shape: Shape): string {
    try {
      checkShape(shape, this.state.dim);
    } catch (error) {
      return message(error);
    }
    this.state.bodies[body].shape = shape;
    delete this.state.bodies[body].to;
    return "";
  }

  /** Takes over where the bodies of a picture were dragged to. */
  moved(shown: State): void {
    const { state } = this;
    state.camera = shown.camera;
    const moving = state.end > 0 && state.time > 0;
    state.bodies.forEach((body, i) => {
      const seen = shown.bodies[i];
      const steady = moving && (body.v || body.w);
      if (!steady) {
        [body.t, body.r] = [seen.t, seen.r];
        return;
      }
      // The start moves along: what was seen is where the motion has led since.
      const led = (body.v ?? seen.t.map(() => 0)).map((v) => v * state.time);
      body.t = seen.t.map((x, k) => x - led[k]);
      const spun = (body.w ?? []).map((w) => -w * state.time);
      if (state.dim === 2) body.r = [seen.r[0] + (spun[0] ?? 0)];
      else body.r = body.w ? product(quaternionOf(spun), seen.r) : seen.r;
    });
  }

  picture({ moving, cards }: Need): Picture {
    const { state } = this;
    const shown = copyOf(state);
    const picture: Picture = {
      shown, surfaces: [], answer: null, failure: "", trace: null, untraced: false, subs: [], pair: null, cores: null, difference: null,
    };
    try {
      picture.surfaces = shown.bodies.map((body) => this.surface(shapeAt(body, state), this.rings(body, moving)));
      const pair = this.ready();
      picture.pair = pair;
      if (state.end > 0) this.follow(pair, shown, moving);
      picture.answer = pair.answer(state.method);
      if (state.dim === 2) {
        const reach = 1e4;
        picture.trace = pair.trace("gjk");
        picture.subs = subSteps(picture.trace);
        picture.cores = [pair.core(0, RINGS[2], reach), pair.core(1, RINGS[2], reach)];
        picture.difference = pair.difference(RINGS[2], reach);
      } else if ((moving && this.traceTook > LONG) || !(cards || state.step >= 0)) {
        picture.untraced = true;
      } else {
        const began = performance.now();
        picture.trace = pair.trace(state.method === "exact" ? "" : state.method);
        this.traceTook = performance.now() - began;
      }
    } catch (error) {
      picture.failure = message(error);
    }
    return picture;
  }

  /** The pair of the state, at its start: kept as long as only poses change. */
  private ready(): Pair {
    const { state } = this;
    const query = queryOf(state);
    const key = JSON.stringify({ ...query, pose_a: 0, pose_b: 0 }) + (query.query ? JSON.stringify([query.pose_a, query.pose_b]) : "");
    if (!this.pair || key !== this.pairKey) {
      const next = new Pair(query);
      this.pair?.free();
      [this.pair, this.pairKey] = [next, key];
    } else if (!query.query) {
      const [a, b] = state.pair.map((i) => pose(state.bodies[i], state.dim));
      this.pair.place(a, b);
    }
    return this.pair;
  }

  /** Moves the pair, and the bodies of the picture, to the state's time. */
  private follow(pair: Pair, shown: State, moving: boolean): void {
    const { state } = this;
    pair.at(state.time);
    const poses = pair.poses();
    (["a", "b"] as const).forEach((name, k) => {
      const body = shown.bodies[state.pair[k]];
      body.t = poses[name].translation;
      if (body.w) body.r = turnOf(poses[name], state.dim);
    });
    const key = JSON.stringify([state.bodies, state.end, state.pair]);
    if (key === this.castKey || (moving && this.castTook > LONG)) return;
    this.castKey = key;
    const began = performance.now();
    [this.cast, this.profile] = [null, []];
    const deforms = state.bodies.some((body) => body.to);
    if (deforms) {
      this.profile = this.sampled(48);
    } else {
      this.cast = pair.cast();
      this.profile = pair.profile(120);
      pair.at(state.time);
    }
    this.castTook = performance.now() - began;
  }

  /** The distance over time of bodies that deform. */
  private sampled(count: number): number[] {
    return Array.from({ length: count + 1 }, (_, i) => {
      const pair = new Pair(queryOf({ ...this.state, time: (this.state.end * i) / count }));
      const { distance } = pair.answer("");
      pair.free();
      return distance;
    });
  }

  /** What deforms has another surface in every frame. */
  private rings({ shape, to }: Body, moving: boolean): number {
    if (this.state.dim === 2) return RINGS[2];
    if (to && moving) return COARSE_RINGS;
    return COSTLY.includes(shape.type) ? COSTLY_RINGS : RINGS[3];
  }

  /** The surface of a body in space with fewer triangles, if it stays the same for a while. */
  coarse(body: number): Surface | null {
    const { shape, to } = this.state.bodies[body];
    return to ? null : this.surface(shape, COARSE_RINGS);
  }

  private surface(shape: Shape, rings: number): Surface {
    const { dim } = this.state;
    const key = `${dim} ${rings} ${JSON.stringify(shape)}`;
    const known = this.surfaces.get(key);
    if (known) return known;
    const found = surfaceOf(shape, dim, rings, dim === 2 ? 1e4 : 6);
    if (this.surfaces.size >= KEPT) this.surfaces.delete(this.surfaces.keys().next().value!);
    this.surfaces.set(key, found);
    return found;
  }

  /** What is asked: the pair and the method, wherever the bodies are. */
  asked(): string {
    return `${this.state.method} ${this.pairKey}`;
  }

  /** Microseconds a query by the chosen method; NaN if it does not answer. */
  time(): number {
    try {
      return this.pair?.time(this.state.method) ?? NaN;
    } catch {
      return NaN;
    }
  }
}
