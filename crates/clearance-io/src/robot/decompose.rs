//! Convex decomposition, by parry's VHACD.

use clearance::Vector;

use super::Mesh;

#[cfg(feature = "decompose")]
pub(crate) fn decompose(mesh: &Mesh) -> Result<Vec<Vec<Vector<3>>>, String> {
    use parry3d_f64::math::Vector as Point;
    use parry3d_f64::transformation::vhacd::{VHACD, VHACDParameters};

    if mesh.faces.is_empty() {
        return Err("a mesh without triangles cannot be taken apart".into());
    }
    let points: Vec<Point> = mesh.vertices.iter().map(|v| Point::new(v[0], v[1], v[2])).collect();
    let parameters = VHACDParameters::default();
    // The parts are the hulls of the triangles that they hold, so that together they hold all.
    let work = || {
        let vhacd = VHACD::decompose(&parameters, &points, &mesh.faces, true);
        vhacd.compute_exact_convex_hulls(&points, &mesh.faces)
    };
    let hulls = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work))
        .map_err(|_| "the mesh cannot be taken apart".to_string())?;
    let pieces: Vec<Vec<Vector<3>>> = hulls
        .into_iter()
        .map(|(points, _)| points.into_iter().map(|p| Vector([p.x, p.y, p.z])).collect())
        .filter(|piece: &Vec<Vector<3>>| !piece.is_empty())
        .collect();
    if pieces.is_empty() { Err("the mesh cannot be taken apart".into()) } else { Ok(pieces) }
}

#[cfg(not(feature = "decompose"))]
pub(crate) fn decompose(_: &Mesh) -> Result<Vec<Vec<Vector<3>>>, String> {
    Err("this program was built without convex decomposition (feature `decompose`)".into())
}
