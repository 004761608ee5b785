//! Instruction kinds: the opcode and everything that is not a value operand.

use std::fmt;

use crate::attribute::AttributeList;
use crate::entities::{MetadataId, Type};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "the names are the language reference's")]
        pub enum $name { $($variant,)* }

        impl $name {
            /// All members with their keywords.
            pub const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, $text),)*];

            /// The keyword in `.ll` text.
            pub fn keyword(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// The member with this keyword, or `None`.
            pub fn from_keyword(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

words! {
    /// Binary operators.
    BinaryOp {
        Add = "add", FAdd = "fadd", Sub = "sub", FSub = "fsub", Mul = "mul", FMul = "fmul",
        UDiv = "udiv", SDiv = "sdiv", FDiv = "fdiv", URem = "urem", SRem = "srem", FRem = "frem",
        Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
    }
}

words! {
    /// Conversions.
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FpTrunc = "fptrunc", FpExt = "fpext",
        FpToUi = "fptoui", FpToSi = "fptosi", UiToFp = "uitofp", SiToFp = "sitofp",
        PtrToInt = "ptrtoint", IntToPtr = "inttoptr", BitCast = "bitcast",
        AddrSpaceCast = "addrspacecast",
    }
}

words! {
    /// Integer comparison predicates.
    IntPredicate {
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule",
        Sgt = "sgt", Sge = "sge", Slt = "slt", Sle = "sle",
    }
}

impl IntPredicate {
    /// The predicate for exchanged operands.
    pub fn swapped(self) -> Self {
        use IntPredicate::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Ugt => Ult,
            Uge => Ule,
            Ult => Ugt,
            Ule => Uge,
            Sgt => Slt,
            Sge => Sle,
            Slt => Sgt,
            Sle => Sge,
        }
    }

    /// The predicate that holds where this one does not.
    pub fn inverse(self) -> Self {
        use IntPredicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Uge => Ult,
            Ult => Uge,
            Ule => Ugt,
            Sgt => Sle,
            Sge => Slt,
            Slt => Sge,
            Sle => Sgt,
        }
    }

    /// The unsigned predicate that corresponds to a signed one.
    pub fn unsigned(self) -> Self {
        use IntPredicate::*;
        match self {
            Sgt => Ugt,
            Sge => Uge,
            Slt => Ult,
            Sle => Ule,
            other => other,
        }
    }

    /// Whether operands are compared as signed numbers.
    pub fn is_signed(self) -> bool {
        self != self.unsigned()
    }

    /// Whether it is `eq` or `ne`.
    pub fn is_equality(self) -> bool {
        matches!(self, Self::Eq | Self::Ne)
    }
}

words! {
    /// Floating-point comparison predicates.
    FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole",
        One = "one", Ord = "ord", Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule",
        Une = "une", Uno = "uno", True = "true",
    }
}

words! {
    /// Operations of `atomicrmw`.
    RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor",
        Max = "max", Min = "min", UMax = "umax", UMin = "umin", FAdd = "fadd", FSub = "fsub",
        FMax = "fmax", FMin = "fmin", UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap",
        USubCond = "usub_cond", USubSat = "usub_sat", FMaximum = "fmaximum", FMinimum = "fminimum",
    }
}

words! {
    /// Memory orderings; `NotAtomic` is the absence of one.
    AtomicOrdering {
        NotAtomic = "", Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire",
        Release = "release", AcqRel = "acq_rel", SeqCst = "seq_cst",
    }
}

words! {
    /// The mark before `call`.
    TailKind { None = "", Tail = "tail", MustTail = "musttail", NoTail = "notail", }
}

/// A calling convention by its number; the keywords are names for numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CallingConv(pub u32);

impl CallingConv {
    /// `ccc`, the default.
    pub const C: Self = Self(0);
    /// `fastcc`.
    pub const FAST: Self = Self(8);
    /// `coldcc`.
    pub const COLD: Self = Self(9);
    /// `preserve_mostcc`
    pub const PRESERVE_MOST: Self = Self(14);

    /// Numbers and keywords; other conventions are written `cc` and their number.
    pub const KEYWORDS: &'static [(u32, &'static str)] = &[
        (0, "ccc"),
        (8, "fastcc"),
        (9, "coldcc"),
        (10, "ghccc"),
        (13, "anyregcc"),
        (14, "preserve_mostcc"),
        (15, "preserve_allcc"),
        (16, "swiftcc"),
        (17, "cxx_fast_tlscc"),
        (18, "tailcc"),
        (19, "cfguard_checkcc"),
        (20, "swifttailcc"),
        (21, "preserve_nonecc"),
        (64, "x86_stdcallcc"),
        (65, "x86_fastcallcc"),
        (66, "arm_apcscc"),
        (67, "arm_aapcscc"),
        (68, "arm_aapcs_vfpcc"),
        (69, "msp430_intrcc"),
        (70, "x86_thiscallcc"),
        (71, "ptx_kernel"),
        (72, "ptx_device"),
        (75, "spir_func"),
        (76, "spir_kernel"),
        (77, "intel_ocl_bicc"),
        (78, "x86_64_sysvcc"),
        (79, "win64cc"),
        (80, "x86_vectorcallcc"),
        (81, "hhvmcc"),
        (82, "hhvm_ccc"),
        (83, "x86_intrcc"),
        (84, "avr_intrcc"),
        (85, "avr_signalcc"),
        (87, "amdgpu_vs"),
        (88, "amdgpu_gs"),
        (89, "amdgpu_ps"),
        (90, "amdgpu_cs"),
        (91, "amdgpu_kernel"),
        (92, "x86_regcallcc"),
        (93, "amdgpu_hs"),
        (95, "amdgpu_ls"),
        (96, "amdgpu_es"),
        (97, "aarch64_vector_pcs"),
        (98, "aarch64_sve_vector_pcs"),
        (100, "amdgpu_gfx"),
        (102, "aarch64_sme_preservemost_from_x0"),
        (103, "aarch64_sme_preservemost_from_x2"),
        (104, "amdgpu_cs_chain"),
        (105, "amdgpu_cs_chain_preserve"),
        (106, "m68k_rtdcc"),
        (107, "graalcc"),
        (110, "riscv_vector_cc"),
        (111, "aarch64_sme_preservemost_from_x1"),
    ];

    /// LLVM's names of the conventions without a keyword.
    const NAMES: &'static [(u32, &'static str)] = &[
        (11, "HiPE"),
        (86, "AVR_BUILTIN"),
        (94, "MSP430_BUILTIN"),
        (99, "WASM_EmscriptenInvoke"),
        (101, "M68k_INTR"),
        (108, "ARM64EC_Thunk_X64"),
        (109, "ARM64EC_Thunk_Native"),
    ];

    /// The keyword, or `None` if it is written as `cc` and its number.
    pub fn keyword(self) -> Option<&'static str> {
        let row = Self::KEYWORDS.iter().find(|(number, _)| *number == self.0);
        row.map(|(_, text)| *text)
    }

    /// The convention with this keyword, or `None`.
    pub fn from_keyword(text: &str) -> Option<Self> {
        let row = Self::KEYWORDS.iter().find(|(_, name)| *name == text);
        row.map(|(number, _)| Self(*number))
    }
}

impl fmt::Display for CallingConv {
    /// The keyword, or `cc` and the number, with LLVM's name if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(keyword) = self.keyword() {
            return f.write_str(keyword);
        }
        write!(f, "cc {}", self.0)?;
        match Self::NAMES.iter().find(|(number, _)| *number == self.0) {
            Some((_, name)) => write!(f, " ({name})"),
            None => Ok(()),
        }
    }
}

bitflags::bitflags! {
    /// Flags of instructions and constant expressions.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct InstFlags: u32 {
        /// `nuw`
        const NUW = 1 << 0;
        /// `nsw`
        const NSW = 1 << 1;
        /// `exact`
        const EXACT = 1 << 2;
        /// `disjoint` on `or`
        const DISJOINT = 1 << 3;
        /// `nneg` on `zext`, `uitofp`
        const NNEG = 1 << 4;
        /// `inbounds` on `getelementptr`
        const INBOUNDS = 1 << 5;
        /// `nusw` on `getelementptr`
        const NUSW = 1 << 6;
        /// `samesign` on `icmp`
        const SAME_SIGN = 1 << 7;
        /// `nnan`
        const NNAN = 1 << 8;
        /// `ninf`
        const NINF = 1 << 9;
        /// `nsz`
        const NSZ = 1 << 10;
        /// `arcp`
        const ARCP = 1 << 11;
        /// `contract`
        const CONTRACT = 1 << 12;
        /// `afn`
        const AFN = 1 << 13;
        /// `reassoc`
        const REASSOC = 1 << 14;
        /// All fast-math flags.
        const FAST = 0x7f << 8;
        /// `volatile`
        const VOLATILE = 1 << 16;
        /// `weak` on `cmpxchg`
        const WEAK = 1 << 17;
        /// `inalloca` on `alloca`
        const INALLOCA = 1 << 18;
        /// `swifterror` on `alloca`
        const SWIFTERROR = 1 << 19;
        /// `cleanup` on `landingpad`
        const CLEANUP = 1 << 20;
    }
}

/// The name of a synchronization scope. One pointer, because few instructions have one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SyncScope(Box<Box<str>>);

impl SyncScope {
    /// The scope with this name.
    pub fn new(name: &str) -> Self {
        Self(Box::new(name.into()))
    }
}

impl std::ops::Deref for SyncScope {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SyncScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

/// What a call, invoke or callbr has in addition to operands.
///
/// Operands are: arguments, then the inputs of each operand bundle in order, then the callee last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallInfo {
    /// Type of the function that is called.
    pub fn_type: Type,
    /// Calling convention.
    pub conv: CallingConv,
    /// Tail mark.
    pub tail: TailKind,
    /// Attributes.
    pub attrs: AttributeList,
    /// Number of arguments, variadic ones included.
    pub num_args: u32,
    /// Operand bundles: tag and number of inputs.
    pub bundles: Vec<(Box<str>, u32)>,
    /// Address space of the callee, where written.
    pub address_space: u32,
}

/// An instruction without its operands, successors and flags.
///
/// The comment of each kind lists its value operands, then its blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InstKind {
    /// `[value]`
    Ret,
    /// blocks: target
    Br,
    /// condition; blocks: true, false
    CondBr,
    /// value, case constants; blocks: default, then one a case
    Switch,
    /// address; blocks: possible targets
    IndirectBr,
    /// as [`CallInfo`]; blocks: normal, unwind
    Invoke(Box<CallInfo>),
    /// as [`CallInfo`]; blocks: fallthrough, then indirect targets
    CallBr(Box<CallInfo>),
    /// value
    Resume,
    /// no operands
    Unreachable,
    /// pad; blocks: the unwind target, none for "unwind to caller"
    CleanupRet,
    /// pad; blocks: successor
    CatchRet,
    /// parent pad; blocks: handlers, then the unwind target if `unwinds`
    CatchSwitch {
        /// The last block is the unwind target; otherwise it unwinds to the caller.
        unwinds: bool,
    },
    /// value
    FNeg,
    /// left, right
    Binary(BinaryOp),
    /// vector, index
    ExtractElement,
    /// vector, element, index
    InsertElement,
    /// two vectors
    ShuffleVector {
        /// Selected elements; -1 is poison.
        mask: Box<[i32]>,
        /// The mask is scalable (all zero or poison).
        scalable: bool,
    },
    /// aggregate
    ExtractValue(Box<[u32]>),
    /// aggregate, element
    InsertValue(Box<[u32]>),
    /// number of elements (a constant 1 where not written)
    Alloca {
        /// Type that is allocated.
        ty: Type,
        /// Alignment in bytes, 0 where not written.
        align: u64,
        /// Address space.
        address_space: u32,
    },
    /// pointer
    Load {
        /// Alignment in bytes, 0 where not written.
        align: u64,
        /// Ordering.
        ordering: AtomicOrdering,
        /// Synchronization scope, `None` for the system.
        scope: Option<SyncScope>,
    },
    /// value, pointer
    Store {
        /// Alignment in bytes, 0 where not written.
        align: u64,
        /// Ordering.
        ordering: AtomicOrdering,
        /// Synchronization scope, `None` for the system.
        scope: Option<SyncScope>,
    },
    /// no operands
    Fence {
        /// Ordering.
        ordering: AtomicOrdering,
        /// Synchronization scope, `None` for the system.
        scope: Option<SyncScope>,
    },
    /// pointer, expected, new
    CmpXchg {
        /// Alignment in bytes, 0 where not written.
        align: u64,
        /// Ordering on success.
        success: AtomicOrdering,
        /// Ordering on failure.
        failure: AtomicOrdering,
        /// Synchronization scope, `None` for the system.
        scope: Option<SyncScope>,
    },
    /// pointer, value
    AtomicRmw {
        /// Operation.
        op: RmwOp,
        /// Alignment in bytes, 0 where not written.
        align: u64,
        /// Ordering.
        ordering: AtomicOrdering,
        /// Synchronization scope, `None` for the system.
        scope: Option<SyncScope>,
    },
    /// base, indices
    GetElementPtr {
        /// Source element type.
        source: Type,
    },
    /// value
    Cast(CastOp),
    /// left, right
    ICmp(IntPredicate),
    /// left, right
    FCmp(FloatPredicate),
    /// incoming values; blocks: incoming blocks, in the same order
    Phi,
    /// condition, value if true, value if false
    Select,
    /// value
    Freeze,
    /// as [`CallInfo`]
    Call(Box<CallInfo>),
    /// pointer to the list
    VaArg,
    /// one operand a clause
    LandingPad {
        /// For each clause, whether it is a `filter` rather than a `catch`.
        filters: Box<[bool]>,
    },
    /// parent pad, arguments
    CatchPad,
    /// parent pad, arguments
    CleanupPad,
}

impl InstKind {
    /// Whether this ends a block.
    pub fn is_terminator(&self) -> bool {
        use InstKind::*;
        matches!(
            self,
            Ret | Br
                | CondBr
                | Switch
                | IndirectBr
                | Invoke(_)
                | CallBr(_)
                | Resume
                | Unreachable
                | CleanupRet
                | CatchRet
                | CatchSwitch { .. }
        )
    }

    /// The call's part, or `None`.
    pub fn call_info(&self) -> Option<&CallInfo> {
        match self {
            Self::Call(info) | Self::Invoke(info) | Self::CallBr(info) => Some(info),
            _ => None,
        }
    }
}

/// A metadata attachment: kind id and node.
pub type Attachment = (u32, MetadataId);
