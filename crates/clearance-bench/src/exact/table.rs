//! The tables.

use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use clearance::query::Straight;
use clearance::shape::{Ball, Capsule, Cuboid, Rectangle, Segment};
use clearance::{Convex, Method, Pose, Query, distance, exact};
use fastrand::Rng;

use super::scenes::{Case, exact_case, pose, shape, vector};
use crate::measure::{Budget, Contestant, interleave};
use crate::peers::vec3;

/// How many queries each row of the second and third table has.
const QUERIES: usize = 1024;

/// How many pairs of pieces are asked for their parameters, and in how many nanoseconds each.
const PIECES: usize = 4096;
const MOST: f64 = 40.0;

/// Passes over all pairs of a row of the first table.
const PASSES: usize = 5;

/// Median and 99th percentile of exact distances, with what is wanted of them in microseconds.
const EXACT: [(&str, Option<f64>, Option<f64>); 8] = [
    ("boxes", Some(10.0), None),
    ("boxes, parallel", None, None),
    ("boxes, touching", None, None),
    ("boxes, touching, turned", None, None),
    ("hull20", None, None),
    ("hull100", Some(15.0), None),
    ("hull1000", Some(25.0), None),
    ("mix", None, Some(60.0)),
];

/// The first table: each pair on its own, so that there is a 99th percentile.
pub fn exact(count: usize, wants: impl Fn(&str) -> bool) {
    println!("| pairs | median | 99 % | float | ratio | target | met |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, median, tail) in EXACT.into_iter().filter(|row| wants(row.0)) {
        let rng = &mut Rng::with_seed(1);
        let cases: Vec<Case> = (0..count).map(|_| exact_case(rng, name)).collect();
        let (mut slow, mut fast) = (Vec::new(), Vec::new());
        for _ in 0..PASSES {
            for (a, pose_a, b, pose_b) in &cases {
                slow.push(microseconds(1, || {
                    let _ = black_box(exact::distance(a, pose_a, b, pose_b));
                }));
                // Ten at a time: the clock is coarser than one.
                fast.push(microseconds(10, || {
                    let _ = black_box(distance(a, pose_a, b, pose_b));
                }));
            }
        }
        let [exact, float, last] = [at(&mut slow, 0.5), at(&mut fast, 0.5), at(&mut slow, 0.99)];
        let wanted = [median.map(|x| (x, exact)), tail.map(|x| (x, last))];
        let target = match (median, tail) {
            (Some(x), _) => format!("median ≤ {x}"),
            (_, Some(x)) => format!("99 % ≤ {x}"),
            _ => String::new(),
        };
        let met = match wanted.into_iter().flatten().next() {
            Some((target, found)) if found <= target => "yes",
            Some(_) => "NO",
            None => "",
        };
        let ratio = exact / float;
        println!(
            "| {name} | {exact:.2} | {last:.2} | {float:.3} | {ratio:.1}× | {target} | {met} |"
        );
    }
}

fn microseconds(calls: u32, mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..calls).for_each(|_| call());
    start.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
}

fn at(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times[((times.len() as f64 * share) as usize).min(times.len() - 1)]
}

/// The second table: what the library chooses, GJK, conjugate gradients and Lemke's method.
pub fn methods(budget: Budget, wants: impl Fn(&str) -> bool) {
    println!("| pair | chosen | gjk | conjugate | lemke | chosen method |");
    println!("|---|---:|---:|---:|---:|---|");
    let rows = [
        ["point", "triangle"],
        ["segment", "segment"],
        ["line", "rectangle"],
        ["segment", "rectangle"],
        ["line", "line"],
        ["box", "box"],
    ];
    for [first, second] in rows {
        let name = format!("{first}-{second}");
        if !wants(&name) {
            continue;
        }
        let rng = &mut Rng::with_seed(2);
        let cases: Vec<Case> = (0..QUERIES)
            .map(|_| (shape(rng, first), pose(rng, 1.0), shape(rng, second), pose(rng, 3.0)))
            .collect();
        let applies = |method: Method| {
            let (a, pose_a, b, pose_b) = &cases[0];
            let answer = Query::DEFAULT.with_method(method).distance(a, pose_a, b, pose_b);
            answer.is_ok_and(|answer| answer.effort().method == method)
        };
        let queries = [None, Some(Method::Gjk), Some(Method::Conjugate), Some(Method::Lemke)];
        let mut contestants: Vec<Contestant<'_>> = queries
            .iter()
            .map(|method| -> Contestant<'_> {
                let (query, cases) = (Query { method: *method, ..Query::DEFAULT }, &cases);
                Box::new(move |range| ask(&cases[range], &query))
            })
            .collect();
        let times = interleave(QUERIES, 1, budget, &mut contestants);
        drop(contestants);
        let (a, pose_a, b, pose_b) = &cases[0];
        let chosen =
            distance(a, pose_a, b, pose_b).map_or("none", |answer| answer.effort().method.name());
        let cell = |k: usize, method: Method| {
            if applies(method) { format!("{:.0}", times[k]) } else { "–".to_string() }
        };
        println!(
            "| {name} | {:.0} | {:.0} | {} | {} | {chosen} |",
            times[0],
            times[1],
            cell(2, Method::Conjugate),
            cell(3, Method::Lemke)
        );
    }
}

fn ask(cases: &[Case], query: &Query) {
    for (a, pose_a, b, pose_b) in cases {
        let _ = black_box(&query.distance(black_box(a), pose_a, black_box(b), pose_b));
    }
}

/// Conjugate gradients alone: pieces in the world, two parameters and both bounds.
pub fn pieces(budget: Budget, wants: impl Fn(&str) -> bool) {
    println!("| pieces | ns | parry | target | met |");
    println!("|---|---:|---:|---:|---|");
    let rng = &mut Rng::with_seed(4);
    let piece = |rng: &mut Rng, name: &str| {
        let (p, q) = (vector(rng), vector(rng));
        let made = if name == "line" { Straight::line(p, q) } else { Straight::segment(p, q) };
        made.expect("a valid piece")
    };
    for [first, second] in [["segment", "segment"], ["line", "line"]] {
        let name = format!("{first}-{second}");
        let pairs: Vec<_> = (0..PIECES).map(|_| (piece(rng, first), piece(rng, second))).collect();
        let ask: Contestant<'_> = Box::new(|range| {
            for (a, b) in &pairs[range] {
                let _ = black_box(black_box(a).closest(black_box(b)));
            }
        });
        let peers: Vec<_> = (0..PIECES).map(|_| [0; 2].map(|_| peer(rng))).collect();
        let theirs: Contestant<'_> = Box::new(|range| {
            for pair in &peers[range] {
                black_box(&by_parry(black_box(pair)));
            }
        });
        if wants(&name) {
            alone(&name, budget, ask, (first == "segment").then_some(theirs));
        }
    }
    for first in ["line", "segment"] {
        let name = format!("{first}-rectangle");
        let pairs: Vec<_> = (0..PIECES)
            .map(|_| {
                let half = [0; 2].map(|_| 0.2 + rng.f64());
                let rectangle = Rectangle::<3>::new(half).expect("a valid rectangle");
                (piece(rng, first), rectangle, pose(rng, 3.0))
            })
            .collect();
        let ask: Contestant<'_> = Box::new(|range| {
            for (a, b, pose_b) in &pairs[range] {
                let _ = black_box(black_box(a).closest_in_rectangle(black_box(b), pose_b));
            }
        });
        if wants(&name) {
            alone(&name, budget, ask, None);
        }
    }
}

fn alone(name: &str, budget: Budget, ask: Contestant<'_>, peer: Option<Contestant<'_>>) {
    let mut contestants: Vec<Contestant<'_>> = [ask].into_iter().chain(peer).collect();
    let times = interleave(PIECES, 1, budget, &mut contestants);
    let met = if times[0] <= MOST { "yes" } else { "NO" };
    let theirs = times.get(1).map_or("–".to_string(), |time| format!("{time:.1}"));
    println!("| {name} | {:.1} | {theirs} | ≤ {MOST} | {met} |", times[0]);
}

fn peer(rng: &mut Rng) -> parry3d_f64::shape::Segment {
    let [a, b] = [0; 2].map(|_| vec3(vector(rng)));
    parry3d_f64::shape::Segment::new(a, b)
}

/// Parry's parameters of two segments in one frame, and the points: it proves no bounds.
fn by_parry([a, b]: &[parry3d_f64::shape::Segment; 2]) -> [parry3d_f64::math::Vector; 2] {
    use parry3d_f64::query::details::closest_points_segment_segment_with_locations_nD as closest;
    let (on_a, on_b) = closest((&a.a, &a.b), (&b.a, &b.b));
    [a.point_at(&on_a), b.point_at(&on_b)]
}

/// The third table. Shapes that a program knows by type first, then others behind a pointer.
pub fn rigorous(budget: Budget, wants: impl Fn(&str) -> bool) {
    println!("| pair | plain | rigorous | ratio | ≤ 3× |");
    println!("|---|---:|---:|---:|---:|");
    let rng = &mut Rng::with_seed(3);
    let ball = |rng: &mut Rng| Ball::<3>::new(0.1 + 0.5 * rng.f64());
    let cuboid = |rng: &mut Rng| Cuboid::new([0; 3].map(|_| 0.2 + rng.f64()));
    let segment = |rng: &mut Rng| Segment::new(vector(rng), vector(rng));
    let capsule = |rng: &mut Rng| Capsule::new(vector(rng), vector(rng), 0.1 + rng.f64());
    if wants("ball-ball") {
        bounds_row("ball-ball", budget, rng, (ball, ball));
    }
    if wants("ball-box") {
        bounds_row("ball-box", budget, rng, (ball, cuboid));
    }
    if wants("segment-segment") {
        bounds_row("segment-segment", budget, rng, (segment, segment));
    }
    if wants("capsule-capsule") {
        bounds_row("capsule-capsule", budget, rng, (capsule, capsule));
    }
    if wants("box-box") {
        bounds_row("box-box", budget, rng, (cuboid, cuboid));
    }
    let rows = [
        ["hull20", "hull20"],
        ["hull100", "hull100"],
        ["hull1000", "hull1000"],
        ["line", "rectangle"],
        ["line", "line"],
        ["line", "box"],
        ["plane", "hull100"],
        ["cylinder", "box"],
        ["ball", "cylinder"],
        ["ball", "ellipsoid"],
        ["superquadric", "superquadric"],
        ["superquadric", "hull100"],
        ["quadric", "quadric"],
        ["hyperquadric", "box"],
        ["intersection", "box"],
        ["bowl", "box"],
        ["ice cream", "superquadric"],
        ["sum", "ellipsoid"],
    ];
    for [first, second] in rows {
        let name = format!("{first}-{second}");
        if wants(&name) {
            let make = |name: &'static str| move |rng: &mut Rng| Ok::<_, ()>(shape(rng, name));
            bounds_row(&name, budget, rng, (make(first), make(second)));
        }
    }
}

fn bounds_row<A: Convex<3>, B: Convex<3>, E: std::fmt::Debug, F: std::fmt::Debug>(
    name: &str,
    budget: Budget,
    rng: &mut Rng,
    (make_a, make_b): (impl Fn(&mut Rng) -> Result<A, E>, impl Fn(&mut Rng) -> Result<B, F>),
) {
    let queries = if name.contains("1000") { QUERIES / 16 } else { QUERIES };
    let cases: Vec<(A, Pose<3>, B, Pose<3>)> = (0..queries)
        .map(|_| {
            let (a, b) = (make_a(rng), make_b(rng));
            let (a, b) = (a.expect("a valid shape"), b.expect("a valid shape"));
            (a, pose(rng, 1.0), b, pose(rng, 3.0))
        })
        .collect();
    let mut contestants: [Contestant<'_>; 2] = [
        Box::new(|range: Range<usize>| {
            for (a, pose_a, b, pose_b) in &cases[range] {
                let _ = black_box(&distance(black_box(a), pose_a, black_box(b), pose_b));
            }
        }),
        Box::new(|range: Range<usize>| {
            for (a, pose_a, b, pose_b) in &cases[range] {
                let _ = black_box(&rigorous_of(black_box(a), pose_a, black_box(b), pose_b));
            }
        }),
    ];
    let times = interleave(queries, 1, budget, &mut contestants);
    let ratio = times[1] / times[0];
    let met = if ratio <= 3.0 { "yes" } else { "NO" };
    println!("| {name} | {:.1} | {:.1} | {ratio:.2}× | {met} |", times[0], times[1]);
}

#[inline]
fn rigorous_of<A: Convex<3>, B: Convex<3>>(
    a: &A,
    pose_a: &Pose<3>,
    b: &B,
    pose_b: &Pose<3>,
) -> Result<clearance::Rigorous, clearance::QueryError> {
    clearance::rigorous(a, pose_a, b, pose_b)
}
