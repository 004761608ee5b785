//! Options about branches that become selections and conditional comparisons.

use avarice_machine::pass;
use clap::Args;

/// Options about branches that become selections and conditional comparisons.
#[derive(Args, Debug, Clone)]
pub struct IfConversionOptions {
    /// Remove branches over code that can always be executed, whether that is worth it or not
    #[arg(long)]
    pub stress_early_ifcvt: bool,
    /// Join comparisons on AArch64, whether that is worth it or not
    #[arg(long)]
    pub aarch64_stress_ccmp: bool,
    /// Replace branches by selections on x86-64 too
    #[arg(long)]
    pub x86_early_ifcvt: bool,
}

impl From<&IfConversionOptions> for pass::IfConversionOptions {
    fn from(options: &IfConversionOptions) -> Self {
        Self {
            stress: options.stress_early_ifcvt,
            stress_compares: options.aarch64_stress_ccmp,
            on_x86: options.x86_early_ifcvt,
        }
    }
}
