//! Upgrades modules of older producers on reading, as LLVM 19 does.
//!
//! Every part first checks declarations, flags or names, and visits instructions only where these say that one has to
//! change; a current module only pays for a look at each declaration whose name begins with `llvm.`.
//!
//! | file | what |
//! |---|---|
//! | [`intrinsics`] | calls of intrinsics that no longer exist, take other arguments, or have other types in their name |
//! | [`generic`], [`x86`], [`arm`], [`structs`] | which those are, and what replaces them |
//! | [`overload`] | undeclared intrinsics, called under one name with several types |
//! | [`rename`] | names of intrinsics that have the same arguments under another one |
//! | [`names`] | names of values that are made |
//! | [`debug_info`] | debug information of another version, which is dropped; fields that are flags today |
//! | [`tbaa`] | tags of type-based alias analysis that are a type alone |
//! | [`flags`] | module flags with other behaviors or values, and sections of Objective-C |

mod arm;
mod builder;
mod debug_info;
mod flags;
mod generic;
mod intrinsics;
mod mangle;
mod names;
mod overload;
mod rename;
mod structs;
mod tbaa;
mod x86;

use crate::entities::Value;
use crate::module::Module;

pub(crate) use debug_info::join_subprogram_flags;

/// What has become of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// This value takes the place of its result.
    Value(Value),
    /// It had no result, or its result is used nowhere.
    Removed,
}

/// Changes what LLVM 19 would change. Intrinsics named in `mixed` are not declared, and called with several types.
///
/// # Requires
/// The text is read, and globals have their final ids.
///
/// # Ensures
/// No call that has been changed is left, and no declaration without use that belonged to one.
///
/// # Preserves
/// Ids of blocks and types. Instructions that are made have the one that they stand for as origin.
pub(crate) fn upgrade(module: &mut Module, mixed: &[Box<[u8]>]) {
    flags::upgrade(module);
    debug_info::upgrade(module);
    overload::upgrade(module, mixed);
    tbaa::upgrade(module);
    rename::upgrade(module);
    intrinsics::upgrade(module);
}
