//! Programs that are hard on pivoting methods, and verdicts that are easily confused.

use clearance::exact::Rational;
use clearance::qp::{Outcome, Problem, Solution, check};

type Q = Rational;

fn q(text: &str) -> Q {
    text.parse().unwrap()
}

fn row(text: &str) -> Vec<Q> {
    text.split_whitespace().map(q).collect()
}

fn solved(problem: &Problem<Q>) -> Solution<Q> {
    let Outcome::Solution(solution) = problem.solve().unwrap() else { panic!() };
    assert!(solution.holds());
    solution
}

/// The simplex method with the largest-coefficient rule goes round in circles on each of these.
#[test]
fn programs_that_cycle() {
    let beale = Problem::linear(row("-3/4 150 -1/50 6"))
        .at_most(row("1/4 -60 -1/25 9"), Q::ZERO)
        .at_most(row("1/2 -90 -1/50 3"), Q::ZERO)
        .at_most(row("0 0 1 0"), Q::ONE);
    assert_eq!(solved(&beale).value, q("-1/20"));
    let chvatal = Problem::linear(row("-10 57 9 24"))
        .at_most(row("1/2 -11/2 -5/2 9"), Q::ZERO)
        .at_most(row("1/2 -3/2 -1/2 1"), Q::ZERO)
        .at_most(row("1 0 0 0"), Q::ONE);
    let solution = solved(&chvatal);
    assert_eq!((solution.value, solution.x), (q("-1"), row("1 0 1 0")));
    let vanderbei = Problem::linear(row("-1 2 0 2"))
        .at_most(row("1/2 -7/2 -2 4"), Q::ZERO)
        .at_most(row("1/2 -1 -1/2 1/2"), Q::ZERO)
        .at_most(row("1 0 0 0"), Q::ONE);
    assert_eq!(solved(&vanderbei).value, q("-1"));
}

/// Twisted cubes, on which the simplex method can visit every corner.
#[test]
fn twisted_cubes() {
    for n in 1..=8 {
        let power = |base: i64, exponent: usize| Q::from(base.pow(exponent as u32));
        let mut problem = Problem::linear((0..n).map(|j| -power(2, n - 1 - j)).collect::<Vec<_>>());
        for i in 0..n {
            let entry = |j: usize| match j.cmp(&i) {
                std::cmp::Ordering::Less => power(2, i - j + 1),
                std::cmp::Ordering::Equal => Q::ONE,
                std::cmp::Ordering::Greater => Q::ZERO,
            };
            problem = problem.at_most((0..n).map(entry).collect(), power(5, i + 1));
        }
        let solution = solved(&problem);
        assert_eq!(solution.value, -power(5, n));
        assert_eq!(solution.x[n - 1], power(5, n));
    }
}

/// A vertex in which very many faces meet: every pivot is a tie.
#[test]
fn a_pyramid_with_many_sides() {
    let mut problem = Problem::linear(row("0 0 -1")).free(0).free(1).free(2);
    for i in -10..=10 {
        for j in -10..=10 {
            if (i, j) != (0, 0) {
                // Planes through (1, 2, 3) that fall on all sides.
                let bound = Q::from(i + 2 * j + 3 * 20);
                problem = problem.at_most(vec![i.into(), j.into(), 20.into()], bound);
            }
        }
        if i % 5 == 0 {
            assert_eq!(kind(&problem), if i <= -5 { "unbounded" } else { "solution" }, "after {i}");
        }
    }
    let solution = solved(&problem);
    assert_eq!(solution.value, q("-3"));
}

fn kind(problem: &Problem<Q>) -> &'static str {
    match problem.solve().unwrap() {
        Outcome::Solution(solution) => {
            assert!(solution.holds());
            "solution"
        }
        Outcome::Infeasible(farkas) => {
            assert!(check::infeasible(problem, &farkas));
            "infeasible"
        }
        Outcome::Unbounded(way) => {
            assert!(check::unbounded(problem, &way));
            "unbounded"
        }
        Outcome::NotConvex { direction } => {
            assert!(check::not_convex(problem, &direction));
            "not convex"
        }
        Outcome::Undecided { .. } => "undecided",
    }
}

#[test]
fn infeasible_and_unbounded_are_told_apart() {
    let falling = || Problem::linear(row("-1 0"));
    assert_eq!(kind(&falling()), "unbounded");
    // Both the program and its dual have no point: no point is what counts.
    assert_eq!(kind(&falling().at_least(row("0 -1"), Q::ONE)), "infeasible");
    // Missed by a hair that no float can see.
    let hair = q("1e-40");
    let gap = |bound: Q| {
        Problem::linear(row("1 1")).at_least(row("1 1"), Q::ONE).at_most(row("1 1"), bound)
    };
    assert_eq!(kind(&gap(Q::ONE)), "solution");
    assert_eq!(kind(&gap(Q::ONE - &hair)), "infeasible");
    // The objective falls along a line that one condition allows by a hair.
    let slope =
        |x: Q| Problem::linear(vec![-hair.clone(), q("0")]).at_most(vec![x, q("1")], q("1"));
    assert_eq!(kind(&slope(hair.clone())), "solution");
    assert_eq!(kind(&slope(Q::ZERO)), "unbounded");
    // A quadratic part holds it, but only in its own direction.
    let valley = |b: &str| Problem::minimise(vec![row("1 -1"), row("-1 1")], row(b));
    assert_eq!(kind(&valley("-1 1")), "solution");
    assert_eq!(kind(&valley("-1 1/2")), "unbounded");
    assert_eq!(kind(&valley("-1 1/2").at_most(row("1 0"), q("7"))), "solution");
    let saddle = Problem::minimise(vec![row("0 1"), row("1 0")], row("0 0"));
    assert_eq!(kind(&saddle), "not convex");
    let hill = Problem::minimise(vec![row("1 1"), vec![q("1"), Q::ONE - hair]], row("0 0"));
    assert_eq!(kind(&hill), "not convex");
}

#[test]
fn equations_and_free_variables() {
    // Parallel lines: the quadratic part is singular in the free variables.
    let parallel = Problem::minimise(vec![row("1 -1"), row("-1 1")], row("0 0"))
        .plus(q("9/2"))
        .free(0)
        .free(1);
    assert_eq!(solved(&parallel).value, q("9/2"));
    // Equations that repeat each other, and one that contradicts.
    let repeated = |last: &str| {
        Problem::linear(row("1 2 3"))
            .equal(row("1 1 1"), q("1"))
            .equal(row("2 2 2"), q(last))
            .equal(row("0 1 -1"), q("0"))
    };
    assert_eq!(solved(&repeated("2")).value, q("1"));
    assert_eq!(kind(&repeated("2.0000000000000000000001")), "infeasible");
    // A variable that is solved for keeps its sign: x + y = −1 has no solution in x, y ≥ 0.
    let signs = Problem::linear(row("0 0")).equal(row("1 1"), q("-1"));
    assert_eq!(kind(&signs), "infeasible");
    assert_eq!(kind(&signs.clone().free(0)), "solution");
    // Multipliers of equations: the price of one unit of the right-hand side.
    let price = Problem::minimise(vec![row("1 0"), row("0 1")], row("0 0"))
        .equal(row("1 1"), q("3"))
        .free(0)
        .free(1);
    let solution = solved(&price);
    assert_eq!(solution.x, row("3/2 3/2"));
    assert_eq!(solution.multipliers.equalities, row("3/2"));
    // A free variable that nothing holds.
    let loose = Problem::linear(row("0 1")).free(1);
    assert_eq!(kind(&loose), "unbounded");
    assert_eq!(kind(&loose.clone().at_least(row("-1 0"), q("1"))), "infeasible");
    assert_eq!(kind(&Problem::linear(row("0 0")).free(1)), "solution");
}
