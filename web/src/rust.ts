// The pair as a program in Rust.

import { queryOf } from "./engine";
import type { Shape, State } from "./state";

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
  barrier: "Barrier", refinement: "Refinement", "refinement-4": "Refinement4", "refinement-7": "Refinement7", model: "Model", hybrid: "Hybrid",
  "point-iteration": "PointIteration",
};

/** A pose in the file format, of which the page writes a few kinds. */
interface PoseFields {
  translation?: unknown;
  matrix?: unknown;
  quaternion?: unknown;
  rpy?: unknown[];
  angle?: unknown;
}

class Uses {
  readonly shapes = new Set<string>();
  readonly library = new Set<string>(["Pose"]);
}

function pose(fields: PoseFields, dim: number, uses: Uses): string {
  const at = vector(fields.translation ?? Array(dim).fill(0));
  const turn = fields.matrix
    ? `from_matrix(${vectors(fields.matrix)}.into())`
    : fields.quaternion
      ? `from_quaternion(${vector(fields.quaternion)})`
      : fields.rpy
        ? `from_rpy(${fields.rpy.map(number).join(", ")})`
        : fields.angle !== undefined
          ? `from_angle(${number(fields.angle)})`
          : "";
  if (!turn) return `Pose::at(${at})`;
  uses.library.add("Rotation");
  return `Pose::new(Rotation::${turn}?, ${at})?`;
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
    case "nested_superquadric": {
      const [around, along] = (s.exponents as unknown[]).map(number);
      return `${use("NestedSuperquadric")}::new(${vector(s.semiaxes)}, ${around}, ${along})`;
    }
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
    case "placed": return `${use("Placed")}::new(${inner(s.shape)}, ${pose(s.pose as PoseFields, dim, uses)})`;
    case "minkowski_sum": return `${use("MinkowskiSum")}::new(${boxed(s.parts)})`;
    case "hull": return `${use("ConvexHull")}::new(${boxed(s.parts)})`;
    case "intersection": return `${use("Intersection")}::new(${boxed(s.parts)})`;
    default: throw `there is no Rust for a ${s.type}`;
  }
}

export function rust(state: State): string {
  const uses = new Uses();
  const query = queryOf(state);
  const moving = Boolean(query.query);
  const lines: string[] = [];
  const names = ["a", "b"] as const;
  names.forEach((name, i) => {
    const body = state.bodies[state.pair[i]];
    const shape = body.to ? (query[name] as Shape) : body.shape;
    lines.push(`let ${name} = ${made(shape, state.dim, uses)}?;`);
    const turned = state.dim === 2 ? body.r[0] !== 0 : body.r.slice(0, 3).some((x) => x !== 0);
    const turn = !turned ? {} : state.dim === 2 ? { angle: body.r[0] } : { quaternion: body.r };
    lines.push(`let pose_${name} = ${pose({ translation: body.t, ...turn }, state.dim, uses)};`);
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
