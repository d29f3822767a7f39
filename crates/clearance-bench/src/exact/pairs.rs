//! All pairs of linear pieces: float against exact against `check`, method by method.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clearance::exact::{self, Field, Rational};
use clearance::{Method, Pose, Query, check, rigorous};
use fastrand::Rng;

use super::pieces::{Piece, Source, kinds};
use crate::options::Options;

/// Cases of each pair, unless the options say otherwise.
const CASES: u64 = 10_000;

/// Every so many cases the rigorous bounds are compared too.
const BOUNDED: u64 = 4;

/// What distances may differ by, as a share of the size of the numbers.
const ROUNDING: f64 = 1e-13;

/// What was seen of one pair of kinds.
#[derive(Clone, Default)]
struct Cell {
    cases: u64,
    met: u64,
    failures: Vec<String>,
}

/// Runs all pairs of both dimensions and prints the matrices. Exit code 1 if anything disagrees.
pub fn run(options: &Options) -> ExitCode {
    let cases = options.queries.unwrap_or(if options.quick { CASES / 20 } else { CASES });
    let began = Instant::now();
    let plane = all::<2>(cases, options);
    let space = all::<3>(cases, options);
    print_matrix::<2>(&plane);
    print_matrix::<3>(&space);
    let cells = || plane.iter().chain(&space);
    let total: u64 = cells().map(|cell| cell.cases).sum();
    let met: u64 = cells().map(|cell| cell.met).sum();
    let failures: Vec<&String> = cells().flat_map(|cell| &cell.failures).collect();
    println!("cases          {total}, of which {met} meet");
    println!("disagreements  {}", failures.len());
    println!("time           {:.0} s", began.elapsed().as_secs_f64());
    failures.iter().take(20).for_each(|what| println!("  {what}"));
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The unordered pairs of kinds, by their numbers.
fn pairs<const D: usize>() -> Vec<[usize; 2]> {
    let count = kinds::<D>().len();
    (0..count).flat_map(|i| (i..count).map(move |j| [i, j])).collect()
}

fn all<const D: usize>(cases: u64, options: &Options) -> Vec<Cell> {
    let pairs = pairs::<D>();
    let next = AtomicUsize::new(0);
    let cells = Mutex::new(vec![Cell::default(); pairs.len()]);
    std::thread::scope(|scope| {
        for _ in 0..options.threads {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&pair) = pairs.get(k) else { break };
                    let cell = one_pair::<D>(pair, cases, options.seed);
                    if let Ok(mut cells) = cells.lock() {
                        cells[k] = cell;
                    }
                }
            });
        }
    });
    cells.into_inner().unwrap_or_default()
}

fn one_pair<const D: usize>([i, j]: [usize; 2], cases: u64, seed: u64) -> Cell {
    let names = [kinds::<D>()[i], kinds::<D>()[j]];
    let mut cell = Cell::default();
    let mut index = 0;
    while cell.cases < cases {
        index += 1;
        let number = (index * 16 + i as u64) * 16 + j as u64;
        let rng = &mut Rng::with_seed(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number));
        let mut source = Source::<D>::new(rng);
        // Some numbers make no polygon.
        let (Some(a), Some(b)) = (source.draw(names[0]), source.draw(names[1])) else { continue };
        cell.cases += 1;
        match judge(&a, &b, index % BOUNDED == 0) {
            Ok(meets) => cell.met += u64::from(meets),
            Err(what) => {
                let [first, second] = names;
                cell.failures.push(format!("{D}D {first}-{second} case {index}: {what}"));
            }
        }
    }
    cell
}

/// Whether the two meet; or what disagrees.
fn judge<const D: usize>(a: &Piece<D>, b: &Piece<D>, bounded: bool) -> Result<bool, String> {
    let here = &Pose::IDENTITY;
    let nearest = a.linear.closest(&b.linear).ok_or("no closest points")?;
    if a.linear.at(&nearest.parameters_a) != nearest.point_a
        || b.linear.at(&nearest.parameters_b) != nearest.point_b
        || between(&nearest.point_a, &nearest.point_b) != nearest.squared
    {
        return Err("the exact points are not what the parameters say".into());
    }
    let wanted = nearest.distance();
    let points = nearest.point_a.iter().chain(&nearest.point_b);
    let size = points.fold(10.0, |most: f64, x| most.max(x.to_f64().abs()));
    let methods = [None, Some(Method::Gjk), Some(Method::Conjugate), Some(Method::Lemke)];
    for method in methods {
        let query = Query { method, ..Query::DEFAULT };
        let name = method.map_or("the chosen method", Method::name);
        let answer = query
            .distance(&a.shape, here, &b.shape, here)
            .map_err(|error| format!("{name}: {error}"))?;
        check(&answer, &a.shape, here, &b.shape, here)
            .map_err(|flaw| format!("{name}: check: {flaw}"))?;
        let off = (answer.distance() - wanted).abs();
        if !(off <= ROUNDING * size) {
            return Err(format!("{name}: {} for {wanted}", answer.distance()));
        }
    }
    if a.same && b.same {
        let other = exact::distance(&a.shape, here, &b.shape, here).map_err(|e| e.to_string())?;
        if other.squared() != nearest.squared || other.distance() != wanted {
            return Err(format!("the two exact methods: {} and {wanted}", other.distance()));
        }
    }
    if bounded {
        contained(a, b)?;
    }
    Ok(nearest.squared.is_zero())
}

/// Whether the rigorous bounds hold for the exact distance of the shapes as they are.
fn contained<const D: usize>(a: &Piece<D>, b: &Piece<D>) -> Result<(), String> {
    let here = &Pose::IDENTITY;
    let exact = exact::closest(&a.shape, here, &b.shape, here).map_err(|e| e.to_string())?;
    let bounds = rigorous(&a.shape, here, &b.shape, here).map_err(|e| e.to_string())?;
    let square = |x: f64| Rational::try_from(x).map(|x| &x * &x).map_err(|e| e.to_string());
    if square(bounds.lower)? <= exact.squared && exact.squared <= square(bounds.upper)? {
        return Ok(());
    }
    Err(format!("{} is not in {bounds:?}, as it should be", exact.distance()))
}

fn between<const D: usize>(p: &[Rational; D], q: &[Rational; D]) -> Rational {
    (0..D).fold(Rational::from(0), |sum, i| {
        let step = &q[i] - &p[i];
        sum + &step * &step
    })
}

fn print_matrix<const D: usize>(cells: &[Cell]) {
    let names = kinds::<D>();
    println!("{D}D, {} pairs: cases for each, and !n that disagree", cells.len());
    print!("{:12}", "");
    names.iter().for_each(|name| print!("{name:>12}"));
    println!();
    for (i, first) in names.iter().enumerate() {
        print!("{first:12}");
        for j in 0..names.len() {
            let at = pairs::<D>().iter().position(|pair| *pair == [i, j]);
            let text = match at.map(|k| &cells[k]) {
                None => String::new(),
                Some(cell) if cell.failures.is_empty() => format!("{}", cell.cases),
                Some(cell) => format!("{}!{}", cell.cases, cell.failures.len()),
            };
            print!("{text:>12}");
        }
        println!();
    }
    println!();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short<const D: usize>(wanted: usize) {
        let pairs = pairs::<D>();
        assert_eq!(pairs.len(), wanted);
        let (mut met, mut all) = (0, 0);
        for pair in pairs {
            let cell = one_pair::<D>(pair, 60, 1);
            assert!(cell.failures.is_empty(), "{:?}", cell.failures);
            met += cell.met;
            all += cell.cases;
        }
        assert!(met * 10 > all && met * 10 < all * 9, "{met} of {all} meet");
    }

    #[test]
    fn pairs_of_the_plane() {
        short::<2>(36);
    }

    #[test]
    fn pairs_of_space() {
        short::<3>(66);
    }
}
