//! `clearance render`: a pair in space with its closest points, by casting a ray for each pixel.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance::{Answer, Convex, Pose, Vector, ray_cast};
use clearance_io::{AnyPair, Pair};

use crate::args::PairArgs;
use crate::image::{Picture, base64};
use crate::picture;
use crate::text;

/// The options of `clearance render`.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    pair: PairArgs,
    /// Where the picture goes: a .png or .svg file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How many pixels wide it is; three quarters of that high
    #[arg(long, default_value_t = 640, value_parser = clap::value_parser!(u32).range(16..=4096))]
    width: u32,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let query = options.pair.read()?;
    let path = &options.output;
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or("").to_lowercase();
    let bytes = match (&query.pair, end.as_str()) {
        (AnyPair::Two(pair), "svg") => picture::draw(pair, &query.solve(pair)?).into_bytes(),
        (AnyPair::Two(_), _) => bail!("a pair of the plane is drawn into an .svg file"),
        (AnyPair::Three(pair), "png" | "svg") => {
            let answer = query.solve(pair)?;
            let picture = Scene::of_pair(pair, &answer).draw(options.width as usize)?;
            let file = picture.to_png()?;
            if end == "png" { file } else { svg(&picture, &file, &caption(&answer)).into_bytes() }
        }
        _ => bail!("expected a file that ends in .png or .svg, found {}", path.display()),
    };
    std::fs::write(path, bytes).with_context(|| path.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn caption(answer: &Answer<3>) -> String {
    if answer.intersects() {
        return "the shapes meet".to_owned();
    }
    format!("distance {}", text::number(answer.distance()))
}

/// The picture, with a line of text below it.
pub fn svg(picture: &Picture, file: &[u8], caption: &str) -> String {
    let (width, height) = (picture.width, picture.width * 3 / 4);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <image width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{}\"/>\n\
         <text x=\"12\" y=\"{}\" font-family=\"sans-serif\" font-size=\"16\">{caption}</text>\n</svg>\n",
        height + 30,
        base64(file),
        height + 18,
    )
}

/// Colours of A, of B, and of what connects them.
pub const COLOURS: [[f64; 3]; 3] = [[0.32, 0.55, 0.87], [0.95, 0.60, 0.25], [0.10, 0.10, 0.12]];

/// A shape that is seen.
pub struct Body<'a> {
    pub shape: &'a dyn Convex<3>,
    pub pose: Pose<3>,
    pub colour: [f64; 3],
    /// How much of what lies behind it is hidden, as a share.
    pub opacity: f64,
}

/// What is seen: shapes, from one side, without perspective.
pub struct Scene<'a> {
    bodies: Vec<Body<'a>>,
    points: Option<[Vector<3>; 2]>,
    /// To the right, upwards, and away from the viewer.
    axes: [Vector<3>; 3],
    centre: Vector<3>,
    /// Half of what is seen, to the right and upwards.
    half: f64,
    light: Vector<3>,
}

impl<'a> Scene<'a> {
    fn of_pair(pair: &'a Pair<3>, answer: &Answer<3>) -> Self {
        let body = |shape: &'a dyn Convex<3>, pose: Pose<3>, colour: [f64; 3]| Body {
            shape,
            pose,
            colour,
            opacity: 1.0,
        };
        let bodies =
            vec![body(&*pair.a, pair.pose_a, COLOURS[0]), body(&*pair.b, pair.pose_b, COLOURS[1])];
        let scene = Self::new(bodies, answer.points());
        Self { points: scene.points.filter(|_| !answer.intersects()), ..scene }
    }

    /// These bodies, with a line between two points.
    pub fn new(bodies: Vec<Body<'a>>, ends: [Vector<3>; 2]) -> Self {
        let away = unit(Vector([-0.45, 1.0, -0.5]));
        let right = unit(away.cross(Vector::axis(2)));
        let axes = [right, right.cross(away), away];
        // Bounded shapes are seen whole; of others the part near the closest points.
        let mut seen = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for Body { shape, pose, .. } in &bodies {
            for (k, range) in seen.iter_mut().enumerate() {
                for (side, axis) in [(0, -axes[k]), (1, axes[k])] {
                    let bounded = shape.view().is_bounded();
                    let local = shape.support(pose.rotation().rotate_back(axis));
                    let p = if bounded { pose.transform(local) } else { ends[0] + axis * 2.0 };
                    let along = axes[k].dot(p);
                    range[side] = if side == 0 { range[0].min(along) } else { range[1].max(along) };
                }
            }
        }
        let [x, y] = seen.map(|[from, to]| 0.5 * (from + to));
        let depth = axes[2].dot(ends[0] + ends[1]) * 0.5;
        let [width, height] = seen.map(|[from, to]| 0.5 * (to - from));
        Self {
            bodies,
            points: Some(ends),
            axes,
            centre: axes[0] * x + axes[1] * y + axes[2] * depth,
            half: 1.08 * width.max(height * 4.0 / 3.0),
            light: unit(axes[1] * 0.8 - axes[0] * 0.5 - away * 0.9),
        }
    }

    /// Each pixel is the mean of four rays.
    pub fn draw(&self, width: usize) -> Result<Picture> {
        let height = width * 3 / 4;
        let mut pixels = Vec::with_capacity(width * height);
        let pixel = 2.0 * self.half / width as f64;
        for row in 0..height {
            for column in 0..width {
                let mut sum = [0.0; 3];
                for k in 0..4 {
                    let (dx, dy) = (0.25 + 0.5 * f64::from(k % 2), 0.25 + 0.5 * f64::from(k / 2));
                    let x = (column as f64 + dx - 0.5 * width as f64) * pixel;
                    let y = (0.5 * height as f64 - row as f64 - dy) * pixel;
                    let colour = self.colour([x, y], pixel)?;
                    for i in 0..3 {
                        sum[i] += 0.25 * colour[i];
                    }
                }
                pixels.push(sum.map(|share| (255.0 * share.clamp(0.0, 1.0)).round() as u8));
            }
        }
        Ok(Picture { width, height, pixels })
    }

    /// What a ray sees.
    fn colour(&self, [x, y]: [f64; 2], pixel: f64) -> Result<[f64; 3]> {
        let [right, up, away] = self.axes;
        let on = self.centre + right * x + up * y;
        if let Some(colour) = self.marks(on, pixel) {
            return Ok(colour);
        }
        let far = 1e3 * self.half;
        let mut hits: Vec<(f64, [f64; 3], f64)> = Vec::new();
        for Body { shape, pose, colour, opacity } in &self.bodies {
            let Some((way, normal)) = enters(*shape, pose, on - away * far, away, far)? else {
                continue;
            };
            let bright = 0.30 + 0.70 * normal.dot(self.light).max(0.0);
            hits.push((way, colour.map(|share| share * bright), *opacity));
        }
        // From the back to the front, on white.
        hits.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut seen = [1.0; 3];
        for (_, colour, opacity) in hits {
            for i in 0..3 {
                seen[i] += opacity * (colour[i] - seen[i]);
            }
        }
        Ok(seen)
    }

    /// The closest points and the line between them lie on top of everything.
    fn marks(&self, on: Vector<3>, pixel: f64) -> Option<[f64; 3]> {
        let [a, b] = self.points?;
        let flat = |v: Vector<3>| Vector([self.axes[0].dot(v), self.axes[1].dot(v)]);
        let (p, q, x) = (flat(a), flat(b), flat(on));
        let (size, way) = (240.0 * pixel / 60.0, q - p);
        if (x - p).norm() <= size || (x - q).norm() <= size {
            return Some(COLOURS[2]);
        }
        let t = ((x - p).dot(way) / way.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        ((x - p - way * t).norm() <= 0.3 * size).then_some(COLOURS[2])
    }
}

/// How far along a ray a shape begins, and its outward normal there.
fn enters(
    shape: &dyn Convex<3>,
    pose: &Pose<3>,
    origin: Vector<3>,
    along: Vector<3>,
    far: f64,
) -> Result<Option<(f64, Vector<3>)>> {
    let Some(surfaces) = shape.implicit() else {
        let hit = ray_cast(shape, pose, origin, along)?;
        return Ok(hit.map(|hit| (hit.t, hit.normal.unwrap_or(-along))));
    };
    let (start, way) = (pose.transform_back(origin), pose.rotation().rotate_back(along));
    let (mut from, mut to, mut normal) = (0.0, 2.0 * far, -way);
    for k in 0..surfaces.curved() {
        // A convex function along the ray: Newton's method from either side does not overstep.
        let root = |mut t: f64, sign: f64| {
            for _ in 0..60 {
                let jet = surfaces.jet(k, start + way * t, 0.0);
                let slope = jet.gradient.dot(way);
                if jet.value <= 1e-9 {
                    return Some((t, jet.gradient));
                }
                if !(slope * sign < 0.0) {
                    return None;
                }
                t -= jet.value / slope;
            }
            None
        };
        let (Some((enter, gradient)), Some((leave, _))) = (root(0.0, 1.0), root(2.0 * far, -1.0))
        else {
            return Ok(None);
        };
        if enter > from {
            (from, normal) = (enter, gradient);
        }
        to = leave.min(to);
    }
    for (n, offset) in surfaces.half_spaces() {
        let (slope, room) = (n.dot(way), offset - n.dot(start));
        if slope < 0.0 && room / slope > from {
            (from, normal) = (room / slope, *n);
        } else if slope > 0.0 {
            to = to.min(room / slope);
        } else if slope == 0.0 && room < 0.0 {
            return Ok(None);
        }
    }
    Ok((from <= to).then(|| (from, unit(pose.rotation().rotate(normal)))))
}

fn unit(v: Vector<3>) -> Vector<3> {
    v.normalized().unwrap_or(Vector::axis(2))
}
