// The pair as code: what to paste to get the same answer elsewhere.

import { queryOf } from "./engine";
import { rust } from "./rust";
import type { State } from "./state";

export type Language = "rust" | "python" | "json";

export function codeOf(state: State, language: Language): string {
  switch (language) {
    case "json":
      return json(state);
    case "python":
      return python(state);
    case "rust":
      return rust(state);
  }
}

function json(state: State): string {
  const query = queryOf(state);
  if (state.method === "exact") query.exact = true;
  else if (state.method && !query.query) query.method = state.method;
  return `${JSON.stringify(query)}\n`;
}

function python(state: State): string {
  const query = queryOf(state) as Record<string, object>;
  const written = (value: object) => JSON.stringify(value).replaceAll("true", "True").replaceAll("false", "False");
  const moving = Boolean(query.query);
  const exact = state.method === "exact";
  const lines = [exact && !moving ? "from clearance import Pose, Shape, exact" : moving ? "from clearance import Motion, Pose, Shape, first_contact" : "from clearance import Pose, Shape, distance", ""];
  for (const name of ["a", "b"]) {
    lines.push(`${name} = Shape(${written(query[name])}, dim=${state.dim})`);
    lines.push(`pose_${name} = Pose.from_dict(${written(query[`pose_${name}`])}, dim=${state.dim})`);
  }
  if (moving) {
    for (const name of ["a", "b"]) {
      const velocity = query[`velocity_${name}`];
      const spin = query[`angular_velocity_${name}`];
      const more = [velocity ? `, velocity=${written(velocity)}` : "", spin !== undefined ? `, spin=${written(spin)}` : ""];
      lines.push(`motion_${name} = Motion(pose_${name}${more.join("")})`);
    }
    lines.push(`contact = first_contact(a, motion_a, b, motion_b, ${state.end})`, "met = contact.hit or contact.miss", 'print(f"time={met.time}", met)');
  } else if (exact) {
    lines.push("answer = exact.distance(a, pose_a, b, pose_b)", "print(answer.distance, answer.verdict, answer.squared)");
  } else {
    const method = state.method ? `, method="${state.method}"` : "";
    lines.push(`answer = distance(a, pose_a, b, pose_b${method})`, "print(answer.distance, answer.lower, answer.upper, answer.points)");
  }
  return `${lines.join("\n")}\n`;
}
