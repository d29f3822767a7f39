//! What must hold for every pair of shapes, whatever they are: answers pass the judge, and do not
//! depend on where, how large, in what order or by which question a pair is asked about.

use crate::common::zoo::{All, Kind, Zoo};
use crate::common::{Case, Rng, pose, vector};
use clearance::shape::Rounded;
use clearance::{Answer, Below, Method, Pose, Query, Tracker};

/// A random case of each pair of kinds, `rounds` times.
fn for_all_pairs<const D: usize>(seed: u64, rounds: usize, mut judge: impl FnMut(&mut Rng, Case<D>))
where
    All: Zoo<D>,
{
    let mut rng = Rng::with_seed(seed);
    let kinds = All::with_surfaces();
    for _ in 0..rounds {
        for kind_a in &kinds {
            for kind_b in &kinds {
                let case = scaled(&mut rng, [kind_a, kind_b], 1.0);
                judge(&mut rng, case);
            }
        }
    }
}

fn scaled<const D: usize>(rng: &mut Rng, kinds: [&Kind<D>; 2], scale: f64) -> Case<D> {
    let [a, b] = kinds.map(|kind| (kind.make)(rng, scale));
    let [pose_a, pose_b] = [0; 2].map(|_| {
        let pose = pose::<D>(rng, if D == 2 { 1.5 } else { 0.9 });
        Pose::new(*pose.rotation(), pose.translation() * scale).unwrap()
    });
    Case { name: format!("{} and {} in {D}D", kinds[0].name, kinds[1].name), a, pose_a, b, pose_b }
}

fn every_answer_passes_the_judge<const D: usize>(rounds: usize)
where
    All: Zoo<D>,
{
    let (mut apart, mut all) = (0, 0);
    for_all_pairs::<D>(1, rounds, |_, case| {
        let answer = case.distance();
        case.judge(&answer);
        let by_gjk = Query::DEFAULT.with_method(Method::Gjk);
        let other = by_gjk.distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
        case.judge(&other);
        case.agree(&answer, &other);
        apart += usize::from(!answer.intersects());
        all += 1;
    });
    // Otherwise the generators have drifted into one corner.
    assert!((30..=70).contains(&(100 * apart / all)), "{apart} of {all} pairs are apart in {D}D");
}

#[test]
fn every_answer_passes_the_judge_2d() {
    every_answer_passes_the_judge::<2>(60);
}

#[test]
fn every_answer_passes_the_judge_3d() {
    every_answer_passes_the_judge::<3>(60);
}

fn order_and_place_do_not_matter<const D: usize>(rounds: usize)
where
    All: Zoo<D>,
{
    for_all_pairs::<D>(2, rounds, |rng, case| {
        let answer = case.distance();
        let case = case.swapped();
        let swapped = case.distance();
        case.judge(&swapped);
        case.agree(&answer, &swapped);
        // Turned and carried about together.
        let case = case.swapped().moved(&pose(rng, 10.0));
        let moved = case.distance();
        case.judge(&moved);
        case.agree(&answer, &moved);
        // Far away: the poses' own rounding is all that is lost.
        let case = case.moved(&Pose::at(vector::<D>(rng, 1.0).normalized().unwrap() * 1e8));
        let far = case.distance();
        case.judge(&far);
        case.agree(&answer, &far);
    });
}

#[test]
fn order_and_place_do_not_matter_2d() {
    order_and_place_do_not_matter::<2>(20);
}

#[test]
fn order_and_place_do_not_matter_3d() {
    order_and_place_do_not_matter::<3>(20);
}

/// A power of two changes the exponents of all numbers and nothing else: same steps, same digits.
fn scale_does_not_matter<const D: usize>(rounds: u64)
where
    All: Zoo<D>,
{
    let kinds = All::with_surfaces();
    for seed in 0..rounds {
        for kind_a in &kinds {
            for kind_b in &kinds {
                let at = |scale: f64| scaled(&mut Rng::with_seed(seed), [kind_a, kind_b], scale);
                let answer = at(1.0).distance();
                for scale in [2.0_f64.powi(-30), 0.5, 2.0_f64.powi(30)] {
                    let case = at(scale);
                    let other = case.distance();
                    let name = &case.name;
                    assert_eq!(other.distance(), answer.distance() * scale, "{name} by {scale}");
                    assert_eq!(other.lower(), answer.lower() * scale, "{name} by {scale}");
                    assert_eq!(other.points(), answer.points().map(|p| p * scale), "{name}");
                    assert_eq!(other.normal(), answer.normal(), "{name} by {scale}");
                }
            }
        }
    }
}

#[test]
fn scale_does_not_matter_2d() {
    scale_does_not_matter::<2>(6);
}

#[test]
fn scale_does_not_matter_3d() {
    scale_does_not_matter::<3>(6);
}

/// One tracker sees every pair of kinds, each at places that have nothing to do with each other
/// and then at places close by: it must never be led astray by what it remembers.
fn trackers_agree_with_cold_queries<const D: usize>(rounds: usize)
where
    All: Zoo<D>,
{
    let mut tracker = Tracker::new();
    for_all_pairs::<D>(3, rounds, |rng, mut case| {
        for step in 0..6 {
            if step > 0 {
                let nudge = Pose::new(
                    *case.pose_b.rotation(),
                    case.pose_b.translation() + vector::<D>(rng, 0.02),
                );
                case.pose_b = nudge.unwrap();
            }
            let cold = case.distance();
            let warm = tracker.distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
            case.judge(&warm);
            case.agree(&cold, &warm);
        }
        // And once the other way round, with what it remembers of the first.
        case = case.swapped();
        let warm = tracker.distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
        case.judge(&warm);
        case.agree(&case.distance(), &warm);
    });
}

#[test]
fn trackers_agree_with_cold_queries_2d() {
    trackers_agree_with_cold_queries::<2>(6);
}

#[test]
fn trackers_agree_with_cold_queries_3d() {
    trackers_agree_with_cold_queries::<3>(6);
}

fn questions_agree_with_each_other<const D: usize>(rounds: usize)
where
    All: Zoo<D>,
{
    let (mut inside, mut outside) = (0, 0);
    for_all_pairs::<D>(4, rounds, |rng, case| {
        let Case { name, a, pose_a, b, pose_b } = &case;
        let answer = case.distance();
        let slack = case.rounding(&answer);
        let meets = clearance::intersects(a, pose_a, b, pose_b).unwrap();
        if answer.lower() > slack {
            assert!(!meets, "{name}: apart and yet intersecting\n{answer:?}");
        } else if answer.intersects() {
            assert!(meets, "{name}: meeting and yet not intersecting\n{answer:?}");
        }
        for factor in [0.0, 0.5, 0.99, 1.01, 2.0, 100.0] {
            let margin = answer.distance() * factor + 0.1 * rng.f64() * f64::from(rng.u8(0..2));
            let near = clearance::within(a, pose_a, b, pose_b, margin).unwrap();
            if margin > answer.upper() + slack {
                assert!(near, "{name}: not within {margin}\n{answer:?}");
                inside += 1;
            } else if margin < answer.lower() - slack {
                assert!(!near, "{name}: within {margin}\n{answer:?}");
                outside += 1;
            }
            match clearance::distance_below(a, pose_a, b, pose_b, margin).unwrap() {
                Below::Within(found) => {
                    assert!(margin >= answer.lower() - slack, "{name}: {margin}\n{answer:?}");
                    case.judge(&found);
                    case.agree(&answer, &found);
                }
                Below::Beyond(found) => {
                    assert!(margin <= answer.upper() + slack, "{name}: {margin}\n{answer:?}");
                    // Its gap may be wide; its bounds must hold.
                    clearance::check(&found, a, pose_a, b, pose_b).unwrap();
                    case.agree(&answer, &found);
                    assert!(
                        found.lower() >= margin - case.promised(&found) - slack,
                        "{name}: {margin}\n{answer:?}\n{found:?}"
                    );
                }
            }
        }
    });
    assert!(inside > 1000 && outside > 1000, "{inside} inside, {outside} outside");
}

#[test]
fn questions_agree_with_each_other_2d() {
    questions_agree_with_each_other::<2>(10);
}

#[test]
fn questions_agree_with_each_other_3d() {
    questions_agree_with_each_other::<3>(10);
}

/// A radius more is a distance less, by exactly that much, until they touch.
fn rounding_brings_shapes_closer<const D: usize>(rounds: usize)
where
    All: Zoo<D>,
{
    for_all_pairs::<D>(5, rounds, |rng, mut case| {
        let answer = case.distance();
        let (mut before, mut radius) = (answer.distance(), 0.0);
        for _ in 0..3 {
            let more = rng.f64() * 0.3;
            radius += more;
            case.a = Box::new(Rounded::new(case.a, more).unwrap());
            let rounded = case.distance();
            case.judge(&rounded);
            let slack = case.rounding(&rounded) + 2.0 * case.promised(&rounded);
            let (found, name) = (rounded.distance(), &case.name);
            assert!(found <= before + slack, "{name} by {radius}\n{answer:?}\n{rounded:?}");
            let wanted = (answer.distance() - radius).max(0.0);
            assert!((found - wanted).abs() <= slack, "{name} by {radius}\n{answer:?}\n{rounded:?}");
            before = found;
        }
    });
}

#[test]
fn rounding_brings_shapes_closer_2d() {
    rounding_brings_shapes_closer::<2>(8);
}

#[test]
fn rounding_brings_shapes_closer_3d() {
    rounding_brings_shapes_closer::<3>(8);
}

/// Very close to contact a margin a thousandth larger than the distance may be larger by less than a
/// unit of rounding. The question with a margin stops elsewhere than the one without, and measures the
/// distance anew: it may say no then, and only then.
fn margins_near_contact<const D: usize>()
where
    All: Zoo<D>,
{
    let mut rng = Rng::with_seed(18);
    let kinds: Vec<Kind<D>> = All::kinds();
    let mut asked = 0;
    for kind_a in &kinds {
        for kind_b in &kinds {
            let (a, b) = ((kind_a.make)(&mut rng, 1.0), (kind_b.make)(&mut rng, 1.0));
            let (pose_a, far) = (pose::<D>(&mut rng, 2.0), pose::<D>(&mut rng, 2.0));
            let name = format!("{} and {} in {D}D", kind_a.name, kind_b.name);
            let Answer::Apart(first) = clearance::distance(&a, &pose_a, &b, &far).unwrap() else {
                continue;
            };
            let left = first.distance * 10.0_f64.powf(-16.0 * rng.f64());
            let shift = first.normal * (first.distance - left);
            let pose_b = Pose::new(*far.rotation(), far.translation() - shift).unwrap();
            let case = Case { name, a, pose_a, b, pose_b };
            let Answer::Apart(near) = case.distance() else { continue };
            asked += 1;
            let margin = near.upper * 1.001;
            let Case { a, pose_a, b, pose_b, name } = &case;
            let yes = clearance::within(a, pose_a, b, pose_b, margin).unwrap();
            let unit = f64::EPSILON * case.size();
            assert!(yes || margin - near.upper < unit, "{name}: {margin:e} {near:?}");
            let wider = near.upper + 8.0 * unit;
            assert!(
                clearance::within(a, pose_a, b, pose_b, wider).unwrap(),
                "{name}: {wider:e} {near:?}"
            );
        }
    }
    assert!(asked * 3 > kinds.len() * kinds.len(), "{asked}");
}

#[test]
fn margins_near_contact_2d() {
    margins_near_contact::<2>();
}

#[test]
fn margins_near_contact_3d() {
    margins_near_contact::<3>();
}
