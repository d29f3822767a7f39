//! Triangles that are parallel to a face of a box but for the last bits: floats against rationals.

use clearance::exact::{Field, Rational};
use clearance::qp::{Outcome, Problem};

/// Half the squared distance of a triangle and an axis-parallel box, in any numbers.
fn program<F: Field>(triangle: &[[F; 3]; 3], least: &[F; 3], size: &[F; 3]) -> Problem<F> {
    let minus = |u: &[F; 3], v: &[F; 3]| std::array::from_fn(|i| u[i].sub(&v[i]));
    let axis = |i: usize| std::array::from_fn(|j| if i == j { F::one().neg() } else { F::zero() });
    let columns: [[F; 3]; 5] = [
        minus(&triangle[1], &triangle[0]),
        minus(&triangle[2], &triangle[0]),
        axis(0),
        axis(1),
        axis(2),
    ];
    let delta: [F; 3] = minus(&triangle[0], least);
    let dot = |u: &[F; 3], v: &[F; 3]| (0..3).fold(F::zero(), |s, i| s.add(&u[i].mul(&v[i])));
    let gram = columns.iter().map(|u| columns.iter().map(|v| dot(u, v)).collect()).collect();
    let unit = |set: &[usize]| {
        (0..5).map(|j| if set.contains(&j) { F::one() } else { F::zero() }).collect()
    };
    let mut problem = Problem::minimise(gram, columns.iter().map(|u| dot(u, &delta)).collect())
        .plus(dot(&delta, &delta).div(&F::from_i64(2)))
        .at_most(unit(&[0, 1]), F::one())
        .surely_convex();
    for (i, length) in size.iter().enumerate() {
        problem = problem.at_most(unit(&[i + 2]), length.clone());
    }
    problem
}

#[test]
fn floats_hold_on_nearly_parallel_triangles() {
    let mut rng = fastrand::Rng::with_seed(41);
    let (mut held, mut worst, mut pivots) = (0, 0.0f64, 0);
    let trials = 3_000;
    for _ in 0..trials {
        let mut wide = || (rng.f64() - 0.5) * 60.0;
        let height = wide();
        let mut corner = || {
            let hair = (wide() * 0.1).round() * f64::EPSILON;
            [wide().round() / 2.0 + hair, wide().round() / 2.0, height + hair]
        };
        let triangle = [corner(), corner(), corner()];
        let least = [wide(), wide(), height - 70.0];
        let size = [1.0 + wide().abs(), 1.0 + wide().abs(), 1.0 + wide().abs()];
        let number = |x: f64| Rational::try_from(x).unwrap();
        let exact =
            program(&triangle.map(|p| p.map(number)), &least.map(number), &size.map(number));
        let Outcome::Solution(expected) = exact.solve().unwrap() else { panic!() };
        let distance = (expected.value * Rational::from(2)).sqrt_to_f64().unwrap();
        if let Outcome::Solution(found) = program(&triangle, &least, &size).solve().unwrap()
            && found.holds()
        {
            held += 1;
            pivots = pivots.max(found.iterations);
            worst = worst.max(((found.value * 2.0).sqrt() / distance - 1.0).abs());
        }
    }
    assert_eq!(held, trials);
    assert!(worst < 1e-12, "{worst:e}");
    assert!(pivots <= 18, "{pivots} on nine rows");
}
