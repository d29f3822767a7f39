//! Worked examples of convex programs from the literature, with their true values.
// Numbers are given with all the digits of their source.
#![allow(clippy::excessive_precision)]

use clearance::exact::{Cylinder, Quadratic, Rational, TriangleCylinder};
use clearance::qp::{Lcp, LcpOutcome, Meaning, Outcome, Problem, Purpose, Variable, check};

type Q = Rational;

fn q(text: &str) -> Q {
    text.parse().unwrap()
}

fn row(numbers: &[i64]) -> Vec<Q> {
    numbers.iter().map(|x| Q::from(*x)).collect()
}

fn solved(problem: &Problem<Q>) -> clearance::qp::Solution<Q> {
    let Outcome::Solution(solution) = problem.solve().unwrap() else { panic!() };
    let residuals = check::residuals(problem, &solution.x, &solution.multipliers).unwrap();
    assert!(residuals.hold(0) && solution.holds());
    solution
}

/// The dictionaries on the way, as text.
fn walk(lcp: &Lcp<Q>) -> Vec<String> {
    lcp.solve_traced().1.iter().map(|dictionary| dictionary.to_string()).collect()
}

fn lines(text: &str) -> String {
    text.lines().map(|line| line.trim().to_owned() + "\n").collect()
}

/// A linear program with one solution: 2x − y under x + y ≤ 3 and x + 2y ≥ 2.
#[test]
fn one_solution() {
    let problem = Problem::linear(row(&[2, -1]))
        .at_most(row(&[1, 1]), 3.into())
        .at_least(row(&[1, 2]), 2.into());
    let solution = solved(&problem);
    assert_eq!(solution.x, row(&[0, 3]));
    assert_eq!(solution.value, (-3).into());
    assert_eq!(solution.iterations, 5);
    let walk = walk(&problem.to_lcp().unwrap().unwrap());
    let expected = [
        "w0 = 2 + z2 - z3 + z4
         w1 = -1 + z2 - 2 z3 + z4
         w2 = 3 - z0 - z1 + z4
         w3 = -2 + z0 + 2 z1 + z4
         z4 enters, w3 leaves",
        "w0 = 4 - z0 - 2 z1 + z2 - z3 + w3
         w1 = 1 - z0 - 2 z1 + z2 - 2 z3 + w3
         w2 = 5 - 2 z0 - 3 z1 + w3
         z4 = 2 - z0 - 2 z1 + w3
         z3 enters, w1 leaves",
        "w0 = 7/2 - 1/2 z0 - z1 + 1/2 z2 + 1/2 w1 + 1/2 w3
         z3 = 1/2 - 1/2 z0 - z1 + 1/2 z2 - 1/2 w1 + 1/2 w3
         w2 = 5 - 2 z0 - 3 z1 + w3
         z4 = 2 - z0 - 2 z1 + w3
         z1 enters, z3 leaves",
        "w0 = 3 + z3 + w1
         z1 = 1/2 - 1/2 z0 + 1/2 z2 - z3 - 1/2 w1 + 1/2 w3
         w2 = 7/2 - 1/2 z0 - 3/2 z2 + 3 z3 + 3/2 w1 - 1/2 w3
         z4 = 1 - z2 + 2 z3 + w1
         w3 enters, w2 leaves",
        "w0 = 3 + z3 + w1
         z1 = 4 - z0 - z2 + 2 z3 + w1 - w2
         w3 = 7 - z0 - 3 z2 + 6 z3 + 3 w1 - 2 w2
         z4 = 1 - z2 + 2 z3 + w1
         z2 enters, z4 leaves",
        "w0 = 3 + z3 + w1
         z1 = 3 - z0 + z4 - w2
         w3 = 4 - z0 + 3 z4 - 2 w2
         z2 = 1 + 2 z3 - z4 + w1",
    ];
    assert_eq!(walk, expected.map(lines));
}

/// A linear program whose minima fill an edge.
#[test]
fn many_solutions() {
    let problem = Problem::linear(row(&[1, 1]))
        .at_least(row(&[1, 1]), 1.into())
        .at_least(row(&[1, 1]), 2.into())
        .at_most(row(&[1, 0]), 2.into())
        .at_most(row(&[0, 1]), 2.into());
    let solution = solved(&problem);
    assert_eq!(solution.value, 2.into());
    assert_eq!(&solution.x[0] + &solution.x[1], 2.into());
    // The sum of the multipliers of the two parallel conditions is the price of one unit.
    let y = &solution.multipliers.inequalities;
    assert_eq!((y[0].to_string(), y[1].to_string()), ("0".into(), "1".into()));
}

/// No minimum: the objective 2x − y falls with y.
#[test]
fn no_solution() {
    let problem = Problem::linear(row(&[2, -1])).at_least(row(&[1, 1]), (-1).into());
    let Outcome::Unbounded(way) = problem.solve().unwrap() else { panic!() };
    assert!(check::unbounded(&problem, &way));
    let lcp = problem.to_lcp().unwrap().unwrap();
    assert!(matches!(lcp.solve(), LcpOutcome::Ray(_)));
    let expected = "w0 = 3 + w1
                    z3 = 1 + z2 + w1
                    w2 = 2 + z0 + z1 + z2 + w1
                    z1 should enter, nothing can leave";
    assert_eq!(walk(&lcp)[1], lines(expected));
}

/// A program tells what its complementarity problem is about, and shows every walk through it.
#[test]
fn programs_show_their_walks() {
    let problem = Problem::linear(row(&[2, -1])).at_least(row(&[1, 1]), (-1).into());
    let (outcome, walks) = problem.solve_traced().unwrap();
    assert_eq!(outcome, problem.solve().unwrap());
    assert_eq!(
        walks.iter().map(|walk| walk.purpose).collect::<Vec<_>>(),
        [Purpose::Minimum, Purpose::AnyPoint]
    );
    let names: Vec<String> =
        walks[0].meanings.iter().flatten().map(|meaning| meaning.to_string()).collect();
    assert_eq!(
        names,
        [
            "x0",
            "multiplier of x0 ≥ 0",
            "x1",
            "multiplier of x1 ≥ 0",
            "multiplier of condition 0",
            "slack of condition 0"
        ]
    );
    assert_eq!(walks[0].means(Variable::Z(3)), Meaning::Auxiliary);

    // With an equation and a free variable the unknowns are what is left of the program: whatever
    // a variable of the last dictionary stands for has the value that the solution says.
    let problem = Problem::minimise(
        vec![row(&[2, 0, 0]), row(&[0, 1, 0]), row(&[0, 0, 3])],
        row(&[-3, 1, -2]),
    )
    .at_least(row(&[1, 1, 0]), 1.into())
    .at_most(row(&[0, 1, 2]), 1.into())
    .equal(row(&[1, 1, 1]), 2.into())
    .free(1);
    let (outcome, walks) = problem.solve_traced().unwrap();
    let solution = solved(&problem);
    assert_eq!(outcome, Outcome::Solution(solution.clone()));
    let last = walks[0].dictionaries.last().unwrap();
    let slack = |k: usize| {
        let condition = &problem.inequalities()[k];
        let sum = condition.row.iter().zip(&solution.x).fold(Q::ZERO, |sum, (a, x)| sum + a * x);
        sum - condition.bound.clone()
    };
    let mut seen = 0;
    for variable in last.basic.iter().chain(&last.nonbasic) {
        let place = last.basic.iter().position(|basic| basic == variable);
        let value = place.map_or(Q::ZERO, |row| last.constants[row].clone());
        let truth = match walks[0].means(*variable) {
            Meaning::Variable(i) => solution.x[i].clone(),
            Meaning::Slope(i) => solution.multipliers.bounds[i].clone(),
            Meaning::Slack(k) => slack(k),
            Meaning::Multiplier(k) => solution.multipliers.inequalities[k].clone(),
            Meaning::Auxiliary => Q::ZERO,
        };
        assert_eq!(value, truth, "{variable}");
        seen += usize::from(truth != Q::ZERO);
    }
    assert!(seen >= 3, "hardly anything was compared");

    // Settled by the equations alone: nobody walks.
    let nothing = Problem::linear(row(&[1])).equal(row(&[0]), 1.into());
    let (outcome, walks) = nothing.solve_traced().unwrap();
    assert!(matches!(outcome, Outcome::Infeasible(_)) && walks.is_empty());
    // Floats walk the same way.
    let floats = Problem::<f64>::linear(vec![2.0, -1.0]).at_least(vec![1.0, 1.0], -1.0);
    assert_eq!(floats.solve_traced().unwrap().1.len(), 2);
}

/// Ties at every step: the powers of ε decide.
#[test]
fn ties_are_decided_by_powers_of_epsilon() {
    let problem = Problem::minimise(vec![row(&[1, 0]), row(&[0, 2])], row(&[-1, -1]))
        .at_least(row(&[2, 1]), 1.into());
    let solution = solved(&problem);
    assert_eq!(solution.x, [q("1"), q("1/2")]);
    assert_eq!(solution.value, q("-3/4"));
    let lcp = problem.to_lcp().unwrap().unwrap();
    let trace = lcp.solve_traced().1;
    let walk: Vec<String> = trace.iter().map(|dictionary| format!("{dictionary:#}")).collect();
    let expected = [
        "w0 = -1 + ε^1 + z0 - 2 z2 + z3
         w1 = -1 + ε^2 + 2 z1 - z2 + z3
         w2 = -1 + ε^3 + 2 z0 + z1 + z3
         z3 enters, w2 leaves",
        "w0 = 0 + ε^1 - ε^3 - z0 - z1 - 2 z2 + w2
         w1 = 0 + ε^2 - ε^3 - 2 z0 + z1 - z2 + w2
         z3 = 1 - ε^3 - 2 z0 - z1 + w2
         z2 enters, w1 leaves",
        "w0 = 0 + ε^1 - 2 ε^2 + ε^3 + 3 z0 - 3 z1 + 2 w1 - w2
         z2 = 0 + ε^2 - ε^3 - 2 z0 + z1 - w1 + w2
         z3 = 1 - ε^3 - 2 z0 - z1 + w2
         z1 enters, w0 leaves",
        "z1 = 0 + 1/3 ε^1 - 2/3 ε^2 + 1/3 ε^3 + z0 - 1/3 w0 + 2/3 w1 - 1/3 w2
         z2 = 0 + 1/3 ε^1 + 1/3 ε^2 - 2/3 ε^3 - z0 - 1/3 w0 - 1/3 w1 + 2/3 w2
         z3 = 1 - 1/3 ε^1 + 2/3 ε^2 - 4/3 ε^3 - 3 z0 + 1/3 w0 - 2/3 w1 + 4/3 w2
         z0 enters, z2 leaves",
        "z1 = 0 + 2/3 ε^1 - 1/3 ε^2 - 1/3 ε^3 - z2 - 2/3 w0 + 1/3 w1 + 1/3 w2
         z0 = 0 + 1/3 ε^1 + 1/3 ε^2 - 2/3 ε^3 - z2 - 1/3 w0 - 1/3 w1 + 2/3 w2
         z3 = 1 - 4/3 ε^1 - 1/3 ε^2 + 2/3 ε^3 + 3 z2 + 4/3 w0 + 1/3 w1 - 2/3 w2
         w2 enters, z3 leaves",
        "z1 = 1/2 - 1/2 ε^2 + 1/2 z2 - 1/2 z3 + 1/2 w1
         z0 = 1 - ε^1 + 2 z2 - z3 + w0
         w2 = 3/2 - 2 ε^1 - 1/2 ε^2 + ε^3 + 9/2 z2 - 3/2 z3 + 2 w0 + 1/2 w1",
    ];
    assert_eq!(walk, expected.map(lines));
}

/// Half the squared distance between the boxes `corner + Σ ξ_j axes[j]`, `0 ≤ ξ_j ≤ lengths[j]`,
/// in any dimension; the axes need not be unit vectors.
fn boxes(a: &Boxed, b: &Boxed) -> Problem<Q> {
    let dot = |u: &[Q], v: &[Q]| u.iter().zip(v).fold(Q::ZERO, |sum, (x, y)| sum + x * y);
    let negative = |u: &Vec<Q>| u.iter().map(|x| -x).collect::<Vec<_>>();
    let columns: Vec<Vec<Q>> = a.axes.iter().cloned().chain(b.axes.iter().map(negative)).collect();
    let delta: Vec<Q> = a.corner.iter().zip(&b.corner).map(|(x, y)| x - y).collect();
    let gram = columns.iter().map(|u| columns.iter().map(|v| dot(u, v)).collect()).collect();
    let mut problem = Problem::minimise(gram, columns.iter().map(|u| dot(u, &delta)).collect())
        .plus(dot(&delta, &delta) / Q::from(2));
    for (i, length) in a.lengths.iter().chain(&b.lengths).enumerate() {
        let mut row = vec![Q::ZERO; columns.len()];
        row[i] = Q::ONE;
        problem = problem.at_most(row, length.clone());
    }
    problem
}

struct Boxed {
    corner: Vec<Q>,
    axes: Vec<Vec<Q>>,
    lengths: Vec<Q>,
}

/// The distance between boxes in n dimensions. Along the axes it is the sum of the gaps.
#[test]
fn boxes_in_any_dimension() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut apart = 0;
    for trial in 0..200 {
        let n = 1 + trial % 5;
        let unit = |i: usize| row(&(0..n).map(|j| i64::from(i == j)).collect::<Vec<_>>());
        let mut draw = || Boxed {
            corner: (0..n).map(|_| Q::from(rng.i64(-6..6))).collect(),
            axes: (0..n).map(unit).collect(),
            lengths: (0..n).map(|_| Q::from(rng.i64(0..5))).collect(),
        };
        let (a, b) = (draw(), draw());
        let gap = |i: usize| {
            let right = &b.corner[i] - &a.corner[i] - &a.lengths[i];
            let left = &a.corner[i] - &b.corner[i] - &b.lengths[i];
            right.max(left).max(Q::ZERO)
        };
        let squared = (0..n).map(gap).fold(Q::ZERO, |sum, x| sum + &x * &x);
        apart += i32::from(squared != Q::ZERO);
        assert_eq!(solved(&boxes(&a, &b)).value * Q::from(2), squared);
    }
    assert!((20..190).contains(&apart), "{apart}");
}

/// A box turned by the angle of the 3-4-5 triangle: its corner (6, 3) is 4 from the face x = 2.
#[test]
fn a_turned_box() {
    for n in 2..5 {
        let axis = |i: usize, turned: bool| -> Vec<Q> {
            let entry = |j: usize| match (turned, i, j) {
                (true, 0, 0) | (true, 1, 1) => q("3/5"),
                (true, 0, 1) => q("4/5"),
                (true, 1, 0) => q("-4/5"),
                _ if i == j => Q::ONE,
                _ => Q::ZERO,
            };
            (0..n).map(entry).collect()
        };
        let make = |x: i64, turned: bool, lengths: [i64; 2]| Boxed {
            corner: (0..n).map(|i| Q::from(if i == 0 { x } else { 0 })).collect(),
            axes: (0..n).map(|i| axis(i, turned)).collect(),
            lengths: (0..n).map(|i| Q::from(*lengths.get(i).unwrap_or(&1))).collect(),
        };
        let (a, b) = (make(0, false, [2, 4]), make(10, true, [5, 5]));
        let solution = solved(&boxes(&a, &b));
        assert_eq!(solution.value, 8.into());
        assert_eq!(solution.x[..2], row(&[2, 3]));
        assert_eq!(solution.x[n..n + 2], row(&[0, 5]));
    }
}

/// The triangle is parallel to a face of the box, nearly: Lemke's method in plain doubles was seen
/// to answer 47.69 here.
fn nearly_parallel() -> Problem<f64> {
    let triangle =
        [[0.5, 0.5, 1.5], [0.50000000000000178, 25.5, 1.5], [-0.50000000000000355, 0.5, 1.5]];
    let least = [-28.666800635711962, 12.285771701019407, -48.666800635711965];
    let most = [-20.476286168365689, 20.476286168365682, -40.476286168365689];
    triangle_box(triangle, least, most)
}

/// Half the squared distance, over floats; only differences and products of given numbers appear.
fn triangle_box(triangle: [[f64; 3]; 3], least: [f64; 3], most: [f64; 3]) -> Problem<f64> {
    let minus = |u: [f64; 3], v: [f64; 3]| std::array::from_fn(|i| u[i] - v[i]);
    let axis = |i: usize| std::array::from_fn(|j| if i == j { -1.0 } else { 0.0 });
    let columns: [[f64; 3]; 5] = [
        minus(triangle[1], triangle[0]),
        minus(triangle[2], triangle[0]),
        axis(0),
        axis(1),
        axis(2),
    ];
    let delta: [f64; 3] = minus(triangle[0], least);
    let dot = |u: [f64; 3], v: [f64; 3]| (0..3).map(|i| u[i] * v[i]).sum::<f64>();
    let gram = columns.map(|u| columns.map(|v| dot(u, v)).to_vec()).to_vec();
    let mut problem = Problem::minimise(gram, columns.map(|u| dot(u, delta)).to_vec())
        .plus(dot(delta, delta) / 2.0)
        .at_most(vec![1.0, 1.0, 0.0, 0.0, 0.0], 1.0);
    for i in 0..3 {
        let row = (0..5).map(|j| if j == i + 2 { 1.0 } else { 0.0 }).collect();
        problem = problem.at_most(row, most[i] - least[i]);
    }
    problem
}

/// The same without any rounding.
fn nearly_parallel_exact() -> Problem<Q> {
    let number = |x: f64| Q::try_from(x).unwrap();
    let triangle =
        [[0.5, 0.5, 1.5], [0.50000000000000178, 25.5, 1.5], [-0.50000000000000355, 0.5, 1.5]]
            .map(|p| p.map(number));
    let least = [-28.666800635711962, 12.285771701019407, -48.666800635711965].map(number);
    let most = [-20.476286168365689, 20.476286168365682, -40.476286168365689].map(number);
    let unit = |i: usize| (0..3).map(|j| if i == j { Q::ONE } else { Q::ZERO }).collect();
    let face = Boxed {
        corner: least.to_vec(),
        axes: (0..3).map(unit).collect(),
        lengths: (0..3).map(|i| &most[i] - &least[i]).collect(),
    };
    let edge = |k: usize| (0..3).map(|i| &triangle[k][i] - &triangle[0][i]).collect();
    let half = Boxed {
        corner: triangle[0].to_vec(),
        axes: vec![edge(1), edge(2)],
        lengths: vec![Q::ONE, Q::ONE],
    };
    boxes(&half, &face).at_most(row(&[1, 1, 0, 0, 0]), 1.into())
}

#[test]
fn a_triangle_nearly_parallel_to_a_box() {
    let solution = solved(&nearly_parallel_exact());
    let squared = solution.value * Q::from(2);
    let distance = Quadratic::root(&squared).unwrap();
    assert_eq!(distance.decimal(18), "46.684578037375608238");
    assert_eq!(squared.sqrt_to_f64().unwrap(), 46.684578037375608238);
    assert!(solution.x[0].decimal(16) == "0.4387667833180821");
    // In floats too: small numbers that were given are not taken for rounding.
    let Outcome::Solution(solution) = nearly_parallel().solve().unwrap() else { panic!() };
    let distance = (2.0 * solution.value).sqrt();
    assert!((distance - 46.684578037375608238).abs() < 1e-12, "{distance} {solution:?}");
    assert!(solution.holds());
}

fn point(x: [f64; 3]) -> [Q; 3] {
    x.map(|x| Q::try_from(x).unwrap())
}

/// Where a triangle is closest to the axis: at 11/30 of an edge, exactly.
#[test]
fn a_triangle_through_a_cylinder() {
    let axis = point([1.0, 2.0, 3.0]);
    let cylinder = Cylinder::along(point([0.0; 3]), axis, 2.into(), 1.into()).unwrap();
    let triangle = [[0.5, -1.0, 0.0], [3.0, 1.0, 0.0], [0.5, 2.0, 0.0]].map(point);
    let TriangleCylinder::Meeting(near) = cylinder.triangle(&triangle) else { panic!() };
    assert_eq!(near.parameters, [Quadratic::from(0), q("11/30").into()]);
    assert_eq!(near.squared_distance, q("9/40").into());
}

/// Closest where the triangle crosses the plane of a cap, at 1 − √14/7 of an edge.
#[test]
fn a_triangle_through_a_cap() {
    let axis = [1.0, 2.0, 3.0];
    let perpendicular = [-3.0, 0.0, 1.0];
    let at = |s: f64, t: f64| point(std::array::from_fn(|i| s * perpendicular[i] + t * axis[i]));
    let cylinder = Cylinder::along(point([0.0; 3]), point(axis), 2.into(), 1.into()).unwrap();
    let triangle = [at(0.125, 0.5), at(0.25, 0.0), at(1.0, 0.0)];
    let TriangleCylinder::Meeting(near) = cylinder.triangle(&triangle) else { panic!() };
    let expected = Quadratic::new(1.into(), q("-1/7"), 14.into()).unwrap();
    assert_eq!(near.parameters, [expected, Quadratic::from(0)]);
    assert_eq!(near.parameters[0].to_string(), "1 - 1/7·√14");
    // 10/64 · (2 − √14/7)²
    let root = Quadratic::new(2.into(), q("-1/7"), 14.into()).unwrap();
    assert_eq!(near.squared_distance, &root * &root * Quadratic::from(q("10/64")));
}
