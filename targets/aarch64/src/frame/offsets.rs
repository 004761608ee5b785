//! The offsets that loads and stores hold.

use std::sync::LazyLock;

use avarice_mir::MachineFunction;
use avarice_target::{InstrDesc, InstrFlags, Opcode};

use crate::{TARGET, op};

/// How an instruction holds the offset that follows its base register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offset {
    /// Bytes of a unit.
    pub scale: i64,
    /// The least and the greatest number of units.
    pub range: (i64, i64),
    /// The same instruction with an offset from -256 to 255 bytes.
    pub unscaled: Option<Opcode>,
}

pub(super) static OFFSETS: LazyLock<Vec<Option<Offset>>> =
    LazyLock::new(|| TARGET.instrs.iter().map(offset_of).collect());

fn offset_of(row: &'static InstrDesc) -> Option<Offset> {
    if row.name.ends_with("pre") || row.name.ends_with("post") {
        return None;
    }
    row.kinds.iter().find_map(|kind| {
        let scale = |bytes: &str| bytes.parse().ok();
        if let Some(bytes) = kind.strip_prefix("uimm12s") {
            return Some(Offset {
                scale: scale(bytes)?,
                range: (0, 4095),
                unscaled: unscaled_form(row.name),
            });
        }
        let (bytes, range) = match kind.strip_prefix("simm7s") {
            Some(bytes) => (bytes, (-64, 63)),
            None => (
                kind.strip_prefix("simm9")?.trim_start_matches('s'),
                (-256, 255),
            ),
        };
        Some(Offset {
            scale: scale(bytes).unwrap_or(1),
            range,
            unscaled: None,
        })
    })
}

/// `LDURXi` for `LDRXui`.
fn unscaled_form(name: &str) -> Option<Opcode> {
    let middle = name.strip_suffix("ui")?;
    let name = match middle {
        "PRFM" => "PRFUMi".to_owned(),
        _ => format!("{}UR{}i", &middle[..2], middle.get(3..)?),
    };
    TARGET.opcode_by_name(&name)
}

/// What an unscaled offset may be, in bytes.
const UNSCALED: (i64, i64) = (-256, 255);

/// An offset divided into what an instruction holds and what is left for its base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Divided {
    /// The opcode that holds `units`.
    pub opcode: Opcode,
    /// The number in the instruction.
    pub units: i64,
    /// The bytes that the base has to be moved by.
    pub rest: i64,
}

impl Offset {
    /// Puts as much of `bytes` as possible into an instruction with `opcode`.
    pub fn divide(&self, opcode: Opcode, bytes: i64) -> Divided {
        let is_scaled = bytes >= 0 && bytes % self.scale == 0;
        let (opcode, scale, range) = match self.unscaled.filter(|_| !is_scaled) {
            Some(unscaled) => (unscaled, 1, UNSCALED),
            None => (opcode, self.scale, self.range),
        };
        let units = bytes / scale;
        let (units, rest) = match (range.0..=range.1).contains(&units) {
            true => (units, bytes % scale),
            false => {
                let units = if units < 0 { range.0 } else { range.1 };
                (units, bytes - units * scale)
            }
        };
        Divided {
            opcode,
            units,
            rest,
        }
    }
}

/// Whether an instruction addresses a stack object and cannot hold an offset.
pub(super) fn has_bare_access(function: &MachineFunction) -> bool {
    let blocks = function.layout.iter();
    let mut insts = blocks.flat_map(|block| function.block_insts(*block));
    insts.any(|inst| {
        let opcode = function.opcode(inst);
        let desc = function.desc(inst);
        let mut operands = function.operands(inst).iter();
        OFFSETS[opcode.index()].is_none()
            && !matches!(opcode, op::ADDXri | op::ADDSXri)
            && !desc.has(InstrFlags::META)
            && !desc.has(InstrFlags::PSEUDO)
            && operands.any(|operand| operand.as_frame_index().is_some())
    })
}
