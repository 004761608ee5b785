//! No-ops that fill space which the program may patch.

use avarice_emit::McOperand;
use avarice_ir::AttrSet;
use avarice_target::PhysReg;

use super::mc_inst::{McInst, McInsts};
use crate::{op, reg};

/// The longest instruction without effect that the processor which `attrs` optimize for decodes well, in bytes.
pub(super) fn longest(attrs: &AttrSet) -> u32 {
    let processor = attrs.string("tune-cpu").or(attrs.string("target-cpu"));
    let mut longest = match processor {
        Some("bdver1" | "bdver2" | "bdver3" | "bdver4") => 11,
        Some("silvermont" | "slm" | "atom_sse4_2" | "atom_sse4_2_movbe") => 7,
        Some(
            "amdfam10" | "athlon-fx" | "athlon64" | "athlon64-sse3" | "atom" | "barcelona"
            | "bonnell" | "core2" | "core_2_duo_sse4_1" | "core_2_duo_ssse3" | "core_aes_pclmulqdq"
            | "core_i7_sse4_2" | "corei7" | "goldmont" | "goldmont-plus" | "goldmont_plus" | "k8"
            | "k8-sse3" | "knl" | "knm" | "mic_avx512" | "nehalem" | "nocona" | "opteron"
            | "opteron-sse3" | "penryn" | "tremont" | "westmere" | "",
        )
        | None => 10,
        Some(_) => 15,
    };
    let features = attrs.string("target-features").unwrap_or("").split(',');
    for feature in features {
        match feature.trim() {
            "+fast-7bytenop" => longest = 7,
            "+fast-11bytenop" => longest = 11,
            "+fast-15bytenop" => longest = 15,
            _ => {}
        }
    }
    longest
}

/// As few instructions as fill `room` bytes, none longer than `longest` bytes.
pub(super) fn of_length(mut room: u32, longest: u32) -> McInsts {
    let mut insts = McInsts::new();
    while room > 0 {
        let length = room.min(longest);
        append_one(length, &mut insts);
        room -= length;
    }
    insts
}

/// One instruction of 1 to 15 bytes, with prefixes.
fn append_one(length: u32, insts: &mut McInsts) {
    for _ in 10..length {
        insts.push(McInst::new(op::DATA16_PREFIX, &[]));
    }
    let register = McOperand::Reg;
    let (opcode, index, displacement, segment) = match length {
        1 => return insts.push(McInst::new(op::NOOP, &[])),
        2 => {
            // `xchg ax, ax`
            let ax = register(reg::AX);
            return insts.push(McInst::new(op::XCHG16ar, &[ax, ax]));
        }
        3 => (op::NOOPL, PhysReg::NONE, 0, PhysReg::NONE),
        4 => (op::NOOPL, PhysReg::NONE, 8, PhysReg::NONE),
        5 => (op::NOOPL, reg::RAX, 8, PhysReg::NONE),
        6 => (op::NOOPW, reg::RAX, 8, PhysReg::NONE),
        7 => (op::NOOPL, PhysReg::NONE, 512, PhysReg::NONE),
        8 => (op::NOOPL, reg::RAX, 512, PhysReg::NONE),
        9 => (op::NOOPW, reg::RAX, 512, PhysReg::NONE),
        _ => (op::NOOPW, reg::RAX, 512, reg::CS),
    };
    insts.push(McInst::new(
        opcode,
        &[
            register(reg::RAX),
            McOperand::Imm(1),
            register(index),
            McOperand::Imm(displacement),
            register(segment),
        ],
    ));
}
