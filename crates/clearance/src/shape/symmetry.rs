//! What a set may be turned about without any change: a line, or a point.
//!
//! Where a difference is such a body, all directions at one angle to its axis are equally short ways out but for
//! where it lies, and no number of faces proves that there is none shorter between them. The numbers that a shape
//! was made of tell its axis.

use super::{Convex, Core, Formula, Several, View};
use crate::accuracy;
use crate::space::{Matrix, Pose, Singular, Vector};

/// A line about which a set may be turned: through a point, along a direction (any, for a ball around the point).
#[derive(Clone, Copy)]
pub(crate) struct Symmetry<const D: usize> {
    pub(crate) through: Vector<D>,
    pub(crate) along: Option<Vector<D>>,
}

impl<const D: usize> Symmetry<D> {
    /// That of a core in its own frame.
    pub(crate) fn of(core: &Core<'_, D>) -> Option<Self> {
        match core {
            Core::Point(p) => Some(Self::ball(*p)),
            Core::Segment(p, q) => Self::segment(*p, *q),
            Core::Vertices(set) => match *set.points() {
                [p] => Some(Self::ball(p)),
                [p, q] => Self::segment(p, q),
                _ => None,
            },
            Core::Swept(swept) => {
                let mut ways = swept.lines.iter().chain(swept.rays).copied();
                let all = |base: Self| ways.try_fold(base, |all, way| all.and_along(way));
                Self::of_view(&swept.base.view()).and_then(all)
            }
            _ => Self::told(core.shape()?),
        }
    }

    fn of_view(view: &View<'_, D>) -> Option<Self> {
        let own = Self::of(&view.core)?;
        Some(view.frame.map_or(own, |frame| own.placed(frame)))
    }

    /// By what the shape says itself, or the numbers that it was made of.
    fn told(shape: &dyn Convex<D>) -> Option<Self> {
        // In browsers size counts for more.
        let known = if cfg!(target_arch = "wasm32") { None } else { formula(shape.formula()) };
        known.or_else(|| Self::axis(Vector::ZERO, shape.axis()?))
    }

    fn ball(through: Vector<D>) -> Self {
        Self { through, along: None }
    }

    /// In the plane there are none but balls.
    fn axis(through: Vector<D>, along: Vector<D>) -> Option<Self> {
        (D == 3).then_some(Self { through, along: Some(along) })
    }

    fn segment(p: Vector<D>, q: Vector<D>) -> Option<Self> {
        if p == q { Some(Self::ball(p)) } else { Self::axis(p, (q - p).normalized()?) }
    }

    pub(crate) fn placed(self, pose: &Pose<D>) -> Self {
        let along = self.along.map(|u| pose.rotation().rotate(u));
        Self { through: pose.transform(self.through), along }
    }

    /// What is left if the set goes on along this way.
    fn and_along(self, way: Vector<D>) -> Option<Self> {
        match self.along {
            None => Self::axis(self.through, way),
            Some(u) => is_parallel(u, way).then_some(self),
        }
    }

    /// That of the sum: bodies of revolution may stand beside each other.
    fn plus(self, other: Self) -> Option<Self> {
        let through = self.through + other.through;
        match (self.along, other.along) {
            (None, along) | (along, None) => Some(Self { through, along }),
            (Some(u), Some(v)) => is_parallel(u, v).then_some(Self { through, ..self }),
        }
    }

    /// That of the hull, for which both must have the same axis.
    fn beside(self, other: Self) -> Option<Self> {
        let between = other.through - self.through;
        let size = self.through.max_abs().max(other.through.max_abs());
        if between.norm() <= accuracy::PARALLEL * size {
            let along = self.plus(other)?.along;
            return Some(Self { along, ..self });
        }
        let way = between.normalized()?;
        let one = self.and_along(way)?;
        other.and_along(way).map(|_| one)
    }

    /// How far a point is from the axis, if there is one.
    pub(crate) fn off(&self, point: Vector<D>) -> Option<f64> {
        let (u, from) = (self.along?, point - self.through);
        Some((from - u * u.dot(from)).norm())
    }
}

/// To rounding, whichever way they lead.
pub(crate) fn is_parallel<const D: usize>(u: Vector<D>, v: Vector<D>) -> bool {
    (u - v).norm().min((u + v).norm()) <= accuracy::PARALLEL
}

/// The direction of what a vector has at right angles to a unit vector, or any such direction. What is left of a
/// vector that is nearly parallel is mostly rounding, and not at right angles before a second time.
pub(crate) fn sideways<const D: usize>(v: Vector<D>, u: Vector<D>) -> Option<Vector<D>> {
    let off = |v: Vector<D>| (v - u * u.dot(v)).normalized();
    let level = |w: &Vector<D>| u.dot(*w).abs() <= accuracy::PARALLEL;
    off(v).and_then(off).filter(level).or_else(|| u.any_perpendicular())
}

#[inline(never)]
fn formula<const D: usize>(formula: Formula<'_, D>) -> Option<Symmetry<D>> {
    match formula {
        Formula::Superquadric { semiaxes, exponents } => {
            let round = |i: usize, j: usize| {
                exponents[i] == 2.0 && exponents[j] == 2.0 && semiaxes[i] == semiaxes[j]
            };
            if (1..D).all(|i| round(0, i)) {
                return Some(Symmetry::ball(Vector::ZERO));
            }
            let axis = (0..D).find(|i| round((i + 1) % D, (i + 2) % D))?;
            Symmetry::axis(Vector::ZERO, Vector::axis(axis))
        }
        Formula::NestedSuperquadric { semiaxes, around, along } => {
            let even = around == 2.0 && semiaxes[0] == semiaxes[1];
            match even && along == 2.0 && semiaxes[1] == semiaxes[2] {
                true => Some(Symmetry::ball(Vector::ZERO)),
                false if even => Symmetry::axis(Vector::ZERO, Vector::axis(2)),
                false => None,
            }
        }
        Formula::Quadric { q, b, .. } => {
            let (round, along) = turned(q, b.normalized())?;
            centred(b, round, along)
        }
        Formula::Hyperquadric(terms) => {
            let mut others = terms.iter().filter(|term| term.n != 2.0);
            let hint = others.clone().next().and_then(|term| term.a.normalized());
            let (mut q, mut b) = (Matrix([Vector::ZERO; D]), Vector::ZERO);
            for term in terms.iter().filter(|term| term.n == 2.0) {
                b += term.a * term.d;
                for i in 0..D {
                    q[i] += term.a * term.a[i];
                }
            }
            let (round, along) = turned(&q, hint)?;
            let along = along.or(hint.filter(|_| D == 3));
            let is_level =
                |a: Vector<D>| along.zip(a.normalized()).is_some_and(|(u, a)| is_parallel(u, a));
            others.all(|term| is_level(term.a)).then(|| centred(b, round, along))?
        }
        Formula::SecondOrderCone { b, d, c, .. } => {
            let (round, along) = turned(&(b.transpose() * *b), c.normalized())?;
            match (c.normalized(), along) {
                (Some(_), None) => centred(b.transpose_mul(d), round, c.normalized()),
                (Some(c), Some(u)) if !is_parallel(c, u) => None,
                _ => centred(b.transpose_mul(d), round, along),
            }
        }
        Formula::Sum(several) => all(several, Symmetry::plus),
        Formula::Hull(several) => all(several, Symmetry::beside),
        Formula::Affine { shape, matrix, translation } => {
            let own = Symmetry::of_view(&shape.view())?;
            let through = *matrix * own.through + translation;
            let (_, along) = match own.along {
                // The image of a ball is that of the matrix times its transpose.
                None => turned(&(*matrix * matrix.transpose()), None)?,
                Some(u) => {
                    let image = (*matrix * u).normalized()?;
                    let side = u.any_perpendicular()?;
                    let [e, f] = [side, u.cross3(side)].map(|side| *matrix * side);
                    let most = e.norm().max(f.norm());
                    let slack = accuracy::PARALLEL * most;
                    let level = image.dot(e).abs().max(image.dot(f).abs()) <= slack;
                    let even = (e.norm() - f.norm()).abs().max(e.dot(f).abs() / most) <= slack;
                    (level && even).then_some((1.0, Some(image)))?
                }
            };
            Some(Symmetry { through, along }).filter(|s| s.along.is_none() || D == 3)
        }
        Formula::Placed { shape, pose } => Some(Symmetry::of_view(&shape.view())?.placed(pose)),
        Formula::Rounded { shape, .. } => Symmetry::of_view(&shape.view()),
        _ => None,
    }
}

/// Of a symmetric matrix α + β u uᵀ the α and the direction u, if it is one; no direction if β is zero. `hint` may be
/// such a direction.
fn turned<const D: usize>(
    matrix: &Matrix<D>,
    hint: Option<Vector<D>>,
) -> Option<(f64, Option<Vector<D>>)> {
    let is_round = |round: f64, along: Option<Vector<D>>| {
        let extra = along.map_or(0.0, |u| u.dot(*matrix * u) - round);
        (0..D).all(|i| {
            let u = along.unwrap_or(Vector::ZERO);
            let ideal = Vector::<D>::axis(i) * round + u * (u[i] * extra);
            // A share of the bends across, which may be next to nothing beside that along the axis.
            (matrix[i] - ideal).max_abs() <= accuracy::PARALLEL * round.abs()
        })
    };
    if is_round(matrix[0][0], None) {
        return Some((matrix[0][0], None));
    }
    if D != 3 {
        return None;
    }
    let by = |u: Vector<D>| {
        let e = u.any_perpendicular()?;
        let round = e.dot(*matrix * e);
        is_round(round, Some(u)).then_some((round, Some(u)))
    };
    if let Some(known) = hint.and_then(by).or_else(|| (0..D).map(Vector::axis).find_map(by)) {
        return Some(known);
    }
    Singular::new(matrix).axes.into_iter().find_map(by)
}

/// The axis of a set whose slopes at the origin are these, along the axis of its bends: the slopes across vanish on it.
fn centred<const D: usize>(
    slope: Vector<D>,
    round: f64,
    along: Option<Vector<D>>,
) -> Option<Symmetry<D>> {
    let across = match along {
        None => slope,
        Some(u) => slope - u * u.dot(slope),
    };
    let none = across.max_abs() == 0.0;
    let through = if none { Vector::ZERO } else { across * (-1.0 / round) };
    through.is_finite().then_some(Symmetry { through, along })
}

/// That of all parts together.
fn all<const D: usize>(
    several: Several<'_, D>,
    join: fn(Symmetry<D>, Symmetry<D>) -> Option<Symmetry<D>>,
) -> Option<Symmetry<D>> {
    let corners = several.corners.map(|shape| Symmetry::of_view(&shape.view()));
    let others = several.others.iter().map(|k| Symmetry::of_view(&several.parts[*k].view()));
    let mut together = None;
    for part in corners.into_iter().chain(others) {
        let part = part?;
        together = Some(match together {
            None => part,
            Some(so_far) => join(so_far, part)?,
        });
    }
    together
}
