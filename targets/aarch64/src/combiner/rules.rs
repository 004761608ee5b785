//! Multiplications and what they are joined with.

use std::sync::LazyLock;

use avarice_machine::machine_combiner::Objective;
use avarice_target::{Opcode, PhysReg, RegClass};

use crate::{TARGET, class, op, reg};

/// What must be so for a rule to apply.
#[derive(Clone, Copy)]
pub(super) enum Condition {
    /// Nothing else reads the inner instruction.
    OnlyReader,
    /// The same, and the inner instruction adds this register of zeros to its product.
    PlainProduct(PhysReg),
    /// Nothing else reads the inner instruction, and the outer one may be contracted.
    Contract,
    /// Others may read the inner instruction, and a copy may be between.
    AnyReader,
    /// Nothing else reads the inner instruction, and both may be contracted and do not care for the sign of zero.
    Negation,
}

/// What a rule makes.
#[derive(Clone, Copy)]
pub(super) enum Make {
    /// The factors, then the other operand.
    Fused(Opcode),
    /// The other operand, then the factors.
    Accumulated(Opcode),
    /// The other operand, then the factors and the lane of the second.
    AccumulatedLane(Opcode),
    /// The same as [`Self::Accumulated`] with the other operand negated by the first instruction.
    NegatedAccumulated(Opcode, Opcode),
    /// The same as [`Self::AccumulatedLane`] with the other operand negated by the first instruction.
    NegatedAccumulatedLane(Opcode, Opcode),
    /// The factors, then a register of the constant.
    Constant(Opcode, Sign),
    /// The factors, then a register of the other operand subtracted from zero.
    FromZero(Opcode),
    /// A product with a lane.
    ByLane(Opcode),
    /// A negated sum of a product.
    Negated(Opcode),
}

/// Whether a constant is added or subtracted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// An instruction that can be joined with one that it reads.
pub(super) struct Rule {
    pub root: Opcode,
    pub inner: Opcode,
    /// The operand of `root` that `inner` defines.
    pub operand: u8,
    pub condition: Condition,
    pub make: Make,
    pub class: RegClass,
    pub objective: Objective,
}

macro_rules! rules {
    ($($root:ident $operand:literal $inner:ident $condition:expr, $make:expr, $class:ident $objective:ident;)*) => {
        &[$(Rule {
            root: op::$root,
            inner: op::$inner,
            operand: $operand,
            condition: $condition,
            make: $make,
            class: class::$class,
            objective: Objective::$objective,
        }),*]
    };
}

use Condition::{AnyReader, Contract, Negation, OnlyReader, PlainProduct};
use Make::{
    Accumulated, AccumulatedLane, ByLane, Constant, FromZero, Fused, Negated, NegatedAccumulated,
    NegatedAccumulatedLane,
};

/// All rules. Those of an outer instruction stand together, best first.
#[rustfmt::skip]
pub(super) const RULES: &[Rule] = rules! {
    ADDWrr 1 MADDWrrr PlainProduct(reg::WZR), Fused(op::MADDWrrr), GPR32 Length;
    ADDWrr 2 MADDWrrr PlainProduct(reg::WZR), Fused(op::MADDWrrr), GPR32 Length;
    SUBWrr 2 MADDWrrr PlainProduct(reg::WZR), Fused(op::MSUBWrrr), GPR32 Length;
    SUBWrr 1 MADDWrrr PlainProduct(reg::WZR), FromZero(op::MADDWrrr), GPR32 Length;
    ADDWri 1 MADDWrrr PlainProduct(reg::WZR), Constant(op::MADDWrrr, Sign::Plus), GPR32 Length;
    SUBWri 1 MADDWrrr PlainProduct(reg::WZR), Constant(op::MADDWrrr, Sign::Minus), GPR32 Length;
    ADDXrr 1 MADDXrrr PlainProduct(reg::XZR), Fused(op::MADDXrrr), GPR64 Length;
    ADDXrr 2 MADDXrrr PlainProduct(reg::XZR), Fused(op::MADDXrrr), GPR64 Length;
    SUBXrr 2 MADDXrrr PlainProduct(reg::XZR), Fused(op::MSUBXrrr), GPR64 Length;
    SUBXrr 1 MADDXrrr PlainProduct(reg::XZR), FromZero(op::MADDXrrr), GPR64 Length;
    ADDXri 1 MADDXrrr PlainProduct(reg::XZR), Constant(op::MADDXrrr, Sign::Plus), GPR64 Length;
    SUBXri 1 MADDXrrr PlainProduct(reg::XZR), Constant(op::MADDXrrr, Sign::Minus), GPR64 Length;
    ADDv8i8 1 MULv8i8 OnlyReader, Accumulated(op::MLAv8i8), FPR64 Throughput;
    ADDv8i8 2 MULv8i8 OnlyReader, Accumulated(op::MLAv8i8), FPR64 Throughput;
    SUBv8i8 1 MULv8i8 OnlyReader, NegatedAccumulated(op::NEGv8i8, op::MLAv8i8), FPR64 Throughput;
    SUBv8i8 2 MULv8i8 OnlyReader, Accumulated(op::MLSv8i8), FPR64 Throughput;
    ADDv16i8 1 MULv16i8 OnlyReader, Accumulated(op::MLAv16i8), FPR128 Throughput;
    ADDv16i8 2 MULv16i8 OnlyReader, Accumulated(op::MLAv16i8), FPR128 Throughput;
    SUBv16i8 1 MULv16i8 OnlyReader, NegatedAccumulated(op::NEGv16i8, op::MLAv16i8), FPR128 Throughput;
    SUBv16i8 2 MULv16i8 OnlyReader, Accumulated(op::MLSv16i8), FPR128 Throughput;
    ADDv4i16 1 MULv4i16 OnlyReader, Accumulated(op::MLAv4i16), FPR64 Throughput;
    ADDv4i16 2 MULv4i16 OnlyReader, Accumulated(op::MLAv4i16), FPR64 Throughput;
    ADDv4i16 1 MULv4i16_indexed OnlyReader, AccumulatedLane(op::MLAv4i16_indexed), FPR64 Throughput;
    ADDv4i16 2 MULv4i16_indexed OnlyReader, AccumulatedLane(op::MLAv4i16_indexed), FPR64 Throughput;
    SUBv4i16 1 MULv4i16 OnlyReader, NegatedAccumulated(op::NEGv4i16, op::MLAv4i16), FPR64 Throughput;
    SUBv4i16 2 MULv4i16 OnlyReader, Accumulated(op::MLSv4i16), FPR64 Throughput;
    SUBv4i16 1 MULv4i16_indexed OnlyReader, NegatedAccumulatedLane(op::NEGv4i16, op::MLAv4i16_indexed), FPR64 Throughput;
    SUBv4i16 2 MULv4i16_indexed OnlyReader, AccumulatedLane(op::MLSv4i16_indexed), FPR64 Throughput;
    ADDv8i16 1 MULv8i16 OnlyReader, Accumulated(op::MLAv8i16), FPR128 Throughput;
    ADDv8i16 2 MULv8i16 OnlyReader, Accumulated(op::MLAv8i16), FPR128 Throughput;
    ADDv8i16 1 MULv8i16_indexed OnlyReader, AccumulatedLane(op::MLAv8i16_indexed), FPR128 Throughput;
    ADDv8i16 2 MULv8i16_indexed OnlyReader, AccumulatedLane(op::MLAv8i16_indexed), FPR128 Throughput;
    SUBv8i16 1 MULv8i16 OnlyReader, NegatedAccumulated(op::NEGv8i16, op::MLAv8i16), FPR128 Throughput;
    SUBv8i16 2 MULv8i16 OnlyReader, Accumulated(op::MLSv8i16), FPR128 Throughput;
    SUBv8i16 1 MULv8i16_indexed OnlyReader, NegatedAccumulatedLane(op::NEGv8i16, op::MLAv8i16_indexed), FPR128 Throughput;
    SUBv8i16 2 MULv8i16_indexed OnlyReader, AccumulatedLane(op::MLSv8i16_indexed), FPR128 Throughput;
    ADDv2i32 1 MULv2i32 OnlyReader, Accumulated(op::MLAv2i32), FPR64 Throughput;
    ADDv2i32 2 MULv2i32 OnlyReader, Accumulated(op::MLAv2i32), FPR64 Throughput;
    ADDv2i32 1 MULv2i32_indexed OnlyReader, AccumulatedLane(op::MLAv2i32_indexed), FPR64 Throughput;
    ADDv2i32 2 MULv2i32_indexed OnlyReader, AccumulatedLane(op::MLAv2i32_indexed), FPR64 Throughput;
    SUBv2i32 1 MULv2i32 OnlyReader, NegatedAccumulated(op::NEGv2i32, op::MLAv2i32), FPR64 Throughput;
    SUBv2i32 2 MULv2i32 OnlyReader, Accumulated(op::MLSv2i32), FPR64 Throughput;
    SUBv2i32 1 MULv2i32_indexed OnlyReader, NegatedAccumulatedLane(op::NEGv2i32, op::MLAv2i32_indexed), FPR64 Throughput;
    SUBv2i32 2 MULv2i32_indexed OnlyReader, AccumulatedLane(op::MLSv2i32_indexed), FPR64 Throughput;
    ADDv4i32 1 MULv4i32 OnlyReader, Accumulated(op::MLAv4i32), FPR128 Throughput;
    ADDv4i32 2 MULv4i32 OnlyReader, Accumulated(op::MLAv4i32), FPR128 Throughput;
    ADDv4i32 1 MULv4i32_indexed OnlyReader, AccumulatedLane(op::MLAv4i32_indexed), FPR128 Throughput;
    ADDv4i32 2 MULv4i32_indexed OnlyReader, AccumulatedLane(op::MLAv4i32_indexed), FPR128 Throughput;
    SUBv4i32 1 MULv4i32 OnlyReader, NegatedAccumulated(op::NEGv4i32, op::MLAv4i32), FPR128 Throughput;
    SUBv4i32 2 MULv4i32 OnlyReader, Accumulated(op::MLSv4i32), FPR128 Throughput;
    SUBv4i32 1 MULv4i32_indexed OnlyReader, NegatedAccumulatedLane(op::NEGv4i32, op::MLAv4i32_indexed), FPR128 Throughput;
    SUBv4i32 2 MULv4i32_indexed OnlyReader, AccumulatedLane(op::MLSv4i32_indexed), FPR128 Throughput;
    FADDHrr 1 FMULHrr Contract, Fused(op::FMADDHrrr), FPR16 Throughput;
    FADDHrr 2 FMULHrr Contract, Fused(op::FMADDHrrr), FPR16 Throughput;
    FSUBHrr 1 FMULHrr Contract, Fused(op::FNMSUBHrrr), FPR16 Throughput;
    FSUBHrr 2 FMULHrr Contract, Fused(op::FMSUBHrrr), FPR16 Throughput;
    FSUBHrr 1 FNMULHrr Contract, Fused(op::FNMADDHrrr), FPR16 Throughput;
    FADDSrr 1 FMULSrr Contract, Fused(op::FMADDSrrr), FPR32 Throughput;
    FADDSrr 1 FMULv1i32_indexed Contract, AccumulatedLane(op::FMLAv1i32_indexed), FPR32 Throughput;
    FADDSrr 2 FMULSrr Contract, Fused(op::FMADDSrrr), FPR32 Throughput;
    FADDSrr 2 FMULv1i32_indexed Contract, AccumulatedLane(op::FMLAv1i32_indexed), FPR32 Throughput;
    FSUBSrr 1 FMULSrr Contract, Fused(op::FNMSUBSrrr), FPR32 Throughput;
    FSUBSrr 2 FMULSrr Contract, Fused(op::FMSUBSrrr), FPR32 Throughput;
    FSUBSrr 2 FMULv1i32_indexed Contract, AccumulatedLane(op::FMLSv1i32_indexed), FPR32 Throughput;
    FSUBSrr 1 FNMULSrr Contract, Fused(op::FNMADDSrrr), FPR32 Throughput;
    FADDDrr 1 FMULDrr Contract, Fused(op::FMADDDrrr), FPR64 Throughput;
    FADDDrr 1 FMULv1i64_indexed Contract, AccumulatedLane(op::FMLAv1i64_indexed), FPR64 Throughput;
    FADDDrr 2 FMULDrr Contract, Fused(op::FMADDDrrr), FPR64 Throughput;
    FADDDrr 2 FMULv1i64_indexed Contract, AccumulatedLane(op::FMLAv1i64_indexed), FPR64 Throughput;
    FSUBDrr 1 FMULDrr Contract, Fused(op::FNMSUBDrrr), FPR64 Throughput;
    FSUBDrr 2 FMULDrr Contract, Fused(op::FMSUBDrrr), FPR64 Throughput;
    FSUBDrr 2 FMULv1i64_indexed Contract, AccumulatedLane(op::FMLSv1i64_indexed), FPR64 Throughput;
    FSUBDrr 1 FNMULDrr Contract, Fused(op::FNMADDDrrr), FPR64 Throughput;
    FADDv4f16 1 FMULv4i16_indexed Contract, AccumulatedLane(op::FMLAv4i16_indexed), FPR64 Throughput;
    FADDv4f16 1 FMULv4f16 Contract, Accumulated(op::FMLAv4f16), FPR64 Throughput;
    FADDv4f16 2 FMULv4i16_indexed Contract, AccumulatedLane(op::FMLAv4i16_indexed), FPR64 Throughput;
    FADDv4f16 2 FMULv4f16 Contract, Accumulated(op::FMLAv4f16), FPR64 Throughput;
    FSUBv4f16 2 FMULv4i16_indexed Contract, AccumulatedLane(op::FMLSv4i16_indexed), FPR64 Throughput;
    FSUBv4f16 2 FMULv4f16 Contract, Accumulated(op::FMLSv4f16), FPR64 Throughput;
    FSUBv4f16 1 FMULv4i16_indexed Contract, NegatedAccumulatedLane(op::FNEGv4f16, op::FMLAv4i16_indexed), FPR64 Throughput;
    FSUBv4f16 1 FMULv4f16 Contract, NegatedAccumulated(op::FNEGv4f16, op::FMLAv4f16), FPR64 Throughput;
    FMULv4f16 1 DUPv4i16lane AnyReader, ByLane(op::FMULv4i16_indexed), FPR128_lo Throughput;
    FMULv4f16 2 DUPv4i16lane AnyReader, ByLane(op::FMULv4i16_indexed), FPR128_lo Throughput;
    FADDv8f16 1 FMULv8i16_indexed Contract, AccumulatedLane(op::FMLAv8i16_indexed), FPR128 Throughput;
    FADDv8f16 1 FMULv8f16 Contract, Accumulated(op::FMLAv8f16), FPR128 Throughput;
    FADDv8f16 2 FMULv8i16_indexed Contract, AccumulatedLane(op::FMLAv8i16_indexed), FPR128 Throughput;
    FADDv8f16 2 FMULv8f16 Contract, Accumulated(op::FMLAv8f16), FPR128 Throughput;
    FSUBv8f16 2 FMULv8i16_indexed Contract, AccumulatedLane(op::FMLSv8i16_indexed), FPR128 Throughput;
    FSUBv8f16 2 FMULv8f16 Contract, Accumulated(op::FMLSv8f16), FPR128 Throughput;
    FSUBv8f16 1 FMULv8i16_indexed Contract, NegatedAccumulatedLane(op::FNEGv8f16, op::FMLAv8i16_indexed), FPR128 Throughput;
    FSUBv8f16 1 FMULv8f16 Contract, NegatedAccumulated(op::FNEGv8f16, op::FMLAv8f16), FPR128 Throughput;
    FMULv8f16 1 DUPv8i16lane AnyReader, ByLane(op::FMULv8i16_indexed), FPR128_lo Throughput;
    FMULv8f16 2 DUPv8i16lane AnyReader, ByLane(op::FMULv8i16_indexed), FPR128_lo Throughput;
    FADDv2f32 1 FMULv2i32_indexed Contract, AccumulatedLane(op::FMLAv2i32_indexed), FPR64 Throughput;
    FADDv2f32 1 FMULv2f32 Contract, Accumulated(op::FMLAv2f32), FPR64 Throughput;
    FADDv2f32 2 FMULv2i32_indexed Contract, AccumulatedLane(op::FMLAv2i32_indexed), FPR64 Throughput;
    FADDv2f32 2 FMULv2f32 Contract, Accumulated(op::FMLAv2f32), FPR64 Throughput;
    FSUBv2f32 2 FMULv2i32_indexed Contract, AccumulatedLane(op::FMLSv2i32_indexed), FPR64 Throughput;
    FSUBv2f32 2 FMULv2f32 Contract, Accumulated(op::FMLSv2f32), FPR64 Throughput;
    FSUBv2f32 1 FMULv2i32_indexed Contract, NegatedAccumulatedLane(op::FNEGv2f32, op::FMLAv2i32_indexed), FPR64 Length;
    FSUBv2f32 1 FMULv2f32 Contract, NegatedAccumulated(op::FNEGv2f32, op::FMLAv2f32), FPR64 Length;
    FMULv2f32 1 DUPv2i32lane AnyReader, ByLane(op::FMULv2i32_indexed), FPR128 Throughput;
    FMULv2f32 2 DUPv2i32lane AnyReader, ByLane(op::FMULv2i32_indexed), FPR128 Throughput;
    FADDv2f64 1 FMULv2i64_indexed Contract, AccumulatedLane(op::FMLAv2i64_indexed), FPR128 Throughput;
    FADDv2f64 1 FMULv2f64 Contract, Accumulated(op::FMLAv2f64), FPR128 Throughput;
    FADDv2f64 2 FMULv2i64_indexed Contract, AccumulatedLane(op::FMLAv2i64_indexed), FPR128 Throughput;
    FADDv2f64 2 FMULv2f64 Contract, Accumulated(op::FMLAv2f64), FPR128 Throughput;
    FSUBv2f64 2 FMULv2i64_indexed Contract, AccumulatedLane(op::FMLSv2i64_indexed), FPR128 Throughput;
    FSUBv2f64 2 FMULv2f64 Contract, Accumulated(op::FMLSv2f64), FPR128 Throughput;
    FSUBv2f64 1 FMULv2i64_indexed Contract, NegatedAccumulatedLane(op::FNEGv2f64, op::FMLAv2i64_indexed), FPR128 Length;
    FSUBv2f64 1 FMULv2f64 Contract, NegatedAccumulated(op::FNEGv2f64, op::FMLAv2f64), FPR128 Length;
    FMULv2f64 1 DUPv2i64lane AnyReader, ByLane(op::FMULv2i64_indexed), FPR128 Throughput;
    FMULv2f64 2 DUPv2i64lane AnyReader, ByLane(op::FMULv2i64_indexed), FPR128 Throughput;
    FADDv4f32 1 FMULv4i32_indexed Contract, AccumulatedLane(op::FMLAv4i32_indexed), FPR128 Throughput;
    FADDv4f32 1 FMULv4f32 Contract, Accumulated(op::FMLAv4f32), FPR128 Throughput;
    FADDv4f32 2 FMULv4i32_indexed Contract, AccumulatedLane(op::FMLAv4i32_indexed), FPR128 Throughput;
    FADDv4f32 2 FMULv4f32 Contract, Accumulated(op::FMLAv4f32), FPR128 Throughput;
    FSUBv4f32 2 FMULv4i32_indexed Contract, AccumulatedLane(op::FMLSv4i32_indexed), FPR128 Throughput;
    FSUBv4f32 2 FMULv4f32 Contract, Accumulated(op::FMLSv4f32), FPR128 Throughput;
    FSUBv4f32 1 FMULv4i32_indexed Contract, NegatedAccumulatedLane(op::FNEGv4f32, op::FMLAv4i32_indexed), FPR128 Length;
    FSUBv4f32 1 FMULv4f32 Contract, NegatedAccumulated(op::FNEGv4f32, op::FMLAv4f32), FPR128 Length;
    FMULv4f32 1 DUPv4i32lane AnyReader, ByLane(op::FMULv4i32_indexed), FPR128 Throughput;
    FMULv4f32 2 DUPv4i32lane AnyReader, ByLane(op::FMULv4i32_indexed), FPR128 Throughput;
    FNEGSr 1 FMADDSrrr Negation, Negated(op::FNMADDSrrr), FPR32 Length;
    FNEGDr 1 FMADDDrrr Negation, Negated(op::FNMADDDrrr), FPR64 Length;
};

/// By opcode: its rules.
static BY_ROOT: LazyLock<Vec<(u16, u16)>> = LazyLock::new(|| {
    let mut ranges = vec![(0, 0); TARGET.instrs.len()];
    for root in RULES.iter().map(|rule| rule.root) {
        let numbers = || {
            RULES
                .iter()
                .enumerate()
                .filter(|(_, rule)| rule.root == root)
        };
        let first = numbers().next().map_or(0, |(number, _)| number);
        ranges[root.index()] = (first as u16, (first + numbers().count()) as u16);
    }
    ranges
});

/// The numbers of the rules of an outer instruction.
pub(super) fn rules_of(opcode: Opcode) -> std::ops::Range<usize> {
    let (first, end) = BY_ROOT[opcode.index()];
    usize::from(first)..usize::from(end)
}
