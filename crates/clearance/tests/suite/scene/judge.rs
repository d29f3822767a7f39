//! Random scenes, and the brute force that judges what a scene says: every pair of parts, each
//! asked on its own. Shared with the long run of the benchmarks.

use std::sync::Arc;

use clearance::scene::{Body, BodyId, Groups, Nearest, Scene};
use clearance::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Plane, Point, Polytope, Rounded,
    Segment, Superquadric, Triangle,
};
use clearance::{
    Answer, Convex, Flaw, Matrix, Pose, Rotation, Vector, check, distance, ray_cast,
    signed_distance,
};
use fastrand::Rng;

/// What is wrong, in a sentence.
pub type Verdict = Result<(), String>;

fn number(rng: &mut Rng) -> f64 {
    rng.f64() * 2.0 - 1.0
}

pub fn vector<const D: usize>(rng: &mut Rng, size: f64) -> Vector<D> {
    Vector::from_fn(|_| number(rng) * size)
}

fn unit<const D: usize>(rng: &mut Rng) -> Vector<D> {
    loop {
        let v = vector::<D>(rng, 1.0);
        if v.norm() > 0.1
            && let Some(unit) = v.normalized()
        {
            return unit;
        }
    }
}

pub fn pose<const D: usize>(rng: &mut Rng, size: f64) -> Pose<D> {
    let mut columns = [Vector::<D>::ZERO; D];
    let mut k = 0;
    while k < D {
        let mut v = unit(rng);
        for _ in 0..2 {
            for c in &columns[..k] {
                v -= *c * c.dot(v);
            }
        }
        if v.norm() > 0.1 {
            columns[k] = v.normalized().unwrap_or(Vector::axis(k));
            k += 1;
        }
    }
    if Matrix::from_columns(columns).determinant() < 0.0 {
        columns[0] = -columns[0];
    }
    let rotation = Rotation::from_matrix(Matrix::from_columns(columns)).unwrap_or_default();
    Pose::new(rotation, vector(rng, size)).unwrap_or_default()
}

/// A pose not far from another.
pub fn nudged<const D: usize>(rng: &mut Rng, from: &Pose<D>, size: f64) -> Pose<D> {
    let turn = pose::<D>(rng, size);
    // A small turn: the way to a random rotation, cut short and made a rotation again.
    let share = 0.1 * size * rng.f64();
    let m = turn.rotation().matrix();
    let mut small = Matrix::<D>::IDENTITY;
    for i in 0..D {
        for j in 0..D {
            small[i][j] += share * 0.5 * (m[i][j] - m[j][i]);
        }
    }
    let mut columns = [Vector::<D>::ZERO; D];
    for k in 0..D {
        let mut v = small.column(k);
        for _ in 0..2 {
            for c in &columns[..k] {
                v -= *c * c.dot(v);
            }
        }
        columns[k] = v.normalized().unwrap_or(Vector::axis(k));
    }
    let rotation = Rotation::from_matrix(Matrix::from_columns(columns)).unwrap_or_default();
    Pose::new(rotation.compose(from.rotation()), from.translation() + turn.translation())
        .unwrap_or(*from)
}

/// What only one dimension has.
pub trait Native<const D: usize> {
    fn native(rng: &mut Rng) -> Option<Arc<dyn Convex<D>>>;
}

pub struct Space;

impl Native<2> for Space {
    fn native(_: &mut Rng) -> Option<Arc<dyn Convex<2>>> {
        None
    }
}

impl Native<3> for Space {
    fn native(rng: &mut Rng) -> Option<Arc<dyn Convex<3>>> {
        let (h, r) = (0.1 + rng.f64(), 0.1 + 0.5 * rng.f64());
        Some(if rng.bool() {
            Arc::new(Cylinder::new(h, r).ok()?)
        } else {
            Arc::new(Cone::new(h, r).ok()?)
        })
    }
}

/// A bounded shape about as large as 1.
pub fn shape<const D: usize>(rng: &mut Rng) -> Arc<dyn Convex<D>>
where
    Space: Native<D>,
{
    loop {
        if let Some(shape) = attempt(rng) {
            return shape;
        }
    }
}

fn attempt<const D: usize>(rng: &mut Rng) -> Option<Arc<dyn Convex<D>>>
where
    Space: Native<D>,
{
    let cloud = |rng: &mut Rng, count: usize| -> Vec<Vector<D>> {
        (0..count).map(|_| vector::<D>(rng, 0.8)).collect()
    };
    let lengths = Vector::<D>::from_fn(|_| 0.1 + 0.6 * rng.f64());
    let size = 0.1 + 0.5 * rng.f64();
    Some(match rng.u8(..14) {
        0 => Arc::new(Point::new(vector::<D>(rng, 0.5)).ok()?),
        1 => Arc::new(Segment::new(vector::<D>(rng, 0.8), vector::<D>(rng, 0.8)).ok()?),
        2 => Arc::new(Triangle::new([0; 3].map(|_| vector::<D>(rng, 0.8))).ok()?),
        3 | 4 => Arc::new(Cuboid::new(lengths).ok()?),
        5 => Arc::new(Ball::new(size).ok()?),
        6 => {
            let ends = [vector::<D>(rng, 0.7), vector::<D>(rng, 0.7)];
            Arc::new(Capsule::new(ends[0], ends[1], 0.5 * size).ok()?)
        }
        7 => Arc::new(Ellipsoid::new(lengths).ok()?),
        8 => Arc::new(Rounded::new(Polytope::from_points(cloud(rng, 6)).ok()?, 0.2).ok()?),
        9 => {
            let exponents = Vector::from_fn(|_| 1.5 + 4.0 * rng.f64());
            Arc::new(Superquadric::new(lengths, exponents).ok()?)
        }
        10 | 11 => return Space::native(rng),
        _ => {
            let count = rng.usize(1..24);
            Arc::new(Polytope::from_points(cloud(rng, count)).ok()?)
        }
    })
}

/// A body of one to five parts; rarely a floor.
pub fn body<const D: usize>(rng: &mut Rng) -> Arc<Body<D>>
where
    Space: Native<D>,
{
    loop {
        let made = match rng.u8(..40) {
            0 => HalfSpace::new(unit::<D>(rng), -6.0 - rng.f64()).ok().map(Body::new),
            1 => Plane::new(unit::<D>(rng), 7.0 * number(rng)).ok().map(Body::new),
            2..=25 => Some(Body::from_parts([(shape(rng), Pose::IDENTITY)])),
            _ => {
                let count = rng.usize(1..6);
                let parts: Vec<_> = (0..count).map(|_| (shape(rng), pose(rng, 1.0))).collect();
                Some(Body::from_parts(parts))
            }
        };
        if let Some(Ok(body)) = made {
            return Arc::new(body);
        }
    }
}

/// A scene, and the same as a list.
pub struct Model<const D: usize> {
    pub scene: Scene<D>,
    pub bodies: Vec<(BodyId, Arc<Body<D>>, Pose<D>)>,
    pub room: f64,
    groups: Vec<Groups>,
    allowed: Vec<[BodyId; 2]>,
}

/// One pair of parts, asked on its own.
pub struct Asked<const D: usize> {
    pub bodies: [BodyId; 2],
    pub parts: [u32; 2],
    pub answer: Answer<D>,
}

impl<const D: usize> Model<D>
where
    Space: Native<D>,
{
    pub fn new(rng: &mut Rng, count: usize) -> Self {
        // As crowded whatever the number, now more and now less.
        let room = (count as f64).powf(1.0 / D as f64) * (0.5 + 1.5 * rng.f64());
        let mut model = Self {
            scene: Scene::new(),
            bodies: Vec::new(),
            room,
            groups: Vec::new(),
            allowed: Vec::new(),
        };
        for _ in 0..count {
            model.add(rng);
        }
        model
    }

    pub fn add(&mut self, rng: &mut Rng) {
        let (body, pose) = (body(rng), pose(rng, self.room));
        if let Ok(id) = self.scene.add(body.clone(), pose) {
            self.bodies.push((id, body, pose));
            let groups = match rng.u8(..8) {
                0 => Groups::apart(2),
                1 => Groups { member: 4, with: 1 },
                _ => Groups::ALL,
            };
            let _ = self.scene.set_groups(id, groups);
            self.groups.push(groups);
        }
    }

    pub fn remove(&mut self, rng: &mut Rng) {
        if !self.bodies.is_empty() {
            let at = rng.usize(..self.bodies.len());
            let (id, ..) = self.bodies.remove(at);
            self.groups.remove(at);
            self.allowed.retain(|pair| !pair.contains(&id));
            let _ = self.scene.remove(id);
        }
    }

    pub fn allow(&mut self, rng: &mut Rng) {
        if self.bodies.len() > 1 {
            let (a, b) = (rng.usize(..self.bodies.len()), rng.usize(..self.bodies.len()));
            let pair = [self.bodies[a].0, self.bodies[b].0];
            if self.scene.allow(pair[0], pair[1]).is_ok() {
                self.allowed.push(pair);
            }
        }
    }

    /// Moves a body, far or a little.
    pub fn shift(&mut self, rng: &mut Rng, at: usize, far: bool) {
        let room = self.room;
        let (id, _, place) = &mut self.bodies[at];
        *place = if far { pose(rng, room) } else { nudged(rng, place, 0.1) };
        let _ = self.scene.move_to(*id, *place);
    }

    fn counts(&self, i: usize, j: usize) -> bool {
        let (a, b) = (self.bodies[i].0, self.bodies[j].0);
        self.groups[i].meets(self.groups[j])
            && !self.allowed.contains(&[a, b])
            && !self.allowed.contains(&[b, a])
    }

    /// All pairs of parts of two bodies.
    pub fn asked(&self, i: usize, j: usize) -> Result<Vec<Asked<D>>, String> {
        let (i, j) = if self.bodies[i].0 < self.bodies[j].0 { (i, j) } else { (j, i) };
        let ((a, body_a, pose_a), (b, body_b, pose_b)) = (&self.bodies[i], &self.bodies[j]);
        let mut all = Vec::new();
        for (k, part_a) in body_a.parts().iter().enumerate() {
            for (l, part_b) in body_b.parts().iter().enumerate() {
                let (at_a, at_b) = (part_a.pose_in(pose_a), part_b.pose_in(pose_b));
                let answer = distance(part_a.shape(), &at_a, part_b.shape(), &at_b)
                    .map_err(|error| error.to_string())?;
                all.push(Asked { bodies: [*a, *b], parts: [k as u32, l as u32], answer });
            }
        }
        Ok(all)
    }

    /// All pairs of parts of all pairs that count.
    pub fn all(&self) -> Result<Vec<Asked<D>>, String> {
        let mut all = Vec::new();
        for i in 0..self.bodies.len() {
            for j in i + 1..self.bodies.len() {
                if self.counts(i, j) {
                    all.extend(self.asked(i, j)?);
                }
            }
        }
        Ok(all)
    }

    /// By how much two right answers may differ: curved shapes are solved to 1e-10 of the size.
    pub fn slack(&self) -> f64 {
        1e-9 * (self.room + 4.0)
    }

    /// By how much two right bounds may cross: those of an answer hold up to rounding.
    fn rounding(&self) -> f64 {
        1e-14 * (self.room + 4.0)
    }

    fn find(&self, id: BodyId) -> Result<&(BodyId, Arc<Body<D>>, Pose<D>), String> {
        self.bodies.iter().find(|body| body.0 == id).ok_or(format!("{id} is not in the scene"))
    }

    /// Whether the certificate stands, and what is said is what the two parts alone get.
    fn judge(&self, found: &Nearest<D>, all: &[Asked<D>]) -> Verdict {
        let [a, b] = [self.find(found.bodies[0])?, self.find(found.bodies[1])?];
        let part_a = a.1.parts().get(found.parts[0] as usize).ok_or("no such part")?;
        let part_b = b.1.parts().get(found.parts[1] as usize).ok_or("no such part")?;
        let (at_a, at_b) = (part_a.pose_in(&a.2), part_b.pose_in(&b.2));
        match check(&found.answer, part_a.shape(), &at_a, part_b.shape(), &at_b) {
            Ok(()) | Err(Flaw::Unknowable(_)) => {}
            Err(flaw) => return Err(format!("the certificate of {:?}: {flaw}", found.bodies)),
        }
        let same = all
            .iter()
            .find(|asked| asked.bodies == found.bodies && asked.parts == found.parts)
            .ok_or(format!("{:?} is no pair that counts", found.bodies))?;
        let (x, y) = (found.answer.distance(), same.answer.distance());
        if (x - y).abs() > self.slack() {
            return Err(format!("{:?} is {y} apart, not {x}", found.bodies));
        }
        Ok(())
    }

    /// The closest of these, if there is one.
    fn least<'a>(all: impl IntoIterator<Item = &'a Asked<D>>) -> f64
    where
        Asked<D>: 'a,
    {
        all.into_iter().map(|asked| asked.answer.distance()).fold(f64::INFINITY, f64::min)
    }

    fn judge_nearest(
        &self,
        found: Option<&Nearest<D>>,
        all: &[&Asked<D>],
        whole: &[Asked<D>],
    ) -> Verdict {
        let least = Self::least(all.iter().copied());
        let Some(found) = found else {
            return if all.is_empty() { Ok(()) } else { Err("nothing was found".into()) };
        };
        self.judge(found, whole)?;
        let slack = self.slack();
        if (found.answer.distance() - least).abs() > slack {
            return Err(format!("{} is not the least distance, {least}", found.answer.distance()));
        }
        if found.lower > least + self.rounding() {
            return Err(format!("the bound {} is above the least distance {least}", found.lower));
        }
        let lower = all.iter().map(|asked| asked.answer.lower()).fold(f64::INFINITY, f64::min);
        if found.lower < lower - slack {
            return Err(format!("the bound {} is far below {lower}", found.lower));
        }
        Ok(())
    }

    /// Every question, beside brute force.
    pub fn judge_all(&mut self, rng: &mut Rng) -> Verdict {
        let all = self.all()?;
        let said = |error: clearance::scene::SceneError| error.to_string();
        let found = self.scene.nearest_pair().map_err(said)?;
        let every: Vec<&Asked<D>> = all.iter().collect();
        self.judge_nearest(found.as_ref(), &every, &all)
            .map_err(|e| format!("nearest pair: {e}"))?;
        let clearance = self.scene.clearance().map_err(said)?;
        if clearance.lower > clearance.upper
            || clearance.nearest.is_some() != found.is_some()
            || found.is_some_and(|found| found.lower > clearance.upper + self.rounding())
        {
            return Err("the clearance is not that of the nearest pair".into());
        }
        if !self.bodies.is_empty() {
            let id = self.bodies[rng.usize(..self.bodies.len())].0;
            let own: Vec<_> = all.iter().filter(|asked| asked.bodies.contains(&id)).collect();
            let found = self.scene.nearest_to(id).map_err(said)?;
            self.judge_nearest(found.as_ref(), &own, &all)
                .map_err(|e| format!("nearest to: {e}"))?;
        }
        let margin = self.room * rng.f64() * 0.3;
        self.judge_within(margin, &all).map_err(|e| format!("within {margin}: {e}"))?;
        self.judge_contacts(&all).map_err(|e| format!("contacts: {e}"))?;
        self.judge_point(rng).map_err(|e| format!("point: {e}"))?;
        self.judge_ray(rng).map_err(|e| format!("ray: {e}"))
    }

    fn judge_within(&mut self, margin: f64, all: &[Asked<D>]) -> Verdict {
        let found = self.scene.pairs_within(margin).map_err(|error| error.to_string())?;
        if !found.windows(2).all(|two| two[0].bodies < two[1].bodies) {
            return Err("out of order".into());
        }
        let slack = self.slack();
        for nearest in &found {
            let own: Vec<_> = all.iter().filter(|asked| asked.bodies == nearest.bodies).collect();
            self.judge_nearest(Some(nearest), &own, all)?;
            if nearest.distance() > margin {
                return Err(format!("{:?} is further apart", nearest.bodies));
            }
        }
        let named = |bodies| found.binary_search_by_key(&bodies, |nearest| nearest.bodies).is_ok();
        for asked in all {
            if asked.answer.distance() <= margin - slack && !named(asked.bodies) {
                return Err(format!("{:?} is missing", asked.bodies));
            }
        }
        Ok(())
    }

    /// Bodies that fly on a little at a time, with margins asked for all the while: what is kept
    /// from one step to the next never hides a pair. How many pairs were near, over all steps.
    pub fn judge_flight(&mut self, rng: &mut Rng, steps: usize) -> Result<usize, String> {
        let speed = [0.0, 0.003, 0.03, 0.3];
        let flights: Vec<(Vector<D>, f64)> = (0..self.bodies.len())
            .map(|_| {
                let speed = speed[rng.usize(..4)];
                (unit::<D>(rng) * speed, speed)
            })
            .collect();
        let usual = self.room * rng.f64() * 0.2;
        let mut near = 0;
        for step in 0..steps {
            for ((id, _, place), (velocity, speed)) in self.bodies.iter_mut().zip(&flights) {
                if *speed > 0.0 {
                    let turned = nudged(rng, place, 0.3 * speed);
                    let at = turned.translation() + *velocity;
                    *place = Pose::new(*turned.rotation(), at).unwrap_or(*place);
                    let _ = self.scene.move_to(*id, *place);
                }
            }
            let margin = [usual, usual, usual, 0.0, 0.3 * usual, 2.0 * usual][rng.usize(..6)];
            if rng.u8(..8) == 0 {
                self.scene.nearest_pair().map_err(|error| error.to_string())?;
            }
            let all = self.all()?;
            self.judge_within(margin, &all)
                .map_err(|e| format!("step {step}, within {margin}: {e}"))?;
            if rng.u8(..8) == 0 {
                self.judge_contacts(&all).map_err(|e| format!("step {step}, contacts: {e}"))?;
            }
            near += all.iter().filter(|asked| asked.answer.distance() <= margin).count();
        }
        Ok(near)
    }

    fn judge_contacts(&mut self, all: &[Asked<D>]) -> Verdict {
        let found = match self.scene.contacts(0.0) {
            Ok(found) => found,
            // Two planes that cross have no depth.
            Err(error) if error.to_string().contains("no translation parts") => return Ok(()),
            Err(error) => return Err(error.to_string()),
        };
        let key = |contact: &clearance::scene::Contact<D>| (contact.bodies, contact.parts);
        if !found.windows(2).all(|two| key(&two[0]) < key(&two[1])) {
            return Err("out of order".into());
        }
        for contact in &found {
            let [a, b] = [self.find(contact.bodies[0])?, self.find(contact.bodies[1])?];
            let part_a = &a.1.parts()[contact.parts[0] as usize];
            let part_b = &b.1.parts()[contact.parts[1] as usize];
            let (at_a, at_b) = (part_a.pose_in(&a.2), part_b.pose_in(&b.2));
            let alone = signed_distance(part_a.shape(), &at_a, part_b.shape(), &at_b)
                .map_err(|error| error.to_string())?;
            if alone != contact.signed {
                return Err(format!("{:?} is not what the two parts get", contact.bodies));
            }
            let counts = all
                .iter()
                .any(|asked| asked.bodies == contact.bodies && asked.parts == contact.parts);
            if !counts {
                return Err(format!("{:?} is no pair that counts", contact.bodies));
            }
        }
        for asked in all.iter().filter(|asked| asked.answer.intersects()) {
            let key = (asked.bodies, asked.parts);
            if !found.iter().any(|contact| (contact.bodies, contact.parts) == key) {
                // Touching is a matter of rounding.
                let [a, b] = [self.find(asked.bodies[0])?, self.find(asked.bodies[1])?];
                let part_a = &a.1.parts()[asked.parts[0] as usize];
                let part_b = &b.1.parts()[asked.parts[1] as usize];
                let (at_a, at_b) = (part_a.pose_in(&a.2), part_b.pose_in(&b.2));
                let alone = signed_distance(part_a.shape(), &at_a, part_b.shape(), &at_b)
                    .map_err(|error| error.to_string())?;
                if alone.distance() <= 0.0 {
                    return Err(format!("{key:?} is missing"));
                }
            }
        }
        Ok(())
    }

    fn judge_point(&mut self, rng: &mut Rng) -> Verdict {
        let point = vector::<D>(rng, self.room);
        let found = self.scene.nearest_to_point(point).map_err(|error| error.to_string())?;
        let probe = Point::new(Vector::ZERO).map_err(|error| error.to_string())?;
        let mut least = f64::INFINITY;
        for (_, body, pose) in &self.bodies {
            for part in body.parts() {
                let answer = distance(&probe, &Pose::at(point), part.shape(), &part.pose_in(pose))
                    .map_err(|error| error.to_string())?;
                least = least.min(answer.distance());
            }
        }
        match found {
            None if self.bodies.is_empty() => Ok(()),
            Some(found) if (found.answer.distance() - least).abs() <= self.slack() => {
                if found.lower <= least + self.rounding() {
                    Ok(())
                } else {
                    Err("the bound is too large".into())
                }
            }
            found => Err(format!("{found:?}, and the least distance is {least}")),
        }
    }

    fn judge_ray(&mut self, rng: &mut Rng) -> Verdict {
        let (origin, direction) = (vector::<D>(rng, 2.0 * self.room), unit::<D>(rng));
        let found = self.scene.ray_cast(origin, direction).map_err(|error| error.to_string())?;
        let mut first = f64::INFINITY;
        for (_, body, pose) in &self.bodies {
            for part in body.parts() {
                let hit = ray_cast(part.shape(), &part.pose_in(pose), origin, direction)
                    .map_err(|error| error.to_string())?;
                first = hit.map_or(first, |hit| first.min(hit.t));
            }
        }
        let t = found.map_or(f64::INFINITY, |found| found.hit.t);
        if t == first {
            Ok(())
        } else {
            Err(format!("enters at {t}, and brute force says {first}"))
        }
    }

    /// Every bound that the scene vouches for, beside the true distances; how many there were.
    pub fn judge_bounds(&self) -> Result<usize, String> {
        let mut count = 0;
        for i in 0..self.bodies.len() {
            for j in i + 1..self.bodies.len() {
                let bound = self
                    .scene
                    .bound(self.bodies[i].0, self.bodies[j].0)
                    .map_err(|error| error.to_string())?;
                // Whether or not the pair counts.
                let least = Self::least(&self.asked(i, j)?);
                if bound.lower > least {
                    let pair = [self.bodies[i].0, self.bodies[j].0];
                    return Err(format!("{pair:?}: {} vouched for, {least} true", bound.lower));
                }
                count += 1;
            }
        }
        Ok(count)
    }
}
