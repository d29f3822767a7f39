//! Small systems of equations, by elimination.

/// The solution of the first `size` equations in as many unknowns, the right side after the last of them;
/// `None` if it is singular.
pub(crate) fn eliminated<const ROWS: usize, const COLUMNS: usize>(
    rows: &mut [[f64; COLUMNS]; ROWS],
    size: usize,
) -> Option<[f64; ROWS]> {
    for c in 0..size {
        let mut pivot = c;
        for r in c + 1..size {
            if rows[r][c].abs() > rows[pivot][c].abs() {
                pivot = r;
            }
        }
        rows.swap(c, pivot);
        let row = rows[c];
        if row[c] == 0.0 {
            return None;
        }
        for other in &mut rows[c + 1..size] {
            let factor = other[c] / row[c];
            for k in c..=size {
                other[k] -= row[k] * factor;
            }
        }
    }
    let mut solved = [0.0; ROWS];
    for c in (0..size).rev() {
        let known: f64 = (c + 1..size).map(|k| rows[c][k] * solved[k]).sum();
        solved[c] = (rows[c][size] - known) / rows[c][c];
    }
    solved.iter().all(|x| x.is_finite()).then_some(solved)
}
