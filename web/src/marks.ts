// What is drawn into the scene besides the bodies: the answer, and the steps that led to it.

import {
  BufferAttribute, BufferGeometry, type Color, CylinderGeometry, DoubleSide, EdgesGeometry, Group, InstancedMesh, Line, LineBasicMaterial,
  LineSegments, Material, Matrix4, Mesh, MeshBasicMaterial, type Object3D, PlaneGeometry, SphereGeometry, Vector3,
} from "three";

import { cssColour } from "./colour";
import type { Answer, Step, Trace } from "./engine";
import { place, turn } from "./geometry";
import type { SpaceModel } from "./space";

const v3 = (p: ArrayLike<number>) => new Vector3(p[0], p[1], p[2]);
const UP = new Vector3(0, 1, 0);
const ACROSS = new Vector3(0, 0, 1);

// Marks come and go with every frame: what they are made of stays.
// All are a few pixels wide and of one colour, and may be many: no more corners than can be seen.
const BALL = new SphereGeometry(1, 12, 7);
const BEAD = new SphereGeometry(1, 7, 4);
const ROD = new CylinderGeometry(1, 1, 1, 6, 1, true);
const SQUARE = new PlaneGeometry(1, 1);
const RIM = new EdgesGeometry(SQUARE);

/** An iterate is outside of its shape if it is further than this, as a share of the scene, from what is left of it inside. */
const APART = 1e-9;
/** Smaller balls, as a share of the scene, are beads. */
const SMALL = 0.01;

export class Marks {
  readonly group = new Group();
  private readonly materials = new Map<string, Material>();
  private size = 1;

  /** Everything anew; `size` is that of the scene. */
  draw(model: SpaceModel, size: number): void {
    this.size = size;
    this.clear();
    const { answer, trace, step } = model;
    if (answer) this.answer(answer);
    if (trace && step >= 0) this.trace(model, trace, Math.min(step, trace.steps.length - 1));
  }

  private clear(): void {
    for (const part of [...this.group.children] as (Object3D & { geometry?: BufferGeometry })[]) {
      part.removeFromParent();
      if (part instanceof InstancedMesh) part.dispose();
      if (part.userData.own) part.geometry?.dispose();
    }
  }

  /** One material for each use of a colour. */
  private material<M extends Material>(kind: string, colour: Color, make: () => M): M {
    const key = `${kind} ${colour.getHexString()}`;
    let known = this.materials.get(key);
    if (!known) {
      known = make();
      this.materials.set(key, known);
    }
    return known as M;
  }

  private paint(colour: Color): MeshBasicMaterial {
    return this.material("paint", colour, () => new MeshBasicMaterial({ color: colour, depthTest: false }));
  }

  private ball(p: ArrayLike<number>, radius: number, colour: Color): void {
    this.balls([p], radius, colour);
  }

  /** Many at once, for the price of one. */
  private balls(points: ArrayLike<number>[], radius: number, colour: Color): void {
    if (points.length === 0) return;
    const mesh = new InstancedMesh(radius < SMALL ? BEAD : BALL, this.paint(colour), points.length);
    const size = radius * this.size;
    points.forEach((p, i) => mesh.setMatrixAt(i, new Matrix4().makeScale(size, size, size).setPosition(p[0], p[1], p[2])));
    mesh.renderOrder = 3;
    mesh.frustumCulled = false;
    this.group.add(mesh);
  }

  private rod(p: ArrayLike<number>, q: ArrayLike<number>, radius: number, colour: Color): void {
    const [from, to] = [v3(p), v3(q)];
    const along = to.clone().sub(from);
    const long = along.length();
    if (!(long > 0)) return;
    const mesh = new Mesh(ROD, this.paint(colour));
    mesh.renderOrder = 2;
    mesh.quaternion.setFromUnitVectors(UP, along.divideScalar(long));
    mesh.position.copy(from.add(to).multiplyScalar(0.5));
    mesh.scale.set(radius * this.size, long, radius * this.size);
    this.group.add(mesh);
  }

  private thread(path: number[][], colour: Color): void {
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(path.flat()), 3));
    const line = new Line(geometry, this.material("thread", colour, () => new LineBasicMaterial({ color: colour, depthTest: false })));
    line.renderOrder = 2;
    line.userData.own = true;
    this.group.add(line);
  }

  private answer(answer: Answer): void {
    const over = answer.intersects ? answer.overlap : null;
    const [p, q] = over ? [over.point_a, over.point_b] : [answer.point_a, answer.point_b];
    this.rod(p, q, 0.005, cssColour("--ink"));
    this.ball(p, 0.016, cssColour("--a-strong"));
    this.ball(q, 0.016, cssColour("--b-strong"));
    if (answer.normal && !over) this.plane(v3(p).add(v3(q)).multiplyScalar(0.5), v3(answer.normal));
  }

  /** The plane half-way between the shapes. */
  private plane(middle: Vector3, normal: Vector3): void {
    const colour = cssColour("--slab");
    const glass = this.material("glass", colour, () => new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.22, side: DoubleSide, depthWrite: false }));
    const edge = this.material("edge", colour, () => new LineBasicMaterial({ color: colour }));
    for (const part of [new Mesh(SQUARE, glass), new LineSegments(RIM, edge)]) {
      part.quaternion.setFromUnitVectors(ACROSS, normal.clone().normalize());
      part.position.copy(middle);
      part.scale.setScalar(this.size * 1.3);
      this.group.add(part);
    }
  }

  private trace(model: SpaceModel, trace: Trace, at: number): void {
    const step = trace.steps[at];
    if (!step) return;
    const [simplex, search] = [cssColour("--simplex"), cssColour("--search")];
    const out = (p: number[]) => place(trace.frame, p);
    for (const side of ["point_a", "point_b"] as const) {
      const path = trace.steps.slice(0, at + 1).map((one) => out(one[side]));
      this.thread(path, simplex);
      this.balls(path.slice(0, -1), 0.008, simplex);
      this.ball(path[at], 0.018, search);
    }
    this.rod(out(step.point_a), out(step.point_b), 0.003, search);
    this.simplex(trace, step);
    this.strays(trace, at);
    step.facets_a?.forEach((facet) => this.facet(model, 0, facet));
    step.facets_b?.forEach((facet) => this.facet(model, 1, facet));
  }

  /** What GJK holds, and where it looks. */
  private simplex(trace: Trace, step: Step): void {
    const [simplex, search] = [cssColour("--simplex"), cssColour("--search")];
    const out = (p: number[]) => place(trace.frame, p);
    for (const side of ["a", "b"] as const) {
      const corners = (step.simplex ?? []).map((v) => out(v[side]));
      corners.forEach((p, i) => {
        this.ball(p, 0.013, simplex);
        corners.slice(i + 1).forEach((q) => this.rod(p, q, 0.004, simplex));
      });
    }
    if (!step.direction || !step.support_a || !step.support_b) return;
    const d = v3(turn(trace.frame, step.direction)).normalize().multiplyScalar(this.size * 0.22);
    const [p, q] = [out(step.support_a), out(step.support_b)];
    this.ball(p, 0.014, search);
    this.ball(q, 0.014, search);
    this.rod(p, v3(p).add(d).toArray(), 0.004, search);
    this.rod(q, v3(q).sub(d).toArray(), 0.004, search);
  }

  /** Iterates of the interior point method that are outside for a while: grey, tied to what is left of them inside. */
  private strays(trace: Trace, at: number): void {
    const grey = cssColour("--slab");
    const outside: number[][] = [];
    for (const one of trace.steps.slice(0, at + 1)) {
      for (const [point, iterate] of [[one.point_a, one.iterate_a], [one.point_b, one.iterate_b]]) {
        if (!point || !iterate || Math.hypot(...point.map((x, i) => x - iterate[i])) <= APART * this.size) continue;
        const [p, q] = [place(trace.frame, point), place(trace.frame, iterate)];
        outside.push(q);
        this.rod(p, q, 0.0015, grey);
      }
    }
    this.balls(outside, 0.007, grey);
  }

  /** A facet that holds a point: the triangles of the surface in its plane. */
  private facet({ state, surfaces, pair }: SpaceModel, side: 0 | 1, facet: number): void {
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
    const colour = cssColour("--search");
    const lit = this.material("facet", colour, () => new MeshBasicMaterial({
      color: colour, transparent: true, opacity: 0.75, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
    }));
    const mesh = new Mesh(new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(found), 3)), lit);
    mesh.userData.own = true;
    mesh.position.set(body.t[0], body.t[1], body.t[2]);
    mesh.quaternion.set(body.r[0], body.r[1], body.r[2], body.r[3]).normalize();
    this.group.add(mesh);
  }
}
