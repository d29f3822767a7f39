// Two dimensions: the shapes, which can be dragged, turned and reshaped, and the answer between them.

import type { Answer, Frame, Surface, Trace } from "./engine";
import { handlesOf, hasVertices, withVertex, type Handle } from "./handles";
import { Screen } from "./screen";
import type { Body, Shape, State } from "./state";
import type { SubStep } from "./substeps";
import { arrow, dot, line, make, path, set, text } from "./svg";
import { digits } from "./words";

export interface PlaneModel {
  state: State;
  /** The outline of each body in its own frame. */
  outlines: Surface[];
  cores: [Surface, Surface] | null;
  answer: Answer | null;
  trace: Trace | null;
  sub: SubStep | null;
}

export interface PlaneHooks {
  /** A body was moved. */
  moved(): void;
  /** A shape would become this; false if the library refuses it. */
  reshape(body: number, shape: Shape): boolean;
  selected(body: number): void;
  viewed(): void;
}

type Drag =
  | { kind: "body"; body: number; grip: number[] }
  | { kind: "turn"; body: number; from: number }
  | { kind: "handle"; body: number; handle: number }
  | { kind: "pan"; last: number[] }
  | { kind: "pinch"; gap: number };

/** To the world, and back. */
export const toWorld = (body: Body, p: ArrayLike<number>): number[] => {
  const [c, s] = [Math.cos(body.r[0]), Math.sin(body.r[0])];
  return [body.t[0] + c * p[0] - s * p[1], body.t[1] + s * p[0] + c * p[1]];
};
export const toLocal = (body: Body, p: number[]): number[] => {
  const [c, s] = [Math.cos(body.r[0]), Math.sin(body.r[0])];
  const d = [p[0] - body.t[0], p[1] - body.t[1]];
  return [c * d[0] + s * d[1], -s * d[0] + c * d[1]];
};

export const cornersOf = (surface: Surface): number[][] => {
  const all: number[][] = [];
  for (let i = 0; i < surface.corners.length; i += 2) all.push([surface.corners[i], surface.corners[i + 1]]);
  return all;
};

export const place = (frame: Frame, p: ArrayLike<number>): number[] =>
  frame.matrix.map((row, i) => frame.translation[i] + row.reduce((sum, m, j) => sum + m * p[j], 0));
export const turn = (frame: Frame, v: ArrayLike<number>): number[] =>
  frame.matrix.map((row) => row.reduce((sum, m, j) => sum + m * v[j], 0));

export class PlaneView {
  readonly svg = make("svg", { class: "plane", role: "group", "aria-label": "The two shapes" }) as SVGSVGElement;
  readonly screen = new Screen();
  private readonly layers = Object.fromEntries(
    ["grid", "shapes", "answer", "steps", "handles"].map((name) => [name, make("g", { class: `layer-${name}` })]),
  );
  private readonly kept = new Map<string, SVGElement>();
  private model: PlaneModel | null = null;
  private drag: Drag | null = null;
  private readonly fingers = new Map<number, number[]>();
  private fitted = false;
  private pressed: DOMStringMap = {};

  constructor(
    host: HTMLElement,
    private readonly hooks: PlaneHooks,
  ) {
    this.svg.append(...Object.values(this.layers));
    host.append(this.svg);
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"] as const) {
      this.svg.addEventListener(end, (event) => this.up(event));
    }
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("dblclick", (event) => this.twice(event));
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows everything again when it is next drawn. */
  refit(): void {
    this.fitted = false;
  }

  draw(model: PlaneModel): void {
    this.model = model;
    const { clientWidth: width, clientHeight: height } = this.svg.parentElement!;
    Object.assign(this.screen, { width: width || 600, height: height || 400 });
    set(this.svg, { viewBox: `0 0 ${this.screen.width} ${this.screen.height}` });
    if (!this.fitted) this.fit();
    this.drawGrid();
    this.drawShapes();
    this.layers.answer.replaceChildren(...this.answer());
    this.layers.steps.replaceChildren(...this.steps());
    this.drawHandles();
  }

  private fit(): void {
    const { state, outlines, answer } = this.model!;
    this.fitted = true;
    if (state.camera.length === 3) {
      this.screen.centre = [state.camera[0], state.camera[1]];
      this.screen.scale = state.camera[2];
      return;
    }
    const points = state.bodies.flatMap((body, i) => {
      // What goes on for ever does not say how much to show.
      const corners = cornersOf(outlines[i]).map((p) => toWorld(body, p));
      return corners.some((p) => Math.hypot(...p) > 1000) ? [body.t] : corners;
    });
    if (answer) points.push(answer.point_a, answer.point_b);
    this.screen.fit(points);
  }

  private drawGrid(): void {
    const step = this.screen.grid();
    const [left, low, right, high] = this.screen.sight;
    const lines: SVGElement[] = [];
    for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
      lines.push(line(this.screen.out([x, low]), this.screen.out([x, high]), Math.abs(x) < step / 2 ? "axis" : "grid"));
    }
    for (let y = Math.ceil(low / step) * step; y <= high; y += step) {
      lines.push(line(this.screen.out([left, y]), this.screen.out([right, y]), Math.abs(y) < step / 2 ? "axis" : "grid"));
    }
    lines.push(text([10, this.screen.height - 10], `grid ${digits(step)}`, "small"));
    this.layers.grid.replaceChildren(...lines);
  }

  private role(body: number): "a" | "b" | "other" {
    const [a, b] = this.model!.state.pair;
    return body === a ? "a" : body === b ? "b" : "other";
  }

  private name(body: number): string {
    const role = this.role(body);
    return role === "other" ? `body ${body + 1}` : role.toUpperCase();
  }

  /** An element that lives as long as what it stands for, so that it keeps the focus. */
  private keep(layer: SVGElement, name: string, create: () => SVGElement, used: Set<string>): SVGElement {
    let element = this.kept.get(name);
    if (!element) {
      element = create();
      this.kept.set(name, element);
      layer.append(element);
    }
    used.add(name);
    return element;
  }

  private sweep(prefix: string, used: Set<string>): void {
    for (const [name, element] of this.kept) {
      if (name.startsWith(prefix) && !used.has(name)) {
        element.remove();
        this.kept.delete(name);
      }
    }
  }

  private drawShapes(): void {
    const { state, outlines } = this.model!;
    const used = new Set<string>();
    state.bodies.forEach((body, i) => {
      const role = this.role(i);
      const corners = cornersOf(outlines[i]).map((p) => this.screen.out(toWorld(body, p)));
      const element = this.keep(
        this.layers.shapes,
        `shape ${i}`,
        () => make("path", { tabindex: 0, role: "button", "data-body": i, "stroke-linejoin": "round" }),
        used,
      );
      const kind = body.shape.type === "rounded" ? `rounded ${(body.shape.shape as Shape).type}` : body.shape.type;
      set(element, {
        // A point shows as a dot, a segment as a stroke.
        d: corners.length === 1 ? path([corners[0], [corners[0][0] + 0.01, corners[0][1]]]) : path(corners),
        class: `shape shape-${role}${corners.length < 3 ? " thin" : ""}`,
        "aria-label": `Shape ${this.name(i)}, ${kind}. Arrow keys move it, Q and E turn it.`,
      });
      const label = this.keep(this.layers.shapes, `label ${i}`, () => make("text", { class: "name" }), used);
      const middle = corners.reduce((sum, p) => [sum[0] + p[0] / corners.length, sum[1] + p[1] / corners.length], [0, 0]);
      const off = corners.length < 3 ? 14 : 0;
      set(label, { x: middle[0] + off, y: middle[1] - off, class: `name name-${role}` });
      label.textContent = role === "other" ? String(i + 1) : role.toUpperCase();
    });
    this.sweep("shape ", used);
    this.sweep("label ", used);
  }

  private answer(): SVGElement[] {
    const { answer, sub } = this.model!;
    if (!answer || sub) return [];
    if (answer.intersects) return this.overlap(answer);
    const [p, q] = [answer.point_a, answer.point_b].map((x) => this.screen.out(x));
    const drawn: SVGElement[] = [];
    const n = answer.normal;
    if (n) {
      // The slab that separates the shapes: as wide as the lower bound.
      const across = [n[1], n[0]];
      const far = this.screen.width + this.screen.height;
      for (const [end, kind] of [[p, "slab-a"], [q, "slab-b"]] as const) {
        drawn.push(
          line([end[0] - across[0] * far, end[1] - across[1] * far], [end[0] + across[0] * far, end[1] + across[1] * far], `slab ${kind}`),
        );
      }
      drawn.push(arrow(p, [p[0] + n[0] * 44, p[1] - n[1] * 44], "normal"));
    }
    drawn.push(line(p, q, "witness"), dot(p, 5, "closest closest-a"), dot(q, 5, "closest closest-b"));
    const middle = [(p[0] + q[0]) / 2 + 10, (p[1] + q[1]) / 2 - 8];
    drawn.push(text(middle, digits(answer.distance, 6), "measure"));
    return drawn;
  }

  private overlap(answer: Answer): SVGElement[] {
    const over = answer.overlap;
    if (!over) return [dot(this.screen.out(answer.point_a), 5, "closest closest-a")];
    const [p, q] = [over.point_a, over.point_b].map((x) => this.screen.out(x));
    const middle = [(p[0] + q[0]) / 2 + 12, (p[1] + q[1]) / 2 - 8];
    return [
      arrow(q, p, "depth"),
      dot(p, 5, "closest closest-a"),
      dot(q, 5, "closest closest-b"),
      text(middle, `depth ${digits(over.depth, 6)}`, "measure"),
    ];
  }

  /** A sub-step of GJK on the shapes: points of both that the simplex is made of. */
  private steps(): SVGElement[] {
    const { sub, trace, cores } = this.model!;
    if (!sub || !trace) return [];
    const out = (p: number[]) => this.screen.out(place(trace.frame, p));
    const drawn: SVGElement[] = [];
    if (trace.radii[0] + trace.radii[1] > 0 && cores) {
      for (const core of cores) {
        drawn.push(make("path", { d: path(cornersOf(core).map((p) => this.screen.out(p))), class: "core" }));
      }
    }
    const vertices = sub.kind === "simplex" ? sub.full : (sub.at.simplex ?? []);
    for (const side of ["a", "b"] as const) {
      const corners = vertices.map((v) => out(v[side]));
      if (corners.length > 1) drawn.push(make("path", { d: path(corners), class: "simplex" }));
      corners.forEach((corner, i) => {
        drawn.push(dot(corner, 4.5, "simplex-point"), text([corner[0] + 8, corner[1] + 14], `${side}${i}`, "small"));
      });
    }
    if (sub.kind !== "simplex") {
      const [p, q] = [out(sub.at.point_a), out(sub.at.point_b)];
      drawn.push(line(p, q, "witness"), dot(p, 5, "closest closest-a"), dot(q, 5, "closest closest-b"));
    }
    if ((sub.kind === "direction" || sub.kind === "support") && sub.at.direction) {
      const d = turn(trace.frame, sub.at.direction);
      const long = Math.hypot(...d) || 1;
      const [ux, uy] = [(d[0] / long) * 46, (-d[1] / long) * 46];
      const [p, q] = sub.kind === "support"
        ? [out(sub.at.support_a ?? sub.at.point_a), out(sub.at.support_b ?? sub.at.point_b)]
        : [out(sub.at.point_a), out(sub.at.point_b)];
      drawn.push(arrow(p, [p[0] + ux, p[1] + uy], "direction"), arrow(q, [q[0] - ux, q[1] - uy], "direction"));
      if (sub.kind === "support") {
        drawn.push(make("circle", { cx: p[0], cy: p[1], r: 9, class: "support" }));
        drawn.push(make("circle", { cx: q[0], cy: q[1], r: 9, class: "support" }));
      }
    }
    return drawn;
  }

  private handles(body: number): Handle[] {
    return handlesOf(this.model!.state.bodies[body].shape);
  }

  /** Where the grip for turning a body is, on the screen. */
  private grip(body: Body): number[][] {
    const centre = this.screen.out(body.t);
    const angle = body.r[0] + Math.PI / 2;
    const far = 56;
    return [centre, [centre[0] + far * Math.cos(angle), centre[1] - far * Math.sin(angle)]];
  }

  private drawHandles(): void {
    const { state } = this.model!;
    const used = new Set<string>();
    state.bodies.forEach((body, i) => {
      const [centre, grip] = this.grip(body);
      const stem = this.keep(this.layers.handles, `stem ${i}`, () => make("line", { class: "stem" }), used);
      set(stem, { x1: centre[0], y1: centre[1], x2: grip[0], y2: grip[1] });
      const knob = this.keep(
        this.layers.handles,
        `knob ${i}`,
        () => make("circle", { r: 8, class: "knob", tabindex: 0, role: "slider", "data-turn": i }),
        used,
      );
      const degrees = digits((body.r[0] * 180) / Math.PI, 4);
      set(knob, { cx: grip[0], cy: grip[1], "aria-label": `Turn ${this.name(i)}`, "aria-valuenow": body.r[0].toFixed(3), "aria-valuetext": `${degrees} degrees` });
      this.handles(i).forEach((handle, k) => {
        const at = this.screen.out(toWorld(body, handle.at));
        const element = this.keep(
          this.layers.handles,
          `handle ${i} ${k}`,
          () => make("circle", { tabindex: 0, role: "button", "data-owner": i, "data-handle": k }),
          used,
        );
        set(element, { cx: at[0], cy: at[1], r: 7, class: `handle handle-${handle.kind}`, "aria-label": `${this.name(i)}, ${handle.label}` });
      });
    });
    for (const prefix of ["stem ", "knob ", "handle "]) this.sweep(prefix, used);
  }

  private at(event: MouseEvent): number[] {
    const frame = this.svg.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  }

  private down(event: PointerEvent): void {
    if (!this.model || event.button > 0) return;
    const at = this.at(event);
    this.fingers.set(event.pointerId, at);
    // What is captured is told to the whole drawing, double clicks included.
    this.pressed = (event.target as SVGElement).dataset;
    this.svg.setPointerCapture(event.pointerId);
    if (this.fingers.size === 2) {
      const [p, q] = [...this.fingers.values()];
      this.drag = { kind: "pinch", gap: Math.hypot(p[0] - q[0], p[1] - q[1]) };
      return;
    }
    const data = this.pressed;
    const bodies = this.model.state.bodies;
    if (data.handle !== undefined) {
      this.drag = { kind: "handle", body: Number(data.owner), handle: Number(data.handle) };
    } else if (data.turn !== undefined) {
      const body = bodies[Number(data.turn)];
      this.drag = { kind: "turn", body: Number(data.turn), from: body.r[0] - this.bearing(body, at) };
    } else if (data.body !== undefined) {
      const body = bodies[Number(data.body)];
      const world = this.screen.back(at);
      this.drag = { kind: "body", body: Number(data.body), grip: [world[0] - body.t[0], world[1] - body.t[1]] };
      this.hooks.selected(Number(data.body));
    } else {
      this.drag = { kind: "pan", last: at };
    }
    this.svg.classList.add("dragging");
  }

  private bearing(body: Body, at: number[]): number {
    const world = this.screen.back(at);
    return Math.atan2(world[1] - body.t[1], world[0] - body.t[0]);
  }

  private move(event: PointerEvent): void {
    if (!this.drag || !this.model || !this.fingers.has(event.pointerId)) return;
    const at = this.at(event);
    this.fingers.set(event.pointerId, at);
    const drag = this.drag;
    const bodies = this.model.state.bodies;
    switch (drag.kind) {
      case "pinch": {
        const [p, q] = [...this.fingers.values()];
        const gap = Math.hypot(p[0] - q[0], p[1] - q[1]);
        if (drag.gap > 0 && gap > 0) this.screen.zoom(gap / drag.gap, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]);
        drag.gap = gap;
        return this.looked();
      }
      case "pan":
        this.screen.centre[0] -= (at[0] - drag.last[0]) / this.screen.scale;
        this.screen.centre[1] += (at[1] - drag.last[1]) / this.screen.scale;
        drag.last = at;
        return this.looked();
      case "turn":
        bodies[drag.body].r = [drag.from + this.bearing(bodies[drag.body], at)];
        return this.hooks.moved();
      case "body": {
        const world = this.screen.back(at);
        bodies[drag.body].t = [world[0] - drag.grip[0], world[1] - drag.grip[1]];
        return this.hooks.moved();
      }
      case "handle":
        this.pull(drag.body, drag.handle, this.screen.back(at));
    }
  }

  /** Brings a handle to a point of the world, if the shape stays one. */
  private pull(body: number, handle: number, world: number[]): void {
    const held = this.handles(body)[handle];
    if (held) this.hooks.reshape(body, held.moved(toLocal(this.model!.state.bodies[body], world)));
  }

  private looked(): void {
    this.model!.state.camera = [...this.screen.centre, this.screen.scale];
    this.hooks.viewed();
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) {
      this.drag = null;
      this.svg.classList.remove("dragging");
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.screen.zoom(Math.exp(-event.deltaY * 0.0012), this.at(event));
    this.looked();
  }

  /** A vertex goes, or another one comes. */
  private twice(event: MouseEvent): void {
    const data = this.pressed;
    if (data.handle !== undefined) {
      const without = this.handles(Number(data.owner))[Number(data.handle)]?.without;
      if (without) this.hooks.reshape(Number(data.owner), without());
    } else if (data.body !== undefined) {
      const body = this.model!.state.bodies[Number(data.body)];
      if (!hasVertices(body.shape)) return;
      const near = toLocal(body, this.screen.back(this.at(event)));
      this.hooks.reshape(Number(data.body), withVertex(body.shape, near));
    }
  }

  private key(event: KeyboardEvent): void {
    const data = (event.target as SVGElement).dataset;
    const owner = data.body ?? data.turn ?? data.owner;
    if (owner === undefined || !this.model || event.ctrlKey || event.metaKey || event.altKey) return;
    const body = this.model.state.bodies[Number(owner)];
    const step = (event.shiftKey ? 20 : 4) / this.screen.scale;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    const spin = { q: 0.05, e: -0.05, Q: 0.25, E: -0.25 }[event.key] ?? (data.turn && by ? (by[0] + by[1]) * this.screen.scale * -0.01 : 0);
    if (spin) {
      body.r = [body.r[0] + spin];
      this.hooks.moved();
    } else if (data.handle !== undefined && by) {
      const at = toWorld(body, this.handles(Number(owner))[Number(data.handle)].at);
      this.pull(Number(owner), Number(data.handle), [at[0] + by[0], at[1] + by[1]]);
    } else if (data.handle !== undefined && (event.key === "Delete" || event.key === "Backspace")) {
      const without = this.handles(Number(owner))[Number(data.handle)].without;
      if (without) this.hooks.reshape(Number(owner), without());
    } else if (by) {
      body.t = [body.t[0] + by[0], body.t[1] + by[1]];
      this.hooks.moved();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
