//! How a function defends its control flow against memory that an attacker changed.

/// What a function's attributes and its module's flags ask for. Targets read them once; frame lowering and the
/// passes after it do what they say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ControlFlowProtection {
    /// Whether places that indirect branches may reach begin with a mark (`endbr64`, `bti`).
    pub marks_targets: bool,
}
