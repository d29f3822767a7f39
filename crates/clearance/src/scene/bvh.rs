//! A binary tree of boxes. It is built by halving at the median, and refitted when boxes move:
//! the shape of the tree stays, its boxes follow.

use alloc::vec::Vec;

use crate::accuracy;
use crate::query::Aabb;
use crate::space::Vector;

/// A tree over items that are numbered from zero.
#[derive(Clone, Debug, Default)]
pub(super) struct Bvh<const D: usize> {
    /// In preorder: the left child follows its parent, so that children come after parents.
    nodes: Vec<Node<D>>,
    /// The leaf of each item; `NONE` if the tree does not hold it.
    leaves: Vec<u32>,
    /// The size of all nodes together when the tree was built.
    built: f64,
    /// How many items have been refitted one by one since the whole was looked at.
    since: usize,
}

#[derive(Clone, Copy, Debug)]
struct Node<const D: usize> {
    bounds: Aabb<D>,
    /// The right child of an inner node, or the item of a leaf.
    next: u32,
    parent: u32,
    /// The first node that is not below this one.
    after: u32,
    /// About how large the box is: the larger of two nodes is opened.
    size: f32,
    leaf: bool,
}

impl<const D: usize> Node<D> {
    fn new(bounds: Aabb<D>, next: u32, parent: u32, leaf: bool) -> Self {
        let (after, size) = (NONE, bounds.size() as f32);
        Self { bounds, next, parent, after, size, leaf }
    }

    #[inline(always)]
    fn set(&mut self, bounds: Aabb<D>) {
        self.bounds = bounds;
        self.size = bounds.size() as f32;
    }
}

const NONE: u32 = u32::MAX;

/// What a search does next.
pub(super) struct Limit {
    /// Boxes further apart than this are of no interest; squared.
    squared: f64,
}

impl Limit {
    pub(super) fn new(limit: f64) -> Self {
        let mut new = Self { squared: f64::INFINITY };
        new.lower(limit);
        new
    }

    /// From here on, only what is this close.
    #[inline]
    pub(super) fn lower(&mut self, limit: f64) {
        // Rounded up: what lies at the limit is of interest.
        let limit = limit.max(0.0);
        self.squared = limit * limit * (1.0 + accuracy::BOX_ROUNDING * accuracy::ROUNDING);
    }

    #[inline(always)]
    fn excludes(&self, gap_squared: f64) -> bool {
        gap_squared > self.squared
    }
}

impl<const D: usize> Bvh<D> {
    /// Builds the tree over these items, `count` being more than the largest number among them.
    pub(super) fn build(&mut self, items: &mut [(u32, Aabb<D>)], count: usize) {
        self.nodes.clear();
        self.leaves.clear();
        self.leaves.resize(count, NONE);
        self.since = 0;
        self.built = 0.0;
        if !items.is_empty() {
            self.grow(items, NONE);
            self.built = self.size();
        }
    }

    /// How many items there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len().div_ceil(2)
    }

    fn grow(&mut self, items: &mut [(u32, Aabb<D>)], parent: u32) {
        let at = self.nodes.len() as u32;
        let mut bounds = Aabb::EMPTY;
        for (_, item) in items.iter() {
            bounds = bounds.merged(item);
        }
        if let [(item, _)] = items {
            self.leaves[*item as usize] = at;
            self.nodes.push(Node { after: at + 1, ..Node::new(bounds, *item, parent, true) });
            return;
        }
        self.nodes.push(Node::new(bounds, NONE, parent, false));
        // Along the axis on which the centres are spread furthest.
        let mut spread = Aabb::<D>::EMPTY;
        for (_, item) in items.iter() {
            let centre = item.doubled_centre();
            spread = spread.merged(&Aabb { low: centre, high: centre });
        }
        let extent = spread.high - spread.low;
        let axis = (0..D).fold(0, |best, i| if extent[i] > extent[best] { i } else { best });
        let middle = items.len() / 2;
        items.select_nth_unstable_by(middle, |(i, a), (j, b)| {
            let (x, y) = (a.doubled_centre()[axis], b.doubled_centre()[axis]);
            x.total_cmp(&y).then(i.cmp(j))
        });
        let (left, right) = items.split_at_mut(middle);
        self.grow(left, at);
        self.nodes[at as usize].next = self.nodes.len() as u32;
        self.grow(right, at);
        self.nodes[at as usize].after = self.nodes.len() as u32;
    }

    /// The item's box is now this one. The nodes above follow with [`refit`](Self::refit) or
    /// [`climb`](Self::climb).
    #[inline]
    pub(super) fn set(&mut self, item: u32, bounds: Aabb<D>) {
        if let Some(&leaf) = self.leaves.get(item as usize)
            && let Some(node) = self.nodes.get_mut(leaf as usize)
        {
            node.set(bounds);
        }
    }

    /// All boxes follow those of their items.
    pub(super) fn refit(&mut self) {
        self.since = 0;
        for at in (0..self.nodes.len()).rev() {
            if !self.nodes[at].leaf {
                let bounds = self.around(at);
                self.nodes[at].set(bounds);
            }
        }
    }

    /// The boxes above one item follow.
    pub(super) fn climb(&mut self, item: u32) {
        self.since += 1;
        let Some(&leaf) = self.leaves.get(item as usize) else { return };
        let mut at = self.nodes.get(leaf as usize).map_or(NONE, |node| node.parent);
        while at != NONE {
            let bounds = self.around(at as usize);
            let node = &mut self.nodes[at as usize];
            if node.bounds.contains(&bounds) && bounds.contains(&node.bounds) {
                return;
            }
            node.set(bounds);
            at = node.parent;
        }
    }

    fn around(&self, at: usize) -> Aabb<D> {
        let right = self.nodes[at].next as usize;
        self.nodes[at + 1].bounds.merged(&self.nodes[right].bounds)
    }

    /// Whether the boxes have grown so much that building anew pays. Looks at the tree once for
    /// every so many moves.
    pub(super) fn is_worn(&mut self, all_moved: bool) -> bool {
        if !all_moved && self.since < self.len() {
            return false;
        }
        self.since = 0;
        self.size() > accuracy::WORN_TREE * self.built
    }

    fn size(&self) -> f64 {
        self.nodes.iter().map(|node| node.bounds.size()).sum()
    }

    /// The box of an item.
    #[cfg(test)]
    fn bounds(&self, item: u32) -> Aabb<D> {
        self.nodes[self.leaves[item as usize] as usize].bounds
    }

    /// Visits the pairs of items whose boxes are within the limit of each other, which the visitor
    /// may lower: each pair once.
    pub(super) fn pairs<E>(
        &self,
        limit: &mut Limit,
        visit: &mut impl FnMut(u32, u32, &mut Limit) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.nodes.is_empty() { Ok(()) } else { self.within(0, limit, visit) }
    }

    fn within<E>(
        &self,
        at: usize,
        limit: &mut Limit,
        visit: &mut impl FnMut(u32, u32, &mut Limit) -> Result<(), E>,
    ) -> Result<(), E> {
        let node = &self.nodes[at];
        if node.leaf {
            return Ok(());
        }
        let (left, right) = (at + 1, node.next as usize);
        self.within(left, limit, visit)?;
        self.within(right, limit, visit)?;
        let gap = self.nodes[left].bounds.gap_squared(&self.nodes[right].bounds);
        if limit.excludes(gap) { Ok(()) } else { self.between(left, right, limit, visit) }
    }

    /// The same for two nodes whose boxes are within the limit of each other.
    fn between<E>(
        &self,
        a: usize,
        b: usize,
        limit: &mut Limit,
        visit: &mut impl FnMut(u32, u32, &mut Limit) -> Result<(), E>,
    ) -> Result<(), E> {
        let (first, second) = (&self.nodes[a], &self.nodes[b]);
        if first.leaf && second.leaf {
            return visit(first.next, second.next, limit);
        }
        // The larger one is opened, and the nearer of its halves comes first.
        let open_first = second.leaf || !first.leaf && first.size > second.size;
        let (open, kept) = if open_first { (a, b) } else { (b, a) };
        for (half, gap) in self.halves(open, &self.nodes[kept].bounds) {
            if !limit.excludes(gap) {
                self.between(half, kept, limit, visit)?;
            }
        }
        Ok(())
    }

    /// The two halves of a node and the squares of their distances from a box, the nearer first.
    #[inline(always)]
    fn halves(&self, at: usize, bounds: &Aabb<D>) -> [(usize, f64); 2] {
        let (left, right) = (at + 1, self.nodes[at].next as usize);
        let near = |at: usize| (at, self.nodes[at].bounds.gap_squared(bounds));
        let (left, right) = (near(left), near(right));
        if right.1 < left.1 { [right, left] } else { [left, right] }
    }

    /// Visits the items whose boxes are within the limit of `bounds`, near ones first.
    pub(super) fn near<E>(
        &self,
        bounds: &Aabb<D>,
        limit: &mut Limit,
        visit: &mut impl FnMut(u32, &mut Limit) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(root) = self.nodes.first() else { return Ok(()) };
        let beyond = limit.excludes(root.bounds.gap_squared(bounds));
        if beyond { Ok(()) } else { self.near_at(0, bounds, limit, visit) }
    }

    fn near_at<E>(
        &self,
        at: usize,
        bounds: &Aabb<D>,
        limit: &mut Limit,
        visit: &mut impl FnMut(u32, &mut Limit) -> Result<(), E>,
    ) -> Result<(), E> {
        let node = &self.nodes[at];
        if node.leaf {
            return visit(node.next, limit);
        }
        for (half, gap) in self.halves(at, bounds) {
            if !limit.excludes(gap) {
                self.near_at(half, bounds, limit, visit)?;
            }
        }
        Ok(())
    }

    /// Visits the items whose boxes meet this one, in any order.
    pub(super) fn meeting(&self, bounds: &Aabb<D>, visit: &mut impl FnMut(u32)) {
        let mut at = 0;
        // In preorder, all that a node holds lies between it and the node after.
        while let Some(node) = self.nodes.get(at) {
            if !node.bounds.meets(bounds) {
                at = node.after as usize;
                continue;
            }
            if node.leaf {
                visit(node.next);
            }
            at += 1;
        }
    }

    /// Visits the items whose boxes a ray enters no later than `until`, which the visitor may
    /// bring forward; early ones first.
    pub(super) fn along<E>(
        &self,
        (origin, direction): (Vector<D>, Vector<D>),
        until: &mut f64,
        visit: &mut impl FnMut(u32, &mut f64) -> Result<(), E>,
    ) -> Result<(), E> {
        let ray = (origin, direction.map(|x| 1.0 / x));
        if self.nodes.is_empty() { Ok(()) } else { self.along_at(0, ray, until, visit) }
    }

    fn along_at<E>(
        &self,
        at: usize,
        ray: (Vector<D>, Vector<D>),
        until: &mut f64,
        visit: &mut impl FnMut(u32, &mut f64) -> Result<(), E>,
    ) -> Result<(), E> {
        let node = &self.nodes[at];
        if node.bounds.entry(ray.0, ray.1, *until).is_none() {
            return Ok(());
        }
        if node.leaf {
            return visit(node.next, until);
        }
        let (left, right) = (at + 1, node.next as usize);
        let enters =
            |at: usize| self.nodes[at].bounds.entry(ray.0, ray.1, *until).unwrap_or(f64::INFINITY);
        let (first, second) =
            if enters(right) < enters(left) { (right, left) } else { (left, right) };
        self.along_at(first, ray, until, visit)?;
        self.along_at(second, ray, until, visit)
    }

    /// Visits the pairs of an item of this tree and one of another, which lies in a frame of its
    /// own, whose boxes are within the limit of each other.
    pub(super) fn across<E>(
        &self,
        other: &Self,
        other_in_self: &crate::space::Pose<D>,
        limit: &mut Limit,
        visit: &mut impl FnMut(u32, u32, &mut Limit) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.nodes.is_empty() || other.nodes.is_empty() {
            return Ok(());
        }
        let mut stack = Vec::from([(0_usize, 0_usize)]);
        while let Some((a, b)) = stack.pop() {
            let (first, second) = (&self.nodes[a], &other.nodes[b]);
            // An unbounded box has no image of its own.
            let excluded = second.bounds.is_finite()
                && limit.excludes(first.bounds.gap_squared(&second.bounds.placed(other_in_self)));
            if excluded {
                continue;
            }
            if first.leaf && second.leaf {
                visit(first.next, second.next, limit)?;
            } else if second.leaf || !first.leaf && first.bounds.size() > second.bounds.size() {
                stack.push((first.next as usize, b));
                stack.push((a + 1, b));
            } else {
                stack.push((a, second.next as usize));
                stack.push((a, b + 1));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::vec;

    fn random_boxes(random: &mut fastrand::Rng, count: usize) -> Vec<(u32, Aabb<3>)> {
        (0..count as u32)
            .map(|i| {
                let low = Vector::from_fn(|_| random.f64() * 10.0);
                (i, Aabb { low, high: low + Vector::from_fn(|_| random.f64()) })
            })
            .collect()
    }

    fn pairs(tree: &Bvh<3>, margin: f64) -> BTreeSet<(u32, u32)> {
        let mut found = BTreeSet::new();
        let mut visit = |i: u32, j: u32, _: &mut Limit| {
            assert!(found.insert((i.min(j), i.max(j))), "a pair is visited once");
            Ok::<(), ()>(())
        };
        tree.pairs(&mut Limit::new(margin), &mut visit).unwrap();
        found
    }

    /// All pairs of near boxes are visited, after moves too, whether the tree is refitted as a
    /// whole or leaf by leaf.
    #[test]
    fn pairs_are_those_of_brute_force() {
        let mut random = fastrand::Rng::with_seed(1);
        for count in [0, 1, 2, 3, 17, 100] {
            let mut boxes = random_boxes(&mut random, count);
            let mut tree = Bvh::default();
            tree.build(&mut boxes.clone(), count);
            assert_eq!(tree.len(), count);
            for round in 0..6 {
                let margin = 0.2 * f64::from(round);
                let mut expected = BTreeSet::new();
                for (i, a) in &boxes {
                    for (j, b) in &boxes {
                        if i < j && a.gap_squared(b) <= margin * margin {
                            expected.insert((*i, *j));
                        }
                    }
                }
                assert_eq!(pairs(&tree, margin), expected);
                for (i, bounds) in &mut boxes {
                    if random.bool() {
                        *bounds = random_boxes(&mut random, 1)[0].1;
                        tree.set(*i, *bounds);
                        assert_eq!(tree.bounds(*i), *bounds);
                        if round % 2 == 0 {
                            tree.climb(*i);
                        }
                    }
                }
                if round % 2 == 1 {
                    tree.refit();
                }
            }
        }
    }

    #[test]
    fn a_tree_that_was_scattered_is_worn() {
        let mut random = fastrand::Rng::with_seed(2);
        let boxes = random_boxes(&mut random, 200);
        let mut tree = Bvh::default();
        tree.build(&mut boxes.clone(), 200);
        assert!(!tree.is_worn(true));
        let mut places: Vec<_> = boxes.iter().map(|(_, bounds)| *bounds).collect();
        random.shuffle(&mut places);
        for (i, bounds) in places.into_iter().enumerate() {
            tree.set(i as u32, bounds);
        }
        tree.refit();
        assert!(tree.is_worn(true));
    }

    #[test]
    fn equal_boxes_are_no_trouble() {
        let same = Aabb { low: Vector([0.0; 3]), high: Vector([1.0; 3]) };
        let mut boxes = vec![(0, same); 64];
        for (i, item) in boxes.iter_mut().enumerate() {
            item.0 = i as u32;
        }
        let mut tree = Bvh::default();
        tree.build(&mut boxes, 64);
        assert_eq!(pairs(&tree, 0.0).len(), 64 * 63 / 2);
    }
}
