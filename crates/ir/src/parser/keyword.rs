//! The words with a fixed meaning in `.ll` text, as an enum, found by one hash lookup.
//!
//! Words that only matter in one place (attributes, calling conventions, predicates, debug fields) are
//! not here: they reach the parser as [`Keyword::Unknown`] and are looked up there by their text.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

macro_rules! keywords {
    ($($name:ident = $text:literal,)*) => {
        /// A word of the language.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Keyword {
            /// None of the others.
            Unknown,
            $(#[doc = $text] $name,)*
        }

        static TABLE: LazyLock<FxHashMap<&'static [u8], Keyword>> = LazyLock::new(|| {
            [$(($text.as_bytes(), Keyword::$name),)*].into_iter().collect()
        });
    };
}

keywords! {
    Define = "define", Declare = "declare", Global = "global", Constant = "constant",
    Alias = "alias", IFunc = "ifunc", Target = "target", Triple = "triple",
    DataLayout = "datalayout", SourceFilename = "source_filename", Module = "module",
    Asm = "asm", Type = "type", Opaque = "opaque", Comdat = "comdat",
    Attributes = "attributes", Uselistorder = "uselistorder",
    UselistorderBb = "uselistorder_bb",
    Private = "private", Internal = "internal", AvailableExternally = "available_externally",
    Linkonce = "linkonce", LinkonceOdr = "linkonce_odr", Weak = "weak", WeakOdr = "weak_odr",
    Common = "common", Appending = "appending", ExternWeak = "extern_weak",
    External = "external",
    DsoLocal = "dso_local", DsoPreemptable = "dso_preemptable", Default = "default",
    Hidden = "hidden", Protected = "protected", DllImport = "dllimport",
    DllExport = "dllexport", ThreadLocal = "thread_local", Localdynamic = "localdynamic",
    Initialexec = "initialexec", Localexec = "localexec", UnnamedAddr = "unnamed_addr",
    LocalUnnamedAddr = "local_unnamed_addr", ExternallyInitialized = "externally_initialized",
    Addrspace = "addrspace", Section = "section", Partition = "partition",
    CodeModel = "code_model", Align = "align", Gc = "gc", Prefix = "prefix",
    Prologue = "prologue", Personality = "personality",
    Any = "any", Exactmatch = "exactmatch", Largest = "largest",
    Nodeduplicate = "nodeduplicate", Samesize = "samesize",
    NoSanitizeAddress = "no_sanitize_address", NoSanitizeHwaddress = "no_sanitize_hwaddress",
    SanitizeMemtag = "sanitize_memtag", SanitizeAddressDyninit = "sanitize_address_dyninit",
    True = "true", False = "false", Null = "null", Undef = "undef", Poison = "poison",
    None = "none", ZeroInitializer = "zeroinitializer", C = "c",
    BlockAddress = "blockaddress", DsoLocalEquivalent = "dso_local_equivalent",
    NoCfi = "no_cfi", Ptrauth = "ptrauth", Splat = "splat", Inrange = "inrange",
    Sideeffect = "sideeffect", Alignstack = "alignstack", Inteldialect = "inteldialect",
    Unwind = "unwind",
    Void = "void", Half = "half", BFloat = "bfloat", Float = "float", Double = "double",
    X86Fp80 = "x86_fp80", Fp128 = "fp128", PpcFp128 = "ppc_fp128", X86Mmx = "x86_mmx",
    X86Amx = "x86_amx", Label = "label", Metadata = "metadata", Token = "token", Ptr = "ptr",
    Vscale = "vscale", X = "x",
    Nuw = "nuw", Nsw = "nsw", Nusw = "nusw", Exact = "exact", Disjoint = "disjoint",
    Nneg = "nneg", Inbounds = "inbounds", Samesign = "samesign", Nnan = "nnan", Ninf = "ninf",
    Nsz = "nsz", Arcp = "arcp", Contract = "contract", Afn = "afn", Reassoc = "reassoc",
    Fast = "fast", Volatile = "volatile", Atomic = "atomic", Inalloca = "inalloca",
    Swifterror = "swifterror", Cleanup = "cleanup",
    To = "to", Caller = "caller", Within = "within", From = "from", Tail = "tail",
    Musttail = "musttail", Notail = "notail", Syncscope = "syncscope", Distinct = "distinct",
    Catch = "catch", Filter = "filter",
    FNeg = "fneg", Add = "add", FAdd = "fadd", Sub = "sub", FSub = "fsub", Mul = "mul",
    FMul = "fmul", UDiv = "udiv", SDiv = "sdiv", FDiv = "fdiv", URem = "urem", SRem = "srem",
    FRem = "frem", Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or",
    Xor = "xor", ICmp = "icmp", FCmp = "fcmp", Phi = "phi", Call = "call", Trunc = "trunc",
    ZExt = "zext", SExt = "sext", FpTrunc = "fptrunc", FpExt = "fpext", UiToFp = "uitofp",
    SiToFp = "sitofp", FpToUi = "fptoui", FpToSi = "fptosi", IntToPtr = "inttoptr",
    PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr", BitCast = "bitcast",
    AddrSpaceCast = "addrspacecast", Select = "select", VaArg = "va_arg",
    LandingPad = "landingpad", Ret = "ret", Br = "br", Switch = "switch",
    IndirectBr = "indirectbr", Invoke = "invoke", Resume = "resume",
    Unreachable = "unreachable", CleanupRet = "cleanupret", CatchSwitch = "catchswitch",
    CatchRet = "catchret", CatchPad = "catchpad", CleanupPad = "cleanuppad",
    CallBr = "callbr", Alloca = "alloca", Load = "load", Store = "store", Fence = "fence",
    CmpXchg = "cmpxchg", AtomicRmw = "atomicrmw", GetElementPtr = "getelementptr",
    ExtractElement = "extractelement", InsertElement = "insertelement",
    ShuffleVector = "shufflevector", ExtractValue = "extractvalue",
    InsertValue = "insertvalue", Freeze = "freeze",
}

impl Keyword {
    /// The keyword with this text, [`Keyword::Unknown`] if there is none.
    #[inline]
    pub fn lookup(text: &[u8]) -> Self {
        TABLE.get(text).copied().unwrap_or(Self::Unknown)
    }
}
