// Mouse, fingers and keys on the shapes of the plane.

import { toLocal, toWorld } from "./geometry";
import { hasVertices, withVertex } from "./handles";
import type { PlaneView } from "./plane";
import type { Body } from "./state";

type Drag =
  | { kind: "body"; body: number; grip: number[] }
  | { kind: "turn"; body: number; from: number }
  | { kind: "handle"; body: number; handle: number }
  | { kind: "pan"; last: number[] }
  | { kind: "pinch"; gap: number };

export class Pointer {
  private drag: Drag | null = null;
  private readonly fingers = new Map<number, number[]>();
  private pressed: DOMStringMap = {};

  constructor(private readonly plane: PlaneView) {
    const { svg } = plane;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"] as const) {
      svg.addEventListener(end, (event) => this.up(event));
    }
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("dblclick", (event) => this.twice(event));
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  private at(event: MouseEvent): number[] {
    const frame = this.plane.svg.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  }

  private down(event: PointerEvent): void {
    if (!this.plane.model || event.button > 0) return;
    const at = this.at(event);
    this.fingers.set(event.pointerId, at);
    // What is captured is told to the whole drawing, double clicks included.
    this.pressed = (event.target as SVGElement).dataset;
    this.plane.svg.setPointerCapture(event.pointerId);
    if (this.fingers.size === 2) {
      const [p, q] = [...this.fingers.values()];
      this.drag = { kind: "pinch", gap: Math.hypot(p[0] - q[0], p[1] - q[1]) };
      return;
    }
    const data = this.pressed;
    const bodies = this.plane.model.state.bodies;
    if (data.handle !== undefined) {
      this.drag = { kind: "handle", body: Number(data.owner), handle: Number(data.handle) };
    } else if (data.turn !== undefined) {
      const body = bodies[Number(data.turn)];
      this.drag = { kind: "turn", body: Number(data.turn), from: body.r[0] - this.bearing(body, at) };
    } else if (data.body !== undefined) {
      const body = bodies[Number(data.body)];
      const world = this.plane.screen.back(at);
      this.drag = { kind: "body", body: Number(data.body), grip: [world[0] - body.t[0], world[1] - body.t[1]] };
      this.plane.hooks.selected(Number(data.body));
    } else {
      this.drag = { kind: "pan", last: at };
    }
    this.plane.svg.classList.add("dragging");
  }

  private bearing(body: Body, at: number[]): number {
    const world = this.plane.screen.back(at);
    return Math.atan2(world[1] - body.t[1], world[0] - body.t[0]);
  }

  private move(event: PointerEvent): void {
    if (!this.drag || !this.plane.model || !this.fingers.has(event.pointerId)) return;
    const at = this.at(event);
    this.fingers.set(event.pointerId, at);
    const drag = this.drag;
    const bodies = this.plane.model.state.bodies;
    switch (drag.kind) {
      case "pinch": {
        const [p, q] = [...this.fingers.values()];
        const gap = Math.hypot(p[0] - q[0], p[1] - q[1]);
        if (drag.gap > 0 && gap > 0) this.plane.screen.zoom(gap / drag.gap, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]);
        drag.gap = gap;
        return this.looked();
      }
      case "pan":
        this.plane.screen.centre[0] -= (at[0] - drag.last[0]) / this.plane.screen.scale;
        this.plane.screen.centre[1] += (at[1] - drag.last[1]) / this.plane.screen.scale;
        drag.last = at;
        return this.looked();
      case "turn":
        bodies[drag.body].r = [drag.from + this.bearing(bodies[drag.body], at)];
        return this.plane.hooks.moved();
      case "body": {
        const world = this.plane.screen.back(at);
        bodies[drag.body].t = [world[0] - drag.grip[0], world[1] - drag.grip[1]];
        return this.plane.hooks.moved();
      }
      case "handle":
        this.pull(drag.body, drag.handle, this.plane.screen.back(at));
    }
  }

  /** Brings a handle to a point of the world, if the shape stays one. */
  private pull(body: number, handle: number, world: number[]): void {
    const held = this.plane.handles(body)[handle];
    if (held) this.plane.hooks.reshape(body, held.moved(toLocal(this.plane.model!.state.bodies[body], world)));
  }

  private looked(): void {
    this.plane.model!.state.camera = [...this.plane.screen.centre, this.plane.screen.scale];
    this.plane.hooks.viewed();
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) {
      this.drag = null;
      this.plane.svg.classList.remove("dragging");
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.plane.screen.zoom(Math.exp(-event.deltaY * 0.0012), this.at(event));
    this.looked();
  }

  /** A vertex goes, or another one comes. */
  private twice(event: MouseEvent): void {
    const data = this.pressed;
    if (data.handle !== undefined) {
      const without = this.plane.handles(Number(data.owner))[Number(data.handle)]?.without;
      if (without) this.plane.hooks.reshape(Number(data.owner), without());
    } else if (data.body !== undefined) {
      const body = this.plane.model!.state.bodies[Number(data.body)];
      if (!hasVertices(body.shape)) return;
      const near = toLocal(body, this.plane.screen.back(this.at(event)));
      this.plane.hooks.reshape(Number(data.body), withVertex(body.shape, near));
    }
  }

  private key(event: KeyboardEvent): void {
    const data = (event.target as SVGElement).dataset;
    const owner = data.body ?? data.turn ?? data.owner;
    if (owner === undefined || !this.plane.model || event.ctrlKey || event.metaKey || event.altKey) return;
    const body = this.plane.model.state.bodies[Number(owner)];
    const step = (event.shiftKey ? 20 : 4) / this.plane.screen.scale;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    const spin = { q: 0.05, e: -0.05, Q: 0.25, E: -0.25 }[event.key] ?? (data.turn && by ? (by[0] + by[1]) * this.plane.screen.scale * -0.01 : 0);
    if (spin) {
      body.r = [body.r[0] + spin];
      this.plane.hooks.moved();
    } else if (data.handle !== undefined && by) {
      const at = toWorld(body, this.plane.handles(Number(owner))[Number(data.handle)].at);
      this.pull(Number(owner), Number(data.handle), [at[0] + by[0], at[1] + by[1]]);
    } else if (data.handle !== undefined && (event.key === "Delete" || event.key === "Backspace")) {
      const without = this.plane.handles(Number(owner))[Number(data.handle)].without;
      if (without) this.plane.hooks.reshape(Number(owner), without());
    } else if (by) {
      body.t = [body.t[0] + by[0], body.t[1] + by[1]];
      this.plane.hooks.moved();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
