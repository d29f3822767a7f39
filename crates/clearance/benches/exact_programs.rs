//! How long exact programs take: `cargo bench -p clearance --features exact --bench exact_programs`.
// Numbers are given with all the digits of their source.
#![allow(clippy::excessive_precision)]

use std::hint::black_box;
use std::time::Instant;

use clearance::exact::{Cylinder, Field, Rational};
use clearance::qp::{Lcp, LcpOutcome, Outcome, Problem};

type Q = Rational;

/// Prints the median time of one run on each of the inputs.
fn time<T>(name: &str, inputs: &[T], run: impl Fn(&T)) {
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..9 {
        for input in inputs {
            let start = Instant::now();
            run(black_box(input));
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[(times.len() as f64 * share) as usize];
    println!("{name:<46} median {:8.2} µs   99 % {:8.2} µs", at(0.5), at(0.99));
}

fn number(x: f64) -> Q {
    Q::try_from(x).unwrap()
}

/// Half the squared distance of two parametrised pieces `corner + Σ x_i edges[i]`.
fn program<F: Field>(corners: [&[F; 3]; 2], edges: [&[[F; 3]]; 2]) -> Problem<F> {
    let dot = |u: &[F; 3], v: &[F; 3]| (0..3).fold(F::zero(), |s, i| s.add(&u[i].mul(&v[i])));
    let minus = |u: &[F; 3]| std::array::from_fn(|i| u[i].neg());
    let columns: Vec<[F; 3]> = edges[0].iter().cloned().chain(edges[1].iter().map(minus)).collect();
    let delta = std::array::from_fn(|i| corners[0][i].sub(&corners[1][i]));
    let gram = columns.iter().map(|u| columns.iter().map(|v| dot(u, v)).collect()).collect();
    Problem::minimise(gram, columns.iter().map(|u| dot(u, &delta)).collect())
        .plus(dot(&delta, &delta).div(&F::from_i64(2)))
        .surely_convex()
}

fn at_most_one<F: Field>(problem: Problem<F>, variables: &[usize]) -> Problem<F> {
    let row = (0..problem.variables())
        .map(|i| if variables.contains(&i) { F::one() } else { F::zero() })
        .collect();
    problem.at_most(row, F::one())
}

fn random_boxes<F: Field>(rng: &mut fastrand::Rng) -> Problem<F> {
    let mut float =
        |least: f64, most: f64| F::from_f64(least + (most - least) * rng.f64()).unwrap();
    let mut edges =
        || -> [[F; 3]; 3] { std::array::from_fn(|_| std::array::from_fn(|_| float(-1.0, 1.0))) };
    let (a, b) = (edges(), edges());
    let corner = std::array::from_fn(|_| F::zero());
    let other = std::array::from_fn(|_| float(3.0, 5.0));
    let mut problem = program([&corner, &other], [&a, &b]);
    for i in 0..6 {
        problem = at_most_one(problem, &[i]);
    }
    problem
}

fn triangle_box() -> Problem<Q> {
    let triangle =
        [[0.5, 0.5, 1.5], [0.50000000000000178, 25.5, 1.5], [-0.50000000000000355, 0.5, 1.5]]
            .map(|p| p.map(number));
    let least = [-28.666800635711962, 12.285771701019407, -48.666800635711965].map(number);
    let most = [-20.476286168365689, 20.476286168365682, -40.476286168365689].map(number);
    let edge = |k: usize| std::array::from_fn(|i| &triangle[k][i] - &triangle[0][i]);
    let side =
        |k: usize| std::array::from_fn(|i| if i == k { &most[i] - &least[i] } else { Q::ZERO });
    let mut problem =
        program([&triangle[0], &least], [&[edge(1), edge(2)], &[side(0), side(1), side(2)]]);
    problem = at_most_one(problem, &[0, 1]);
    for i in 2..5 {
        problem = at_most_one(problem, &[i]);
    }
    problem
}

fn solve<F: Field>(problem: &Problem<F>) {
    assert!(matches!(problem.solve(), Ok(Outcome::Solution(_))));
}

fn lemke<F: Field>(lcp: &Lcp<F>) {
    assert!(matches!(lcp.solve(), LcpOutcome::Solved(_)));
}

fn main() {
    let mut rng = fastrand::Rng::with_seed(1);
    // A positive definite 7 × 7 matrix with entries of 52 bits.
    let mut wide = || (rng.f64() - 0.5) * 2.0;
    let dense: Vec<Lcp<Q>> = (0..50)
        .map(|_| {
            let entry = |i: usize, j: usize, x: f64| number(if i == j { x + 3.0 } else { x });
            let m = (0..7).map(|i| (0..7).map(|j| entry(i, j, wide())).collect()).collect();
            Lcp::new((0..7).map(|_| number(wide())).collect(), m).unwrap()
        })
        .collect();
    time("Lemke, 7 × 7, 52 bits, exact", &dense, lemke);

    let boxes: Vec<Problem<f64>> = (0..100).map(|_| random_boxes(&mut rng)).collect();
    time("two parallelepipeds, f64 (program)", &boxes, |p| {
        black_box(p.solve().is_ok());
    });
    let exact: Vec<Problem<Q>> = (0..100).map(|_| random_boxes(&mut rng)).collect();
    time("two parallelepipeds, exact (program)", &exact, solve);
    time("two parallelepipeds, exact (walk, with its trace)", &exact, |p| {
        black_box(p.to_lcp().unwrap().unwrap().solve_traced());
    });
    let lcps: Vec<Lcp<Q>> = exact.iter().map(|p| p.to_lcp().unwrap().unwrap()).collect();
    time("two parallelepipeds, exact (Lemke alone)", &lcps, lemke);

    let parallel = [triangle_box()];
    time("triangle and box, nearly parallel (program)", &parallel, solve);
    let lcp = [parallel[0].to_lcp().unwrap().unwrap()];
    time("triangle and box, nearly parallel (Lemke alone)", &lcp, lemke);
    let Ok(Outcome::Solution(solution)) = parallel[0].solve() else { return };
    let squared = solution.value * Q::from(2);
    println!("  squared distance {squared:.15}, distance {:?}", squared.sqrt_to_f64());

    let p = |x: [i64; 3]| x.map(Q::from);
    let cylinder = Cylinder::along(p([0; 3]), p([1, 2, 3]), 2.into(), 1.into()).unwrap();
    let triangle = [p([1, -2, 0]), p([6, 2, 0]), p([1, 4, 0])];
    time("triangle and cylinder in Q(√14)", &[triangle], |t| {
        black_box(cylinder.triangle(t));
    });
}
