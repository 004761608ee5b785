//! Rules of metadata that code generation or linking relies on.

use rustc_hash::FxHashSet;

use super::{Rule, Verifier, ensure};
use crate::constant::ConstKind;
use crate::entities::{MetadataId, Type};
use crate::metadata::MetadataData;
use crate::types::TypeTable;

/// What linking does with a flag that both modules have.
const REQUIRE: u64 = 3;
const APPEND: u64 = 5;
const APPEND_UNIQUE: u64 = 6;
const MAX: u64 = 7;
const MIN: u64 = 8;

impl Verifier<'_> {
    pub(super) fn metadata(&mut self) {
        let module = self.module;
        let mut flag_names = FxHashSet::default();
        for (name, nodes) in &module.metadata.named {
            for node in nodes {
                let rule = match &**name {
                    "llvm.module.flags" => self.module_flag_rule(*node, &mut flag_names),
                    "llvm.dbg.cu" => self.compile_unit_rule(*node),
                    _ => Ok(()),
                };
                if let Err(message) = rule {
                    self.module_error(message);
                }
            }
        }
    }

    /// Whether the module states the version of debug information that LLVM 19 has. It drops that of
    /// other versions, so that nothing can be wrong with it.
    pub(super) fn states_debug_info(&self) -> bool {
        let nodes = &self.module.metadata.nodes;
        let named = self.module.metadata.named.iter();
        let mut flags = named
            .filter(|(name, _)| &**name == "llvm.module.flags")
            .flat_map(|(_, flags)| flags);
        flags.any(|flag| match &nodes[*flag] {
            MetadataData::Node { operands, .. } => match **operands {
                [_, Some(name), Some(value)] => {
                    let is_version = MetadataData::String((*b"Debug Info Version").into());
                    nodes[name] == is_version
                        && matches!(nodes[value], MetadataData::Const(id)
                            if self.module.consts[id].kind == ConstKind::Int(3))
                }
                _ => false,
            },
            _ => false,
        })
    }

    /// Whether a node can be a `!prof` attachment.
    pub(super) fn is_profile(&self, node: MetadataId) -> bool {
        let nodes = &self.module.metadata.nodes;
        match &nodes[node] {
            MetadataData::Node { operands, .. } => {
                operands.len() >= 2
                    && operands[0].is_some_and(|id| matches!(nodes[id], MetadataData::String(_)))
            }
            _ => false,
        }
    }

    fn module_flag_rule(&self, node: MetadataId, names: &mut FxHashSet<MetadataId>) -> Rule {
        let nodes = &self.module.metadata.nodes;
        let MetadataData::Node { operands, .. } = &nodes[node] else {
            return Err("module flag is not a node".into());
        };
        let [Some(behavior), Some(name), Some(value)] = &**operands else {
            return Err("module flag does not have three operands".into());
        };
        let behavior = match nodes[*behavior] {
            MetadataData::Const(id) => match self.module.consts[id].kind {
                ConstKind::Int(value) => Some(value),
                _ => None,
            },
            _ => None,
        };
        ensure!(
            behavior.is_some_and(|value| (1..=8).contains(&value)),
            "behavior of a module flag is not a number from 1 to 8"
        );
        let MetadataData::String(text) = &nodes[*name] else {
            return Err("name of a module flag is not a string".into());
        };
        let text = String::from_utf8_lossy(text);
        // A string is one node, however often it is written.
        ensure!(
            behavior == Some(REQUIRE) || names.insert(*name),
            "two module flags are named \"{text}\""
        );
        ensure!(
            text != "Linker Options",
            "module flag \"Linker Options\" has become the named metadata !llvm.linker.options"
        );
        self.flag_value_rule(behavior.unwrap_or_default(), &text, *value)
    }

    /// What the value of a flag has to be, by what linking does with it.
    fn flag_value_rule(&self, behavior: u64, name: &str, value: MetadataId) -> Rule {
        let nodes = &self.module.metadata.nodes;
        let is_number = matches!(nodes[value], MetadataData::Const(id)
            if matches!(self.module.consts[id].kind, ConstKind::Int(_) | ConstKind::BigInt(_)));
        let is_list = matches!(nodes[value], MetadataData::Node { .. });
        ensure!(
            !matches!(behavior, MAX | MIN) || is_number,
            "value of module flag \"{name}\", which is the largest or smallest, is not a number"
        );
        ensure!(
            !matches!(behavior, REQUIRE | APPEND | APPEND_UNIQUE) || is_list,
            "value of module flag \"{name}\", which requires or appends, is not a node"
        );
        ensure!(
            name != "wchar_size" || is_number,
            "value of module flag \"wchar_size\" is not a number"
        );
        Ok(())
    }

    /// Whether a node is a list of ranges of type `ty`: pairs of numbers.
    pub(super) fn range_rule(&self, node: MetadataId, ty: Type) -> Rule {
        let MetadataData::Node { operands, .. } = &self.module.metadata.nodes[node] else {
            return Err("!range is not a node".into());
        };
        ensure!(
            !operands.is_empty() && operands.len().is_multiple_of(2),
            "!range is not a list of pairs"
        );
        for operand in operands.iter() {
            let limit = self.metadata_int(*operand);
            ensure!(
                limit.is_some_and(|limit| limit == ty),
                "limit of !range is not a number of type {}",
                self.show(ty)
            );
        }
        Ok(())
    }

    /// Whether a node is one number of 64 bits, for `!align` a power of two.
    pub(super) fn pointer_fact_rule(&self, node: MetadataId, name: &str) -> Rule {
        let nodes = &self.module.metadata.nodes;
        let operand = match &nodes[node] {
            MetadataData::Node { operands, .. } if operands.len() == 1 => operands[0],
            _ => return Err(format!("!{name} does not have one operand")),
        };
        ensure!(
            self.metadata_int(operand) == Some(TypeTable::I64),
            "operand of !{name} is not an i64"
        );
        let value = operand.and_then(|id| match nodes[id] {
            MetadataData::Const(id) => self.module.int_value(id),
            _ => None,
        });
        ensure!(
            name != "align" || value.is_some_and(u64::is_power_of_two),
            "!align is not a power of two"
        );
        Ok(())
    }

    /// The type of the integer that a node is.
    fn metadata_int(&self, node: Option<MetadataId>) -> Option<Type> {
        let MetadataData::Const(id) = self.module.metadata.nodes[node?] else {
            return None;
        };
        let data = &self.module.consts[id];
        matches!(data.kind, ConstKind::Int(_) | ConstKind::BigInt(_)).then_some(data.ty)
    }

    fn compile_unit_rule(&self, node: MetadataId) -> Rule {
        ensure!(
            self.is_special(node, "DICompileUnit"),
            "operand of !llvm.dbg.cu is not a DICompileUnit"
        );
        Ok(())
    }

    /// Whether a node is specialized and of this class.
    pub(super) fn is_special(&self, node: MetadataId, class: &str) -> bool {
        match &self.module.metadata.nodes[node] {
            MetadataData::Special(data) => &*data.name == class,
            _ => false,
        }
    }
}
