//! Half-spaces to vertices, rays and adjacency, against brute force.

use clearance::shape::{Cuboid, Ellipsoid, Facet, FacetSet, Halfspaces, Polytope, ShapeError};
use clearance::{Convex, Vector, moments};
use fastrand::Rng;

type Pair<const D: usize> = (Vector<D>, f64);

pub fn unit<const D: usize>(rng: &mut Rng) -> Vector<D> {
    loop {
        let v = Vector::from_fn(|_| rng.f64() * 2.0 - 1.0);
        if v.norm() > 0.1 && v.norm() < 1.0 {
            return v.normalized().unwrap();
        }
    }
}

/// Random facets around a point, some superfluous, some twice, some nearly parallel.
fn random<const D: usize>(rng: &mut Rng, count: usize, centre: Vector<D>) -> Vec<Pair<D>> {
    let mut pairs: Vec<Pair<D>> = Vec::new();
    for _ in 0..count {
        let normal = match rng.u32(0..10) {
            0 if !pairs.is_empty() => pairs[rng.usize(0..pairs.len())].0,
            1 if !pairs.is_empty() => {
                let tilt = 10_f64.powi(-rng.i32(3..16));
                (pairs[rng.usize(0..pairs.len())].0 + unit::<D>(rng) * tilt).normalized().unwrap()
            }
            _ => unit::<D>(rng),
        };
        pairs.push((normal, normal.dot(centre) + 0.5 + rng.f64()));
    }
    pairs
}

/// The vertices by brute force: every D facets, solved and compared with all others.
fn brute<const D: usize>(facets: &[Facet<D>]) -> Vec<Vector<D>> {
    let mut vertices = Vec::new();
    let mut choice: Vec<usize> = (0..D).collect();
    loop {
        let chosen: Vec<_> = choice.iter().map(|&i| facets[i]).collect();
        if let Some(x) = solve(&chosen)
            && facets.iter().all(|f| f.slack(x) >= -1e-12 * (1.0 + x.max_abs()))
        {
            vertices.push(x);
        }
        let Some(k) = (0..D).rev().find(|&k| choice[k] + D - k < facets.len()) else {
            return vertices;
        };
        choice[k] += 1;
        for j in k + 1..D {
            choice[j] = choice[j - 1] + 1;
        }
    }
}

/// Gaussian elimination; `None` if the facets are nearly dependent.
fn solve<const D: usize>(chosen: &[Facet<D>]) -> Option<Vector<D>> {
    let mut rows: Vec<(Vector<D>, f64)> = chosen.iter().map(|f| (f.normal, f.offset)).collect();
    for k in 0..D {
        let pivot = (k..D).max_by(|&i, &j| rows[i].0[k].abs().total_cmp(&rows[j].0[k].abs()))?;
        rows.swap(k, pivot);
        if rows[k].0[k].abs() < 1e-4 {
            return None;
        }
        for i in 0..D {
            if i != k {
                let factor = rows[i].0[k] / rows[k].0[k];
                rows[i] = (rows[i].0 - rows[k].0 * factor, rows[i].1 - rows[k].1 * factor);
            }
        }
    }
    Some(Vector::from_fn(|k| rows[k].1 / rows[k].0[k]))
}

/// All that must hold of any explored polyhedron.
pub fn judge<const D: usize>(shape: &Halfspaces<D>) {
    let facets = shape.facets().facets();
    let size = shape.vertices().iter().fold(0.0_f64, |most, v| most.max(v.max_abs()));
    for v in shape.vertices() {
        let by = shape.facets().violation(*v);
        assert!(by <= 1e-13 * size, "a vertex is outside by {by:e}, size {size}");
        let touched = facets.iter().filter(|f| f.slack(*v).abs() <= 1e-12 * size).count();
        // Nearly parallel facets meet nearly at infinity, which leaves little of such a vertex.
        assert!(touched >= D - shape.lines().len() || v.norm() > 20.0, "on {touched} facets");
    }
    for ray in shape.rays() {
        let by = facets.iter().map(|f| f.normal.dot(*ray)).fold(f64::MIN, f64::max);
        assert!(by <= 1e-11, "a ray leads out by {by:e}");
        assert!((ray.norm() - 1.0).abs() < 1e-14);
    }
    for line in shape.lines() {
        assert!(facets.iter().all(|f| f.normal.dot(*line).abs() <= 1e-12));
    }
    if shape.dimension() == D {
        assert!(facets.iter().all(|f| f.slack(shape.interior_point()) > 0.0));
    }
    exits(shape.facets());
    for id in 0..shape.facets().len() {
        for other in shape.facets().neighbours(id).unwrap_or(&[]) {
            assert!(shape.facets().neighbours(*other).unwrap().contains(&id));
        }
    }
}

/// Rays from the centre leave where brute force says.
pub fn exits<const D: usize>(set: &FacetSet<D>) {
    if !set.has_adjacency() {
        return;
    }
    let mut rng = Rng::with_seed(1);
    for _ in 0..20 {
        let direction = unit::<D>(&mut rng);
        let mut truth = 0.0_f64;
        for facet in set.facets() {
            truth = truth.max(facet.normal.dot(direction) / facet.slack(set.centre()));
        }
        let found = set.exit(direction).map_or(0.0, |(_, share)| 1.0 / share);
        assert!((found - truth).abs() <= 1e-13 * truth, "{found} {truth}");
    }
}

fn agrees_with_brute_force<const D: usize>(rng: &mut Rng, shape: &Halfspaces<D>) {
    judge(shape);
    let truth = brute(shape.facets().facets());
    for _ in 0..50 {
        let direction = unit::<D>(rng);
        if shape.rays().iter().any(|ray| ray.dot(direction) > -1e-3)
            || shape.lines().iter().any(|line| line.dot(direction).abs() > 0.0)
        {
            continue;
        }
        let far = |points: &[Vector<D>]| {
            points.iter().map(|p| p.dot(direction)).fold(f64::NEG_INFINITY, f64::max)
        };
        // Nearly parallel facets make vertices that brute force does not see: see `solve`.
        let (found, want) = (shape.support(direction).dot(direction), far(&truth));
        assert!(found >= want - 1e-9, "{found} is not {want}");
        assert_eq!(found, far(shape.vertices()));
    }
}

#[test]
fn random_polyhedra() {
    let mut rng = Rng::with_seed(11);
    let mut unbounded = 0;
    for round in 0..400 {
        let count = 4 + round % 17;
        let centre = Vector::from_fn(|_| rng.f64() * 4.0 - 2.0);
        let shape = Halfspaces::<3>::new(random(&mut rng, count, centre)).unwrap();
        agrees_with_brute_force(&mut rng, &shape);
        unbounded += usize::from(!shape.is_bounded());
        let raw =
            Halfspaces::<3>::raw(shape.facets().facets().iter().map(|f| (f.normal, f.offset)));
        let raw = raw.unwrap();
        assert_eq!(raw.is_bounded(), shape.is_bounded());
        for _ in 0..20 {
            let direction = unit::<3>(&mut rng);
            if shape.is_bounded() {
                let heights = [&shape, &raw].map(|s| s.support(direction).dot(direction));
                assert!((heights[0] - heights[1]).abs() < 1e-9, "{heights:?}");
            }
        }
        let centre = Vector::from_fn(|_| rng.f64() * 4.0 - 2.0);
        let shape = Halfspaces::<2>::new(random(&mut rng, count, centre)).unwrap();
        agrees_with_brute_force(&mut rng, &shape);
    }
    assert!(unbounded > 20 && unbounded < 300, "{unbounded} unbounded");
}

#[test]
fn facet_balls_have_the_counts_of_their_orders() {
    let counts = [
        (2, 6),
        (4, 22),
        (6, 46),
        (8, 82),
        (10, 128),
        (15, 288),
        (20, 510),
        (30, 1148),
        (40, 2042),
    ];
    for (order, count) in counts {
        let ball = Halfspaces::facet_ball(order).unwrap();
        assert_eq!(ball.facets().len(), count);
        judge(&ball);
        assert!(ball.is_bounded() && ball.facets().outer().len() == count as usize);
        // Euler: V − E + F = 2.
        let edges: usize =
            (0..count).map(|f| ball.facets().neighbours(f).unwrap().len()).sum::<usize>() / 2;
        // A vertex on more than three facets is cut into several, and their edges have length
        // zero: there are no more vertices than edges and facets allow.
        assert!(ball.vertices().len() as u32 + count <= edges as u32 + 2);
        let ball_volume = 4.0 / 3.0 * core::f64::consts::PI;
        assert!(ball.volume() > ball_volume && ball.volume() < ball_volume * 2.0);
        for v in ball.vertices() {
            assert!(v.norm() > 1.0 && v.norm() < 1.8);
        }
    }
    let fine = Halfspaces::facet_ball(40).unwrap();
    assert!((fine.volume() / (4.0 / 3.0 * core::f64::consts::PI) - 1.0).abs() < 0.002);
    assert!(Halfspaces::facet_ball(1).is_err());
}

#[test]
fn vertices_and_back() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..100 {
        let points: Vec<Vector<3>> =
            (0..30).map(|_| unit::<3>(&mut rng) * (0.5 + rng.f64())).collect();
        let polytope = Polytope::from_points(points).unwrap();
        let pairs = polytope.triangles().iter().map(|t| {
            let [a, b, c] = t.map(|i| polytope.vertices()[i as usize]);
            let normal = (b - a).cross(c - a);
            (normal, normal.dot(a))
        });
        let shape = Halfspaces::new(pairs).unwrap();
        judge(&shape);
        // A vertex with many facets may be found several times, each time a little elsewhere.
        for w in shape.vertices() {
            assert!(polytope.vertices().iter().any(|v| (*w - *v).norm() < 1e-10));
        }
        for v in polytope.vertices() {
            assert!(shape.vertices().iter().any(|w| (*w - *v).norm() < 1e-10));
        }
        let (v, w) = (moments(&polytope).unwrap(), moments(&shape).unwrap());
        assert!((v.volume - w.volume).abs() < 1e-10);
        assert!((shape.centroid().unwrap() - v.centroid).norm() < 1e-10);
    }
}

fn axes(k: usize, sign: f64) -> Vector<3> {
    Vector::axis(k) * sign
}

#[test]
fn unbounded_ones() {
    let corner = Halfspaces::new((0..3).map(|k| (axes(k, -1.0), 0.0))).unwrap();
    assert_eq!((corner.vertices().len(), corner.rays().len(), corner.lines().len()), (1, 3, 0));
    let wedge = Halfspaces::new((0..2).map(|k| (axes(k, -1.0), 0.0))).unwrap();
    assert_eq!((wedge.vertices().len(), wedge.rays().len(), wedge.lines().len()), (1, 2, 1));
    let slab = Halfspaces::new([1.0, -1.0].map(|s| (axes(1, s), 1.0))).unwrap();
    assert_eq!((slab.vertices().len(), slab.rays().len(), slab.lines().len()), (2, 0, 2));
    let floor = Halfspaces::new([(axes(2, 1.0), 0.0)]).unwrap();
    assert_eq!((floor.vertices().len(), floor.rays().len(), floor.lines().len()), (1, 1, 2));
    let sides = [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)];
    let pipe = Halfspaces::new(sides.map(|(k, s)| (axes(k, s), 1.0))).unwrap();
    assert_eq!((pipe.vertices().len(), pipe.rays().len(), pipe.lines().len()), (4, 0, 1));
    let ends = sides.into_iter().chain([(2, -1.0)]);
    let well = Halfspaces::new(ends.map(|(k, s)| (axes(k, s), 1.0))).unwrap();
    assert_eq!((well.vertices().len(), well.rays().len(), well.lines().len()), (4, 1, 0));
    let everything = Halfspaces::<3>::new::<Vector<3>>([]).unwrap();
    assert_eq!(everything.lines().len(), 3);
    for shape in [corner, wedge, slab, floor, pipe, well, everything] {
        judge(&shape);
        assert!(!shape.is_bounded() && shape.volume() == f64::INFINITY);
    }
}

#[test]
fn flat_ones() {
    let square = |offset: f64| {
        [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)]
            .map(|(k, s)| (axes(k, s), 1.0))
            .into_iter()
            .chain([(axes(2, 1.0), offset), (axes(2, -1.0), -offset)])
    };
    for offset in [0.0, 0.3, 1e6] {
        let flat = Halfspaces::new(square(offset)).unwrap();
        assert_eq!((flat.dimension(), flat.vertices().len(), flat.is_bounded()), (2, 4, true));
        assert_eq!(flat.volume(), 0.0);
        judge(&flat);
        let raw = Halfspaces::raw(square(offset)).unwrap();
        assert_eq!(raw.dimension(), 2);
    }
    // A segment, a point, and a point by three inequalities in the plane.
    let along = [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)].map(|(k, s)| (axes(k, s), 0.0));
    let ends = [(axes(2, 1.0), 2.0), (axes(2, -1.0), 1.0)];
    let segment = Halfspaces::new(along.into_iter().chain(ends)).unwrap();
    assert_eq!((segment.dimension(), segment.vertices().len()), (1, 2));
    let ends = [(axes(2, 1.0), 2.0), (axes(2, -1.0), -2.0)];
    let point = Halfspaces::new(along.into_iter().chain(ends)).unwrap();
    assert_eq!((point.dimension(), point.vertices().len()), (0, 1));
    assert!((point.vertices()[0] - Vector([0.0, 0.0, 2.0])).norm() < 1e-15);
    let three = [[1.0, 0.0], [-1.0, 1.0], [0.0, -1.0]];
    let tip = Halfspaces::new(three.map(|n| (n, 0.0))).unwrap();
    assert_eq!((tip.dimension(), tip.vertices().len()), (0, 1));
}

#[test]
fn empty_ones_are_refused_with_a_proof() {
    let mut rng = Rng::with_seed(6);
    let mut found = 0;
    for round in 0..300 {
        // The last one cuts all of the others off.
        let mut pairs = random::<3>(&mut rng, 6 + round % 10, Vector::ZERO);
        let normal = unit::<3>(&mut rng);
        pairs.push((normal, -rng.f64() * 8.0));
        let facets: Vec<Facet<3>> =
            pairs.iter().map(|p| Facet { normal: p.0, offset: p.1 }).collect();
        let error = match Halfspaces::new(pairs) {
            Ok(shape) => {
                judge(&shape);
                continue;
            }
            Err(error) => error,
        };
        let ShapeError::Empty { facets: ids, multipliers } = &error else { panic!("{error}") };
        let (mut sum, mut height) = (Vector::ZERO, 0.0);
        for (&i, &multiplier) in ids.iter().zip(multipliers) {
            assert!(multiplier > 0.0);
            sum += facets[i].normal * multiplier;
            height += facets[i].offset * multiplier;
        }
        assert!(height < 0.0 && sum.norm() <= 1e-12 * height.abs(), "{error}");
        found += 1;
    }
    assert!(found > 50 && found < 250, "{found}");
    // Flat, and then empty within the plane.
    let pairs = [([1.0, 0.0], 0.0), ([-1.0, 0.0], 0.0), ([1.0, 1.0], -1.0), ([1.0, -1.0], 0.0)];
    let error = Halfspaces::<2>::new(pairs).unwrap_err();
    let ShapeError::Empty { facets, multipliers } = &error else { panic!("{error}") };
    let mut sum = Vector([0.0; 3]);
    for (&i, &multiplier) in facets.iter().zip(multipliers) {
        let ([x, y], b) = pairs[i];
        let length = x.hypot(y);
        sum += Vector([x, y, b]) * (multiplier / length);
    }
    assert!(sum[2] < -0.5 && Vector([sum[0], sum[1]]).norm() < 1e-12, "{sum:?}");
}

#[test]
fn bad_numbers_are_refused() {
    let with =
        |normal: [f64; 2], offset: f64| Halfspaces::<2>::new([([1.0, 0.0], 1.0), (normal, offset)]);
    assert!(matches!(
        with([f64::NAN, 0.0], 1.0),
        Err(ShapeError::NotFinite { index: Some(1), .. })
    ));
    assert!(matches!(with([1.0, 0.0], f64::INFINITY), Err(ShapeError::NotFinite { .. })));
    assert!(matches!(with([0.0, 0.0], 1.0), Err(ShapeError::NoNormal { index: 1 })));
    assert!(matches!(with([1.0, 0.0], 1e60), Err(ShapeError::TooLarge { .. })));
}

#[test]
fn small_large_and_far_away() {
    for size in [1e-40, 1e-9, 1.0, 1e9, 1e40] {
        for shift in [0.0, 1e6] {
            let centre = Vector([1.0, -0.5, 0.25]) * (shift * size);
            let directions = clearance::shape::facet_ball_normals(6).unwrap();
            let pairs = directions.into_iter().map(|n| (n, n.dot(centre) + size));
            let shape = Halfspaces::new(pairs).unwrap();
            assert!(shape.is_bounded() && shape.dimension() == 3);
            for v in shape.vertices() {
                assert!(shape.facets().violation(*v) <= 1e-13 * size * (1.0 + shift));
            }
        }
    }
    // A plate a million times wider than thick, and a needle.
    for half in [[1e6, 1e6, 1.0], [1.0, 1.0, 1e9], [1e-3, 1e3, 1.0]] {
        let shape = Halfspaces::circumscribed(
            &Cuboid::new(half).unwrap(),
            [0, 1, 2].into_iter().flat_map(|k| [axes(k, 1.0), axes(k, -1.0)]),
        );
        assert_eq!(shape.unwrap().vertices().len(), 8);
    }
}

#[test]
fn around_smooth_shapes() {
    let egg = Ellipsoid::new([1.0, 2.0, 0.5]).unwrap();
    let normals = clearance::shape::facet_ball_normals(12).unwrap();
    let around = Halfspaces::circumscribed(&egg, normals).unwrap();
    judge(&around);
    let (inner, outer) = (moments(&egg).unwrap().volume, around.volume());
    assert!(outer > inner && outer < inner * 1.2, "{inner} {outer}");
    let floor = Halfspaces::new([([0.0, 0.0, 1.0], 0.0)]).unwrap();
    assert!(matches!(
        Halfspaces::circumscribed(&floor, [[0.0, 0.0, 1.0]]),
        Err(ShapeError::Unbounded { .. })
    ));
    let outline = around.outline(0);
    assert!(outline.len() >= 3);
}
