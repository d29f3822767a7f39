// Three dimensions: the shapes in a scene that can be turned, and the answer and the steps in it.

import {
  BufferAttribute, BufferGeometry, Color, CylinderGeometry, DirectionalLight, DoubleSide, EdgesGeometry, FrontSide, Group,
  HemisphereLight, Line, LineBasicMaterial, LineSegments, type Material, Mesh, MeshBasicMaterial, MeshStandardMaterial,
  PerspectiveCamera, PlaneGeometry, Quaternion, Raycaster, Scene, SphereGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";

import type { Answer, Pair, Surface, Trace } from "./engine";
import { place, turn } from "./plane";
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
}

interface Drawn {
  surface: Surface;
  group: Group;
}

const CREASE = 0.5;
const v3 = (p: ArrayLike<number>) => new Vector3(p[0], p[1], p[2]);
const cssColour = (name: string) => new Color(getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888");

export class SpaceView {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(38, 1, 0.01, 10_000);
  private readonly orbit: OrbitControls;
  private readonly gizmo: TransformControls;
  private readonly light = new DirectionalLight(0xffffff, 2.2);
  private readonly drawn = new Map<number, Drawn>();
  private readonly marks = new Group();
  private model: SpaceModel | null = null;
  private fitted = false;
  private size = 1;
  private asked = false;
  selectedBody = 1;

  /** Throws if the browser has no WebGL. */
  constructor(
    private readonly host: HTMLElement,
    private readonly hooks: SpaceHooks,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    const canvas = this.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    host.append(canvas);
    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.addEventListener("change", () => {
      if (this.model) {
        this.model.state.camera = [...this.camera.position.toArray(), ...this.orbit.target.toArray()];
      }
      this.hooks.viewed();
      this.render();
    });
    this.gizmo = new TransformControls(this.camera, canvas);
    this.gizmo.setSize(0.7);
    this.gizmo.addEventListener("dragging-changed", (event) => {
      this.orbit.enabled = !event.value;
    });
    this.gizmo.addEventListener("objectChange", () => this.dragged());
    this.gizmo.addEventListener("change", () => this.render());
    this.scene.add(new HemisphereLight(0xffffff, 0x8899aa, 1.6), this.light, this.marks, this.gizmo.getHelper());
    this.pick(canvas);
  }

  set mode(mode: "translate" | "rotate") {
    this.gizmo.setMode(mode);
    this.render();
  }

  refit(): void {
    this.fitted = false;
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

  draw(model: SpaceModel): void {
    this.model = model;
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width > 0 && height > 0) {
      this.renderer.setSize(width, height);
      this.camera.aspect = width / height;
      this.camera.updateProjectionMatrix();
    }
    this.drawBodies();
    if (!this.fitted) this.fit();
    this.drawMarks();
    this.renderer.domElement.setAttribute("aria-label", this.description());
    this.render();
  }

  private description(): string {
    const { state, answer } = this.model!;
    const [a, b] = state.pair.map((i) => state.bodies[i].shape.type);
    const how = answer ? (answer.intersects ? "They overlap." : `They are ${answer.distance.toPrecision(6)} apart.`) : "";
    return `A is a ${a}, B is a ${b}. ${how} Arrow keys and page up and down move the chosen body.`;
  }

  /** On the next frame, once. */
  render(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.light.position.copy(this.camera.position);
      this.renderer.render(this.scene, this.camera);
    });
  }

  private colour(body: number): Color {
    const [a, b] = this.model!.state.pair;
    return cssColour(body === a ? "--a" : body === b ? "--b" : "--other");
  }

  private drawBodies(): void {
    const { state, surfaces } = this.model!;
    for (const [i, drawn] of this.drawn) {
      if (!state.bodies[i] || drawn.surface !== surfaces[i]) {
        this.forget(drawn.group);
        this.drawn.delete(i);
      }
    }
    state.bodies.forEach((body, i) => {
      let drawn = this.drawn.get(i);
      if (!drawn) {
        drawn = { surface: surfaces[i], group: bodyGroup(surfaces[i], i) };
        this.drawn.set(i, drawn);
        this.scene.add(drawn.group);
      }
      const colour = this.colour(i);
      drawn.group.traverse((part) => {
        const material = (part as Mesh).material as (Material & { color?: Color }) | undefined;
        if (material?.color && part.userData.tinted) material.color.copy(colour);
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
    group.traverse((part) => {
      (part as Mesh).geometry?.dispose();
      ((part as Mesh).material as Material | undefined)?.dispose();
    });
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
    const held = this.model!.state.camera;
    this.orbit.update();
    this.model!.state.camera = held;
  }

  private drawMarks(): void {
    for (const part of [...this.marks.children]) {
      part.removeFromParent();
      part.traverse((inner) => {
        (inner as Mesh).geometry?.dispose();
        ((inner as Mesh).material as Material | undefined)?.dispose();
      });
    }
    const { answer, trace, step } = this.model!;
    if (answer) this.drawAnswer(answer);
    if (trace && step >= 0) this.drawTrace(trace, Math.min(step, trace.steps.length - 1));
  }

  private ball(p: ArrayLike<number>, radius: number, colour: Color): void {
    const mesh = new Mesh(new SphereGeometry(radius * this.size, 16, 12), new MeshBasicMaterial({ color: colour, depthTest: false }));
    mesh.renderOrder = 3;
    mesh.position.copy(v3(p));
    this.marks.add(mesh);
  }

  private rod(p: ArrayLike<number>, q: ArrayLike<number>, radius: number, colour: Color): void {
    const [from, to] = [v3(p), v3(q)];
    const along = to.clone().sub(from);
    const long = along.length();
    if (!(long > 0)) return;
    const mesh = new Mesh(
      new CylinderGeometry(radius * this.size, radius * this.size, long, 8),
      new MeshBasicMaterial({ color: colour, depthTest: false }),
    );
    mesh.renderOrder = 2;
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.divideScalar(long));
    mesh.position.copy(from.add(to).multiplyScalar(0.5));
    this.marks.add(mesh);
  }

  private drawAnswer(answer: Answer): void {
    const ink = cssColour("--ink");
    const over = answer.intersects ? answer.overlap : null;
    const [p, q] = over ? [over.point_a, over.point_b] : [answer.point_a, answer.point_b];
    this.rod(p, q, 0.005, ink);
    this.ball(p, 0.016, cssColour("--a-strong"));
    this.ball(q, 0.016, cssColour("--b-strong"));
    const normal = over ? over.normal : answer.normal;
    if (!normal || over) return;
    const side = this.size * 1.3;
    const plane = new Mesh(
      new PlaneGeometry(side, side),
      new MeshBasicMaterial({ color: cssColour("--slab"), transparent: true, opacity: 0.22, side: DoubleSide, depthWrite: false }),
    );
    plane.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), v3(normal).normalize());
    plane.position.copy(v3(p).add(v3(q)).multiplyScalar(0.5));
    const rim = new LineSegments(new EdgesGeometry(plane.geometry), new LineBasicMaterial({ color: cssColour("--slab") }));
    rim.quaternion.copy(plane.quaternion);
    rim.position.copy(plane.position);
    this.marks.add(plane, rim);
  }

  private drawTrace(trace: Trace, at: number): void {
    const simplexColour = cssColour("--simplex");
    const search = cssColour("--search");
    const out = (p: number[]) => place(trace.frame, p);
    for (const side of ["point_a", "point_b"] as const) {
      const path = trace.steps.slice(0, at + 1).map((step) => out(step[side]));
      const flat = new Float32Array(path.flat());
      const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(flat, 3));
      const thread = new Line(geometry, new LineBasicMaterial({ color: simplexColour, depthTest: false }));
      thread.renderOrder = 2;
      this.marks.add(thread);
      path.forEach((p, i) => this.ball(p, i === at ? 0.018 : 0.008, i === at ? search : simplexColour));
    }
    const step = trace.steps[at];
    if (!step) return;
    this.rod(out(step.point_a), out(step.point_b), 0.003, search);
    for (const side of ["a", "b"] as const) {
      const corners = (step.simplex ?? []).map((v) => out(v[side]));
      corners.forEach((p, i) => {
        this.ball(p, 0.013, simplexColour);
        corners.slice(i + 1).forEach((q) => this.rod(p, q, 0.004, simplexColour));
      });
    }
    if (step.direction && step.support_a && step.support_b) {
      const d = v3(turn(trace.frame, step.direction)).normalize().multiplyScalar(this.size * 0.22);
      const [p, q] = [out(step.support_a), out(step.support_b)];
      this.ball(p, 0.014, search);
      this.ball(q, 0.014, search);
      this.rod(p, v3(p).add(d).toArray(), 0.004, search);
      this.rod(q, v3(q).sub(d).toArray(), 0.004, search);
    }
    step.facets_a?.forEach((facet) => this.highlight(0, facet));
    step.facets_b?.forEach((facet) => this.highlight(1, facet));
  }

  /** A facet that holds a point: the triangles of the surface in its plane. */
  private highlight(side: 0 | 1, facet: number): void {
    const { state, surfaces, pair } = this.model!;
    const plane = pair?.facet(side, facet);
    if (!plane || plane.length !== 4) return;
    const body = state.bodies[state.pair[side]];
    const { corners, triangles } = surfaces[state.pair[side]];
    const on = (k: number) =>
      Math.abs(corners[3 * k] * plane[0] + corners[3 * k + 1] * plane[1] + corners[3 * k + 2] * plane[2] - plane[3]) < 1e-6 * (1 + Math.abs(plane[3]));
    const found: number[] = [];
    for (let i = 0; i < triangles.length; i += 3) {
      const three = [triangles[i], triangles[i + 1], triangles[i + 2]];
      if (three.every(on)) found.push(...three.flatMap((k) => [corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]]));
    }
    if (found.length === 0) return;
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(found), 3));
    const mesh = new Mesh(
      geometry,
      new MeshBasicMaterial({ color: cssColour("--search"), transparent: true, opacity: 0.75, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 }),
    );
    mesh.position.set(body.t[0], body.t[1], body.t[2]);
    mesh.quaternion.set(body.r[0], body.r[1], body.r[2], body.r[3]).normalize();
    this.marks.add(mesh);
  }

  private dragged(): void {
    const body = this.model?.state.bodies[this.selectedBody];
    const group = this.gizmo.object;
    if (!body || !group) return;
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
    const frame = this.renderer.domElement.getBoundingClientRect();
    this.camera.updateMatrixWorld();
    const p = v3(this.model!.state.bodies[body].t).project(this.camera);
    return [frame.left + ((p.x + 1) / 2) * frame.width, frame.top + ((1 - p.y) / 2) * frame.height];
  }
}

export function isUnbounded(type: string): boolean {
  return ["line", "ray", "plane", "halfspace"].includes(type);
}

function bodyGroup(surface: Surface, body: number): Group {
  const group = new Group();
  const add = (part: Mesh | LineSegments | Line, tinted: boolean) => {
    part.userData = { body, tinted };
    group.add(part);
  };
  const positions = new BufferAttribute(new Float32Array(surface.corners), 3);
  if (surface.dimension === 0) {
    add(new Mesh(new SphereGeometry(0.04, 20, 14).translate(surface.corners[0], surface.corners[1], surface.corners[2]), new MeshStandardMaterial()), true);
    return group;
  }
  if (surface.dimension === 1) {
    add(new Line(new BufferGeometry().setAttribute("position", positions), new LineBasicMaterial({ linewidth: 2 })), true);
    return group;
  }
  const flat = surface.dimension === 2;
  const index = flat ? fan(surface.corners.length / 3) : surface.triangles;
  const base = new BufferGeometry().setAttribute("position", positions).setIndex(new BufferAttribute(new Uint32Array(index), 1));
  const faceted = flat || surface.flat;
  const geometry = faceted ? base.toNonIndexed() : toCreasedNormals(base, CREASE);
  if (faceted) geometry.computeVertexNormals();
  const material = new MeshStandardMaterial({
    roughness: 0.75, transparent: true, opacity: 0.78, side: flat ? DoubleSide : FrontSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
  });
  add(new Mesh(geometry, material), true);
  const edges = new EdgesGeometry(base, faceted ? 1 : 44);
  add(new LineSegments(edges, new LineBasicMaterial({ color: 0x20242c, transparent: true, opacity: 0.55 })), false);
  return group;
}

function fan(count: number): number[] {
  return Array.from({ length: count - 2 }, (_, i) => [0, i + 1, i + 2]).flat();
}
