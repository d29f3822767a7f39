//! Points close to the surface of a gauge, without the root that the gauge itself is.

#[cfg(not(target_arch = "wasm32"))]
use super::jet;
use super::powers::{Powers, lanes, largest, total};
use super::{cubic_step, growth};
use crate::accuracy;
use crate::shape::{Jet, Term};
use crate::simd::{Level, Work, dispatch};
use crate::space::{Matrix, Vector, real};

/// The value of [`jet`] without roundings off: close to the surface one logarithm a term tells it.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn value<const D: usize>(groups: &[Powers<D>], terms: &[Term<D>], z: Vector<D>) -> f64 {
    let near = match groups {
        [only] => dispatch(ValueNear([only], z)),
        [first, second] => dispatch(ValueNear([first, second], z)),
        _ => None,
    };
    if let Some(value) = near {
        return value;
    }
    jet(terms, z, 0.0).value
}

/// ½ (γ² − 1) within [`NEAR_ENOUGH`](accuracy::NEAR_ENOUGH) of the surface: there log γ is the
/// logarithm of the sum over its slope, and half of the square of that more.
#[cfg(not(target_arch = "wasm32"))]
struct ValueNear<'a, const G: usize, const D: usize>([&'a Powers<D>; G], Vector<D>);

#[cfg(not(target_arch = "wasm32"))]
impl<const G: usize, const D: usize> Work for ValueNear<'_, G, D> {
    type Output = Option<f64>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self(groups, z) = self;
        let mut climb = Climb::new(level, groups, Place { z, onto: true, judged: false });
        climb.log_sigma = 0.0;
        climb.weigh(level);
        let over = climb.sum - 1.0;
        let step = log_near_one(over) * climb.sum / climb.means[0];
        (over.abs() <= accuracy::NEAR_ENOUGH).then_some(step + step * step)
    }
}

/// log(1 + x) for small x.
#[inline(always)]
fn log_near_one(x: f64) -> f64 {
    x * (1.0 - x * (0.5 - x * (1.0 / 3.0)))
}

/// A point σz of the surface, and a convex function that is zero on the same surface, with its
/// derivatives there: the sum itself, as steep as the gauge. That takes no root, only to come close;
/// what is missing then is in the value. Where `onto` is not set, a point inside stays where it is. `None` at the centre and where
/// there are kinks.
pub(crate) fn near<const D: usize>(
    groups: &[Powers<D>],
    terms: &[Term<D>],
    Place { z, onto, judged }: Place<D>,
) -> Option<(f64, Jet<D>)> {
    match groups {
        [only] => return dispatch(Near([only], Place { z, onto, judged })),
        #[cfg(not(target_arch = "wasm32"))]
        [first, second] => return dispatch(Near([first, second], Place { z, onto, judged })),
        _ => {}
    }
    let plain = terms.iter().all(|term| term.d == 0.0);
    if !terms.iter().all(|term| term.n >= 2.0) {
        return None;
    }
    let mut sigma = 1.0;
    for _ in 0..accuracy::NEAR_STEPS {
        let (mut sum, mut slope) = (0.0, 0.0);
        let mut means = [0.0; 3];
        let mut jet = Jet::<D>::FLAT;
        for term in terms {
            let y = sigma * term.a.dot(z);
            let [w, p, r] = term.powers(y + term.d, 0.0);
            sum += w;
            slope += p * y;
            let n = term.n;
            means = [means[0] + w * n, means[1] + w * (n * n), means[2] + w * (n * n * n)];
            jet.add(term, p, r);
        }
        if !(slope > f64::MIN_POSITIVE && slope < f64::INFINITY) {
            return None;
        }
        if let Some(found) = jet.finished((sum - 1.0, 1.0 / slope), (z, sigma), onto) {
            return Some(found);
        }
        let log = real::log(sum);
        let step = if plain { cubic_step(log, sum, means) } else { log * sum / slope };
        sigma *= real::exp(-step.clamp(-2.0, 2.0));
    }
    None
}

/// Where a surface is looked for: along the ray through z, from the inside too if `onto` is set.
#[derive(Clone, Copy)]
pub(crate) struct Place<const D: usize> {
    pub(crate) z: Vector<D>,
    pub(crate) onto: bool,
    /// Whether somebody wants to know how far second derivatives can be trusted.
    pub(crate) judged: bool,
}

/// The same for up to four terms without offsets, or twice as many: one logarithm each, and all powers
/// at once.
struct Near<'a, const G: usize, const D: usize>([&'a Powers<D>; G], Place<D>);

impl<const G: usize, const D: usize> Work for Near<'_, G, D> {
    type Output = Option<(f64, Jet<D>)>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self(groups, place) = self;
        let mut climb = Climb::new(level, groups, place);
        for _ in 0..accuracy::NEAR_STEPS {
            climb.weigh(level);
            if climb.is_over() {
                return climb.seen();
            }
            climb.step();
        }
        None
    }
}

/// The same for two surfaces at once, each in its own frame. What the powers of one wait for, those of
/// the other need not: that is most of the time.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
pub(crate) fn near_both<L: Level, const D: usize>(
    level: L,
    a: (&[Powers<D>], Place<D>),
    b: (&[Powers<D>], Place<D>),
) -> Option<[Seen<D>; 2]> {
    let places = [a.1, b.1];
    match (a.0, b.0) {
        ([a], [b]) => Both([a], [b], places).run(level),
        ([a], [b, c]) => dispatch(Both([a], [b, c], places)),
        ([a, b], [c]) => dispatch(Both([a, b], [c], places)),
        ([a, b], [c, d]) => dispatch(Both([a, b], [c, d], places)),
        _ => None,
    }
}

/// How fast the slopes of the terms change around a point of the surface, in units of the jet there.
///
/// What the second derivatives say of a slope is right but for the share x/(1 − x) of its change, x
/// being the length of a step times `quick`. Terms that hardly bend are left out of that: they are
/// worth no more than `slack` times the square of the step, whatever becomes of them.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy)]
pub(crate) struct Trust {
    pub(crate) quick: f64,
    pub(crate) slack: f64,
    /// The lengths of all terms' gradients together.
    pub(crate) rough: f64,
}

/// What [`near`] finds, and how far it tells what the slopes of the terms are elsewhere.
#[cfg(not(target_arch = "wasm32"))]
type Seen<const D: usize> = (f64, Jet<D>, Option<Trust>);

#[cfg(not(target_arch = "wasm32"))]
struct Both<'a, const F: usize, const G: usize, const D: usize>(
    [&'a Powers<D>; F],
    [&'a Powers<D>; G],
    [Place<D>; 2],
);

#[cfg(not(target_arch = "wasm32"))]
impl<const F: usize, const G: usize, const D: usize> Work for Both<'_, F, G, D> {
    type Output = Option<[Seen<D>; 2]>;

    const WIDE: bool = true;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self(first, second, [a, b]) = self;
        let (mut a, mut b) = (Climb::new(level, first, a), Climb::new(level, second, b));
        for _ in 0..accuracy::NEAR_STEPS {
            a.weigh(level);
            b.weigh(level);
            let over = [a.is_over(), b.is_over()];
            if over == [true; 2] {
                return Some([a.seen_with_trust()?, b.seen_with_trust()?]);
            }
            // Who is there waits for the other.
            if !over[0] {
                a.step();
            }
            if !over[1] {
                b.step();
            }
        }
        None
    }
}

/// The way along a ray to where groups of four terms |σu|^n add up to 1, or nearly.
struct Climb<'a, const G: usize, const D: usize> {
    groups: [&'a Powers<D>; G],
    place: Place<D>,
    u: [[f64; 4]; G],
    logs: [[f64; 4]; G],
    log_sigma: f64,
    /// The terms, their sum, and the same sum with n, n² and n³ before the terms.
    w: [[f64; 4]; G],
    sum: f64,
    means: [f64; 3],
    /// How far the series led, as a logarithm.
    #[cfg(not(target_arch = "wasm32"))]
    last: f64,
}

impl<'a, const G: usize, const D: usize> Climb<'a, G, D> {
    /// Begins where no term is more than 1.
    #[inline(always)]
    fn new<L: Level>(level: L, groups: [&'a Powers<D>; G], place: Place<D>) -> Self {
        let (mut u, mut logs, mut top) = ([[0.0; 4]; G], [[0.0; 4]; G], [0.0_f64; 4]);
        for g in 0..G {
            u[g] = groups[g].along(place.z);
            let size = lanes(|k| u[g][k].abs());
            let least = f64::MIN_POSITIVE;
            logs[g] = level.logs(lanes(|k| if size[k] > least { size[k] } else { least }));
            top = lanes(|k| if logs[g][k] > top[k] { logs[g][k] } else { top[k] });
        }
        let log_sigma = -largest(top);
        let (w, sum, means) = ([[0.0; 4]; G], 0.0, [0.0; 3]);
        Self {
            groups,
            place,
            u,
            logs,
            log_sigma,
            w,
            sum,
            means,
            #[cfg(not(target_arch = "wasm32"))]
            last: 0.0,
        }
    }

    /// The terms where it is now.
    #[inline(always)]
    fn weigh<L: Level>(&mut self, level: L) {
        for g in 0..G {
            let n = &self.groups[g].n;
            self.w[g] = level.exps(lanes(|k| n[k] * (self.logs[g][k] + self.log_sigma)));
        }
        self.add_up();
    }

    #[inline(always)]
    fn add_up(&mut self) {
        let mut sums = [[0.0; 4]; 4];
        for g in 0..G {
            let (mut share, n) = (self.w[g], &self.groups[g].n);
            for sum in &mut sums {
                *sum = lanes(|k| sum[k] + share[k]);
                share = lanes(|k| share[k] * n[k]);
            }
        }
        self.sum = total(sums[0]);
        self.means = [total(sums[1]), total(sums[2]), total(sums[3])];
    }

    /// Whether that is close enough, or inside where this is allowed, or leads nowhere.
    #[inline(always)]
    fn is_over(&self) -> bool {
        let over = self.sum - 1.0;
        over.abs() <= accuracy::NEAR_SOON
            || !self.place.onto && over < 0.0
            || !self.is_sound()
            || self.is_by()
    }

    /// Whether a series leads to the surface. In browsers size counts for more.
    #[inline(always)]
    fn is_by(&self) -> bool {
        if cfg!(target_arch = "wasm32") {
            return false;
        }
        let steepest = self.groups.iter().fold(0.0, |most: f64, powers| most.max(powers.steepest));
        let over = (self.sum - 1.0).abs();
        let most = accuracy::NEAR_SERIES * self.means[0];
        over <= accuracy::NEAR_BY && steepest * over <= most
    }

    #[inline(always)]
    fn is_sound(&self) -> bool {
        self.means[0] > f64::MIN_POSITIVE && self.means[0] < f64::INFINITY
    }

    #[inline(always)]
    fn step(&mut self) {
        self.log_sigma -= cubic_step(real::log(self.sum), self.sum, self.means);
    }

    /// What is seen from there, and how far it can be trusted.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(always)]
    fn seen_with_trust(mut self) -> Option<Seen<D>> {
        let (share, jet) = self.seen()?;
        let steepest = self.groups.iter().fold(0.0, |most: f64, powers| most.max(powers.steepest));
        if !(self.place.judged && steepest * self.last.abs() <= accuracy::NEAR_EXACT) {
            return Some((share, jet, None));
        }
        let x = self.place.z * share;
        let unit = accuracy::NEAR_SLIGHT * self.means[0] / x.norm_squared();
        let (mut quick, mut slack, mut rough) = ([0.0; 4], [0.0; 4], [0.0; 4]);
        for g in 0..G {
            let Powers { n, per, .. } = self.groups[g];
            let (w, u) = (&self.w[g], &self.u[g]);
            let near = lanes(|k| 1.0 / (share * u[k].abs() * per[k]));
            let near = lanes(|k| if w[k] > 0.0 { near[k] } else { 0.0 });
            let steep = lanes(|k| n[k] * w[k] * near[k]);
            let past = lanes(|k| n[k] - 1.0);
            let most = lanes(|k| 3.0 * past[k] * past[k] * steep[k] * near[k]);
            let pace = lanes(|k| if past[k] > 1.0 { past[k] * near[k] } else { near[k] });
            // Parabolas are what second derivatives say.
            let pace = lanes(|k| if n[k] == 2.0 { 0.0 } else { pace[k] });
            let slight = lanes(|k| if n[k] > 2.0 && most[k] <= unit { 1.0 } else { 0.0 });
            slack = lanes(|k| slack[k] + slight[k] * most[k]);
            let pace = lanes(|k| (1.0 - slight[k]) * pace[k]);
            quick = lanes(|k| if pace[k] > quick[k] { pace[k] } else { quick[k] });
            rough = lanes(|k| rough[k] + steep[k]);
        }
        let by = 1.0 / self.means[0];
        let trust =
            Trust { quick: largest(quick), slack: total(slack) * by, rough: total(rough) * by };
        Some((share, jet, Some(trust)))
    }

    /// What is seen from there.
    #[inline(always)]
    fn seen(&mut self) -> Option<(f64, Jet<D>)> {
        if !self.is_sound() {
            return None;
        }
        let Place { z, onto, .. } = self.place;
        let mut over = self.sum - 1.0;
        let mut sigma = if self.log_sigma == 0.0 { 1.0 } else { real::exp(self.log_sigma) };
        if over.abs() > accuracy::NEAR_ENOUGH && (onto || over > 0.0) && self.is_by() {
            // What is left would cost a look at the end.
            let per = 1.0 / self.means[0];
            let first = log_near_one(over) * self.sum * per;
            let bend = self.means[1] * per - self.means[0] / self.sum;
            let step = first + 0.5 * bend * first * first;
            #[cfg(not(target_arch = "wasm32"))]
            {
                self.last = step;
            }
            for g in 0..G {
                let (w, n) = (self.w[g], &self.groups[g].n);
                self.w[g] = lanes(|k| w[k] * grown(-n[k] * step));
            }
            sigma *= grown(-step);
            self.add_up();
            over = self.sum - 1.0;
        }
        let (mut slopes, mut bends) = ([[0.0; 4]; D], [[[0.0; 4]; D]; D]);
        for g in 0..G {
            let Powers { a, n, .. } = self.groups[g];
            let (w, u) = (&self.w[g], &self.u[g]);
            let per = lanes(|k| 1.0 / (sigma * u[k]));
            let per = lanes(|k| if w[k] > 0.0 { per[k] } else { 0.0 });
            let p = lanes(|k| n[k] * w[k] * per[k]);
            let r = lanes(|k| (n[k] - 1.0) * p[k] * per[k]);
            let r = lanes(|k| if n[k] == 2.0 { 2.0 } else { r[k] });
            for i in 0..D {
                slopes[i] = lanes(|k| slopes[i][k] + a[i][k] * p[k]);
                let bent = lanes(|k| a[i][k] * r[k]);
                for j in 0..=i {
                    bends[i][j] = lanes(|k| bends[i][j][k] + a[j][k] * bent[k]);
                }
            }
        }
        let mut jet = Jet::<D>::FLAT;
        for i in 0..D {
            jet.gradient[i] = total(slopes[i]);
            for j in 0..=i {
                jet.hessian[i][j] = total(bends[i][j]);
                jet.hessian[j][i] = jet.hessian[i][j];
            }
        }
        jet.finished((over, 1.0 / self.means[0]), (z, sigma), onto)
    }
}

/// e^x up to [`NEAR_SERIES`](accuracy::NEAR_SERIES), by a series of six terms.
#[inline(always)]
fn grown(x: f64) -> f64 {
    let x3 = x * x * x;
    growth(x) + x3 * (x * x) * (1.0 / 120.0 + x * (1.0 / 720.0))
}

impl<const D: usize> Jet<D> {
    const FLAT: Self =
        Self { value: 0.0, gradient: Vector::ZERO, hessian: Matrix([Vector::ZERO; D]) };

    /// One more term with these derivatives.
    #[inline(always)]
    fn add(&mut self, term: &Term<D>, p: f64, r: f64) {
        self.gradient += term.a * p;
        for i in 0..D {
            self.hessian[i] += term.a * (term.a[i] * r);
        }
    }

    /// The sum as gathered at σz, with this value and everything in units of its slope along z, if
    /// that is close enough to the surface. Where the square of what is missing is rounding, second
    /// derivatives make up for it. Across the surface it bends like the gauge, which hardly does.
    #[inline(always)]
    fn finished(
        self,
        (value, per): (f64, f64),
        (z, sigma): (Vector<D>, f64),
        onto: bool,
    ) -> Option<(f64, Self)> {
        let stays = !onto && value < 0.0;
        if !(value.abs() <= accuracy::NEAR_SOON || stays) {
            return None;
        }
        let Self { mut gradient, mut hessian, .. } = self.times(per);
        let (over, x) = (value * per, z * sigma);
        let along = hessian * x;
        let bent = x.dot(along);
        let (mut share, mut left) = (sigma, over);
        if value.abs() <= accuracy::NEAR_ENOUGH {
            gradient -= along * over;
            (share, left) = (sigma * (1.0 - over), 0.5 * over * over * bent);
        }
        for i in 0..D {
            hessian[i] += gradient * ((1.0 + bent) * gradient[i] - along[i]) - along * gradient[i];
        }
        Some((share, Self { value: left, gradient, hessian }))
    }
}
