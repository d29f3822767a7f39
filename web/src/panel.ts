// The list of bodies: what each is, where it is, and which two are A and B.

import { hasVertices, withVertex } from "./handles";
import { OBJECTS } from "./presets";
import type { Body, Shape, State } from "./state";

export interface PanelHooks {
  /** False if the library refuses the shape. */
  reshape(body: number, shape: Shape): boolean;
  moved(): void;
  paired(side: 0 | 1, body: number): void;
  added(): void;
  removed(body: number): void;
}

const box = (dim: number) => ({ type: "box", half_extents: dim === 2 ? [1, 0.7] : [1, 0.7, 0.5] });

/** One of every kind, by the name in the menu. */
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
    hyperquadric: OBJECTS.V,
    intersection: OBJECTS.IV,
    "object I": OBJECTS.I,
    "object II": OBJECTS.II,
    "object III": OBJECTS.III,
    "object VI": OBJECTS.VI,
    "rounded box": { type: "rounded", shape: { type: "box", half_extents: [0.8, 0.6, 0.4] }, radius: 0.2 },
    "affine image": { type: "affine", shape: { type: "cylinder", half_length: 0.8, radius: 0.5 }, matrix: [[1, 0.3, 0], [0, 0.8, 0.2], [0, 0, 1.1]], translation: [0, 0, 0] },
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
    "second-order cone": { type: "second_order_cone", b: [[1, 0, 0], [0, 1, 0], [0, 0, 0]], c: [0, 0, 0.6] },
  },
};

export const kindsOf = (dim: 2 | 3): Record<string, Shape> => KINDS[dim];

function element<K extends keyof HTMLElementTagNameMap>(name: K, more: Partial<HTMLElementTagNameMap[K]> = {}, ...inside: (Node | string)[]): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), more);
  made.append(...inside);
  return made;
}

export class Panel {
  private key = "";

  constructor(
    private readonly host: HTMLElement,
    private readonly hooks: PanelHooks,
  ) {}

  /** Built anew only when what it is made of has changed: typing must not lose its place. */
  draw(state: State, selected: number): void {
    const key = JSON.stringify([state.dim, state.bodies.map((body) => body.shape.type), state.pair, selected]);
    if (key !== this.key) {
      this.key = key;
      const add = element("button", { type: "button", className: "add", textContent: "Add a shape" });
      add.addEventListener("click", () => this.hooks.added());
      this.host.replaceChildren(...state.bodies.map((_, i) => this.card(state, i, selected)), add);
    }
    this.refresh(state);
  }

  /** The numbers in fields that nobody is typing in. */
  private refresh(state: State): void {
    for (const field of this.host.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("[data-field]")) {
      if (field === document.activeElement) continue;
      const body = state.bodies[Number(field.dataset.of)];
      if (body) field.value = read(body, field.dataset.field!);
    }
  }

  private card(state: State, i: number, selected: number): HTMLElement {
    const body = state.bodies[i];
    const role = state.pair[0] === i ? "A" : state.pair[1] === i ? "B" : "";
    const card = element("fieldset", { className: `body body-${role.toLowerCase() || "other"}${i === selected ? " chosen" : ""}` });
    const legend = element("legend", {}, role ? `${role}` : `body ${i + 1}`);
    const kind = element("select", { ariaLabel: `Kind of ${role || `body ${i + 1}`}` });
    kind.append(element("option", { value: "", textContent: nameOf(body.shape) }));
    for (const name of Object.keys(KINDS[state.dim])) kind.append(element("option", { value: name, textContent: name }));
    kind.addEventListener("change", () => {
      const shape = KINDS[state.dim][kind.value];
      if (shape) this.hooks.reshape(i, structuredClone(shape));
    });
    const buttons = element("div", { className: "row" });
    const button = (text: string, label: string, act: () => void, off = false) => {
      const made = element("button", { type: "button", textContent: text, title: label, ariaLabel: label, disabled: off });
      made.addEventListener("click", act);
      buttons.append(made);
    };
    if (state.bodies.length > 2) {
      button("is A", "Make this shape A", () => this.hooks.paired(0, i), state.pair[0] === i);
      button("is B", "Make this shape B", () => this.hooks.paired(1, i), state.pair[1] === i);
      button("Remove", "Remove this shape", () => this.hooks.removed(i));
    }
    if (state.dim === 2 && hasVertices(body.shape)) {
      button("Add vertex", "Add a vertex on the longest edge", () => this.hooks.reshape(i, withVertex(state.bodies[i].shape)));
      button("Remove vertex", "Remove the last vertex", () => this.hooks.reshape(i, fewer(state.bodies[i].shape)));
    }
    card.append(legend, kind, buttons, this.place(state, i), this.source(state, i));
    return card;
  }

  private place(state: State, i: number): HTMLElement {
    const names = state.dim === 2 ? ["x", "y", "angle"] : ["x", "y", "z"];
    const row = element("div", { className: "fields" });
    for (const name of names) {
      const field = element("input", { type: "number", step: "any" });
      Object.assign(field.dataset, { field: name, of: String(i) });
      field.addEventListener("input", () => {
        const value = field.valueAsNumber;
        if (!Number.isFinite(value)) return;
        const body = state.bodies[i];
        if (name === "angle") body.r = [value];
        else body.t = body.t.with("xyz".indexOf(name), value);
        this.hooks.moved();
      });
      row.append(element("label", {}, `${name} `, field));
    }
    return row;
  }

  private source(state: State, i: number): HTMLElement {
    const field = element("textarea", { rows: 3, spellcheck: false, ariaLabel: "The shape in the file format" });
    Object.assign(field.dataset, { field: "shape", of: String(i) });
    field.addEventListener("change", () => {
      try {
        this.hooks.reshape(i, JSON.parse(field.value) as Shape);
      } catch {
        this.hooks.reshape(i, { type: "" });
      }
      field.value = read(state.bodies[i], "shape");
    });
    return element("details", {}, element("summary", { textContent: "numbers" }), field);
  }
}

function nameOf(shape: Shape): string {
  return shape.type === "rounded" ? `rounded ${(shape.shape as Shape).type}` : shape.type.replaceAll("_", " ");
}

function read(body: Body, field: string): string {
  if (field === "shape") return JSON.stringify(body.shape);
  if (field === "angle") return String(Number(body.r[0].toFixed(6)));
  return String(Number(body.t["xyz".indexOf(field)].toFixed(6)));
}

function fewer(shape: Shape): Shape {
  if (shape.type === "rounded") return { ...shape, shape: fewer(shape.shape as Shape) };
  return { ...shape, vertices: (shape.vertices as number[][]).slice(0, -1) };
}
