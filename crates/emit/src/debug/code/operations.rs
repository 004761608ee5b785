//! Expressions of debug values, with operations as numbers.

use avarice_ir::Module;
use avarice_ir::debug_expressions::{Expression, Fragment, Step, Term};
use avarice_mir::derefs::Derefs;
use avarice_mir::{MachineFunction, Operand, OperandValue};
use cranelift_entity::{PrimaryMap, entity_impl};
use gimli::constants as dw;
use rustc_hash::FxHashMap; // Allowed because a table by id is as long as the module's metadata.
use smallvec::SmallVec;

use crate::debug::constants;

/// Operations that only LLVM has, by its numbers.
pub(super) mod llvm {
    pub(crate) const FRAGMENT: u16 = 0x1000;
    pub(crate) const CONVERT: u16 = 0x1001;
    pub(crate) const TAG_OFFSET: u16 = 0x1002;
    pub(crate) const ENTRY_VALUE: u16 = 0x1003;
    pub(crate) const ARGUMENT: u16 = 0x1005;
    pub(crate) const EXTRACT_SIGNED: u16 = 0x1006;
    pub(crate) const EXTRACT_UNSIGNED: u16 = 0x1007;
}

/// The number of a `DW_OP_` as an expression has it.
pub(super) const fn code(operation: gimli::DwOp) -> u16 {
    operation.0 as u16
}

/// One operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Operation {
    pub(super) code: u16,
    /// Operands, 0 where there are fewer.
    pub(super) operands: [u64; 2],
}

impl Operation {
    pub(super) const fn new(code: u16, operands: [u64; 2]) -> Self {
        Self { code, operands }
    }

    fn plain(code: u16) -> Self {
        Self::new(code, [0; 2])
    }

    fn of_step(step: &Step) -> Option<Self> {
        let code = match &*step.operation {
            "DW_OP_LLVM_fragment" => llvm::FRAGMENT,
            "DW_OP_LLVM_convert" => llvm::CONVERT,
            "DW_OP_LLVM_tag_offset" => llvm::TAG_OFFSET,
            "DW_OP_LLVM_entry_value" => llvm::ENTRY_VALUE,
            "DW_OP_LLVM_arg" => llvm::ARGUMENT,
            "DW_OP_LLVM_extract_bits_sext" => llvm::EXTRACT_SIGNED,
            "DW_OP_LLVM_extract_bits_zext" => llvm::EXTRACT_UNSIGNED,
            name => code(constants::operation(name)?),
        };
        let mut operands = [0; 2];
        for (slot, term) in operands.iter_mut().zip(&step.operands) {
            *slot = match term {
                Term::Number(number) => *number,
                Term::Name(name) => u64::from(constants::encoding(name)?.0),
            };
        }
        (step.operands.len() <= 2).then_some(Self { code, operands })
    }
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Program {
    pub(super) operations: Vec<Operation>,
}

impl Program {
    fn of_steps(steps: &[Step], derefs: Derefs) -> Option<Self> {
        let deref = Operation::plain(code(dw::DW_OP_deref));
        let mut operations = vec![deref; derefs.before()];
        for step in steps {
            let operation = Operation::of_step(step)?;
            operations.push(operation);
            let argument = usize::try_from(operation.operands[0]);
            let is_argument = operation.code == llvm::ARGUMENT;
            if is_argument && argument.is_ok_and(|argument| derefs.after_argument(argument)) {
                operations.push(deref);
            }
        }
        Some(Self { operations })
    }

    /// What an expression says; `None` if it is not understood.
    pub(super) fn of_expression(expression: &Expression) -> Option<Self> {
        Self::of_steps(expression.steps(), Derefs::default())
    }

    /// The part of the variable that it is for; `None` for all of it.
    pub(super) fn fragment(&self) -> Option<Fragment> {
        let last = self.operations.last()?;
        let [offset, size] = last.operands;
        (last.code == llvm::FRAGMENT).then_some(Fragment { offset, size })
    }

    /// Whether it is for a part that has bits in common with the part that `other` is for.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        match (self.fragment(), other.fragment()) {
            (Some(part), Some(other)) => part.overlaps(other),
            _ => true,
        }
    }

    fn is_argument(operation: &Operation) -> bool {
        operation.code == llvm::ARGUMENT
    }

    /// Its operations on one place that it begins with; `None` if it has several.
    pub(super) fn on_one_place(&self) -> Option<&[Operation]> {
        let rest = match &self.operations[..] {
            [first, rest @ ..] if Self::is_argument(first) => {
                (first.operands[0] == 0).then_some(rest)?
            }
            all => all,
        };
        (!rest.iter().any(Self::is_argument)).then_some(rest)
    }

    /// Whether it speaks of the value that a register had on entry.
    pub(super) fn is_entry_value(&self) -> bool {
        let first = self
            .on_one_place()
            .and_then(|operations| operations.first());
        first.is_some_and(|first| first.code == llvm::ENTRY_VALUE)
    }

    /// Whether it says the same as `other`; either may load from its place at the end.
    pub(super) fn says_same(&self, is_indirect: bool, other: &Self, other_indirect: bool) -> bool {
        is_indirect == other_indirect && self == other
            || self.canonical(is_indirect) == other.canonical(other_indirect)
    }

    /// With its place as argument 0, and the load that is implied.
    fn canonical(&self, is_indirect: bool) -> SmallVec<[Operation; 4]> {
        let mut all = SmallVec::new();
        if !self.operations.iter().any(Self::is_argument) {
            all.push(Operation::plain(llvm::ARGUMENT));
        }
        let mut pending = is_indirect.then(|| Operation::plain(code(dw::DW_OP_deref)));
        for operation in &self.operations {
            let ends_place = [code(dw::DW_OP_stack_value), llvm::FRAGMENT];
            if ends_place.contains(&operation.code) {
                all.extend(pending.take());
            }
            all.push(*operation);
        }
        all.extend(pending);
        all
    }
}

/// An expression of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ProgramId(u32);
entity_impl!(ProgramId);

/// The expressions of a function.
#[derive(Debug, Default)]
pub(super) struct Programs {
    known: FxHashMap<(u32, u64), ProgramId>,
    pub(super) all: PrimaryMap<ProgramId, Program>,
}

impl Programs {
    /// The expression that an operand is, with the loads that were added to it. One that is not understood is empty.
    pub(super) fn id(
        &mut self,
        module: &Module,
        function: &MachineFunction,
        operand: &Operand,
    ) -> ProgramId {
        let (node, derefs) = match operand.value() {
            OperandValue::Metadata(id) => (Some(id), operand.derefs()),
            _ => (None, Derefs::default()),
        };
        let key = (node.map_or(u32::MAX, |id| id.as_u32()), derefs.bits());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let expression = node.map(|id| function.own_expressions.expression(module, id));
        let program = expression.and_then(|e| Program::of_steps(e.steps(), derefs));
        let id = self.all.push(program.unwrap_or_default());
        self.known.insert(key, id);
        id
    }
}
