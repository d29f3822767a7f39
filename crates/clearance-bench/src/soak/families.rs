//! The families of cases: ordinary ones, and those that break programs.

use clearance::{Convex, Matrix, Pose, Rotation, Vector, distance};
use fastrand::Rng;

use super::creatures::{self, Boxed, KINDS, Native, World};
use super::draw::{Draw, Style};
use crate::workloads::{between, direction, rotation};

/// A family of cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Anything anywhere.
    Random,
    /// Along the axes, with exact coordinates: parallel faces and edges.
    Aligned,
    /// The same, turned by exact right angles.
    Quarter,
    /// Moved until they touch.
    Touching,
    /// Moved until they touch, then by one unit in the last place.
    Ulp,
    /// In the same place, and the same shape where the kinds are the same.
    Coincident,
    /// A small one inside of a large one.
    Contained,
    /// Points in a plane (on a line in 2D).
    Flat,
    /// A million times longer than thick.
    Sliver,
    /// From a billionth of the unit to a billion.
    Scaled,
    /// Close to each other, far from the origin.
    Offset,
    /// Points twice, and points between others.
    Repeats,
    /// One much larger than the other.
    Unequal,
}

impl Family {
    /// The ones that break programs.
    pub const DEGENERATE: [Self; 12] = [
        Self::Aligned,
        Self::Quarter,
        Self::Touching,
        Self::Ulp,
        Self::Coincident,
        Self::Contained,
        Self::Flat,
        Self::Sliver,
        Self::Scaled,
        Self::Offset,
        Self::Repeats,
        Self::Unequal,
    ];

    /// The name.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    fn style(self, rng: &mut Rng, dimension: usize) -> Style {
        let plain = Style::PLAIN;
        let axis = Some(rng.usize(..dimension));
        match self {
            Self::Aligned | Self::Quarter => Style { grid: true, ..plain },
            Self::Coincident => Style { grid: rng.bool(), ..plain },
            Self::Flat => Style { flat: axis, grid: rng.bool(), ..plain },
            Self::Sliver => Style { thin: axis, ..plain },
            Self::Scaled => Style { scale: 10_f64.powi(rng.i32(-9..=9)), ..plain },
            Self::Repeats => Style { repeats: true, grid: rng.bool(), ..plain },
            _ => plain,
        }
    }
}

/// Names one case, for ever: the same name gives the same case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// Two or three.
    pub dimension: usize,
    /// The kinds of A and B.
    pub kinds: [usize; 2],
    /// The family.
    pub family: Family,
    /// Which one of them.
    pub index: u64,
    /// The seed of the run.
    pub seed: u64,
}

impl Name {
    /// As `--repeat` takes it.
    pub fn text(&self) -> String {
        let [a, b] = self.kinds.map(|kind| KINDS[kind]);
        format!("{}/{a}/{b}/{}/{}/{}", self.dimension, self.family.name(), self.index, self.seed)
    }

    /// Reads what [`text`](Self::text) writes.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        let &[dimension, a, b, family, index, seed] = parts.as_slice() else { return None };
        let kind = |name: &str| KINDS.iter().position(|kind| *kind == name);
        let mut families = std::iter::once(Family::Random).chain(Family::DEGENERATE);
        Some(Self {
            dimension: dimension.parse().ok().filter(|d| [2, 3].contains(d))?,
            kinds: [kind(a)?, kind(b)?],
            family: families.find(|candidate| candidate.name() == family)?,
            index: index.parse().ok()?,
            seed: seed.parse().ok()?,
        })
    }

    /// A source of numbers of its own.
    pub fn rng(&self) -> Rng {
        // Each part is mixed in by one step of a generator whose neighbouring seeds give
        // unrelated numbers.
        let mut state = self.seed;
        let [a, b] = self.kinds.map(|kind| kind as u64);
        for part in [self.dimension as u64, a, b, self.family as u64, self.index] {
            state = Rng::with_seed(state ^ part.wrapping_mul(0x9E37_79B9_7F4A_7C15)).u64(..);
        }
        Rng::with_seed(state)
    }
}

/// Two placed shapes.
pub struct Case<const D: usize> {
    /// The first.
    pub a: Boxed<D>,
    /// Where it is.
    pub pose_a: Pose<D>,
    /// The second.
    pub b: Boxed<D>,
    /// Where it is.
    pub pose_b: Pose<D>,
}

impl<const D: usize> Case<D> {
    /// The case of that name; `None` if the family has no such shapes.
    pub fn new(name: &Name) -> Option<Self>
    where
        World: Native<D>,
    {
        let mut rng = name.rng();
        let rng = &mut rng;
        let family = name.family;
        let style = family.style(rng, D);
        let mut style_b = style;
        match family {
            Family::Contained => style_b.scale = 0.01,
            Family::Unequal => style_b.scale = 10_f64.powi(rng.i32(-6..=6)),
            _ => {}
        }
        // The twin is drawn from the same numbers.
        let mut twin = Rng::with_seed(rng.u64(..));
        let a = creatures::make::<D>(&mut Draw { rng: &mut twin.clone(), style }, name.kinds[0])?;
        if family != Family::Coincident {
            twin = Rng::with_seed(rng.u64(..));
        }
        let b = creatures::make::<D>(&mut Draw { rng: &mut twin, style: style_b }, name.kinds[1])?;
        let scale = style.scale.max(style_b.scale);
        let [pose_a, pose_b] = poses(rng, family, scale);
        let mut case = Self { a, pose_a, b, pose_b };
        match family {
            Family::Contained => case.put_inside(rng),
            Family::Touching => case.bring_together(),
            Family::Ulp => {
                case.bring_together();
                case.nudge(rng);
            }
            _ => {}
        }
        Some(case)
    }

    /// Puts B's frame on a point of A.
    fn put_inside(&mut self, rng: &mut Rng) {
        let mut inside = Vector::ZERO;
        let count = 2 * D;
        for _ in 0..count {
            inside += self.a.support(direction(rng)) * (1.0 / count as f64);
        }
        let place = self.pose_a.transform(inside);
        self.pose_b = Pose::new(*self.pose_b.rotation(), place).unwrap_or(self.pose_b);
    }

    /// Moves B along the normal until the shapes touch, to rounding.
    fn bring_together(&mut self) {
        for _ in 0..2 {
            let Ok(answer) = distance(&*self.a, &self.pose_a, &*self.b, &self.pose_b) else {
                return;
            };
            let Some(normal) = answer.normal() else { return };
            self.shift(normal * -answer.distance());
        }
    }

    /// Moves B by one unit in the last place of one of its coordinates.
    fn nudge(&mut self, rng: &mut Rng) {
        let mut place = self.pose_b.translation();
        let axis = rng.usize(..D);
        place[axis] = if rng.bool() { place[axis].next_up() } else { place[axis].next_down() };
        self.pose_b = Pose::new(*self.pose_b.rotation(), place).unwrap_or(self.pose_b);
    }

    fn shift(&mut self, by: Vector<D>) {
        let place = self.pose_b.translation() + by;
        self.pose_b = Pose::new(*self.pose_b.rotation(), place).unwrap_or(self.pose_b);
    }
}

/// Where the two are. About half of the pairs of bounded shapes should meet.
fn poses<const D: usize>(rng: &mut Rng, family: Family, scale: f64) -> [Pose<D>; 2] {
    let grid = |rng: &mut Rng| Vector::<D>::from_fn(|_| 0.25 * rng.i32(-8..=8) as f64);
    let (turns, places): ([Rotation<D>; 2], [Vector<D>; 2]) = match family {
        Family::Aligned => (Default::default(), [grid(rng), grid(rng)]),
        Family::Quarter => ([quarter(rng), quarter(rng)], [grid(rng), grid(rng)]),
        Family::Coincident => {
            let turn = if rng.bool() { Rotation::IDENTITY } else { rotation(rng) };
            ([turn; 2], [grid(rng); 2])
        }
        Family::Offset => {
            let far = direction::<D>(rng) * 1e8;
            ([rotation(rng), rotation(rng)], [far, far + near(rng, 2.4)])
        }
        Family::Touching | Family::Ulp => {
            let here = near(rng, 1.0);
            ([rotation(rng), rotation(rng)], [here, here + direction::<D>(rng) * 4.0])
        }
        Family::Flat | Family::Repeats if rng.bool() => {
            (Default::default(), [grid(rng), grid(rng)])
        }
        _ => {
            let here = near(rng, 1.0) * scale;
            ([rotation(rng), rotation(rng)], [here, here + near(rng, 2.4) * scale])
        }
    };
    std::array::from_fn(|i| Pose::new(turns[i], places[i]).unwrap_or_default())
}

/// A point whose distance from the origin is anything up to `reach`.
fn near<const D: usize>(rng: &mut Rng, reach: f64) -> Vector<D> {
    direction::<D>(rng) * between(rng, 0.0, reach)
}

/// A rotation by right angles: its matrix has only zeros and ones.
fn quarter<const D: usize>(rng: &mut Rng) -> Rotation<D> {
    let mut axes: [usize; D] = std::array::from_fn(|i| i);
    rng.shuffle(&mut axes);
    let mut rows: [Vector<D>; D] =
        axes.map(|axis| Vector::axis(axis) * if rng.bool() { 1.0 } else { -1.0 });
    if Matrix(rows).determinant() < 0.0 {
        rows[0] = -rows[0];
    }
    Rotation::from_matrix(Matrix(rows)).unwrap_or_default()
}
