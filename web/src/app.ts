// What is shown, and how one change leads to the next picture.

import { message, Pair, pose, queryOf, shapeAt, surfaceOf, type Answer, type Cast, type Surface, type Trace } from "./engine";
import { checkShape, copyOf, turnOf, type Shape, type State } from "./state";
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
  subs: SubStep[];
  pair: Pair | null;
  cores: [Surface, Surface] | null;
  difference: Surface | null;
}

/** Rings of round shapes, from pole to pole; those made of surfaces cost more to sample. */
const RINGS = { 2: 128, 3: 32 };
const COSTLY = ["superquadric", "nested_superquadric", "hyperquadric", "intersection", "quadric", "second_order_cone"];
const COSTLY_RINGS = 28;
const KEPT = 64;

export class App {
  private pair: Pair | null = null;
  private pairKey = "";
  private readonly surfaces = new Map<string, Surface>();
  cast: Cast | null = null;
  profile: ArrayLike<number> = [];
  private castKey = "";

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

  picture(): Picture {
    const { state } = this;
    const shown = copyOf(state);
    const picture: Picture = {
      shown, surfaces: [], answer: null, failure: "", trace: null, subs: [], pair: null, cores: null, difference: null,
    };
    try {
      picture.surfaces = shown.bodies.map((body) => this.surface(shapeAt(body, state)));
      const pair = this.ready();
      picture.pair = pair;
      if (state.end > 0) this.follow(pair, shown);
      picture.answer = pair.answer(state.method);
      const exact = state.method === "exact";
      if (state.dim === 2) {
        const reach = 1e4;
        picture.trace = pair.trace("gjk");
        picture.subs = subSteps(picture.trace);
        picture.cores = [pair.core(0, RINGS[2], reach), pair.core(1, RINGS[2], reach)];
        picture.difference = pair.difference(RINGS[2], reach);
      } else {
        picture.trace = pair.trace(exact ? "" : state.method);
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
  private follow(pair: Pair, shown: State): void {
    const { state } = this;
    pair.at(state.time);
    const poses = pair.poses();
    (["a", "b"] as const).forEach((name, k) => {
      const body = shown.bodies[state.pair[k]];
      body.t = poses[name].translation;
      if (body.w) body.r = turnOf(poses[name], state.dim);
    });
    const key = JSON.stringify([state.bodies, state.end, state.pair]);
    if (key === this.castKey) return;
    this.castKey = key;
    [this.cast, this.profile] = [null, []];
    const deforms = state.bodies.some((body) => body.to);
    if (deforms) {
      this.profile = this.sampled(48);
    } else {
      this.cast = pair.cast();
      this.profile = pair.profile(120);
      pair.at(state.time);
    }
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

  private surface(shape: Shape): Surface {
    const { dim } = this.state;
    const key = `${dim} ${JSON.stringify(shape)}`;
    const known = this.surfaces.get(key);
    if (known) return known;
    const rings = dim === 3 && COSTLY.includes(shape.type) ? COSTLY_RINGS : RINGS[dim];
    const found = surfaceOf(shape, dim, rings, dim === 2 ? 1e4 : 6);
    if (this.surfaces.size >= KEPT) this.surfaces.delete(this.surfaces.keys().next().value!);
    this.surfaces.set(key, found);
    return found;
  }

  /** What is asked: the pair and the method, wherever the bodies are. */
  asked(): string {
    return `${this.state.method} ${this.pairKey}`;
  }

  /** Microseconds a query by the chosen method. */
  time(): number {
    return this.pair?.time(this.state.method) ?? NaN;
  }
}
