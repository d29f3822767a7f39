//! Cells from TOML.

use std::path::Path;
use std::sync::Arc;

use clearance::scene::Body;
use clearance::{Convex, Pose, Vector};

use super::Cell;
use crate::error::{FormatError, Problem};
use crate::fields::{Fields, Result, exactly, listed, number};
use crate::robot::{Allowed, Derive, Files, Mesh, Options, Robot, RobotError, Solid, read_srdf};
use crate::value::Value;
use crate::{locate, pose, shape};

/// So many configurations are tried where a file asks for sampling and does not say.
const SAMPLES: usize = 500;

impl Cell {
    /// Reads a file.
    pub fn load(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| other(error.to_string()).in_file(&name))?;
        let base = path.parent().unwrap_or(Path::new("."));
        Self::from_toml(&text, base).map_err(|error| error.in_file(name))
    }

    /// Reads TOML text; the names of files in it are relative to this folder.
    pub fn from_toml(text: &str, base: &Path) -> Result<Self> {
        let value: Value<'_> =
            toml::from_str(text).map_err(|error| locate::toml_syntax(&error, text))?;
        Self::from_value(&value, base).map_err(|error| locate::in_toml(error, text))
    }

    fn from_value(value: &Value<'_>, base: &Path) -> Result<Self> {
        let fields = Fields::new(value, "a scene")?;
        fields.only(&["margin", "body", "robot", "allow"])?;
        let margin = fields.read_if("margin", number)?.unwrap_or(0.0);
        if margin < 0.0 {
            let expected = "a margin of zero or more";
            return Err(FormatError::expected(expected, format!("{margin}")).at("margin"));
        }
        let mut cell = Self { margin, ..Self::new() };
        each(&fields, "body", &mut |fields| read_body(&mut cell, fields, base))?;
        each(&fields, "robot", &mut |fields| read_robot(&mut cell, fields, base))?;
        each(&fields, "allow", &mut |fields| read_allow(&mut cell, fields))?;
        Ok(cell)
    }
}

/// Reads each table of a list.
fn each<'v, 'a>(
    fields: &Fields<'v, 'a>,
    name: &'static str,
    read: &mut dyn FnMut(&Fields<'v, 'a>) -> Result<()>,
) -> Result<()> {
    let expected = "a list of tables";
    fields
        .read_if(name, |value| {
            let Value::List(list) = value else {
                return Err(FormatError::expected(expected, value.describe()));
            };
            for (index, value) in list.iter().enumerate() {
                Fields::new(value, "a table")
                    .and_then(|fields| read(&fields))
                    .map_err(|error| error.at_index(index))?;
            }
            Ok(())
        })
        .map(|_| ())
}

fn other(problem: String) -> FormatError {
    FormatError::new(Problem::Other(problem))
}

fn from_robot(error: &RobotError) -> FormatError {
    other(error.to_string())
}

fn text(value: &Value<'_>) -> Result<String> {
    match value {
        Value::Text(text) => Ok(text.to_string()),
        value => Err(FormatError::expected("a string", value.describe())),
    }
}

fn flag(value: &Value<'_>) -> Result<bool> {
    match value {
        Value::Bool(flag) => Ok(*flag),
        value => Err(FormatError::expected("true or false", value.describe())),
    }
}

fn read_body(cell: &mut Cell, fields: &Fields<'_, '_>, base: &Path) -> Result<()> {
    fields.only(&["name", "shape", "parts", "mesh", "scale", "decompose", "pose", "moves"])?;
    let name = fields.read("name", "a name", text)?;
    if cell.find(&name).is_some() {
        return Err(other(format!("there are two bodies named \"{name}\"")).at("name"));
    }
    let given: Vec<&str> =
        ["shape", "parts", "mesh"].into_iter().filter(|name| fields.has(name)).collect();
    let parts = match given[..] {
        ["shape"] => vec![(read_shape(fields)?, Pose::IDENTITY)],
        ["parts"] => fields.read("parts", "a list of parts", read_parts)?,
        ["mesh"] => read_mesh(fields, base)?,
        _ => {
            let found = if given.is_empty() { "none".into() } else { given.join(" and ") };
            return Err(FormatError::expected("exactly one of shape, parts or mesh", found));
        }
    };
    let body = Body::from_parts(parts).map_err(|error| other(error.to_string()))?;
    let pose = fields.read_if("pose", pose::pose::<3>)?.unwrap_or_default();
    let moves = fields.read_if("moves", flag)?.unwrap_or(false);
    let added = if moves { cell.add(name, body, pose) } else { cell.add_fixed(name, body, pose) };
    added.map(|_| ()).map_err(|error| from_robot(&error))
}

type Parts = Vec<(Arc<dyn Convex<3>>, Pose<3>)>;

fn read_shape(fields: &Fields<'_, '_>) -> Result<Arc<dyn Convex<3>>> {
    Ok(Arc::from(fields.read("shape", "a shape", shape::shape::<3>)?))
}

fn read_parts(value: &Value<'_>) -> Result<Parts> {
    crate::fields::list(value, "a list of parts", |value| {
        let fields = Fields::new(value, "a part, such as {shape = {type = \"ball\", radius = 1}}")?;
        fields.only(&["shape", "pose"])?;
        Ok((read_shape(&fields)?, fields.read_if("pose", pose::pose::<3>)?.unwrap_or_default()))
    })
}

fn read_mesh(fields: &Fields<'_, '_>, base: &Path) -> Result<Parts> {
    let files = Files { base: base.to_path_buf(), ..Files::default() };
    let scale = fields.read_if("scale", read_scale)?.unwrap_or(Vector([1.0; 3]));
    let solid = read_solid(fields)?;
    fields.read("mesh", "the name of a file", |value| {
        let path = files.find(&text(value)?).map_err(|error| from_robot(&error))?;
        let mesh = Mesh::load(&path).map_err(|error| from_robot(&error))?.scaled(scale);
        let parts = mesh.parts(solid).map_err(other)?;
        Ok(parts.into_iter().map(|part| (part, Pose::IDENTITY)).collect())
    })
}

/// One number, or three.
fn read_scale(value: &Value<'_>) -> Result<Vector<3>> {
    let scale = match value {
        Value::List(_) => Vector(exactly(value, "a number, or three", number)?),
        value => Vector([number(value)?; 3]),
    };
    if (0..3).any(|i| scale[i] == 0.0) {
        return Err(FormatError::expected("a scale that is not zero", "0"));
    }
    Ok(scale)
}

fn read_solid(fields: &Fields<'_, '_>) -> Result<Solid> {
    let parts = fields.read_if("decompose", flag)?.unwrap_or(false);
    Ok(if parts { Solid::Parts } else { Solid::Hull })
}

fn read_robot(cell: &mut Cell, fields: &Fields<'_, '_>, base: &Path) -> Result<()> {
    fields.only(&[
        "urdf",
        "srdf",
        "name",
        "pose",
        "joints",
        "packages",
        "decompose",
        "derive",
        "samples",
    ])?;
    let mut files = Files { base: base.to_path_buf(), ..Files::default() };
    if let Some(Value::Table(packages)) = fields.get("packages") {
        for (name, folder) in packages {
            let folder = text(folder).map_err(|e| e.at(name.to_string()).at("packages"))?;
            files.packages.insert(name.to_string(), base.join(folder));
        }
    }
    let options = Options::default().with_solid(read_solid(fields)?);
    let robot = fields.read("urdf", "the name of a file", |value| {
        let path = base.join(text(value)?);
        files.base = path.parent().unwrap_or(base).to_path_buf();
        Robot::load_with(&path, &files, &options).map_err(|error| from_robot(&error))
    })?;
    let allowed = read_allowed(fields, &robot, base)?;
    let name = fields.read_if("name", text)?.unwrap_or_else(|| robot.name.clone());
    let pose = fields.read_if("pose", pose::pose::<3>)?.unwrap_or_default();
    let mut configuration = robot.rest();
    if let Some(value) = fields.get("joints") {
        read_joints(value, &robot, &mut configuration).map_err(|error| error.at("joints"))?;
    }
    let number = cell.add_robot(name, robot, pose, &allowed).map_err(|error| from_robot(&error))?;
    cell.configure(number, &configuration).map_err(|error| from_robot(&error))
}

/// Which links need not be compared: as a file says, or else those that are adjacent, and what
/// sampling shows if that is asked for.
fn read_allowed(fields: &Fields<'_, '_>, robot: &Robot, base: &Path) -> Result<Vec<Allowed>> {
    let srdf = fields.read_if("srdf", |value| {
        let path = base.join(text(value)?);
        let blame = |problem: String| other(format!("{}: {problem}", path.display()));
        let text = std::fs::read_to_string(&path).map_err(|error| blame(error.to_string()))?;
        read_srdf(&text, robot).map_err(|error| blame(error.to_string()))
    })?;
    if let Some(allowed) = srdf {
        return Ok(allowed);
    }
    let samples = fields.read_if("samples", count)?.unwrap_or(SAMPLES);
    let derive = fields.read_if("derive", |value| {
        let text = text(value)?;
        Derive::named(&text).ok_or_else(|| {
            let words = Derive::ALL.map(|(word, _)| word);
            FormatError::expected(listed(&words), format!("{text:?}"))
        })
    })?;
    robot.allowed(derive.unwrap_or_default(), samples).map_err(|error| from_robot(&error))
}

/// A number of configurations to look at.
fn count(value: &Value<'_>) -> Result<usize> {
    const MOST: i128 = 1_000_000;
    match value {
        Value::Integer(count) if (1..=MOST).contains(count) => Ok(*count as usize),
        other => {
            let expected = format!("a whole number from 1 to {MOST}");
            Err(FormatError::expected(expected, other.describe()))
        }
    }
}

/// Values by the names of joints; the others stay as they are.
pub(crate) fn read_joints(value: &Value<'_>, robot: &Robot, into: &mut [f64]) -> Result<()> {
    let expected = "joint values by name, such as {shoulder = 0.5}";
    let Value::Table(joints) = value else {
        return Err(FormatError::expected(expected, value.describe()));
    };
    for (name, value) in joints {
        let Some(at) = robot.variables().position(|variable| variable == name) else {
            let names: Vec<&str> = robot.variables().collect();
            let problem = Problem::Unknown { expected: listed(&names) };
            return Err(FormatError::new(problem).at(name.to_string()));
        };
        into[at] = number(value).map_err(|error| error.at(name.to_string()))?;
    }
    Ok(())
}

fn read_allow(cell: &mut Cell, fields: &Fields<'_, '_>) -> Result<()> {
    fields.only(&["pair", "reason"])?;
    let [a, b] = fields.read("pair", "two names", |value| exactly(value, "two names", text))?;
    cell.allow(&a, &b).map_err(|error| from_robot(&error).at("pair"))
}
