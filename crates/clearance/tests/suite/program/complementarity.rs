//! Lemke's method against the enumeration of every complementary basis.
// Matrices read best with their indices.
#![allow(clippy::needless_range_loop)]

use clearance::exact::{Field, Rational};
use clearance::qp::{Lcp, LcpOutcome, check};

type Q = Rational;

/// The solution of a square system; nothing if it is singular.
fn gauss(mut rows: Vec<Vec<Q>>, mut right: Vec<Q>) -> Option<Vec<Q>> {
    let n = right.len();
    for k in 0..n {
        let r = (k..n).find(|r| !rows[*r][k].is_zero())?;
        rows.swap(k, r);
        right.swap(k, r);
        for i in (0..n).filter(|i| *i != k) {
            let factor = &rows[i][k] / &rows[k][k];
            for j in 0..n {
                rows[i][j] = &rows[i][j] - &factor * &rows[k][j];
            }
            right[i] = &right[i] - factor * &right[k];
        }
    }
    Some((0..n).map(|k| &right[k] / &rows[k][k]).collect())
}

/// Every solution in which the `z` of some set of pairs are the basic ones.
fn enumerate(q: &[Q], m: &[Vec<Q>]) -> Vec<Vec<Q>> {
    let n = q.len();
    let mut found = Vec::new();
    for set in 0..1u32 << n {
        let basic: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
        let rows = basic.iter().map(|i| basic.iter().map(|j| m[*i][*j].clone()).collect());
        let Some(values) = gauss(rows.collect(), basic.iter().map(|i| -&q[*i]).collect()) else {
            continue;
        };
        let mut z = vec![Q::ZERO; n];
        for (i, value) in basic.iter().zip(values) {
            z[*i] = value;
        }
        let w = |i: usize| m[i].iter().zip(&z).fold(q[i].clone(), |sum, (a, b)| sum + a * b);
        if z.iter().all(|z| *z >= Q::ZERO) && (0..n).all(|i| w(i) >= Q::ZERO) {
            found.push(z);
        }
    }
    found
}

enum Class {
    Any,
    SemiDefinite,
    Definite,
}

/// A random problem with small integers; `zᵀM z ≥ 0` for the last two classes.
fn draw(rng: &mut fastrand::Rng, class: &Class) -> (Vec<Q>, Vec<Vec<Q>>) {
    let n = rng.usize(1..=5);
    let mut m = vec![vec![0i64; n]; n];
    match class {
        Class::Any => m.iter_mut().flatten().for_each(|x| *x = rng.i64(-3..=3)),
        Class::SemiDefinite | Class::Definite => {
            for _ in 0..rng.usize(0..=n) {
                let v: Vec<i64> = (0..n).map(|_| rng.i64(-2..=2)).collect();
                for i in 0..n {
                    for j in 0..n {
                        m[i][j] += v[i] * v[j];
                    }
                }
            }
            for i in 0..n {
                for j in 0..i {
                    let x = rng.i64(-2..=2);
                    m[i][j] += x;
                    m[j][i] -= x;
                }
                m[i][i] += i64::from(matches!(class, Class::Definite));
            }
        }
    }
    let q = (0..n).map(|_| Q::from(rng.i64(-4..=3))).collect();
    (q, m.iter().map(|row| row.iter().map(|x| Q::from(*x)).collect()).collect())
}

#[test]
fn exact_lemke_agrees_with_enumeration() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut counts = [0; 3];
    for trial in 0..6_000 {
        let class = &[Class::Any, Class::SemiDefinite, Class::Definite][trial % 3];
        let (q, m) = draw(&mut rng, class);
        let solutions = enumerate(&q, &m);
        let lcp = Lcp::new(q, m).unwrap();
        // What floats propose and exact numbers confirm, and then the exact walk alone.
        for outcome in [lcp.solve(), lcp.solve_traced().0] {
            judge(&lcp, class, outcome, &solutions, &mut counts);
        }
    }
    let [solved, rays, unproved] = counts;
    assert!(solved > 6_000 && rays > 600 && unproved > 600, "{counts:?}");
}

fn judge(
    lcp: &Lcp<Q>,
    class: &Class,
    outcome: LcpOutcome<Q>,
    solutions: &[Vec<Q>],
    [solved, rays, unproved]: &mut [usize; 3],
) {
    let (q, m) = (lcp.q(), lcp.m());
    match (outcome, class) {
        (LcpOutcome::Solved(found), class) => {
            *solved += 1;
            assert!(check::complementary(lcp, &found.w, &found.z), "{lcp:?}");
            if matches!(class, Class::Definite) {
                // One solution, though perhaps with several bases.
                assert!(!solutions.is_empty() && solutions.iter().all(|z| *z == found.z));
            }
        }
        (LcpOutcome::Ray(ray), Class::SemiDefinite) => {
            *rays += 1;
            assert!(solutions.is_empty(), "{lcp:?}");
            // The proof: z ≥ 0, Mᵀz ≤ 0, q·z < 0.
            let sum = |c: &dyn Fn(usize) -> Q| {
                (0..q.len()).fold(Q::ZERO, |sum, i| sum + c(i) * &ray.z[i])
            };
            assert!(ray.z.iter().all(|z| *z >= Q::ZERO));
            assert!((0..q.len()).all(|j| sum(&|i| m[i][j].clone()) <= Q::ZERO));
            assert!(sum(&|i| q[i].clone()) < Q::ZERO);
        }
        (LcpOutcome::Ray(_), Class::Any) => *unproved += 1,
        (other, _) => panic!("{other:?} for {lcp:?}"),
    }
}

/// Doubles and singles see the same small integers and must reach the same kind of end.
#[test]
fn float_lemke_agrees_on_small_integers() {
    let mut rng = fastrand::Rng::with_seed(12);
    for trial in 0..4_000 {
        let class = if trial % 2 == 0 { Class::SemiDefinite } else { Class::Definite };
        let (q, m) = draw(&mut rng, &class);
        let exact = Lcp::new(q.clone(), m.clone()).unwrap().solve();
        let doubles = Lcp::new(
            q.iter().map(Q::to_f64).collect(),
            m.iter().map(|row| row.iter().map(Q::to_f64).collect()).collect(),
        )
        .unwrap();
        let singles = Lcp::new(
            q.iter().map(|x| x.to_f64() as f32).collect(),
            m.iter().map(|row| row.iter().map(|x| x.to_f64() as f32).collect()).collect(),
        )
        .unwrap();
        match (exact, doubles.solve(), singles.solve()) {
            (LcpOutcome::Solved(_), LcpOutcome::Solved(double), LcpOutcome::Solved(single)) => {
                assert!(check::complementary(&doubles, &double.w, &double.z), "{doubles:?}");
                assert!(check::complementary(&singles, &single.w, &single.z), "{singles:?}");
            }
            (LcpOutcome::Ray(_), LcpOutcome::Ray(_), LcpOutcome::Ray(_)) => {}
            (exact, double, single) => panic!("{exact:?} {double:?} {single:?} for {doubles:?}"),
        }
    }
}

#[test]
fn trivial_and_malformed_problems() {
    let none = Lcp::<f64>::new(vec![], vec![]).unwrap();
    assert!(matches!(none.solve(), LcpOutcome::Solved(_)));
    let lcp = Lcp::new(vec![1.0, 0.0], vec![vec![0.0; 2]; 2]).unwrap();
    let LcpOutcome::Solved(found) = lcp.solve() else { panic!() };
    assert_eq!((found.iterations, found.w), (0, vec![1.0, 0.0]));
    assert!(Lcp::new(vec![1.0], vec![]).is_err());
    assert!(Lcp::new(vec![1.0], vec![vec![1.0, 2.0]]).is_err());
    assert!(Lcp::new(vec![f64::NAN], vec![vec![1.0]]).is_err());
    assert!(!check::complementary(&lcp, &[1.0], &[0.0, 0.0]));
    assert!(!check::complementary(&lcp, &[2.0, 0.0], &[0.0, 0.0]));
}
