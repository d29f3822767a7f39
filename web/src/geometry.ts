// From frame to frame in the plane and in space.

import type { Frame, Surface } from "./engine";
import type { Body } from "./state";

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
