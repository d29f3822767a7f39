//! What constructors refuse, and what they welcome.

use clearance::shape::*;
use clearance::{Convex, Pose, Vector, distance};

const NAN: f64 = f64::NAN;

fn part(shape: impl Convex<3> + 'static) -> Box<dyn Convex<3>> {
    Box::new(shape)
}

#[test]
fn numbers_that_are_none() {
    let not_finite = |result: Result<(), ShapeError>| {
        assert!(matches!(result, Err(ShapeError::NotFinite { .. })), "{result:?}");
    };
    for bad in [NAN, f64::INFINITY, f64::NEG_INFINITY] {
        not_finite(Point::new([0.0, bad]).map(|_| ()));
        not_finite(Segment::new([0.0, bad], [0.0, 0.0]).map(|_| ()));
        not_finite(Line::new([0.0, 0.0], [bad, 0.0]).map(|_| ()));
        not_finite(Ray::new([bad, 0.0], [1.0, 0.0]).map(|_| ()));
        not_finite(Plane::new([0.0, 1.0], bad).map(|_| ()));
        not_finite(HalfSpace::new([0.0, bad], 1.0).map(|_| ()));
        not_finite(Cuboid::new([1.0, bad]).map(|_| ()));
        not_finite(Ball::<3>::new(bad).map(|_| ()));
        not_finite(Capsule::new([0.0, 0.0], [1.0, 0.0], bad).map(|_| ()));
        not_finite(Cylinder::new(bad, 1.0).map(|_| ()));
        not_finite(Cone::between([0.0; 3], [bad, 0.0, 0.0], 1.0).map(|_| ()));
        not_finite(Ellipsoid::new([1.0, bad]).map(|_| ()));
        not_finite(Rounded::new(Ball::<2>::new(1.0).unwrap(), bad).map(|_| ()));
        not_finite(Placed::new(Ball::<2>::new(1.0).unwrap(), Pose::at([bad, 0.0])).map(|_| ()));
        let triangle = Triangle::new([[0.0, 0.0], [1.0, 0.0], [bad, 1.0]]);
        assert_eq!(triangle.unwrap_err(), ShapeError::NotFinite { what: "vertex", index: Some(2) });
    }
}

#[test]
fn sizes_that_make_no_sense() {
    for bad in [0.0, -0.0, -1.0] {
        let refused = ShapeError::NotPositive { what: "radius", value: bad };
        assert_eq!(Ball::<3>::new(bad).unwrap_err(), refused);
        assert_eq!(Cylinder::new(1.0, bad).unwrap_err(), refused);
        assert_eq!(Cone::new(1.0, bad).unwrap_err(), refused);
        assert_eq!(Capsule::<2>::along_axis(1.0, bad).unwrap_err(), refused);
        assert!(Cone::new(bad, 1.0).is_err() && Ellipsoid::new([1.0, bad, 1.0]).is_err());
    }
    let ball = Ball::<3>::new(1.0).unwrap();
    assert!(Rounded::new(ball, 0.0).is_ok() && Rounded::new(ball, -1e-9).is_err());
    assert!(Cuboid::new([1.0, 0.0]).is_ok() && Cuboid::new([1.0, -1e-9]).is_err());
    let huge = 2.0 * clearance::accuracy::LARGEST;
    let too_large = ShapeError::TooLarge { what: "radius", value: huge };
    assert_eq!(Ball::<3>::new(huge).unwrap_err(), too_large);
    assert!(matches!(Point::new([0.0, huge]), Err(ShapeError::TooLarge { .. })));
    assert!(matches!(Polytope::from_points([[0.0, huge]]), Err(ShapeError::TooLarge { .. })));
}

/// Sums and hulls took paraboloids for bounded parts whose support points happened to be finite along the axes: a
/// hull of one and a ball was 0 to 3.4 away where nothing was known, and a sum had bounds that excluded each other
/// when its parts changed places.
#[test]
fn combinators_of_surfaces_without_end() {
    let up = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]];
    let bowl = Quadric::new(up, [0.0, 0.0, -0.5], 0.0).unwrap();
    let turn = clearance::Rotation::from_rpy(0.4, -0.3, 1.0).unwrap();
    let placed = Placed::new(bowl, Pose::new(turn, [1.0, 2.0, 3.0]).unwrap()).unwrap();
    let rounded = Rounded::new(placed, 0.25).unwrap();
    let ball = || part(Ball::<3>::new(1.0).unwrap());
    let refused = ShapeError::Unbounded { what: "part made of surfaces" };
    let endless = [part(bowl), part(placed), part(rounded)];
    for shape in endless {
        let shared: std::sync::Arc<dyn Convex<3>> = shape.into();
        let hull = ConvexHull::new(vec![ball(), Box::new(shared.clone())]);
        assert_eq!(hull.map(|_| ()).unwrap_err(), refused);
        let sum = MinkowskiSum::new(vec![Box::new(shared), ball()]);
        assert_eq!(sum.map(|_| ()).unwrap_err(), refused);
    }
    // An image is made of the surfaces' images, but not with a radius around them.
    assert!(Affine::new(placed, *turn.matrix(), [0.0; 3]).is_ok());
    assert_eq!(Affine::new(rounded, *turn.matrix(), [0.0; 3]).unwrap_err(), refused);
}

/// The inverse of a squared semi-axis of 1e-300 is infinite: the closest points of a needle were beside it, the judge
/// said that one was NaN away, and an intersection without any inside was taken for one with a proof.
#[test]
fn needles_that_nobody_sees() {
    let thin = Ellipsoid::new([1e-300, 0.5]).unwrap();
    let flat = Ellipsoid::new([1e-12, 0.5]).unwrap();
    let ball = Ball::<2>::new(0.9931).unwrap();
    for k in 0..100 {
        let turn = clearance::Rotation::from_angle(0.063 * f64::from(k)).unwrap();
        let (here, there) = (Pose::at([-0.67, 0.01]), Pose::new(turn, [0.774, 0.226]).unwrap());
        let answer = distance(&ball, &here, &thin, &there).unwrap();
        clearance::check(&answer, &ball, &here, &thin, &there).unwrap();
        let wanted = distance(&ball, &here, &flat, &there).unwrap().distance();
        assert!((answer.distance() - wanted).abs() < 1e-11, "{k}: {answer:?}, not {wanted}");
    }
    let sheet = Ellipsoid::new([0.2, 0.4, 1e-300]).unwrap();
    let bowl = Ellipsoid::new([0.3, 0.3, 0.5]).unwrap();
    let away = Placed::new(bowl, Pose::at([0.1, 0.2, 0.3])).unwrap();
    let cut = Intersection::new(vec![part(sheet), part(away)]);
    assert!(matches!(cut, Err(ShapeError::NoInside { .. })), "{cut:?}");
}

/// Facets 1e-13 apart beside others at 0.1: the inner point was outside by 1e-4, vertices were invented, one of them outside by 0.2, and since the
/// judge believes vertices a distance of 0.2385 was proved where 0.3054 is right. Such sets were refused for a while; now the inner point is
/// looked for until it is inside.
#[test]
fn crumbs_of_half_spaces() {
    let facets = [
        ([1.0, 0.0, 0.0], 0.18864080932449334),
        ([-1.0, 0.0, 0.0], 0.0),
        ([0.0, 1.0, 0.0], 0.22669485773643983),
        ([0.0, -1.0, 0.0], 0.049003185797264814),
        ([0.0, 0.0, 1.0], 0.25310508237190565),
        ([0.0, 0.0, -1.0], 0.10562472918730315),
        ([0.41654140356547487, -0.01695901935186117, 0.9949891281947272], 7.450400959035426e-13),
        ([0.7212337650290812, -0.8726972563679929, 0.292072950406838], 0.6227001247558495),
        ([-0.06732510924160318, -0.5586188958329152, 0.7800714299864311], 0.0),
        ([0.7960485632570402, 0.45984544780980885, -0.7255814503844804], 2.3441092724968235e-13),
    ];
    let crumb = Halfspaces::new(facets).unwrap();
    let is_inside = |p: Vector<3>| crumb.facets().facets().iter().all(|f| f.slack(p) >= -1e-25);
    assert!(is_inside(crumb.interior_point()) && crumb.vertices().len() == 4, "{crumb:?}");
    assert!(crumb.vertices().iter().all(|p| p.norm() < 1e-11), "{crumb:?}");
    assert!(Halfspaces::raw(facets).is_ok());
    // With room behind the facets there is nothing to refuse, nor where they meet in a point for good.
    let roomy = facets.map(|(normal, offset)| (normal, offset + 1e-6));
    assert!(Halfspaces::new(roomy).unwrap().vertices().iter().all(|p| p.norm() < 1e-4));
    let point = facets.map(|(normal, offset)| (normal, if offset < 1e-10 { 0.0 } else { offset }));
    let point = Halfspaces::new(point).unwrap();
    assert!(point.dimension() == 0 && point.vertices()[0].norm() < 1e-12, "{point:?}");
}

#[test]
fn directions_without_length() {
    let zero = |what| ShapeError::ZeroLength { what };
    assert_eq!(Line::new([1.0, 1.0], [0.0, 0.0]).unwrap_err(), zero("direction"));
    assert_eq!(Ray::through([1.0, 1.0], [1.0, 1.0]).unwrap_err(), zero("direction"));
    assert_eq!(Plane::new([0.0, 0.0, 0.0], 1.0).unwrap_err(), zero("normal"));
    assert_eq!(HalfSpace::at([0.0, 0.0], [0.0, 0.0]).unwrap_err(), zero("normal"));
    assert_eq!(Cylinder::between([1.0; 3], [1.0; 3], 1.0).unwrap_err(), zero("axis"));
    let parallel = Plane::spanned([0.0; 3], [1.0, 1.0, 0.0], [2.0, 2.0, 0.0]);
    assert!(matches!(parallel, Err(ShapeError::ZeroLength { .. })));
    // Any length will do: tiny or huge.
    let line = Line::new([0.0, 0.0], [3e-300, 4e-300]).unwrap();
    assert_eq!(line.direction(), Vector([0.6, 0.8]));
    let plane = Plane::new([0.0, 0.0, 1e200], 3e200).unwrap();
    assert!((plane.point() - Vector([0.0, 0.0, 3.0])).norm() < 1e-14);
}

#[test]
fn edges_at_right_angles() {
    let skew = Cuboid::from_corner([0.0; 3], [[1.0, 0.0, 0.0], [0.1, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    assert!(matches!(skew, Err(ShapeError::NotPerpendicular { cosine, .. }) if cosine > 0.09));
    let edges = [[0.0, 2.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 2.0]];
    let left_handed = Cuboid::from_corner([0.0; 3], edges).unwrap();
    let straight = Cuboid::centred([1.0; 3], [1.0; 3]).unwrap();
    for corner in 0..8 {
        let d = Vector::<3>::from_fn(|i| if corner >> i & 1 == 1 { 1.0 } else { -1.0 });
        assert!((left_handed.support(d) - straight.support(d)).norm() < 1e-15);
    }
    let flat = Cuboid::from_corner([0.0; 3], [[1.0, 1.0, 0.0], [0.0; 3], [1.0, -1.0, 0.0]]);
    assert_eq!(flat.unwrap().shape().half_extents()[1], 0.0);
    let flat = Rectangle::from_corner([0.0; 3], [[0.0, 3.0, 4.0], [2.0, 0.0, 0.0]]).unwrap();
    assert_eq!(flat.shape().half_extents(), [2.5, 1.0]);
    assert!((flat.support(Vector([1.0, 1.0, 1.0])) - Vector([2.0, 3.0, 4.0])).norm() < 1e-15);
}

#[test]
fn polygons() {
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let kept = |points: &[[f64; 2]]| Polygon::new(points.to_vec()).map(|p| p.vertices().len());
    assert_eq!(kept(&square), Ok(4));
    let mut backwards = square;
    backwards.reverse();
    assert_eq!(kept(&backwards), Ok(4));
    // On an edge, repeated, closed: fine.
    assert_eq!(
        kept(&[[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]),
        Ok(4)
    );
    assert_eq!(kept(&[[0.0, 0.0], [1.0, 1.0], [0.5, 0.5]]), Ok(2));
    assert_eq!(kept(&[[0.0, 0.0]; 3]), Ok(1));
    // A dent, a crossing, twice around.
    let dent = [[0.0, 0.0], [0.5, 1e-6], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    assert_eq!(kept(&dent), Err(ShapeError::NotConvex { vertex: 1 }));
    let rounding = [[0.0, 0.0], [0.5, 1e-12], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    assert_eq!(kept(&rounding), Ok(4));
    let crossed = [square[0], square[2], square[1], square[3]];
    assert!(matches!(kept(&crossed), Err(ShapeError::NotConvex { .. })));
    let twice = [square, square].concat();
    assert_eq!(kept(&twice), Err(ShapeError::WindsMoreThanOnce));
    let star: Vec<_> =
        (0..5).map(|k| (f64::from(k) * 2.0 * 1.2566370614359172).sin_cos()).collect();
    let star: Vec<_> = star.into_iter().map(|(s, c)| [c, s]).collect();
    assert_eq!(kept(&star), Err(ShapeError::WindsMoreThanOnce));
    assert_eq!(
        kept(&square[..2]),
        Err(ShapeError::TooFew { what: "vertices", found: 2, needed: 3 })
    );
    // In space.
    let lifted =
        |z: f64| Polygon::new([[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, z], [0.0, 1.0, 1.0]]);
    assert!(lifted(1.0).is_ok() && lifted(1.0 + 1e-12).is_ok());
    assert!(matches!(lifted(1.01), Err(ShapeError::NotPlanar { .. })));
    let dent = Polygon::new([[0.0, 0.0, 1.0], [1.0, 1.0, 1.0], [2.0, 0.0, 1.0], [1.0, 3.0, 1.0]]);
    assert_eq!(dent.unwrap_err(), ShapeError::NotConvex { vertex: 1 });
}

#[test]
fn meshes() {
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let solid = Polytope::from_mesh(points, &faces).unwrap();
    assert_eq!((solid.vertices().len(), solid.dimension()), (4, 3));
    let open = Polytope::from_mesh(points, &faces[..3]);
    assert!(matches!(open, Err(ShapeError::Mesh(_))), "{open:?}");
    assert!(Polytope::from_points(Vec::<[f64; 3]>::new()).is_err());
}

#[test]
fn maps_and_parts() {
    let ball = Ball::<2>::new(1.0).unwrap();
    for flat in [[[1.0, 2.0], [2.0, 4.0]], [[0.0; 2]; 2]] {
        assert_eq!(Affine::new(ball, flat, [0.0, 0.0]).unwrap_err(), ShapeError::Singular);
    }
    let nowhere = ShapeError::NotFinite { what: "matrix", index: None };
    assert_eq!(Affine::new(ball, [[NAN, 0.0], [0.0, 1.0]], [0.0, 0.0]).unwrap_err(), nowhere);
    // Thin is not flat.
    assert!(Affine::new(ball, [[1.0, 0.0], [0.0, 1e-9]], [0.0, 0.0]).is_ok());
    let none = ShapeError::TooFew { what: "parts", found: 0, needed: 1 };
    assert_eq!(MinkowskiSum::<3>::new(vec![]).unwrap_err(), none);
    assert_eq!(ConvexHull::<3>::new(vec![]).unwrap_err(), none);
}

#[test]
fn combinators_know_what_they_are_made_of() {
    let cube = Cuboid::new([1.0; 3]).unwrap();
    let ball = Ball::new(0.5).unwrap();
    // A box and a ball is a rounded box: corners and a radius.
    let sum = MinkowskiSum::new(vec![part(cube), part(ball)]).unwrap();
    assert!(matches!(sum.view().core, Core::Vertices(set) if set.len() == 8));
    assert_eq!(sum.view().radius, 0.5);
    // A line and a ray beside it: unbounded along the line, and one way along the ray.
    let line = Line::new([0.0; 3], [1.0, 0.0, 0.0]).unwrap();
    let ray = Ray::new([0.0; 3], [1.0, 1.0, 0.0]).unwrap();
    let sum = MinkowskiSum::new(vec![part(line), part(ray)]).unwrap();
    let Core::Swept(swept) = sum.view().core else { panic!("bounded") };
    assert_eq!((swept.lines.len(), swept.rays), (1, &[Vector([0.0, 1.0, 0.0])][..]));
    // Opposite rays are a line.
    let back = Ray::new([0.0; 3], [-1.0, -1.0, 0.0]).unwrap();
    let hull = ConvexHull::new(vec![part(back), part(ray), part(cube)]).unwrap();
    let Core::Swept(swept) = hull.view().core else { panic!("bounded") };
    assert_eq!((swept.lines.len(), swept.rays.len()), (1, 0));
    // Three rays all around a plane are the plane.
    let star = |k: i32| {
        let (y, x) = (f64::from(k) * 2.0943951023931953).sin_cos();
        part(Ray::new([0.0; 3], [x, y, 0.0]).unwrap())
    };
    let plane = MinkowskiSum::new((0..3).map(star).collect()).unwrap();
    let up = Pose::at([50.0, -70.0, 2.5]);
    let answer = distance(&plane, &Pose::IDENTITY, &ball, &up).unwrap();
    assert!((answer.distance() - 2.0).abs() < 1e-12, "{answer:?}");
}

/// The story: a vector of nothing but zeros was called not finite.
#[test]
fn a_term_without_a_direction_is_called_that() {
    let refused = Hyperquadric::<3>::new([([1.0, 0.0, 0.0], 0.0, 2.0), ([0.0; 3], 0.0, 2.0)]);
    let error = refused.unwrap_err();
    assert_eq!(error, ShapeError::ZeroLength { what: "vector of a term" });
    assert_eq!(error.to_string(), "the vector of a term has length zero");
    let refused = Hyperquadric::<3>::new([([1.0, 0.0, 0.0], NAN, 2.0)]);
    assert_eq!(refused.unwrap_err(), ShapeError::NotFinite { what: "term", index: Some(0) });
}
