//! What metadata says of two accesses: their types (`!tbaa`), and the scopes in which they are known to be apart
//! (`!alias.scope`, `!noalias`).
//!
//! ```text
//!   !0 = !{!"root"}                                a tree of types; who has the same root knows the others
//!   !1 = !{!"int", !0, i64 0}                      a scalar type: name, parent, offset in it
//!   !2 = !{!"pair", !1, i64 0, !1, i64 4}          a struct: name, then types of fields with their offsets
//!   !3 = !{!2, !1, i64 4}                          an access: base type, accessed type, offset
//! ```

use avarice_ir::metadata::MetadataData;
use avarice_ir::{MetadataId, Module};
use avarice_mir::MemOperand;

/// How deep nodes are compared that were written twice.
const MOST_DEPTH: u32 = 8;

/// How many steps lead from a type to the root of its tree, and through the fields of a struct; nodes may form circles.
const MOST_STEPS: usize = 64;

/// How many operands a field has, and which is the first.
struct FieldLayout {
    first: usize,
    step: usize,
}

/// Looks at the metadata of a module.
#[derive(Clone, Copy)]
pub(super) struct MetadataAlias<'a> {
    module: &'a Module,
}

/// An access as its tag tells it.
struct Tag {
    base: MetadataId,
    accessed: MetadataId,
    offset: u64,
    /// Whether types have their size in them.
    has_sizes: bool,
}

impl<'a> MetadataAlias<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        Self { module }
    }

    /// Whether two accesses have no byte in common.
    pub(super) fn are_disjoint(self, a: &MemOperand, b: &MemOperand) -> bool {
        self.are_apart_in_scopes(a.alias_scope.expand(), b.no_alias.expand())
            || self.are_apart_in_scopes(b.alias_scope.expand(), a.no_alias.expand())
            || self.have_other_types(a.tbaa.expand(), b.tbaa.expand())
    }

    fn operands(self, node: MetadataId) -> &'a [Option<MetadataId>] {
        match &self.module.metadata.nodes[node] {
            MetadataData::Node { operands, .. } => operands,
            _ => &[],
        }
    }

    /// Operand `index` of a node, if it is a node too.
    fn node(self, node: MetadataId, index: usize) -> Option<MetadataId> {
        let operand = *self.operands(node).get(index)?;
        operand.filter(|id| matches!(self.module.metadata.nodes[*id], MetadataData::Node { .. }))
    }

    fn number(self, node: MetadataId, index: usize) -> Option<u64> {
        let operand = *self.operands(node).get(index)?;
        match self.module.metadata.nodes[operand?] {
            MetadataData::Const(id) => self.module.int_value(id),
            _ => None,
        }
    }

    /// Whether two nodes are one: equal nodes are, unless they are distinct.
    fn is_same(self, a: MetadataId, b: MetadataId, depth: u32) -> bool {
        if a == b {
            return true;
        }
        let nodes = &self.module.metadata.nodes;
        match (&nodes[a], &nodes[b]) {
            (
                MetadataData::Node { distinct, operands },
                MetadataData::Node {
                    distinct: other_distinct,
                    operands: others,
                },
            ) => {
                let mut pairs = operands.iter().zip(others.iter());
                !distinct
                    && !other_distinct
                    && operands.len() == others.len()
                    && (depth == 0
                        || pairs.all(|(a, b)| match (a, b) {
                            (Some(a), Some(b)) => self.is_same(*a, *b, depth - 1),
                            (a, b) => a == b,
                        }))
            }
            (a, b) => a == b,
        }
    }

    /// Whether an access in `scopes` is apart from one that is known to be apart from all of `others`: in one domain,
    /// `others` has all scopes of the first.
    fn are_apart_in_scopes(self, scopes: Option<MetadataId>, others: Option<MetadataId>) -> bool {
        let (Some(scopes), Some(others)) = (scopes, others) else {
            return false;
        };
        let list = |node| self.operands(node).iter().flatten().copied();
        let domains = list(others).filter_map(|scope| self.node(scope, 1));
        let is_in = |scope, domain| {
            let own = self.node(scope, 1);
            own.is_some_and(|own| self.is_same(own, domain, MOST_DEPTH))
        };
        for domain in domains {
            let mut of_domain = list(scopes)
                .filter(|scope| is_in(*scope, domain))
                .peekable();
            if of_domain.peek().is_none() {
                continue;
            }
            if of_domain
                .all(|scope| list(others).any(|other| self.is_same(scope, other, MOST_DEPTH)))
            {
                return true;
            }
        }
        false
    }

    /// Whether accesses of these types cannot be to the same memory.
    fn have_other_types(self, a: Option<MetadataId>, b: Option<MetadataId>) -> bool {
        let (Some(a), Some(b)) = (a, b) else {
            return false;
        };
        if self.is_same(a, b, MOST_DEPTH) {
            return false;
        }
        let (Some(a), Some(b)) = (self.tag(a), self.tag(b)) else {
            return false;
        };
        let Some(common) = self.common_type(a.accessed, b.accessed) else {
            return false;
        };
        let may_alias = self.alias_of_part(&a, &b, common);
        let may_alias = may_alias.or_else(|| self.alias_of_part(&b, &a, common));
        !may_alias.unwrap_or(false)
    }

    fn tag(self, node: MetadataId) -> Option<Tag> {
        let accessed = self.node(node, 1)?;
        Some(Tag {
            base: self.node(node, 0)?,
            accessed,
            offset: self.number(node, 2)?,
            has_sizes: self.operands(node).len() >= 4 && self.has_size(accessed),
        })
    }

    /// Whether a type is written with its size: parent, size, name, then fields with offset and size.
    fn has_size(self, ty: MetadataId) -> bool {
        self.operands(ty).len() >= 3 && self.node(ty, 0).is_some()
    }

    /// The types from `ty` to the root of its tree.
    fn parents(self, ty: MetadataId) -> impl Iterator<Item = MetadataId> {
        let parent = move |ty: &MetadataId| self.node(*ty, usize::from(!self.has_size(*ty)));
        std::iter::successors(Some(ty), parent).take(MOST_STEPS)
    }

    /// The lowest type that both are, if they are of one tree.
    fn common_type(self, a: MetadataId, b: MetadataId) -> Option<MetadataId> {
        let root = self.parents(a).last()?;
        let other_root = self.parents(b).last()?;
        if !self.is_same(root, other_root, MOST_DEPTH) {
            return None;
        }
        self.parents(a).find(|ty| {
            self.parents(b)
                .any(|other| self.is_same(*ty, other, MOST_DEPTH))
        })
    }

    /// Whether the accesses may be to the same memory, if the second may be an access to a part of what the first accesses;
    /// `None` if it is not.
    fn alias_of_part(self, whole: &Tag, part: &Tag, common: MetadataId) -> Option<bool> {
        let is_same = |a, b| self.is_same(a, b, MOST_DEPTH);
        if is_same(whole.accessed, whole.base) && is_same(whole.accessed, common) {
            return Some(true);
        }
        let (mut ty, mut offset) = (whole.base, whole.offset);
        for _ in 0..MOST_STEPS {
            if is_same(ty, part.base) {
                return Some(
                    offset == part.offset
                        || is_same(ty, whole.accessed)
                        || is_same(part.base, part.accessed),
                );
            }
            if whole.has_sizes && is_same(ty, whole.accessed) {
                break;
            }
            match self.field(ty, &mut offset) {
                Some(field) => ty = field,
                None => return None,
            }
        }
        (whole.has_sizes && self.has_field(ty, part.base, 0)).then_some(true)
    }

    fn fields(self, ty: MetadataId) -> FieldLayout {
        match self.has_size(ty) {
            true => FieldLayout { first: 3, step: 3 },
            false => FieldLayout { first: 1, step: 2 },
        }
    }

    /// The field of `ty` that `offset` is in; `offset` is from there on then. A type without fields has its parent for one.
    fn field(self, ty: MetadataId, offset: &mut u64) -> Option<MetadataId> {
        let FieldLayout { first, step } = self.fields(ty);
        let count = self.operands(ty).len();
        if count < first + step - usize::from(first == 1) {
            return None;
        }
        let mut starts = (first..count).step_by(step);
        let begin = |at: usize| self.number(ty, at + 1).unwrap_or(0);
        let after = starts.clone().find(|at| begin(*at) > *offset);
        let at = match after.filter(|_| count > 3) {
            Some(after) => after.checked_sub(step).filter(|at| *at >= first)?,
            None => starts.next_back()?,
        };
        *offset = offset.wrapping_sub(begin(at));
        self.node(ty, at)
    }

    /// Whether `ty` has `field` in it, at whatever depth.
    fn has_field(self, ty: MetadataId, field: MetadataId, depth: u32) -> bool {
        let FieldLayout { first, step } = self.fields(ty);
        let count = self.operands(ty).len();
        let mut types = (first..count)
            .step_by(step)
            .filter_map(|at| self.node(ty, at));
        depth > MOST_DEPTH
            || types.any(|ty| {
                self.is_same(ty, field, MOST_DEPTH) || self.has_field(ty, field, depth + 1)
            })
    }
}
