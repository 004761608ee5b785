//! Expressions of debug values while registers are allocated: those of the code, and those that follow when two places of
//! a list become one.

use avarice_ir::{Expression, ExpressionTable, MetadataId, Module};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap; // Allowed because a table by id is as long as the module's metadata.

/// An expression; equal ones have the same id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ExpressionId(u32);
entity_impl!(ExpressionId);

/// An expression by its node, where it has one, and taken apart, where it names arguments.
#[derive(Clone, Debug)]
struct Entry {
    node: PackedOption<MetadataId>,
    expression: Option<Expression>,
}

/// The expressions of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Expressions {
    entries: PrimaryMap<ExpressionId, Entry>,
    /// Not by id: a function has few of a module's nodes.
    by_node: FxHashMap<MetadataId, ExpressionId>,
}

impl Expressions {
    pub fn clear(&mut self) {
        for entry in self.entries.values() {
            if let Some(node) = entry.node.expand() {
                self.by_node.remove(&node);
            }
        }
        self.entries.clear();
    }

    /// The id of the expression in a node.
    pub fn of_node(
        &mut self,
        module: &Module,
        table: &ExpressionTable,
        node: MetadataId,
    ) -> ExpressionId {
        let node = module.expression_index().canonical(node);
        if let Some(known) = self.by_node.get(&node) {
            return *known;
        }
        let expression = table.expression(module, node);
        let id = self.entries.push(Entry {
            node: node.into(),
            expression: expression.names_arguments().then_some(expression),
        });
        self.by_node.insert(node, id);
        id
    }

    /// The id of what `change` makes of an expression that names arguments.
    pub fn changed(
        &mut self,
        id: ExpressionId,
        change: impl FnOnce(&Expression) -> Expression,
    ) -> ExpressionId {
        let Some(expression) = &self.entries[id].expression else {
            return id;
        };
        let new = Some(change(expression));
        let mut entries = self.entries.iter();
        let known = entries.find(|(_, entry)| entry.expression == new);
        match known.map(|(id, _)| id) {
            Some(known) => known,
            None => self.entries.push(Entry {
                node: None.into(),
                expression: new,
            }),
        }
    }

    /// The node of an expression, made in `table` if there is none.
    pub fn node(
        &mut self,
        module: &Module,
        table: &mut ExpressionTable,
        id: ExpressionId,
    ) -> MetadataId {
        let entry = &mut self.entries[id];
        entry.node.expand().unwrap_or_else(|| {
            let expression = entry.expression.clone().unwrap_or_default();
            let node = table.id_of(module, expression);
            entry.node = node.into();
            node
        })
    }
}
