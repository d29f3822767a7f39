//! Convex programs: solved in floats, solved exactly, and proved either way.
//!
//! Run with `cargo run --example 6_quadratic_program --features exact`.

use clearance::exact::{Cylinder, Quadratic, Rational, TriangleCylinder};
use clearance::qp::{Outcome, Problem, check};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    nearest_point()?;
    walk()?;
    verdicts()?;
    two_boxes()?;
    cylinder()
}

/// The point of the triangle x + 2y ≤ 2, x ≥ 0, y ≥ 0 that is closest to (2, 2).
fn nearest_point() -> Result<()> {
    let problem = Problem::minimise(vec![vec![1.0, 0.0], vec![0.0, 1.0]], vec![-2.0, -2.0])
        .plus(4.0)
        .at_most(vec![1.0, 2.0], 2.0);
    println!("Closest to (2, 2) under x + 2y ≤ 2:");
    if let Outcome::Solution(solution) = problem.solve()? {
        println!("  in floats  {:?}, proved up to rounding: {}", solution.x, solution.holds());
    }
    // The same numbers, taken for what they are.
    let exact = problem.to_exact()?;
    if let Outcome::Solution(solution) = exact.solve()? {
        let [x, y] = &solution.x[..] else { return Ok(()) };
        println!("  exactly    ({x}, {y}), half the squared distance {}", solution.value);
    }
    Ok(())
}

/// The dictionaries of Lemke's method, as one would write them on paper.
fn walk() -> Result<()> {
    let row = |numbers: &[i64]| numbers.iter().map(|x| Rational::from(*x)).collect::<Vec<_>>();
    let problem = Problem::linear(row(&[2, -1]))
        .at_most(row(&[1, 1]), 3.into())
        .at_least(row(&[1, 2]), 2.into());
    println!("\nMinimise 2x − y under x + y ≤ 3 and x + 2y ≥ 2, step by step:");
    if let Some(lcp) = problem.to_lcp()? {
        for dictionary in lcp.solve_traced().1 {
            println!("{dictionary}");
        }
    }
    Ok(())
}

/// No point, no minimum, no convexity: each verdict comes with its proof.
fn verdicts() -> Result<()> {
    let row = |text: &str| text.split(' ').map(str::parse).collect::<std::result::Result<_, _>>();
    let falling = Problem::<Rational>::linear(row("-1 0")?);
    let impossible = falling.clone().at_least(row("0 -1")?, Rational::new(1, 1000)?);
    let saddle = Problem::minimise(vec![row("0 1")?, row("1 0")?], row("0 0")?);
    println!("Verdicts:");
    for problem in [falling, impossible, saddle] {
        match problem.solve()? {
            Outcome::Solution(solution) => println!("  minimum {}", solution.value),
            Outcome::Infeasible(farkas) => {
                println!("  no point; the proof holds: {}", check::infeasible(&problem, &farkas));
            }
            Outcome::Unbounded(way) => {
                println!("  no minimum; the proof holds: {}", check::unbounded(&problem, &way));
            }
            Outcome::NotConvex { direction } => {
                let holds = check::not_convex(&problem, &direction);
                println!("  not convex; the proof holds: {holds}");
            }
            Outcome::Undecided { .. } => println!("  undecided"),
        }
    }
    Ok(())
}

/// The distance of the unit cube from one that is moved by (2, 2, 1/3): √2, and no nearby number.
fn two_boxes() -> Result<()> {
    let offset: [Rational; 3] = [2.into(), 2.into(), Rational::new(1, 3)?];
    let entry = |i: usize, j: usize| match (i % 3 == j % 3, (i < 3) == (j < 3)) {
        (true, true) => Rational::ONE,
        (true, false) => -Rational::ONE,
        (false, _) => Rational::ZERO,
    };
    let a = (0..6).map(|i| (0..6).map(|j| entry(i, j)).collect()).collect();
    let b = (0..6).map(|i| if i < 3 { -&offset[i] } else { offset[i - 3].clone() }).collect();
    let squares = offset.iter().fold(Rational::ZERO, |sum, x| sum + x * x);
    let mut problem = Problem::minimise(a, b).plus(squares / Rational::from(2));
    for i in 0..6 {
        let unit = |j| if i == j { Rational::ONE } else { Rational::ZERO };
        problem = problem.at_most((0..6).map(unit).collect(), Rational::ONE);
    }
    if let Outcome::Solution(solution) = problem.solve()? {
        let distance = Quadratic::root(&(solution.value * Rational::from(2)))?;
        println!("\nTwo cubes are {distance} = {distance:.30}… apart.");
    }
    Ok(())
}

/// A triangle that crosses the cap of a cylinder whose axis is (1, 2, 3)/√14.
fn cylinder() -> Result<()> {
    let point = |x: [f64; 3]| -> Result<[Rational; 3]> {
        let [x, y, z] = x.map(Rational::try_from);
        Ok([x?, y?, z?])
    };
    let axis = point([1.0, 2.0, 3.0])?;
    let cylinder = Cylinder::along(point([0.0; 3])?, axis, 2.into(), 1.into())?;
    let triangle =
        [point([0.125, 1.0, 1.625])?, point([-0.75, 0.0, 0.25])?, point([-3.0, 0.0, 1.0])?];
    if let TriangleCylinder::Meeting(near) = cylinder.triangle(&triangle) {
        let [x, y] = near.parameters;
        println!("The triangle is closest to the axis at the parameters ({x}, {y}).");
    }
    Ok(())
}
