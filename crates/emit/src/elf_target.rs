//! What a target is in the ELF format: numbers, and the forms of tables.

use avarice_ir::CodeModel;

/// Numbers of a target in the ELF format.
#[derive(Clone, Copy, Debug)]
pub struct ElfTarget {
    /// `e_machine`.
    pub machine: u16,
    /// `e_flags`.
    pub flags: u32,
    /// Whether data have their highest byte first.
    pub big_endian: bool,
    /// Relocation types of absolute data fields of 1, 2, 4 and 8 bytes.
    pub absolute: [u32; 4],
    /// Relocation types of relative data fields of 1, 2, 4 and 8 bytes.
    pub relative: [u32; 4],
    /// Relocation type of an 8-byte distance in a thread's block of variables, for debug information; `None` if there is
    /// none.
    pub debug_thread_local: Option<u32>,
    /// `sh_type` of `.eh_frame`.
    pub eh_frame_type: u32,
    /// Names of the symbols from which on there is code, and data; `None` if nothing tells.
    pub content_symbols: Option<[&'static [u8]; 2]>,
    /// Factor of offsets in unwind tables, in bytes.
    pub data_align: i8,
    /// Factor of code advances in unwind tables, in bytes.
    pub code_align: u8,
    /// DWARF number of the return address.
    pub return_address: u16,
    /// At a function's start: DWARF number of the register and offset that make the frame address.
    pub initial_cfa: (u16, i32),
    /// At a function's start: where the return address is, from the frame address; `None` if it is in
    /// its register.
    pub return_address_offset: Option<i32>,
    /// Whether entries of jump tables are distances from the table in position-dependent code too, where
    /// other targets have addresses.
    pub relative_jump_tables: bool,
    /// Whether tables refer to exception tables, and to pointers to personality functions and types, by distances of
    /// 64 bits, whatever the models.
    pub has_far_tables: bool,
    /// The code models that there are.
    pub code_models: &'static [CodeModel],
    /// What is said of others.
    pub code_model_error: &'static str,
    /// Whether sections of what is far away have names and a flag of their own, and entries of jump tables 64 bits in
    /// position-independent code of the large code model.
    pub has_large_sections: bool,
    /// What begins a comment in assembly.
    pub comment: &'static str,
    /// Directives for fields of 1, 2, 4 and 8 bytes in assembly.
    pub words: [&'static str; 4],
    /// Byte that fills code sections in assembly, which the assembler takes to mean "nops".
    pub fill: u8,
    /// The code of `nop`.
    pub nop: &'static [u8],
}

impl ElfTarget {
    /// The relocation type of a data field of `size` bytes.
    pub fn data_relocation(&self, size: u8, relative: bool) -> Option<u32> {
        let types = if relative {
            self.relative
        } else {
            self.absolute
        };
        size.is_power_of_two()
            .then(|| types.get(size.trailing_zeros() as usize).copied())
            .flatten()
    }
}
