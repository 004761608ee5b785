//! How tables that unwinders read refer to code and data: llc's choices by relocation and code model.

use avarice_ir::CodeModel;
use gimli::{
    DW_EH_PE_absptr, DW_EH_PE_indirect, DW_EH_PE_omit, DW_EH_PE_pcrel, DW_EH_PE_sdata4,
    DW_EH_PE_sdata8, DW_EH_PE_udata4, DW_EH_PE_udata8, DW_EH_PE_uleb128, DwEhPe,
};

use crate::elf_target::ElfTarget;
use crate::emit_options::{EmitOptions, RelocationModel};

/// One reference of a table, as DWARF numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEncoding(pub(crate) u8);

impl TableEncoding {
    /// Bytes of the field.
    pub(crate) fn size(self) -> u8 {
        let format = DwEhPe(self.0).format();
        if format == DW_EH_PE_udata4 || format == DW_EH_PE_sdata4 {
            4
        } else {
            8
        }
    }

    /// Whether the field is a distance from itself.
    pub(crate) fn is_relative(self) -> bool {
        DwEhPe(self.0).application() == DW_EH_PE_pcrel
    }

    /// Whether what it refers to is a pointer.
    pub(crate) fn is_indirect(self) -> bool {
        DwEhPe(self.0).is_indirect()
    }
}

/// What comments call an encoding: `indirect pcrel sdata4`.
pub(crate) fn encoding_name(encoding: u8) -> String {
    let encoding = DwEhPe(encoding);
    if encoding == DW_EH_PE_omit {
        return "omit".into();
    }
    let mut words = Vec::new();
    if encoding.is_indirect() {
        words.push("indirect");
    }
    if encoding.application() == DW_EH_PE_pcrel {
        words.push("pcrel");
    }
    let formats = [
        (DW_EH_PE_uleb128, "uleb128"),
        (DW_EH_PE_udata4, "udata4"),
        (DW_EH_PE_udata8, "udata8"),
        (DW_EH_PE_sdata4, "sdata4"),
        (DW_EH_PE_sdata8, "sdata8"),
    ];
    let format = formats.iter().find(|(it, _)| *it == encoding.format());
    match format {
        Some((_, name)) => words.push(name),
        None if words.is_empty() => words.push("absptr"),
        None => {}
    }
    words.join(" ")
}

/// How the tables of a module refer to what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEncodings {
    /// The unwind table to personality functions.
    pub(crate) personality: TableEncoding,
    /// The unwind table to exception tables.
    pub(crate) table: TableEncoding,
    /// Exception tables to types.
    pub(crate) types: TableEncoding,
    /// The unwind table to code.
    pub(crate) code: TableEncoding,
}

impl TableEncodings {
    pub(crate) fn of(target: &ElfTarget, options: &EmitOptions) -> Self {
        let model = options.memory_model.code_model;
        let distance = |is_near| match is_near {
            true => DW_EH_PE_pcrel.0 | DW_EH_PE_sdata4.0,
            false => DW_EH_PE_pcrel.0 | DW_EH_PE_sdata8.0,
        };
        let address = |is_near| match is_near {
            true => DW_EH_PE_udata4.0,
            false => DW_EH_PE_absptr.0,
        };
        let code = distance(model != CodeModel::Large);
        let is_small = model == CodeModel::Small;
        // Code is near in the medium code model too, and so are pointers to what is not.
        let is_medium = is_small || model == CodeModel::Medium;
        let (personality, table, types) = match options.relocation_model {
            _ if target.has_far_tables => {
                let far = distance(false);
                (far | DW_EH_PE_indirect.0, far, far | DW_EH_PE_indirect.0)
            }
            RelocationModel::Static => (address(is_medium), address(is_small), address(is_small)),
            RelocationModel::Pic => {
                let pointer = distance(is_medium) | DW_EH_PE_indirect.0;
                (pointer, distance(is_small), pointer)
            }
        };
        Self {
            personality: TableEncoding(personality),
            table: TableEncoding(table),
            types: TableEncoding(types),
            code: TableEncoding(code),
        }
    }
}
