//! LLVM IR in memory: types, constants, globals, functions with def-use chains; the `.ll` reader and
//! printer, the verifier, and the analyses that every consumer needs (CFG, dominators, loops).
//!
//! A [`Module`] owns types, constants, globals, attributes and metadata, all interned or pooled under
//! dense ids. A [`Function`] owns its blocks, instructions and values and refers to the module only
//! through ids, so functions can be compiled on several threads while the module is shared.

pub mod attribute;
mod attribute_names;
pub mod branch_probabilities;
pub mod builder;
pub mod cfg;
pub mod code_model;
pub mod constant;
mod crash_note;
pub mod cycles;
pub mod data_layout;
pub mod debug_expressions;
pub mod debug_info;
pub mod debug_locations;
pub mod debug_records;
mod discriminators;
pub mod dominance_frontier;
pub mod dominators;
pub mod entities;
mod entry_count;
mod error;
pub mod function;
pub mod gep;
pub mod global;
mod id_table;
pub mod inst;
mod intrinsic_attributes;
pub mod intrinsics;
mod lexer;
pub mod locate;
pub mod loops;
mod memory_model;
pub mod merged_locations;
pub mod metadata;
pub mod module;
mod module_flags;
mod name_map;
mod number_map;
mod parser;
pub mod post_dominators;
pub mod printer;
pub mod probability;
pub mod reading;
pub mod taken_addresses;
pub mod types;
pub mod typing;
mod upgrade;
pub mod verifier;

pub use attribute::{AttrSet, AttributeKind, AttributeList};
pub use branch_probabilities::BranchProbabilities;
pub use cfg::{Cfg, FlowGraph};
pub use code_model::CodeModel;
pub use constant::{ConstData, ConstExpr, ConstKind};
pub use crash_note::CrashNote;
pub use cycles::{Cycle, CycleInfo};
pub use data_layout::{DataLayout, GepStep, GepWalk, PointerSpec, StructLayout};
pub use debug_expressions::{Expression, ExpressionTable, Fragment};
pub use debug_info::DebugInfo;
pub use debug_locations::{Location, LocationTable};
pub use debug_records::{DebugRecord, DebugRecords, RecordKind};
pub use discriminators::Discriminator;
pub use dominators::DominatorTree;
pub use entities::{
    AttrGroup, Block, Comdat, Const, Global, InlineAsm, Inst, MetadataId, StructId, Type, Use,
    Value,
};
pub use error::ParseError;
pub use function::{BlockData, Function, InstData, UseData, ValueData, ValueDef};
pub use global::{
    FunctionData, GlobalData, GlobalKind, Linkage, ThreadLocal, UnnamedAddr, Visibility,
};
pub use inst::{
    AtomicOrdering, BinaryOp, CallInfo, CallingConv, CastOp, FloatPredicate, InstFlags, InstKind,
    IntPredicate, RmwOp, SyncScope, TailKind,
};
pub use intrinsic_attributes::declare_function;
pub use intrinsics::Intrinsic;
pub use loops::{Loop, LoopInfo};
pub use memory_model::MemoryModel;
pub use merged_locations::merge_locations;
pub use module::Module;
pub use parser::{parse_constant, parse_metadata, parse_module};
pub use post_dominators::PostDominatorTree;
pub use probability::BranchProbability;
pub use taken_addresses::TakenAddresses;
pub use types::{TypeData, TypeTable};
