//! Machine IR: the one representation from selection to emission.
//!
//! A [`MachineFunction`] holds blocks, instructions and operands of LLVM's opcodes for one target,
//! before and after register allocation. Text form, CFG analyses and the machine verifier are modules
//! of this crate; [`hooks::TargetHooks`] is what a target must be able to do with machine functions.

pub mod block;
pub mod block_frequency;
pub mod builder;
mod callee_saved;
mod const_pool;
pub mod debug_values;
pub mod derefs;
pub mod entities;
pub mod exceptions;
pub mod flow;
pub mod frame;
pub mod function;
mod function_blocks;
mod function_chains;
mod function_insts;
mod function_operands;
mod function_pack;
pub mod hooks;
pub mod inline_asm;
mod insert_point;
pub mod inst_facts;
pub mod inst_flags;
pub mod journal;
pub mod lexical_scopes;
mod loop_alignment;
pub mod low_level_type;
pub mod memory;
mod merged_allocas;
pub mod mir_info;
pub mod operand;
pub mod parse;
pub mod print;
mod protection;
pub mod register_liveness;
pub mod rematerialization;
pub mod scaled_number;
mod scaled_number_text;
pub mod text_names;
pub mod verifier;

pub use avarice_ir::BranchProbability;
pub use block::{BlockData, BlockSection, BlockSections};
pub use block_frequency::BlockFrequencies;
pub use builder::InstBuilder;
pub use callee_saved::CalleeSaved;
pub use const_pool::{ConstPoolEntry, ConstPoolValue};
pub use entities::{
    Block, CfiIndex, ConstPoolIndex, FrameIndex, Inst, JumpTableIndex, MemOp, Notes, Op, Reg,
    RegMaskRef, Symbol, VReg,
};
pub use exceptions::{ExceptionInfo, Invoke, LandingPad, LandingPadData};
pub use flow::{
    MachineCfg, MachineCycle, MachineCycleInfo, MachineDominatorTree, MachineLoop, MachineLoopInfo,
};
pub use frame::{
    CfiInstruction, FrameInfo, FrameVariable, Realign, SspLayout, StackObject, StackObjectKind,
};
pub use function::{
    CompressedEntries, FramePointerPlace, GuardAccess, InstData, InstNotes, JumpTable,
    MachineFunction, MiFlags, RegHint, StackProbe, VRegData, VRegKind,
};
pub use hooks::{
    BranchAnalysis, BranchHooks, CallFrameChange, CopyHooks, FoldHooks, FrameContext, FrameHooks,
    OperandHooks, RegisterHooks, RematHooks, SlotHooks, TargetHooks, ThunkFunction,
};
pub use insert_point::InsertPoint;
pub use loop_alignment::LoopAlignment;
pub use low_level_type::LowLevelType;
pub use memory::{MemFlags, MemOperand, MemPointer};
pub use merged_allocas::MergedAllocas;
pub use mir_info::MirInfo;
pub use operand::{Operand, OperandFlags, OperandKind, OperandValue};
pub use parse::{MirFile, MirTarget, ParseError, parse_mir};
pub use print::{IrNames, MirPrinter, ModuleNames, SlotColumn, write_mir_file};
pub use protection::ControlFlowProtection;
pub use register_liveness::RegisterLiveness;
pub use scaled_number::ScaledNumber;
pub use text_names::{JumpTableKind, MirFlags, TextNames};
pub use verifier::{VerifyError, VerifyErrors, verify};
