//! Unwind information of what Cranelift compiled, as our call frame instructions. Cranelift provides it only for
//! gimli's writer, so it is written and read back.

use avarice_mir::CfiInstruction;
use cranelift_codegen::CompiledCode;
use cranelift_codegen::gimli::write::{Address, EhFrame, EndianVec, FrameTable};
use cranelift_codegen::gimli::{
    self, BaseAddresses, CallFrameInstruction, CieOrFde, LittleEndian, Register, UnwindSection,
};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::isa::unwind::UnwindInfo;

/// The instructions for code that is `base` bytes into its function, with their offsets; none if Cranelift has none.
///
/// # Errors
/// What has no form here.
pub(crate) fn rows(
    compiled: &CompiledCode,
    isa: &dyn TargetIsa,
    base: u32,
) -> Result<Vec<(u32, CfiInstruction)>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("unwind information ({error})");
    let info = compiled.create_unwind_info(isa);
    let info = match info.map_err(|error| failed(&error))? {
        Some(UnwindInfo::SystemV(info)) => info,
        _ => return Ok(Vec::new()),
    };
    let Some(common) = isa.create_systemv_cie() else {
        return Ok(Vec::new());
    };
    let mut table = FrameTable::default();
    let common = table.add_cie(common);
    table.add_fde(common, info.to_fde(Address::Constant(0)));
    let mut written = EhFrame(EndianVec::new(LittleEndian));
    table
        .write_eh_frame(&mut written)
        .map_err(|error| failed(&error))?;
    read(written.0.slice(), base).map_err(|error| failed(&error))
}

/// The instructions of the only function in `bytes`.
fn read(bytes: &[u8], base: u32) -> gimli::Result<Vec<(u32, CfiInstruction)>> {
    let section = gimli::EhFrame::new(bytes, LittleEndian);
    let bases = BaseAddresses::default();
    let mut entries = section.entries(&bases);
    let mut rows = Vec::new();
    while let Some(entry) = entries.next()? {
        let CieOrFde::Fde(partial) = entry else {
            continue;
        };
        let entry =
            partial.parse(|section, bases, offset| section.cie_from_offset(bases, offset))?;
        let mut at = base;
        let factors = (
            entry.cie().code_alignment_factor(),
            entry.cie().data_alignment_factor(),
        );
        let mut instructions = entry.instructions(&section, &bases);
        while let Some(instruction) = instructions.next()? {
            match instruction {
                CallFrameInstruction::AdvanceLoc { delta } => at += delta * factors.0 as u32,
                other => rows.extend(row(&other, factors.1).map(|row| (at, row))),
            }
        }
    }
    Ok(rows)
}

/// An instruction in our terms; `None` for those that say nothing.
fn row(instruction: &CallFrameInstruction<usize>, factor: i64) -> Option<CfiInstruction> {
    let number = |register: Register| register.0;
    Some(match *instruction {
        CallFrameInstruction::DefCfa { register, offset } => {
            CfiInstruction::DefCfa(number(register), offset as i64)
        }
        CallFrameInstruction::DefCfaRegister { register } => {
            CfiInstruction::DefCfaRegister(number(register))
        }
        CallFrameInstruction::DefCfaOffset { offset } => {
            CfiInstruction::DefCfaOffset(offset as i64)
        }
        CallFrameInstruction::Offset {
            register,
            factored_offset,
        } => CfiInstruction::Offset(number(register), factored_offset as i64 * factor),
        CallFrameInstruction::OffsetExtendedSf {
            register,
            factored_offset,
        } => CfiInstruction::Offset(number(register), factored_offset * factor),
        CallFrameInstruction::SameValue { register } => CfiInstruction::SameValue(number(register)),
        CallFrameInstruction::Undefined { register } => CfiInstruction::Undefined(number(register)),
        CallFrameInstruction::Restore { register } => CfiInstruction::Restore(number(register)),
        CallFrameInstruction::RememberState => CfiInstruction::RememberState,
        CallFrameInstruction::RestoreState => CfiInstruction::RestoreState,
        CallFrameInstruction::NegateRaState => CfiInstruction::NegateRaState,
        _ => return None,
    })
}
