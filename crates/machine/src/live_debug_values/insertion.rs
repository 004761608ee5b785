//! New debug values.

use avarice_ir::debug_info::DebugInfo;
use avarice_ir::{MetadataId, Module};
use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::op;
use smallvec::SmallVec;

use avarice_mir::debug_values::Shape;

/// Derived types that a chain may have; only one that is a circle has more.
const MAX_TYPES: usize = 1000;

/// Where a debug value is inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    /// Before all instructions of a block.
    BeginOf(Block),
    /// After an instruction, or the bundle that it begins.
    After(Inst),
}

/// A debug value.
#[derive(Clone, Debug)]
pub(super) struct NewValue {
    pub shape: Shape,
    pub places: SmallVec<[Operand; 2]>,
    pub variable: MetadataId,
    pub expression: MetadataId,
    pub location: MetadataId,
}

impl NewValue {
    /// Inserts it.
    pub fn insert(&self, function: &mut MachineFunction, spot: Spot) {
        let (variable, expression) = (
            Operand::metadata(self.variable),
            Operand::metadata(self.expression),
        );
        let places = self.places.iter().map(debug_use);
        let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
        let opcode = if self.shape == Shape::List {
            operands.extend([variable, expression]);
            operands.extend(places);
            op::DBG_VALUE_LIST
        } else {
            operands.extend(places);
            operands.push(match self.shape {
                Shape::Indirect => Operand::imm(0),
                _ => nowhere(),
            });
            operands.extend([variable, expression]);
            op::DBG_VALUE
        };
        let inst = function.create_inst(opcode, &operands);
        function.set_debug_loc(inst, self.location.into());
        let at = match spot {
            Spot::BeginOf(block) => InsertPoint::at_start(function, block),
            Spot::After(after) => match function.inst_block(after) {
                Some(block) => InsertPoint::new(block, function.next_bundle(after)),
                None => return,
            },
        };
        function.insert_at(at, inst);
    }
}

/// The place of a variable that is nowhere.
pub(super) fn nowhere() -> Operand {
    Operand::reg(Reg::NONE).with(OperandFlags::DEBUG)
}

fn debug_use(place: &Operand) -> Operand {
    match place.is_reg() {
        true => Operand::reg(place.as_reg()).with(OperandFlags::DEBUG),
        false => place.detached(),
    }
}

/// The size of a variable in bits; `None` if its type has none.
pub(super) fn size_of_variable(module: &Module, variable: MetadataId) -> Option<u64> {
    let info = DebugInfo::of(module)?;
    let mut next = info.node(variable)?.node("type");
    for _ in 0..MAX_TYPES {
        let node = info.node(next?)?;
        match node.number("size") {
            0 if *node.name == *"DIDerivedType" => next = node.node("baseType"),
            0 => return None,
            size => return Some(size),
        }
    }
    None
}
