//! Exact depths against all planes through three differences of vertices, in whole numbers.

use clearance::exact::{self, Rational};
use clearance::shape::{Cuboid, Polytope};
use clearance::{Pose, Rotation, Vector, check_depth, penetration};
use fastrand::Rng;

type Whole = [i128; 3];

fn minus(p: Whole, q: Whole) -> Whole {
    [0, 1, 2].map(|i| p[i] - q[i])
}

fn dot(p: Whole, q: Whole) -> i128 {
    (0..3).map(|i| p[i] * q[i]).sum()
}

fn cross(p: Whole, q: Whole) -> Whole {
    [0, 1, 2].map(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        p[j] * q[k] - p[k] * q[j]
    })
}

/// The squared depth of the origin in the hull of all differences, as a fraction; `None` if the
/// origin is not inside.
fn by_all_planes(differences: &[Whole]) -> Option<[i128; 2]> {
    let mut least: Option<[i128; 2]> = None;
    for (i, p) in differences.iter().enumerate() {
        for (j, q) in differences.iter().enumerate().skip(i + 1) {
            for r in &differences[j + 1..] {
                let n = cross(minus(*q, *p), minus(*r, *p));
                for n in [n, n.map(|x| -x)] {
                    let height = dot(n, *p);
                    if n == [0; 3] || differences.iter().any(|w| dot(n, *w) > height) {
                        continue;
                    }
                    if height <= 0 {
                        return None;
                    }
                    let squared = [height * height, dot(n, n)];
                    if least.is_none_or(|best| squared[0] * best[1] < best[0] * squared[1]) {
                        least = Some(squared);
                    }
                }
            }
        }
    }
    least
}

#[test]
fn lattice_hulls_agree_with_all_planes() {
    let mut rng = Rng::with_seed(611);
    let (mut compared, mut apart) = (0, 0);
    for case in 0..150 {
        let mut cloud = |count: usize| -> Vec<Whole> {
            (0..count).map(|_| [0; 3].map(|_| rng.i128(-3..=3))).collect()
        };
        let (a, b) = (cloud(5), cloud(4));
        let float = |points: &[Whole]| {
            Polytope::<3>::from_points(points.iter().map(|p| Vector(p.map(|x| x as f64))))
        };
        let (Ok(hull_a), Ok(hull_b)) = (float(&a), float(&b)) else { continue };
        let mut differences: Vec<Whole> = Vec::new();
        for p in &a {
            differences.extend(b.iter().map(|q| minus(*p, *q)));
        }
        let here = Pose::IDENTITY;
        let found = exact::penetration(&hull_a, &here, &hull_b, &here).unwrap();
        match (found, by_all_planes(&differences)) {
            (Some(found), Some([numerator, denominator])) => {
                let wanted = Rational::new(numerator as i64, denominator as i64).unwrap();
                assert_eq!(found.squared(), wanted, "case {case}");
                let float = penetration(&hull_a, &here, &hull_b, &here).unwrap().unwrap();
                assert!((float.depth - found.depth()).abs() < 1e-14, "case {case}");
                compared += 1;
            }
            (found, None) => {
                assert!(found.is_none_or(|found| found.depth() == 0.0), "case {case}");
                apart += 1;
            }
            (None, Some(_)) => panic!("case {case}: an overlap was missed"),
        }
    }
    assert!(compared > 30 && apart > 30, "{compared} overlap, {apart} do not");
}

#[test]
fn floats_agree_to_the_last_digits() {
    let mut rng = Rng::with_seed(612);
    let mut number = || rng.f64() - 0.5;
    for case in 0..100 {
        let count = if case % 10 == 0 { 120 } else { 20 };
        let mut hull = || {
            let points: Vec<_> = (0..count).map(|_| Vector([(); 3].map(|()| number()))).collect();
            Polytope::<3>::from_points(points).unwrap()
        };
        let (a, b) = (hull(), hull());
        let turn = Rotation::from_rpy(3.0 * number(), 3.0 * number(), 3.0 * number()).unwrap();
        let there = Pose::new(turn, [0.5 * number(), 0.5 * number(), 0.5 * number()]).unwrap();
        let exact = exact::penetration(&a, &Pose::IDENTITY, &b, &there).unwrap();
        let float = penetration(&a, &Pose::IDENTITY, &b, &there).unwrap();
        let (Some(exact), Some(float)) = (exact, float) else {
            assert!(float.is_none_or(|float| float.depth < 1e-14));
            continue;
        };
        check_depth(&float, &a, &Pose::IDENTITY, &b, &there).unwrap();
        assert!((exact.depth() - float.depth).abs() < 4e-15, "case {case}: {exact:?} {float:?}");
        assert!(float.lower <= exact.depth() + 1e-15 && exact.depth() <= float.upper + 1e-15);
    }
}

/// In the plane, and the way out itself.
#[test]
fn squares() {
    let square = Cuboid::<2>::new([1.0, 1.0]).unwrap();
    let found = exact::penetration(&square, &Pose::IDENTITY, &square, &Pose::at([1.75, 0.5]));
    let found = found.unwrap().unwrap();
    assert_eq!(found.squared(), Rational::new(1, 16).unwrap());
    assert_eq!(found.translation().map(|x| x.to_f64()), [0.25, 0.0]);
    let touching = exact::penetration(&square, &Pose::IDENTITY, &square, &Pose::at([2.0, 0.5]));
    assert_eq!(touching.unwrap().unwrap().depth(), 0.0);
    let apart = exact::penetration(&square, &Pose::IDENTITY, &square, &Pose::at([2.5, 0.5]));
    assert!(apart.unwrap().is_none());
    // Concentric: any of the four ways is as short.
    let inside = exact::penetration(&square, &Pose::IDENTITY, &square, &Pose::IDENTITY);
    assert_eq!(inside.unwrap().unwrap().depth(), 2.0);
}
