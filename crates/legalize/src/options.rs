//! What is asked of the rewriting before selection.

/// What is asked of [`crate::legalize`].
#[derive(Clone, Copy, Debug, Default)]
pub struct LegalizeOptions {
    /// Also rewrite what the target selects better otherwise.
    pub optimize: bool,
    /// Stack protectors are not checked before calls that do not return but may throw
    /// (`-disable-check-noreturn-call`).
    pub checks_returns_only: bool,
}
