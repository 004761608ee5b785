//! Documents of `.mir` files.

use std::fmt::Write;

use avarice_ir::Module;

use super::names::ModuleNames;
use super::printer::MirPrinter;
use super::yaml::YamlWriter;
use crate::callee_saved::CalleeSaved;
use crate::entities::{Block, FrameIndex, Reg};
use crate::frame::{StackObject, StackObjectKind};
use crate::function::MachineFunction;
use crate::text_names::{MirFlags, TextNames};

/// A whole `.mir` file: the module as the first document, then one document a function. `simplify`: documents
/// leave out what their reader assumes.
pub fn write_mir_file(
    out: &mut String,
    module: &Module,
    functions: &[MachineFunction],
    text: &'static TextNames,
    simplify: bool,
) {
    out.push_str("--- |\n");
    for line in avarice_ir::printer::print_module(module).lines() {
        let _ = writeln!(out, "  {line}");
    }
    out.push_str("\n...\n");
    let names = ModuleNames::new(module);
    for function in functions {
        MirPrinter::new(text, Some(&names), function)
            .simplified(simplify)
            .write_document(out, function);
    }
}

impl MirPrinter<'_> {
    /// The document of one function, from `---` to `...`.
    pub fn write_document(mut self, out: &mut String, function: &MachineFunction) {
        self.names.add_own_metadata(function);
        out.push_str("---\n");
        let simplify = self.simplify;
        let mut yaml = YamlWriter { out, simplify };
        self.write_properties(&mut yaml, function);
        self.write_registers(&mut yaml, function);
        self.write_frame_info(&mut yaml, function);
        self.write_stack(&mut yaml, function);
        self.write_debug_sections(&mut yaml, function);
        self.write_constants(&mut yaml, function);
        self.write_function_info(&mut yaml, function);
        self.write_jump_tables(&mut yaml, function);
        self.write_own_metadata(&mut yaml);
        self.write_body(out, function);
        out.push_str("...\n");
    }

    fn write_properties(&self, yaml: &mut YamlWriter<'_>, function: &MachineFunction) {
        let info = &function.mir_info;
        let flag = |flag| info.flags.contains(flag);
        yaml.text(0, "name", &String::from_utf8_lossy(&function.name));
        yaml.plain(0, "alignment", function.align);
        let debug_instr_ref = info.debug_instr_ref.unwrap_or(self.text.debug_instr_ref);
        let lines = [
            ("exposesReturnsTwice", function.exposes_returns_twice),
            ("legalized", flag(MirFlags::LEGALIZED)),
            ("regBankSelected", flag(MirFlags::REG_BANK_SELECTED)),
            ("selected", flag(MirFlags::SELECTED)),
            ("failedISel", flag(MirFlags::FAILED_ISEL)),
            ("tracksRegLiveness", function.tracks_reg_liveness),
            ("hasWinCFI", flag(MirFlags::HAS_WIN_CFI)),
            ("callsEHReturn", flag(MirFlags::CALLS_EH_RETURN)),
            ("callsUnwindInit", flag(MirFlags::CALLS_UNWIND_INIT)),
            ("hasEHCatchret", flag(MirFlags::HAS_EH_CATCHRET)),
            ("hasEHScopes", flag(MirFlags::HAS_EH_SCOPES)),
            ("hasEHFunclets", flag(MirFlags::HAS_EH_FUNCLETS)),
            ("isOutlined", flag(MirFlags::IS_OUTLINED)),
            ("debugInstrRef", debug_instr_ref),
            ("failsVerification", flag(MirFlags::FAILS_VERIFICATION)),
            (
                "tracksDebugUserValues",
                flag(MirFlags::TRACKS_DEBUG_USER_VALUES),
            ),
        ];
        for (key, value) in lines {
            yaml.optional(0, key, value, false);
        }
    }

    fn write_registers(&self, yaml: &mut YamlWriter<'_>, function: &MachineFunction) {
        let unnamed = || {
            function
                .vregs
                .iter()
                .filter(|(_, data)| data.name.is_none())
        };
        yaml.list("registers", unnamed().next().is_none());
        for (reg, data) in unnamed() {
            let hint = if data.hint.kind == 0 {
                data.hint.reg
            } else {
                Reg::NONE
            };
            let mut preferred = String::new();
            if !hint.is_none() {
                self.write_reg(&mut preferred, function, hint);
            }
            yaml.flow_map()
                .plain("id", reg.as_u32())
                .text("class", self.class_or_bank(function, reg))
                .optional_text("preferred-register", &preferred)
                .end();
        }
        yaml.list("liveins", function.live_ins.is_empty());
        for (reg, vreg) in &function.live_ins {
            let (mut phys, mut virt) = (String::new(), String::new());
            self.write_reg(&mut phys, function, (*reg).into());
            if let Some(vreg) = vreg {
                let _ = write!(virt, "{vreg}");
            }
            yaml.flow_map()
                .text("reg", &phys)
                .optional_text("virtual-reg", &virt)
                .end();
        }
        if let CalleeSaved::Listed(regs) = &function.callee_saved {
            let names: Vec<String> = regs
                .iter()
                .map(|reg| {
                    let mut name = String::new();
                    self.write_reg(&mut name, function, (*reg).into());
                    name
                })
                .collect();
            yaml.key(0, "calleeSavedRegisters");
            yaml.flow_list(&names);
        }
    }

    fn write_frame_info(&self, yaml: &mut YamlWriter<'_>, function: &MachineFunction) {
        let frame = &function.frame;
        let info = &function.mir_info;
        let slot = |slot: Option<FrameIndex>| {
            let mut text = String::new();
            if let Some(slot) = slot {
                self.write_slot_ref(&mut text, function, slot);
            }
            text
        };
        let block = |block: Option<Block>| {
            let mut text = String::new();
            if let Some(block) = block {
                self.write_block_ref(&mut text, function, block);
            }
            text
        };
        let truth = |yaml: &mut YamlWriter<'_>, lines: &[(&str, bool)]| {
            for (key, value) in lines {
                yaml.optional(2, key, *value, false);
            }
        };
        let start = yaml.out.len();
        let _ = writeln!(yaml.out, "frameInfo:");
        let head = yaml.out.len();
        let lines = [
            ("isFrameAddressTaken", frame.frame_address_taken),
            ("isReturnAddressTaken", frame.return_address_taken),
            ("hasStackMap", info.flags.contains(MirFlags::HAS_STACK_MAP)),
            (
                "hasPatchPoint",
                info.flags.contains(MirFlags::HAS_PATCH_POINT),
            ),
        ];
        truth(yaml, &lines);
        yaml.optional(2, "stackSize", frame.stack_size, 0);
        yaml.optional(2, "offsetAdjustment", frame.offset_adjustment, 0);
        yaml.optional(2, "maxAlignment", frame.max_align, 0);
        let lines = [
            ("adjustsStack", frame.adjusts_stack),
            ("hasCalls", frame.has_calls),
        ];
        truth(yaml, &lines);
        yaml.optional_text(2, "stackProtector", &slot(frame.stack_protector));
        yaml.optional_text(2, "functionContext", &slot(info.function_context));
        let none = u64::from(u32::MAX);
        let size = frame.max_call_frame_size.unwrap_or(none);
        yaml.optional(2, "maxCallFrameSize", size, none);
        let bytes = info.cv_bytes_of_callee_saved_registers;
        yaml.optional(2, "cvBytesOfCalleeSavedRegisters", bytes, 0);
        let lines = [
            ("hasOpaqueSPAdjustment", frame.has_opaque_sp_adjustment),
            ("hasVAStart", frame.has_va_start),
            (
                "hasMustTailInVarArgFunc",
                frame.has_must_tail_in_var_arg_func,
            ),
            ("hasTailCall", frame.has_tail_call),
            ("isCalleeSavedInfoValid", frame.callee_saved_valid),
        ];
        truth(yaml, &lines);
        yaml.optional(2, "localFrameSize", frame.local_frame_size, 0);
        yaml.optional_text(2, "savePoint", &block(frame.save_point));
        yaml.optional_text(2, "restorePoint", &block(frame.restore_point));
        if yaml.out.len() == head {
            yaml.out.truncate(start);
        }
    }

    fn write_stack(&self, yaml: &mut YamlWriter<'_>, function: &MachineFunction) {
        let frame = &function.frame;
        let num_fixed = frame.fixed.len() as i32;
        let live = |index: &FrameIndex| !frame.object(*index).dead;
        let fixed = || (-num_fixed..0).map(FrameIndex).filter(live);
        yaml.list("fixedStack", fixed().next().is_none());
        for index in fixed() {
            let object = frame.object(index);
            let mut map = yaml.flow_map();
            map.plain("id", index.0 + num_fixed)
                .optional("type", kind_word(object), "default")
                .optional("offset", object.offset, 0)
                .optional("size", object.size, 0)
                .plain("alignment", object.align)
                .optional("stack-id", stack_id_word(object.stack_id), "default");
            if object.kind != StackObjectKind::SpillSlot {
                // Tail calls write arguments.
                let immutable = object.immutable && !frame.has_tail_call;
                map.optional("isImmutable", immutable, false).optional(
                    "isAliased",
                    object.aliased,
                    false,
                );
            }
            self.write_object_tail(&mut map, function, index);
        }
        let placed = || (0..frame.objects.len() as i32).map(FrameIndex).filter(live);
        yaml.list("stack", placed().next().is_none());
        for index in placed() {
            let object = frame.object(index);
            let name = object.alloca.map_or(&[][..], |v| self.names.value_name(v));
            let mut map = yaml.flow_map();
            map.plain("id", index.0)
                .optional_text("name", &String::from_utf8_lossy(name))
                .optional("type", kind_word(object), "default")
                .optional("offset", object.offset, 0);
            if object.kind != StackObjectKind::VariableSized {
                map.plain("size", object.size);
            }
            map.plain("alignment", object.align).optional(
                "stack-id",
                stack_id_word(object.stack_id),
                "default",
            );
            self.write_object_tail(&mut map, function, index);
        }
    }

    fn write_object_tail(
        &self,
        map: &mut super::yaml::FlowMap<'_>,
        function: &MachineFunction,
        index: FrameIndex,
    ) {
        let object = function.frame.object(index);
        let mut saved = String::new();
        let mut restored = true;
        if let Some((reg, _)) = function
            .frame
            .callee_saved
            .iter()
            .find(|(_, slot)| *slot == index)
        {
            self.write_reg(&mut saved, function, (*reg).into());
            restored = object.callee_saved_restored;
        }
        map.optional_text("callee-saved-register", &saved).optional(
            "callee-saved-restored",
            restored,
            true,
        );
        if let Some(offset) = object.local_offset {
            map.plain("local-offset", offset);
        }
        for (key, text) in self.variable_texts(&object.variable) {
            map.optional_text(key, &text);
        }
        map.end();
    }

    fn write_constants(&self, yaml: &mut YamlWriter<'_>, function: &MachineFunction) {
        yaml.list("constants", function.const_pool.is_empty());
        for (id, entry) in &function.const_pool {
            let mut value = String::new();
            self.write_pool_value(&mut value, &entry.value);
            yaml.out.push_str("  - ");
            yaml.plain(0, "id", id.as_u32());
            yaml.text(4, "value", &value);
            yaml.plain(4, "alignment", entry.align);
            let is_target_specific = false;
            yaml.optional(4, "isTargetSpecific", is_target_specific, false);
        }
    }

    fn write_function_info(&self, yaml: &mut YamlWriter<'_>, function: &MachineFunction) {
        let read = &function.mir_info.function_info;
        let usual = self.text.function_info;
        if usual.is_empty() && read.is_empty() {
            yaml.plain(0, "machineFunctionInfo", "{}");
        } else {
            yaml.out.push_str("machineFunctionInfo:\n");
        }
        for (key, value) in usual {
            let found = read.iter().find(|(k, _)| **k == **key);
            yaml.plain(2, key, found.map_or(*value, |(_, value)| value));
        }
        for (key, value) in read {
            if !usual.iter().any(|(k, _)| **k == **key) {
                yaml.plain(2, key, value);
            }
        }
    }

    fn write_jump_tables(&self, yaml: &mut YamlWriter<'_>, function: &MachineFunction) {
        if function.jump_tables.is_empty() {
            return;
        }
        yaml.out.push_str("jumpTable:\n");
        yaml.plain(2, "kind", function.mir_info.jump_table_kind.keyword());
        yaml.out.push_str("  entries:\n");
        for (id, blocks) in &function.jump_tables {
            let name = |block: &Block| format!("%bb.{}", function.blocks[*block].number);
            yaml.out.push_str("    - ");
            yaml.plain(0, "id", id.as_u32());
            yaml.key(6, "blocks");
            if blocks.is_empty() {
                yaml.out.push_str("[  ]\n");
            } else {
                yaml.flow_list(&blocks.iter().map(name).collect::<Vec<_>>());
            }
        }
    }

    fn write_body(&self, out: &mut String, function: &MachineFunction) {
        if self.simplify && function.layout.is_empty() {
            return;
        }
        let mut body = String::new();
        for (at, block) in function.layout.iter().enumerate() {
            if at > 0 {
                body.push('\n');
            }
            self.write_document_block(&mut body, function, *block);
        }
        out.push_str("body:             |\n");
        for line in body.lines() {
            let _ = writeln!(out, "  {line}");
        }
        out.push('\n');
    }
}

fn kind_word(object: &StackObject) -> &'static str {
    match object.kind {
        StackObjectKind::Default => "default",
        StackObjectKind::SpillSlot => "spill-slot",
        StackObjectKind::VariableSized => "variable-sized",
    }
}

/// LLVM's names of stack ids.
pub(crate) const STACK_IDS: &[(u8, &str)] = &[
    (0, "default"),
    (1, "sgpr-spill"),
    (2, "scalable-vector"),
    (3, "wasm-local"),
    (255, "noalloc"),
];

fn stack_id_word(id: u8) -> &'static str {
    let found = STACK_IDS.iter().find(|(number, _)| *number == id);
    found.map_or("default", |(_, word)| word)
}
