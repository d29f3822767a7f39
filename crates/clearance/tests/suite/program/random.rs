//! Random programs: exact outcomes carry exact proofs, floats agree with them.
// Matrices read best with their indices.
#![allow(clippy::needless_range_loop)]

use clearance::exact::{Field, Quadratic, Rational};
use clearance::qp::{Outcome, Problem, QpError, check};

type Q = Rational;

/// The proof that comes with the outcome, judged without solving anything.
fn proved<F: Field>(problem: &Problem<F>, outcome: &Outcome<F>) -> bool {
    match outcome {
        Outcome::Solution(solution) => {
            let residuals = check::residuals(problem, &solution.x, &solution.multipliers);
            residuals.is_some_and(|r| r.hold(problem.variables()))
                && solution.value == problem.value(&solution.x)
        }
        Outcome::Infeasible(farkas) => check::infeasible(problem, farkas),
        Outcome::Unbounded(way) => check::unbounded(problem, way),
        Outcome::NotConvex { direction } => check::not_convex(problem, direction),
        Outcome::Undecided { .. } => false,
    }
}

fn kind<F>(outcome: &Outcome<F>) -> usize {
    match outcome {
        Outcome::Solution(_) => 0,
        Outcome::Infeasible(_) => 1,
        Outcome::Unbounded(_) => 2,
        Outcome::NotConvex { .. } => 3,
        Outcome::Undecided { .. } => 4,
    }
}

/// `½ |G x|² + b x` with few rows in G, so that the matrix is often singular, some conditions,
/// equations and free variables, all with small integers.
fn draw<F: Field>(rng: &mut fastrand::Rng, number: &mut dyn FnMut(i64) -> F) -> Problem<F> {
    let n = rng.usize(1..=5);
    let mut gram = vec![vec![F::zero(); n]; n];
    for _ in 0..rng.usize(0..=n) {
        let v: Vec<F> = (0..n).map(|_| number(rng.i64(-2..=2))).collect();
        for i in 0..n {
            for j in 0..n {
                gram[i][j] = gram[i][j].add(&v[i].mul(&v[j]));
            }
        }
    }
    let b = (0..n).map(|_| number(rng.i64(-3..=4))).collect();
    let mut problem = Problem::minimise(gram, b).plus(number(rng.i64(-3..=3)));
    for _ in 0..rng.usize(0..=6) {
        let row = (0..n).map(|_| number(rng.i64(-3..=3))).collect();
        problem = problem.at_least(row, number(rng.i64(-4..=3)));
    }
    if rng.bool() {
        for _ in 0..rng.usize(0..=2) {
            let row = (0..n).map(|_| number(rng.i64(-2..=2))).collect();
            problem = problem.equal(row, number(rng.i64(-2..=2)));
        }
    }
    if rng.bool() {
        for i in 0..n {
            if rng.bool() {
                problem = problem.free(i);
            }
        }
    }
    problem
}

#[test]
fn floats_and_rationals_agree_and_prove_it() {
    let mut rng = fastrand::Rng::with_seed(21);
    let mut counts = [0; 5];
    for _ in 0..12_000 {
        let floats = draw::<f64>(&mut rng, &mut |x| x as f64);
        let exact = floats.to_exact().unwrap();
        let expected = exact.solve().unwrap();
        assert!(proved(&exact, &expected), "{expected:?} for {exact:?}");
        let found = floats.solve().unwrap();
        assert!(proved(&floats, &found), "{found:?}, not {expected:?} for {floats:?}");
        assert_eq!(kind(&found), kind(&expected), "{found:?}, not {expected:?} for {floats:?}");
        counts[kind(&expected)] += 1;
        if let (Outcome::Solution(found), Outcome::Solution(expected)) = (found, expected) {
            let value = expected.value.to_f64();
            assert!((found.value - value).abs() <= 1e-9 * (1.0 + value.abs()), "{floats:?}");
            let zero = Q::ZERO;
            let r = &expected.residuals;
            let all = [&r.stationarity, &r.feasibility, &r.signs, &r.complementarity];
            assert_eq!(all, [&zero; 4]);
        }
    }
    assert!(counts[..3].iter().all(|count| *count > 1_000), "{counts:?}");
}

/// Entries are multiples of 1, √2 and 1 + √2 at random.
#[test]
fn programs_in_a_quadratic_field() {
    let mut rng = fastrand::Rng::with_seed(22);
    let mut chooser = fastrand::Rng::with_seed(23);
    let mut counts = [0; 5];
    for _ in 0..1_500 {
        let mut number = |x: i64| {
            let (a, b) = (chooser.i64(0..=1), chooser.i64(0..=1));
            Quadratic::new((a * x).into(), (b * x).into(), 2.into()).unwrap()
        };
        let problem = draw::<Quadratic>(&mut rng, &mut number);
        let outcome = problem.solve().unwrap();
        assert!(proved(&problem, &outcome), "{outcome:?} for {problem:?}");
        counts[kind(&outcome)] += 1;
    }
    assert!(counts[..3].iter().all(|count| *count > 100), "{counts:?}");
}

/// A symmetric matrix is positive semidefinite if, and only if, no principal minor is negative.
#[test]
fn convexity_is_decided_by_principal_minors() {
    fn determinant(rows: &[Vec<i64>]) -> i64 {
        if rows.is_empty() {
            return 1;
        }
        let minor = |k: usize| -> Vec<Vec<i64>> {
            let keep = |row: &Vec<i64>| {
                row.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, x)| *x).collect()
            };
            rows[1..].iter().map(keep).collect()
        };
        (0..rows.len())
            .map(|k| if k % 2 == 0 { 1 } else { -1 } * rows[0][k] * determinant(&minor(k)))
            .sum()
    }
    let mut rng = fastrand::Rng::with_seed(24);
    let mut convex = 0;
    for _ in 0..4_000 {
        let n = rng.usize(1..=4);
        let mut a = vec![vec![0i64; n]; n];
        for i in 0..n {
            for j in 0..=i {
                let x = if i == j { rng.i64(0..=3) } else { rng.i64(-1..=1) };
                (a[i][j], a[j][i]) = (x, x);
            }
        }
        let expected = (0..1u32 << n).all(|set| {
            let kept: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
            let rows: Vec<Vec<i64>> =
                kept.iter().map(|i| kept.iter().map(|j| a[*i][*j]).collect()).collect();
            determinant(&rows) >= 0
        });
        convex += i32::from(expected);
        let rows = a.iter().map(|row| row.iter().map(|x| *x as f64).collect()).collect();
        let floats = Problem::minimise(rows, vec![1.0; n]);
        let exact = floats.to_exact().unwrap();
        let (found, outcome) = (floats.solve().unwrap(), exact.solve().unwrap());
        assert!(proved(&exact, &outcome) && proved(&floats, &found), "{a:?}");
        assert_eq!(kind(&outcome) != 3, expected, "{a:?}");
        assert_eq!(kind(&found) != 3, expected, "{a:?}");
    }
    assert!((1_000..3_000).contains(&convex), "{convex}");
}

#[test]
fn malformed_programs_are_refused() {
    let square = || Problem::minimise(vec![vec![1.0, 0.0], vec![0.0, 1.0]], vec![0.0, 0.0]);
    assert!(square().solve().is_ok());
    let size = |found, what| QpError::Size { what, found, needed: 2 };
    let short = Problem::minimise(vec![vec![1.0, 0.0]], vec![0.0, 0.0]);
    assert_eq!(short.solve().unwrap_err(), size(1, "rows of A"));
    let row = square().at_least(vec![1.0], 0.0);
    assert_eq!(row.solve().unwrap_err(), size(1, "coefficients of a condition"));
    assert_eq!(square().free(2).solve().unwrap_err(), QpError::NoSuchVariable { index: 2 });
    assert_eq!(square().plus(f64::NAN).solve().unwrap_err(), QpError::NotFinite);
    let skew = Problem::minimise(vec![vec![1.0, 1.0], vec![0.0, 1.0]], vec![0.0, 0.0]);
    assert_eq!(skew.solve().unwrap_err(), QpError::NotSymmetric { row: 1, column: 0 });
    let root = |d: i64| Quadratic::root(&d.into()).unwrap();
    let mixed = Problem::linear(vec![Quadratic::from(1), root(2), root(3)]);
    assert_eq!(mixed.solve().unwrap_err(), QpError::MixedFields);
}

/// Certificates that are not: the judge must refuse what is nearly right.
#[test]
fn the_judge_refuses_false_proofs() {
    let problem = Problem::minimise(vec![vec![Q::ONE]], vec![Q::from(-1)])
        .at_most(vec![Q::ONE], "1/2".parse().unwrap());
    let Outcome::Solution(solution) = problem.solve().unwrap() else { panic!() };
    let judge = |x: &Q, y: &Q| {
        let mut multipliers = solution.multipliers.clone();
        multipliers.inequalities[0] = y.clone();
        check::residuals(&problem, std::slice::from_ref(x), &multipliers).unwrap().hold(9)
    };
    let (x, y) = (&solution.x[0], &solution.multipliers.inequalities[0]);
    let tiny = Q::new(1, 10).unwrap().mul(&"1e-300".parse().unwrap());
    assert!(judge(x, y));
    assert!(!judge(&(x + &tiny), y) && !judge(&(x - &tiny), y));
    assert!(!judge(x, &(y + &tiny)) && !judge(x, &(y - tiny)));
    assert!(check::residuals(&problem, &[], &solution.multipliers).is_none());
}
