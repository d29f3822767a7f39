//! Whether an exact answer is right, found out from the definitions in rationals.

use clearance::exact::{Exact, Field, Rational};
use clearance::qp::{Outcome, Problem};
use clearance::{Convex, Pose, Vector};

pub type Q = Rational;

/// A shape with its vertices in the order of their numbers, and the poses that bring it into the
/// world: the first is applied first.
pub struct Thing<const D: usize> {
    pub shape: Box<dyn Convex<D>>,
    pub vertices: Vec<Vector<D>>,
    /// Where the shape puts its core, if it does.
    pub frame: Option<Pose<D>>,
}

pub fn number(x: f64) -> Q {
    Q::try_from(x).unwrap()
}

pub fn dot<const D: usize>(u: &[Q; D], v: &[Q; D]) -> Q {
    (0..D).fold(Q::ZERO, |sum, i| sum + &u[i] * &v[i])
}

fn move_by<const D: usize>(pose: &Pose<D>, x: &[Q; D]) -> [Q; D] {
    std::array::from_fn(|i| {
        let row = pose.rotation().matrix()[i].0.map(number);
        dot(&row, x) + number(pose.translation()[i])
    })
}

impl<const D: usize> Thing<D> {
    pub fn world(&self, pose: &Pose<D>, id: usize) -> [Q; D] {
        let mut x = self.vertices[id].0.map(number);
        if let Some(frame) = &self.frame {
            x = move_by(frame, &x);
        }
        move_by(pose, &x)
    }
}

/// Without denominators, so that products stay cheap.
fn cleared<const D: usize>(v: &[Q; D]) -> [Q; D] {
    let all =
        v.iter().fold(Q::ONE, |product, x| product * Q::from(x.denominator().as_ibig().clone()));
    std::array::from_fn(|i| &v[i] * &all)
}

type Placed<'a, const D: usize> = (&'a Thing<D>, &'a Pose<D>);

/// Weights are positive and add up to one, and the points are what they make.
fn made_of<const D: usize>(
    [a, b]: [Placed<'_, D>; 2],
    vertices: &[[u32; 2]],
    weights: &[Q],
    points: &[[Q; D]; 2],
) {
    assert_eq!(vertices.len(), weights.len());
    assert!(weights.iter().all(|w| w.sign().is_gt()));
    assert_eq!(weights.iter().fold(Q::ZERO, |sum, w| sum + w), Q::ONE);
    for (side, (thing, pose)) in [a, b].into_iter().enumerate() {
        for (i, coordinate) in points[side].iter().enumerate() {
            let sum = vertices.iter().zip(weights).fold(Q::ZERO, |sum, (pair, weight)| {
                sum + weight * &thing.world(pose, pair[side] as usize)[i]
            });
            assert_eq!(sum, *coordinate, "side {side}, coordinate {i}");
        }
    }
}

/// No vertex of A is beyond `top` along the direction, none of B below `bottom`.
fn slab<const D: usize>([a, b]: [Placed<'_, D>; 2], up: &[Q; D], top: &Q, bottom: &Q) {
    for id in 0..a.0.vertices.len() {
        assert!(dot(up, &a.0.world(a.1, id)) <= *top, "vertex {id} of A");
    }
    for id in 0..b.0.vertices.len() {
        assert!(dot(up, &b.0.world(b.1, id)) >= *bottom, "vertex {id} of B");
    }
}

/// The float is the nearest one to the root.
pub fn is_rounded_root(root: f64, squared: &Q) {
    if squared.is_zero() {
        assert_eq!(root, 0.0);
        return;
    }
    let halfway = |x: f64| (number(root) + number(x)) / Q::from(2);
    let (down, up) = (halfway(root.next_down()), halfway(root.next_up()));
    assert!(&down * &down <= *squared && *squared <= &up * &up, "{root:e} for {squared}");
}

/// The whole proof.
pub fn judge<const D: usize>(answer: &Exact<D>, a: Placed<'_, D>, b: Placed<'_, D>) {
    let pair = [a, b];
    match answer {
        Exact::Apart(apart) => {
            let points = [apart.point_a(), apart.point_b()];
            made_of(pair, apart.vertices(), &apart.weights(), &points);
            let between = apart.between();
            for i in 0..D {
                assert_eq!(between[i], &points[1][i] - &points[0][i]);
            }
            assert_eq!(apart.squared(), dot(&between, &between));
            is_rounded_root(apart.distance(), &apart.squared());
            let up = cleared(&between);
            slab(pair, &up, &dot(&up, &points[0]), &dot(&up, &points[1]));
        }
        Exact::Touching(meeting) | Exact::Overlapping(meeting) => {
            let points = [meeting.point(), meeting.point()];
            made_of(pair, meeting.vertices(), &meeting.weights(), &points);
            assert_eq!(meeting.normal().is_some(), matches!(answer, Exact::Touching(_)));
            if let Some(normal) = meeting.normal() {
                assert!(normal.iter().any(|x| !x.is_zero()));
                let level = dot(&normal, &points[0]);
                slab(pair, &normal, &level, &level);
            }
        }
    }
}

/// Whether there is a plane with A on one side and B on the other: a linear program over
/// directions and heights. Slow. The two must have an interior, or their differences must.
pub fn can_part<const D: usize>(a: Placed<'_, D>, b: Placed<'_, D>) -> bool {
    let all = |(thing, pose): Placed<'_, D>| -> Vec<[Q; D]> {
        (0..thing.vertices.len()).map(|id| thing.world(pose, id)).collect()
    };
    let (of_a, of_b) = (all(a), all(b));
    let mean = |points: &[[Q; D]], i: usize| {
        points.iter().fold(Q::ZERO, |sum, p| sum + &p[i]) / Q::from(points.len() as i64)
    };
    // The direction's coordinates and the height are free.
    let mut problem = Problem::linear(vec![Q::ZERO; D + 1]);
    for i in 0..=D {
        problem = problem.free(i);
    }
    let row = |p: &[Q; D]| p.iter().cloned().chain([-Q::ONE]).collect::<Vec<Q>>();
    for p in &of_a {
        problem = problem.at_most(row(p), Q::ZERO);
    }
    for p in &of_b {
        problem = problem.at_least(row(p), Q::ZERO);
    }
    let step = (0..D).map(|i| mean(&of_b, i) - mean(&of_a, i)).chain([Q::ZERO]).collect();
    match problem.equal(step, Q::ONE).solve().unwrap() {
        Outcome::Solution(_) => true,
        Outcome::Infeasible(_) => false,
        _ => panic!("a feasibility problem is feasible or not"),
    }
}

/// The squared distance as a convex program over the weights of all vertices. Slow.
pub fn by_program<const D: usize>(a: Placed<'_, D>, b: Placed<'_, D>) -> Q {
    let columns: Vec<[Q; D]> = (0..a.0.vertices.len())
        .map(|id| a.0.world(a.1, id))
        .chain((0..b.0.vertices.len()).map(|id| b.0.world(b.1, id).map(|x| -x)))
        .collect();
    let gram = columns.iter().map(|u| columns.iter().map(|v| dot(u, v)).collect()).collect();
    let count = a.0.vertices.len();
    let part = |of_a: bool| -> Vec<Q> {
        let one = |k| if (k < count) == of_a { Q::ONE } else { Q::ZERO };
        (0..columns.len()).map(one).collect()
    };
    let problem = Problem::minimise(gram, vec![Q::ZERO; columns.len()])
        .equal(part(true), Q::ONE)
        .equal(part(false), Q::ONE)
        .surely_convex();
    match problem.solve().unwrap() {
        Outcome::Solution(solution) => solution.value * Q::from(2),
        _ => panic!("two hulls have a distance"),
    }
}
