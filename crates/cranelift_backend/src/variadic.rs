//! Variadic functions and calls: the code that CLIF cannot express.
//!
//! A variadic function begins with code that saves all argument registers, and calls the function that Cranelift
//! compiled with the address of them; its arguments, named or not, are loads from there:
//!
//! ```text
//!   x86-64   area +0    RDI RSI RDX RCX R8 R9      AArch64  area +0    X30
//!                 +48   XMM0 … XMM7 if AL                        +16   Q0 … Q7
//!                 +176  …                                        +144  X0 … X7
//!                 +216  return address                           +208  arguments on the stack
//!                 +224  arguments on the stack
//! ```
//!
//! ```text
//!   f:      save; lea area; call f.body; ret
//!   f.body: what Cranelift compiled
//!           mov $2, %al; jmp printf              a call of printf with two vector registers
//! ```

use avarice_emit::{Fixup, FixupTarget};
use avarice_ir::Inst;
use avarice_mir::CfiInstruction;
use cranelift_codegen::ir::{self, AbiParam, ArgumentPurpose, InstBuilder, Signature, types};
use cranelift_codegen::isa::CallConv;
use object::elf;

use crate::convention::{CallShape, Machine};
use crate::memory::plain;
use crate::translator::{Result, Translator, VariadicCall};
use crate::units::Unit;

/// Where a variadic function finds its arguments: offsets from the address that it gets.
#[derive(Clone, Copy)]
pub(crate) struct SavedArguments {
    pub(crate) ints: u64,
    pub(crate) floats: u64,
    pub(crate) stack: u64,
}

impl SavedArguments {
    /// Those of a machine.
    pub(crate) fn of(machine: Machine) -> Self {
        match machine {
            Machine::X86_64 => Self {
                ints: 0,
                floats: 48,
                stack: 224,
            },
            _ => Self {
                ints: 144,
                floats: 16,
                stack: 208,
            },
        }
    }
}

/// Whether variadic functions can be defined.
pub(crate) fn can_define(machine: Machine) -> bool {
    matches!(machine, Machine::X86_64 | Machine::Aarch64)
}

/// The signature of the body of a variadic function of `shape`.
pub(crate) fn body_signature(machine: Machine, shape: &CallShape) -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    let mut placed = shape.placement.placed.iter();
    if placed.any(|placed| placed.unit == Unit::ResultMemory) {
        match machine {
            Machine::X86_64 => signature.returns.push(AbiParam::new(types::I64)),
            _ => {
                let param = AbiParam::special(types::I64, ArgumentPurpose::StructReturn);
                signature.params.push(param);
            }
        }
    }
    signature.params.push(AbiParam::new(types::I64));
    signature
        .returns
        .extend(shape.signature.returns.iter().copied());
    signature
}

impl Translator<'_, '_> {
    /// The address of the saved arguments.
    fn saved_area(&mut self) -> Result<ir::Value> {
        let Some(slot) = self.saved_arguments else {
            return self.unsupported("va_start in a function that is not variadic");
        };
        let place = self.slot_address(slot);
        Ok(self.builder.ins().load(types::I64, plain(), place, 0))
    }

    pub(crate) fn translate_va_start(&mut self, inst: Inst) -> Result<()> {
        let area = self.saved_area()?;
        let list = self.operand(inst, 0)?;
        let saved = SavedArguments::of(self.convention.machine);
        let placement = &self.shape.placement;
        let (ints, floats, stack) = (placement.ints, placement.floats, placement.stack);
        let stack = self.add_offset(area, (saved.stack + stack) as i64);
        let store = |translator: &mut Self, value: ir::Value, offset: i32| {
            translator.builder.ins().store(plain(), value, list, offset);
        };
        if self.convention.machine == Machine::X86_64 {
            let ints = self.iconst(types::I32, u128::from(8 * ints));
            let floats = self.iconst(types::I32, u128::from(48 + 16 * floats));
            for (value, offset) in [(ints, 0), (floats, 4), (stack, 8), (area, 16)] {
                store(self, value, offset);
            }
            return Ok(());
        }
        let ints_end = self.add_offset(area, saved.ints as i64 + 64);
        let floats_end = self.add_offset(area, saved.floats as i64 + 128);
        let ints = i64::from(8 * ints) - 64;
        let floats = i64::from(16 * floats) - 128;
        let ints = self.iconst(types::I32, ints as u128);
        let floats = self.iconst(types::I32, floats as u128);
        let fields = [
            (stack, 0),
            (ints_end, 8),
            (floats_end, 16),
            (ints, 24),
            (floats, 28),
        ];
        for (value, offset) in fields {
            store(self, value, offset);
        }
        Ok(())
    }

    pub(crate) fn translate_va_copy(&mut self, inst: Inst) -> Result<()> {
        let (to, from) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let words = match self.convention.machine {
            Machine::X86_64 => 3,
            Machine::Aarch64 | Machine::S390x => 4,
            Machine::Riscv64 => 1,
        };
        for word in 0..words {
            let value = self.builder.ins().load(types::I64, plain(), from, 8 * word);
            self.builder.ins().store(plain(), value, to, 8 * word);
        }
        Ok(())
    }
}

/// Code that saves arguments and calls what follows it.
pub(crate) struct EntryCode {
    /// The bytes, a multiple of 16.
    pub(crate) bytes: Vec<u8>,
    /// What it does to the frame.
    pub(crate) cfi: Vec<(u32, CfiInstruction)>,
}

/// The code at the beginning of a variadic function.
pub(crate) fn entry_code(machine: Machine) -> EntryCode {
    match machine {
        Machine::X86_64 => x86_64_entry(),
        _ => aarch64_entry(),
    }
}

fn x86_64_entry() -> EntryCode {
    let mut bytes = vec![0x48, 0x81, 0xec, 0xd8, 0, 0, 0]; // sub $0xd8, %rsp
    let inside = bytes.len() as u32;
    let saves: [[u8; 5]; 6] = [
        [0x48, 0x89, 0x7c, 0x24, 0],  // mov %rdi, (%rsp)
        [0x48, 0x89, 0x74, 0x24, 8],  // mov %rsi, 8(%rsp)
        [0x48, 0x89, 0x54, 0x24, 16], // mov %rdx, 16(%rsp)
        [0x48, 0x89, 0x4c, 0x24, 24], // mov %rcx, 24(%rsp)
        [0x4c, 0x89, 0x44, 0x24, 32], // mov %r8, 32(%rsp)
        [0x4c, 0x89, 0x4c, 0x24, 40], // mov %r9, 40(%rsp)
    ];
    bytes.extend(saves.iter().flatten());
    let mut vectors = Vec::new();
    for number in 0..8u8 {
        // movaps %xmm, offset(%rsp)
        let offset = 48 + 16 * u32::from(number);
        vectors.extend([0x0f, 0x29, 0x84 | number << 3, 0x24]);
        vectors.extend(offset.to_le_bytes());
    }
    bytes.extend([0x84, 0xc0, 0x74, vectors.len() as u8]); // test %al, %al; je past the vectors
    bytes.extend(vectors);
    bytes.extend([0x48, 0x89, 0xe7]); // mov %rsp, %rdi
    let rest = [0x48, 0x81, 0xc4, 0xd8, 0, 0, 0, 0xc3]; // add $0xd8, %rsp; ret
    let after_call = bytes.len() + 5;
    let end = (after_call + rest.len()).next_multiple_of(16);
    bytes.push(0xe8); // call
    bytes.extend(((end - after_call) as u32).to_le_bytes());
    bytes.extend(rest);
    bytes.resize(end, 0xcc);
    let cfi = vec![
        (inside, CfiInstruction::DefCfaOffset(0xd8 + 8)),
        (after_call as u32 + 7, CfiInstruction::DefCfaOffset(8)),
    ];
    EntryCode { bytes, cfi }
}

fn aarch64_entry() -> EntryCode {
    const SP: u32 = 31;
    let mut words = vec![
        0xd103_43ff_u32, // sub sp, sp, #208
        0xf900_03fe,     // str x30, [sp]
    ];
    for pair in 0..4u32 {
        // stp q, q, [sp, #16 + 32 * pair]
        let (first, offset) = (2 * pair, 1 + 2 * pair);
        words.push(0xad00_0000 | offset << 15 | (first + 1) << 10 | SP << 5 | first);
    }
    for pair in 0..4u32 {
        // stp x, x, [sp, #144 + 16 * pair]
        let (first, offset) = (2 * pair, 18 + 2 * pair);
        words.push(0xa900_0000 | offset << 15 | (first + 1) << 10 | SP << 5 | first);
    }
    words.push(0x9100_03e0); // mov x0, sp
    let rest = [
        0xf940_03fe, // ldr x30, [sp]
        0x9103_43ff, // add sp, sp, #208
        0xd65f_03c0, // ret
    ];
    let call = words.len();
    let end = (call + 1 + rest.len()).next_multiple_of(4);
    words.push(0x9400_0000 | (end - call) as u32); // bl
    words.extend(rest);
    words.resize(end, 0xd503_201f);
    let restored = 4 * (call as u32 + 2);
    let cfi = vec![
        (4, CfiInstruction::DefCfaOffset(208)),
        (8, CfiInstruction::Offset(30, -208)),
        (restored, CfiInstruction::Restore(30)),
        (restored + 4, CfiInstruction::DefCfaOffset(0)),
    ];
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    EntryCode { bytes, cfi }
}

/// Appends the code of a variadic call to that of a function on x86-64.
pub(crate) fn append_call(call: VariadicCall, bytes: &mut Vec<u8>, fixups: &mut Vec<Fixup>) {
    bytes.extend([0xb0, call.vectors]); // mov $n, %al
    match call.callee {
        Some(global) => {
            bytes.push(0xe9); // jmp
            fixups.push(Fixup {
                offset: bytes.len() as u32,
                kind: elf::R_X86_64_PLT32,
                target: FixupTarget::Global(global),
                addend: -4,
            });
            bytes.extend([0; 4]);
        }
        None => bytes.extend([0x41, 0xff, 0xe7]), // jmp *%r15
    }
}
