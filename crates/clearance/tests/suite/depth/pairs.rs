//! All pairs of shapes: the judge, bounds, symmetry, continuity.

use clearance::{
    Convex, Pose, Query, QueryError, Signed, Vector, Workspace, check, check_depth, distance,
};

use crate::common::zoo::{All, Kind, Zoo};
use crate::common::{Case, Rng, pose, unit};

fn signed<const D: usize>(case: &Case<D>) -> Result<Signed<D>, QueryError> {
    let signed = Workspace::new().signed_distance(&case.a, &case.pose_a, &case.b, &case.pose_b)?;
    let verdict = match &signed {
        Signed::Apart(apart) => {
            let answer = clearance::Answer::Apart(*apart);
            check(&answer, &case.a, &case.pose_a, &case.b, &case.pose_b)
        }
        Signed::Overlap(depth) => check_depth(depth, &case.a, &case.pose_a, &case.b, &case.pose_b),
    };
    if let Err(flaw) = verdict {
        panic!("{}: {flaw}\n{signed:?}\n{:?}\n{:?}", case.name, case.pose_a, case.pose_b);
    }
    Ok(signed)
}

fn is_unbounded<const D: usize>(shape: &dyn Convex<D>) -> bool {
    !shape.view().is_bounded()
}

fn each_pair<const D: usize>(seed: u64, repeat: usize, mut work: impl FnMut(&mut Rng, Case<D>))
where
    All: Zoo<D>,
{
    let mut rng = Rng::with_seed(seed);
    let kinds: Vec<Kind<D>> = All::kinds();
    for kind_a in &kinds {
        for kind_b in &kinds {
            for _ in 0..repeat {
                let (a, b) = ((kind_a.make)(&mut rng, 1.0), (kind_b.make)(&mut rng, 1.0));
                let name = format!("{} and {} in {D}D", kind_a.name, kind_b.name);
                let size = [0.1, 0.5, 1.0][rng.usize(0..3)];
                let (pose_a, pose_b) = (pose::<D>(&mut rng, size), pose::<D>(&mut rng, size));
                work(&mut rng, Case { name, a, pose_a, b, pose_b });
            }
        }
    }
}

fn judged<const D: usize>()
where
    All: Zoo<D>,
{
    let (mut overlapping, mut local, mut total) = (0, 0, 0);
    each_pair::<D>(11, 12, |_, case| {
        let both_unbounded = is_unbounded(&case.a) && is_unbounded(&case.b);
        let signed = match signed(&case) {
            Ok(signed) => signed,
            Err(QueryError::Inseparable) if both_unbounded => return,
            Err(error) => panic!("{}: {error}", case.name),
        };
        total += 1;
        let plain = distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
        assert_eq!(plain.intersects(), signed.intersects(), "{}: {signed:?}", case.name);
        if let Signed::Overlap(depth) = &signed {
            overlapping += 1;
            local += usize::from(!depth.global);
            let gap = if depth.global { 2e-9 } else { f64::INFINITY } * case.size();
            assert!(depth.upper - depth.lower <= gap, "{}: {depth:?}", case.name);
            // The way out is a way out.
            let out = depth.normal * (depth.depth + 1e-9 * case.size());
            let moved = Pose::new(*case.pose_b.rotation(), case.pose_b.translation() + out);
            let moved = moved.unwrap();
            let after = distance(&case.a, &case.pose_a, &case.b, &moved).unwrap();
            assert!(!after.intersects(), "{}: {depth:?}", case.name);
        }
        // The other way round.
        let name = case.name.clone();
        let size = case.size();
        let back = super::pairs::signed(&case.swapped()).unwrap();
        let differ = (back.distance() - signed.distance()).abs();
        assert!(differ <= 1e-9 * size, "{name}: {signed:?} {back:?}");
    });
    assert!(overlapping * 3 > total, "{overlapping} of {total} overlap");
    assert!(local * 1000 <= overlapping, "{local} of {overlapping} are local only");
}

#[test]
fn all_pairs_2d() {
    judged::<2>();
}

#[test]
fn all_pairs_3d() {
    judged::<3>();
}

/// B moves through A along a line in small steps: the signed distance follows no faster.
fn swept<const D: usize>()
where
    All: Zoo<D>,
{
    each_pair::<D>(12, 1, |rng, case| {
        let Some(apart) = separated(&case) else { return };
        let Case { name, a, pose_a, b, .. } = &case;
        let size = case.size();
        let along = unit::<D>(rng);
        let direction = (along + apart.normal()).normalized().unwrap_or(along);
        let start = apart.translation();
        let mut workspace = Workspace::new();
        let mut last: Option<f64> = None;
        for k in -150..150 {
            let step = if k < 100 { f64::from(k) * 1e-7 * size } else { f64::from(k - 99) * 0.01 };
            let place = Pose::new(*case.pose_b.rotation(), start - direction * step).unwrap();
            let found = match workspace.signed_distance(a, pose_a, b, &place) {
                Ok(found) => found,
                Err(QueryError::Inseparable) => return,
                Err(error) => panic!("{name}: {error}"),
            };
            assert!((found.normal().norm() - 1.0).abs() < 1e-14, "{name}: {found:?}");
            let value = found.distance();
            if k < 100
                && let Some(last) = last
            {
                let jump = (value - last).abs();
                assert!(jump <= 1e-7 * size + 4e-10 * size, "{name}: step {k}: {jump:e} {found:?}");
            }
            last = Some(value);
        }
    });
}

struct Separated<const D: usize>(Vector<D>, Vector<D>);

impl<const D: usize> Separated<D> {
    fn normal(&self) -> Vector<D> {
        self.1
    }

    /// Where B touches A.
    fn translation(&self) -> Vector<D> {
        self.0
    }
}

/// Where B has to be to touch A.
fn separated<const D: usize>(case: &Case<D>) -> Option<Separated<D>> {
    let signed = signed(case).ok()?;
    let normal = signed.normal();
    Some(Separated(case.pose_b.translation() - normal * signed.distance(), normal))
}

#[test]
fn sweeps_2d() {
    swept::<2>();
}

#[test]
fn sweeps_3d() {
    swept::<3>();
}

#[test]
fn margins() {
    let mut hits = 0;
    each_pair::<3>(13, 2, |rng, case| {
        let Ok(signed) = signed(&case) else { return };
        let margin = signed.distance() + (rng.f64() - 0.5);
        if (signed.distance() - margin).abs() < 1e-6 {
            return;
        }
        let Case { a, pose_a, b, pose_b, name } = &case;
        let answer = Query::DEFAULT.within(a, pose_a, b, pose_b, margin).unwrap();
        assert_eq!(answer, signed.distance() <= margin, "{name} {margin} {signed:?}");
        hits += usize::from(answer);
    });
    assert!(hits > 100);
}
