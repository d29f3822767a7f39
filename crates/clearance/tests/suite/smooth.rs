//! Smooth and implicit shapes: the six objects of Chakraborty et al. (2008), crossed ellipsoids,
//! agreement of independent methods, empty intersections, surfaces of the user's.

use clearance::shape::{
    Ball, Cuboid, Ellipsoid, HalfSpace, Hyperquadric, Intersection, Jet, Polytope, Quadric,
    SecondOrderCone, ShapeError, Superquadric, Surface, SurfaceFlaw, check_surface,
};
use clearance::{
    Answer, Convex, Matrix, Method, Pose, Query, Rotation, Stop, Tracker, Vector, check, distance,
};
use fastrand::Rng;

type Shape = Box<dyn Convex<3>>;

/// Objects I to VI: a diamond, a can, a rounded cuboid, a computer mouse, a hexagonal nut and a
/// double pyramid.
fn objects() -> [Shape; 6] {
    let superquadric = |a: [f64; 3], n: [f64; 3]| Superquadric::new(a, n).unwrap();
    let can = [23.0 / 11.0, 11.0 / 5.0, 179.0 / 13.0];
    let side =
        |normal: [f64; 3], offset| -> Shape { Box::new(HalfSpace::new(normal, offset).unwrap()) };
    let mouse = Intersection::new(vec![
        Box::new(superquadric([2.0, 1.0, 1.7], [23.0 / 11.0, 11.0 / 5.0, 17.0 / 7.0])),
        side([-1.0, 0.0, 0.0], 0.5),
        side([1.0, 0.0, 0.0], 0.5),
        side([0.0, -1.0, 0.0], 0.75),
        side([0.0, 0.0, -1.0], -0.4),
    ]);
    let nut = Hyperquadric::<3>::new([
        ([0.0, 1.0, 0.0], 0.0, 16.0),
        ([1.0, 0.5, 0.0], 0.0, 16.0),
        ([1.0, -0.5, 0.0], 0.0, 16.0),
        ([0.0, 0.0, 2.5], 0.0, 2.0),
    ]);
    let pyramid = Hyperquadric::<3>::new([
        ([1.0, 0.0, 1.0], 0.0, 16.0),
        ([0.0, 1.0, 1.0], 0.0, 16.0),
        ([0.0, 0.0, 1.0], 0.0, 16.0),
        ([1.0, 0.0, -1.0], 0.0, 16.0),
        ([0.0, 1.0, -1.0], 0.0, 16.0),
    ]);
    [
        Box::new(superquadric([1.0, 0.7, 1.5], [4.0 / 3.0, 7.0 / 5.0, 15.0 / 13.0])),
        Box::new(superquadric([1.0, 1.0, 1.7], can)),
        Box::new(superquadric([1.0, 1.0, 1.5], [76.0 / 9.0, 71.0 / 5.0, 179.0 / 13.0])),
        Box::new(mouse.unwrap()),
        Box::new(nut.unwrap()),
        Box::new(pyramid.unwrap()),
    ]
}

fn pose(rng: &mut Rng, far: f64) -> Pose<3> {
    let mut angle = || (rng.f64() - 0.5) * core::f64::consts::TAU;
    let turn = Rotation::from_rpy(angle(), angle(), angle()).unwrap();
    let direction = loop {
        let v = Vector([0; 3].map(|_| 2.0 * rng.f64() - 1.0));
        if v.norm() > 0.1 && v.norm() < 1.0 {
            break v.normalized().unwrap();
        }
    };
    Pose::new(turn, direction * far).unwrap()
}

/// The eight pairs of the paper's Table I at random: every answer passes the judge, and its bounds
/// close.
#[test]
fn the_pairs_of_table_one() {
    let objects = objects();
    let pairs = [(0, 1), (0, 2), (1, 2), (2, 3), (1, 3), (2, 4), (4, 5), (2, 5)];
    let mut rng = Rng::with_seed(5);
    let mut apart = 0;
    for (i, j) in pairs {
        for _ in 0..300 {
            let far = 2.0 + 3.0 * rng.f64();
            let (here, there) = (pose(&mut rng, 0.0), pose(&mut rng, far));
            let (a, b) = (&objects[i], &objects[j]);
            let answer = distance(a, &here, b, &there).unwrap_or_else(|error| {
                panic!("objects {i} and {j}: {error}\n{here:?}\n{there:?}")
            });
            check(&answer, a, &here, b, &there).unwrap();
            let gap = answer.upper() - answer.lower();
            assert!(gap <= 1.2e-9, "objects {i} and {j}: {gap:e}\n{here:?}\n{there:?}");
            apart += usize::from(!answer.intersects());
        }
    }
    assert!((1500..2400).contains(&apart), "{apart} of 2400 are apart");
}

/// Newton, GJK and the interior point method share no code but the support functions.
#[test]
fn three_methods_agree() {
    let objects = objects();
    let mut rng = Rng::with_seed(6);
    let mut by = [0; 3];
    for (i, j) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
        for _ in 0..60 {
            let far = 2.0 + 3.0 * rng.f64();
            let (here, there) = (pose(&mut rng, 0.0), pose(&mut rng, far));
            let (a, b) = (&objects[i], &objects[j]);
            let methods = [Method::Newton, Method::Gjk, Method::Interior];
            let answers = methods.map(|method| {
                let query = Query::DEFAULT.with_method(method);
                let answer = query.distance(a, &here, b, &there).unwrap();
                check(&answer, a, &here, b, &there).unwrap();
                answer
            });
            for (k, one) in answers.iter().enumerate() {
                by[k] += usize::from(one.effort().method == methods[k]);
                for other in &answers {
                    assert!(one.lower() <= other.upper() + 1e-13, "{one:?}\n{other:?}");
                }
            }
        }
    }
    assert!(by.iter().all(|count| *count > 150), "each method did its share: {by:?}");
}

/// Fenger's crossed ellipsoids; his printed points are right to 5e-11.
#[test]
fn crossed_ellipsoids() {
    let a = Ellipsoid::new([1.0, 2.0, 5.0]).unwrap();
    let b = Ellipsoid::new([5.0, 2.0, 1.0]).unwrap();
    let there = Pose::at([4.0, 4.0, 4.0]);
    let answer = distance(&a, &Pose::IDENTITY, &b, &there).unwrap();
    assert_eq!(answer.effort().method, Method::Newton);
    assert!((answer.distance() - 1.29549481993874).abs() < 1e-13, "{}", answer.distance());
    check(&answer, &a, &Pose::IDENTITY, &b, &there).unwrap();
}

/// Near and far, touching and overlapping.
#[test]
fn separations_cost_about_the_same() {
    let (a, b) =
        (Ellipsoid::new([1.0, 2.0, 5.0]).unwrap(), Ellipsoid::new([5.0, 2.0, 1.0]).unwrap());
    let start = distance(&a, &Pose::IDENTITY, &b, &Pose::at([4.0, 4.0, 4.0])).unwrap();
    let normal = start.normal().unwrap();
    for gap in [1e-9, 1e-3, 0.1, 0.5, 1.2955, 5.0] {
        let there = Pose::at(Vector([4.0, 4.0, 4.0]) + normal * (gap - start.distance()));
        let answer = distance(&a, &Pose::IDENTITY, &b, &there).unwrap();
        assert!((answer.distance() - gap).abs() < 2e-9, "{gap}: {}", answer.distance());
        assert!(answer.effort().iterations <= 12, "{gap}: {:?}", answer.effort());
        check(&answer, &a, &Pose::IDENTITY, &b, &there).unwrap();
    }
    let there = Pose::at(Vector([4.0, 4.0, 4.0]) - normal * 1.5);
    let answer = distance(&a, &Pose::IDENTITY, &b, &there).unwrap();
    assert!(answer.intersects());
    check(&answer, &a, &Pose::IDENTITY, &b, &there).unwrap();
}

/// A paraboloid and a plane, a cone and a ball: unbounded sets have no support function.
#[test]
fn unbounded_surfaces() {
    let q = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]];
    let bowl = Quadric::new(q, [0.0, 0.0, -0.5], 0.0).unwrap();
    let ball = Ball::<3>::new(0.5).unwrap();
    let below = Pose::at([0.0, 0.0, -2.0]);
    let answer = distance(&bowl, &Pose::IDENTITY, &ball, &below).unwrap();
    assert!((answer.distance() - 1.5).abs() < 1e-8, "{answer:?}");
    let cone = SecondOrderCone::new(q, [0.0; 3], [0.0, 0.0, 1.0], 0.0).unwrap();
    let answer = distance(&cone, &Pose::IDENTITY, &ball, &below).unwrap();
    assert!((answer.distance() - 1.5).abs() < 1e-8, "{answer:?}");
    // From aside the closest point is on the flank: 3 sin 45° from the axis.
    let answer = distance(&cone, &Pose::IDENTITY, &ball, &Pose::at([3.0, 0.0, 0.0])).unwrap();
    assert!((answer.distance() - (3.0 * 0.5_f64.sqrt() - 0.5)).abs() < 1e-8, "{answer:?}");
}

/// Nothing in common: the weights cancel the gradients, and the values add up to more than zero.
#[test]
fn empty_intersections_are_refused_with_a_proof() {
    let ball: Shape = Box::new(Ball::<3>::new(1.0).unwrap());
    let beyond: Shape = Box::new(HalfSpace::new([-1.0, 0.0, 0.0], -2.0).unwrap());
    let Err(ShapeError::NothingInCommon { surfaces, at, by }) =
        Intersection::new(vec![ball, beyond])
    else {
        panic!("a ball of radius 1 and x ≥ 2 have nothing in common")
    };
    assert_eq!(surfaces.len(), 2, "{surfaces:?}");
    assert!(by > 0.0 && at[0] > 0.9 && at[0] < 2.0, "{at:?}");
    let pointless: Shape = Box::new(Cuboid::new([1.0, 1.0, 1.0]).unwrap());
    let cone: Shape = Box::new(clearance::shape::Cone::new(1.0, 1.0).unwrap());
    let refused = Intersection::new(vec![pointless, cone]);
    assert!(matches!(refused, Err(ShapeError::NoSurfaces { part: 1 })));
}

/// x² + y² + eᶻ ≤ 4, z ≥ −1 by another function.
struct Drop;

impl Surface<3> for Drop {
    fn jet(&self, x: Vector<3>) -> Jet<3> {
        let e = x[2].exp();
        Jet {
            value: x[0] * x[0] + x[1] * x[1] + e - 4.0,
            gradient: Vector([2.0 * x[0], 2.0 * x[1], e]),
            hessian: Matrix::diagonal(Vector([2.0, 2.0, e])),
        }
    }
}

#[test]
fn a_surface_of_ones_own() {
    check_surface(&Drop, Vector::ZERO, Vector([2.0, 2.0, 2.0])).unwrap();
    let floor: Shape = Box::new(HalfSpace::new([0.0, 0.0, -1.0], 1.0).unwrap());
    let shape = Intersection::with(vec![floor], vec![Box::new(Drop)]).unwrap();
    let ball = Ball::<3>::new(1.0).unwrap();
    let there = Pose::at([0.0, 0.0, 4.0]);
    let answer = distance(&shape, &Pose::IDENTITY, &ball, &there).unwrap();
    let right = 3.0 - 4.0_f64.ln();
    assert!((answer.distance() - right).abs() < 1e-9, "{} and {right}", answer.distance());
    check(&answer, &shape, &Pose::IDENTITY, &ball, &there).unwrap();
    struct Wrong;
    impl Surface<3> for Wrong {
        fn jet(&self, x: Vector<3>) -> Jet<3> {
            let jet = Drop.jet(x);
            Jet { gradient: jet.gradient * 1.1, ..jet }
        }
    }
    assert!(check_surface(&Wrong, Vector::ZERO, Vector([2.0, 2.0, 2.0])).is_err());
}

/// A function of one's own from its value, its gradient and its Hessian's diagonal.
struct Formula3(fn(Vector<3>) -> Parts);

/// A value, and the gradient and the diagonal of second derivatives there.
type Parts = (f64, [f64; 3], [f64; 3]);

impl Surface<3> for Formula3 {
    fn jet(&self, x: Vector<3>) -> Jet<3> {
        let (value, gradient, bends) = (self.0)(x);
        Jet { value, gradient: Vector(gradient), hessian: Matrix::diagonal(Vector(bends)) }
    }
}

/// The story: a function whose Hessian has −6 at the origin passed, since its derivatives are right and the
/// two ends of every chord that was tried were neighbours.
#[test]
fn surfaces_that_are_not_convex_are_told() {
    let box_of = |x: f64, y: f64, z: f64| Vector([x, y, z]);
    let saddle = Formula3(|x| {
        let (a, b, e) = (x[0], x[1], x[2].exp());
        let value = a * a * a * a - 3.0 * a * a + b * b + e + x[2] * x[2] - 2.0;
        let gradient = [4.0 * a * a * a - 6.0 * a, 2.0 * b, e + 2.0 * x[2]];
        (value, gradient, [12.0 * a * a - 6.0, 2.0, e + 2.0])
    });
    let found = check_surface(&saddle, Vector::ZERO, box_of(2.0, 2.0, 1.0));
    let told = matches!(found, Err(SurfaceFlaw::Concave(_) | SurfaceFlaw::NotConvex(..)));
    assert!(told, "{found:?}");
    // Where it is convex it is right.
    check_surface(&saddle, box_of(2.0, 0.0, 0.0), box_of(1.0, 2.0, 1.0)).unwrap();
    // Beside an axis along which it bends a million times as much.
    let slight = Formula3(|x| {
        let value = 1e6 * x[0] * x[0] - x[1] * x[1] + x[2];
        (value, [2e6 * x[0], -2.0 * x[1], 1.0], [2e6, -2.0, 0.0])
    });
    let found = check_surface(&slight, Vector::ZERO, box_of(1.0, 1.0, 1.0));
    assert!(matches!(found, Err(SurfaceFlaw::Concave(_))), "{found:?}");
    // Flat, and nearly flat with a Hessian that rounding has made negative.
    let plane = Formula3(|x| (x[0] - 1e6, [1.0, 0.0, 0.0], [-1e-13, 0.0, 0.0]));
    check_surface(&plane, Vector::ZERO, box_of(1.0, 1.0, 1.0)).unwrap();
    // A Hessian of rank one.
    struct Slab;
    impl Surface<2> for Slab {
        fn jet(&self, x: Vector<2>) -> Jet<2> {
            let a = Vector([0.3, -0.7e-3]);
            let v = a.dot(x);
            let hessian = Matrix([a * (2.0 * a[0]), a * (2.0 * a[1])]);
            Jet { value: v * v - 1.0, gradient: a * (2.0 * v), hessian }
        }
    }
    check_surface(&Slab, Vector([5.0, -3.0]), Vector([2.0, 7.0])).unwrap();
}

/// The paper's two sequences: non-uniform scaling, and exponents that change from I to III.
#[test]
fn deforming_objects_are_tracked() {
    let third = Superquadric::new([1.0, 1.0, 1.5], [76.0 / 9.0, 71.0 / 5.0, 179.0 / 13.0]).unwrap();
    let from = Vector([4.0 / 3.0, 7.0 / 5.0, 15.0 / 13.0]);
    let there = Pose::at([3.0, 1.0, 0.5]);
    let mut tracker = Tracker::new();
    for step in 0..=10 {
        let t = f64::from(step) / 10.0;
        let first = Superquadric::new([1.0, 0.7, 1.5], from.lerp(third.exponents(), t)).unwrap();
        let first = first.with_semiaxes([1.0, 0.7 - 0.35 * t, 1.5 + 1.5 * t]).unwrap();
        let tracked = tracker.distance(&first, &Pose::IDENTITY, &third, &there).unwrap();
        let cold = distance(&first, &Pose::IDENTITY, &third, &there).unwrap();
        assert!((tracked.distance() - cold.distance()).abs() < 1e-9);
        check(&tracked, &first, &Pose::IDENTITY, &third, &there).unwrap();
    }
}

/// A polytope has no surfaces in its view: a simplex of its corners stands for it.
#[test]
fn polytopes_and_implicit_shapes() {
    let objects = objects();
    let mut rng = Rng::with_seed(8);
    let mut closed = 0;
    for _ in 0..100 {
        let points = (0..12).map(|_| [0; 3].map(|_| rng.f64() - 0.5)).collect::<Vec<_>>();
        let hull = Polytope::from_points(points).unwrap();
        let there = pose(&mut rng, 2.5);
        for k in 3..6 {
            let answer = distance(&objects[k], &Pose::IDENTITY, &hull, &there).unwrap();
            check(&answer, &objects[k], &Pose::IDENTITY, &hull, &there).unwrap();
            let meets = matches!(answer, Answer::Meeting(_));
            closed += usize::from(meets || answer.effort().stop != Stop::Stalled);
        }
    }
    assert!(closed >= 295, "only {closed} of 300 are settled");
}

/// From outside, inside, planes of symmetry and the centre; needles and pancakes of 1 : 1e6.
#[test]
fn projections_on_the_surface_of_an_ellipsoid() {
    let mut rng = Rng::with_seed(9);
    for round in 0..3000 {
        let axes = Vector([0; 3].map(|_| 10.0_f64.powf(-6.0 * rng.f64())));
        let egg = Ellipsoid::new(axes).unwrap();
        let mut p = Vector::<3>::from_fn(|i| axes[i] * (2.4 * rng.f64() - 1.2));
        if round % 3 == 0 {
            p[rng.usize(0..3)] = 0.0;
        }
        let x = egg.nearest_on_surface(p);
        let z = Vector::<3>::from_fn(|i| x[i] / axes[i]);
        assert!((z.norm() - 1.0).abs() < 1e-9, "{axes:?} {p:?}: {}", z.norm());
        // No other point of the surface, tried at random and near by, is closer.
        let reach = (x - p).norm();
        for try_ in 0..40 {
            let spread = if try_ % 2 == 0 { 1.0 } else { 1e-3 };
            let other = z + Vector([0; 3].map(|_| spread * (rng.f64() - 0.5)));
            let other = other.normalized().unwrap().scale(axes);
            assert!((other - p).norm() >= reach * (1.0 - 1e-9), "{axes:?} {p:?} {x:?} {other:?}");
        }
    }
}

/// One pair in a million: an egg with an exponent of 1.0014, cut by a plane, whose closest point is on
/// the kink at y = 0. Sliding points, the interior point and cutting planes all ended there with their
/// bounds 2.6e-7 apart; furthest points bring them together.
#[test]
fn bounds_close_at_a_kink_beside_a_cut() {
    let axes = [0.37282254891793387, 0.3316056795116672, 0.9814207463959255];
    let egg = Superquadric::new(axes, [1.6281127678236924, 1.0014056600393628, 2.0]).unwrap();
    let normal = [-0.6311094647382566, 0.42360231745631965, 0.649816835857172];
    let cut = HalfSpace::new(normal, 0.1).unwrap();
    let a = Intersection::new(vec![Box::new(egg) as Shape, Box::new(cut)]).unwrap();
    let axes = [1.0938009745005906, 0.6449494182909008, 0.5975191059581582];
    let b = Superquadric::new(axes, [2.0, 1.111046978359706, 8.387663480080098]).unwrap();
    let turn = Rotation::from_matrix(Matrix::from_rows([
        [-0.5727576541156623, -0.6619440625473307, -0.4835066987232536],
        [-0.34760140475421225, -0.33805611877304864, 0.8745806560706684],
        [-0.7423758704758808, 0.6689903725902473, -0.036468456462265264],
    ]));
    let way = Vector([0.3556611919482294, 1.619820498481851, 4.258380357222757]);
    let there = Pose::new(turn.unwrap(), way).unwrap();
    for query in [Query::DEFAULT, Query::DEFAULT.with_method(Method::Interior)] {
        let answer = query.distance(&a, &Pose::IDENTITY, &b, &there).unwrap();
        check(&answer, &a, &Pose::IDENTITY, &b, &there).unwrap();
        let gap = answer.upper() - answer.lower();
        assert!(gap < 1e-9, "{gap:e}");
        assert!((answer.distance() - 3.15830265364).abs() < 1e-9, "{answer:?}");
    }
}

/// An ellipse whose centre is 8e8 away, so that here it is a strip: its centre and its axes came from an
/// inverse that was off by 1e-6, and did not agree. What it overlaps was apart by 0.135, and the distance
/// from a lens that it cuts came out as 0.7367 by one method and off by 4e-7 by the other, all of it proved.
#[test]
fn ellipses_that_end_far_away() {
    let strip = || {
        let q =
            [[4.956084952072684, -1.3491452555795616], [-1.3491452555795616, 0.3672642699922065]];
        let b = [-0.25150215753011196, 0.2716926813116721];
        Quadric::<2>::new(q, b, -1.61738276421074).unwrap()
    };
    let corners =
        [[1.3307322586186485, 1.8037526982591456], [1.6980513099451038, -2.0932360234342546]];
    let wedge = Polytope::from_points([corners[0], corners[1], [-1.0, 0.0]]).unwrap();
    let (here, there) =
        (Pose::at([-3.8392498979409084, -1.464228282574336]), Pose::at([-1.3, -1.3]));
    // The function is -2.17 at the second corner.
    let answer = distance(&wedge, &here, &strip(), &there).unwrap();
    assert_eq!(answer.lower(), 0.0, "{answer:?}");
    assert!(answer.intersects(), "{answer:?}");

    let oval = Ellipsoid::<2>::new([0.8040855548712196, 0.5962119356676345]).unwrap();
    let parts: Vec<Box<dyn Convex<2>>> = vec![Box::new(oval), Box::new(strip())];
    let lens = Intersection::new(parts).unwrap();
    // To forty digits, from the corner where the two boundaries cross.
    let wanted = 0.374_041_444_013_925_36;
    for method in [None, Some(Method::Gjk), Some(Method::Refinement), Some(Method::Interior)] {
        let query = Query { method, ..Query::DEFAULT };
        let answer = query.distance(&wedge, &here, &lens, &there).unwrap();
        check(&answer, &wedge, &here, &lens, &there).unwrap();
        assert!(answer.lower() <= wanted + 1e-14, "{answer:?}");
        assert!(answer.upper() >= wanted - 1e-14, "{answer:?}");
        if method.is_none() {
            assert!(answer.upper() - answer.lower() < 1e-8, "{answer:?}");
        }
    }
}

/// One through the origin has no length in it, and was refused for having no inside.
#[test]
fn half_spaces_as_quadrics() {
    for (c, wanted) in [(0.0, 4.0), (2.0, 5.0), (-2.0, 3.0)] {
        let flat = Quadric::<3>::new([[0.0; 3]; 3], [1.0, 0.0, 0.0], c).unwrap();
        let cube = Cuboid::new([1.0, 1.0, 1.0]).unwrap();
        let (here, there) = (Pose::IDENTITY, Pose::at([5.0, 0.0, 0.0]));
        let answer = distance(&flat, &here, &cube, &there).unwrap();
        check(&answer, &flat, &here, &cube, &there).unwrap();
        assert!((answer.distance() - wanted).abs() < 1e-8, "{c}: {answer:?}");
    }
}
