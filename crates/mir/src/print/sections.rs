//! Sections of a document about debug information, call sites and the function's own metadata.

use super::printer::MirPrinter;
use super::yaml::YamlWriter;
use crate::function::MachineFunction;
use crate::mir_info::VariableInfo;

impl MirPrinter<'_> {
    pub(super) fn write_debug_sections(
        &self,
        yaml: &mut YamlWriter<'_>,
        function: &MachineFunction,
    ) {
        self.write_entry_values(yaml, function);
        self.write_call_sites(yaml, function);
        let substitutions = &function.mir_info.debug_substitutions;
        yaml.list("debugValueSubstitutions", substitutions.is_empty());
        for one in substitutions {
            yaml.flow_map()
                .plain("srcinst", one.from.0)
                .plain("srcop", one.from.1)
                .plain("dstinst", one.to.0)
                .plain("dstop", one.to.1)
                .plain("subreg", one.sub_reg)
                .end();
        }
    }

    /// The keys and texts of what is said of a variable.
    pub(super) fn variable_texts(&self, info: &VariableInfo) -> [(&'static str, String); 3] {
        let text = |node: Option<_>| {
            let mut text = String::new();
            if let Some(node) = node {
                self.names.write_metadata(&mut text, node);
            }
            text
        };
        [
            ("debug-info-variable", text(info.variable.expand())),
            ("debug-info-expression", text(info.expression.expand())),
            ("debug-info-location", text(info.location.expand())),
        ]
    }

    fn write_entry_values(&self, yaml: &mut YamlWriter<'_>, function: &MachineFunction) {
        let values = &function.mir_info.entry_values;
        yaml.list("entry_values", values.is_empty());
        for (reg, info) in values {
            let mut name = String::new();
            self.write_reg(&mut name, function, (*reg).into());
            let mut map = yaml.flow_map();
            map.text("entry-value-register", &name);
            for (key, text) in self.variable_texts(info) {
                map.text(key, &text);
            }
            map.end();
        }
    }

    /// Calls in the order of blocks by number, then of their places.
    fn write_call_sites(&self, yaml: &mut YamlWriter<'_>, function: &MachineFunction) {
        let sites = &function.mir_info.call_sites;
        yaml.list("callSites", sites.is_empty());
        if sites.is_empty() {
            return;
        }
        let mut blocks = function.layout.clone();
        blocks.sort_by_key(|block| function.blocks[*block].number);
        let mut by_inst: Vec<_> = sites.iter().collect();
        by_inst.sort_by_key(|site| site.inst);
        for block in blocks {
            for (offset, inst) in function.block_insts(block).enumerate() {
                let Ok(at) = by_inst.binary_search_by_key(&inst, |site| site.inst) else {
                    continue;
                };
                yaml.flow_map()
                    .plain("bb", function.blocks[block].number)
                    .plain("offset", offset)
                    .list(
                        "fwdArgRegs",
                        &by_inst[at].arguments,
                        |map, (number, reg)| {
                            let mut name = String::new();
                            self.write_reg(&mut name, function, *reg);
                            map.plain("arg", number).text("reg", &name);
                        },
                    )
                    .end();
            }
        }
    }

    /// `machineMetadataNodes`
    pub(super) fn write_own_metadata(&self, yaml: &mut YamlWriter<'_>) {
        let texts = self.names.own_metadata_texts();
        if texts.is_empty() {
            return;
        }
        yaml.out.push_str("machineMetadataNodes:\n");
        for text in texts {
            yaml.out.push_str("  - ");
            super::yaml::write_scalar(yaml.out, &text);
            yaml.out.push('\n');
        }
    }
}
