//! Looks up the requests of a module, and tells which of them are refused.

use avarice_ir::metadata::{MetadataData, MetadataTable};
use avarice_ir::{
    AttrGroup, AttrSet, AttributeKind, AttributeList, ConstKind, Function, Global, GlobalData,
    Inst, Linkage, Module,
};
use cranelift_entity::SecondaryMap;

use super::attributes::ATTRIBUTES;
use super::constructs::{ASSEMBLY_DIALECTS, COLLECTORS, CONSTRUCTS};
use super::features::FEATURES;
use super::metadata::{ATTACHMENTS, NAMED_METADATA};
use super::module_flags::MODULE_FLAGS;
use super::row::{Answer, Machine, Places, Row, find};

/// A request that is refused, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What it is: `attribute "split-stack"`.
    pub construct: String,
    /// The function or variable, `None` for a request of the module.
    pub global: Option<Global>,
    /// The call, or another instruction.
    pub inst: Option<Inst>,
    /// The key of the module flag or the name of the named metadata, for requests of the module.
    pub key: Option<String>,
}

/// The requests of `module` that code for `machine` does not carry out, in the order of the text: flags and named
/// metadata, then globals. `is_machine_code` says that functions are given as machine code, so only requests that
/// matter to passes on machine code or later are checked.
pub fn check(module: &Module, machine: Machine, is_machine_code: bool) -> Vec<Refusal> {
    let mut check = Check {
        module,
        machine,
        is_machine_code,
        sets: SecondaryMap::new(),
        refused: Places::empty(),
        kinds: Vec::new(),
        found: Vec::new(),
    };
    check.module_flags();
    check.named_metadata();
    check.look_up_sets();
    check.look_up_kinds();
    let has_intel = module.inline_asms.values().any(|asm| asm.intel)
        && check.is_refused(find(ASSEMBLY_DIALECTS, "intel", ""));
    let walks = check.refused.intersects(Places::CALL | Places::ARGUMENT)
        || !check.kinds.is_empty()
        || has_intel;
    for (global, data) in module.globals.iter() {
        if data.is_declaration() || data.linkage == Linkage::AvailableExternally {
            continue;
        }
        check.global(global, data);
        if let Some(body) = data.body().filter(|_| walks && !is_machine_code) {
            check.body(global, body);
        }
    }
    check.found
}

struct Check<'a> {
    module: &'a Module,
    machine: Machine,
    is_machine_code: bool,
    /// Where each attribute set has something that is refused.
    sets: SecondaryMap<AttrGroup, Places>,
    /// All of these together.
    refused: Places,
    /// Kinds of attached metadata that are refused.
    kinds: Vec<u32>,
    found: Vec<Refusal>,
}

impl<'a> Check<'a> {
    /// Whether a request with this row is refused; one without row is unknown to LLVM and passes.
    fn is_refused(&self, row: Option<&Row>) -> bool {
        row.is_some_and(|row| {
            let is_read = !self.is_machine_code || row.places.contains(Places::MACHINE);
            is_read && row.answer(self.machine) == Answer::Refused
        })
    }

    fn module_flags(&mut self) {
        for (key, value) in flags(self.module) {
            if self.is_refused(find(MODULE_FLAGS, &key, &value)) {
                let construct = match &*value {
                    "" => format!("module flag \"{key}\""),
                    _ => format!("module flag \"{key}\" of {value}"),
                };
                self.of_module(construct, format!("!\"{key}\""));
            }
        }
    }

    fn named_metadata(&mut self) {
        for (name, nodes) in &self.module.metadata.named {
            if !nodes.is_empty() && self.is_refused(find(NAMED_METADATA, name, "")) {
                self.of_module(format!("metadata !{name}"), format!("!{name}"));
            }
        }
    }

    fn of_module(&mut self, construct: String, key: String) {
        self.found.push(Refusal {
            construct,
            global: None,
            inst: None,
            key: Some(key),
        });
    }

    fn look_up_sets(&mut self) {
        for (group, set) in self.module.attr_sets.iter() {
            let mut places = Places::empty();
            for attr in &set.attrs {
                places |= self.refused_places(attr);
                if self.refused_features(attr).next().is_some() {
                    places |= Places::FUNCTION;
                }
            }
            self.sets[group] = places;
            self.refused |= places;
        }
    }

    /// Where an attribute is refused: the first row of a place that has its value decides there.
    fn refused_places(&self, attr: &AttributeKind) -> Places {
        let name = attr.name();
        let first = ATTRIBUTES.partition_point(|row| row.name < name);
        let rows = ATTRIBUTES[first..].iter();
        let (value, mut seen, mut refused) = (value(attr), Places::empty(), Places::empty());
        for row in rows.take_while(|row| row.name == name) {
            if row.values.has(&value) {
                if self.is_refused(Some(row)) {
                    refused |= row.places.difference(seen);
                }
                seen |= row.places;
            }
        }
        let answered = Places::FUNCTION | Places::CALL | Places::ARGUMENT | Places::VARIABLE;
        refused & answered
    }

    /// The words of an attribute `"target-features"` that are refused.
    fn refused_features<'t>(&self, attr: &'t AttributeKind) -> impl Iterator<Item = &'t str> {
        let words = match attr {
            AttributeKind::String(key, words) if **key == *"target-features" => words,
            _ => "",
        };
        words.split(',').map(str::trim).filter(move |word| {
            let name = word.get(1..).unwrap_or("");
            self.is_refused(find(FEATURES, name, word.get(..1).unwrap_or("")))
        })
    }

    fn look_up_kinds(&mut self) {
        for (kind, name) in self.module.metadata.kinds.iter().enumerate() {
            if self.is_refused(find(ATTACHMENTS, name, "")) {
                self.kinds.push(kind as u32);
            }
        }
    }

    /// What a function or variable that is defined asks for.
    fn global(&mut self, global: Global, data: &GlobalData) {
        if let Some(function) = data.function() {
            self.set(function.attrs.function, Places::FUNCTION, global, None);
            self.arguments(&function.attrs, global, None);
            if let Some(gc) = &function.gc
                && self.is_refused(find(COLLECTORS, gc, ""))
            {
                self.push(format!("garbage collection \"{gc}\""), global, None);
            }
        }
        if let Some(variable) = data.variable() {
            self.set(variable.attrs, Places::VARIABLE, global, None);
            if let Some(model) = &variable.code_model
                && self.is_refused(find(CONSTRUCTS, "code_model", model.name()))
            {
                self.push(format!("code_model \"{}\"", model.name()), global, None);
            }
            for word in &variable.sanitizer {
                if self.is_refused(find(CONSTRUCTS, word, "")) {
                    self.push(format!("{word}"), global, None);
                }
            }
        }
        if data.partition.is_some() && self.is_refused(find(CONSTRUCTS, "partition", "")) {
            self.push("partition".into(), global, None);
        }
        for (kind, _) in &data.metadata {
            self.attachment(*kind, global, None);
        }
    }

    fn body(&mut self, global: Global, body: &'a Function) {
        for (inst, (kind, _)) in &body.attachments {
            self.attachment(*kind, global, Some(*inst));
        }
        for block in &body.layout {
            for inst in body.block_insts(*block) {
                self.call(global, body, inst);
            }
        }
    }

    /// What `inst` asks for, if it is a call.
    fn call(&mut self, global: Global, body: &'a Function, inst: Inst) {
        let Some(call) = body.insts[inst].kind.call_info() else {
            return;
        };
        self.set(call.attrs.function, Places::CALL, global, Some(inst));
        self.arguments(&call.attrs, global, Some(inst));
        let callee = body.operands(inst).next_back();
        let callee = callee.and_then(|callee| body.as_const(callee));
        match callee.map(|callee| &self.module.consts[callee].kind) {
            Some(ConstKind::Global(callee)) => {
                let callee = self.module.globals[*callee].function();
                if let Some(attrs) = callee.map(|callee| &callee.attrs) {
                    self.set(attrs.function, Places::CALL, global, Some(inst));
                    self.arguments(attrs, global, Some(inst));
                }
            }
            Some(ConstKind::InlineAsm(id)) => {
                let is_intel = self.module.inline_asms[*id].intel;
                if is_intel && self.is_refused(find(ASSEMBLY_DIALECTS, "intel", "")) {
                    let construct = "inline assembly in Intel's syntax";
                    self.push(construct.into(), global, Some(inst));
                }
            }
            _ => {}
        }
    }

    fn arguments(&mut self, attrs: &AttributeList, global: Global, inst: Option<Inst>) {
        for group in attrs.params.iter().copied().chain([attrs.ret]) {
            self.set(group, Places::ARGUMENT, global, inst);
        }
    }

    fn set(&mut self, group: Option<AttrGroup>, place: Places, global: Global, inst: Option<Inst>) {
        let Some(group) = group.filter(|group| self.sets[*group].contains(place)) else {
            return;
        };
        let AttrSet { attrs } = &self.module.attr_sets[group];
        let what = match place {
            Places::ARGUMENT => "parameter attribute",
            _ => "attribute",
        };
        for attr in attrs {
            if self.refused_places(attr).contains(place) {
                self.push(format!("{what} {}", text(attr)), global, inst);
            }
            if place == Places::FUNCTION {
                let words: Vec<&str> = self.refused_features(attr).collect();
                for word in words {
                    self.push(format!("feature {word}"), global, inst);
                }
            }
        }
    }

    fn attachment(&mut self, kind: u32, global: Global, inst: Option<Inst>) {
        if self.kinds.contains(&kind) {
            let name = &self.module.metadata.kinds[kind as usize];
            self.push(format!("metadata !{name}"), global, inst);
        }
    }

    fn push(&mut self, construct: String, global: Global, inst: Option<Inst>) {
        let refusal = Refusal {
            construct,
            global: Some(global),
            inst,
            key: None,
        };
        // A call and the function that it names often ask for the same.
        if self.found.last() != Some(&refusal) {
            self.found.push(refusal);
        }
    }
}

/// The value of an attribute as rows have it.
fn value(attr: &AttributeKind) -> std::borrow::Cow<'_, str> {
    match attr {
        AttributeKind::Enum(_) | AttributeKind::Type(..) => "".into(),
        AttributeKind::Int(_, value) => value.to_string().into(),
        AttributeKind::Text(_, text) => (&**text).into(),
        AttributeKind::String(_, value) => (&**value).into(),
    }
}

/// An attribute as it is written, without its type.
fn text(attr: &AttributeKind) -> String {
    match attr {
        AttributeKind::Enum(name) | AttributeKind::Type(name, _) => name.to_string(),
        AttributeKind::Int(name, value) => format!("{name}({value})"),
        AttributeKind::Text(name, text) => format!("{name}({text})"),
        AttributeKind::String(key, value) if value.is_empty() => format!("\"{key}\""),
        AttributeKind::String(key, value) => format!("\"{key}\"=\"{value}\""),
    }
}

/// Keys and values of the module flags; the value is empty if it is neither a number nor a string.
fn flags(module: &Module) -> impl Iterator<Item = (String, String)> {
    let metadata = &module.metadata;
    let named = metadata.named.iter();
    let flags = named.filter(|(name, _)| &**name == "llvm.module.flags");
    flags
        .flat_map(|(_, nodes)| nodes)
        .filter_map(move |node| flag(module, metadata, *node))
}

fn flag(
    module: &Module,
    metadata: &MetadataTable,
    node: avarice_ir::MetadataId,
) -> Option<(String, String)> {
    let MetadataData::Node { operands, .. } = &metadata.nodes[node] else {
        return None;
    };
    let [_, Some(key), value] = **operands else {
        return None;
    };
    let MetadataData::String(key) = &metadata.nodes[key] else {
        return None;
    };
    let value = match value.map(|value| &metadata.nodes[value]) {
        Some(MetadataData::String(text)) => String::from_utf8_lossy(text).into_owned(),
        Some(MetadataData::Const(id)) => match module.consts[*id].kind {
            ConstKind::Int(number) => number.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    Some((String::from_utf8_lossy(key).into_owned(), value))
}
