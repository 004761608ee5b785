//! Ids of everything in a module or a function.
//!
//! `Type`, `Const`, `Global`, `AttrGroup`, `Comdat`, `MetadataId`, `StructId` and `InlineAsm` are ids
//! in a module; `Value`, `Inst`, `Block` and `Use` are ids in one function.

use cranelift_entity::entity_impl;

macro_rules! entities {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);
        entity_impl!($name, $prefix);)*
    };
}

entities! {
    /// A type of the module's [`crate::TypeTable`]; equal types have equal ids.
    Type "ty";
    /// An identified (named or numbered) struct type.
    StructId "struct";
    /// An interned constant; equal constants have equal ids.
    Const "const";
    /// A function, variable, alias or ifunc.
    Global "global";
    /// An interned set of attributes.
    AttrGroup "attrs";
    /// A COMDAT group.
    Comdat "comdat";
    /// A metadata node or string.
    MetadataId "!";
    /// An inline assembly text with its constraints.
    InlineAsm "asm";
    /// A value in a function: an argument, an instruction's result or a constant used there.
    Value "v";
    /// An instruction.
    Inst "inst";
    /// A basic block.
    Block "block";
    /// One operand slot of an instruction.
    Use "use";
}
