//! Where the guard of stack protectors is, and the code that replaces `LOAD_STACK_GUARD` to read it.
//!
//! | module flag | means |
//! |---|---|
//! | `stack-protector-guard` | `sysreg`: relative to a system register; `global`: the variable `__stack_chk_guard` |
//! | | none, `tls`: thread-local memory on Android, elsewhere as `global` |
//! | `stack-protector-guard-reg` | the system register |
//! | `stack-protector-guard-offset` | the distance from where it points, in bytes |

use avarice_ir::{CodeModel, Module};
use avarice_mir::{
    GuardAccess, Inst, InstBuilder, MachineFunction, MemPointer, Operand, OperandFlags,
};

use crate::encode::system_registers::system_register;
use crate::op;
use crate::target_flags::{G0, G1, G2, G3, GOT, NC, PAGE, PAGEOFF};

/// The variable of the C library in which the guard is.
pub(crate) const VARIABLE: &str = "__stack_chk_guard";

/// Distance of the guard from the thread pointer in words of 8 bytes, where it is thread-local.
pub(crate) const THREAD_LOCAL_WORD: i64 = 5;

/// The offset that stands for none.
const NO_OFFSET: i32 = i32::MAX;

/// What `stack-protector-guard` and its companions say of `module`.
///
/// # Errors
/// What is asked for cannot be.
pub(crate) fn access(module: &Module) -> Result<GuardAccess, String> {
    if is_thread_local(module) {
        return Ok(GuardAccess::ThreadLocal);
    }
    if module.flag_text("stack-protector-guard") != Some("sysreg") {
        let variable = module.globals_by_name.get(VARIABLE.as_bytes());
        let is_local = variable.is_some_and(|global| {
            let data = &module.globals[*global];
            data.dso_local || data.linkage.is_local()
        });
        return Ok(match is_local {
            true => GuardAccess::Direct,
            false => GuardAccess::Got,
        });
    }
    let name = module
        .flag_text("stack-protector-guard-reg")
        .unwrap_or_default();
    let Some(number) = system_register(&name.to_ascii_lowercase()) else {
        return Err(format!("stack protector guard in system register '{name}'"));
    };
    let offset = module.flag_number("stack-protector-guard-offset");
    let offset = offset.map_or(NO_OFFSET, |offset| offset as i32);
    match reach(offset) {
        Some(_) => Ok(GuardAccess::SystemRegister { number, offset }),
        None => Err(format!("stack protector guard at offset {offset}")),
    }
}

/// Whether the guard is in thread-local memory: Android has a place for it there.
pub(crate) fn is_thread_local(module: &Module) -> bool {
    let mode = module.flag_text("stack-protector-guard");
    let mut words = module.triple.split('-');
    matches!(mode, None | Some("" | "tls")) && words.any(|word| word.starts_with("android"))
}

/// How memory at an offset is reached.
enum Reach {
    /// By `ldr`, with this many words of 8 bytes.
    Words(i64),
    /// By `ldur`.
    Bytes(i64),
    /// After an addition.
    Sum(i64),
}

fn reach(offset: i32) -> Option<Reach> {
    let offset = i64::from(offset);
    match offset {
        0..=32760 if offset % 8 == 0 => Some(Reach::Words(offset / 8)),
        -256..=255 => Some(Reach::Bytes(offset)),
        -4095..=4095 => Some(Reach::Sum(offset)),
        _ => None,
    }
}

/// Puts the code that reads the guard in the place of `inst`, a `LOAD_STACK_GUARD`.
pub(crate) fn expand(function: &mut MachineFunction, inst: Inst) {
    let dst = function.operand(inst, 0).as_reg();
    let base = Operand::reg(dst).with(OperandFlags::KILL);
    let location = function.debug_loc(inst);
    let build = |function: &mut MachineFunction, opcode, operands: &[Operand]| {
        InstBuilder::new(function, opcode)
            .location(location)
            .def(dst)
            .ops(operands)
            .insert_before(inst)
    };
    let imm = Operand::imm;
    match function.target_info.stack_guard {
        GuardAccess::SystemRegister { number, offset } => {
            build(function, op::MRS, &[imm(number)]);
            match reach(offset) {
                Some(Reach::Bytes(bytes)) => build(function, op::LDURXi, &[base, imm(bytes)]),
                Some(Reach::Sum(bytes)) => {
                    let opcode = if bytes < 0 { op::SUBXri } else { op::ADDXri };
                    build(function, opcode, &[base, imm(bytes.abs()), imm(0)]);
                    build(function, op::LDRXui, &[base, imm(0)])
                }
                Some(Reach::Words(words)) => build(function, op::LDRXui, &[base, imm(words)]),
                None => build(function, op::LDRXui, &[base, imm(0)]),
            };
        }
        access => {
            let variable = function.mem_ops(inst).next().map(|mem| mem.pointer);
            let Some(MemPointer::Global(variable)) = variable else {
                return;
            };
            let symbol = Operand::global(variable, 0);
            let load = match (access, function.target_info.code_model) {
                (GuardAccess::Got, _) => {
                    build(function, op::LOADgot, &[symbol.with_target_flags(GOT)]);
                    build(function, op::LDRXui, &[base, imm(0)])
                }
                (_, CodeModel::Large) => {
                    let part = |flags| symbol.with_target_flags(flags);
                    build(function, op::MOVZXi, &[part(G0 | NC), imm(0)]);
                    for (flags, shift) in [(G1 | NC, 16), (G2 | NC, 32), (G3, 48)] {
                        build(function, op::MOVKXi, &[base, part(flags), imm(shift)]);
                    }
                    build(function, op::LDRXui, &[base, imm(0)])
                }
                // In the tiny code model llc compares the guard's address; the guard is read here all the same.
                _ => {
                    build(function, op::ADRP, &[symbol.with_target_flags(PAGE)]);
                    let low = symbol.with_target_flags(PAGEOFF | NC);
                    build(function, op::LDRXui, &[base, low])
                }
            };
            function.copy_mem_ops(inst, load);
        }
    }
    function.remove_inst(inst);
}
