// Three dimensions: the shapes in a scene that can be turned, and the answer and the steps in it.

import {
  type Color, DirectionalLight, Group, HemisphereLight, type Material, type Mesh, PerspectiveCamera, Quaternion, Raycaster, Scene,
  Vector2, Vector3,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";

import { Canvas, type Quality } from "./canvas";
import { cssColour } from "./colour";
import { mark } from "./dom";
import type { Answer, Pair, Surface, Trace } from "./engine";
import { Marks } from "./marks";
import { bodyGroup, choose } from "./solid";
import type { State } from "./state";

export interface SpaceModel {
  state: State;
  /** The surface of each body in its own frame. */
  surfaces: Surface[];
  answer: Answer | null;
  trace: Trace | null;
  /** The step of the trace that is shown; -1 for none. */
  step: number;
  pair: Pair | null;
}

export interface SpaceHooks {
  moved(): void;
  selected(body: number): void;
  viewed(): void;
  /** A body's surface with fewer triangles. */
  coarse(body: number): Surface | null;
  /** Something in the scene looks otherwise. */
  touched(): void;
}

interface Drawn {
  surface: Surface;
  group: Group;
}

const v3 = (p: ArrayLike<number>) => new Vector3(p[0], p[1], p[2]);
/** How opaque a body is, alone and with steps inside of it. */
const OPAQUE = 0.78;
const FAINT = 0.38;
/** With more corners of triangles than this a body gets a coarse surface too, where the processor draws. */
const MANY = 1500;

export class SpaceView {
  private readonly canvas = new Canvas();
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(38, 1, 0.01, 10_000);
  private readonly orbit: OrbitControls;
  private readonly gizmo: TransformControls;
  private readonly light = new DirectionalLight(0xffffff, 2.2);
  private readonly drawn = new Map<number, Drawn>();
  private readonly marks = new Marks();
  private model: SpaceModel | null = null;
  private fitted = false;
  /** Moves of the camera that nobody made are not remembered. */
  private fitting = false;
  private size = 1;
  selectedBody = 1;

  /** Throws if the browser has no WebGL. */
  constructor(
    private readonly host: HTMLElement,
    private readonly hooks: SpaceHooks,
  ) {
    const canvas = this.canvas.element;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.addEventListener("webglcontextrestored", () => hooks.touched());
    host.append(canvas);
    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.addEventListener("change", () => {
      if (this.model && !this.fitting) {
        this.model.state.camera = [...this.camera.position.toArray(), ...this.orbit.target.toArray()];
        this.hooks.viewed();
      }
    });
    this.gizmo = new TransformControls(this.camera, canvas);
    this.gizmo.setSize(0.7);
    this.gizmo.addEventListener("dragging-changed", ({ value }) => {
      this.orbit.enabled = !value;
      this.showAxes(value ? this.gizmo.axis : null);
    });
    this.gizmo.addEventListener("objectChange", () => this.dragged());
    this.gizmo.addEventListener("change", () => this.hooks.touched());
    this.scene.add(new HemisphereLight(0xffffff, 0x8899aa, 1.6), this.light, this.marks.group, this.gizmo.getHelper());
    this.pick(canvas);
  }

  set mode(mode: "translate" | "rotate") {
    this.gizmo.setMode(mode);
    this.hooks.touched();
  }

  refit(): void {
    this.fitted = false;
    this.canvas.forget();
  }

  /** The axes of the gizmo: all, or only those that something is dragged along. */
  private showAxes(held: string | null): void {
    const shown = (name: string) => held === null || held === "E" || held.includes(name);
    [this.gizmo.showX, this.gizmo.showY, this.gizmo.showZ] = [shown("X"), shown("Y"), shown("Z")];
  }

  /** Moves or turns the chosen body a little: for the keyboard. */
  nudge(key: string, large: boolean): boolean {
    const body = this.model?.state.bodies[this.selectedBody];
    const axis = { ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, 1], PageDown: [0, 0, -1] }[key];
    if (!body || !axis) return false;
    if (this.gizmo.mode === "rotate") {
      const step = large ? 0.2 : 0.04;
      const more = new Quaternion().setFromAxisAngle(v3(axis).normalize(), step);
      body.r = more.multiply(new Quaternion(...body.r)).normalize().toArray();
    } else {
      const step = this.size * (large ? 0.05 : 0.01);
      body.t = body.t.map((x, i) => x + axis[i] * step);
    }
    this.hooks.moved();
    return true;
  }

  /** Takes over what is to be seen. */
  place(model: SpaceModel): void {
    this.model = model;
    this.drawBodies();
    this.marks.draw(model, this.size);
    mark(this.canvas.element, "aria-label", this.description());
  }

  render(quality: Quality): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width > 0 && height > 0) {
      this.canvas.fit(width, height, quality);
      this.camera.aspect = width / height;
      this.camera.updateProjectionMatrix();
    }
    if (!this.fitted && this.model) {
      this.fit();
      this.marks.draw(this.model, this.size);
    }
    for (const { group } of this.drawn.values()) choose(group, quality);
    this.light.position.copy(this.camera.position);
    this.canvas.renderer.render(this.scene, this.camera);
  }

  private description(): string {
    const { state, answer } = this.model!;
    const [a, b] = state.pair.map((i) => state.bodies[i].shape.type);
    const how = answer ? (answer.intersects ? "They overlap." : `They are ${answer.distance.toPrecision(6)} apart.`) : "";
    return `A is a ${a}, B is a ${b}. ${how} Arrow keys and page up and down move the chosen body.`;
  }

  private colour(body: number): Color {
    const [a, b] = this.model!.state.pair;
    return cssColour(body === a ? "--a" : body === b ? "--b" : "--other");
  }

  private drawBodies(): void {
    const { state, surfaces, step } = this.model!;
    for (const [i, drawn] of this.drawn) {
      if (!state.bodies[i] || drawn.surface !== surfaces[i]) {
        this.forget(drawn.group);
        this.drawn.delete(i);
      }
    }
    state.bodies.forEach((body, i) => {
      let drawn = this.drawn.get(i);
      if (!drawn) {
        const coarse = this.canvas.slow && surfaces[i].triangles.length > MANY ? this.hooks.coarse(i) : null;
        drawn = { surface: surfaces[i], group: bodyGroup(i, surfaces[i], coarse) };
        this.drawn.set(i, drawn);
        this.scene.add(drawn.group);
      }
      const colour = this.colour(i);
      drawn.group.traverse((part) => {
        const material = (part as Mesh).material as (Material & { color?: Color }) | undefined;
        if (!material?.color || !part.userData.tinted) return;
        material.color.copy(colour);
        material.opacity = step < 0 ? OPAQUE : FAINT;
      });
      if (this.gizmo.object !== drawn.group || !this.gizmo.dragging) {
        drawn.group.position.set(body.t[0], body.t[1], body.t[2]);
        drawn.group.quaternion.set(body.r[0], body.r[1], body.r[2], body.r[3]).normalize();
      }
    });
    const chosen = this.drawn.get(this.selectedBody);
    if (chosen && this.gizmo.object !== chosen.group) this.gizmo.attach(chosen.group);
    if (!chosen) this.gizmo.detach();
  }

  private forget(group: Group): void {
    if (this.gizmo.object === group) this.gizmo.detach();
    group.removeFromParent();
    group.traverse((part) => (part as Mesh).geometry?.dispose());
  }

  private fit(): void {
    this.fitted = true;
    const { state, surfaces, answer } = this.model!;
    const points: Vector3[] = [];
    state.bodies.forEach((body, i) => {
      const corners = surfaces[i].corners;
      const turned = new Quaternion(...body.r).normalize();
      let far = 0;
      const own: Vector3[] = [];
      for (let k = 0; k < corners.length; k += 3) {
        const p = new Vector3(corners[k], corners[k + 1], corners[k + 2]);
        far = Math.max(far, p.length());
        own.push(p.applyQuaternion(turned).add(v3(body.t)));
      }
      // What has no end does not say how much to show.
      if (isUnbounded(body.shape.type)) return;
      points.push(...own);
    });
    if (answer) points.push(v3(answer.point_a), v3(answer.point_b));
    const middle = points.reduce((sum, p) => sum.add(p), new Vector3()).divideScalar(points.length || 1);
    this.size = Math.max(1e-6, ...points.map((p) => p.distanceTo(middle)));
    if (points.length <= 2) this.size *= 2;
    this.camera.near = this.size / 100;
    this.camera.far = this.size * 200;
    if (state.camera.length === 6) {
      this.camera.position.fromArray(state.camera, 0);
      this.orbit.target.fromArray(state.camera, 3);
    } else {
      const tall = Math.min(1, this.camera.aspect);
      const away = (this.size * 1.15) / Math.sin((this.camera.fov * Math.PI) / 360) / tall;
      this.orbit.target.copy(middle);
      this.camera.position.copy(middle).add(new Vector3(0.35, -0.85, 0.42).normalize().multiplyScalar(away));
    }
    this.camera.updateProjectionMatrix();
    this.fitting = true;
    this.orbit.update();
    this.fitting = false;
  }

  private dragged(): void {
    const body = this.model?.state.bodies[this.selectedBody];
    const group = this.gizmo.object;
    const placed = group ? [...group.position.toArray(), ...group.quaternion.toArray()] : [];
    // Rays from very far away hit nothing.
    if (!body || !group || !placed.every(Number.isFinite)) return;
    body.t = group.position.toArray();
    body.r = group.quaternion.toArray();
    this.hooks.moved();
  }

  /** A click without a drag chooses the body under it. */
  private pick(canvas: HTMLCanvasElement): void {
    let began = [0, 0];
    canvas.addEventListener("pointerdown", (event) => {
      began = [event.clientX, event.clientY];
    });
    canvas.addEventListener("pointerup", (event) => {
      if (this.gizmo.dragging || Math.hypot(event.clientX - began[0], event.clientY - began[1]) > 4) return;
      const frame = canvas.getBoundingClientRect();
      const at = new Vector2(((event.clientX - frame.left) / frame.width) * 2 - 1, 1 - ((event.clientY - frame.top) / frame.height) * 2);
      const ray = new Raycaster();
      ray.setFromCamera(at, this.camera);
      const hit = ray.intersectObjects([...this.drawn.values()].map((drawn) => drawn.group))[0];
      if (hit) this.hooks.selected(Number(hit.object.userData.body));
    });
  }

  /** Where the middle of a body is on the page: for tests. */
  onPage(body: number): number[] {
    const frame = this.canvas.element.getBoundingClientRect();
    this.camera.updateMatrixWorld();
    const p = v3(this.model!.state.bodies[body].t).project(this.camera);
    return [frame.left + ((p.x + 1) / 2) * frame.width, frame.top + ((1 - p.y) / 2) * frame.height];
  }
}

export function isUnbounded(type: string): boolean {
  return ["line", "ray", "plane", "halfspace"].includes(type);
}
