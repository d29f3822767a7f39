//! Meshes from files: STL, OBJ and COLLADA, as convex hulls or as unions of convex parts.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clearance::shape::Polytope;
use clearance::{Convex, Vector};

use super::{RobotError, fit, xml};

/// Points and triangles, each of three points by number.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// The points.
    pub vertices: Vec<Vector<3>>,
    /// The triangles, anticlockwise seen from outside.
    pub faces: Vec<[u32; 3]>,
}

/// What a mesh becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Solid {
    /// Its convex hull, which contains it.
    #[default]
    Hull,
    /// A union of convex parts, which is closer to a mesh with dents (feature `decompose`).
    Parts,
}

/// How far a union of convex parts is from the mesh that it stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Approximation {
    /// How many parts there are.
    pub parts: usize,
    /// No point of the mesh is further than this from all of the parts (zero for a hull, up to
    /// rounding).
    pub uncovered: f64,
    /// A point of a part is this far outside of the mesh, and none is further than the second
    /// number; infinite if the mesh is not closed.
    pub excess: [f64; 2],
}

/// Where files are looked for.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The folder that relative names start from.
    pub base: PathBuf,
    /// The folders of packages, for names such as `package://arm/meshes/link.stl`.
    pub packages: HashMap<String, PathBuf>,
}

impl Files {
    /// Files beside this one.
    pub fn beside(path: &Path) -> Self {
        let base = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Self { base, packages: HashMap::new() }
    }

    /// The file of a name: `file://`, `package://` (a folder of that name is looked for in the
    /// base folder and above, if it is not listed), absolute, or relative to the base folder.
    pub fn find(&self, name: &str) -> Result<PathBuf, RobotError> {
        if let Some(path) = name.strip_prefix("file://") {
            return Ok(PathBuf::from(path));
        }
        let Some(rest) = name.strip_prefix("package://").or(name.strip_prefix("model://")) else {
            return Ok(self.base.join(name));
        };
        let (package, rest) = rest.split_once('/').unwrap_or((rest, ""));
        if let Some(folder) = self.packages.get(package) {
            return Ok(folder.join(rest));
        }
        let here = std::path::absolute(&self.base).unwrap_or_else(|_| self.base.clone());
        for folder in here.ancestors() {
            if folder.file_name().is_some_and(|name| name == package) {
                return Ok(folder.join(rest));
            }
            let inside = folder.join(package);
            if inside.is_dir() {
                return Ok(inside.join(rest));
            }
        }
        let problem = format!("the folder of the package \"{package}\" is not known");
        Err(RobotError::Mesh { path: name.into(), problem })
    }
}

impl Mesh {
    /// Reads a mesh: STL, OBJ or COLLADA by the ending of the name. Coordinates are single
    /// precision, as in most such files.
    pub fn load(path: &Path) -> Result<Self, RobotError> {
        let bytes = std::fs::read(path)
            .map_err(|error| RobotError::File { path: path.to_path_buf(), error })?;
        Self::read(&bytes, path)
    }

    /// Reads a mesh from what is in a file of this name.
    pub fn read(bytes: &[u8], path: &Path) -> Result<Self, RobotError> {
        let blame = |problem: String| RobotError::Mesh { path: path.to_path_buf(), problem };
        let ending = path.extension().and_then(|end| end.to_str()).unwrap_or("").to_lowercase();
        match ending.as_str() {
            "obj" => {}
            "stl" => check_stl(bytes).map_err(blame)?,
            "dae" => {
                let text =
                    std::str::from_utf8(bytes).map_err(|_| blame("the file is not text".into()))?;
                xml::parse(text, "COLLADA").map_err(|error| blame(error.to_string()))?;
            }
            _ => return Err(blame("expected a file that ends in .stl, .obj or .dae".into())),
        }
        let loader = mesh_loader::Loader::default()
            .merge_meshes(true)
            .custom_reader(|_: &Path| Ok(Vec::new()));
        // The reader is not ours: whatever it does with garbage is an error and no more.
        let scene = catch_unwind(AssertUnwindSafe(|| loader.load_from_slice(bytes, path)))
            .map_err(|_| blame("the file cannot be read as a mesh".into()))?
            .map_err(|error| blame(error.to_string()))?;
        let mut mesh = Self::default();
        for part in &scene.meshes {
            let first = mesh.vertices.len() as u32;
            let wide = |v: &[f32; 3]| Vector(v.map(f64::from));
            mesh.vertices.extend(part.vertices.iter().map(wide));
            mesh.faces.extend(part.faces.iter().map(|face| face.map(|i| first + i)));
        }
        mesh.check().map_err(blame)?;
        Ok(mesh)
    }

    /// Whether there is something, and all of it is somewhere.
    fn check(&self) -> Result<(), String> {
        if self.vertices.is_empty() {
            return Err("the mesh has no vertices".into());
        }
        if let Some(at) = self.vertices.iter().position(|vertex| !vertex.is_finite()) {
            return Err(format!("vertex {at} of the mesh is not finite"));
        }
        let count = self.vertices.len() as u32;
        if let Some(at) = self.faces.iter().position(|face| face.iter().any(|&i| i >= count)) {
            return Err(format!("face {at} of the mesh names a vertex that does not exist"));
        }
        Ok(())
    }

    /// The mesh with each axis scaled; mirrored by negative factors.
    #[must_use]
    pub fn scaled(mut self, by: Vector<3>) -> Self {
        for vertex in &mut self.vertices {
            *vertex = vertex.scale(by);
        }
        if by[0] * by[1] * by[2] < 0.0 {
            for face in &mut self.faces {
                face.swap(1, 2);
            }
        }
        self
    }

    /// The convex parts that stand for the mesh.
    pub fn parts(&self, solid: Solid) -> Result<Vec<Arc<dyn Convex<3>>>, String> {
        let hull = |points: &[Vector<3>]| {
            Polytope::from_points(points.iter().copied()).map_err(|error| error.to_string())
        };
        let parts = match solid {
            Solid::Hull => vec![hull(&self.vertices)?],
            Solid::Parts => {
                let pieces = super::decompose::decompose(self)?;
                pieces.iter().map(|piece| hull(piece)).collect::<Result<Vec<_>, _>>()?
            }
        };
        Ok(parts.into_iter().map(|part| Arc::new(part) as Arc<dyn Convex<3>>).collect())
    }

    /// The largest side of the box around it.
    pub(crate) fn size(&self) -> f64 {
        let end = |i: usize, pick: fn(f64, f64) -> f64, from: f64| {
            self.vertices.iter().map(|vertex| vertex[i]).fold(from, pick)
        };
        let side = |i| end(i, f64::max, f64::NEG_INFINITY) - end(i, f64::min, f64::INFINITY);
        (0..3).map(side).fold(0.0, f64::max)
    }

    /// How far these parts are from the mesh.
    pub fn approximation(&self, parts: &[Arc<dyn Convex<3>>]) -> Approximation {
        fit::approximation(self, parts)
    }
}

/// A binary STL file that is shorter than its header promises has been cut off.
fn check_stl(bytes: &[u8]) -> Result<(), String> {
    const HEADER: usize = 84;
    const TRIANGLE: u64 = 50;
    let binary = !bytes.trim_ascii_start().starts_with(b"solid");
    let count = bytes.get(HEADER - 4..HEADER).and_then(|count| count.try_into().ok());
    match count.map(u32::from_le_bytes) {
        _ if !binary => {
            let whole = bytes.windows(8).any(|word| word.eq_ignore_ascii_case(b"endsolid"));
            // A binary file may begin with any word; its length tells.
            let promised =
                count.map(|n| HEADER as u64 + TRIANGLE * u64::from(u32::from_le_bytes(n)));
            let whole = whole || promised == Some(bytes.len() as u64);
            if whole { Ok(()) } else { Err("the file ends before the solid does".into()) }
        }
        Some(count) if HEADER as u64 + TRIANGLE * u64::from(count) <= bytes.len() as u64 => Ok(()),
        Some(count) => Err(format!("the file ends before its {count} triangles do")),
        None => Err("the file is too short for an STL file".into()),
    }
}
