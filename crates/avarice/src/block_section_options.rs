//! Options of sections of blocks.

use std::sync::Arc;

use avarice_emit::MapProfile;
use avarice_ir::{Global, GlobalData, Module};
use avarice_machine::basic_block_sections::{BlockSectionOptions, Profile, SectionRequest};
use clap::{ArgAction, Args, ValueEnum};

use crate::diagnostics::Diagnostic;
use crate::ledger::Machine;

/// What the map of block addresses may say of the profile.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProfileField {
    /// How often functions were entered.
    FuncEntryCount,
    /// How often blocks run.
    BbFreq,
    /// Where control goes from blocks.
    BrProb,
}

/// Which blocks have sections of their own.
#[derive(Args, Clone, Debug)]
pub struct BlockSectionArguments {
    /// Put blocks into sections of their own: none, all, as a profile says (its file), or only give them labels (labels)
    #[arg(long, value_name = "WHICH|FILE", default_value = "none")]
    pub basic_block_sections: String,
    /// Name such sections after their blocks
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub unique_basic_block_section_names: bool,
    /// Remove blocks without code at the end
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub gc_empty_basic_blocks: bool,
    /// List the addresses of blocks in .llvm_bb_addr_map
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub basic_block_address_map: bool,
    /// What .llvm_bb_addr_map says of the profile
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub pgo_analysis_map: Vec<ProfileField>,
    /// Split functions by their profiles, where no sections are asked for (not done for functions that have one)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub split_machine_functions: bool,
    /// How the names of sections with cold blocks begin
    #[arg(long, value_name = "PREFIX", default_value = ".text.split.")]
    pub bbsections_cold_text_prefix: String,
    /// Leave functions alone whose code has changed since their profile was made
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub bbsections_detect_source_drift: bool,
    /// Put functions that the profile names among the hot ones
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub bbsections_guided_section_prefix: bool,
}

impl BlockSectionArguments {
    /// Whether the passes about sections of blocks run.
    pub(crate) fn has_passes(&self) -> bool {
        self.basic_block_sections != "none" || self.basic_block_address_map
    }

    /// What the map of block addresses says of the profile.
    pub(crate) fn map_profile(&self) -> MapProfile {
        let has = |field| self.pgo_analysis_map.contains(&field);
        MapProfile {
            has_entry_counts: has(ProfileField::FuncEntryCount),
            has_frequencies: has(ProfileField::BbFreq),
            has_probabilities: has(ProfileField::BrProb),
        }
    }

    /// Whether blocks are placed as a profile says.
    pub(crate) fn has_profile(&self) -> bool {
        !["none", "all", "labels"].contains(&self.basic_block_sections.as_str())
    }

    /// What passes are asked for in `module`. A file that cannot be read is like none, as for llc, which says so.
    ///
    /// # Errors
    /// A profile that is wrong, or a target without such sections.
    pub(crate) fn for_passes(
        &self,
        module: &Module,
        machine: Machine,
        warnings: &mut String,
    ) -> Result<BlockSectionOptions, Diagnostic> {
        let has_map = self.basic_block_sections == "labels" || self.basic_block_address_map;
        if !has_map && !self.pgo_analysis_map.is_empty() {
            let functions = module.globals.values();
            for function in functions.filter(|data| data.body().is_some()) {
                let name = String::from_utf8_lossy(&function.name);
                warnings.push_str(&format!(
                    "<unknown>:0: warning: pgo-analysis-map is enabled for function {name} but it does not have labels\n"
                ));
            }
        }
        let request = match self.basic_block_sections.as_str() {
            "none" if self.split_machine_functions => {
                refuse_profiles(module)?;
                SectionRequest::None
            }
            "none" => SectionRequest::None,
            "labels" => SectionRequest::Labels,
            _ if machine != Machine::X86_64 => {
                return Err(Diagnostic::new(
                    "unsupported: sections of basic blocks for this target",
                )
                .note("-basic-block-sections=labels works for all targets"));
            }
            "all" => SectionRequest::All,
            file => match std::fs::read(file) {
                Ok(bytes) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let profile = Profile::read(&text, file, module);
                    let fatal = |error| Diagnostic::new(format!("LLVM ERROR: {error}"));
                    let profile = profile.map_err(fatal)?;
                    SectionRequest::Profiled(Arc::new(profile))
                }
                Err(error) => {
                    warnings.push_str(&format!(
                        "Error loading basic block sections function list file: {error}\n"
                    ));
                    SectionRequest::Profiled(Arc::default())
                }
            },
        };
        Ok(BlockSectionOptions {
            request,
            lists_addresses: self.basic_block_address_map,
            detects_drift: self.bbsections_detect_source_drift,
        })
    }

    /// The functions that are hot because a profile names them, sorted; none where time is not spent on it.
    pub(crate) fn hot_functions(
        &self,
        opt_level: u8,
        module: &Module,
        options: &BlockSectionOptions,
    ) -> Vec<Global> {
        let SectionRequest::Profiled(profile) = &options.request else {
            return Vec::new();
        };
        if opt_level == 0 {
            return Vec::new();
        }
        let named = module.globals.iter();
        let named = named.filter(|(_, data)| {
            self.bbsections_guided_section_prefix && profile.of(&data.name).is_some()
        });
        named.map(|(global, _)| global).collect()
    }
}

/// Refuses functions that -split-machine-functions would split: those that say how often they ran.
fn refuse_profiles(module: &Module) -> Result<(), Diagnostic> {
    let kinds = &module.metadata.kinds;
    let is_counted = |data: &GlobalData| {
        let mut attached = data.metadata.iter();
        data.body().is_some() && attached.any(|(kind, _)| *kinds[*kind as usize] == *"prof")
    };
    match module.globals.values().find(|data| is_counted(data)) {
        None => Ok(()),
        Some(data) => Err(Diagnostic::new(format!(
            "unsupported: -split-machine-functions for function '{}', which has a profile",
            String::from_utf8_lossy(&data.name)
        ))),
    }
}
