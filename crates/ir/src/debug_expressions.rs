//! Expressions of debug values that code generation makes: a value went to a stack slot, or is part of another.
//!
//! A module is not changed any more by then. As for debug locations, each function has a table of its own whose ids
//! follow those of the module's nodes, and what a node of the module says has that node's id: LLVM keeps each
//! expression only once, so two are equal exactly if their ids are.
//!
//! ```text
//!   module     !DIExpression()                id 7
//!   function   !DIExpression(DW_OP_deref)     id 42, the first after the module's
//! ```

use std::sync::Arc;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap; // Allowed because only a changed expression is looked up, once for a debug value.
use smallvec::SmallVec;

use crate::entities::MetadataId;
use crate::metadata::{MetadataData, MetadataField, MetadataTable, SpecialNode, Word};
use crate::module::Module;

/// Part of a variable, in bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fragment {
    /// Where it begins.
    pub offset: u64,
    /// How long it is.
    pub size: u64,
}

impl Fragment {
    /// Whether they have a bit in common.
    pub fn overlaps(self, other: Self) -> bool {
        let end = |part: Self| part.offset.saturating_add(part.size);
        self.offset < end(other) && other.offset < end(self)
    }
}

/// The operations of an expression, each with its operands: `DW_OP_plus_uconst 8`, `DW_OP_stack_value`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Expression {
    steps: SmallVec<[Step; 3]>,
}

/// One operation of an expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// `DW_OP_…`
    pub operation: Word,
    /// What it is done with.
    pub operands: SmallVec<[Term; 2]>,
}

/// An operand of an operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A number; a negative one by its 64 bits.
    Number(u64),
    /// The name of an encoding, `DW_ATE_signed`.
    Name(Word),
}

impl Term {
    fn of_text(text: &Arc<str>) -> Self {
        let signed = || text.parse::<i64>().map(|number| number as u64);
        let number = text.parse().or_else(|_| signed());
        number.map_or_else(|_| Self::Name(Word::Other(text.clone())), Self::Number)
    }

    fn into_text(self) -> Arc<str> {
        match self {
            Self::Number(number) => number.to_string().into(),
            Self::Name(name) => name.into(),
        }
    }
}

impl Step {
    /// An operation with numbers.
    pub fn new(operation: &'static str, operands: &[u64]) -> Self {
        Self {
            operation: operation.into(),
            operands: operands.iter().map(|n| Term::Number(*n)).collect(),
        }
    }

    /// Whether it is this operation.
    pub fn is(&self, operation: &str) -> bool {
        *self.operation == *operation
    }

    /// A number among its operands.
    pub fn number(&self, at: usize) -> Option<u64> {
        match self.operands.get(at)? {
            Term::Number(number) => Some(*number),
            Term::Name(_) => None,
        }
    }

    /// The number of the argument that it pushes, if that is what it does.
    fn argument(&self) -> Option<u64> {
        self.is(ARGUMENT).then(|| self.number(0)).flatten()
    }
}

const ARGUMENT: &str = "DW_OP_LLVM_arg";
const FRAGMENT: &str = "DW_OP_LLVM_fragment";
const STACK_VALUE: &str = "DW_OP_stack_value";
const ENTRY_VALUE: &str = "DW_OP_LLVM_entry_value";
const DEREF: &str = "DW_OP_deref";
const TAG_OFFSET: &str = "DW_OP_LLVM_tag_offset";

impl Expression {
    /// What a node says; `None` if it is no expression.
    pub fn of_node(node: &SpecialNode) -> Option<Self> {
        if *node.name != *"DIExpression" {
            return None;
        }
        let mut steps: SmallVec<[Step; 3]> = SmallVec::new();
        for (_, field) in &node.fields {
            let MetadataField::Text(text) = field else {
                return None;
            };
            if text.starts_with("DW_OP_") {
                steps.push(Step {
                    operation: Word::Other(text.clone()),
                    operands: SmallVec::new(),
                });
            } else {
                steps.last_mut()?.operands.push(Term::of_text(text));
            }
        }
        Some(Self { steps })
    }

    /// Its operations.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The part of the variable that it is for; `None` for all of it.
    pub fn fragment(&self) -> Option<Fragment> {
        let last = self.steps.last().filter(|step| step.is(FRAGMENT))?;
        let (offset, size) = (last.number(0)?, last.number(1)?);
        Some(Fragment { offset, size })
    }

    /// Whether it pushes arguments by their numbers.
    pub fn names_arguments(&self) -> bool {
        self.steps.iter().any(|step| step.is(ARGUMENT))
    }

    /// Whether it makes a value that stands nowhere.
    pub fn is_implicit(&self) -> bool {
        self.steps.iter().any(|step| step.is(STACK_VALUE))
    }

    /// Whether it speaks of the value that a register had on entry.
    pub fn is_entry_value(&self) -> bool {
        self.steps.iter().any(|step| step.is(ENTRY_VALUE))
    }

    /// Whether it has no operations but the part that it is for.
    pub fn is_plain(&self) -> bool {
        self.steps.iter().all(|step| step.is(FRAGMENT))
    }

    /// With operations before its own.
    #[must_use]
    pub fn prepended(&self, first: impl IntoIterator<Item = Step>) -> Self {
        let mut steps: SmallVec<[Step; 3]> = first.into_iter().collect();
        steps.extend(self.steps.iter().cloned());
        Self { steps }
    }

    /// With operations after argument `argument`; before all else where arguments have no numbers.
    #[must_use]
    pub fn with_argument_changed(&self, argument: u64, added: &[Step]) -> Self {
        if !self.names_arguments() {
            return self.prepended(added.iter().cloned());
        }
        let mut steps = SmallVec::with_capacity(self.steps.len() + added.len());
        for step in &self.steps {
            steps.push(step.clone());
            if step.argument() == Some(argument) {
                steps.extend(added.iter().cloned());
            }
        }
        Self { steps }
    }

    /// With argument `new` in place of `old`, which is no more: the later ones move up.
    #[must_use]
    pub fn with_argument_replaced(&self, old: u64, new: u64) -> Self {
        let renamed = |step: &Step| match step.argument() {
            Some(argument) if argument >= old => {
                let argument = if argument == old { new } else { argument };
                Step::new(ARGUMENT, &[argument - u64::from(argument > old)])
            }
            _ => step.clone(),
        };
        Self {
            steps: self.steps.iter().map(renamed).collect(),
        }
    }

    /// As the value of a place: ends with `DW_OP_stack_value`, before the part that it is for.
    #[must_use]
    pub fn as_stack_value(&self) -> Self {
        let mut steps = self.steps.clone();
        if !self.is_implicit() {
            let at = steps.len() - usize::from(self.fragment().is_some());
            steps.insert(at, Step::new(STACK_VALUE, &[]));
        }
        Self { steps }
    }

    /// An argument, undefined as it is, for the same part of a variable.
    #[must_use]
    pub fn without_value(&self) -> Self {
        let argument = Step::new(ARGUMENT, &[0]);
        let part = self.steps.last().filter(|step| step.is(FRAGMENT));
        Self {
            steps: std::iter::once(argument).chain(part.cloned()).collect(),
        }
    }

    /// How many arguments it has: one more than the largest number of one that it pushes.
    pub fn num_arguments(&self) -> usize {
        let arguments = self.steps.iter().filter_map(Step::argument);
        let last = arguments.max().and_then(|last| usize::try_from(last).ok());
        last.map_or(0, |last| last.saturating_add(1))
    }

    /// Whether it computes something: it has operations but arguments, and marks of parts and of tags.
    pub fn is_complex(&self) -> bool {
        let computes =
            |step: &Step| !(step.is(ARGUMENT) || step.is(FRAGMENT) || step.is(TAG_OFFSET));
        self.steps.iter().any(computes)
    }

    /// Without the argument that it begins with, if that is number 0 and it names no other; `None` if it needs a list.
    #[must_use]
    pub fn of_single_place(&self) -> Option<Self> {
        let rest = match &self.steps[..] {
            [first, rest @ ..] if first.is(ARGUMENT) => {
                (first.argument() == Some(0)).then_some(rest)?
            }
            all => all,
        };
        let is_single = rest.iter().all(|step| !step.is(ARGUMENT));
        is_single.then(|| Self { steps: rest.into() })
    }

    /// With argument 0 before everything, if it names no arguments.
    #[must_use]
    pub fn with_numbered_argument(&self) -> Self {
        match self.names_arguments() {
            true => self.clone(),
            false => self.prepended([Step::new(ARGUMENT, &[0])]),
        }
    }

    /// With a dereference at the end, before what makes it a value and the part that it is for: what a value in memory
    /// means.
    #[must_use]
    pub fn with_place_read(&self) -> Self {
        let mut steps = self.steps.clone();
        let is_end = |step: &Step| step.is(STACK_VALUE) || step.is(FRAGMENT);
        let end = steps.iter().position(is_end).unwrap_or(steps.len());
        steps.insert(end, deref_step());
        Self { steps }
    }

    /// Whether what it says of a parameter can be said of the value that its register had on entry: it is empty, or only
    /// reads memory.
    pub fn is_entry_candidate(&self) -> bool {
        match &self.steps[..] {
            [] => true,
            [only] => only.is(DEREF),
            _ => false,
        }
    }

    fn into_node(self) -> SpecialNode {
        let text = |text: Arc<str>| ("".into(), MetadataField::Text(text));
        let mut fields = Vec::new();
        for step in self.steps {
            fields.push(text(step.operation.into()));
            fields.extend(step.operands.into_iter().map(Term::into_text).map(text));
        }
        SpecialNode {
            distinct: false,
            name: "DIExpression".into(),
            fields: fields.into(),
        }
    }
}

/// The part of the variable that the expression in a node is for; `None` for all of it.
pub fn fragment_of(node: &SpecialNode) -> Option<Fragment> {
    fn text(field: &(Word, MetadataField)) -> Option<&str> {
        match &field.1 {
            MetadataField::Text(text) => Some(text),
            _ => None,
        }
    }
    let [.., operation, offset, size] = &node.fields[..] else {
        return None;
    };
    if text(operation)? != FRAGMENT {
        return None;
    }
    let (offset, size) = (text(offset)?.parse().ok()?, text(size)?.parse().ok()?);
    Some(Fragment { offset, size })
}

/// The operations that add `offset` to an address.
pub fn offset_steps(offset: i64) -> impl Iterator<Item = Step> {
    let distance = offset.unsigned_abs();
    let (first, second) = match offset {
        0 => (None, None),
        1.. => (Some(Step::new("DW_OP_plus_uconst", &[distance])), None),
        _ => (
            Some(Step::new("DW_OP_constu", &[distance])),
            Some(Step::new("DW_OP_minus", &[])),
        ),
    };
    first.into_iter().chain(second)
}

/// The operation that loads from an address.
pub fn deref_step() -> Step {
    Step::new(DEREF, &[])
}

/// The operation that takes the value which the register had on entry.
pub fn entry_value_step() -> Step {
    Step::new(ENTRY_VALUE, &[1])
}

/// Expressions of one function that are no nodes of its module.
#[derive(Clone, Debug, Default)]
pub struct ExpressionTable {
    /// The id of the first one: the number of the module's nodes.
    first: usize,
    nodes: Vec<SpecialNode>,
    known: FxHashMap<Expression, MetadataId>,
}

impl ExpressionTable {
    /// The expression with this id, if it is one of the table.
    pub fn get(&self, id: MetadataId) -> Option<&SpecialNode> {
        self.nodes.get(id.index().checked_sub(self.first)?)
    }

    /// The node of an expression, of the module or of the table.
    pub fn node<'a>(&'a self, module: &'a Module, id: MetadataId) -> Option<&'a SpecialNode> {
        match module.metadata.nodes.get(id) {
            Some(MetadataData::Special(node)) => Some(node),
            Some(_) => None,
            None => self.get(id),
        }
    }

    /// What an expression says; that of a node which is none is empty.
    pub fn expression(&self, module: &Module, id: MetadataId) -> Expression {
        let node = self.node(module, id);
        node.and_then(Expression::of_node).unwrap_or_default()
    }

    /// The id of an expression, which is new if neither `module` nor the table has it.
    pub fn id_of(&mut self, module: &Module, expression: Expression) -> MetadataId {
        let known = module.expression_index().known.get(&expression);
        if let Some(known) = known.or_else(|| self.known.get(&expression)) {
            return *known;
        }
        self.first = module.metadata.nodes.len();
        let id = MetadataId::new(self.first + self.nodes.len());
        self.nodes.push(expression.clone().into_node());
        self.known.insert(expression, id);
        id
    }
}

/// The nodes of a module that are expressions.
#[derive(Clone, Debug, Default)]
pub struct ExpressionIndex {
    /// The first node of each expression.
    known: FxHashMap<Expression, MetadataId>,
    /// For a later node that says the same, that first one.
    same: SecondaryMap<MetadataId, PackedOption<MetadataId>>,
}

impl ExpressionIndex {
    /// The expressions among the nodes of a module.
    pub(crate) fn new(metadata: &MetadataTable) -> Self {
        let mut index = Self::default();
        for (id, data) in &metadata.nodes {
            let MetadataData::Special(node) = data else {
                continue;
            };
            if let Some(expression) = Expression::of_node(node) {
                let first = *index.known.entry(expression).or_insert(id);
                if first != id {
                    index.same[id] = first.into();
                }
            }
        }
        index
    }

    /// The node that stands for all that say the same.
    pub fn canonical(&self, id: MetadataId) -> MetadataId {
        let same = self.same.get(id).and_then(|same| same.expand());
        same.unwrap_or(id)
    }
}

#[cfg(test)]
mod tests {
    use super::{Expression, Step, deref_step, offset_steps};

    #[test]
    fn arguments_move_up_where_one_is_replaced() {
        let arguments = |numbers: &[u64]| {
            let steps = numbers.iter().map(|n| Step::new("DW_OP_LLVM_arg", &[*n]));
            Expression::default().prepended(steps)
        };
        let all = arguments(&[0, 1, 2, 3]);
        assert_eq!(all.with_argument_replaced(2, 0), arguments(&[0, 1, 0, 2]));
    }

    #[test]
    fn a_part_stays_last() {
        let part = Step::new("DW_OP_LLVM_fragment", &[32, 16]);
        let of_part = Expression::default().prepended([part]);
        let value = of_part
            .prepended(offset_steps(-8).chain([deref_step()]))
            .as_stack_value();
        let names: Vec<&str> = value.steps().iter().map(|s| &*s.operation).collect();
        let wanted = [
            "DW_OP_constu",
            "DW_OP_minus",
            "DW_OP_deref",
            "DW_OP_stack_value",
            "DW_OP_LLVM_fragment",
        ];
        assert_eq!(names, wanted);
        assert_eq!(value.fragment(), of_part.fragment());
        assert!(value.is_implicit() && of_part.is_plain());
    }
}
