//! The options of each stage, from those of the command line.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use avarice_emit::{AsmSyntax, Comments, EmitOptions};
use avarice_ir::{MemoryModel, Module};
use avarice_lower::{JumpTableOptions, LowerOptions};
use avarice_machine::basic_block_sections::BlockSectionOptions;
use avarice_machine::pass::{PassOptions, PhiEdges, ShrinkWrapOptions};

use crate::assembly_options::{NeonSyntax, X86Syntax};
use crate::ledger::Machine;
use crate::options::{CompileOptions, FileType, RelocationModel};

/// What is written: what the options say, else what the name of the output file says, else assembly.
pub(crate) fn file_type(options: &CompileOptions) -> FileType {
    let by_extension = || match options.output.as_ref()?.extension()?.to_str()? {
        "o" => Some(FileType::Obj),
        "clif" => Some(FileType::Clif),
        _ => None,
    };
    options
        .filetype
        .or_else(by_extension)
        .unwrap_or(FileType::Asm)
}

/// Where the output goes: `None` for standard output. Without `-o` that is, as for llc, a file of the
/// input's name with another extension, or standard output if the input is standard input.
pub(crate) fn output_path(options: &CompileOptions, file_type: FileType) -> Option<PathBuf> {
    let is_stream = |path: &Path| path == Path::new("-");
    if let Some(output) = &options.output {
        return Some(output.clone()).filter(|path| !is_stream(path));
    }
    if is_stream(&options.input) {
        return None;
    }
    let extension = match file_type {
        FileType::Obj => "o",
        FileType::Clif => "clif",
        FileType::Asm | FileType::Null => "s",
    };
    let is_replaced =
        |extension: &OsStr| ["ll", "bc", "mir"].iter().any(|known| extension == *known);
    let input = &options.input;
    match input.extension().is_some_and(is_replaced) {
        true => Some(input.with_extension(extension)),
        false => {
            let mut name = input.clone().into_os_string();
            name.push(format!(".{extension}"));
            Some(name.into())
        }
    }
}

/// Whether code is to be position independent. As for llc, that is only on request.
fn is_pic(options: &CompileOptions) -> bool {
    options.codegen.relocation_model == Some(RelocationModel::Pic)
}

/// The options of machine passes.
pub(crate) fn pass_options(
    options: &CompileOptions,
    block_sections: BlockSectionOptions,
) -> PassOptions {
    PassOptions {
        optimize: options.codegen.opt_level > 0,
        level: options.codegen.opt_level,
        verify_allocation: options.codegen.checks_allocation(),
        verify_unwind_rows: options.codegen.verify_cfiinstrs,
        branch_bits: (&options.codegen.branches).into(),
        phi_edges: PhiEdges {
            all: options.codegen.phi_elim_split_all_critical_edges,
            not_only_of_live_outs: options.codegen.no_phi_elim_live_out_early_exit,
        },
        coalescer: (&options.codegen.coalescer).into(),
        register_limit: (options.codegen.stress_regalloc != 0)
            .then_some(options.codegen.stress_regalloc as usize),
        shrink_wrap: ShrinkWrapOptions {
            enabled: options.codegen.enable_shrink_wrap,
            splits_regions: options.codegen.enable_shrink_wrap_region_split,
        },
        if_conversion: (&options.codegen.if_conversion).into(),
        sinking: (&options.codegen.sinking).into(),
        cmov_conversion: (&options.codegen.x86).into(),
        store_forwarding: (&options.codegen.x86).into(),
        tails: (&options.codegen.tails).into(),
        placement: (&options.codegen.placement).into(),
        scheduling: (&options.codegen.scheduling).into(),
        stack_coloring: (&options.codegen.stack_coloring).into(),
        debug_locations: (&options.codegen.debug_locations).into(),
        block_sections,
        fences: (&options.codegen.x86).into(),
        memory_discriminators: options.codegen.x86.memory_discriminators(),
        return_address_check: options
            .codegen
            .tuning
            .aarch64_authenticated_lr_check_method
            .into(),
        tuning: (&options.codegen.tuning).into(),
        keeps_stack_order: !options.codegen.stack_symbol_ordering,
    }
}

/// The options of instruction selection.
pub(crate) fn lower_options(
    options: &CompileOptions,
    memory_model: MemoryModel,
    debug_references: bool,
) -> LowerOptions {
    LowerOptions {
        relocation_model: if is_pic(options) {
            avarice_lower::RelocationModel::Pic
        } else {
            avarice_lower::RelocationModel::Static
        },
        memory_model,
        trap_unreachable: options.codegen.trap_unreachable,
        no_trap_after_noreturn: options.codegen.no_trap_after_noreturn,
        optimize: options.codegen.opt_level > 0,
        tls_size: options.codegen.tls_size.parse().unwrap_or(0),
        debug_references,
        copies_by_instruction: options.codegen.x86.x86_use_fsrm_for_memcpy,
        keeps_products: !options.codegen.mul_constant_optimization,
        jump_tables: JumpTableOptions {
            density: options.codegen.jump_table_density,
            most_entries: options.codegen.max_jump_table_size,
            density_for_size: options.codegen.optsize_jump_table_density,
            dominant: options.codegen.switch_peel_threshold,
            least_entries: options
                .codegen
                .aarch64_min_jump_table_entries
                .map(|least| least as usize),
        },
    }
}

/// The options of emission for `module`.
pub(crate) fn emit_options(
    options: &CompileOptions,
    module: &Module,
    machine: Machine,
    memory_model: MemoryModel,
) -> EmitOptions {
    EmitOptions {
        is_executable: module.flag_number("PIE Level").is_some_and(|it| it > 0),
        relocation_model: if is_pic(options) {
            avarice_emit::RelocationModel::Pic
        } else {
            avarice_emit::RelocationModel::Static
        },
        memory_model,
        function_sections: options.codegen.objects.function_sections,
        data_sections: options.codegen.objects.data_sections,
        unique_section_names: options.codegen.objects.unique_section_names,
        separates_named_sections: options.codegen.objects.separate_named_sections,
        has_zero_fill: !options.codegen.objects.nozero_initialized_in_bss,
        structors: options.codegen.objects.structors(),
        binutils: options.codegen.objects.binutils(),
        unique_block_section_names: options
            .codegen
            .block_sections
            .unique_basic_block_section_names,
        cold_prefix: (*options.codegen.block_sections.bbsections_cold_text_prefix).into(),
        map_profile: options.codegen.block_sections.map_profile(),
        lists_stack_sizes: options.codegen.objects.stack_size_section,
        lists_block_addresses: options.codegen.block_sections.basic_block_address_map,
        written_last: machine == Machine::AArch64 && options.codegen.opt_level > 0,
        marked_branches: options.codegen.x86.marked_branches(),
        syntax: match (machine, &options.codegen.assembly) {
            (Machine::AArch64, assembly) if assembly.aarch64_neon_syntax == NeonSyntax::Apple => {
                AsmSyntax::Alternative
            }
            (Machine::X86_64, assembly) if assembly.x86_asm_syntax == X86Syntax::Intel => {
                AsmSyntax::Alternative
            }
            _ => AsmSyntax::Standard,
        },
        comments: match &options.codegen.assembly {
            assembly if !assembly.asm_verbose => Comments::None,
            assembly if assembly.show_mc_encoding => Comments::WithEncoding,
            _ => Comments::Verbose,
        },
        ..EmitOptions::default()
    }
}
