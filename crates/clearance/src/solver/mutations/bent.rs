//! Methods for curved bodies that are told lies about the bodies, or about the last answer.

use super::smooth::{GAP, eggs, implicit, ridged};
use super::{Case, spread, task};
use crate::answer::{Answer, Evidence, Names};
use crate::pair::{Local, Pair};
use crate::shape::{Convex, Core, Discs, Ridge, View};
use crate::solver::newton::{self, oval};
use crate::solver::ridge::{self, discs, rims};
use crate::solver::{self, Finding, Task, slide};
use crate::space::{Matrix, Vector};
use crate::trail::{Mark, Trail};
use std::println;

/// Runs a method that is lied to over random pairs: what it finds is caught, or true.
fn judge(
    name: &str,
    make: fn(&mut fastrand::Rng) -> Case<3>,
    misled: impl Fn(&Case<3>, &mut fastrand::Rng) -> Option<Answer<3>>,
) -> usize {
    let mut rng = fastrand::Rng::with_seed(78);
    let (mut caught, mut found) = (0, 0);
    for _ in 0..150 {
        let case = make(&mut rng);
        let truth = crate::distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
        let Some(broken) = misled(&case, &mut rng) else { continue };
        found += 1;
        if !case.check(&broken) || broken.upper() - broken.lower() > GAP {
            caught += 1;
        } else {
            let honest = broken.lower() <= truth.upper() + GAP
                && broken.upper() >= truth.lower() - GAP
                && broken.intersects() == truth.intersects();
            assert!(honest, "{name} slips through: {broken:?}\n{truth:?}");
        }
    }
    println!("{name}: {caught} of {found} caught");
    assert!(found >= 40, "only {found} answers to {name}");
    caught
}

fn found(end: newton::End<3>) -> Option<Finding<3>> {
    match end {
        newton::End::Found(finding) => Some(finding),
        newton::End::Gave(_) | newton::End::Doubt(_) => None,
    }
}

#[test]
fn ovals_that_are_others_are_caught() {
    type Lie = (&'static str, fn(&mut [oval::Oval<3>; 2]));
    let lies: [Lie; 4] = [
        ("a factor that is too small", |[a, _]| {
            a.1 = Matrix(a.1.0.map(|row| row * 0.999_99));
        }),
        ("a factor that is too large", |[_, b]| {
            b.1 = Matrix(b.1.0.map(|row| row * 1.000_01));
        }),
        ("a centre elsewhere", |[a, _]| a.0 += Vector([1e-5, -1e-5, 1e-5])),
        ("a factor with two axes exchanged", |[_, b]| b.1.0.swap(0, 1)),
    ];
    for (name, lie) in lies {
        let caught = judge(name, eggs, |case, _| {
            case.with_pair(|pair| {
                let local = Local::new(pair);
                let mut ovals = oval::both(&local)?;
                lie(&mut ovals);
                let finding = found(oval::solve(&local, &mut task(), &ovals))?;
                Some(finding.answer(pair, pair.pose_a))
            })
        });
        // The rows of a factor are the axes, in any order.
        assert!(caught > 0 || name.ends_with("exchanged"), "{name} never bites");
    }
}

/// A shape that lies about its ridges.
struct Liar<'a> {
    shape: &'a dyn Convex<3>,
    lie: fn(&mut Ridge<3>),
}

impl Convex<3> for Liar<'_> {
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        self.shape.support(direction)
    }
    fn view(&self) -> View<'_, 3> {
        View::new(Core::Support(self), self.shape.view().reach)
    }
    fn excess(&self, point: Vector<3>) -> Option<f64> {
        self.shape.excess(point)
    }
    fn nearest(&self, point: Vector<3>) -> Option<Vector<3>> {
        self.shape.nearest(point)
    }
    fn ridge(&self, direction: Vector<3>) -> Option<Ridge<3>> {
        let mut ridge = self.shape.ridge(direction)?;
        (self.lie)(&mut ridge);
        Some(ridge)
    }
}

#[test]
fn ridges_that_are_elsewhere_are_caught() {
    type Lie = (&'static str, fn(&mut Ridge<3>));
    let lies: [Lie; 3] = [
        ("points that are outside", |ridge| {
            ridge.points = ridge.points.map(|p| p * 1.000_01);
        }),
        ("points that are inside", |ridge| ridge.points = ridge.points.map(|p| p * 0.999_99)),
        ("a second piece that is the first", |ridge| ridge.points[1] = ridge.points[0]),
    ];
    for (name, lie) in lies {
        let caught = judge(name, ridged, |case, _| {
            let (a, b) = (Liar { shape: &case.a, lie }, Liar { shape: &case.b, lie });
            let (seen_a, seen_b) = (a.view(), b.view());
            let shown = Pair::new(&seen_a, &case.pose_a, &seen_b, &case.pose_b);
            let finding = found(ridge::solve(&Local::new(&shown), &mut task())?)?;
            case.with_pair(|pair| Some(finding.answer(pair, pair.pose_a)))
        });
        assert!(caught > 0, "{name} never bites");
    }
}

/// A shape that lies about its discs.
struct Stack<'a> {
    shape: &'a dyn Convex<3>,
    lie: fn(&mut Discs),
}

impl Convex<3> for Stack<'_> {
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        self.shape.support(direction)
    }
    fn view(&self) -> View<'_, 3> {
        View::new(Core::Support(self), self.shape.view().reach)
    }
    fn discs(&self) -> Option<Discs> {
        let mut discs = self.shape.discs()?;
        (self.lie)(&mut discs);
        Some(discs)
    }
}

#[test]
fn discs_that_are_others_are_caught() {
    type Lie = (&'static str, fn(&mut Discs));
    let lies: [Lie; 5] = [
        ("discs that are too large", |discs| discs.radii = discs.radii.map(|r| r * 1.000_01)),
        ("discs that are too small", |discs| discs.radii = discs.radii.map(|r| r * 0.999_99)),
        ("discs that are too high", |discs| discs.heights[0] += 1e-5),
        ("discs that are exchanged", |discs| discs.radii.swap(0, 1)),
        ("a disc that is the other", |discs| discs.heights[1] = discs.heights[0]),
    ];
    for (name, lie) in lies {
        let caught = judge(name, ridged, |case, _| {
            let (a, b) = (Stack { shape: &case.a, lie }, Stack { shape: &case.b, lie });
            let (seen_a, seen_b) = (a.view(), b.view());
            discs::answer(&Pair::new(&seen_a, &case.pose_a, &seen_b, &case.pose_b), &mut task())
        });
        assert!(caught > 0, "{name} never bites");
    }
}

/// What follows a pair, told where its true answer was, or something else.
fn followed(
    case: &Case<3>,
    pair: &Pair<'_, 3>,
    lie: impl FnOnce(&mut Mark<3>),
) -> Option<Answer<3>> {
    let truth = crate::distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
    let placed = ((pair.a, pair.pose_a), (pair.b, pair.pose_b));
    let mut mark = solver::mark(placed.0, placed.1, &truth)?;
    lie(&mut mark);
    let (trail, task) = (&mut Trail::new(mark), &task());
    let finding = rims::follow(pair, task, trail).or_else(|| oval::follow(pair, task, trail))?;
    Some(finding.answer(pair, pair.world()))
}

#[test]
fn followed_discs_that_are_others_are_caught() {
    type Lie = (&'static str, fn(&mut Discs));
    let lies: [Lie; 3] = [
        ("followed discs that are too large", |discs| {
            discs.radii = discs.radii.map(|r| r * 1.000_01);
        }),
        ("followed discs that are too small", |discs| {
            discs.radii = discs.radii.map(|r| r * 0.999_99);
        }),
        ("followed discs that are too high", |discs| discs.heights[0] += 1e-5),
    ];
    for (name, lie) in lies {
        let caught = judge(name, ridged, |case, _| {
            let (a, b) = (Stack { shape: &case.a, lie }, Stack { shape: &case.b, lie });
            let (seen_a, seen_b) = (a.view(), b.view());
            followed(case, &Pair::new(&seen_a, &case.pose_a, &seen_b, &case.pose_b), |_| {})
        });
        assert!(caught > 0, "{name} never bites");
    }
}

/// What is expected decides how long it takes, and nothing else.
#[test]
fn false_expectations_do_no_harm() {
    type Lie = (&'static str, fn(&mut Mark<3>, &mut fastrand::Rng));
    let lies: [Lie; 4] = [
        ("a normal elsewhere", |mark, rng| mark.normal += spread(rng, 0.05)),
        ("a normal that is too long", |mark, _| mark.normal *= 3.0),
        ("shares elsewhere", |mark, rng| mark.shares = [rng.f64(), 2.0 * rng.f64() - 1.0]),
        ("shares that are no numbers", |mark, _| mark.shares = [f64::NAN; 2]),
    ];
    for (name, lie) in lies {
        for make in [ridged, eggs] {
            let caught = judge(name, make, |case, rng| {
                case.with_pair(|pair| followed(case, pair, |mark| lie(mark, rng)))
            });
            assert_eq!(caught, 0, "{name} does harm");
        }
    }
}

/// Evidence of another answer must do no harm.
#[test]
fn false_starts_of_sliding_points_do_no_harm() {
    type Lie = (&'static str, fn(&mut Evidence<3>, &mut fastrand::Rng));
    let lies: [Lie; 5] = [
        ("points elsewhere", |evidence, rng| {
            evidence.directions.as_mut().unwrap()[0] += spread(rng, 0.5);
        }),
        ("points exchanged", |evidence, _| evidence.directions.as_mut().unwrap().swap(0, 1)),
        ("other surfaces", |evidence, _| {
            (evidence.a, evidence.b) =
                (Names::Surfaces([1, 0, 7, 0]), Names::Surfaces([1, 1, 1, 9]));
        }),
        ("nothing that pushes", |evidence, _| evidence.multipliers = Some([Vector::ZERO; 2])),
        ("points that are no numbers", |evidence, _| {
            evidence.directions.as_mut().unwrap()[1] = Vector([f64::NAN; 3]);
        }),
    ];
    for (name, lie) in lies {
        let caught = judge(name, implicit, |case, rng| {
            case.with_pair(|pair| {
                let local = Local::new(pair);
                let mut warm = slide::solve(&local, &mut task())?.evidence;
                if !warm.has_points() {
                    return None;
                }
                lie(&mut warm, rng);
                let finding = slide::solve(&local, &mut Task { warm: Some(&warm), ..task() })?;
                Some(finding.answer(pair, pair.pose_a))
            })
        });
        assert_eq!(caught, 0, "{name} does harm");
    }
}
