//! Which point lies farthest beyond a plane?

use alloc::vec::Vec;

use super::exact::{self, Site};
use crate::space::Vector;

/// Boxes of points in boxes, to find those beyond a plane without looking at all of them.
pub(super) struct Tree {
    /// Parents before children, left before right.
    nodes: Vec<Node>,
    order: Vec<u32>,
}

struct Node {
    low: Site<3>,
    high: Site<3>,
    /// The node after all those inside this one.
    after: usize,
    /// The points of a box without boxes, in `order`.
    points: core::ops::Range<usize>,
}

impl Tree {
    /// The most points in a box without boxes.
    const LEAF: usize = 16;

    pub fn new(sites: &[Site<3>]) -> Self {
        let mut order: Vec<u32> = (0..sites.len() as u32).collect();
        let mut nodes = Vec::new();
        if !order.is_empty() {
            Self::build(sites, &mut order, 0, &mut nodes);
        }
        Self { nodes, order }
    }

    /// The longest side of the box of all points.
    pub fn size(&self) -> f64 {
        self.nodes.first().map_or(0.0, |root| (Vector(root.high) - Vector(root.low)).max_abs())
    }

    /// Adds the box of the points `order`, which start at `start` in the whole.
    fn build(sites: &[Site<3>], order: &mut [u32], start: usize, nodes: &mut Vec<Node>) {
        let (mut low, mut high) = ([f64::MAX; 3], [f64::MIN; 3]);
        for &i in order.iter() {
            for k in 0..3 {
                low[k] = low[k].min(sites[i as usize][k]);
                high[k] = high[k].max(sites[i as usize][k]);
            }
        }
        let here = nodes.len();
        let leaf = order.len() <= Self::LEAF;
        let points = if leaf { start..start + order.len() } else { 0..0 };
        nodes.push(Node { low, high, after: 0, points });
        if !leaf {
            let mut widest = 0;
            for k in 1..3 {
                if high[k] - low[k] > high[widest] - low[widest] {
                    widest = k;
                }
            }
            let middle = order.len() / 2;
            order.select_nth_unstable_by(middle, |&i, &j| {
                sites[i as usize][widest].total_cmp(&sites[j as usize][widest])
            });
            let (left, right) = order.split_at_mut(middle);
            Self::build(sites, left, start, nodes);
            Self::build(sites, right, start + middle, nodes);
        }
        nodes[here].after = nodes.len();
    }

    /// The point farthest beyond a triangle, if it is farther than `limit`, and how far.
    pub fn farthest_beyond(
        &self,
        sites: &[Site<3>],
        corners: [Site<3>; 3],
        mut limit: f64,
    ) -> Option<(u32, f64)> {
        let (base, normal) = plane(corners)?;
        let mut best = None;
        let mut next = 0;
        while let Some(node) = self.nodes.get(next) {
            let (low, high) = (Vector(node.low) - base, Vector(node.high) - base);
            let corner = Vector::from_fn(|k| if normal[k] > 0.0 { high[k] } else { low[k] });
            if normal.dot(corner) <= limit {
                next = node.after;
                continue;
            }
            for &i in &self.order[node.points.clone()] {
                let site = sites[i as usize];
                let distance = normal.dot(Vector(site) - base);
                let [a, b, c] = corners;
                if distance > limit && exact::beyond(a, b, c, site) > 0.0 {
                    best = Some((i, distance));
                    limit = distance;
                }
            }
            next += 1;
        }
        best
    }
}

/// A triangle's plane: a point and the unit normal.
fn plane(corners: [Site<3>; 3]) -> Option<(Vector<3>, Vector<3>)> {
    // From the corner between the two shorter edges, where the least is lost to rounding.
    let across =
        |k: usize| (Vector(corners[(k + 1) % 3]) - Vector(corners[(k + 2) % 3])).norm_squared();
    let apex = if across(0) >= across(1).max(across(2)) {
        0
    } else if across(1) >= across(2) {
        1
    } else {
        2
    };
    let [a, b, c] = [1, 2, 3].map(|k| corners[(apex + k) % 3]);
    let turn =
        |k: usize| exact::turn(exact::without(a, k), exact::without(b, k), exact::without(c, k));
    Some((Vector(c), Vector::from_fn(turn).normalized()?))
}

#[cfg(test)]
mod tests {
    use super::super::judge::unit;
    use super::*;

    #[test]
    fn the_tree_finds_what_brute_force_finds() {
        fastrand::seed(12);
        for _ in 0..200 {
            let n = fastrand::usize(4..200);
            let points: Vec<_> = (0..n).map(|_| unit() * fastrand::f64()).collect();
            let sites = exact::scaled(&points);
            let corners = [0, 1, 2].map(|i| sites[i]);
            let tree = Tree::new(&sites);
            let limit = tree.size() * fastrand::f64();
            let found = tree.farthest_beyond(&sites, corners, limit);
            let (base, normal) = plane(corners).unwrap();
            let far = |s: &Site<3>| normal.dot(Vector(*s) - base);
            let most = sites.iter().map(far).fold(limit, f64::max);
            assert_eq!(found.map_or(limit, |f| f.1), most);
        }
    }
}
