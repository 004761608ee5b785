//! Where the guard of stack protectors is, and how it gets into its slot.
//!
//! The C library keeps it in thread-local memory, at a fixed distance from the thread pointer. Module flags can place
//! it elsewhere:
//!
//! | flag | means |
//! |---|---|
//! | `stack-protector-guard` | `tls` (or nothing), or `global`: the variable `__stack_chk_guard` |
//! | `stack-protector-guard-reg` | the segment register, `fs` or `gs` |
//! | `stack-protector-guard-offset` | the distance in bytes, 40 if it is not written |
//! | `stack-protector-guard-symbol` | a variable in that segment, instead of the distance |

use avarice_ir::{CodeModel, Inst, Module, TypeTable};
use avarice_legalize::{StackCheck, declare_variable};
use avarice_lower::{LocalKey, PartType, Result};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Operand, Reg};
use avarice_target::PhysReg;

use super::Selector;
use super::address::{Address, Base};
use crate::{op, reg};

/// The variable of the C library in which the guard is where it is in no segment.
const VARIABLE: &str = "__stack_chk_guard";

/// Distance of the guard from the thread pointer in bytes.
const DEFAULT_OFFSET: u32 = 40;

/// Address spaces of what is relative to segment registers.
const SEGMENTS: [(u32, PhysReg); 3] = [(256, reg::GS), (257, reg::FS), (258, reg::SS)];

/// Where the guard is.
enum Guard<'m> {
    /// At this distance from the base of a segment.
    Offset(u32, PhysReg),
    /// In this variable.
    Variable(&'m str),
}

/// The address space that the guard is in if it is in a segment.
fn address_space(module: &Module) -> u32 {
    match module.flag_text("stack-protector-guard-reg") {
        Some("gs") => 256,
        _ => 257,
    }
}

fn segment(address_space: u32) -> PhysReg {
    let found = SEGMENTS.iter().find(|(space, _)| *space == address_space);
    found.map_or(PhysReg::NONE, |(_, segment)| *segment)
}

/// Whether the guard is in thread-local memory: Linux has a place for it there.
fn is_thread_local(module: &Module) -> bool {
    let mode = module.flag_text("stack-protector-guard");
    let triple = &*module.triple;
    let is_linux = triple.is_empty() || triple.split('-').any(|word| word.starts_with("linux"));
    matches!(mode, None | Some("" | "tls")) && is_linux
}

fn guard(module: &Module) -> Guard<'_> {
    if !is_thread_local(module) {
        return Guard::Variable(VARIABLE);
    }
    if let Some(symbol) = module.flag_text("stack-protector-guard-symbol")
        && !symbol.is_empty()
    {
        return Guard::Variable(symbol);
    }
    let offset = module.flag_number("stack-protector-guard-offset");
    // The largest number stands for none.
    let offset = offset
        .map(|offset| offset as u32)
        .filter(|it| *it != i32::MAX as u32);
    Guard::Offset(
        offset.unwrap_or(DEFAULT_OFFSET),
        segment(address_space(module)),
    )
}

/// Where functions check the guard: selection makes the check only for a guard in a variable.
pub(super) fn stack_check(module: &Module, optimize: bool) -> StackCheck {
    match optimize && !is_thread_local(module) {
        true => StackCheck::Returns,
        false => StackCheck::Exits,
    }
}

/// Declares the variable that the guard is in, if it is in one.
pub(super) fn declare_stack_guard(module: &mut Module) {
    let (name, ty, space) = match guard(module) {
        Guard::Offset(..) => return,
        Guard::Variable(VARIABLE) => (VARIABLE.to_owned(), TypeTable::PTR, 0),
        Guard::Variable(name) => (name.to_owned(), TypeTable::I64, address_space(module)),
    };
    declare_variable(module, &name, ty, space);
}

impl Selector<'_, '_> {
    /// Selects a call of `llvm.stackguard`.
    pub(super) fn lower_stack_guard(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        let module = self.module;
        let (mut address, mem) = match guard(module) {
            Guard::Offset(offset, segment) => {
                (self.segment_address(offset, segment)?, MemPointer::Unknown)
            }
            Guard::Variable(name) => {
                let Some(global) = module.globals_by_name.get(name.as_bytes()).copied() else {
                    return self
                        .unsupported("llvm.stackguard without the variable that the guard is in");
                };
                let mut address = match self.is_dso_local(global) {
                    true => Address::rip(Operand::global(global, 0)),
                    false => Address::base(self.use_local(LocalKey::GotEntry(global))?, 0),
                };
                address.segment = segment(module.globals[global].address_space);
                (address, MemPointer::Global(global))
            }
        };
        // The kernel has what belongs to a processor where threads have theirs.
        let named = module.flag_text("stack-protector-guard-reg");
        let is_kernel = self.code_model() == CodeModel::Kernel;
        if is_kernel && address.segment == reg::FS && named != Some("fs") {
            address.segment = reg::GS;
        }
        let flags = MemFlags::LOAD | MemFlags::VOLATILE;
        let mem = MemOperand::new(flags, mem, 0, 8, 8);
        self.emit(op::MOV64rm)
            .def(dst)
            .ops(&address.operands())
            .mem(mem)
            .done();
        Ok(())
    }

    /// What is `offset` bytes, without a sign, from the base of a segment.
    fn segment_address(&mut self, offset: u32, segment: PhysReg) -> Result<Address> {
        let mut address = match i32::try_from(offset) {
            Ok(offset) => Address {
                disp: i64::from(offset),
                ..Address::default()
            },
            Err(_) => {
                let key = LocalKey::Int(PartType::Int(64), offset.into());
                Address::base(self.use_local(key)?, 0)
            }
        };
        address.segment = segment;
        Ok(address)
    }

    /// Selects a call of `llvm.stackprotector`: the guard goes into its slot.
    pub(super) fn lower_stack_protector(&mut self, inst: Inst) -> Result<()> {
        let [guard, slot] = self.operands(inst);
        let Some(slot) = self.frame_value(slot) else {
            return self.unsupported("llvm.stackprotector of a slot that is no stack object");
        };
        let guard: Reg = self.use_value(guard)?;
        let address = Address {
            base: Base::Frame(slot),
            ..Address::default()
        };
        let flags = MemFlags::STORE | MemFlags::VOLATILE;
        let mem = MemOperand::new(flags, MemPointer::Stack(slot), 0, 8, 8);
        let emit = self.emit(op::MOV64mr).ops(&address.operands());
        emit.reg(guard).mem(mem).done();
        Ok(())
    }
}
