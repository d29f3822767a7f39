// A body as a group of the scene: its faces, and the edges that can be seen.

import {
  BufferAttribute, BufferGeometry, DoubleSide, EdgesGeometry, FrontSide, Group, Line, LineBasicMaterial, LineSegments, Mesh,
  MeshStandardMaterial, SphereGeometry,
} from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";

import type { Surface } from "./engine";

/** Faces of a round shape that meet at a sharper angle than this are not blended. */
const CREASE = 0.5;
/** A point is drawn this large. */
const DOT = 0.04;

export function bodyGroup(surface: Surface, body: number): Group {
  const group = new Group();
  const add = (part: Mesh | LineSegments | Line, tinted: boolean) => {
    part.userData = { body, tinted };
    group.add(part);
  };
  const positions = new BufferAttribute(new Float32Array(surface.corners), 3);
  if (surface.dimension === 0) {
    const [x, y, z] = surface.corners;
    add(new Mesh(new SphereGeometry(DOT, 20, 14).translate(x, y, z), new MeshStandardMaterial()), true);
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
    roughness: 0.75, transparent: true, side: flat ? DoubleSide : FrontSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
  });
  add(new Mesh(geometry, material), true);
  const edges = new EdgesGeometry(base, faceted ? 1 : 44);
  add(new LineSegments(edges, new LineBasicMaterial({ color: 0x20242c, transparent: true, opacity: 0.55 })), false);
  return group;
}

function fan(count: number): number[] {
  return Array.from({ length: count - 2 }, (_, i) => [0, i + 1, i + 2]).flat();
}
