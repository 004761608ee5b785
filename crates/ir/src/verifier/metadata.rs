//! Rules of metadata that code generation or linking relies on.

use super::{Rule, Verifier, ensure};
use crate::constant::ConstKind;
use crate::entities::MetadataId;
use crate::metadata::MetadataData;

impl Verifier<'_> {
    pub(super) fn metadata(&mut self) {
        let module = self.module;
        for (name, nodes) in &module.metadata.named {
            for node in nodes {
                let rule = match &**name {
                    "llvm.module.flags" => self.module_flag_rule(*node),
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

    fn module_flag_rule(&self, node: MetadataId) -> Rule {
        let nodes = &self.module.metadata.nodes;
        let MetadataData::Node { operands, .. } = &nodes[node] else {
            return Err("module flag is not a node".into());
        };
        let [Some(behavior), Some(name), Some(_)] = &**operands else {
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
        ensure!(
            matches!(nodes[*name], MetadataData::String(_)),
            "name of a module flag is not a string"
        );
        Ok(())
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
