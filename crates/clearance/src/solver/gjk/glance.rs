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
use crate::accuracy::Accuracy;
use crate::answer::{Answer, Apart, Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
use crate::query::QueryError;
use crate::shape::{Core, VertexSet, View};
use crate::simd::{Block, HALF, Half, Level, Scaled, Work, dispatch};
use crate::solver::Task;
use crate::solver::gjk;
use crate::space::{Matrix, Pose, Vector};

/// Two small bodies of one kind.
///
/// Nothing in it is read in larger pieces than it was written in: processors have to wait for that,
/// and small bodies notice. So what the pair knows already is computed again where it is needed.
pub(crate) enum Small<'a, const D: usize> {
    /// The half-extents of two boxes.
    Boxes([Alone<D>; 2], Setting<'a, D>),
    /// Up to [`MANY`] blocks of vertices.
    Sets([&'a VertexSet<D>; 2], Setting<'a, D>),
}

/// A vector that shares no vector register with its neighbours when it is copied: it is read again in
/// the pieces that it was written in.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Alone<const D: usize>(pub(crate) Vector<D>);

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
    pub(crate) fn of(pair: &Pair<'a, D>, accuracy: Accuracy) -> Option<Self> {
        let (a, b) = (pair.a, pair.b);
        if a.radius != 0.0 || b.radius != 0.0 {
            return None;
        }
        let setting = Setting::of(pair, accuracy);
        match (a.core, b.core) {
            (Core::Cuboid(a), Core::Cuboid(b)) => Some(Self::Boxes([Alone(a), Alone(b)], setting)),
            (Core::Vertices(a), Core::Vertices(b)) => {
                let (m, n) = (a.blocks().len(), b.blocks().len());
                let alike = (m == 1) == (n == 1) && m <= MANY && n <= MANY;
                alike.then_some(Self::Sets([a, b], setting))
            }
            _ => None,
        }
    }

    /// How far apart they are.
    #[inline(always)]
    pub(crate) fn solve(self) -> Result<Answer<D>, QueryError> {
        match self {
            Self::Boxes(halves, setting) => dispatch(TwoBoxes { halves, setting }),
            Self::Sets(sets, setting) if sets[0].blocks().len() == 1 => {
                // In space half a block is no faster.
                let four = D == 2 && sets[0].len().max(sets[1].len()) <= HALF as u32;
                if four && !cfg!(target_arch = "wasm32") {
                    return dispatch(BothFour { sets, setting });
                }
                dispatch(BothMoved::<D, 1> { sets, setting })
            }
            Self::Sets(sets, setting) => dispatch(BothMoved::<D, MANY> { sets, setting }),
        }
    }
}

impl<'a, const D: usize> Setting<'a, D> {
    #[inline(always)]
    pub(crate) fn of(pair: &Pair<'a, D>, accuracy: Accuracy) -> Self {
        Self { poses: [pair.pose_a, pair.pose_b], scale: pair.scale, accuracy }
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

/// Both sets are moved into the world's axes.
struct BothMoved<'a, const D: usize, const K: usize> {
    sets: [&'a VertexSet<D>; 2],
    setting: Setting<'a, D>,
}

impl<const D: usize, const K: usize> Work for BothMoved<'_, D, K> {
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let (sets, setting) = (&self.sets, &self.setting);
        let (turn_a, turn_b) = setting.turns();
        let offset = setting.offset();
        let a = &Few::<D, K, L>::of(sets[0], turn_a, Vector::ZERO, level);
        let b = &Few::<D, K, L>::of(sets[1], turn_b, offset, level);
        let cores = || [Core::Vertices(sets[0]), Core::Vertices(sets[1])];
        setting.descend(&Bodies { a, b, toward: offset }, cores)
    }
}

/// The same for sets of at most four vertices: triangles, quadrilaterals.
struct BothFour<'a, const D: usize> {
    sets: [&'a VertexSet<D>; 2],
    setting: Setting<'a, D>,
}

impl<const D: usize> Work for BothFour<'_, D> {
    type Output = Result<Answer<D>, QueryError>;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let (sets, setting) = (&self.sets, &self.setting);
        let (turn_a, turn_b) = setting.turns();
        let offset = setting.offset();
        let a = &Four::of(sets[0], turn_a, Vector::ZERO);
        let b = &Four::of(sets[1], turn_b, offset);
        let cores = || [Core::Vertices(sets[0]), Core::Vertices(sets[1])];
        setting.descend(&Bodies { a, b, toward: offset }, cores)
    }
}

/// Two boxes with these half-extents.
struct TwoBoxes<'a, const D: usize> {
    halves: [Alone<D>; 2],
    setting: Setting<'a, D>,
}

impl<const D: usize> Work for TwoBoxes<'_, D> {
    type Output = Result<Answer<D>, QueryError>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let ([Alone(a), Alone(b)], setting) = (&self.halves, &self.setting);
        // In browsers size counts for more.
        if !cfg!(target_arch = "wasm32")
            && let Some(answer) = turns::distance(&self.halves, setting)
        {
            return Ok(answer);
        }
        let cores = || [Core::Cuboid(*a), Core::Cuboid(*b)];
        setting.descend(&Edges::new([a, b], setting, level), cores)
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
