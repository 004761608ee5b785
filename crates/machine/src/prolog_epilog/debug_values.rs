//! Debug values when frames are laid out: stack objects become places in the frame, and what is said of parameters at the
//! begin of the block that sets up the frame holds before that already.
//!
//! ```text
//!   DBG_VALUE %stack.0, 0, !"x", !DIExpression()              DBG_VALUE $rsp, 0, …, !DIExpression(DW_OP_plus_uconst, 8)
//!   DBG_VALUE %stack.0, $noreg, !"p", !DIExpression()   ──▶   DBG_VALUE $rsp, $noreg, …, !DIExpression(DW_OP_plus_uconst,
//!                                                               8, DW_OP_stack_value)
//! ```

use avarice_ir::debug_expressions::{Step, offset_steps};
use avarice_ir::{DebugInfo, MetadataId, Module, debug_info::number};
use avarice_mir::debug_values::{DebugValue, Shape, debug_places, is_debug_value, variable_of};
use avarice_mir::{Block, FrameIndex, InsertPoint, Inst, MachineFunction};
use avarice_mir::{Operand, OperandFlags, Reg};
use avarice_target::PhysReg;
use smallvec::SmallVec;

/// Debug values that come before the prologue.
#[derive(Clone, Debug)]
pub struct EntryValues {
    block: Block,
    values: SmallVec<[Inst; 4]>,
}

impl EntryValues {
    /// Those at the begin of `block`. What is in the frame has no place before it is set up, nor has what later values of
    /// the same variable say.
    pub fn of(module: &Module, function: &MachineFunction, block: Block) -> Self {
        let mut values = SmallVec::new();
        let mut in_frame: SmallVec<[MetadataId; 4]> = SmallVec::new();
        let insts = function.block_insts(block);
        for inst in insts.take_while(|inst| function.is_debug(*inst)) {
            let variable = match is_debug_value(function, inst) {
                true => variable_of(function, inst),
                false => None,
            };
            let Some(variable) = variable.filter(|variable| is_parameter(module, *variable)) else {
                continue;
            };
            let mut places = debug_places(function, inst).iter();
            if places.any(|place| place.as_frame_index().is_some()) {
                in_frame.push(variable);
            } else if !in_frame.contains(&variable) {
                values.push(inst);
            }
        }
        Self { block, values }
    }

    /// Moves them to the begin of their block.
    pub fn move_to_begin(self, function: &mut MachineFunction) {
        let mut before = function.blocks[self.block].first.expand();
        for value in self.values {
            match before == Some(value) {
                true => before = function.next_inst(value),
                false => function.splice(value, InsertPoint::new(self.block, before)),
            }
        }
    }
}

/// Whether a variable is a parameter: these are numbered from 1 on.
fn is_parameter(module: &Module, variable: MetadataId) -> bool {
    let info = DebugInfo::of(module);
    let node = info.and_then(|info| info.node_of(variable, "DILocalVariable"));
    node.is_some_and(|node| number(node, "arg") != 0)
}

/// Replaces stack objects in debug values by the register and the distance in bytes that `address` gives.
pub fn place_in_frame(
    function: &mut MachineFunction,
    module: &Module,
    address: impl Fn(&MachineFunction, FrameIndex) -> (PhysReg, i64),
) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            let Some(value) = DebugValue::of(function, inst) else {
                continue;
            };
            for argument in 0..value.places(function).len() {
                let place = value.places(function)[argument];
                if let Some(object) = place.as_frame_index() {
                    let address = address(function, object);
                    replace_object(function, module, (inst, argument), object, address);
                }
            }
        }
    }
}

/// Replaces the stack object that is argument `argument` of a debug value.
fn replace_object(
    function: &mut MachineFunction,
    module: &Module,
    (inst, argument): (Inst, usize),
    object: FrameIndex,
    (base, distance): (PhysReg, i64),
) {
    let Some(value) = DebugValue::of(function, inst) else {
        return;
    };
    let mut said = value.said(function, module, &function.own_expressions);
    let steps: SmallVec<[_; 2]> = offset_steps(distance).collect();
    let first = match value.shape {
        Shape::List | Shape::References => 2,
        Shape::Direct | Shape::Indirect => 0,
    };
    function.replace_operand(
        inst,
        first + argument,
        Operand::reg(base).with(OperandFlags::DEBUG),
    );
    if first != 0 {
        said = said.with_argument_changed(argument as u64, &steps);
    } else {
        // An address that is itself the value must not be taken for where the value is.
        let makes_value = value.shape == Shape::Direct && !said.is_complex() && !steps.is_empty();
        if value.shape == Shape::Indirect && said.is_implicit() {
            let size = function.frame.object(object).size;
            said = said.prepended([Step::new("DW_OP_deref_size", &[size])]);
            function.replace_operand(inst, 1, Operand::reg(Reg::NONE).with(OperandFlags::DEBUG));
        }
        said = said.prepended(steps);
        if makes_value {
            said = said.as_stack_value();
        }
    }
    let id = function.own_expressions.id_of(module, said);
    value.set_expression(function, id);
}
