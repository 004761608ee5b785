//! Where long chains of links end: link-cut trees (Sleator and Tarjan, "A Data Structure for Dynamic Trees", 1983).
//!
//! Each register links to at most one other. A query asks for the last one of the chain. A chain is cut into paths,
//! each of which is a binary tree that is splayed on access: what is nearer to the chain's end is further left.
//!
//! ```text
//!   %5 → %4 → %3 → %2          path %5 %4      path %3 %2     the tree of %5 %4 has %3 as its
//!                                   %5              %2        parent, but is not a child of it
//!                                  /                  \
//!                                 %4 ─ ─ ─ ─ ─ ─ ─ ─ ▶ %3
//! ```

use avarice_mir::VReg;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// A register's place in the tree of its path.
#[derive(Clone, Copy, Default, Debug)]
struct Node {
    /// The node above; for the topmost one of a path, the register that the path's end links to.
    parent: PackedOption<VReg>,
    /// What is nearer to the chain's end, then what is further from it.
    children: [PackedOption<VReg>; 2],
}

/// Links from registers to registers, without circles. Every operation takes logarithmic time, on average.
#[derive(Debug, Default)]
pub struct LinkTree {
    nodes: SecondaryMap<VReg, Node>,
}

impl LinkTree {
    /// Removes all links.
    pub fn clear(&mut self) {
        self.nodes.clear();
    }

    /// The last register of the chain from `reg`.
    pub fn end(&mut self, reg: VReg) -> VReg {
        self.expose(reg);
        let mut end = reg;
        while let Some(next) = self.nodes[end].children[0].expand() {
            end = next;
        }
        self.splay(end);
        end
    }

    /// Links `from` to `to`, unless that closes a circle. Returns whether it did. `from` must have no link.
    pub fn link(&mut self, from: VReg, to: VReg) -> bool {
        if self.end(to) == from {
            return false;
        }
        self.expose(from);
        self.nodes[from].parent = to.into();
        true
    }

    /// Removes the link of `from`, if it has one.
    pub fn cut(&mut self, from: VReg) {
        self.expose(from);
        if let Some(rest) = self.nodes[from].children[0].take() {
            self.nodes[rest].parent = None.into();
        }
    }

    /// Makes the chain from `reg` one path, with `reg` as the top of its tree.
    fn expose(&mut self, reg: VReg) {
        let mut below = None.into();
        let mut cursor = Some(reg);
        while let Some(node) = cursor {
            self.splay(node);
            self.nodes[node].children[1] = below;
            below = node.into();
            cursor = self.nodes[node].parent.expand();
        }
        self.splay(reg);
    }

    /// Which child of its parent a node is, and the parent; none for the top of a path.
    fn place(&self, node: VReg) -> Option<(VReg, usize)> {
        let parent = self.nodes[node].parent.expand()?;
        let children = &self.nodes[parent].children;
        let side = children.iter().position(|c| c.expand() == Some(node))?;
        Some((parent, side))
    }

    /// Rotates a node to the top of its path.
    fn splay(&mut self, node: VReg) {
        while let Some((parent, side)) = self.place(node) {
            if let Some((_, above)) = self.place(parent) {
                self.rotate(if above == side { parent } else { node });
            }
            self.rotate(node);
        }
    }

    /// Exchanges a node and its parent; the order of the path stays.
    fn rotate(&mut self, node: VReg) {
        let Some((parent, side)) = self.place(node) else {
            return;
        };
        let above = self.place(parent);
        let inner = self.nodes[node].children[1 - side];
        self.nodes[parent].children[side] = inner;
        if let Some(inner) = inner.expand() {
            self.nodes[inner].parent = parent.into();
        }
        self.nodes[node].parent = self.nodes[parent].parent;
        self.nodes[node].children[1 - side] = parent.into();
        self.nodes[parent].parent = node.into();
        if let Some((above, side)) = above {
            self.nodes[above].children[side] = node.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random links and cuts, each held against a walk.
    #[test]
    fn ends_are_what_a_walk_finds() {
        const REGS: u32 = 40;
        let mut tree = LinkTree::default();
        let mut links = [None; REGS as usize];
        let walk = |links: &[Option<u32>], mut at: u32| {
            while let Some(next) = links[at as usize] {
                at = next;
            }
            at
        };
        let mut seed = 1_u32;
        let mut circles = 0;
        for _ in 0..20_000 {
            let mut next = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 16) % REGS
            };
            let (from, to) = (next(), next());
            tree.cut(VReg::from_u32(from));
            links[from as usize] = None;
            let closes = walk(&links, to) == from;
            circles += u32::from(closes);
            assert_eq!(tree.link(VReg::from_u32(from), VReg::from_u32(to)), !closes);
            if !closes {
                links[from as usize] = Some(to);
            }
            let asked = next();
            let end = tree.end(VReg::from_u32(asked));
            assert_eq!(end.as_u32(), walk(&links, asked));
        }
        assert!(circles > 100);
    }
}
