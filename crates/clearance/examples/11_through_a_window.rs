//! A redundant arm finds its way through a window, by the clearance of its links and how that
//! changes with their poses (the example that Fenger's thesis asks for in §6.1).
//!
//! Each step moves the tip towards the next point on its way as well as the joints can, but for
//! what would bring a link closer than a margin to the wall: for every link near it, the gradient
//! of the distance says which steps those are.
//!
//! With the name of a file, draws the path: `cargo run --example 11_through_a_window -- path.svg`.

use std::fmt::Write as _;

use clearance::scene::{Body, BodyId, Groups, Scene};
use clearance::shape::{Capsule, Rectangle};
use clearance::{Pose, Rotation, Vector, gradient};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const LINKS: usize = 8;
const LENGTH: f64 = 0.45;
const RADIUS: f64 = 0.035;
const MARGIN: f64 = 0.03;
/// Where the wall begins and ends, and the lower and upper edge of the window.
const WALL: [f64; 2] = [1.4, 1.5];
const WINDOW: [f64; 2] = [0.75, 1.1];

fn main() -> Result<()> {
    let mut arm = Arm::new()?;
    let middle = 0.5 * (WINDOW[0] + WINDOW[1]);
    let way = [[1.1, middle], [1.9, middle], [2.3, 0.2]].map(Vector);
    let (mut path, mut least) = (vec![arm.joints()], f64::INFINITY);
    for goal in way {
        for step in 0.. {
            assert!(step < 2000, "the arm is stuck at {:?}", arm.tip());
            if (arm.tip() - goal).norm() < 0.005 {
                break;
            }
            arm.step(goal)?;
            // The judge of every step: all links against all of the wall, proved.
            let clearance = arm.scene.clearance()?;
            least = least.min(clearance.lower);
            path.push(arm.joints());
        }
    }
    println!("{} steps, from {:?} to {:?}", path.len() - 1, path[0][LINKS], arm.tip());
    println!("the least clearance on the way is {least:.4}");
    assert!(least > 0.5 * MARGIN);
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(&file, draw(&path))?;
        println!("drawn in {file}");
    }
    Ok(())
}

struct Arm {
    scene: Scene<2>,
    links: Vec<BodyId>,
    walls: Vec<BodyId>,
    /// The angle of each joint against the link before.
    angles: [f64; LINKS],
}

impl Arm {
    fn new() -> Result<Self> {
        let mut scene = Scene::new();
        let rod = Capsule::new([0.0, 0.0], [LENGTH, 0.0], RADIUS)?;
        let mut links = Vec::new();
        for _ in 0..LINKS {
            let id = scene.add(Body::new(rod)?, Pose::IDENTITY)?;
            scene.set_groups(id, Groups::apart(2))?;
            links.push(id);
        }
        let mut walls = Vec::new();
        let half = 0.5 * (WALL[1] - WALL[0]);
        for [low, high] in [[-1.5, WINDOW[0]], [WINDOW[1], 2.6]] {
            let body = Body::new(Rectangle::<2>::new([half, 0.5 * (high - low)])?)?;
            let id = scene.add(body, Pose::at([WALL[0] + half, 0.5 * (low + high)]))?;
            scene.set_groups(id, Groups::apart(4))?;
            walls.push(id);
        }
        // Folded up, to the left of the wall.
        let angles = [2.6, -0.3, -0.5, -1.0, -1.2, -0.9, 0.3, 1.2];
        let mut arm = Self { scene, links, walls, angles };
        arm.place()?;
        Ok(arm)
    }

    /// The joints, from the base on, and the tip.
    fn joints(&self) -> Vec<Vector<2>> {
        let (mut at, mut angle) = (Vector::ZERO, 0.0);
        let mut joints = vec![at];
        for turn in self.angles {
            angle += turn;
            at += Vector([angle.cos(), angle.sin()]) * LENGTH;
            joints.push(at);
        }
        joints
    }

    fn tip(&self) -> Vector<2> {
        self.joints()[LINKS]
    }

    /// Moves the links to where the angles put them.
    fn place(&mut self) -> Result<()> {
        let mut angle = 0.0;
        for (k, joint) in self.joints().into_iter().take(LINKS).enumerate() {
            angle += self.angles[k];
            let pose = Pose::new(Rotation::from_angle(angle)?, joint)?;
            self.scene.move_to(self.links[k], pose)?;
        }
        Ok(())
    }

    /// One small step towards the goal.
    fn step(&mut self, goal: Vector<2>) -> Result<()> {
        let joints = self.joints();
        let tip = joints[LINKS];
        let away = goal - tip;
        let wanted = away * (0.02 / away.norm()).min(1.0);
        // What turning each joint does to the tip; and the step that does best with it, damped.
        let columns: Vec<Vector<2>> =
            (0..LINKS).map(|k| (tip - joints[k]).perpendicular()).collect();
        let mut gram = [[1e-3, 0.0], [0.0, 1e-3]];
        for column in &columns {
            for i in 0..2 {
                for j in 0..2 {
                    gram[i][j] += column[i] * column[j];
                }
            }
        }
        let determinant = gram[0][0] * gram[1][1] - gram[0][1] * gram[1][0];
        let force = Vector([
            (gram[1][1] * wanted[0] - gram[0][1] * wanted[1]) / determinant,
            (gram[0][0] * wanted[1] - gram[1][0] * wanted[0]) / determinant,
        ]);
        let mut step: Vec<f64> = columns.iter().map(|column| column.dot(force)).collect();
        // Steps that would bring a link too close are pushed back, one condition after the other.
        let conditions = self.conditions(&joints)?;
        for _ in 0..200 {
            for (slope, room) in &conditions {
                let change: f64 = slope.iter().zip(&step).map(|(g, s)| g * s).sum();
                let square: f64 = slope.iter().map(|g| g * g).sum();
                if change < -room && square > 1e-9 {
                    let push = (-room - change) / square;
                    step.iter_mut().zip(slope).for_each(|(s, g)| *s += push * g);
                }
            }
        }
        for (angle, change) in self.angles.iter_mut().zip(&step) {
            *angle += change.clamp(-0.1, 0.1);
        }
        self.place()
    }

    /// For every link and wall: how the distance changes with the angles, and how much of it there
    /// is beyond the margin.
    fn conditions(&self, joints: &[Vector<2>]) -> Result<Vec<(Vec<f64>, f64)>> {
        let mut conditions = Vec::new();
        for &wall in &self.walls {
            let (wall_body, wall_pose) = (self.scene.body(wall)?, self.scene.pose(wall)?);
            for (k, &link) in self.links.iter().enumerate() {
                // Links that are far away, by what is proved of their boxes, have room enough.
                if self.scene.bound(link, wall)?.lower > 0.3 {
                    continue;
                }
                let pose = self.scene.pose(link)?;
                let shape = self.scene.body(link)?.parts()[0].shape();
                let found = gradient(shape, &pose, wall_body.parts()[0].shape(), &wall_pose)?;
                // Turning joint j moves the origin of link k about joint j, and turns it as much.
                let slope = (0..LINKS)
                    .map(|j| {
                        if j > k {
                            return 0.0;
                        }
                        let moved = (joints[k] - joints[j]).perpendicular();
                        found.a.translation.dot(moved) + found.a.rotation[2]
                    })
                    .collect();
                conditions.push((slope, found.signed.distance() - MARGIN));
            }
        }
        Ok(conditions)
    }
}

/// The wall, the arm on its way, and the way of its tip.
fn draw(path: &[Vec<Vector<2>>]) -> String {
    let x = |v: Vector<2>| (v[0] + 1.6) * 150.0;
    let y = |v: Vector<2>| (2.2 - v[1]) * 150.0;
    let line = |points: &[Vector<2>]| {
        let points: Vec<_> = points.iter().map(|p| format!("{:.1},{:.1}", x(*p), y(*p))).collect();
        points.join(" ")
    };
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 660 480\" fill=\"none\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">\n\
         <rect width=\"660\" height=\"480\" fill=\"#ffffff\"/>\n",
    );
    for [low, high] in [[-1.5, WINDOW[0]], [WINDOW[1], 2.6]] {
        let (corner, opposite) = (Vector([WALL[0], high]), Vector([WALL[1], low]));
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#b0b8c0\"/>",
            x(corner),
            y(corner),
            x(opposite) - x(corner),
            y(opposite) - y(corner)
        );
    }
    let shown = 12;
    for k in 0..=shown {
        let at = k * (path.len() - 1) / shown;
        let opacity = if k == 0 || k == shown { 0.9 } else { 0.25 };
        let colour = if k == 0 { "#d9730d" } else { "#2f6db5" };
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{:.1}\"/>",
            line(&path[at]),
            2.0 * RADIUS * 150.0
        );
    }
    let tips: Vec<Vector<2>> = path.iter().map(|joints| joints[LINKS]).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" stroke=\"#2b8a57\" stroke-width=\"1.5\"/>",
        line(&tips)
    );
    svg + "</svg>\n"
}
