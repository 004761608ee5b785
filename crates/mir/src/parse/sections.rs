//! `entry_values`, `callSites` and `debugValueSubstitutions`.

use super::document::{DocumentReader, find_entry, require};
use super::error::{Result, fault};
use super::yaml::{Entry, Node};
use crate::mir_info::{CallSite, DebugSubstitution, VariableInfo};

impl DocumentReader<'_> {
    /// The variable that the entries of a stack object or entry value name.
    pub(super) fn variable_info(&mut self, entries: &[Entry]) -> Result<VariableInfo> {
        let mut read = |key: &str, kind: &str| match find_entry(entries, key) {
            Some(node) => self.node_in(node, kind),
            None => Ok(None),
        };
        Ok(VariableInfo {
            variable: read("debug-info-variable", "DILocalVariable")?.into(),
            expression: read("debug-info-expression", "DIExpression")?.into(),
            location: read("debug-info-location", "DILocation")?.into(),
        })
    }

    pub(super) fn read_entry_values(&mut self, section: &Node) -> Result<()> {
        for item in section.list()? {
            let entries = item.map()?;
            let reg = self.phys_reg_in(require(entries, &item.span, "entry-value-register")?)?;
            let keys = [
                "debug-info-variable",
                "debug-info-expression",
                "debug-info-location",
            ];
            for key in keys {
                require(entries, &item.span, key)?;
            }
            let info = self.variable_info(entries)?;
            if !info.is_empty() {
                self.function.mir_info.entry_values.push((reg, info));
            }
        }
        Ok(())
    }

    /// Calls by the number of their block and their place in it, which counts all instructions.
    pub(super) fn read_call_sites(&mut self, section: &Node) -> Result<()> {
        let mut sites = Vec::new();
        // Instructions of the block of the call before.
        let (mut known, mut insts) = (None, Vec::new());
        let name = String::from_utf8_lossy(&self.function.name).into_owned();
        for item in section.list()? {
            let entries = item.map()?;
            let block_node = require(entries, &item.span, "bb")?;
            let offset_node = require(entries, &item.span, "offset")?;
            let block: u32 = block_node.number()?;
            let offset: u32 = offset_node.number()?;
            let Some(id) = self.function.layout.get(block as usize) else {
                let message = format!(
                    "{name} call instruction block out of range. Unable to reference bb:{block}"
                );
                return fault(block_node.span.clone(), message);
            };
            if known != Some(block) {
                insts = self.function.block_insts(*id).collect();
                known = Some(block);
            }
            let Some(inst) = insts.get(offset as usize).copied() else {
                let message = format!(
                    "{name} call instruction offset out of range. Unable to reference instruction at bb: \
                     {block} at offset:{offset}"
                );
                return fault(offset_node.span.clone(), message);
            };
            if !self
                .function
                .desc(inst)
                .has(avarice_target::InstrFlags::CALL)
            {
                let message = format!(
                    "{name} call site info should reference call instruction. Instruction at bb:{block} at \
                     offset:{offset} is not a call instruction"
                );
                return fault(offset_node.span.clone(), message);
            }
            let mut arguments = Vec::new();
            for argument in find_entry(entries, "fwdArgRegs").map_or(Ok(&[][..]), Node::list)? {
                let entries = argument.map()?;
                let number = require(entries, &argument.span, "arg")?.number()?;
                let reg = self.phys_reg_in(require(entries, &argument.span, "reg")?)?;
                arguments.push((number, reg.into()));
            }
            sites.push(CallSite { inst, arguments });
        }
        self.function.mir_info.call_sites = sites;
        Ok(())
    }

    pub(super) fn read_debug_substitutions(&mut self, section: &Node) -> Result<()> {
        for item in section.list()? {
            let entries = item.map()?;
            let number = |key: &str| require(entries, &item.span, key)?.number::<u32>();
            let substitution = DebugSubstitution {
                from: (number("srcinst")?, number("srcop")?),
                to: (number("dstinst")?, number("dstop")?),
                sub_reg: number("subreg")?,
            };
            let info = &mut self.function.mir_info;
            info.debug_substitutions.push(substitution);
        }
        Ok(())
    }
}
