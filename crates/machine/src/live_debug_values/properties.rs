//! How debug values compute from their places: the expression and the form of the instruction.

use avarice_ir::debug_expressions::entry_value_step;
use avarice_ir::{Expression, ExpressionTable, MetadataId, Module};
use avarice_mir::MachineFunction;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap; // Allowed because a table by id is as long as the module's metadata.

use avarice_mir::debug_values::{DebugValue, Shape};

/// The largest number of places that a debug value has: an expression can name arguments that no instruction could hold.
const MOST_PLACES: usize = 4096;

/// Properties of debug values; equal ones have the same id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PropertiesId(u32);
entity_impl!(PropertiesId);

/// How a debug value computes from its places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Properties {
    pub shape: Shape,
    /// The expression, by the node that stands for all that say the same.
    pub expression: MetadataId,
    /// How many places there are.
    pub places: usize,
    /// Equal for those that compute the same in different forms.
    pub meaning: MetadataId,
    /// The expression as that of one place which is no list; `None` if there is none.
    single: PackedOption<MetadataId>,
    /// Whether it can speak of what a register had on entry.
    is_entry_candidate: bool,
    next: PackedOption<PropertiesId>,
}

/// The properties of the debug values of a function, and expressions that follow from them.
#[derive(Clone, Debug, Default)]
pub(super) struct PropertiesTable {
    known: PrimaryMap<PropertiesId, Properties>,
    /// The newest of an expression. Not by id: a function has few of a module's nodes.
    first: FxHashMap<MetadataId, PropertiesId>,
    /// Expressions of the function, with those that are made here.
    expressions: ExpressionTable,
}

impl PropertiesTable {
    /// Forgets all. Expressions that are made from here on follow those of `function`.
    pub fn begin(&mut self, function: &MachineFunction) {
        for properties in self.known.values() {
            self.first.remove(&properties.expression);
        }
        self.known.clear();
        self.expressions = function.own_expressions.clone();
    }

    /// The expressions of the function, with those that were made.
    pub fn take_expressions(&mut self) -> ExpressionTable {
        std::mem::take(&mut self.expressions)
    }

    /// The properties.
    pub fn get(&self, id: PropertiesId) -> &Properties {
        &self.known[id]
    }

    /// What an expression says.
    pub fn expression(&self, module: &Module, id: MetadataId) -> Expression {
        self.expressions.expression(module, id)
    }

    /// The id of an expression.
    pub fn id_of(&mut self, module: &Module, expression: Expression) -> MetadataId {
        self.expressions.id_of(module, expression)
    }

    /// The expression of a debug value, with the dereferences that were added to it.
    pub fn expression_of(
        &mut self,
        function: &MachineFunction,
        module: &Module,
        value: &DebugValue,
    ) -> MetadataId {
        if value.expression_operand(function).derefs().is_empty() {
            return module.expression_index().canonical(value.expression);
        }
        let said = value.said(function, module, &self.expressions);
        self.id_of(module, said)
    }

    /// The properties of a debug value. One that refers to instructions becomes a list.
    pub fn of_value(
        &mut self,
        function: &MachineFunction,
        module: &Module,
        value: &DebugValue,
    ) -> PropertiesId {
        let shape = match value.shape {
            Shape::References => Shape::List,
            other => other,
        };
        let expression = self.expression_of(function, module, value);
        self.id(module, shape, expression)
    }

    /// The id of properties.
    pub fn id(&mut self, module: &Module, shape: Shape, expression: MetadataId) -> PropertiesId {
        let first = self.first.get(&expression).copied();
        let next = |id: &PropertiesId| self.known[*id].next.expand();
        let mut known = std::iter::successors(first, next);
        if let Some(id) = known.find(|id| self.known[*id].shape == shape) {
            return id;
        }
        let said = self.expression(module, expression);
        let meaning = match shape {
            Shape::Indirect => said.with_place_read(),
            _ => said.clone(),
        };
        let meaning = self.id_of(module, meaning.with_numbered_argument());
        let single = said.of_single_place();
        let of_entry = match shape {
            Shape::List => single.as_ref(),
            _ => Some(&said),
        };
        let is_entry_candidate = of_entry.is_some_and(Expression::is_entry_candidate);
        let single = single.map(|single| self.id_of(module, single));
        let id = self.known.push(Properties {
            shape,
            expression,
            places: match shape {
                Shape::List => said.num_arguments().min(MOST_PLACES),
                _ => 1,
            },
            meaning,
            single: single.into(),
            is_entry_candidate,
            next: first.into(),
        });
        self.first.insert(expression, id);
        id
    }

    /// Properties that can speak of what a register had on entry.
    pub fn entry_candidates(&self) -> impl Iterator<Item = PropertiesId> + '_ {
        let all = self.known.iter();
        all.filter(|(_, properties)| properties.is_entry_candidate)
            .map(|(id, _)| id)
    }

    /// The expression for what a register had on entry, where the value of a parameter is said with `id`.
    ///
    /// # Requires
    /// It is one of [`Self::entry_candidates`].
    pub fn entry_value(&mut self, module: &Module, id: PropertiesId) -> MetadataId {
        let properties = self.known[id];
        let expression = match (properties.shape, properties.single.expand()) {
            (Shape::List, Some(single)) => single,
            _ => properties.expression,
        };
        let said = self.expression(module, expression);
        self.id_of(module, said.prepended([entry_value_step()]))
    }
}
