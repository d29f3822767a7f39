//! Exact depths of overlapping shapes with vertices: the expanding polytope in integers.
//!
//! The hull of some differences of vertices grows towards the difference of the two shapes, at
//! its face closest to the origin, until nothing lies beyond that face. All numbers are whole
//! multiples of one power of two, so that every sign and every comparison of heights is a fact, and
//! what is left in the end is a face of the difference itself.

use alloc::vec::Vec;
use core::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;

use super::body::Body;
use super::outcome::{Exact, scaled};
use super::root::root_to_f64;
use super::wide::{ANY, NOUGHT, Wide, cross, dot, is_nought, minus, negated, sign, times};
use super::{Rational, distance};
use crate::answer::Names;
use crate::query::{QueryError, Side, signed_distance};
use crate::shape::Convex;
use crate::space::Pose;

/// How deep two shapes overlap, as a fact.
#[derive(Clone, PartialEq, Debug)]
pub struct ExactDepth<const D: usize> {
    depth: f64,
    normal: Wide,
    /// How far the difference reaches along the normal, times the normal's length.
    height: IBig,
    exponent: i64,
    vertices: Vec<[u32; 2]>,
    rounds: u32,
}

impl<const D: usize> ExactDepth<D> {
    /// The depth: the `f64` nearest to the true one.
    pub fn depth(&self) -> f64 {
        self.depth
    }

    /// The square of the depth.
    pub fn squared(&self) -> Rational {
        let length_squared = dot(&self.normal, &self.normal);
        scaled(&(&self.height * &self.height), &length_squared, 2 * self.exponent)
    }

    /// The direction along which B leaves A on the shortest way, of no particular length.
    pub fn normal(&self) -> [Rational; D] {
        core::array::from_fn(|i| Rational::from(self.normal[i].clone()))
    }

    /// The shortest way itself: moving B by this leaves the shapes touching.
    pub fn translation(&self) -> [Rational; D] {
        let length_squared = dot(&self.normal, &self.normal);
        let way = times(&self.normal, &self.height);
        core::array::from_fn(|i| scaled(&way[i], &length_squared, self.exponent))
    }

    /// The vertices, one of A and one of B in each pair, whose differences span the face of the
    /// difference that is closest to the origin; none where the shapes only touch.
    pub fn vertices(&self) -> &[[u32; 2]] {
        &self.vertices
    }

    /// How many faces were looked at.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }
}

/// How deep two shapes overlap, without any rounding; `None` if they have no point in common, zero
/// where they touch. For the same shapes as [`distance`](fn@super::distance), with the same meaning
/// of their numbers.
///
/// ```
/// use clearance::{Pose, exact, shape::Cuboid};
/// let cube = Cuboid::new([0.5, 0.5, 0.5])?;
/// let there = Pose::at([1.0 - f64::EPSILON, 0.25, 0.0]);
/// let depth = exact::penetration(&cube, &Pose::IDENTITY, &cube, &there)?.expect("they overlap");
/// assert_eq!(depth.depth(), f64::EPSILON);
/// assert_eq!(depth.vertices().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn penetration<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Option<ExactDepth<D>>, QueryError> {
    let meeting = match distance(a, pose_a, b, pose_b)? {
        Exact::Apart(_) => return Ok(None),
        Exact::Touching(meeting) => {
            let normal = meeting.parting().cloned().unwrap_or(NOUGHT);
            let (height, vertices) = (IBig::ZERO, Vec::new());
            return Ok(Some(ExactDepth {
                depth: 0.0,
                normal,
                height,
                exponent: 0,
                vertices,
                rounds: 0,
            }));
        }
        Exact::Overlapping(meeting) => meeting,
    };
    let difference = Difference {
        a: Body::new(&a.view(), pose_a).ok_or(QueryError::NotLinear(Side::A))?,
        b: Body::new(&b.view(), pose_b).ok_or(QueryError::NotLinear(Side::B))?,
        exponent: 0,
    };
    let difference = Difference { exponent: difference.finest(), ..difference };
    // Floats propose the face; what carried the common point comes second.
    let mut pairs = Vec::new();
    if let Ok(float) = signed_distance(a, pose_a, b, pose_b)
        && let (Names::Vertices(of_a), Names::Vertices(of_b)) =
            (float.evidence().a, float.evidence().b)
    {
        let count = float.evidence().len.min(of_a.len());
        pairs.extend((0..count).map(|k| [of_a[k], of_b[k]]));
    }
    pairs.extend(meeting.vertices());
    Ok(difference.deepest(&pairs))
}

/// The set of all differences of points of A and B.
struct Difference<'a, const D: usize> {
    a: Body<'a, D>,
    b: Body<'a, D>,
    /// The unit of all coordinates is two to this.
    exponent: i64,
}

/// A vertex of the difference.
#[derive(Clone)]
struct Corner {
    at: Wide,
    pair: [u32; 2],
}

/// A face (an edge in 2D) of the hull, with its normal outwards.
struct Face {
    v: [usize; 3],
    normal: Wide,
    height: IBig,
    length_squared: IBig,
}

impl<const D: usize> Difference<'_, D> {
    fn finest(&self) -> i64 {
        let of = |body: &Body<'_, D>| {
            (0..body.count()).map(|id| body.exponent(id)).fold(ANY, |least, own| least.min(own))
        };
        match of(&self.a).min(of(&self.b)) {
            ANY => 0,
            exponent => exponent,
        }
    }

    fn corner(&self, pair: [u32; 2]) -> Corner {
        let (a, b) = (self.a.world(pair[0], self.exponent), self.b.world(pair[1], self.exponent));
        Corner { at: minus(&a, &b), pair }
    }

    /// The corner that lies furthest along `up`; one of the furthest.
    fn furthest(&self, up: &Wide, from: [u32; 2]) -> Corner {
        let [mut i, mut j] = from;
        let down = negated(up);
        while let Some(id) = self.a.lower(&down, i) {
            i = id;
        }
        while let Some(id) = self.b.lower(up, j) {
            j = id;
        }
        self.corner([i, j])
    }

    fn deepest(&self, proposed: &[[u32; 2]]) -> Option<ExactDepth<D>> {
        let mut hull = Hull::<D> { corners: self.simplex(proposed)?, faces: Vec::new() };
        hull.begin();
        let mut rounds = 0;
        loop {
            rounds += 1;
            let closest = hull.closest()?;
            let face = &hull.faces[closest];
            let next = self.furthest(&face.normal, hull.corners[face.v[0]].pair);
            if dot(&face.normal, &next.at) > face.height {
                hull.grow(next);
                continue;
            }
            let squared = &face.height * &face.height;
            return Some(ExactDepth {
                depth: root_to_f64(
                    &squared.unsigned_abs(),
                    &face.length_squared.clone().unsigned_abs(),
                    2 * self.exponent,
                ),
                normal: face.normal.clone(),
                height: face.height.clone(),
                exponent: self.exponent,
                vertices: face.v[..D].iter().map(|v| hull.corners[*v].pair).collect(),
                rounds,
            });
        }
    }

    /// D + 1 corners that do not lie in a plane (a line in 2D); `None` if there are none.
    fn simplex(&self, proposed: &[[u32; 2]]) -> Option<Vec<Corner>> {
        let mut corners = Vec::from([self.corner(*proposed.first()?)]);
        for pair in &proposed[1..] {
            self.take(&mut corners, self.corner(*pair));
        }
        while corners.len() <= D {
            let before = corners.len();
            for up in across::<D>(&corners) {
                for up in [negated(&up), up] {
                    let next = self.furthest(&up, corners[0].pair);
                    self.take(&mut corners, next);
                }
                if corners.len() > before {
                    break;
                }
            }
            if corners.len() == before {
                return None;
            }
        }
        Some(corners)
    }

    /// One more corner, if it is not in the plane of the others.
    fn take(&self, corners: &mut Vec<Corner>, next: Corner) {
        let edge = |k: usize| minus(&corners[k].at, &corners[0].at);
        let new = minus(&next.at, &corners[0].at);
        let apart = match (corners.len(), D) {
            (1, _) => !is_nought(&new),
            (2, _) => !is_nought(&cross(&edge(1), &new)),
            (3, 3) => !dot(&cross(&edge(1), &edge(2)), &new).is_zero(),
            _ => false,
        };
        if apart {
            corners.push(next);
        }
    }
}

/// Directions across the span of some corners, at least one of which leads out of it.
fn across<const D: usize>(corners: &[Corner]) -> Vec<Wide> {
    let axis = |k: usize| -> Wide { core::array::from_fn(|i| IBig::from(u8::from(i == k))) };
    let edge = |k: usize| minus(&corners[k].at, &corners[0].at);
    match corners.len() {
        1 => (0..D).map(axis).collect(),
        2 if D == 2 => Vec::from([quarter_turn(&edge(1))]),
        2 => (0..3).map(|k| cross(&edge(1), &axis(k))).filter(|up| !is_nought(up)).collect(),
        _ => Vec::from([cross(&edge(1), &edge(2))]),
    }
}

/// To the right.
fn quarter_turn(v: &Wide) -> Wide {
    [v[1].clone(), -&v[0], IBig::ZERO]
}

/// The hull of some corners.
struct Hull<const D: usize> {
    corners: Vec<Corner>,
    faces: Vec<Face>,
}

impl<const D: usize> Hull<D> {
    /// The faces of the simplex that the corners are.
    fn begin(&mut self) {
        for skip in 0..=D {
            let mut v = [0; 3];
            for (place, k) in (0..=D).filter(|k| *k != skip).enumerate() {
                v[place] = k;
            }
            let face = self.face(v);
            let inwards = dot(&face.normal, &self.corners[skip].at) < face.height;
            if !inwards {
                v.swap(0, 1);
            }
            let face = if inwards { face } else { self.face(v) };
            self.faces.push(face);
        }
    }

    fn face(&self, v: [usize; 3]) -> Face {
        let [p, q, r] = v.map(|k| &self.corners[k].at);
        let normal =
            if D == 2 { quarter_turn(&minus(q, p)) } else { cross(&minus(q, p), &minus(r, p)) };
        let height = dot(&normal, p);
        let length_squared = dot(&normal, &normal);
        Face { v, normal, height, length_squared }
    }

    /// The face whose plane is lowest over the origin.
    fn closest(&self) -> Option<usize> {
        (0..self.faces.len()).min_by(|i, j| compare(&self.faces[*i], &self.faces[*j]))
    }

    /// Adds a corner that lies beyond some face. Faces that it sees edge-on go, too: then no new
    /// face is empty.
    fn grow(&mut self, corner: Corner) {
        let mut ridges: Vec<[usize; 2]> = Vec::new();
        let mut kept = Vec::with_capacity(self.faces.len() + 2);
        for face in self.faces.drain(..) {
            if dot(&face.normal, &corner.at) < face.height {
                kept.push(face);
            } else if D == 2 {
                ridges.push([face.v[0], face.v[1]]);
            } else {
                let [p, q, r] = face.v;
                ridges.extend([[p, q], [q, r], [r, p]]);
            }
        }
        self.faces = kept;
        let new = self.corners.len();
        self.corners.push(corner);
        let mut fresh = Vec::new();
        for [from, to] in &ridges {
            if D == 2 {
                // The chain of edges that go begins where none of them ends.
                if !ridges.iter().any(|other| other[1] == *from) {
                    fresh.push(self.face([*from, new, 0]));
                }
                if !ridges.iter().any(|other| other[0] == *to) {
                    fresh.push(self.face([new, *to, 0]));
                }
            } else if !ridges.contains(&[*to, *from]) {
                fresh.push(self.face([*from, *to, new]));
            }
        }
        self.faces.extend(fresh);
    }
}

/// Which plane is lower: heights over lengths, compared by their squares.
fn compare(f: &Face, g: &Face) -> Ordering {
    let signs = sign(&f.height).cmp(&sign(&g.height));
    if signs.is_ne() {
        return signs;
    }
    let left = &f.height * &f.height * &g.length_squared;
    let right = &g.height * &g.height * &f.length_squared;
    if sign(&f.height).is_lt() { right.cmp(&left) } else { left.cmp(&right) }
}
