//! Ellipsoids by every method of Fenger's thesis (2001), chapter 5: its Tables 5.1 and 5.2 beside
//! what the same methods take here, and the default method.
//!
//! The thesis counts floating-point operations in Matlab, and microseconds of compiled code on a
//! machine of its time; here are iterations and microseconds. Its test: semi-axes (1, 2, 5) and
//! (5, 2, 1), crossed, the second at (4, 4, 4), or moved along the normal to another separation.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use clearance::shape::{Ellipsoid, Halfspaces, ShapeError, facet_ball_normals};
use clearance::{Accuracy, Answer, Convex, Method, Pose, Query, Tracker, Vector};

use crate::options::Options;

/// Order of the facet-balls, facets of both, errors of points and distance, flops, and microseconds
/// cold and tracked where the thesis has them.
type Printed = (u32, u32, f64, f64, u32, Option<(f64, f64)>);

const TABLE_5_1: [Printed; 7] = [
    (4, 44, 0.651, 0.564, 4_231, Some((205.6, 36.9))),
    (6, 92, 0.417, 0.301, 11_817, Some((396.8, 41.1))),
    (8, 164, 0.242, 0.0961, 28_058, Some((790.0, 61.7))),
    (10, 256, 0.123, 0.0338, 27_319, Some((1130.0, 84.5))),
    (15, 576, 0.148, 0.003_95, 108_940, Some((3160.0, 227.0))),
    (20, 1020, 0.127, 0.008_43, 271_718, None),
    (30, 2296, 0.0478, 0.0044, 923_458, None),
];

/// The separations; 1.2955 is that of the test itself.
const SEPARATIONS: [f64; 4] = [0.1, 0.5, 1.2955, 5.0];

/// Flops at each separation; X stands for no convergence.
const TABLE_5_2: [(&str, Option<Method>, [&str; 4]); 7] = [
    (
        "point-to-ellipsoid iteration",
        Some(Method::PointIteration),
        ["37693", "11688", "6818", "3422"],
    ),
    ("polyhedral model (288 facets)", None, ["119034", "121038", "108940", "62899"]),
    (
        "iterative polyhedral (4 facets)",
        Some(Method::Refinement4),
        ["X", "86651", "100107", "68300"],
    ),
    ("iterative polyhedral (7 facets)", Some(Method::Refinement7), ["X", "X", "62943", "86534"]),
    ("hybrid", Some(Method::Hybrid), ["46830", "", "", ""]),
    ("cutting planes", Some(Method::Refinement), ["", "", "", ""]),
    ("Newton (the default)", Some(Method::Newton), ["", "", "", ""]),
];

/// Prints both tables. Exit code 1 if a method does not get to where it should.
pub fn run(options: &Options) -> ExitCode {
    match Crossed::new().and_then(|crossed| {
        crossed.models(options)?;
        crossed.methods(options)
    }) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(complaint) => {
            eprintln!("{complaint}");
            ExitCode::FAILURE
        }
    }
}

/// The ellipsoids, and what is known about them.
struct Crossed {
    a: Ellipsoid<3>,
    b: Ellipsoid<3>,
    known: Known,
}

/// The closest points at (4, 4, 4), to the last digits.
struct Known {
    points: [Vector<3>; 2],
    distance: f64,
}

fn told(error: ShapeError) -> String {
    error.to_string()
}

impl Crossed {
    fn new() -> Result<Self, String> {
        let a = Ellipsoid::new([1.0, 2.0, 5.0]).map_err(told)?;
        let b = Ellipsoid::new([5.0, 2.0, 1.0]).map_err(told)?;
        let there = Pose::at([4.0, 4.0, 4.0]);
        let known = Query::DEFAULT.distance(&a, &Pose::IDENTITY, &b, &there);
        let known = known.map_err(|error| error.to_string())?;
        // From one to the other until nothing changes: the last digits of the points.
        let [mut p, mut q] = known.points();
        for _ in 0..400 {
            p = a.nearest(q).unwrap_or(p);
            q = there.transform(b.nearest(there.transform_back(p)).unwrap_or(Vector::ZERO));
        }
        let known = Known { points: [p, q], distance: (q - p).norm() };
        println!(
            "Crossed ellipsoids (1, 2, 5) and (5, 2, 1) at (4, 4, 4): distance {}\n  \
             thesis 1.29549481993874, points (0.13705777781256, 1.43051641611194, \
             3.42644444486425) and (0.57355555513575, 2.56948358388806, 3.86294222218744)\n  \
             here points {:?} and {:?}\n",
            known.distance, p.0, q.0
        );
        Ok(Self { a, b, known })
    }

    /// The place of the second at a separation, and the closest points there.
    fn at(&self, separation: f64) -> (Pose<3>, [Vector<3>; 2]) {
        let [p, q] = self.known.points;
        let way = (q - p) * ((separation - self.known.distance) / self.known.distance);
        (Pose::at(Vector([4.0, 4.0, 4.0]) + way), [p, q + way])
    }

    /// Table 5.1: polyhedral models of more and more facets, by the active set.
    fn models(&self, options: &Options) -> Result<(), String> {
        println!(
            "Table 5.1: the active set on polyhedral models; in brackets the thesis\n\
             order  facets  error of points       error of distance      cold µs           \
             tracked µs       flops then"
        );
        let repeats = if options.quick { 20 } else { 200 };
        for (order, facets, x, d, flops, times) in TABLE_5_1 {
            let (a, b) = (model(&self.a, order)?, model(&self.b, order)?);
            let (there, points) = self.at(self.known.distance);
            let query = Query::DEFAULT.with_method(Method::ActiveSet);
            let answer = query.distance(&a, &Pose::IDENTITY, &b, &there);
            let answer = answer.map_err(|error| error.to_string())?;
            let off = (answer.distance() - self.known.distance).abs();
            let cold = micros(repeats, |_| query.distance(&a, &Pose::IDENTITY, &b, &there));
            // As there: a turn of one degree a step.
            let mut tracker = Tracker::new();
            let tracked = micros(repeats, |k| {
                let turn = clearance::Rotation::from_rpy(0.0, 0.0, (k as f64).to_radians());
                let pose = turn.ok().and_then(|turn| Pose::new(turn, there.translation()).ok());
                tracker.distance(&a, &Pose::IDENTITY, &b, &pose.unwrap_or(there))
            });
            let (was_cold, was_tracked) = times.map_or((String::new(), String::new()), |(c, t)| {
                (format!("({c})"), format!("({t})"))
            });
            println!(
                "{order:5}  {facets:6}  {:9.3} ({x:6})  {off:12.5} ({d:7})  {cold:8.2} {was_cold:>8}  \
                 {tracked:8.2} {was_tracked:>8}  {flops:9}",
                error(&answer, points),
            );
        }
        println!();
        Ok(())
    }

    /// Table 5.2: what each method takes to a point error of 1e-4, at four separations.
    fn methods(&self, options: &Options) -> Result<bool, String> {
        println!(
            "Table 5.2: iterations and µs to an error of 1e-4 in the points (of the model: to what \
             it can do), by separation; in brackets the thesis, in flops"
        );
        println!("{:33}{:>24}{:>24}{:>24}{:>24}", "", 0.1, 0.5, 1.2955, 5.0);
        let repeats = if options.quick { 5 } else { 50 };
        let mut all = true;
        for (name, method, flops) in TABLE_5_2 {
            print!("{name:33}");
            for (separation, flops) in SEPARATIONS.into_iter().zip(flops) {
                let (there, points) = self.at(separation);
                let flops = if flops.is_empty() { String::new() } else { format!("({flops})") };
                let cell = match method {
                    Some(method) => self.to_tolerance(method, (&there, points), repeats),
                    None => Some(self.by_model((&there, separation), repeats)?),
                };
                all &= cell.is_some();
                let cell = cell.unwrap_or("never".to_owned());
                print!("{cell:>15}{flops:>9}");
            }
            println!();
        }
        Ok(all)
    }

    /// Iterations and time until the points are right to 1e-4.
    fn to_tolerance(
        &self,
        method: Method,
        (there, points): (&Pose<3>, [Vector<3>; 2]),
        repeats: usize,
    ) -> Option<String> {
        for iterations in 1..=500 {
            let accuracy = Accuracy { gap: 0.0, iterations };
            let query = Query { accuracy, method: Some(method) };
            let ask = || query.distance(&self.a, &Pose::IDENTITY, &self.b, there);
            let answer = ask().ok()?;
            if answer.effort().method == method && error(&answer, points) < 1e-4 {
                let time = micros(repeats, |_| ask());
                return Some(format!("{iterations} {time:.2}"));
            }
        }
        None
    }

    /// The error of the distance and the time of a model that is there already.
    fn by_model(
        &self,
        (there, separation): (&Pose<3>, f64),
        repeats: usize,
    ) -> Result<String, String> {
        let (a, b) = (model(&self.a, 15)?, model(&self.b, 15)?);
        let query = Query::DEFAULT.with_method(Method::ActiveSet);
        let answer = query.distance(&a, &Pose::IDENTITY, &b, there);
        let off = (answer.map_err(|error| error.to_string())?.distance() - separation).abs();
        let time = micros(repeats, |_| query.distance(&a, &Pose::IDENTITY, &b, there));
        Ok(format!("{off:.4} {time:.2}"))
    }
}

fn model(shape: &Ellipsoid<3>, order: u32) -> Result<Halfspaces<3>, String> {
    let normals = facet_ball_normals(order).map_err(told)?;
    Halfspaces::circumscribed(shape, normals).map_err(told)
}

/// How far both points are from where they should be, together.
fn error(answer: &Answer<3>, [x, y]: [Vector<3>; 2]) -> f64 {
    let [p, q] = answer.points();
    ((p - x).norm_squared() + (q - y).norm_squared()).sqrt()
}

/// Microseconds, the median of several.
fn micros<T>(repeats: usize, mut work: impl FnMut(usize) -> T) -> f64 {
    let mut times: Vec<f64> = (0..repeats)
        .map(|k| {
            let start = Instant::now();
            black_box(work(k));
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    super::median(&mut times)
}
