// The pair as code: what to paste to get the same answer elsewhere.

import { queryOf } from "./engine";
import type { Shape, State } from "./state";

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
    lines.push(`print(first_contact(a, motion_a, b, motion_b, ${state.end}))`);
  } else if (exact) {
    lines.push("print(exact.distance(a, pose_a, b, pose_b))");
  } else {
    const method = state.method ? `, method="${state.method}"` : "";
    lines.push(`answer = distance(a, pose_a, b, pose_b${method})`, "print(answer.distance, answer.lower, answer.upper, answer.points)");
  }
  return `${lines.join("\n")}\n`;
}

const number = (x: unknown): string => {
  if (x === "infinity") return "f64::INFINITY";
  const value = Number(x);
  // A string may be a fraction; nothing else that is written here is.
  if (typeof x === "string" && x.includes("/")) {
    const [p, q] = x.split("/");
    return `${number(p)} / ${number(q)}`;
  }
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
};
const vector = (v: unknown): string => `[${(v as unknown[]).map(number).join(", ")}]`;
const vectors = (list: unknown): string => `[${(list as unknown[]).map(vector).join(", ")}]`;
const METHODS: Record<string, string> = {
  formula: "Formula", gjk: "Gjk", conjugate: "Conjugate", lemke: "Lemke", "active-set": "ActiveSet", newton: "Newton", interior: "Interior",
};

class Uses {
  readonly shapes = new Set<string>();
  readonly library = new Set<string>(["Pose"]);
}

/** A constructor call, without the question mark at its end. */
function made(shape: Shape, dim: number, uses: Uses): string {
  const use = (name: string) => {
    uses.shapes.add(name);
    return name;
  };
  const typed = (name: string) => `${use(name)}::<${dim}>`;
  const inner = (part: unknown) => `${made(part as Shape, dim, uses)}?`;
  const boxed = (parts: unknown) => {
    uses.library.add("Convex");
    return `vec![${(parts as Shape[]).map((part) => `Box::new(${inner(part)}) as Box<dyn Convex<${dim}>>`).join(", ")}]`;
  };
  const s = shape;
  switch (s.type) {
    case "point": return `${use("Point")}::new(${vector(s.point)})`;
    case "segment": return `${use("Segment")}::new(${vector(s.a)}, ${vector(s.b)})`;
    case "line":
    case "ray": return `${use(s.type === "line" ? "Line" : "Ray")}::new(${vector(s.point)}, ${vector(s.direction)})`;
    case "plane":
      if (s.u) return `${use("Plane")}::spanned(${vector(s.point)}, ${vector(s.u)}, ${vector(s.v)})`;
      return `${use("Plane")}::new(${vector(s.normal)}, ${number(s.offset)})`;
    case "halfspace": return `${use("HalfSpace")}::new(${vector(s.normal)}, ${number(s.offset)})`;
    case "triangle": return `${use("Triangle")}::new(${vectors(s.vertices)})`;
    case "tetrahedron": return `${use("Tetrahedron")}::new(${vectors(s.vertices)})`;
    case "rectangle":
      if (s.corner) return `${typed("Rectangle")}::from_corner(${vector(s.corner)}, ${vectors(s.edges)})`;
      return `${typed("Rectangle")}::new(${vector(s.half_extents)})`;
    case "polygon": {
      const flat = (s.vertices as number[][]).map((p) => (p.length < dim ? [...p, 0] : p));
      return `${use("Polygon")}::new(${vectors(flat)})`;
    }
    case "box":
      if (s.corner) return `${typed("Cuboid")}::from_corner(${vector(s.corner)}, ${vectors(s.edges)})`;
      return `${use("Cuboid")}::new(${vector(s.half_extents)})`;
    case "ball": return `${typed("Ball")}::new(${number(s.radius)})`;
    case "capsule":
      if (s.a) return `${use("Capsule")}::new(${vector(s.a)}, ${vector(s.b)}, ${number(s.radius)})`;
      return `${typed("Capsule")}::along_axis(${number(s.half_length)}, ${number(s.radius)})`;
    case "cylinder":
      if (s.a) return `${use("Cylinder")}::between(${vector(s.a)}, ${vector(s.b)}, ${number(s.radius)})`;
      return `${use("Cylinder")}::new(${number(s.half_length)}, ${number(s.radius)})`;
    case "cone":
      if (s.base) return `${use("Cone")}::between(${vector(s.base)}, ${vector(s.apex)}, ${number(s.radius)})`;
      return `${use("Cone")}::new(${number(s.height)}, ${number(s.radius)})`;
    case "ellipsoid": return `${use("Ellipsoid")}::new(${vector(s.semiaxes)})`;
    case "superquadric": return `${use("Superquadric")}::new(${vector(s.semiaxes)}, ${vector(s.exponents)})`;
    case "hyperquadric": {
      const terms = (s.terms as { a: number[]; d?: number; n: number }[]).map((term) => `(${vector(term.a)}, ${number(term.d ?? 0)}, ${number(term.n)})`);
      return `${use("Hyperquadric")}::new([${terms.join(", ")}])`;
    }
    case "quadric": return `${use("Quadric")}::new(${vectors(s.q)}, ${vector(s.b ?? Array(dim).fill(0))}, ${number(s.c)})`;
    case "second_order_cone":
      return `${use("SecondOrderCone")}::new(${vectors(s.b)}, ${vector(s.d ?? Array(dim).fill(0))}, ${vector(s.c)}, ${number(s.e ?? 0)})`;
    case "polytope": {
      if (s.faces) return `${use("Polytope")}::from_mesh(${vectors(s.vertices)}, &${JSON.stringify(s.faces)})`;
      const points = `${use("Polytope")}::from_points(${vectors(s.vertices)})`;
      return s.facets === true ? `${points}?.with_facets()` : points;
    }
    case "facet-ball": return `${use("Halfspaces")}::facet_ball(${Math.round(Number(s.order))})`;
    case "pebble":
      return `${use("Polytope")}::from_points((0..${Math.round(Number(s.count))}).map(|i| {
        let (z, turn) = (1.0 - (2.0 * f64::from(i) + 1.0) / ${Math.round(Number(s.count))}.0, std::f64::consts::PI * (3.0 - 5.0_f64.sqrt()));
        let (ring, (sin, cos)) = ((1.0 - z * z).sqrt(), (turn * f64::from(i)).sin_cos());
        [ring * cos, ring * sin, z]
    }))?.with_facets()`;
    case "halfspaces": {
      const offsets = s.offsets as number[];
      const pairs = (s.normals as number[][]).map((n, i) => `(${vector(n)}, ${number(offsets[i])})`);
      return `${use("Halfspaces")}::${s.raw === true ? "raw" : "new"}([${pairs.join(", ")}])`;
    }
    case "rounded": return `${use("Rounded")}::new(${inner(s.shape)}, ${number(s.radius)})`;
    case "affine":
      if (s.matrix) return `${use("Affine")}::new(${inner(s.shape)}, ${vectors(s.matrix)}, ${vector(s.translation ?? Array(dim).fill(0))})`;
      return `${use("Placed")}::new(${inner(s.shape)}, Pose::at(${vector(s.translation ?? Array(dim).fill(0))}))`;
    case "minkowski_sum": return `${use("MinkowskiSum")}::new(${boxed(s.parts)})`;
    case "hull": return `${use("ConvexHull")}::new(${boxed(s.parts)})`;
    case "intersection": return `${use("Intersection")}::new(${boxed(s.parts)})`;
    default: throw `there is no Rust for a ${s.type}`;
  }
}

function rust(state: State): string {
  const uses = new Uses();
  const query = queryOf(state);
  const moving = Boolean(query.query);
  const lines: string[] = [];
  const names = ["a", "b"] as const;
  names.forEach((name, i) => {
    const body = state.bodies[state.pair[i]];
    const shape = body.to ? (query[name] as Shape) : body.shape;
    lines.push(`let ${name} = ${made(shape, state.dim, uses)}?;`);
    const plain = state.dim === 2 ? body.r[0] === 0 : body.r[0] === 0 && body.r[1] === 0 && body.r[2] === 0;
    if (plain) {
      lines.push(`let pose_${name} = Pose::at(${vector(body.t)});`);
    } else {
      uses.library.add("Rotation");
      const turn = state.dim === 2 ? `from_angle(${number(body.r[0])})` : `from_quaternion(${vector(body.r)})`;
      lines.push(`let pose_${name} = Pose::new(Rotation::${turn}?, ${vector(body.t)})?;`);
    }
  });
  if (moving) {
    uses.library.add("Motion").add("first_contact");
    names.forEach((name, i) => {
      const body = state.bodies[state.pair[i]];
      const spin = body.w ?? (state.dim === 2 ? [0] : [0, 0, 0]);
      lines.push(
        `let motion_${name} = Motion::<${state.dim}>::twist(pose_${name}, ${vector(body.v ?? Array(state.dim).fill(0))}, ${state.dim === 2 ? number(spin[0]) : vector(spin)})?;`,
      );
    });
    lines.push(`println!("{:?}", first_contact(&a, &motion_a, &b, &motion_b, ${number(state.end)})?);`);
  } else if (state.method === "exact") {
    // Needs the feature of the same name.
    lines.push("let answer = clearance::exact::distance(&a, &pose_a, &b, &pose_b)?;", `println!("{} = √{}", answer.distance(), answer.squared());`);
  } else {
    const method = METHODS[state.method];
    uses.library.add(method ? "Method" : "distance");
    if (method) uses.library.add("Query");
    const ask = method ? `Query::DEFAULT.with_method(Method::${method}).distance` : "distance";
    lines.push(
      `let answer = ${ask}(&a, &pose_a, &b, &pose_b)?;`,
      `println!("{} between {:?}, proved: {} to {}", answer.distance(), answer.points(), answer.lower(), answer.upper());`,
    );
  }
  const sorted = (set: Set<string>) => [...set].sort().join(", ");
  const shapes = uses.shapes.size === 1 ? sorted(uses.shapes) : `{${sorted(uses.shapes)}}`;
  const library = uses.library.size === 1 ? sorted(uses.library) : `{${sorted(uses.library)}}`;
  return `use clearance::shape::${shapes};
use clearance::${library};

fn main() -> Result<(), Box<dyn std::error::Error>> {
${lines.map((text) => `    ${text}`).join("\n")}
    Ok(())
}
`;
}
