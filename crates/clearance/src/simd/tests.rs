//! Every level gives the same bits.

use super::plain::{plain_least_but, plain_sides, scan};
use super::*;
use crate::space::Vector;
use crate::space::real;
use std::vec::Vec;

fn slow(blocks: &[Block<3>], direction: Vector<3>) -> u32 {
    let mut best = (f64::NEG_INFINITY, 0);
    for (k, block) in blocks.iter().enumerate() {
        for l in 0..LANES {
            let value = Vector::<3>::from_fn(|i| block[i][l]).dot(direction);
            if value > best.0 {
                best = (value, (k * LANES + l) as u32);
            }
        }
    }
    best.1
}

/// The dispatched versions and the plain one give the index that a simple loop gives, ties
/// (small integers have many) included.
#[test]
fn all_versions_agree_with_a_simple_loop() {
    let mut rng = fastrand::Rng::with_seed(1);
    for round in 0..20_000 {
        let count = 1 + rng.usize(0..12);
        let coarse = round % 2 == 0;
        let mut number = || if coarse { f64::from(rng.i32(-2..=2)) } else { rng.f64() * 2.0 - 1.0 };
        let blocks: Vec<Block<3>> = (0..count)
            .map(|_| core::array::from_fn(|_| core::array::from_fn(|_| number())))
            .collect();
        let direction = Vector::from_fn(|_| number());
        let wanted = slow(&blocks, direction);
        assert_eq!(scan(&blocks, direction), wanted);
        assert_eq!(furthest(&blocks, direction), wanted);
        assert_eq!(dispatch(Wide(&blocks, direction)), wanted);
        if let Ok(three) = <&[Block<3>; 3]>::try_from(&blocks[..]) {
            assert_eq!(dispatch(Three::<false>(three, direction)), wanted);
            assert_eq!(dispatch(Three::<true>(three, direction)), wanted);
        }
    }
}

/// A scan on the widest level that there is.
struct Wide<'a>(&'a [Block<3>], Vector<3>);

impl Work for Wide<'_> {
    type Output = u32;

    const WIDE: bool = true;

    fn run<L: Level>(self, level: L) -> u32 {
        level.furthest(self.0, self.1)
    }
}

struct Least<'a, const WIDE: bool>([&'a [f64; LANES]; 2], u32);

impl<const WIDE: bool> Work for Least<'_, WIDE> {
    type Output = (f64, u32);

    const WIDE: bool = WIDE;

    fn run<L: Level>(self, level: L) -> (f64, u32) {
        level.least_but(self.0, self.1)
    }
}

/// All versions find the same least number, ties, infinite numbers and none at all included.
#[test]
fn all_versions_find_the_same_least_number() {
    let mut rng = fastrand::Rng::with_seed(124);
    let mut found = [0; 2];
    for round in 0..20_000 {
        let coarse = round % 2 == 0;
        let mut number = || match rng.u32(0..4) {
            0 => f64::INFINITY,
            _ if coarse => f64::from(rng.i32(-2..=2)),
            _ => rng.f64() * 2.0 - 1.0,
        };
        let [low, high]: [[f64; LANES]; 2] =
            core::array::from_fn(|_| core::array::from_fn(|_| number()));
        // Bits above those of the sixteen belong to others.
        let but = rng.u32(..) | if rng.u8(..8) == 0 { 0xffff } else { 0 };
        let mut least = (f64::INFINITY, 0);
        for l in 0..2 * LANES {
            let x = if l < LANES { low[l] } else { high[l - LANES] };
            if but >> l & 1 == 0 && x < least.0 {
                least = (x, l as u32);
            }
        }
        assert_eq!(plain_least_but([&low, &high], but), least);
        assert_eq!(dispatch(Least::<false>([&low, &high], but)), least);
        assert_eq!(dispatch(Least::<true>([&low, &high], but)), least);
        found[usize::from(least.0 < f64::INFINITY)] += 1;
    }
    assert!(found.iter().all(|&count| count > 1000), "{found:?}");
}

struct Sides<'a>(&'a Planes<3>, &'a [f64; LANES], Vector<3>);

impl Work for Sides<'_> {
    type Output = [u32; 2];
    fn run<L: Level>(self, level: L) -> [u32; 2] {
        level.sides(self.0, self.1, self.2)
    }
}

/// Both versions tell the same sides, also of points in a plane, of planes that are gone and of
/// what is not a number.
#[test]
fn both_versions_see_the_same_sides() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut seen = [0; 2];
    for round in 0..20_000 {
        let coarse = round % 2 == 0;
        let mut number = || match rng.u32(0..200) {
            0 => f64::NAN,
            1 => f64::INFINITY,
            _ if coarse => f64::from(rng.i32(-2..=2)),
            _ => rng.f64() * 2.0 - 1.0,
        };
        let normals = core::array::from_fn(|_| core::array::from_fn(|_| number()));
        let slacks = core::array::from_fn(|_| number().abs() * 0.1);
        let planes = Planes { normals, slacks };
        let (heights, w) = (core::array::from_fn(|_| number()), Vector::from_fn(|_| number()));
        let wanted = plain_sides(&planes, &heights, w);
        assert_eq!(dispatch(Sides(&planes, &heights, w)), wanted);
        seen[0] += wanted[0].count_ones();
        seen[1] += wanted[1].count_ones();
    }
    assert!(seen[0] > 10_000 && seen[1] > 10_000, "{seen:?}");
}

struct Powers([f64; 4], [f64; 4]);

impl Work for Powers {
    type Output = [[f64; 4]; 2];
    fn run<L: Level>(self, level: L) -> [[f64; 4]; 2] {
        [level.exps(self.0), level.logs(self.1)]
    }
}

/// Four powers or logarithms at once are the same as one by one, whatever stands beside them.
#[test]
fn four_at_once_have_the_same_bits() {
    let rng = &mut fastrand::Rng::with_seed(5);
    let odd = [f64::NEG_INFINITY, -708.0, -708.1, 709.0, 709.1, f64::INFINITY, 0.0, -0.0];
    for _ in 0..100_000 {
        let size = [1.0, 40.0, 720.0][rng.usize(..3)];
        let x = [0; 4].map(|_| match rng.u8(..20) {
            0 => odd[rng.usize(..odd.len())],
            _ => (2.0 * rng.f64() - 1.0) * size,
        });
        let y = x.map(|x| libm::exp(x).clamp(f64::MIN_POSITIVE, f64::MAX));
        for [exps, logs] in [dispatch(Powers(x, y)), Powers(x, y).run(Portable)] {
            assert_eq!(exps.map(f64::to_bits), x.map(|x| real::exp(x).to_bits()), "{x:?}");
            assert_eq!(logs.map(f64::to_bits), y.map(|y| real::log(y).to_bits()), "{y:?}");
        }
    }
    assert_eq!(dispatch(Powers([f64::NAN; 4], [1.0; 4])), [[0.0; 4]; 2]);
}

struct Three<'a, const WIDE: bool>(&'a [Block<3>; 3], Vector<3>);

impl<const WIDE: bool> Work for Three<'_, WIDE> {
    type Output = u32;

    const WIDE: bool = WIDE;

    fn run<L: Level>(self, level: L) -> u32 {
        level.furthest_of_few(self.0, self.1)
    }
}

/// A direction that overflowed to infinity or NaN gives some index that exists.
#[test]
fn nothing_runs_off_the_end() {
    let blocks = [[[1.0; LANES]; 3]; 2];
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for blocks in [&blocks[..1], &blocks[..]] {
            assert!(furthest(blocks, Vector([bad, 1.0, -1.0])) < 16);
            assert!(scan(blocks, Vector([bad, 1.0, -1.0])) < 16);
            assert!(dispatch(Wide(blocks, Vector([bad, 1.0, -1.0]))) < 8 * blocks.len() as u32);
        }
    }
}

/// The three steps for boxes at some level: lanes, a support point with its bits, and sums.
struct Boxes {
    rows: [[Vector<3>; 3]; 2],
    factors: [Vector<3>; 2],
    last: Vector<3>,
    direction: Vector<3>,
}

impl Work for &Boxes {
    type Output = (Block<3>, (Vector<3>, u32), [Vector<3>; 2]);
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Boxes { rows: [a, b], factors, last, direction } = self;
        let a = Scaled { rows: a, factors: factors[0], last: *last };
        let b = Scaled { rows: b, factors: factors[1], last: Vector::ZERO };
        let lanes = level.scaled(&a, &b);
        let shares = [[0.5, -0.25, 0.75, 0.0], [-1.0, 0.125, 0.3, 0.0]];
        (lanes, level.furthest_sum(&lanes, *direction), level.combined(&lanes, &shares))
    }
}

/// The dispatched version gives the bits of the plain one, ties and zeros included, and both give
/// the corners that lie furthest.
#[test]
fn sums_of_edges_are_the_same_bits_on_every_level() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut ties = 0;
    for round in 0..20_000 {
        let coarse = round % 2 == 0;
        let mut number = || if coarse { f64::from(rng.i32(-2..=2)) } else { rng.f64() * 2.0 - 1.0 };
        let mut vector = || Vector::<3>::from_fn(|_| number());
        let boxes = Boxes {
            rows: [[vector(), vector(), vector()], [vector(), vector(), vector()]],
            factors: [vector(), vector()],
            last: vector(),
            direction: vector(),
        };
        let (lanes, (sum, bits), sums) = dispatch(&boxes);
        let (plain, (plain_sum, plain_bits), plain_sums) = (&boxes).run(Portable);
        let exact = |v: Vector<3>| v.0.map(f64::to_bits);
        assert_eq!(
            lanes.map(|lane| lane.map(f64::to_bits)),
            plain.map(|lane| lane.map(f64::to_bits))
        );
        assert_eq!((exact(sum), bits), (exact(plain_sum), plain_bits));
        assert_eq!(sums.map(exact), plain_sums.map(exact));
        // Each lane that rises is taken forwards, and no other; ties only in the second half.
        let lane = |l: usize| Vector::<3>::from_fn(|i| lanes[i][l]);
        let mut wanted = lane(HALF - 1);
        for l in (0..LANES).filter(|l| *l != HALF - 1) {
            let height = lane(l).dot(boxes.direction);
            ties += usize::from(height == 0.0 && lane(l) != Vector::ZERO);
            let rises = height > 0.0 || (l >= HALF && height == 0.0);
            assert_eq!(bits >> l & 1 == 1, rises);
            wanted += lane(l) * if rises { 1.0 } else { -1.0 };
        }
        assert!((wanted - sum).max_abs() <= 1e-13, "{wanted:?} {sum:?}");
    }
    assert!(ties > 1000, "{ties}");
}

/// Two numbers at once, written for the processor and in plain words.
#[test]
fn two_at_once_are_the_same_bits() {
    let mut rng = fastrand::Rng::with_seed(9);
    let special = [0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE];
    for round in 0..20_000 {
        let mut number = || match round % 3 {
            0 => special[rng.usize(0..special.len())],
            _ => rng.f64() * 2.0 - 1.0,
        };
        let [a, b, c, d] = [number(), number(), number(), number()];
        let (x, y) = (Two::new(a, b), Two::new(c, d));
        let (u, v) = (two::Plain::new(a, b), two::Plain::new(c, d));
        let pairs = [
            (x + y, u.plus(v)),
            (x - y, u.minus(v)),
            (x * y, u.times(v)),
            (x / y, u.over(v)),
            (x.min(y), u.min(v)),
            (x.max(y), u.max(v)),
            (x.sqrt(), u.sqrt()),
            (x.swapped(), u.swapped()),
            (x.beside(y), v.after(u)),
            (x.under(y), u.under(v)),
            (x.or(y), u.or(v)),
            (x.clears(y), u.clears(v)),
            (x.keeps(y), u.keeps(v)),
            (x.under(y).clears(y), u.under(v).clears(v)),
        ];
        let less = x.under(y);
        let [p, q] = [(a, c), (b, d)].map(|(a, c)| if a < c { a } else { c });
        let chosen = less.choose(x, y);
        assert_eq!([chosen.of(0).to_bits(), chosen.of(1).to_bits()], [p, q].map(f64::to_bits));
        assert_eq!(less.signs(), u32::from(a < c) | u32::from(b < d) << 1);
        assert_eq!([u.of(0), u.of(1)].map(f64::to_bits), [a, b].map(f64::to_bits));
        for (k, (fast, plain)) in pairs.into_iter().enumerate() {
            let same = |p: f64, q: f64| p.to_bits() == q.to_bits() || p.is_nan() && q.is_nan();
            let (p, q) = ((fast.a(), fast.swapped().a()), (plain.a(), plain.swapped().a()));
            assert!(same(p.0, q.0) && same(p.1, q.1), "{k}: {a} {b} {c} {d}: {p:?} {q:?}");
        }
    }
}
