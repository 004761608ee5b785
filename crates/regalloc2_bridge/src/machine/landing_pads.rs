//! Gives each call that may unwind a landing pad of its own.
//!
//! The edge from such a call to its landing pad is critical where several calls share the pad. It is split by a pad
//! that only passes on what the unwinder sets:
//!
//! ```text
//!   bb.1 ──▶ bb.3 (landing-pad):        bb.1 ──▶ bb.4 (landing-pad):      bb.2 ──▶ bb.5 (landing-pad):
//!   bb.2 ──▶   EH_LABEL .Ltmp2                    EH_LABEL .Ltmp2                   EH_LABEL .Ltmp7
//!              %1 = COPY $rax                     %8 = COPY $rax                    %9 = COPY $rax
//!                                               ╰─▶ bb.3: %7 = PHI %8, %bb.4, %9, %bb.5 ◀─╯
//!                                                        %1 = COPY %7
//! ```

use avarice_mir::InsertPoint;
use avarice_mir::{
    Block, BranchAnalysis, BranchProbability, Inst, InstBuilder, LandingPad, MachineFunction,
    Operand, OperandValue, Symbol, TargetHooks, VReg,
};
use avarice_target::{PhysReg, RegClass, op};

use super::AllocateError;
use super::translate::unsupported;

/// Splits the edges to landing pads that several calls share.
///
/// # Requires
/// Machine SSA without unreachable blocks.
///
/// # Ensures
/// Each landing pad has one predecessor.
///
/// # Errors
/// A landing pad without a label.
pub fn run(function: &mut MachineFunction, hooks: &dyn TargetHooks) -> Result<(), AllocateError> {
    let shared = |function: &MachineFunction, block: &Block| {
        let data = &function.blocks[*block];
        data.eh_pad && data.preds.len() > 1
    };
    let blocks = function.layout.iter().copied();
    let pads: Vec<Block> = blocks.filter(|block| shared(function, block)).collect();
    for pad in pads {
        split(function, hooks, pad)?;
    }
    Ok(())
}

fn split(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    pad: Block,
) -> Result<(), AllocateError> {
    let is_label = |function: &MachineFunction, inst: &Inst| function.opcode(*inst) == op::EH_LABEL;
    let label = function
        .block_insts(pad)
        .find(|inst| is_label(function, inst));
    let (Some(label), Some(class)) = (label, hooks.register_files()[0].last()) else {
        return Err(unsupported("a landing pad without a label"));
    };
    let Some(symbol) = label_of(function, label) else {
        return Err(unsupported("a landing pad without a label"));
    };
    let known = function.exceptions.pads.iter();
    let table = known.into_iter().find(|(_, data)| data.label == symbol);
    let table = table.map(|(number, _)| number);
    let copies = landing_copies(function, pad);
    let preds = function.blocks[pad].preds.clone();
    let mut values: Vec<Vec<(Block, VReg)>> = vec![Vec::new(); copies.len()];
    for (number, pred) in preds.iter().enumerate() {
        let new = function.create_block();
        let at = function.layout_index(pad);
        function.layout.insert(at, new);
        function.blocks[new].eh_pad = true;
        function.blocks[new].live_ins = function.blocks[pad].live_ins.clone();
        function.replace_successor(*pred, pad, new);
        function.add_edge(new, pad, Some(BranchProbability::ONE));
        function.replace_phi_source(pad, *pred, new);
        if number == 0 {
            function.splice(label, InsertPoint::at_end(new));
        } else {
            add_pad(function, new, *pred, table);
        }
        for (copy, values) in copies.iter().zip(&mut values) {
            let value = function.create_vreg(*class);
            InstBuilder::new(function, op::COPY)
                .def(value)
                .reg(copy.1)
                .append(new);
            values.push((new, value));
        }
        if number + 1 < preds.len() {
            let branch = BranchAnalysis {
                taken: Some(pad),
                ..BranchAnalysis::default()
            };
            hooks.insert_branch(function, new, &branch);
        }
    }
    merge(function, pad, *class, &copies, &values);
    function.blocks[pad].eh_pad = false;
    function.blocks[pad].live_ins.clear();
    Ok(())
}

fn label_of(function: &MachineFunction, label: Inst) -> Option<Symbol> {
    match function.operands(label).first()?.value() {
        OperandValue::McSymbol(symbol) => Some(symbol),
        _ => None,
    }
}

/// The copies of what the unwinder sets: instructions and registers.
fn landing_copies(function: &MachineFunction, pad: Block) -> Vec<(Inst, PhysReg)> {
    let live_ins = &function.blocks[pad].live_ins;
    let copies = function.block_insts(pad).filter_map(|inst| {
        let (_, (source, _)) = function.as_copy(inst)?;
        let reg = source.as_physical()?;
        let mut live_ins = live_ins.iter();
        live_ins
            .any(|(live_in, _)| *live_in == reg)
            .then_some((inst, reg))
    });
    copies.collect()
}

/// Adds a label to the landing pad `new`, to which the calls of `pred` go that went to `table`.
fn add_pad(function: &mut MachineFunction, new: Block, pred: Block, table: Option<LandingPad>) {
    let name = format!(".Ltmp{}", function.symbols.len());
    let symbol = function.symbols.push(name.into());
    InstBuilder::new(function, op::EH_LABEL)
        .op(Operand::mc_symbol(symbol))
        .append(new);
    let Some(table) = table else { return };
    let mut data = function.exceptions.pads[table].clone();
    data.label = symbol;
    let own = function.exceptions.pads.push(data);
    let labels: Vec<Symbol> = function
        .block_insts(pred)
        .filter(|inst| function.opcode(*inst) == op::EH_LABEL)
        .filter_map(|inst| label_of(function, inst))
        .collect();
    for invoke in &mut function.exceptions.invokes {
        if invoke.pad == table && labels.contains(&invoke.begin) {
            invoke.pad = own;
        }
    }
}

/// Makes PHIs of what the new pads pass on, and turns copies of registers into copies of these PHIs.
fn merge(
    function: &mut MachineFunction,
    pad: Block,
    class: RegClass,
    copies: &[(Inst, PhysReg)],
    values: &[Vec<(Block, VReg)>],
) {
    for ((copy, _), values) in copies.iter().zip(values) {
        let merged = function.create_vreg(class);
        let mut operands = vec![Operand::def(merged)];
        for (block, value) in values {
            operands.push(Operand::reg(*value));
            operands.push(Operand::block(*block));
        }
        let first = function.blocks[pad].first.expand();
        InstBuilder::new(function, op::PHI)
            .ops(&operands)
            .insert_at(InsertPoint::new(pad, first));
        function.set_reg(*copy, 1, merged);
    }
}
