// A body as a group of the scene: its faces, and the edges that can be seen.

import {
  BufferAttribute, BufferGeometry, DoubleSide, FrontSide, Group, Line, LineBasicMaterial, LineSegments, type Material, Mesh,
  MeshLambertMaterial, SphereGeometry,
} from "three";

import type { Quality } from "./canvas";
import type { Surface } from "./engine";
import { edges, faces, type Triangles } from "./mesh";

/** Faces that meet at a sharper angle than this are not blended: of shapes with flat sides, and of round ones. */
const CREASE = { flat: 1e-3, round: 0.5 };
/** Edges are drawn where they meet at a sharper angle than this. */
const EDGE = { flat: 0.018, round: 0.77 };
/** A point is drawn this large. */
const DOT = 0.04;

/** With a coarse surface the fine one is only shown when everything is still. */
export function bodyGroup(body: number, surface: Surface, coarse: Surface | null): Group {
  const group = new Group();
  for (const part of partsOf(body, surface)) {
    part.userData = { ...part.userData, body, quality: coarse ? "sharp" : undefined };
    group.add(part);
  }
  for (const part of coarse ? partsOf(body, coarse) : []) {
    part.userData = { ...part.userData, body, quality: "quick" };
    group.add(part);
  }
  return group;
}

/** Shows the parts of a group that are meant for this. */
export function choose(group: Group, quality: Quality): void {
  for (const part of group.children) part.visible = (part.userData.quality ?? quality) === quality;
}

/** What bodies are painted with stays: making it anew would compile it anew, in every frame of a shape that deforms. */
const paints = new Map<string, Material>();

function paint<M extends Material>(body: number, kind: string, make: () => M): M {
  const known = paints.get(`${body} ${kind}`) ?? make();
  paints.set(`${body} ${kind}`, known);
  return known as M;
}

function partsOf(body: number, surface: Surface): (Mesh | Line)[] {
  const tinted = <P extends Mesh | Line>(part: P): P => Object.assign(part, { userData: { tinted: true } });
  if (surface.dimension === 0) {
    const [x, y, z] = surface.corners;
    return [tinted(new Mesh(new SphereGeometry(DOT, 20, 14).translate(x, y, z), paint(body, "dot", () => new MeshLambertMaterial())))];
  }
  if (surface.dimension === 1) {
    const ends = new BufferAttribute(new Float32Array(surface.corners), 3);
    return [tinted(new Line(new BufferGeometry().setAttribute("position", ends), paint(body, "line", () => new LineBasicMaterial({ linewidth: 2 }))))];
  }
  const flat = surface.dimension === 2;
  const mesh: Triangles = flat ? { corners: surface.corners, triangles: fan(surface.corners.length / 3) } : surface;
  const side = flat ? DoubleSide : FrontSide;
  const skin = paint(body, `skin ${side}`, () => new MeshLambertMaterial({
    transparent: true, side, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
  }));
  const ink = paint(body, "ink", () => new LineBasicMaterial({ color: 0x20242c, transparent: true, opacity: 0.55 }));
  const kind = flat || surface.flat ? "flat" : "round";
  return [tinted(new Mesh(faces(mesh, CREASE[kind]), skin)), new LineSegments(edges(mesh, EDGE[kind]), ink)];
}

function fan(count: number): number[] {
  return Array.from({ length: count - 2 }, (_, i) => [0, i + 1, i + 2]).flat();
}
