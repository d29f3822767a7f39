//! Solvers broken on purpose: `check`, together with the promised gap, must catch every break
//! that changes an answer.
//!
//! Each break is run over a few hundred random pairs. It must bite (at least one answer is
//! caught), and no answer that is wrong may pass. The breaks come in three sorts: a body that
//! answers GJK's questions wrongly; a solver that is shown another pair than the one it is asked
//! about; and a finding that is tampered with on its way out.

use super::body::Body;
use super::pairing::{Bodies, run};
use super::{Finding, Task, conjugate, formula, solve, sweep};
use crate::Accuracy;
use crate::answer::{Answer, MOST, Names, Stop, check};
use crate::pair::{Local, Pair};
use crate::shape::{Convex, Core, Point, Polytope, Swept, VertexSet, View};
use crate::space::{Pose, Rotation, Vector};
use std::boxed::Box;
use std::vec::Vec;
use std::{format, println};

/// Two shapes and where they are.
struct Case<const D: usize> {
    a: Box<dyn Convex<D>>,
    pose_a: Pose<D>,
    b: Box<dyn Convex<D>>,
    pose_b: Pose<D>,
}

impl<const D: usize> Case<D> {
    fn with_pair<T>(&self, look: impl FnOnce(&Pair<'_, D>) -> T) -> T {
        let (a, b) = (self.a.view(), self.b.view());
        look(&Pair::new(&a, &self.pose_a, &b, &self.pose_b))
    }

    fn check(&self, answer: &Answer<D>) -> bool {
        check(answer, &self.a, &self.pose_a, &self.b, &self.pose_b).is_ok()
    }

    fn truth(&self) -> Answer<D> {
        let answer = crate::distance(&self.a, &self.pose_a, &self.b, &self.pose_b).unwrap();
        assert!(self.check(&answer), "the unbroken solver is caught: {answer:?}");
        assert!(gap(&answer) <= promised(self), "the unbroken solver has a wide gap: {answer:?}");
        answer
    }
}

fn gap<const D: usize>(answer: &Answer<D>) -> f64 {
    answer.upper() - answer.lower()
}

/// What the library promises for shapes with corners: bounds within 1e-14 of the size.
fn promised<const D: usize>(case: &Case<D>) -> f64 {
    case.with_pair(|pair| 1e-14 * (pair.scale + pair.a.radius + pair.b.radius))
}

/// How often a break was caught, did no harm, and slipped through.
#[derive(Default, Debug)]
struct Tally {
    caught: usize,
    harmless: usize,
    slipped: usize,
}

impl Tally {
    fn judge<const D: usize>(&mut self, case: &Case<D>, truth: &Answer<D>, broken: &Answer<D>) {
        // Some way above what the rounding of an answer that passes can amount to.
        let tolerance = 10.0 * promised(case);
        if !case.check(broken) || gap(broken) > promised(case) {
            self.caught += 1;
        } else if (broken.distance() - truth.distance()).abs() <= tolerance
            && broken.lower() <= truth.distance() + tolerance
        {
            self.harmless += 1;
        } else {
            self.slipped += 1;
        }
    }

    fn verdict(&self, name: &str) {
        println!("{name}: {self:?}");
        assert!(self.caught > 0, "the break {name} never bites: {self:?}");
        assert_eq!(self.slipped, 0, "wrong answers pass for {name}: {self:?}");
    }
}

fn task<const D: usize>() -> Task<'static, D> {
    Task {
        accuracy: Accuracy::DEFAULT,
        method: None,
        beyond: f64::INFINITY,
        below: f64::NEG_INFINITY,
        warm: None,
        trace: None,
    }
}

fn spread<const D: usize>(rng: &mut fastrand::Rng, size: f64) -> Vector<D> {
    Vector::from_fn(|_| (rng.f64() * 2.0 - 1.0) * size)
}

fn random_pose<const D: usize>(rng: &mut fastrand::Rng, size: f64) -> Pose<D> {
    // Two random vectors made orthonormal, and the third (or second) axis from the determinant.
    let mut columns = [Vector::ZERO; D];
    for k in 0..D {
        let mut v = spread(rng, 1.0);
        for _ in 0..2 {
            for c in &columns[..k] {
                v -= *c * c.dot(v);
            }
        }
        columns[k] = v.normalized().unwrap();
    }
    let mut matrix = crate::Matrix::from_columns(columns);
    if matrix.determinant() < 0.0 {
        columns[D - 1] = -columns[D - 1];
        matrix = crate::Matrix::from_columns(columns);
    }
    Pose::new(Rotation::from_matrix(matrix).unwrap(), spread(rng, size)).unwrap()
}

/// Hulls of 4 to 40 points; about one pair in three overlaps.
fn hulls<const D: usize>(seed: u64, count: usize) -> Vec<Case<D>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let hull = |rng: &mut fastrand::Rng| {
        let count = 4 + rng.usize(0..37);
        Box::new(Polytope::from_points((0..count).map(|_| spread::<D>(rng, 1.0))).unwrap())
    };
    let mut cases = Vec::new();
    for _ in 0..count {
        let (a, b) = (hull(&mut rng), hull(&mut rng));
        let (pose_a, pose_b) = (random_pose(&mut rng, 1.5), random_pose(&mut rng, 1.5));
        cases.push(Case { a, pose_a, b, pose_b });
    }
    let apart = cases.iter().filter(|case| !case.truth().intersects()).count();
    assert!(3 * apart > count && 10 * apart < 9 * count, "{apart} of {count} are apart");
    cases
}

/// How a body answers GJK's questions wrongly.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Lie {
    /// It does not; the harness itself is tested with this.
    None,
    /// The furthest point along the opposite direction.
    FlippedSign,
    /// The vertex after the furthest one.
    WrongIndex,
    /// Another vertex wherever the furthest is vertex 0.
    DroppedVertex,
    /// One coordinate of the direction is forgotten.
    DroppedCoordinate,
    /// The first vertex, whatever the direction.
    Constant,
    /// The right vertex, its point moved; the mark stands for the point as it is.
    ShiftedSupport,
    /// The right vertex, its point moved each time that it is asked for.
    ShiftedPoint,
    /// The right point, with the mark of another.
    WrongMark,
}

/// A vertex set that lies.
struct Liar<'a, const D: usize> {
    set: &'a VertexSet<D>,
    pose: Pose<D>,
    lie: Lie,
}

impl<const D: usize> Liar<'_, D> {
    fn honest(&self, mark: u32) -> Vector<D> {
        self.pose.transform(self.set.point(mark))
    }

    fn next(&self, id: u32) -> u32 {
        (id + 1) % self.set.len()
    }
}

impl<const D: usize> Body<D> for Liar<'_, D> {
    type Mark = u32;

    fn support(&self, direction: Vector<D>) -> (Vector<D>, u32) {
        let mut local = self.pose.rotation().rotate_back(direction);
        match self.lie {
            Lie::FlippedSign => local = -local,
            Lie::DroppedCoordinate => local[D - 1] = 0.0,
            _ => {}
        }
        let id = self.set.furthest_of_all(local);
        let id = match self.lie {
            Lie::WrongIndex => self.next(id),
            Lie::DroppedVertex if id == 0 => self.next(id),
            Lie::Constant => 0,
            _ => id,
        };
        let shift = Vector::axis(0) * if self.lie == Lie::ShiftedSupport { 0.1 } else { 0.0 };
        let mark = if self.lie == Lie::WrongMark { self.next(id) } else { id };
        (self.honest(id) + shift, mark)
    }

    fn point(&self, mark: u32) -> Vector<D> {
        let shift = if self.lie == Lie::ShiftedPoint { 0.1 } else { 0.0 };
        self.honest(mark) + Vector::axis(0) * shift
    }

    fn recall(&self, _: &Names, _: usize, _: Vector<D>) -> Option<(Vector<D>, u32)> {
        None
    }

    fn names(marks: [u32; MOST]) -> Names {
        Names::Vertices(marks)
    }
}

/// GJK on a pair of hulls of which A lies.
fn lied_to<const D: usize>(case: &Case<D>, lie: Lie) -> Answer<D> {
    case.with_pair(|pair| {
        let (Core::Vertices(a), Core::Vertices(b)) = (pair.a.core, pair.b.core) else {
            unreachable!("hulls have vertices")
        };
        let pose = pair.b_in_a();
        let a = Liar { set: a, pose: Pose::IDENTITY, lie };
        let b = Liar { set: b, pose, lie: Lie::None };
        let bodies = Bodies { a: &a, b: &b, toward: pose.translation() };
        run(&bodies, pair, pair.pose_a, &mut task()).unwrap()
    })
}

fn lies_are_caught<const D: usize>() {
    let cases = hulls::<D>(11, 400);
    for case in &cases {
        let (truth, told) = (case.truth(), lied_to(case, Lie::None));
        assert!(case.check(&told) && gap(&told) <= promised(case));
        assert!((truth.distance() - told.distance()).abs() <= promised(case));
    }
    for lie in [
        Lie::FlippedSign,
        Lie::WrongIndex,
        Lie::DroppedVertex,
        Lie::DroppedCoordinate,
        Lie::Constant,
        Lie::ShiftedSupport,
        Lie::ShiftedPoint,
        Lie::WrongMark,
    ] {
        let mut tally = Tally::default();
        for case in &cases {
            tally.judge(case, &case.truth(), &lied_to(case, lie));
        }
        tally.verdict(&format!("{lie:?} in {D}D"));
    }
}

#[test]
fn bodies_that_lie_are_caught_in_2d() {
    lies_are_caught::<2>();
}

#[test]
fn bodies_that_lie_are_caught_in_3d() {
    lies_are_caught::<3>();
}

/// GJK that stops too early and says that it is done.
#[test]
fn early_stops_are_caught() {
    type Hurry = (&'static str, fn(&mut Task<'static, 3>));
    let hurries: [Hurry; 5] = [
        ("one iteration", |task| task.accuracy.iterations = 1),
        ("two iterations", |task| task.accuracy.iterations = 2),
        ("three iterations", |task| task.accuracy.iterations = 3),
        ("any lower bound will do", |task| task.beyond = 0.0),
        ("any upper bound will do", |task| task.below = f64::INFINITY),
    ];
    let cases = hulls::<3>(12, 400);
    for (name, hurry) in hurries {
        let mut tally = Tally::default();
        for case in &cases {
            let mut task = task();
            hurry(&mut task);
            let mut answer = case.with_pair(|pair| solve(pair, task)).unwrap();
            if let Answer::Apart(apart) = &mut answer {
                apart.effort.stop = Stop::Converged;
            }
            tally.judge(case, &case.truth(), &answer);
        }
        tally.verdict(name);
    }
}

/// Answers and their evidence, tampered with at the very end.
#[test]
fn tampered_answers_are_caught() {
    type Tamper = (&'static str, fn(&mut crate::Apart<3>));
    let tampers: [Tamper; 20] = [
        ("the points swapped", |x| std::mem::swap(&mut x.point_a, &mut x.point_b)),
        ("the normal flipped", |x| x.normal = -x.normal),
        ("the normal not unit", |x| x.normal *= 1.0 + 1e-9),
        ("the normal turned", |x| {
            x.normal = (x.normal + Vector([1e-3, 2e-3, -1e-3])).normalized().unwrap();
        }),
        ("the lower bound deflated", |x| x.lower *= 0.99),
        ("A moved inwards", |x| {
            x.point_a -= x.normal * 1e-6;
            (x.upper, x.distance) = (x.upper + 1e-6, x.upper + 1e-6);
        }),
        ("A moved towards B", |x| {
            x.point_a += x.normal * 1e-6;
            (x.upper, x.distance) = (x.upper - 1e-6, x.upper - 1e-6);
        }),
        ("weights swapped", |x| x.evidence.weights.swap(0, 1)),
        ("a negative weight", |x| {
            x.evidence.weights[0] += 0.5;
            x.evidence.weights[1] -= 0.5;
        }),
        ("weights that do not add up", |x| x.evidence.weights[0] *= 0.999),
        ("marks of A and B swapped", |x| {
            std::mem::swap(&mut x.evidence.a, &mut x.evidence.b);
        }),
        ("a vertex too many", |x| x.evidence.len += 4),
        ("the lower bound inflated", |x| x.lower *= 1.001),
        ("both bounds inflated", |x| {
            (x.lower, x.upper, x.distance) = (x.lower * 1.001, x.upper * 1.001, x.upper * 1.001);
        }),
        ("both bounds deflated", |x| {
            (x.lower, x.upper, x.distance) = (x.lower * 0.999, x.upper * 0.999, x.upper * 0.999);
        }),
        ("the distance alone deflated", |x| x.distance *= 0.999),
        ("a point that is NaN", |x| x.point_b[1] = f64::NAN),
        ("a distance that is NaN", |x| x.distance = f64::NAN),
        ("bounds that are NaN", |x| (x.lower, x.upper) = (f64::NAN, f64::NAN)),
        ("a weight that is NaN", |x| x.evidence.weights[0] = f64::NAN),
    ];
    let cases = hulls::<3>(14, 300);
    for (name, tamper) in tampers {
        let mut tally = Tally::default();
        for case in &cases {
            let Answer::Apart(mut apart) = case.truth() else { continue };
            tamper(&mut apart);
            tally.judge(case, &case.truth(), &Answer::Apart(apart));
        }
        tally.verdict(name);
    }
}

/// A pair that is apart and is said to meet, in the middle of the two points.
#[test]
fn apart_taken_for_meeting_is_caught() {
    let mut tally = Tally::default();
    for case in &hulls::<3>(13, 300) {
        let truth = case.truth();
        let Answer::Apart(apart) = truth else { continue };
        let point = apart.point_a.lerp(apart.point_b, 0.5);
        let crate::Apart { evidence, effort, .. } = apart;
        let broken = Answer::Meeting(crate::Meeting { point, evidence, effort });
        tally.judge(case, &truth, &broken);
    }
    tally.verdict("apart taken for meeting");
}

/// A loop that stops early and takes its upper bound from the separating plane, where the two
/// bounds always agree, rather than from the points.
#[test]
fn an_upper_bound_from_the_plane_is_caught() {
    let mut tally = Tally::default();
    for case in &hulls::<3>(15, 400) {
        let mut task = task();
        task.accuracy.iterations = 2;
        let mut answer = case.with_pair(|pair| solve(pair, task)).unwrap();
        if let Answer::Apart(apart) = &mut answer {
            (apart.upper, apart.distance) = (apart.lower, apart.lower);
        }
        tally.judge(case, &case.truth(), &answer);
    }
    tally.verdict("upper bound from the plane");
}

/// A core as a shape of its own.
struct Bare<const D: usize>(Kind<D>);

enum Kind<const D: usize> {
    Point(Vector<D>),
    Segment(Vector<D>, Vector<D>),
    Cuboid(Vector<D>),
    Swept { base: Box<Polytope<D>>, lines: Vec<Vector<D>>, rays: Vec<Vector<D>> },
    Thread { base: Point<D>, lines: Vec<Vector<D>>, rays: Vec<Vector<D>> },
}

impl<const D: usize> Convex<D> for Bare<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.view().core.support(direction)
    }

    fn view(&self) -> View<'_, D> {
        match &self.0 {
            Kind::Point(p) => View::new(Core::Point(*p), p.max_abs()),
            Kind::Segment(p, q) => View::new(Core::Segment(*p, *q), p.max_abs().max(q.max_abs())),
            Kind::Cuboid(half) => View::new(Core::Cuboid(*half), half.max_abs()),
            Kind::Swept { base, lines, rays } => {
                View::new(Core::Swept(Swept { base: &**base, lines, rays }), base.view().reach)
            }
            Kind::Thread { base, lines, rays } => {
                View::new(Core::Swept(Swept { base, lines, rays }), base.view().reach)
            }
        }
    }
}

/// The solvers under test, by one signature.
type Solver = fn(&Pair<'_, 3>) -> Option<Finding<3>>;

/// In the world's axes, as all of these.
fn by_formula(pair: &Pair<'_, 3>) -> Option<Finding<3>> {
    formula::solve(pair)
}

fn by_conjugate(pair: &Pair<'_, 3>) -> Option<Finding<3>> {
    conjugate::solve(pair)
}

fn by_sweep(pair: &Pair<'_, 3>) -> Option<Finding<3>> {
    let mut finding = sweep::solve(&Local::new(pair), &mut task());
    let turn = pair.pose_a.rotation();
    for v in [&mut finding.point_a, &mut finding.point_b, &mut finding.normal] {
        *v = turn.rotate(*v);
    }
    Some(finding)
}

type Break = (&'static str, fn(&mut Kind<3>, &mut Kind<3>));

/// Runs `breaks` over 300 pairs that `make` makes. The solver sees a broken copy of the pair; its
/// finding is judged against the pair itself.
fn deceptions_are_caught(
    make: fn(&mut fastrand::Rng) -> [Kind<3>; 2],
    solver: Solver,
    breaks: &[Break],
) {
    for (name, break_it) in breaks {
        let mut rng = fastrand::Rng::with_seed(16);
        let mut tally = Tally::default();
        for _ in 0..300 {
            let (pose_a, pose_b) = (random_pose(&mut rng, 2.0), random_pose(&mut rng, 2.0));
            let mut again = rng.clone();
            let ([a, b], [mut shown_a, mut shown_b]) = (make(&mut rng), make(&mut again));
            break_it(&mut shown_a, &mut shown_b);
            let case = Case { a: Box::new(Bare(a)), pose_a, b: Box::new(Bare(b)), pose_b };
            let (a, b) = (Box::new(Bare(shown_a)), Box::new(Bare(shown_b)));
            let shown = Case { a, pose_a, b, pose_b };
            // A formula may refuse a pair: then nothing is claimed.
            let Some(finding) = shown.with_pair(solver) else { continue };
            let broken = case.with_pair(|pair| finding.answer(pair, pair.world()));
            tally.judge(&case, &case.truth(), &broken);
        }
        tally.verdict(name);
    }
}

fn point(rng: &mut fastrand::Rng) -> Kind<3> {
    Kind::Point(spread(rng, 2.0))
}

fn segment(rng: &mut fastrand::Rng) -> Kind<3> {
    Kind::Segment(spread(rng, 1.0), spread(rng, 1.0))
}

fn point_and_box(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    [point(rng), Kind::Cuboid(Vector::from_fn(|_| 0.2 + rng.f64()))]
}

fn point_and_segment(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    [point(rng), segment(rng)]
}

fn segments(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    [segment(rng), segment(rng)]
}

#[test]
fn broken_projections_are_caught() {
    deceptions_are_caught(
        point_and_box,
        by_formula,
        &[
            ("a clamp too wide", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half[1] *= 1.5;
                }
            }),
            ("a clamp too narrow", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half[2] *= 0.5;
                }
            }),
            ("half-extents in the wrong order", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half.0.swap(0, 1);
                }
            }),
            ("a wrong sign", |a, _| {
                if let Kind::Point(p) = a {
                    p[0] = -p[0];
                }
            }),
        ],
    );
    deceptions_are_caught(
        point_and_segment,
        by_formula,
        &[
            ("a parameter not clamped", |_, b| {
                if let Kind::Segment(p, q) = b {
                    let e = *q - *p;
                    (*p, *q) = (*p - e, *q + e);
                }
            }),
            ("a segment cut short", |_, b| {
                if let Kind::Segment(p, q) = b {
                    *q = p.lerp(*q, 0.5);
                }
            }),
        ],
    );
}

#[test]
fn broken_segment_formulas_are_caught() {
    deceptions_are_caught(
        segments,
        by_conjugate,
        &[
            ("a wrong sign", |a, _| {
                if let Kind::Segment(p, q) = a {
                    (*p, *q) = (-*p, -*q);
                }
            }),
            ("a parameter not clamped", |_, b| {
                if let Kind::Segment(p, q) = b {
                    let e = *q - *p;
                    (*p, *q) = (*p - e, *q + e);
                }
            }),
            ("ends of the two segments exchanged", |a, b| {
                if let (Kind::Segment(_, q), Kind::Segment(s, _)) = (a, b) {
                    std::mem::swap(q, s);
                }
            }),
        ],
    );
}

/// A line or a ray, and a rectangle.
fn thread_and_rectangle(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    let (mut lines, mut rays) = (Vec::new(), Vec::new());
    if rng.bool() { &mut lines } else { &mut rays }.push(unit(rng));
    let base = Point::new(spread::<3>(rng, 2.0)).unwrap();
    let half = Vector([0.2 + rng.f64(), 0.2 + rng.f64(), 0.0]);
    [Kind::Thread { base, lines, rays }, Kind::Cuboid(half)]
}

#[test]
fn broken_rectangles_are_caught() {
    deceptions_are_caught(
        thread_and_rectangle,
        by_conjugate,
        &[
            ("sides exchanged", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half.0.swap(0, 1);
                }
            }),
            ("a side not clamped", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half[0] *= 2.0;
                }
            }),
            ("a ray taken for a line", |a, _| {
                if let Kind::Thread { rays, lines, .. } = a {
                    lines.append(rays);
                }
            }),
            ("a line taken for a ray", |a, _| {
                if let Kind::Thread { rays, lines, .. } = a {
                    rays.append(lines);
                }
            }),
            ("a direction with a wrong sign", |a, _| {
                if let Kind::Thread { rays, lines, .. } = a {
                    lines.iter_mut().chain(rays).for_each(|along| along[0] = -along[0]);
                }
            }),
        ],
    );
}

/// The parameter measured from the wrong end: both points belong to their segments, and only the
/// gap between the bounds gives the break away.
#[test]
fn a_parameter_from_the_wrong_end_is_caught() {
    let mut rng = fastrand::Rng::with_seed(17);
    let mut tally = Tally::default();
    for _ in 0..300 {
        let (pose_a, pose_b) = (random_pose(&mut rng, 2.0), random_pose(&mut rng, 2.0));
        let ([a, b], ends) = {
            let made = segments(&mut rng);
            let Kind::Segment(p, q) = made[0] else { unreachable!("a segment was made") };
            (made, [p, q])
        };
        let case = Case { a: Box::new(Bare(a)), pose_a, b: Box::new(Bare(b)), pose_b };
        let Some(mut finding) = case.with_pair(conjugate::solve) else { continue };
        finding.point_a = pose_a.rotation().rotate(ends[0] + ends[1]) - finding.point_a;
        finding.upper = (finding.point_b - finding.point_a).norm();
        let broken = case.with_pair(|pair| finding.answer(pair, pair.world()));
        tally.judge(&case, &case.truth(), &broken);
    }
    tally.verdict("a parameter from the wrong end");
}

fn tetrahedron(rng: &mut fastrand::Rng) -> Polytope<3> {
    Polytope::from_points((0..4).map(|_| spread::<3>(rng, 1.0))).unwrap()
}

fn unit(rng: &mut fastrand::Rng) -> Vector<3> {
    spread(rng, 1.0).normalized().unwrap()
}

/// A tetrahedron swept along a ray, and one swept along a line.
fn ray_and_line(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    [
        Kind::Swept {
            base: Box::new(tetrahedron(rng)),
            lines: Vec::new(),
            rays: Vec::from([unit(rng)]),
        },
        Kind::Swept {
            base: Box::new(tetrahedron(rng)),
            lines: Vec::from([unit(rng)]),
            rays: Vec::new(),
        },
    ]
}

#[test]
fn broken_sweeps_are_caught() {
    deceptions_are_caught(
        ray_and_line,
        by_sweep,
        &[
            ("a ray followed backwards", |a, _| {
                if let Kind::Swept { rays, .. } = a {
                    rays[0] = -rays[0];
                }
            }),
            ("a ray dropped", |a, _| {
                if let Kind::Swept { rays, .. } = a {
                    rays.clear();
                }
            }),
            ("a ray taken for a line", |a, _| {
                if let Kind::Swept { rays, lines, .. } = a {
                    lines.append(rays);
                }
            }),
            ("a line dropped", |_, b| {
                if let Kind::Swept { lines, .. } = b {
                    lines.clear();
                }
            }),
            ("a line taken for a ray", |_, b| {
                if let Kind::Swept { lines, rays, .. } = b {
                    rays.append(lines);
                }
            }),
            ("a base dropped", |a, _| {
                if let Kind::Swept { base, .. } = a {
                    **base = Polytope::from_points([base.vertices()[0]]).unwrap();
                }
            }),
        ],
    );
}
