//! Thin, long and endless things made of surfaces: what is said about them is what `check` finds.
//! Each was found among a hundred thousand pairs, and is written down to the last digit.

use clearance::shape::{
    Ball, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Intersection, Line, Placed, Point, Quadric,
    SecondOrderCone,
};
use clearance::{
    Convex, Matrix, Pose, Rotation, Vector, check, distance, intersects, signed_distance,
};

use crate::common::{Rng, pose};

type Shape = Box<dyn Convex<3>>;

fn matrix(rows: [[f64; 3]; 3]) -> Matrix<3> {
    Matrix(rows.map(Vector))
}

fn placed(turn: [[f64; 3]; 3], at: [f64; 3]) -> Pose<3> {
    Pose::new(Rotation::from_stored(matrix(turn)).unwrap(), at).unwrap()
}

/// The point inside that membership is measured from is a hundredth away from the side that the closest
/// point lies on, and one hundred times as far along it: an error of rounding was multiplied by that.
#[test]
fn points_of_thin_corners_belong() {
    let cone = SecondOrderCone::new(
        matrix([
            [0.330549808886081, 0.8699241764311019, 0.7065908441124071],
            [-0.5873162987515961, -0.3609399460511696, 0.48278781283714994],
            [0.7671993267109797, -0.347781031301003, -0.5965371875433633],
        ]),
        [0.10462480126781903, -0.26881493128997136, 0.47198176307065465],
        [1.4066844340087754, 0.26203488195739766, -0.5020822695426496],
        0.4141279678058988,
    )
    .unwrap();
    let half = [0.4483119627488197, 0.5186406523131991, 0.40921576415727134];
    let cut = [0.02116796002664972, -0.6085544258147596, -0.7932297449601712];
    let parts: Vec<Shape> = vec![
        Box::new(Cuboid::new(half).unwrap()),
        Box::new(HalfSpace::new(cut, 0.8093802949951459).unwrap()),
        Box::new(Ball::new(1.1797092021844446).unwrap()),
        Box::new(cone),
    ];
    let b = Intersection::new(parts).unwrap();
    let a = Point::new([-0.8823103307138783, 0.8797677338729608, -0.16408054059672106]).unwrap();
    let here = placed(
        [
            [0.2451231740528762, -0.9592535492351846, 0.14052493665518828],
            [-0.7330320038589235, -0.08851855742190096, 0.6744097762566293],
            [-0.6344909068385571, -0.26832274087681596, -0.7248615011624899],
        ],
        [-0.1893049234528078, 2.5063436286270475, -1.8479330632531181],
    );
    let there = placed(
        [
            [-0.6790163789529182, 0.36867384313449036, -0.6348356909485421],
            [-0.23766284116782643, -0.9285783611375731, -0.2850589432996202],
            [-0.6945884616387635, -0.042682837481882646, 0.718139989377274],
        ],
        [0.6546083412703059, 0.6390192336396949, 0.10416281861515553],
    );
    let answer = distance(&a, &here, &b, &there).unwrap();
    check(&answer, &a, &here, &b, &there).unwrap();
}

/// A thousand times as long as wide: √(nᵀ M n) was the small rest of large numbers, and points lay outside by
/// 7e-11.
#[test]
fn long_quadrics_know_how_wide_they_are() {
    let b = Quadric::new(
        matrix([
            [2.0595462482415723, 0.023546574309249356, 0.40992360991680815],
            [0.023546574309249356, 0.0628396017928158, 0.12586774964311517],
            [0.40992360991680815, 0.12586774964311517, 0.31628330459885406],
        ]),
        [0.0; 3],
        -0.061400187913613444,
    )
    .unwrap();
    let a = Ball::<3>::new(0.921403531975381).unwrap();
    let here = Pose::at([0.09879614946111155, -0.10026262433528853, -0.4176918336015455]);
    let there = placed(
        [
            [0.4144455022994872, 0.9030467413415286, -0.11287829098711566],
            [-0.16533063709271062, -0.04725830978664458, -0.9851052901058992],
            [-0.8949305593520896, 0.4269346965386576, 0.1297152991331405],
        ],
        [0.538617884095016, 0.11399180343812265, 0.9768754691942503],
    );
    let answer = distance(&a, &here, &b, &there).unwrap();
    check(&answer, &a, &here, &b, &there).unwrap();
}

/// The interior point stalled, GJK was asked, and took the point that a line is given by for all of it: the distance
/// was that of the point.
#[test]
fn a_line_is_more_than_its_base_point() {
    let turn = [
        [-0.7854761197604261, -0.5530674339203796, 0.27774750912083995],
        [-0.4904372857963977, 0.28251132049519656, -0.8244141086206148],
        [0.37748977997658034, -0.7837753296250062, -0.4931507869652505],
    ];
    let at = [-0.18088780879086452, 0.004909979786207441, 0.018645418784379197];
    let semiaxes = [0.9679511054296779, 0.9467304007169546, 0.7085874831377952];
    let oval = Placed::new(Ellipsoid::new(semiaxes).unwrap(), placed(turn, at)).unwrap();
    let bowl = Quadric::new(
        matrix([
            [0.6724970329670319, -0.3627303546495842, 0.1640940751368514],
            [-0.3627303546495842, 0.33600850776145746, -0.35029827222802773],
            [0.1640940751368514, -0.35029827222802773, 0.5283126090856025],
        ]),
        [-0.7151583910306858, 0.28529205600920426, 0.7356779882243276],
        -0.06835247085670036,
    )
    .unwrap();
    let cone = SecondOrderCone::new(
        matrix([
            [-0.2850383732094715, 0.19380062571810042, -0.3381676667120622],
            [-0.13370973315332682, -0.13185156989450733, 0.2208270010717025],
            [0.9265203763365186, 0.3312926202440734, -0.049928169235997244],
        ]),
        [-0.14468178592654063, 0.08659485919893106, 0.006784713211460864],
        [-0.18862330824129722, 0.11438540620116937, -0.3242829336371565],
        -0.13773885897770607,
    )
    .unwrap();
    let a = Intersection::new(vec![Box::new(oval), Box::new(bowl), Box::new(cone)]).unwrap();
    let b = Line::new(
        [-0.357572678240648, -0.8456718584600007, -0.5535942399157451],
        [-0.23890110681023077, 0.9375308758601502, -0.2529073308027],
    )
    .unwrap();
    let here = placed(
        [
            [-0.1638104248832306, -0.9839302223265041, -0.07104549452352077],
            [9.342563501185674e-5, -0.07203380290049899, 0.9974021869393221],
            [-0.9864918326936245, 0.16337823855155315, 0.011891812164913862],
        ],
        [0.873133815907104, -0.1710887677432671, 0.1351954117359202],
    );
    let there = placed(
        [
            [0.44282836420817717, -0.8959157610328992, -0.035185067650228774],
            [-0.7443306235065867, -0.34545869922031724, -0.5715157128577503],
            [0.4998749471247842, 0.2792726915862841, -0.8198364476962139],
        ],
        [-3.1022201535629543, -0.07588243259330942, 0.6612841272968022],
    );
    let answer = distance(&a, &here, &b, &there).unwrap();
    check(&answer, &a, &here, &b, &there).unwrap();
    assert!(answer.upper() - answer.lower() < 1e-9, "{answer:?}");
}

/// What is left of an ellipsoid in a box.
fn stone(rng: &mut Rng) -> Intersection<3> {
    let axes = Vector::<3>::from_fn(|_| 0.3 + 0.7 * rng.f64());
    let half = Vector::<3>::from_fn(|i| axes[(i + 1) % 3] * 0.8);
    let parts: Vec<Shape> =
        vec![Box::new(Ellipsoid::new(axes).unwrap()), Box::new(Cuboid::new(half).unwrap())];
    Intersection::new(parts).unwrap()
}

/// Where bounds as close as was asked for do not tell whether shapes meet, `intersects` took that for apart, down to a
/// depth of 4e-12 that the signed distance knew.
#[test]
fn stones_that_overlap_by_less_than_the_gap_intersect() {
    let rng = &mut Rng::with_seed(882);
    let mut deep = 0;
    for k in 0..120 {
        let a = stone(rng);
        let length = 0.3 + 0.7 * rng.f64();
        let b: Shape = match k % 3 {
            0 => Box::new(Cone::new(length, 0.5).unwrap()),
            1 => Box::new(Cylinder::new(length, 0.5).unwrap()),
            _ => Box::new(stone(rng)),
        };
        let (here, far) = (pose::<3>(rng, 0.0), pose::<3>(rng, 0.0));
        let away = Vector([3.0, 4.0, 0.0]);
        let far = Pose::new(*far.rotation(), away).unwrap();
        let answer = distance(&a, &here, &*b, &far).unwrap();
        let Some(normal) = answer.normal() else { continue };
        for deeper in [1e-12, 4e-12, 2e-11] {
            let place = away - normal * (answer.lower() + deeper);
            let there = Pose::new(*far.rotation(), place).unwrap();
            let signed = signed_distance(&a, &here, &*b, &there).unwrap().distance();
            if signed < -2e-13 {
                deep += 1;
                assert!(intersects(&a, &here, &*b, &there).unwrap(), "{k}: {signed:e}");
            }
        }
    }
    assert!(deep > 50, "{deep}");
}
