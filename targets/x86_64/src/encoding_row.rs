//! The meaning of the encoding columns of an x86-64 row: `EncodingRow` decoded into [`X86Encoding`].
//!
//! The enums are written by the build script from `instructions/columns.tab`.

use avarice_target::EncodingRow;

use crate::tables::encoding;
pub use crate::tables::encoding::{AdSize, EncKind, Form, ImmKind, OpMap, OpSize, Prefix};

/// The encoding of one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct X86Encoding {
    /// How the operands are laid out.
    pub form: Form,
    /// Opcode byte.
    pub opcode: u8,
    /// Opcode map.
    pub map: OpMap,
    /// Mandatory prefix.
    pub prefix: Prefix,
    /// Operand size prefix.
    pub op_size: OpSize,
    /// Address size.
    pub ad_size: AdSize,
    /// Immediate.
    pub imm: ImmKind,
    /// Kind of prefixes.
    pub enc: EncKind,
    /// W is set in REX, VEX or XOP.
    pub rex_w: bool,
    /// An operand is in VEX.vvvv.
    pub vex_4v: bool,
    /// VEX.L is set.
    pub vex_l: bool,
    /// Has a `lock` prefix.
    pub lock: bool,
    /// Has a `rep` prefix.
    pub rep: bool,
}

impl X86Encoding {
    /// Unpacks the encoding columns of a row of this target.
    pub const fn decode(row: EncodingRow) -> Self {
        Self {
            form: Form::of(row),
            opcode: row.opcode as u8,
            map: OpMap::of(row),
            prefix: Prefix::of(row),
            op_size: OpSize::of(row),
            ad_size: AdSize::of(row),
            imm: ImmKind::of(row),
            enc: EncKind::of(row),
            rex_w: encoding::rex_w(row),
            vex_4v: encoding::vex_4v(row),
            vex_l: encoding::vex_l(row),
            lock: encoding::lock(row),
            rep: encoding::rep(row),
        }
    }
}
