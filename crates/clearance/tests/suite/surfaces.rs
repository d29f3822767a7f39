//! Lower bounds that rest on tangent half-spaces instead of support points.

use clearance::answer::{Flaw, Names};
use clearance::shape::{Cuboid, View};
use clearance::{Answer, Convex, Pose, Vector, check, distance};

/// A cube of half-extent 1 that knows its six facets, and, where `shift` is not zero, knows them
/// wrong.
struct Faces {
    cube: Cuboid<3>,
    shift: f64,
}

impl Convex<3> for Faces {
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        self.cube.support(direction)
    }
    fn view(&self) -> View<'_, 3> {
        // More than need be, so that the reach alone proves nothing.
        View::with_reach(self, 2.0)
    }
    fn excess(&self, point: Vector<3>) -> Option<f64> {
        self.cube.excess(point).or_else(|| Some(point.max_abs() - 1.0))
    }
    fn tangent(&self, surface: u32, _at: Vector<3>) -> Option<(Vector<3>, f64)> {
        let axis = Vector::axis(surface as usize / 2 % 3);
        let normal = if surface.is_multiple_of(2) { axis } else { -axis };
        (surface < 6).then_some((normal, 1.0 + self.shift))
    }
}

/// Facet +x of A and −x of B carry a gap of 2; what the evidence may not say, the checker finds.
#[test]
fn multipliers_prove_a_lower_bound_and_false_ones_do_not() {
    let cube = Faces { cube: Cuboid::new([1.0, 1.0, 1.0]).unwrap(), shift: 0.0 };
    let (here, there) = (Pose::IDENTITY, Pose::at([4.0, 0.25, -0.5]));
    let answer = distance(&cube, &here, &cube, &there).unwrap();
    let claim = |ids: [[u32; 4]; 2], multipliers: [[f64; 3]; 2]| {
        let Answer::Apart(mut apart) = answer else { panic!("they are apart") };
        apart.evidence.a = Names::Surfaces(ids[0]);
        apart.evidence.b = Names::Surfaces(ids[1]);
        apart.evidence.multipliers = Some(multipliers.map(Vector));
        Answer::Apart(apart)
    };
    let judge = |answer: &Answer<3>| check(answer, &cube, &here, &cube, &there);
    let (x, none) = ([1.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
    judge(&claim([[0; 4], [1; 4]], [x, x])).unwrap();
    // In another place of the list, and beside two facets that cancel: a weaker bound, and so a
    // refusal of the full one.
    judge(&claim([[2, 4, 0, 0], [1; 4]], [[0.0, 0.0, 1.0], x])).unwrap();
    let lower = |answer: &Answer<3>| matches!(judge(answer), Err(Flaw::Lower(_)));
    assert!(lower(&claim([[0, 2, 3, 0], [1; 4]], [[1.0, 0.5, 0.5], x])));
    // The wrong facet, no facet, one that does not exist, and one that pulls.
    assert!(lower(&claim([[2; 4], [1; 4]], [x, x])));
    assert!(lower(&claim([[0; 4], [1; 4]], [none, x])));
    assert!(lower(&claim([[9; 4], [1; 4]], [x, x])));
    assert!(lower(&claim([[1; 4], [1; 4]], [[-1.0, 0.0, 0.0], x])));
    assert!(lower(&claim([[0; 4], [1; 4]], [[f64::NAN, 0.0, 0.0], x])));
    // A facet that leaves room before it.
    let loose = Faces { cube: Cuboid::new([1.0, 1.0, 1.0]).unwrap(), shift: 1e-9 };
    let claimed = claim([[0; 4], [1; 4]], [x, x]);
    assert!(matches!(check(&claimed, &loose, &here, &cube, &there), Err(Flaw::Lower(_))));
}
