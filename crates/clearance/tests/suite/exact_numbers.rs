//! Exact numbers: arithmetic, comparison, text, and rounding to the nearest float.

use std::cmp::Ordering;

use clearance::exact::{Field, NumberError, Quadratic, Rational};

fn rational(text: &str) -> Rational {
    text.parse().unwrap()
}

/// Any bit pattern: as many tiny and huge numbers as ordinary ones.
fn any_float(rng: &mut fastrand::Rng) -> f64 {
    loop {
        let x = f64::from_bits(rng.u64(..));
        if x.is_finite() {
            return x;
        }
    }
}

#[test]
fn text_is_read_exactly_and_written_in_lowest_terms() {
    for (text, fraction) in [
        ("1/3", "1/3"),
        ("0.1", "1/10"),
        ("-2e-3", "-1/500"),
        ("6/-4", "-3/2"),
        (" +.5 ", "1/2"),
        ("1E3", "1000"),
        ("0.25/0.5", "1/2"),
        ("-0", "0"),
        ("3.", "3"),
    ] {
        assert_eq!(rational(text).to_string(), fraction, "{text}");
    }
    for (text, error) in [
        ("", NumberError::Malformed),
        (".", NumberError::Malformed),
        ("1_0", NumberError::Malformed),
        ("--1", NumberError::Malformed),
        ("1/2/3", NumberError::Malformed),
        ("1e", NumberError::Malformed),
        ("nan", NumberError::Malformed),
        ("1/0", NumberError::ZeroDenominator),
        ("1e99999", NumberError::ExponentTooLarge),
        ("1e99999999999999999999999", NumberError::ExponentTooLarge),
    ] {
        assert_eq!(text.parse::<Rational>(), Err(error), "{text}");
    }
}

#[test]
fn every_float_survives_the_round_trip() {
    let mut rng = fastrand::Rng::with_seed(1);
    let edges = [0.0, 5e-324, f64::MIN_POSITIVE, f64::MAX, 1.0, f64::EPSILON, -1.5];
    for x in (0..20_000).map(|_| any_float(&mut rng)).chain(edges) {
        assert_eq!(Rational::try_from(x).unwrap().to_f64(), x, "{x:e}");
    }
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Rational::try_from(x), Err(NumberError::NotFinite));
    }
}

/// `std` reads decimal text correctly rounded: an independent judge, also for subnormal numbers
/// and for those beyond the largest.
#[test]
fn rounding_agrees_with_the_standard_library() {
    let mut rng = fastrand::Rng::with_seed(2);
    let (mut tiny, mut infinite) = (0, 0);
    for _ in 0..20_000 {
        let digits: String = (0..rng.usize(1..40)).map(|_| rng.digit(10)).collect();
        let text = format!("{}.{digits}e{}", rng.u8(..10), rng.i32(-330..315));
        let expected: f64 = text.parse().unwrap();
        assert_eq!(rational(&text).to_f64(), expected, "{text}");
        tiny += i32::from(expected.abs() < f64::MIN_POSITIVE);
        infinite += i32::from(expected.is_infinite());
    }
    assert!(tiny > 500 && infinite > 50, "{tiny} {infinite}");
}

#[test]
fn ties_go_to_the_even_neighbour() {
    let half_way = |x: f64| {
        let next = f64::from_bits(x.to_bits() + 1);
        (Rational::try_from(x).unwrap() + Rational::try_from(next).unwrap()) / Rational::from(2)
    };
    let mut rng = fastrand::Rng::with_seed(3);
    for x in (0..5_000).map(|_| any_float(&mut rng).abs()).filter(|x| *x < f64::MAX) {
        let even = f64::from_bits(x.to_bits() + (x.to_bits() & 1));
        assert_eq!(half_way(x).to_f64(), even, "{x:e}");
        assert_eq!((-half_way(x)).to_f64(), -even);
    }
    // Half of the smallest number is zero, a hair more is not.
    let half = Rational::try_from(5e-324).unwrap() / Rational::from(2);
    assert_eq!(half.to_f64(), 0.0);
    assert_eq!((half * rational("1.0000001")).to_f64(), 5e-324);
    // The border to infinity.
    let last = Rational::try_from(f64::MAX).unwrap();
    let step = Rational::try_from(2f64.powi(970)).unwrap();
    assert_eq!((&last + &step).to_f64(), f64::INFINITY);
    assert_eq!((last + step * rational("0.9999999")).to_f64(), f64::MAX);
}

#[test]
fn decimals_are_rounded() {
    assert_eq!(format!("{:.3}", rational("2/3")), "0.667");
    assert_eq!(format!("{:.3}", rational("-1/3000")), "0.000");
    assert_eq!(format!("{:.0}", rational("5/2")), "2");
    assert_eq!(format!("{:.0}", rational("7/2")), "4");
    assert_eq!(format!("{:.2}", rational("-1234.565")), "-1234.56");
    assert_eq!(Quadratic::root(&2.into()).unwrap().decimal(30), "1.414213562373095048801688724210");
}

#[test]
fn the_rationals_are_a_field() {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut draw = || Rational::new(rng.i64(-50..50), rng.i64(1..50)).unwrap();
    for _ in 0..2_000 {
        let (a, b, c) = (draw(), draw(), draw());
        assert_eq!((&a + &b) * &c, &a * &c + &b * &c);
        assert_eq!(&(&a - &b) + &b, a);
        if !b.is_zero() {
            assert_eq!(&a / &b * &b, a);
        }
        assert_eq!(a.cmp(&b), (a.to_f64() - b.to_f64()).partial_cmp(&0.0).unwrap());
    }
}

fn quadratic(a: &str, b: &str, d: i64) -> Quadratic {
    Quadratic::new(rational(a), rational(b), d.into()).unwrap()
}

#[test]
fn quadratic_numbers_are_a_field_and_ordered() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..2_000 {
        let d = rng.i64(0..30);
        let mut draw = || {
            let mut part = || Rational::new(rng.i64(-9..9), rng.i64(1..9)).unwrap();
            Quadratic::new(part(), part(), d.into()).unwrap()
        };
        let (a, b, c) = (draw(), draw(), draw());
        assert_eq!((&a + &b) * &c, &a * &c + &b * &c);
        if !b.is_zero() {
            assert_eq!(&a / &b * &b, a);
        }
        let difference = a.to_f64() - b.to_f64();
        if difference.abs() > 1e-12 {
            assert_eq!(a.cmp(&b), difference.partial_cmp(&0.0).unwrap(), "{a} {b}");
        } else {
            assert_eq!(a, b);
        }
    }
}

#[test]
fn close_quadratic_numbers_are_told_apart() {
    // Pell: 99² − 2·70² = 1, and so on: the differences fall below any float's resolution.
    let (mut x, mut y) = (Rational::from(3), Rational::from(2));
    for _ in 0..60 {
        let number = Quadratic::new(x.clone(), -y.clone(), 2.into()).unwrap();
        assert_eq!(number.sign(), Ordering::Greater);
        assert_eq!((-&number).sign(), Ordering::Less);
        // x − y√2 = 1 / (x + y√2)
        let inverse = Quadratic::new(x.clone(), y.clone(), 2.into()).unwrap();
        assert_eq!(&number * &inverse, Quadratic::from(1));
        let expected = 1.0 / inverse.to_f64();
        assert!((number.to_f64() - expected).abs() <= 2.0 * f64::EPSILON * expected);
        (x, y) = (
            &x * Rational::from(3) + &y * Rational::from(4),
            x * Rational::from(2) + y * Rational::from(3),
        );
    }
}

#[test]
fn squares_leave_the_root() {
    assert_eq!(quadratic("1", "1", 49), Quadratic::from(8));
    assert_eq!(quadratic("1", "5", 0), Quadratic::from(1));
    assert_eq!(quadratic("1", "-1/7", 14).to_string(), "1 - 1/7·√14");
    assert_eq!(quadratic("0", "-1", 14).to_string(), "-√14");
    assert_eq!(quadratic("0", "1", 18).to_string(), "3·√2");
    let halves = Quadratic::root(&rational("1/2")).unwrap();
    assert_eq!(halves.to_string(), "1/2·√2");
    assert_eq!(&halves + quadratic("0", "1/2", 2), quadratic("0", "1", 2));
    // 101² · 2 keeps its square, since 101 is not a small prime: the numbers agree all the same.
    let large = quadratic("0", "1", 2 * 101 * 101);
    assert_eq!(large, quadratic("0", "101", 2));
    assert_eq!(&large + quadratic("0", "1", 2), quadratic("0", "102", 2));
    assert!(quadratic("0", "1", 2) < quadratic("0", "1", 3));
    assert!(quadratic("10", "-1", 2) > quadratic("10", "-1", 3));
    let negative = Quadratic::root(&Rational::from(-1));
    assert_eq!(negative, Err(NumberError::NegativeRadicand));
}

/// The root of a float is correctly rounded by the processor, an independent judge.
#[test]
fn roots_are_correctly_rounded() {
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..5_000 {
        let x = any_float(&mut rng).abs();
        let root = Rational::try_from(x).unwrap().sqrt_to_f64().unwrap();
        assert_eq!(root, x.sqrt(), "{x:e}");
    }
    assert_eq!(Rational::from(-1).sqrt_to_f64(), None);
}
