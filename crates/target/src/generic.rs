//! Opcodes that every target has, under LLVM's numbers, up to the last that some code names.

/// Target-independent opcodes. A test of each target holds them against its table.
#[allow(
    missing_docs,
    reason = "the names are LLVM's, each is documented there"
)]
pub mod op {
    use crate::ids::Opcode;

    macro_rules! opcodes {
        ($($name:ident)*) => {
            #[repr(u16)]
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "opcode names are LLVM's")]
            enum Number { $($name),* }
            $(pub const $name: Opcode = Opcode(Number::$name as u16);)*
            /// The names of all generic opcodes, by number.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];
        };
    }

    opcodes! {
        PHI INLINEASM INLINEASM_BR CFI_INSTRUCTION EH_LABEL GC_LABEL ANNOTATION_LABEL KILL
        EXTRACT_SUBREG INSERT_SUBREG IMPLICIT_DEF SUBREG_TO_REG COPY_TO_REGCLASS DBG_VALUE
        DBG_VALUE_LIST DBG_INSTR_REF DBG_PHI DBG_LABEL REG_SEQUENCE COPY BUNDLE LIFETIME_START
        LIFETIME_END PSEUDO_PROBE ARITH_FENCE STACKMAP FENTRY_CALL PATCHPOINT LOAD_STACK_GUARD
        PREALLOCATED_SETUP PREALLOCATED_ARG STATEPOINT LOCAL_ESCAPE FAULTING_OP PATCHABLE_OP
        PATCHABLE_FUNCTION_ENTER PATCHABLE_RET PATCHABLE_FUNCTION_EXIT PATCHABLE_TAIL_CALL
        PATCHABLE_EVENT_CALL PATCHABLE_TYPED_EVENT_CALL ICALL_BRANCH_FUNNEL MEMBARRIER
        JUMP_TABLE_DEBUG_INFO
        CONVERGENCECTRL_ENTRY CONVERGENCECTRL_ANCHOR CONVERGENCECTRL_LOOP CONVERGENCECTRL_GLUE
        G_ASSERT_SEXT G_ASSERT_ZEXT G_ASSERT_ALIGN G_ADD G_SUB G_MUL G_SDIV G_UDIV G_SREM G_UREM
        G_SDIVREM G_UDIVREM G_AND G_OR G_XOR G_IMPLICIT_DEF G_PHI
    }
}
