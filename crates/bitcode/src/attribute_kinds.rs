//! The numbers of attributes, by which `attributes.rs` gives them LLVM's keywords.

/// The keyword of the attribute with this number, `None` if no version has one.
///
/// `argmemonly` and the like are of the time before `memory(…)`.
pub(crate) fn keyword(number: u64) -> Option<&'static str> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    KEYWORDS.get(index).copied()
}

/// Keywords in the order of their numbers, from 1.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "align", "alwaysinline", "byval", "inlinehint", "inreg", "minsize", "naked", "nest", "noalias", "nobuiltin",
    "nocapture", "noduplicate", "noimplicitfloat", "noinline", "nonlazybind", "noredzone", "noreturn", "nounwind",
    "optsize", "readnone",
    "readonly", "returned", "returns_twice", "signext", "alignstack", "ssp", "sspreq", "sspstrong", "sret",
    "sanitize_address",
    "sanitize_thread", "sanitize_memory", "uwtable", "zeroext", "builtin", "cold", "optnone", "inalloca", "nonnull",
    "jumptable",
    "dereferenceable", "dereferenceable_or_null", "convergent", "safestack", "argmemonly", "swiftself", "swifterror",
    "norecurse", "inaccessiblememonly", "inaccessiblemem_or_argmemonly",
    "allocsize", "writeonly", "speculatable", "strictfp", "sanitize_hwaddress", "nocf_check", "optforfuzzing",
    "shadowcallstack", "speculative_load_hardening", "immarg",
    "willreturn", "nofree", "nosync", "sanitize_memtag", "preallocated", "nomerge", "null_pointer_is_valid",
    "noundef", "byref", "mustprogress",
    "nocallback", "hot", "noprofile", "vscale_range", "swiftasync", "nosanitize_coverage", "elementtype",
    "disable_sanitizer_instrumentation", "nosanitize_bounds", "allocalign",
    "allocptr", "allockind", "presplitcoroutine", "fn_ret_thunk_extern", "skipprofile", "memory", "nofpclass",
    "optdebug", "writable", "coro_only_destroy_when_complete",
    "dead_on_unwind", "range", "sanitize_numerical_stability", "initializes", "hybrid_patchable",
    "sanitize_realtime", "sanitize_realtime_blocking", "coro_elide_safe", "noext", "nodivergencesource",
    "sanitize_type", "captures", "dead_on_return", "sanitize_alloc_token", "nocreateundeforpoison",
    "denormal_fpenv", "nooutline",
];

#[cfg(test)]
mod tests {
    use super::keyword;

    #[test]
    fn numbers_are_those_of_llvm() {
        let known = [
            (0, None),
            (1, Some("align")),
            (20, Some("readnone")),
            (30, Some("sanitize_address")),
            (33, Some("uwtable")),
            (40, Some("jumptable")),
            (50, Some("inaccessiblemem_or_argmemonly")),
            (60, Some("immarg")),
            (70, Some("mustprogress")),
            (80, Some("allocalign")),
            (86, Some("memory")),
            (95, Some("hybrid_patchable")),
            (102, Some("captures")),
            (107, Some("nooutline")),
            (108, None),
        ];
        for (number, name) in known {
            assert_eq!(keyword(number), name);
        }
    }
}
