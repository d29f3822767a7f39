//! What every shape promises: its support function, its formulas and its view agree with each
//! other.

use super::gallery::{self, Named, Shape, random, random_unit};
use clearance::shape::Core;
use clearance::{Convex, Pose, Vector, check, distance};

const ULP: f64 = f64::EPSILON;

/// The largest coordinate of the bounded part.
fn size<const D: usize>(shape: &Shape<D>) -> f64 {
    let view = shape.view();
    let offset = view.frame.map_or(0.0, |frame| frame.translation().norm());
    2.0 * view.reach + view.radius + offset
}

/// A point of the bounded part: a combination of support points.
fn inner_point<const D: usize>(shape: &Shape<D>) -> Vector<D> {
    let (mut sum, mut total) = (Vector::ZERO, 0.0);
    for _ in 0..4 {
        let weight = fastrand::f64().powi(3);
        sum += shape.support(random_unit::<D>()) * weight;
        total += weight;
    }
    sum / total
}

fn support_is_furthest<const D: usize>((name, shape): &Named<D>) {
    let slack = 8.0 * ULP * size(shape);
    for _ in 0..1000 {
        let n = random_unit::<D>();
        let s = shape.support(n);
        let p = inner_point(shape);
        assert!(s.dot(n) >= p.dot(n) - slack, "{name}: {p:?} is further than {s:?} along {n:?}");
        if let Some(excess) = shape.excess(s) {
            assert!(excess <= slack, "{name}: the support point {s:?} lies outside by {excess:e}");
        }
        for length in [1e-300, 1e-160, 1e-20, 1e100, 1e154, 1e300] {
            let t = shape.support(n * length);
            let lost = s.dot(n) - t.dot(n);
            assert!(lost.abs() <= slack, "{name}: direction of length {length:e} loses {lost:e}");
        }
    }
    let somewhere = shape.support(Vector::ZERO);
    assert!(somewhere.is_finite(), "{name}");
    if let Some(excess) = shape.excess(somewhere) {
        assert!(excess <= slack, "{name}: {somewhere:?} along no direction is outside");
    }
    // Along the axes there are ties, zeros and signs of zero.
    for i in 0..D {
        for n in [Vector::axis(i), -Vector::axis(i), Vector::axis(i) * -0.0] {
            let s = shape.support(n);
            assert!(s.is_finite() && s.dot(n) >= inner_point(shape).dot(n) - slack, "{name}");
        }
    }
}

fn view_agrees<const D: usize>((name, shape): &Named<D>) {
    let view = shape.view();
    let slack = 8.0 * ULP * size(shape);
    for _ in 0..300 {
        let n = random_unit::<D>();
        let local = view.frame.map_or(n, |frame| frame.rotation().rotate_back(n));
        let core = view.core.support(local);
        assert!(
            core.max_abs() <= view.reach * (1.0 + 4.0 * ULP),
            "{name}: {core:?}, {}",
            view.reach
        );
        let core = view.frame.map_or(core, |frame| frame.transform(core));
        let (seen, said) = (core.dot(n) + view.radius, shape.support(n).dot(n));
        assert!((seen - said).abs() <= slack, "{name}: view {seen}, support {said}");
    }
    if let Core::Swept(swept) = view.core {
        for v in swept.lines.iter().chain(swept.rays) {
            assert!((v.norm() - 1.0).abs() < 4.0 * ULP, "{name}");
        }
        for (k, v) in swept.lines.iter().enumerate() {
            assert!(swept.lines[..k].iter().all(|w| w.dot(*v).abs() < 4.0 * ULP), "{name}");
        }
    }
}

/// The closest point q to p: it belongs, nothing is further along p − q, and `excess` is no less
/// than the distance.
fn nearest_is_optimal<const D: usize>((name, shape): &Named<D>) {
    let bounded = shape.view().is_bounded();
    for k in 0..3000 {
        let far = [1.0, 3.0, 1e3][k % 3];
        let p = match k % 4 {
            0 => random::<D>() * far,
            // Close to the surface, where rounding matters.
            1 => shape.support(random_unit::<D>()) + random::<D>() * 1e-9,
            2 => shape.support(random_unit::<D>()),
            // On planes of symmetry.
            _ => random::<D>().scale(Vector::from_fn(|_| f64::from(fastrand::u8(0..2)))) * far,
        };
        let slack = 16.0 * ULP * (size(shape) + p.max_abs());
        let excess = shape.excess(p);
        let Some(q) = shape.nearest(p) else { continue };
        let between = p - q;
        let distance = between.norm();
        let excess = excess.expect("a shape with a projection has an excess");
        assert!(
            excess.max(0.0) >= distance - slack,
            "{name}: excess {excess} below distance {distance}"
        );
        let outside = shape.excess(q).unwrap();
        assert!(outside <= slack, "{name}: nearest {q:?} to {p:?} lies outside by {outside:e}");
        if k % 4 == 2 {
            assert!(excess <= slack, "{name}: excess {excess:e} of a point on the surface");
        }
        if !bounded || distance < 1e-6 * size(shape) {
            continue;
        }
        let n = between / distance;
        let beyond = (shape.support(n) - q).dot(n);
        // The direction is as good as the distance is long.
        let tilt = slack * size(shape) / distance;
        assert!(beyond <= slack + tilt, "{name}: nearest to {p:?} is {q:?}, {beyond:e} is missing");
    }
}

fn all3() -> Vec<Named<3>> {
    gallery::bounded3().into_iter().chain(gallery::unbounded3()).collect()
}

fn all2() -> Vec<Named<2>> {
    gallery::bounded2().into_iter().chain(gallery::unbounded2()).collect()
}

#[test]
fn supports() {
    fastrand::seed(1);
    all3().iter().for_each(support_is_furthest);
    all2().iter().for_each(support_is_furthest);
}

#[test]
fn views() {
    fastrand::seed(2);
    all3().iter().for_each(view_agrees);
    all2().iter().for_each(view_agrees);
}

#[test]
fn projections() {
    fastrand::seed(3);
    all3().iter().for_each(nearest_is_optimal);
    all2().iter().for_each(nearest_is_optimal);
}

/// Every pair of shapes, judged by the checker.
fn pairs<const D: usize>(shapes: &[Named<D>], rounds: usize, pose: impl Fn(f64) -> Pose<D>) {
    let (mut apart, mut all, mut flaws) = (0, 0, Vec::new());
    for (name_a, a) in shapes {
        for (name_b, b) in shapes {
            for k in 0..rounds {
                let spread = [1.5, 4.0, 10.0][k % 3];
                let (pose_a, pose_b) = (pose(spread), pose(spread));
                let answer = distance(a, &pose_a, b, &pose_b).unwrap();
                all += 1;
                apart += usize::from(!answer.intersects());
                if let Err(flaw) = check(&answer, a, &pose_a, b, &pose_b) {
                    flaws.push(format!("{name_a} and {name_b}: {flaw}, {:?}", answer.effort()));
                }
                let size = a.view().reach + b.view().reach + spread;
                let gap = answer.upper() - answer.lower();
                if gap > 1e-8 * size {
                    flaws
                        .push(format!("{name_a} and {name_b}: gap {gap:e}, {:?}", answer.effort()));
                }
            }
        }
    }
    for flaw in flaws.iter().take(40) {
        println!("{flaw}");
    }
    assert!(flaws.is_empty(), "{} of {all} wrong", flaws.len());
    let share = apart as f64 / f64::from(all);
    assert!((0.3..0.95).contains(&share), "{share} of the pairs are apart");
}

#[test]
fn pairs_in_space() {
    fastrand::seed(4);
    pairs(&all3(), 3, gallery::random_pose3);
}

#[test]
fn pairs_in_the_plane() {
    fastrand::seed(5);
    pairs(&all2(), 12, gallery::random_pose2);
}
