//! The module's head and tail, globals, function heads and blocks.

use std::fmt::Write;

use super::Printer;
use super::slots::{is_debug_intrinsic, sorted_by_kind};
use super::text::{write_name, write_string};
use crate::attribute::{AttributeKind, AttributeList};
use crate::constant::ConstKind;
use crate::entities::{AttrGroup, Block, Comdat, Const, Global, Value};
use crate::function::Function;
use crate::global::{
    DllStorage, FunctionData, GlobalData, GlobalKind, Linkage, ThreadLocal, UnnamedAddr,
    VariableData, Visibility,
};
use crate::inst::CallingConv;
use crate::module::ComdatKind;
use crate::types::TypeData;

/// Column in which the list of a block's predecessors starts.
const PREDECESSORS_COLUMN: usize = 50;

impl<'m> Printer<'m> {
    /// Everything before the functions.
    pub(super) fn module_head(&mut self) {
        let module = self.module;
        if !module.id.is_empty() && !module.id.contains(&b'\n') {
            self.push("; ModuleID = '");
            self.out.push_str(&String::from_utf8_lossy(&module.id));
            self.push("'\n");
        }
        if let Some(name) = &module.source_filename {
            self.push("source_filename = ");
            write_string(&mut self.out, name);
            self.push("\n");
        }
        for (key, text) in [
            ("datalayout", &module.data_layout),
            ("triple", &module.triple),
        ] {
            if !text.is_empty() {
                let _ = writeln!(self.out, "target {key} = \"{text}\"");
            }
        }
        self.module_asm();
        let structs = std::mem::take(&mut self.slots.structs);
        self.section(!structs.is_empty());
        structs.iter().for_each(|id| self.struct_definition(*id));
        for (id, _) in module.comdats.iter() {
            self.section(true);
            self.comdat_definition(id);
        }
        let of_kind = |wanted: fn(&GlobalKind) -> bool| {
            module.globals.iter().filter(move |(_, g)| wanted(&g.kind))
        };
        let mut variables = of_kind(|kind| matches!(kind, GlobalKind::Variable(_))).peekable();
        self.section(variables.peek().is_some());
        for (id, global) in variables {
            if let GlobalKind::Variable(data) = &global.kind {
                self.variable(id, global, data);
            }
        }
        let mut aliases = of_kind(|kind| matches!(kind, GlobalKind::Alias { .. })).peekable();
        self.section(aliases.peek().is_some());
        aliases.for_each(|(id, global)| self.alias(id, global));
        let mut ifuncs = of_kind(|kind| matches!(kind, GlobalKind::IFunc { .. })).peekable();
        self.section(ifuncs.peek().is_some());
        ifuncs.for_each(|(id, global)| self.alias(id, global));
    }

    /// An empty line before a section that has content.
    fn section(&mut self, has_content: bool) {
        if has_content {
            self.push("\n");
        }
    }

    /// Everything after the functions.
    pub(super) fn module_tail(&mut self) {
        let groups = std::mem::take(&mut self.slots.attrs);
        self.section(!groups.is_empty());
        for group in groups {
            let _ = write!(
                self.out,
                "attributes #{} = {{ ",
                self.slots.attrs_number(group)
            );
            let module = self.module;
            for attr in &module.attr_sets[group].attrs {
                self.attribute(attr, true);
                self.push(" ");
            }
            self.push("}\n");
        }
        self.module_metadata();
    }

    fn module_asm(&mut self) {
        let module = self.module;
        self.section(!module.module_asm.is_empty());
        for line in &module.module_asm {
            self.push("module asm ");
            write_string(&mut self.out, line);
            self.push("\n");
        }
    }

    fn comdat_definition(&mut self, id: Comdat) {
        let module = self.module;
        let comdat = &module.comdats[id];
        write_name(&mut self.out, "$", &comdat.name);
        self.push(" = comdat ");
        self.push(match comdat.kind {
            ComdatKind::Any => "any",
            ComdatKind::ExactMatch => "exactmatch",
            ComdatKind::Largest => "largest",
            ComdatKind::NoDeduplicate => "nodeduplicate",
            ComdatKind::SameSize => "samesize",
        });
        self.push("\n");
    }

    /// Linkage, `dso_local`, visibility and DLL storage class, each with a space after it.
    fn global_words(&mut self, global: &GlobalData) {
        self.word(linkage_keyword(global.linkage));
        let implied = global.linkage.is_local()
            || (global.visibility != Visibility::Default && global.linkage != Linkage::ExternWeak);
        self.word(if global.dso_local && !implied {
            "dso_local"
        } else {
            ""
        });
        self.word(match global.visibility {
            Visibility::Default => "",
            Visibility::Hidden => "hidden",
            Visibility::Protected => "protected",
        });
        self.word(match global.dll_storage {
            DllStorage::Default => "",
            DllStorage::Import => "dllimport",
            DllStorage::Export => "dllexport",
        });
    }

    fn address_words(&mut self, global: &GlobalData) {
        self.word(match global.thread_local {
            ThreadLocal::None => "",
            ThreadLocal::GeneralDynamic => "thread_local",
            ThreadLocal::LocalDynamic => "thread_local(localdynamic)",
            ThreadLocal::InitialExec => "thread_local(initialexec)",
            ThreadLocal::LocalExec => "thread_local(localexec)",
        });
        self.word(unnamed_addr_keyword(global.unnamed_addr));
    }

    fn variable(&mut self, id: Global, global: &'m GlobalData, data: &'m VariableData) {
        self.global_name(id);
        self.push(" = ");
        if data.init.is_none() && global.linkage == Linkage::External {
            self.push("external ");
        }
        self.global_words(global);
        self.address_words(global);
        if global.address_space != 0 {
            let _ = write!(self.out, "addrspace({}) ", global.address_space);
        }
        self.word(if data.externally_initialized {
            "externally_initialized"
        } else {
            ""
        });
        self.push(if data.constant {
            "constant "
        } else {
            "global "
        });
        self.ty(global.value_type);
        if let Some(init) = data.init {
            self.push(" ");
            self.constant(init);
        }
        self.section_and_partition(global, ", ");
        if let Some(model) = data.code_model {
            self.push(", code_model \"");
            self.push(model.name());
            self.push("\"");
        }
        for word in &data.sanitizer {
            self.push(", ");
            self.push(word);
        }
        if global.comdat.is_some() {
            self.push(",");
            self.comdat(global);
        }
        if let Some(align) = global.align {
            let _ = write!(self.out, ", align {align}");
        }
        let module = self.module;
        let attachments = sorted_by_kind(module, global.metadata.iter().copied());
        self.attachments(&attachments, ", ");
        if let Some(group) = data.attrs {
            self.attribute_group(group);
        }
        self.push("\n");
    }

    fn alias(&mut self, id: Global, global: &GlobalData) {
        self.global_name(id);
        self.push(" = ");
        self.global_words(global);
        self.address_words(global);
        match global.kind {
            GlobalKind::Alias { aliasee } => {
                self.push("alias ");
                self.ty(global.value_type);
                self.push(", ");
                if matches!(self.module.consts[aliasee].kind, ConstKind::Expr(_)) {
                    self.constant(aliasee);
                } else {
                    self.typed_const(aliasee);
                }
            }
            GlobalKind::IFunc { resolver } => {
                self.push("ifunc ");
                self.ty(global.value_type);
                self.push(", ");
                self.typed_const(resolver);
            }
            GlobalKind::Variable(_) | GlobalKind::Function(_) => {}
        }
        self.section_and_partition(global, ", ");
        let attachments = sorted_by_kind(self.module, global.metadata.iter().copied());
        self.attachments(&attachments, ", ");
        self.push("\n");
    }

    fn section_and_partition(&mut self, global: &GlobalData, separator: &str) {
        for (key, name) in [
            ("section", &global.section),
            ("partition", &global.partition),
        ] {
            if let Some(name) = name {
                self.push(separator);
                self.push(key);
                self.push(" ");
                write_string(&mut self.out, name);
            }
        }
    }

    /// ` comdat`, with its name if that is not the global's.
    fn comdat(&mut self, global: &GlobalData) {
        let Some(id) = global.comdat else {
            return;
        };
        let module = self.module;
        self.push(" comdat");
        let name = &module.comdats[id].name;
        if *name != global.name {
            self.push("(");
            write_name(&mut self.out, "$", name);
            self.push(")");
        }
    }

    /// A function with its comment line and the empty line before it.
    pub(super) fn function(&mut self, id: Global) {
        let module = self.module;
        let global = &module.globals[id];
        let GlobalKind::Function(data) = &global.kind else {
            return;
        };
        if !module.had_debug_calls && is_debug_intrinsic(global) {
            return;
        }
        if !self.brief {
            self.slots.enter(module, id);
            self.push("\n");
        }
        if let Some(body) = data.body.as_deref() {
            self.enter(body);
        }
        self.attribute_comment(data.attrs.function);
        self.function_head(id, global, data);
        match data.body.as_deref() {
            None => self.push("\n"),
            Some(body) => {
                if !self.brief {
                    let attachments = sorted_by_kind(module, global.metadata.iter().copied());
                    self.attachments(&attachments, " ");
                }
                self.push(" {");
                self.cfg.compute(body);
                let mut records = body.debug_records.as_slice();
                for block in &body.layout {
                    self.block(body, *block, &mut records);
                }
                self.push("}\n");
            }
        }
        self.function = None;
    }

    /// `; Function Attrs: …` without the string attributes.
    fn attribute_comment(&mut self, group: Option<AttrGroup>) {
        let module = self.module;
        let attrs = &module.attrs(group).attrs;
        let mut first = true;
        for attr in attrs {
            if matches!(attr, AttributeKind::String(..)) {
                continue;
            }
            self.push(if first { "; Function Attrs: " } else { " " });
            self.attribute(attr, false);
            first = false;
        }
        if !first {
            self.push("\n");
        }
    }

    fn function_head(&mut self, id: Global, global: &'m GlobalData, data: &'m FunctionData) {
        let module = self.module;
        if data.body.is_some() {
            self.push("define ");
        } else {
            self.push("declare");
            if !self.brief {
                let attachments = sorted_by_kind(module, global.metadata.iter().copied());
                self.attachments(&attachments, " ");
            }
            self.push(" ");
        }
        self.global_words(global);
        if data.conv != CallingConv::C {
            self.calling_conv(data.conv);
            self.push(" ");
        }
        self.attribute_words(data.attrs.ret);
        let TypeData::Function {
            ret,
            params,
            var_arg,
        } = &module.types[global.value_type]
        else {
            return;
        };
        self.ty(*ret);
        self.push(" ");
        self.global_name(id);
        self.push("(");
        for (index, ty) in params.iter().enumerate() {
            self.push(if index == 0 { "" } else { ", " });
            self.ty(*ty);
            let arg = data
                .body
                .as_deref()
                .and_then(|body| Some((body, *body.args.get(index)?)));
            self.param(&data.attrs, index, arg);
        }
        if *var_arg {
            self.push(if params.is_empty() { "..." } else { ", ..." });
        }
        self.push(")");
        self.function_words(global, data);
    }

    /// Attributes and name of a parameter after its type.
    fn param(&mut self, attrs: &AttributeList, index: usize, arg: Option<(&Function, Value)>) {
        let group = attrs.params.get(index).copied().flatten();
        if let Some(group) = group {
            let module = self.module;
            for attr in &module.attr_sets[group].attrs {
                self.push(" ");
                self.attribute(attr, false);
            }
        }
        if let Some((_, arg)) = arg {
            self.push(" ");
            self.value(arg);
        }
    }

    /// What stands between the parameters and the body.
    fn function_words(&mut self, global: &GlobalData, data: &FunctionData) {
        let unnamed_addr = unnamed_addr_keyword(global.unnamed_addr);
        if !unnamed_addr.is_empty() {
            self.push(" ");
            self.push(unnamed_addr);
        }
        if global.address_space != 0 || self.layout.program_address_space() != 0 {
            let _ = write!(self.out, " addrspace({})", global.address_space);
        }
        if let Some(group) = data.attrs.function {
            self.attribute_group(group);
        }
        self.section_and_partition(global, " ");
        self.comdat(global);
        if let Some(align) = global.align {
            let _ = write!(self.out, " align {align}");
        }
        if let Some(gc) = &data.gc {
            self.push(" gc ");
            write_string(&mut self.out, gc.as_bytes());
        }
        let parts: [(&str, Option<Const>); 3] = [
            ("prefix", data.prefix),
            ("prologue", data.prologue),
            ("personality", data.personality),
        ];
        for (key, id) in parts {
            if let Some(id) = id {
                self.push(" ");
                self.push(key);
                self.push(" ");
                self.typed_const(id);
            }
        }
    }

    fn block(
        &mut self,
        body: &'m Function,
        block: Block,
        records: &mut &'m [(crate::entities::Inst, Box<str>)],
    ) {
        let is_entry = block == body.entry();
        let line = self.out.len() + 1;
        let name = body.name(body.blocks[block].name);
        if !name.is_empty() {
            self.push("\n");
            write_name(&mut self.out, "", name);
            self.push(":");
        } else if !is_entry {
            self.push("\n");
            let _ = write!(self.out, "{}:", self.locals.block(block).unwrap_or(0));
        }
        if !is_entry {
            self.predecessors(block, line);
        }
        self.push("\n");
        for inst in body.block_insts(block) {
            while let Some(((before, text), rest)) = records.split_first()
                && *before == inst
            {
                self.push("    ");
                self.debug_record(text);
                self.push("\n");
                *records = rest;
            }
            self.push("  ");
            self.instruction(inst);
            self.push("\n");
        }
    }

    /// The label of `block`, the entry's too, and what branches to it.
    pub(super) fn block_label(&mut self, body: &Function, block: Block) {
        let line = self.out.len();
        let name = body.name(body.blocks[block].name);
        if name.is_empty() {
            let _ = write!(self.out, "{}:", self.locals.block(block).unwrap_or(0));
        } else {
            write_name(&mut self.out, "", name);
            self.push(":");
        }
        if block != body.entry() {
            self.predecessors(block, line);
        }
    }

    fn predecessors(&mut self, block: Block, line: usize) {
        let width = self.out.len() - line;
        let padding = PREDECESSORS_COLUMN.saturating_sub(width).max(1);
        self.out.extend(std::iter::repeat_n(' ', padding));
        let cfg = std::mem::take(&mut self.cfg);
        if cfg.predecessors(block).is_empty() {
            self.push("; No predecessors!");
        }
        for (index, predecessor) in cfg.predecessors(block).iter().enumerate() {
            self.push(if index == 0 { "; preds = " } else { ", " });
            self.block_name(*predecessor);
        }
        self.cfg = cfg;
    }

    /// ` #n`; in a message, nothing.
    pub(super) fn attribute_group(&mut self, group: AttrGroup) {
        if !self.brief {
            let _ = write!(self.out, " #{}", self.slots.attrs_number(group));
        }
    }

    /// Attributes of a result or argument, each with a space after it.
    pub(super) fn attribute_words(&mut self, group: Option<AttrGroup>) {
        let module = self.module;
        for attr in &module.attrs(group).attrs {
            self.attribute(attr, false);
            self.push(" ");
        }
    }

    fn attribute(&mut self, attr: &AttributeKind, in_group: bool) {
        match attr {
            AttributeKind::Enum(name) => self.push(name),
            AttributeKind::Int(name, value) => self.int_attribute(name, *value, in_group),
            AttributeKind::Type(name, ty) => {
                self.push(name);
                self.push("(");
                self.ty(*ty);
                self.push(")");
            }
            AttributeKind::Text(name, text) => {
                let _ = write!(self.out, "{name}({text})");
            }
            AttributeKind::String(key, value) => {
                write_string(&mut self.out, key.as_bytes());
                if !value.is_empty() {
                    self.push("=");
                    write_string(&mut self.out, value.as_bytes());
                }
            }
        }
    }

    fn int_attribute(&mut self, name: &str, value: u64, in_group: bool) {
        let (high, low) = (value >> 32, value & 0xffff_ffff);
        let _ = match name {
            "align" if !in_group => write!(self.out, "align {value}"),
            "align" | "alignstack" | "dereferenceable" | "dereferenceable_or_null" if in_group => {
                write!(self.out, "{name}={value}")
            }
            // Element size above the number of elements, which is all ones for none.
            "allocsize" if low == 0xffff_ffff => write!(self.out, "allocsize({high})"),
            "allocsize" => write!(self.out, "allocsize({high},{low})"),
            "vscale_range" => write!(self.out, "vscale_range({high},{low})"),
            "uwtable" if value == 1 => write!(self.out, "uwtable(sync)"),
            "uwtable" => write!(self.out, "uwtable"),
            _ => write!(self.out, "{name}({value})"),
        };
    }
}

fn linkage_keyword(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        Linkage::Private => "private",
        Linkage::Internal => "internal",
        Linkage::AvailableExternally => "available_externally",
        Linkage::LinkOnce => "linkonce",
        Linkage::LinkOnceOdr => "linkonce_odr",
        Linkage::Weak => "weak",
        Linkage::WeakOdr => "weak_odr",
        Linkage::Common => "common",
        Linkage::Appending => "appending",
        Linkage::ExternWeak => "extern_weak",
    }
}

fn unnamed_addr_keyword(unnamed_addr: UnnamedAddr) -> &'static str {
    match unnamed_addr {
        UnnamedAddr::None => "",
        UnnamedAddr::Local => "local_unnamed_addr",
        UnnamedAddr::Global => "unnamed_addr",
    }
}
