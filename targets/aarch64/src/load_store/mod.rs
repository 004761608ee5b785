//! Optimizes loads and stores after allocation: fewer and larger ones.
//!
//! | file | makes |
//! |---|---|
//! | `forward` | copies instead of loads right after a store |
//! | `zeros` | one store of zeros instead of two |
//! | `pair` | one instruction instead of accesses to neighbours |
//! | `update` | accesses that also update their base |
//! | `between` | (which instructions can be moved across) |
//!
//! ```text
//!   str w8, [x0]                         str w8, [x0]
//!   ldrh w9, [x0, #2]                    lsr w9, w8, #16
//!
//!   strh wzr, [x0]                       str wzr, [x0]
//!   strh wzr, [x0, #2]
//!
//!   ldr x8, [x0, #16]                    ldp x8, x9, [x0, #16]
//!   ldr x9, [x0, #24]
//!
//!   ldp x8, x9, [x0]                     ldp x8, x9, [x0], #16
//!   add x0, x0, #16
//! ```

mod between;
mod forward;
mod pair;
mod update;
mod zeros;

use std::sync::LazyLock;

use avarice_ir::AtomicOrdering;
use avarice_mir::{Block, Inst, MachineFunction, MemFlags, MiFlags, Operand, OperandFlags};
use avarice_target::{InstrFlags, Opcode, PhysReg};

use crate::{TARGET, op};
use avarice_machine::pass::{MachinePass, When, on_functions};

/// How many instructions further on a neighbour, or further back a store, is looked for.
const SEARCH_DISTANCE: usize = 20;

/// The forms of an access.
pub(crate) struct Form {
    /// With an offset in units of the size.
    pub(crate) scaled: Opcode,
    /// With an offset in bytes.
    unscaled: Opcode,
    /// Before the base changes.
    post: Opcode,
    /// After the base has changed.
    pre: Opcode,
    /// Bytes.
    pub(crate) size: i64,
    /// Two of them side by side.
    pub(crate) pair: Option<PairForm>,
}

/// The forms of two accesses side by side.
#[derive(Clone, Copy)]
pub(crate) struct PairForm {
    /// With an offset in units of the size.
    offset: Opcode,
    /// Before the base changes.
    post: Opcode,
    /// After the base has changed.
    pre: Opcode,
}

macro_rules! forms {
    ($($size:literal $scaled:ident $unscaled:ident $post:ident $pre:ident
       $($pair:ident $pair_post:ident $pair_pre:ident)?;)*) => {
        &[$(Form {
            scaled: op::$scaled,
            unscaled: op::$unscaled,
            post: op::$post,
            pre: op::$pre,
            size: $size,
            pair: forms!(@ $($pair $pair_post $pair_pre)?),
        }),*]
    };
    (@ $pair:ident $post:ident $pre:ident) => {
        Some(PairForm { offset: op::$pair, post: op::$post, pre: op::$pre })
    };
    (@) => { None };
}

const FORMS: &[Form] = forms! {
    1 LDRBBui LDURBBi LDRBBpost LDRBBpre;
    2 LDRHHui LDURHHi LDRHHpost LDRHHpre;
    4 LDRWui LDURWi LDRWpost LDRWpre LDPWi LDPWpost LDPWpre;
    8 LDRXui LDURXi LDRXpost LDRXpre LDPXi LDPXpost LDPXpre;
    1 LDRSBWui LDURSBWi LDRSBWpost LDRSBWpre;
    2 LDRSHWui LDURSHWi LDRSHWpost LDRSHWpre;
    1 LDRSBXui LDURSBXi LDRSBXpost LDRSBXpre;
    2 LDRSHXui LDURSHXi LDRSHXpost LDRSHXpre;
    4 LDRSWui LDURSWi LDRSWpost LDRSWpre LDPSWi LDPSWpost LDPSWpre;
    1 LDRBui LDURBi LDRBpost LDRBpre;
    2 LDRHui LDURHi LDRHpost LDRHpre;
    4 LDRSui LDURSi LDRSpost LDRSpre LDPSi LDPSpost LDPSpre;
    8 LDRDui LDURDi LDRDpost LDRDpre LDPDi LDPDpost LDPDpre;
    16 LDRQui LDURQi LDRQpost LDRQpre LDPQi LDPQpost LDPQpre;
    1 STRBBui STURBBi STRBBpost STRBBpre;
    2 STRHHui STURHHi STRHHpost STRHHpre;
    4 STRWui STURWi STRWpost STRWpre STPWi STPWpost STPWpre;
    8 STRXui STURXi STRXpost STRXpre STPXi STPXpost STPXpre;
    1 STRBui STURBi STRBpost STRBpre;
    2 STRHui STURHi STRHpost STRHpre;
    4 STRSui STURSi STRSpost STRSpre STPSi STPSpost STPSpre;
    8 STRDui STURDi STRDpost STRDpre STPDi STPDpost STPDpre;
    16 STRQui STURQi STRQpost STRQpre STPQi STPQpost STPQpre;
};

/// For each opcode, the form of a single access that it is.
static FORM_OF: LazyLock<Vec<Option<&'static Form>>> = LazyLock::new(|| {
    let mut forms = vec![None; TARGET.instrs.len()];
    for form in FORMS {
        forms[form.scaled.index()] = Some(form);
        forms[form.unscaled.index()] = Some(form);
    }
    forms
});

/// The form of a single access that an opcode is.
pub(crate) fn form_of(opcode: Opcode) -> Option<&'static Form> {
    FORM_OF[opcode.index()]
}

/// A load or a store at a constant distance from a register.
#[derive(Clone, Copy)]
struct Access {
    inst: Inst,
    form: &'static Form,
    register: PhysReg,
    base: PhysReg,
    /// Bytes from the base.
    offset: i64,
    is_load: bool,
}

impl Access {
    /// Where it ends, in bytes from the base.
    fn end(&self) -> i64 {
        self.offset + self.form.size
    }
}

/// `aarch64-ldst-opt`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    after: &["branch-folder"],
    ..MachinePass::new(
        "aarch64-ldst-opt",
        "AArch64 load / store optimization pass",
        || on_functions(run),
    )
};

/// Makes fewer and larger loads and stores, and changes bases along with them.
///
/// # Requires
/// Code after allocation without frame indices.
///
/// # Preserves
/// The CFG, what memory and registers are at the end of each block.
pub fn run(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        walk(function, block, forward::replace);
        walk(function, block, zeros::merge);
        walk(function, block, pair::merge);
        walk(function, block, update::merge);
    }
}

/// Offers each instruction of a block to `change`, which returns where to go on if it changed something.
fn walk(
    function: &mut MachineFunction,
    block: Block,
    change: fn(&mut MachineFunction, Inst) -> Option<Option<Inst>>,
) {
    let mut cursor = function.blocks[block].first.expand();
    while let Some(inst) = cursor {
        cursor = change(function, inst).unwrap_or_else(|| function.next_inst(inst));
    }
}

/// Whether an instruction is of the prologue or an epilogue.
fn is_of_frame(function: &MachineFunction, inst: Inst) -> bool {
    let frame = MiFlags::FRAME_SETUP | MiFlags::FRAME_DESTROY;
    function.insts[inst].flags.intersects(frame)
}

/// Whether the memory accesses of an instruction are known, and neither volatile nor atomic. An access without a memory
/// operand may be anything.
fn is_plain(function: &MachineFunction, inst: Inst) -> bool {
    let mut known = false;
    function.mem_ops(inst).all(|mem| {
        known = true;
        !mem.flags.contains(MemFlags::VOLATILE) && mem.ordering == AtomicOrdering::NotAtomic
    }) && known
}

/// The access that `inst` is, if it may become another form.
fn access(function: &MachineFunction, inst: Inst) -> Option<Access> {
    let opcode = function.opcode(inst);
    let form = FORM_OF[opcode.index()]?;
    if is_of_frame(function, inst) || !is_plain(function, inst) {
        return None;
    }
    let register = function.operand(inst, 0).as_reg().as_physical()?;
    let base = function.operand(inst, 1).as_reg().as_physical()?;
    let number = function.operand(inst, 2).as_imm()?;
    let scale = if form.scaled == opcode { form.size } else { 1 };
    Some(Access {
        inst,
        form,
        register,
        base,
        offset: number * scale,
        is_load: function.desc(inst).has(InstrFlags::MAY_LOAD),
    })
}

fn without_kill(mut operand: Operand) -> Operand {
    operand.set(OperandFlags::KILL, false);
    operand
}

/// Forgets that instructions from `from` on, before `to`, are the last to read these registers.
fn forget_kills(function: &mut MachineFunction, from: Inst, to: Inst, registers: &[PhysReg]) {
    let mut cursor = Some(from);
    while let Some(inst) = cursor.filter(|inst| *inst != to) {
        for index in 0..function.num_operands(inst) {
            let operand = function.operand(inst, index);
            let named = operand.as_reg().as_physical();
            let is_one = named.is_some_and(|named| {
                let mut registers = registers.iter();
                registers.any(|register| TARGET.regs_overlap(*register, named))
            });
            if is_one && operand.is_use() {
                let operand = function.operand_mut(inst, index);
                operand.set(OperandFlags::KILL, false);
            }
        }
        cursor = function.next_inst(inst);
    }
}
