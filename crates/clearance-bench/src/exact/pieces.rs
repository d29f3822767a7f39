//! Linear pieces with whole-number coordinates: each twice, as fractions and as a shape.

use clearance::exact::{Linear, Rational};
use clearance::shape::{Line, Plane, Point, Polytope, Ray, Rectangle, Segment, Triangle};
use clearance::{Convex, Vector};
use fastrand::Rng;

/// The kinds in space; the plane has no planes, tetrahedra or polyhedra of its own.
const KINDS: [&str; 11] = [
    "point",
    "line",
    "ray",
    "segment",
    "triangle",
    "rectangle",
    "polygon",
    "box",
    "plane",
    "tetrahedron",
    "polyhedron",
];

/// The kinds of `D` dimensions.
pub fn kinds<const D: usize>() -> &'static [&'static str] {
    if D == 2 { &KINDS[..8] } else { &KINDS }
}

/// A piece and the same as a shape.
pub struct Piece<const D: usize> {
    /// By fractions.
    pub linear: Linear<D>,
    /// For the float paths.
    pub shape: Box<dyn Convex<D>>,
    /// Whether the shape has exactly these vertices: lines have unit directions and rectangles
    /// sides whose lengths were rounded.
    pub same: bool,
}

/// A source of points and directions that come again now and then.
pub struct Source<'a, const D: usize> {
    /// Where numbers come from.
    pub rng: &'a mut Rng,
    points: Vec<Vector<D>>,
    directions: Vec<Vector<D>>,
    most: i32,
}

impl<'a, const D: usize> Source<'a, D> {
    /// For one pair: small numbers mostly, so that much is parallel, flat and touching.
    pub fn new(rng: &'a mut Rng) -> Self {
        let most = [1, 2, 3, 3, 5, 1000][rng.usize(..6)];
        Self { rng, points: Vec::new(), directions: Vec::new(), most }
    }

    fn point(&mut self) -> Vector<D> {
        if !self.points.is_empty() && self.rng.u8(..8) == 0 {
            return self.points[self.rng.usize(..self.points.len())];
        }
        let most = self.most;
        let point = Vector::from_fn(|_| f64::from(self.rng.i32(-most..=most)));
        self.points.push(point);
        point
    }

    /// Not zero.
    fn direction(&mut self) -> Vector<D> {
        if !self.directions.is_empty() && self.rng.u8(..4) == 0 {
            return self.directions[self.rng.usize(..self.directions.len())];
        }
        loop {
            let v = Vector::from_fn(|_| f64::from(self.rng.i32(-2..=2)));
            if v != Vector::ZERO {
                self.directions.push(v);
                return v;
            }
        }
    }

    /// Directions at right angles to each other, as many as there are dimensions, none zero.
    fn frame(&mut self) -> Vec<Vector<D>> {
        loop {
            let (u, w) = (self.direction(), self.direction());
            if D == 2 {
                return vec![u, Vector::from_fn(|i| if i == 0 { -u[1] } else { u[0] })];
            }
            let v = cross(u, w);
            if v != Vector::ZERO {
                return vec![u, v, cross(u, v)];
            }
        }
    }

    /// A piece of this kind; `None` if there is none with the numbers drawn.
    pub fn draw(&mut self, kind: &str) -> Option<Piece<D>> {
        let p = self.point();
        Some(match kind {
            "point" => piece(Linear::point(q(p)), Point::new(p).ok()?),
            "line" => {
                let u = self.direction();
                rounded(Linear::line(q(p), q(u)), Line::new(p, u).ok()?)
            }
            "ray" => {
                let u = self.direction();
                rounded(Linear::ray(q(p), q(u)), Ray::new(p, u).ok()?)
            }
            "segment" => {
                let r = self.point();
                piece(Linear::segment(q(p), q(r)), Segment::new(p, r).ok()?)
            }
            "triangle" => {
                let vertices = [p, self.point(), self.point()];
                piece(Linear::triangle(vertices.map(q)), Triangle::new(vertices).ok()?)
            }
            "rectangle" => {
                let edges = self.frame();
                let edges = [edges[0], edges[1]];
                let shape = Rectangle::from_corner(p, edges).ok()?;
                rounded(Linear::rectangle(q(p), edges.map(q)), shape)
            }
            // A kite about p, as the hull that it is.
            "polygon" => {
                let edges = self.frame();
                let (u, v) = (edges[0], edges[1]);
                hull(vec![p + u, p + v, p - u * 2.0, p - v])?
            }
            "box" => {
                let edges = self.frame();
                let corner = |id: usize| {
                    (0..D).fold(p, |sum, i| if id >> i & 1 == 1 { sum + edges[i] } else { sum })
                };
                // By its corners: edges of irrational length would be rounded.
                let shape = Polytope::from_points((0..1 << D).map(corner)).ok()?;
                piece(Linear::cuboid(q(p), edges.into_iter().map(q)), shape)
            }
            "plane" => {
                let edges = self.frame();
                let normal = cross(edges[0], edges[1]);
                let shape = Plane::new(normal, normal.dot(p)).ok()?;
                let linear = Linear::point(q(p)).swept(q(edges[0])).swept(q(edges[1]));
                rounded(linear, shape)
            }
            "tetrahedron" => hull(vec![p, self.point(), self.point(), self.point()])?,
            _ => hull((0..7).map(|_| self.point()).collect())?,
        })
    }
}

fn piece<const D: usize>(linear: Linear<D>, shape: impl Convex<D> + 'static) -> Piece<D> {
    Piece { linear, shape: Box::new(shape), same: true }
}

fn rounded<const D: usize>(linear: Linear<D>, shape: impl Convex<D> + 'static) -> Piece<D> {
    Piece { linear, shape: Box::new(shape), same: false }
}

fn hull<const D: usize>(points: Vec<Vector<D>>) -> Option<Piece<D>> {
    let shape = Polytope::from_points(points.iter().copied()).ok()?;
    let linear = Linear::hull(q(points[0]), points[1..].iter().map(|p| q(*p)));
    Some(piece(linear, shape))
}

fn q<const D: usize>(v: Vector<D>) -> [Rational; D] {
    // Whole numbers.
    v.0.map(|x| Rational::from(x as i64))
}

/// The vector product, where there are three dimensions.
fn cross<const D: usize>(u: Vector<D>, v: Vector<D>) -> Vector<D> {
    Vector::from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        u[j] * v[k] - u[k] * v[j]
    })
}
