//! The distance between sets given by functions, to a hundred digits, without any of the library:
//! from a guess, by Newton's method on the conditions of optimality, which are sufficient because
//! the functions are convex.

use super::digits::Digits;
use clearance::{Matrix, Vector};

type Column = Vec<Digits>;

/// A convex function of a point: the set is where it is zero or less.
pub enum Function<const D: usize> {
    /// Σ |a·x + d|^n − 1.
    Powers(Vec<([Digits; D], Digits, f64)>),
    /// xᵀQx + 2 b·x + c.
    Quadric(Matrix<D>, Vector<D>, Digits),
    /// |Bx + d| − c·x − e.
    Cone(Matrix<D>, Vector<D>, Vector<D>, f64),
    /// n·(x − p).
    Plane(Vector<D>, Vector<D>),
}

/// Value, gradient and Hessian.
struct Jet {
    value: Digits,
    gradient: Column,
    hessian: Vec<Column>,
}

fn zero() -> Digits {
    Digits::whole(0)
}

fn digits<const D: usize>(v: Vector<D>) -> Column {
    v.0.into_iter().map(Digits::new).collect()
}

fn dot(u: &[Digits], v: &[Digits]) -> Digits {
    u.iter().zip(v).fold(zero(), |sum, (a, b)| &sum + &(a * b))
}

impl<const D: usize> Function<D> {
    /// Σ |xᵢ/aᵢ|^nᵢ − 1.
    pub fn superquadric(semiaxes: [f64; D], exponents: [f64; D]) -> Self {
        Self::Powers(
            (0..D)
                .map(|i| {
                    let mut a: [Digits; D] = std::array::from_fn(|_| zero());
                    a[i] = &Digits::whole(1) / &Digits::new(semiaxes[i]);
                    (a, zero(), exponents[i])
                })
                .collect(),
        )
    }

    pub fn hyperquadric(terms: &[(Vector<D>, f64, f64)]) -> Self {
        let term = |(a, d, n): &(Vector<D>, f64, f64)| {
            (std::array::from_fn(|i| Digits::new(a[i])), Digits::new(*d), *n)
        };
        Self::Powers(terms.iter().map(term).collect())
    }

    /// |x − centre|² − r².
    pub fn ball(centre: Vector<D>, radius: f64) -> Self {
        let c = digits(centre);
        let r = Digits::new(radius);
        Self::Quadric(Matrix::IDENTITY, -centre, &dot(&c, &c) - &(&r * &r))
    }

    fn jet(&self, x: &[Digits]) -> Jet {
        let mut jet = Jet { value: zero(), gradient: vec![zero(); D], hessian: square(D) };
        match self {
            Self::Powers(terms) => {
                jet.value = Digits::whole(-1);
                for (a, d, n) in terms {
                    let v = &dot(a, x) + d;
                    // Exponents are above 1: there is no slope. What the curvature is decides only
                    // where the next step leads.
                    if v == zero() {
                        continue;
                    }
                    let n = Digits::new(*n);
                    let w = (&n * &v.abs().ln()).exp();
                    let p = &(&n * &w) / &v;
                    let r = &(&(&n - &Digits::whole(1)) * &p) / &v;
                    jet.value = &jet.value + &w;
                    for i in 0..D {
                        jet.gradient[i] = &jet.gradient[i] + &(&p * &a[i]);
                        for j in 0..D {
                            let more = &r * &(&a[i] * &a[j]);
                            jet.hessian[i][j] = &jet.hessian[i][j] + &more;
                        }
                    }
                }
            }
            Self::Quadric(q, b, c) => {
                let (rows, b) = (q.0.map(digits), digits(*b));
                let half: Column = (0..D).map(|i| &dot(&rows[i], x) + &b[i]).collect();
                jet.value = &(&dot(x, &half) + &dot(x, &b)) + c;
                jet.gradient = half.iter().map(|x| x + x).collect();
                jet.hessian = rows.iter().map(|r| r.iter().map(|x| x + x).collect()).collect();
            }
            Self::Cone(b, d, c, e) => {
                let (rows, d, c) = (b.0.map(digits), digits(*d), digits(*c));
                let u: Column = (0..D).map(|i| &dot(&rows[i], x) + &d[i]).collect();
                let length = dot(&u, &u).sqrt();
                jet.value = &(&length - &dot(&c, x)) - &Digits::new(*e);
                let pulled: Column = (0..D)
                    .map(|i| {
                        let sum = (0..D).fold(zero(), |sum, k| &sum + &(&rows[k][i] * &u[k]));
                        &sum / &length
                    })
                    .collect();
                for i in 0..D {
                    jet.gradient[i] = &pulled[i] - &c[i];
                    for j in 0..D {
                        let gram = (0..D).fold(zero(), |s, k| &s + &(&rows[k][i] * &rows[k][j]));
                        jet.hessian[i][j] = &(&gram - &(&pulled[i] * &pulled[j])) / &length;
                    }
                }
            }
            Self::Plane(n, p) => {
                let (n, p) = (digits(*n), digits(*p));
                jet.value = &dot(&n, x) - &dot(&n, &p);
                jet.gradient = n;
            }
        }
        jet
    }
}

/// x ↦ M x + t.
pub type Map<const D: usize> = (Matrix<D>, Vector<D>);

/// All points at which all functions are zero or less, brought into the world by maps, one after the
/// other, and a radius around them.
pub struct Set<const D: usize> {
    pub functions: Vec<Function<D>>,
    pub maps: Vec<Map<D>>,
    pub radius: f64,
}

/// A set without its radius.
#[derive(Clone, Copy)]
struct Side<'a, const D: usize> {
    functions: &'a [Function<D>],
    maps: &'a [Map<D>],
}

impl<const D: usize> Side<'_, D> {
    /// The matrix and the translation of all maps, without rounding.
    fn map(&self) -> (Vec<Column>, Column) {
        let mut m: Vec<Column> = Matrix::<D>::IDENTITY.0.map(digits).to_vec();
        let mut t = vec![zero(); D];
        for (next, shift) in self.maps {
            let (rows, shift) = (next.0.map(digits), digits(*shift));
            let column = |j: usize| -> Column { (0..D).map(|i| m[i][j].clone()).collect() };
            let columns: Vec<Column> = (0..D).map(column).collect();
            m = (0..D).map(|i| (0..D).map(|j| dot(&rows[i], &columns[j])).collect()).collect();
            t = (0..D).map(|i| &dot(&rows[i], &t) + &shift[i]).collect();
        }
        (m, t)
    }
}

fn square(n: usize) -> Vec<Column> {
    vec![vec![zero(); n]; n]
}

/// The distance between two sets that are apart, given guesses at their closest points in the world;
/// `None` if Newton's method ends nowhere, or where the conditions do not hold.
pub fn distance<const D: usize>(
    functions: [&[Function<D>]; 2],
    maps: [&[Map<D>]; 2],
    guess: [Vector<D>; 2],
) -> Option<Digits> {
    let sets = [0, 1].map(|k| Side { functions: functions[k], maps: maps[k] });
    let maps = [sets[0].map(), sets[1].map()];
    // To the frames of the sets, as well as floats can.
    let mut points: Vec<Column> = Vec::new();
    let mut active: Vec<Vec<usize>> = Vec::new();
    for k in 0..2 {
        let rhs: Column = (0..D).map(|i| &Digits::new(guess[k][i]) - &maps[k].1[i]).collect();
        let x = solve(maps[k].0.clone(), rhs)?;
        let near = |f: &Function<D>| {
            let jet = f.jet(&x);
            let slope = dot(&jet.gradient, &jet.gradient).sqrt().to_f64();
            let size = x.iter().fold(0.0, |sum, x| sum + x.to_f64().abs());
            (jet.value.to_f64() / slope).abs() < 1e-5 * size
        };
        active
            .push((0..sets[k].functions.len()).filter(|i| near(&sets[k].functions[*i])).collect());
        points.push(x);
    }
    let mut pushes = first_pushes(sets, &maps, &points, &active)?;
    for _ in 0..25 {
        let (matrix, right) = system(sets, &maps, &points, &active, &pushes);
        let step = solve(matrix, right)?;
        let mut rest = step.iter();
        let mut most = 0.0_f64;
        for point in &mut points {
            for x in point.iter_mut() {
                let step = rest.next()?;
                most = most.max(step.to_f64().abs());
                *x = &*x + step;
            }
        }
        for push in pushes.iter_mut().flatten() {
            *push = &*push + rest.next()?;
        }
        if most < 1e-58 {
            return verdict(sets, &maps, &points, &pushes);
        }
    }
    None
}

/// From the first to the second, in the world.
fn between(maps: &[(Vec<Column>, Column); 2], points: &[Column]) -> Column {
    let place = |k: usize, i: usize| &dot(&maps[k].0[i], &points[k]) + &maps[k].1[i];
    (0..points[0].len()).map(|i| &place(1, i) - &place(0, i)).collect()
}

/// ∓Mᵀw: how the half of the squared length changes with the point.
fn pull(maps: &[(Vec<Column>, Column); 2], w: &[Digits], k: usize) -> Column {
    let sum = |j: usize| (0..w.len()).fold(zero(), |s, i| &s + &(&maps[k].0[i][j] * &w[i]));
    (0..w.len()).map(|j| if k == 0 { -&sum(j) } else { sum(j) }).collect()
}

/// Least squares for the multipliers.
fn first_pushes<const D: usize>(
    sets: [Side<'_, D>; 2],
    maps: &[(Vec<Column>, Column); 2],
    points: &[Column],
    active: &[Vec<usize>],
) -> Option<Vec<Column>> {
    let w = between(maps, points);
    let mut all = Vec::new();
    for k in 0..2 {
        let gradients: Vec<Column> =
            active[k].iter().map(|i| sets[k].functions[*i].jet(&points[k]).gradient).collect();
        let pull: Column = pull(maps, &w, k).iter().map(|x| -x).collect();
        let gram =
            gradients.iter().map(|g| gradients.iter().map(|h| dot(g, h)).collect()).collect();
        let right = gradients.iter().map(|g| dot(g, &pull)).collect();
        all.push(if gradients.is_empty() { Vec::new() } else { solve(gram, right)? });
    }
    Some(all)
}

/// The linear system of a step.
fn system<const D: usize>(
    sets: [Side<'_, D>; 2],
    maps: &[(Vec<Column>, Column); 2],
    points: &[Column],
    active: &[Vec<usize>],
    pushes: &[Column],
) -> (Vec<Column>, Column) {
    let size = 2 * D + active[0].len() + active[1].len();
    let (mut matrix, mut right) = (square(size), vec![zero(); size]);
    let w = between(maps, points);
    for k in 0..2 {
        let pull = pull(maps, &w, k);
        for i in 0..D {
            right[k * D + i] = -&pull[i];
            for j in 0..D {
                for l in 0..2 {
                    let gram =
                        (0..D).fold(zero(), |s, r| &s + &(&maps[k].0[r][i] * &maps[l].0[r][j]));
                    matrix[k * D + i][l * D + j] = if k == l { gram } else { -&gram };
                }
            }
        }
        let first = 2 * D + if k == 0 { 0 } else { active[0].len() };
        for (place, id) in active[k].iter().enumerate() {
            let jet = sets[k].functions[*id].jet(&points[k]);
            let (row, push) = (first + place, &pushes[k][place]);
            right[row] = -&jet.value;
            for i in 0..D {
                let at = k * D + i;
                matrix[row][at] = jet.gradient[i].clone();
                matrix[at][row] = jet.gradient[i].clone();
                right[at] = &right[at] - &(push * &jet.gradient[i]);
                for j in 0..D {
                    let more = push * &jet.hessian[i][j];
                    matrix[at][k * D + j] = &matrix[at][k * D + j] + &more;
                }
            }
        }
    }
    (matrix, right)
}

/// Whether the conditions hold, and the length.
fn verdict<const D: usize>(
    sets: [Side<'_, D>; 2],
    maps: &[(Vec<Column>, Column); 2],
    points: &[Column],
    pushes: &[Column],
) -> Option<Digits> {
    if pushes.iter().flatten().any(|push| *push < zero()) {
        return None;
    }
    let tiny = Digits::new(1e-40);
    for k in 0..2 {
        let outside = |f: &Function<D>| f.jet(&points[k]).value > tiny;
        if sets[k].functions.iter().any(outside) {
            return None;
        }
    }
    let w = between(maps, points);
    Some(dot(&w, &w).sqrt())
}

/// By elimination; `None` if the matrix is singular.
fn solve(mut m: Vec<Column>, mut right: Column) -> Option<Column> {
    let n = right.len();
    for c in 0..n {
        let pivot = (c..n).max_by(|i, j| {
            let (a, b) = (m[*i][c].abs(), m[*j][c].abs());
            a.partial_cmp(&b).unwrap_or(std::cmp::Ordering::Equal)
        })?;
        m.swap(c, pivot);
        right.swap(c, pivot);
        if m[c][c] == zero() {
            return None;
        }
        for r in c + 1..n {
            if m[r][c] == zero() {
                continue;
            }
            let factor = &m[r][c] / &m[c][c];
            for k in c..n {
                m[r][k] = &m[r][k] - &(&factor * &m[c][k]);
            }
            right[r] = &right[r] - &(&factor * &right[c]);
        }
    }
    for c in (0..n).rev() {
        for k in c + 1..n {
            right[c] = &right[c] - &(&m[c][k] * &right[k]);
        }
        right[c] = &right[c] / &m[c][c];
    }
    Some(right)
}
