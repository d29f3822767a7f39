// Two dimensions: the shapes, which can be dragged, turned and reshaped, and the answer between them.

import { write } from "./dom";
import type { Answer, Surface, Trace } from "./engine";
import { cornersOf, toWorld } from "./geometry";
import { handlesOf, type Handle } from "./handles";
import { answerMarks, stepMarks } from "./overlay";
import { Pointer } from "./pointer";
import { Screen } from "./screen";
import type { Shape, State } from "./state";
import type { SubStep } from "./substeps";
import { line, make, path, set, show, text } from "./svg";
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

export class PlaneView {
  readonly svg = make("svg", { class: "plane", role: "group", "aria-label": "The two shapes" }) as SVGSVGElement;
  readonly screen = new Screen();
  private readonly layers = Object.fromEntries(
    ["grid", "shapes", "answer", "steps", "handles"].map((name) => [name, make("g", { class: `layer-${name}` })]),
  );
  private readonly kept = new Map<string, SVGElement>();
  model: PlaneModel | null = null;
  private fitted = false;
  private gridSeen = "";

  constructor(
    host: HTMLElement,
    readonly hooks: PlaneHooks,
  ) {
    this.svg.append(...Object.values(this.layers));
    host.append(this.svg);
    new Pointer(this);
  }

  /** Shows everything again when it is next drawn. */
  refit(): void {
    this.fitted = false;
  }

  /** How large it is. All views are measured before any is drawn: after that it would be a second layout. */
  measure(): void {
    const { clientWidth: width, clientHeight: height } = this.svg.parentElement!;
    Object.assign(this.screen, { width: width || 600, height: height || 400 });
  }

  draw(model: PlaneModel): void {
    this.model = model;
    set(this.svg, { viewBox: `0 0 ${this.screen.width} ${this.screen.height}` });
    if (!this.fitted) this.fit();
    this.drawGrid();
    this.drawShapes();
    show(this.layers.answer, answerMarks(this.screen, model));
    show(this.layers.steps, stepMarks(this.screen, model));
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
      const near = corners.some((p) => Math.hypot(...p) > 1000) ? [body.t] : corners;
      // What moves is seen from where it starts to where it ends.
      const { v } = body;
      if (!(state.end > 0 && v)) return near;
      return [-state.time, state.end - state.time].flatMap((later) => near.map((p) => p.map((x, k) => x + v[k] * later)));
    });
    if (answer) points.push(answer.point_a, answer.point_b);
    this.screen.fit(points);
  }

  /** Only when one looks elsewhere. */
  private drawGrid(): void {
    const { centre, scale, width, height } = this.screen;
    const seen = [...centre, scale, width, height].join(" ");
    if (seen === this.gridSeen) return;
    this.gridSeen = seen;
    const step = this.screen.grid();
    const [left, low, right, high] = this.screen.sight;
    const lines: SVGElement[] = [];
    for (const x of Screen.multiples(step, left, right)) {
      lines.push(line(this.screen.out([x, low]), this.screen.out([x, high]), Math.abs(x) < step / 2 ? "axis" : "grid"));
    }
    for (const y of Screen.multiples(step, low, high)) {
      lines.push(line(this.screen.out([left, y]), this.screen.out([right, y]), Math.abs(y) < step / 2 ? "axis" : "grid"));
    }
    lines.push(text([10, this.screen.height - 10], `grid ${digits(step)}`, "small"));
    show(this.layers.grid, lines);
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
      write(label, role === "other" ? String(i + 1) : role.toUpperCase());
    });
    this.sweep("shape ", used);
    this.sweep("label ", used);
  }

  handles(body: number): Handle[] {
    return handlesOf(this.model!.state.bodies[body].shape);
  }

  /** Where the grip for turning a body is, on the screen: a little outside of its outline. */
  private grip(i: number): number[][] {
    const { state, outlines } = this.model!;
    const body = state.bodies[i];
    const centre = this.screen.out(body.t);
    const angle = body.r[0] + Math.PI / 2;
    // In the body's own frame the grip is up.
    const out = cornersOf(outlines[i]).reduce((most, p) => Math.max(most, p[1]), 0) * this.screen.scale;
    const far = out + 30 < Math.min(this.screen.width, this.screen.height) / 2 ? out + 30 : 56;
    return [centre, [centre[0] + far * Math.cos(angle), centre[1] - far * Math.sin(angle)]];
  }

  private drawHandles(): void {
    const { state } = this.model!;
    const used = new Set<string>();
    state.bodies.forEach((body, i) => {
      const [centre, grip] = this.grip(i);
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
}
