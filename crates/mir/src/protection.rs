//! How a function defends its control flow against memory that an attacker changed.

/// What a function's attributes and its module's flags ask for. Targets read them once; frame lowering and the
/// passes after it do what they say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ControlFlowProtection {
    /// Whether places that indirect branches may reach begin with a mark (`endbr64`, `bti`).
    pub marks_targets: bool,
    /// Whether return addresses are signed in functions that store them.
    pub signs_return_address: bool,
    /// Whether they are in functions that do not store them too.
    pub signs_in_leaves: bool,
    /// Whether they are signed with the second of two keys.
    pub signs_with_b_key: bool,
    /// Whether return addresses are kept on a second stack as well.
    pub shadow_call_stack: bool,
    /// Whether unwind rows are right after every instruction, those of epilogues too.
    pub has_exact_rows: bool,
}
