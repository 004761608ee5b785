//! Debug records of the function that is being read.

use avarice_ir::{Inst, MetadataId, Value};

/// What a record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Value,
    Declare,
    Assign,
    Label,
    /// LLVM 22's.
    DeclareValue,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Declare => "declare",
            Self::Assign => "assign",
            Self::Label => "label",
            Self::DeclareValue => "declare_value",
        }
    }
}

/// An operand of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    Value(Value),
    Node(MetadataId),
    List(Vec<Value>),
}

/// A debug record.
pub(crate) struct Record {
    /// The instruction before which it stands.
    pub before: Option<Inst>,
    pub kind: Kind,
    pub operands: Vec<Operand>,
    pub location: Option<MetadataId>,
}
