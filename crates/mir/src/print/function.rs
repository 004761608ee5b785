//! A whole function in debug form, as `-print-after` shows it.

use std::fmt::Write;

use super::printer::MirPrinter;
use crate::const_pool::ConstPoolValue;
use crate::entities::{Block, FrameIndex, Inst};
use crate::frame::StackObject;
use crate::function::MachineFunction;
use crate::text_names::MirFlags;

/// The column of slot indexes in front of blocks and instructions.
pub trait SlotColumn {
    /// Writes the index at which `block` starts.
    fn write_block_start(&self, out: &mut String, block: Block);

    /// Writes the index of `inst`, nothing if it has none.
    fn write_inst(&self, out: &mut String, inst: Inst);
}

impl MirPrinter<'_> {
    /// The function with frame, jump tables, constants and all blocks. `slots` gives slot indexes.
    pub fn write_function(
        &self,
        out: &mut String,
        function: &MachineFunction,
        slots: Option<&dyn SlotColumn>,
    ) {
        let name = String::from_utf8_lossy(&function.name);
        let _ = writeln!(
            out,
            "# Machine code for function {name}: {}",
            properties(function)
        );
        self.write_frame(out, function);
        if !function.jump_tables.is_empty() {
            out.push_str("Jump Tables:\n");
            for (id, blocks) in &function.jump_tables {
                let _ = write!(out, "{id}:");
                for block in blocks {
                    out.push(' ');
                    self.write_block_ref(out, function, *block);
                }
                out.push('\n');
            }
            out.push('\n');
        }
        self.write_const_pool(out, function);
        if !function.live_ins.is_empty() {
            out.push_str("Function Live Ins: ");
            for (at, (reg, vreg)) in function.live_ins.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                self.write_reg(out, function, (*reg).into());
                if let Some(vreg) = vreg {
                    let _ = write!(out, " in {vreg}");
                }
            }
            out.push('\n');
        }
        for block in &function.layout {
            out.push('\n');
            self.write_block(out, function, *block, slots);
        }
        let _ = writeln!(out, "\n# End machine code for function {name}.\n");
    }

    fn write_frame(&self, out: &mut String, function: &MachineFunction) {
        let frame = &function.frame;
        if frame.fixed.is_empty() && frame.objects.is_empty() {
            return;
        }
        out.push_str("Frame Objects:\n");
        let first = -(frame.fixed.len() as i32);
        for index in first..frame.objects.len() as i32 {
            let _ = write!(out, "  fi#{index}: ");
            let object = frame.object(FrameIndex(index));
            let base = self.text.stack_bias;
            write_stack_object(out, object, index < 0, base);
        }
    }

    fn write_const_pool(&self, out: &mut String, function: &MachineFunction) {
        if function.const_pool.is_empty() {
            return;
        }
        out.push_str("Constant Pool:\n");
        for (id, entry) in &function.const_pool {
            let number = id.as_u32();
            let mut text = String::new();
            self.write_pool_value(&mut text, &entry.value);
            // Without the type, which ends at the first space outside brackets.
            let mut depth = 0_i32;
            let end = text.bytes().position(|c| {
                depth += i32::from(b"<[{(".contains(&c)) - i32::from(b">]})".contains(&c));
                c == b' ' && depth == 0
            });
            let value = end.map_or(&text[..], |end| &text[end + 1..]);
            let _ = writeln!(out, "  cp#{number}: {value}, align={}", entry.align);
        }
    }

    /// A constant pool entry's value with its type.
    pub(super) fn write_pool_value(&self, out: &mut String, value: &ConstPoolValue) {
        match value {
            ConstPoolValue::Ir(id) => self.write_constant(out, *id),
            ConstPoolValue::Bytes(_, text) => out.push_str(text),
        }
    }
}

/// One line of the frame.
fn write_stack_object(out: &mut String, object: &StackObject, fixed: bool, bias: i64) {
    if object.stack_id != 0 {
        let _ = write!(out, "id={} ", object.stack_id);
    }
    if object.dead {
        out.push_str("dead\n");
        return;
    }
    if object.size == 0 {
        out.push_str("variable sized");
    } else {
        let _ = write!(out, "size={}", object.size);
    }
    let _ = write!(out, ", align={}", object.align);
    if fixed {
        out.push_str(", fixed");
    }
    // An offset of -1 stands for "not placed".
    if fixed || object.offset != -1 {
        out.push_str(", at location [SP");
        let offset = object.offset - bias;
        if offset != 0 {
            let _ = write!(out, "{offset:+}");
        }
        out.push(']');
    }
    out.push('\n');
}

/// Properties in LLVM's order.
fn properties(function: &MachineFunction) -> String {
    let flag = |flag| function.mir_info.flags.contains(flag);
    let all = [
        (function.is_ssa, "IsSSA"),
        (function.no_phis, "NoPHIs"),
        (function.tracks_reg_liveness, "TracksLiveness"),
        (function.no_vregs, "NoVRegs"),
        (flag(MirFlags::FAILED_ISEL), "FailedISel"),
        (flag(MirFlags::LEGALIZED), "Legalized"),
        (flag(MirFlags::REG_BANK_SELECTED), "RegBankSelected"),
        (flag(MirFlags::SELECTED), "Selected"),
        (flag(MirFlags::TIED_OPS_REWRITTEN), "TiedOpsRewritten"),
        (flag(MirFlags::FAILS_VERIFICATION), "FailsVerification"),
        (
            flag(MirFlags::TRACKS_DEBUG_USER_VALUES),
            "TracksDebugUserValues",
        ),
    ];
    let set = all.iter().filter(|(set, _)| *set).map(|(_, name)| *name);
    set.collect::<Vec<_>>().join(", ")
}
