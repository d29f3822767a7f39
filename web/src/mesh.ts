// Triangles ready to be drawn: a normal for each corner, and the edges that can be seen. Made anew in every frame of a shape that
// deforms, so everything goes by the numbers of the corners.

import { BufferAttribute, BufferGeometry } from "three";

/** Normals that differ by less are one. */
const SAME = 1 - 1e-7;

export interface Triangles {
  corners: ArrayLike<number>;
  /** Three corners each. */
  triangles: ArrayLike<number>;
}

/** Faces that meet at an angle below `crease` (radians) are blended. Corners that look the same from all their triangles are one. */
export function faces(mesh: Triangles, crease: number): BufferGeometry {
  const { corners, triangles } = mesh;
  const flat = normals(mesh);
  const least = Math.cos(crease);
  const around = facesAround(mesh);
  const [positions, directions]: number[][] = [[], []];
  const index = new Uint32Array(triangles.length);
  around.forEach((spots, corner) => {
    const first = positions.length / 3;
    for (const spot of spots) {
      const own = Math.floor(spot / 3);
      let [x, y, z] = [0, 0, 0];
      for (const other of spots) {
        const k = Math.floor(other / 3);
        if (k !== own && cosine(flat, own, k) < least) continue;
        [x, y, z] = [x + flat[3 * k], y + flat[3 * k + 1], z + flat[3 * k + 2]];
      }
      const long = Math.hypot(x, y, z) || 1;
      [x, y, z] = [x / long, y / long, z / long];
      let found = first;
      while (3 * found < positions.length && directions[3 * found] * x + directions[3 * found + 1] * y + directions[3 * found + 2] * z < SAME) found += 1;
      if (3 * found === positions.length) {
        positions.push(corners[3 * corner], corners[3 * corner + 1], corners[3 * corner + 2]);
        directions.push(x, y, z);
      }
      index[spot] = found;
    }
  });
  return new BufferGeometry()
    .setAttribute("position", new BufferAttribute(new Float32Array(positions), 3))
    .setAttribute("normal", new BufferAttribute(new Float32Array(directions), 3))
    .setIndex(new BufferAttribute(index, 1));
}

/** Edges between faces that meet at a greater angle than this (radians), and those with one face only. */
export function edges(mesh: Triangles, angle: number): BufferGeometry {
  const { corners, triangles } = mesh;
  const flat = normals(mesh);
  const least = Math.cos(angle);
  const count = corners.length / 3;
  const open = new Map<number, number>();
  const ends: number[] = [];
  const add = (edge: number) => {
    for (const k of [Math.floor(edge / count), edge % count]) ends.push(corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]);
  };
  for (let i = 0; i < triangles.length; i++) {
    const [p, q] = [triangles[i], triangles[i % 3 === 2 ? i - 2 : i + 1]];
    const edge = Math.min(p, q) * count + Math.max(p, q);
    const face = Math.floor(i / 3);
    const other = open.get(edge);
    if (other === undefined) {
      open.set(edge, face);
      continue;
    }
    open.delete(edge);
    if (cosine(flat, face, other) <= least) add(edge);
  }
  for (const edge of open.keys()) add(edge);
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(ends), 3));
}

/** Of each triangle; zero for one without area. */
function normals({ corners, triangles }: Triangles): Float64Array {
  const all = new Float64Array(triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const [p, q, r] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const [ux, uy, uz] = [corners[q] - corners[p], corners[q + 1] - corners[p + 1], corners[q + 2] - corners[p + 2]];
    const [vx, vy, vz] = [corners[r] - corners[p], corners[r + 1] - corners[p + 1], corners[r + 2] - corners[p + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const long = Math.hypot(x, y, z) || 1;
    all.set([x / long, y / long, z / long], i);
  }
  return all;
}

/** Of the angle between two faces; 1 if one has no area, and so no direction. */
function cosine(flat: Float64Array, one: number, other: number): number {
  const [i, k] = [3 * one, 3 * other];
  const none = (j: number) => flat[j] === 0 && flat[j + 1] === 0 && flat[j + 2] === 0;
  return none(i) || none(k) ? 1 : flat[i] * flat[k] + flat[i + 1] * flat[k + 1] + flat[i + 2] * flat[k + 2];
}

/** For each corner the places in the list of triangles where it stands. */
function facesAround({ corners, triangles }: Triangles): number[][] {
  const around: number[][] = Array.from({ length: corners.length / 3 }, () => []);
  for (let i = 0; i < triangles.length; i++) around[triangles[i]].push(i);
  return around;
}
