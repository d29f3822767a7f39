// What can be typed about a body: where it is, how it is turned, how it moves, what it becomes.

import { message } from "./engine";
import { checkShape, type Body, type Shape, type State } from "./state";
import { quaternionOf, vectorOf } from "./turn";

export interface Field {
  name: string;
  label: string;
  kind: "number" | "json";
  hint?: string;
  read(body: Body): string;
  /** May give a sentence on why not. */
  write(body: Body, value: any, state: State): string | void;
}

export interface FieldGroup {
  /** Folded under this name, if there is one. */
  name: string;
  rows: Field[][];
}

/** The end of time of what begins to move. */
const FIRST_END = 4;
const DEGREES = 180 / Math.PI;
const tidy = (x: number) => String(Number(x.toFixed(6)));
const AXES = ["x", "y", "z"];

export function fieldsOf({ dim }: State): FieldGroup[] {
  const axes = AXES.slice(0, dim);
  const places = axes.map((name, i) => number(name, `place along ${name}`, (body) => body.t[i], (body, x) => {
    body.t = body.t.with(i, x);
  }));
  const turns = dim === 2
    ? [number("angle", "angle in radians", (body) => body.r[0], (body, x) => {
        body.r = [x];
      })]
    : axes.map((name, i) => number(`r${name}`, `turn about ${name} in degrees`, (body) => vectorOf(body.r)[i] * DEGREES, (body, x) => {
        body.r = quaternionOf(vectorOf(body.r).with(i, x / DEGREES));
      }));
  const velocity = axes.map((name, i) => number(`v${name}`, `velocity along ${name}`, (body) => body.v?.[i] ?? 0, (body, x, state) => {
    body.v = (body.v ?? axes.map(() => 0)).with(i, x);
    moves(state);
  }));
  const spins = dim === 2 ? ["spin"] : axes.map((name) => `w${name}`);
  const spin = spins.map((name, i) => number(name, "angular velocity in radians", (body) => body.w?.[i] ?? 0, (body, x, state) => {
    body.w = (body.w ?? spins.map(() => 0)).with(i, x);
    moves(state);
  }));
  const placed: FieldGroup = dim === 2 ? { name: "", rows: [[...places, ...turns]] } : { name: "", rows: [places, turns] };
  return [placed, { name: "motion", rows: [velocity, spin, [becomes]] }, { name: "numbers", rows: [[shape]] }];
}

function number(name: string, label: string, read: (body: Body) => number, write: Field["write"]): Field {
  return { name, label, kind: "number", read: (body) => tidy(read(body)), write };
}

const shape: Field = {
  name: "shape",
  label: "the shape in the file format",
  kind: "json",
  read: (body) => JSON.stringify(body.shape),
  write: () => {},
};

const becomes: Field = {
  name: "becomes",
  label: "the shape that it deforms into",
  kind: "json",
  hint: "what it deforms into: the same kind of shape with other numbers",
  read: (body) => (body.to ? JSON.stringify(body.to) : ""),
  write: (body, to: Shape | null, state) => {
    if (to === null) {
      delete body.to;
    } else {
      if (to.type !== body.shape.type) return `a ${body.shape.type} deforms into another ${body.shape.type} only`;
      try {
        checkShape(to, state.dim);
      } catch (error) {
        return message(error);
      }
      body.to = to;
    }
    moves(state);
  },
};

/** Time goes on as long as something moves. */
function moves(state: State): void {
  for (const body of state.bodies) {
    if (body.v?.every((x) => x === 0)) delete body.v;
    if (body.w?.every((x) => x === 0)) delete body.w;
  }
  const any = state.bodies.some((body) => body.v || body.w || body.to);
  if (!any) [state.end, state.time] = [0, 0];
  else if (!(state.end > 0)) [state.end, state.time] = [FIRST_END, 0];
}
