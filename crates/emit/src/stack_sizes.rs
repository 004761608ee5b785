//! The sizes of stack frames (`.stack_sizes`): for each function its address and the size, in bytes.

use avarice_ir::Global;
use avarice_mir::MachineFunction;
use object::elf;

use crate::emit_options::EmitOptions;
use crate::sections::SectionSpec;

/// The size of a function's frame, if it is listed. Frames that grow at run time are not.
pub(crate) fn listed_size(function: &MachineFunction, options: &EmitOptions) -> Option<u64> {
    let is_listed = options.lists_stack_sizes && !function.frame.has_var_sized_objects;
    is_listed.then_some(function.frame.stack_size)
}

/// The section of the list for code in section `code`, in which `first` is the first function.
pub(crate) fn section(code: &SectionSpec, first: Global) -> SectionSpec {
    SectionSpec {
        group: code.group,
        link: Some(first),
        ..SectionSpec::new(b".stack_sizes", elf::SHT_PROGBITS, elf::SHF_LINK_ORDER)
    }
}
