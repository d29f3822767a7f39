//! Small bodies at a glance: GJK on two boxes, or on two sets of a few vertices, where nobody
//! watches and nothing is known from before.
//!
//! The loop is that of [`gjk`], compiled once more without what such a plain question does not
//! need. Where it does not get through (touching, containment, slivers), [`pairing`] starts anew.

use super::Difference;
use super::body::{Few, Four};
use super::pairing::{self, Bodies, Paired};
use super::simplex::{MOST, Simplex};
use super::turns;
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Apart, Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
use crate::query::{Query, QueryError};
use crate::shape::{Core, VertexSet, View};
use crate::simd::{Block, HALF, Half, Level, Scaled, Sides, dispatch_sides};
use crate::solver::Task;
use crate::solver::gjk;
use crate::space::{Matrix, Pose, Vector};

/// Two small bodies of one kind.
pub(crate) enum Small<'a, const D: usize> {
    /// Two boxes.
    Boxes([PlacedBox<'a, D>; 2]),
    /// Up to [`MANY`] blocks of vertices.
    Sets([PlacedSet<'a, D, MANY>; 2]),
}

/// A box with these half-extents, somewhere.
#[derive(Clone, Copy)]
pub(crate) struct PlacedBox<'a, const D: usize>(pub(crate) &'a Vector<D>, pub(crate) &'a Pose<D>);

/// At most K blocks of vertices, somewhere. No block stands for half of one.
#[derive(Clone, Copy)]
pub(crate) struct PlacedSet<'a, const D: usize, const K: usize>(&'a VertexSet<D>, &'a Pose<D>);

/// Where they are, the size of the numbers, and how good an answer is wanted.
pub(crate) struct Setting<'a, const D: usize> {
    pub(crate) poses: [&'a Pose<D>; 2],
    pub(crate) scale: f64,
    pub(crate) accuracy: Accuracy,
}

/// The most blocks of vertices that are moved and scanned at once.
const MANY: usize = 3;

impl<'a, const D: usize> Small<'a, D> {
    /// The two shapes of a pair, if they are small, of one kind and not rounded.
    #[inline(always)]
    pub(crate) fn of(pair: &Pair<'a, D>) -> Option<Self> {
        let (a, b) = (pair.a, pair.b);
        if a.radius != 0.0 || b.radius != 0.0 {
            return None;
        }
        match (&a.core, &b.core) {
            (Core::Cuboid(a), Core::Cuboid(b)) => {
                Some(Self::Boxes([PlacedBox(a, pair.pose_a), PlacedBox(b, pair.pose_b)]))
            }
            (Core::Vertices(a), Core::Vertices(b)) => {
                Self::sets((a, pair.pose_a), (b, pair.pose_b))
            }
            _ => None,
        }
    }

    /// Two sets of vertices, if these are few.
    #[inline(always)]
    pub(crate) fn sets(
        (a, pose_a): (&'a VertexSet<D>, &'a Pose<D>),
        (b, pose_b): (&'a VertexSet<D>, &'a Pose<D>),
    ) -> Option<Self> {
        let (m, n) = (a.blocks().len(), b.blocks().len());
        let alike = (m == 1) == (n == 1) && m <= MANY && n <= MANY;
        alike.then_some(Self::Sets([PlacedSet(a, pose_a), PlacedSet(b, pose_b)]))
    }

    /// How far apart they are. The query asks for the distance and for no method.
    #[inline(always)]
    pub(crate) fn solve(self, query: &Query) -> Result<Answer<D>, QueryError> {
        match self {
            Self::Boxes([a, b]) => dispatch_sides(a, b, query),
            Self::Sets([a, b]) if a.0.blocks().len() == 1 => {
                // In space half a block is no faster.
                let four = D == 2 && a.0.len().max(b.0.len()) <= HALF as u32;
                if four && !cfg!(target_arch = "wasm32") {
                    return dispatch_sides(a.by_blocks::<0>(), b.by_blocks::<0>(), query);
                }
                dispatch_sides(a.by_blocks::<1>(), b.by_blocks::<1>(), query)
            }
            Self::Sets([a, b]) => dispatch_sides(a, b, query),
        }
    }
}

impl<'a, const D: usize, const K: usize> PlacedSet<'a, D, K> {
    /// The same, by so many blocks.
    #[inline(always)]
    fn by_blocks<const N: usize>(self) -> PlacedSet<'a, D, N> {
        PlacedSet(self.0, self.1)
    }
}

impl<'a, const D: usize> Setting<'a, D> {
    /// For bodies at these poses that reach so far; `None` if no solver can work with such numbers.
    #[inline(always)]
    fn between(poses: [&'a Pose<D>; 2], reach: f64, query: &Query) -> Option<Self> {
        let setting = Self { poses, scale: 0.0, accuracy: query.accuracy };
        let scale = reach + setting.offset().sum_abs();
        // Written so that NaN fails.
        let sound = (accuracy::SMALLEST..=accuracy::LARGEST).contains(&scale);
        sound.then_some(Self { scale, ..setting })
    }

    /// From A's origin to B's.
    #[inline(always)]
    pub(crate) fn offset(&self) -> Vector<D> {
        self.poses[1].translation() - self.poses[0].translation()
    }

    /// How A and B are turned.
    #[inline(always)]
    pub(crate) fn turns(&self) -> (&Matrix<D>, &Matrix<D>) {
        (self.poses[0].rotation().matrix(), self.poses[1].rotation().matrix())
    }

    /// From one support point along the line between the two frames to the answer; what is not
    /// plain is left to the solver for all pairs of cores, which gets these.
    ///
    /// The answer is put together here and not from a finding: two boxes had spent a fifth of their
    /// time on radii that they do not have.
    #[inline(always)]
    pub(crate) fn descend<'c, S: Paired<D>>(
        &self,
        difference: &S,
        cores: impl Fn() -> [Core<'c, D>; 2],
    ) -> Result<Answer<D>, QueryError> {
        let goal = Task::<D>::plain(self.accuracy).sharp_goal(self.scale, 0.0);
        let (w, mark) = difference.support(self.offset());
        let Some(found) = gjk::descend(difference, (Simplex::new(w, mark), None), goal, gjk::Alone)
        else {
            return slowly(self, cores());
        };
        let (point_a, point_b) = difference.points(&found.simplex, found.weights);
        let upper = (point_b - point_a).norm();
        // Written so that NaN is left to others too.
        if !(upper > goal.touch && upper < f64::INFINITY) {
            return slowly(self, cores());
        }
        let origin = self.poses[0].translation();
        Ok(Answer::Apart(Apart {
            distance: upper,
            point_a: point_a + origin,
            point_b: point_b + origin,
            normal: -found.toward,
            lower: found.lower.max(0.0).min(upper),
            upper,
            unique: None,
            evidence: S::evidence(&found.simplex, found.weights),
            effort: Effort {
                method: Method::Gjk,
                iterations: found.iterations,
                stop: Stop::Converged,
            },
        }))
    }
}

/// With all the care there is.
#[cold]
#[inline(never)]
fn slowly<const D: usize>(
    setting: &Setting<'_, D>,
    [a, b]: [Core<'_, D>; 2],
) -> Result<Answer<D>, QueryError> {
    let (a, b) = (View::new(a, 0.0), View::new(b, 0.0));
    let pair = Pair::new(&a, setting.poses[0], &b, setting.poses[1]);
    // How far each of them reaches is in the scale.
    pairing::solve(&Pair { scale: setting.scale, ..pair }, &mut Task::plain(setting.accuracy))
}

/// The same where the numbers are such that it may be refused.
#[cold]
#[inline(never)]
fn oddly<const D: usize>(
    query: &Query,
    poses: [&Pose<D>; 2],
    [a, b]: [View<'_, D>; 2],
) -> Result<Answer<D>, QueryError> {
    let pair = Pair::new(&a, poses[0], &b, poses[1]);
    query.refuse(&pair)?;
    pairing::solve(&pair, &mut Task::plain(query.accuracy))
}

/// Both sets are moved into the world's axes.
impl<'a, const D: usize, const K: usize> Sides for PlacedSet<'a, D, K> {
    type Other = Self;
    type Rest = &'a Query;
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn beside<L: Level>(self, other: Self, query: &'a Query, level: L) -> Self::Output {
        let (Self(a, pose_a), Self(b, pose_b)) = (self, other);
        let cores = || [Core::Vertices(a), Core::Vertices(b)];
        let reach = a.reach() + b.reach();
        let Some(setting) = Setting::between([pose_a, pose_b], reach, query) else {
            let views = [(a, a.reach()), (b, b.reach())];
            let [a, b] = views.map(|(set, reach)| View::new(Core::Vertices(set), reach));
            return oddly(query, [pose_a, pose_b], [a, b]);
        };
        let (turn_a, turn_b) = setting.turns();
        let toward = setting.offset();
        if K == 0 {
            let a = &Four::of(a, turn_a, Vector::ZERO);
            let b = &Four::of(b, turn_b, toward);
            return setting.descend(&Bodies { a, b, toward }, cores);
        }
        let a = &Few::<D, K, L>::of(a, turn_a, Vector::ZERO, level);
        let b = &Few::<D, K, L>::of(b, turn_b, toward, level);
        setting.descend(&Bodies { a, b, toward }, cores)
    }
}

impl<'a, const D: usize> Sides for PlacedBox<'a, D> {
    type Other = Self;
    type Rest = &'a Query;
    type Output = Result<Answer<D>, QueryError>;

    #[inline(always)]
    fn beside<L: Level>(self, other: Self, query: &'a Query, level: L) -> Self::Output {
        let (Self(a, pose_a), Self(b, pose_b)) = (self, other);
        let reach = a.max_abs() + b.max_abs();
        let Some(setting) = Setting::between([pose_a, pose_b], reach, query) else {
            let [a, b] = [a, b].map(|half| View::new(Core::Cuboid(*half), half.max_abs()));
            return oddly(query, [pose_a, pose_b], [a, b]);
        };
        // In browsers size counts for more.
        if !cfg!(target_arch = "wasm32")
            && let Some(answer) = turns::distance([a, b], &setting)
        {
            return Ok(answer);
        }
        let cores = || [Core::Cuboid(*a), Core::Cuboid(*b)];
        setting.descend(&Edges::new([a, b], &setting, level), cores)
    }
}

/// The difference of two boxes: the sum of their half edges, each taken forwards or backwards, and
/// of the way from B's centre to A's.
///
/// A support point takes 2 D signs, where a scan looks at 2 × 8 corners. Lanes 0 to D − 1 are A's
/// half edges in the world's axes, lanes 4 to D + 3 are B's, lane 3 is the way; the others are zero.
pub(crate) struct Edges<const D: usize, L> {
    pub(crate) edges: Block<D>,
    offset: Vector<D>,
    level: L,
}

impl<const D: usize, L: Level> Edges<D, L> {
    /// The half edges of two boxes with these half-extents.
    #[inline(always)]
    pub(crate) fn new([a, b]: [&Vector<D>; 2], setting: &Setting<'_, D>, level: L) -> Self {
        let (turn_a, turn_b) = setting.turns();
        let offset = setting.offset();
        let edges = level.scaled(
            &Scaled { rows: &turn_a.0, factors: *a, last: -offset },
            &Scaled { rows: &turn_b.0, factors: *b, last: Vector::ZERO },
        );
        Self { edges, offset, level }
    }
}

/// Which way the edges of a box are taken: the three bits of a corner as factors, and nothing of
/// what is in the fourth lane.
const SIGNS: [Half; 8] = {
    let mut signs = [[0.0; HALF]; 8];
    let mut k = 0;
    while k < 8 {
        let mut l = 0;
        while l < 3 {
            signs[k][l] = if k >> l & 1 == 1 { 1.0 } else { -1.0 };
            l += 1;
        }
        k += 1;
    }
    signs
};

impl<const D: usize, L: Level> Difference<D> for Edges<D, L> {
    /// A bit for each lane: whether its edge is taken forwards.
    type Mark = u32;

    #[inline(always)]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, u32) {
        self.level.furthest_sum(&self.edges, direction)
    }
}

impl<const D: usize, L: Level> Paired<D> for Edges<D, L> {
    #[inline(always)]
    fn points(&self, simplex: &Simplex<D, u32>, weights: [f64; MOST]) -> (Vector<D>, Vector<D>) {
        // Places that are not in use have no weight.
        let factors = |from: usize| {
            let signs = |k: usize| &SIGNS[(simplex.mark[k] >> from & 7) as usize];
            let (i, j, k, l) = (signs(0), signs(1), signs(2), signs(3));
            let mut sums = [0.0; HALF];
            for lane in 0..HALF {
                let (first, second) = (i[lane] * weights[0], j[lane] * weights[1]);
                let (third, fourth) = (k[lane] * weights[2], l[lane] * weights[3]);
                sums[lane] = (first + second) + (third + fourth);
            }
            sums
        };
        let [a, b] = self.level.combined(&self.edges, &[factors(0), factors(HALF)]);
        (a, self.offset - b)
    }

    #[inline(always)]
    fn evidence(simplex: &Simplex<D, u32>, weights: [f64; MOST]) -> Evidence<D> {
        let [i, j, k, l] = simplex.mark;
        let all = (1 << D) - 1;
        let a = |mark: u32| mark & all;
        // B's points count backwards: its edges are taken against the bits. So ties, which are for
        // the smallest number, are rising there.
        let b = |mark: u32| !(mark >> HALF) & all;
        Evidence {
            len: simplex.len,
            weights,
            a: Names::Vertices([a(i), a(j), a(k), a(l)]),
            b: Names::Vertices([b(i), b(j), b(k), b(l)]),
            directions: None,
            multipliers: None,
        }
    }
}
