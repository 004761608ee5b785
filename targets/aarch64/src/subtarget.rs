//! What a function's attributes and triple say about the processor and the calling convention, as far as
//! passes up to the rewriter need it: reserved registers, callee-saved registers, kinds of moves.

use std::sync::LazyLock;

use avarice_ir::{AttrSet, AttributeKind, CallingConv, Global, Module};
use avarice_mir::LoopAlignment;
use avarice_mir::{ControlFlowProtection, MachineFunction, StackProbe};
use avarice_target::processors::{FeatureSet, Resolved};
use avarice_target::scheduling::ProcessorModel;
use avarice_target::{PhysReg, RegMaskId};

use crate::processors::PROCESSORS;
use crate::{TARGET, mask, reg, sub};

macro_rules! features {
    ($($(#[$($doc:tt)*])* $name:ident;)*) => {
        /// The number of each flag, so that no two have the same.
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the flags are")]
        enum Bit {
            $($name),*
        }

        bitflags::bitflags! {
            /// Features that passes look at.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct Features: u64 {
                $($(#[$($doc)*])* const $name = 1 << Bit::$name as u32;)*
            }
        }
    };
}

features! {
    /// Moves of general registers of the whole width cost nothing (`zcm`).
    ZERO_CYCLE_MOVE;
    /// Zeroing a general register costs nothing (`zcz-gp`, `zcz`).
    ZERO_CYCLE_ZEROING;
    /// Zeroing a floating-point register by a vector instruction is not free, or wrong (`no-zcz-fp`, `zcz-fp-workaround`).
    SLOW_FLOAT_ZEROING;
    /// Shifts by at most 4 in an addition cost nothing (`alu-lsl-fast`).
    FAST_SHIFTED_ADD;
    /// Has no vector registers of 128 bits to compute with (`-neon`, `-fp-armv8`).
    NO_NEON;
    /// Arithmetic of half precision (`fullfp16`).
    FULL_FP16;
    /// Scalable vectors (`sve`).
    SVE;
    /// Scalable matrices (`sme`).
    SME;
    /// The table register of matrices (`sme2`).
    SME2;
    /// Darwin: the frame pointer is always one.
    DARWIN;
    /// Atomic operations in memory as instructions (`lse`).
    LSE;
    /// No marks after calls that return twice (`no-bti-at-return-twice`).
    NO_BTI_AT_RETURN_TWICE;
    /// Signed pointers (`pauth`).
    PAUTH;
    /// Names for the marks of branch targets (`bti`).
    BTI;
    /// Atomic operations by calls of the runtime (`outline-atomics`).
    OUTLINE_ATOMICS;
    /// Barriers after returns and indirect branches (`harden-sls-retbr`).
    HARDEN_SLS_RETBR;
    /// Calls of addresses by thunks (`harden-sls-blr`).
    HARDEN_SLS_BLR;
    /// Those thunks in no group (`harden-sls-nocomdat`).
    HARDEN_SLS_NO_COMDAT;
    /// The barrier `sb` (`sb`).
    SB;
    /// Checksums (`crc`).
    CRC;
    /// AES and products of polynomials (`aes`).
    AES;
    /// SHA-1 and SHA-256 (`sha2`).
    SHA2;
    /// SHA-512 and SHA-3 (`sha3`).
    SHA3;
    /// SM3 and SM4 (`sm4`).
    SM4;
    /// Pairs of narrow vector registers are stored slowly (`store-pair-suppress`).
    STORE_PAIR_SUPPRESS;
    /// Accesses must be aligned (`strict-align`).
    STRICT_ALIGN;
    /// Pairs of vector registers of 128 bits are slower than two accesses (`slow-paired-128`).
    SLOW_PAIRED_128;
    /// No loads of pairs (`disable-ldp`).
    DISABLE_LDP;
    /// No stores of pairs (`disable-stp`).
    DISABLE_STP;
    /// Loads of pairs only where they are aligned to what they load (`ldp-aligned-only`).
    LDP_ALIGNED_ONLY;
    /// `TPIDR_EL1` holds the address of thread-local storage (`tpidr-el1`).
    TPIDR_EL1;
    /// `TPIDR_EL2` does (`tpidr-el2`).
    TPIDR_EL2;
    /// `TPIDR_EL3` does (`tpidr-el3`).
    TPIDR_EL3;
    /// `TPIDRRO_EL0` does (`tpidrro-el0`).
    TPIDRRO_EL0;
    /// Stores of pairs only where they are aligned to what they store (`stp-aligned-only`).
    STP_ALIGNED_ONLY;
    /// Instructions are scheduled again after allocation (`use-postra-scheduler`).
    POST_RA_SCHEDULER;
    /// Long ways through a region do not decide what comes next (`disable-latency-sched-heuristic`).
    NO_LATENCY_HEURISTIC;
    /// Vector stores in ascending order (`ascend-store-address`).
    ASCENDING_STORES;
    /// Comparisons are executed with the branch (`cmp-bcc-fusion`).
    FUSE_CMP_BCC;
    /// Arithmetic is executed with the branch on its flags (`arith-bcc-fusion`).
    FUSE_ARITHMETIC_BCC;
    /// Arithmetic is executed with the branch on its result (`arith-cbz-fusion`).
    FUSE_ARITHMETIC_CBZ;
    /// Both steps of AES are executed together (`fuse-aes`).
    FUSE_AES;
    /// So are steps of AES and what adds them up (`fuse-crypto-eor`).
    FUSE_CRYPTO_EOR;
    /// Both parts of an address are computed together (`fuse-adrp-add`).
    FUSE_ADRP_ADD;
    /// So are parts of constants (`fuse-literals`).
    FUSE_LITERALS;
    /// Addresses are computed with the access (`fuse-address`).
    FUSE_ADDRESS;
    /// Comparisons are executed with the selection (`fuse-csel`).
    FUSE_CSEL;
    /// Arithmetic is executed with what uses it (`fuse-arith-logic`).
    FUSE_ARITHMETIC_LOGIC;
    /// Sums and one are added at once (`fuse-addsub-2reg-const1`).
    FUSE_ADD_SUB_ONE;
    /// Addresses with a register shifted by 1 or 4 are slow (`addr-lsl-slow-14`).
    SLOW_SHIFTS_OF_1_AND_4;
    /// Entries of jump tables have 32 bits except where size matters most (`force-32bit-jump-tables`).
    FORCE_32_BIT_JUMP_TABLES;
    /// Stores of 128 bits are slow at an address that is the sum of two registers (`slow-strqro-store`).
    SLOW_INDEXED_QUAD_STORE;
}

impl Features {
    /// The features of a function that has read its attributes.
    pub fn of(function: &MachineFunction) -> Self {
        Self::from_bits_truncate(function.target_info.features)
    }
}

/// Alignment of the stack pointer, in bytes.
pub(crate) const STACK_ALIGN: u64 = 16;

const PROTECTED: Features = Features::PAUTH.union(Features::BTI);

/// Names in `"target-features"`, and what each sets.
const NAMES: &[(&str, Features)] = &[
    ("zcm", Features::ZERO_CYCLE_MOVE),
    ("zcz", Features::ZERO_CYCLE_ZEROING),
    ("zcz-gp", Features::ZERO_CYCLE_ZEROING),
    ("no-zcz-fp", Features::SLOW_FLOAT_ZEROING),
    ("zcz-fp-workaround", Features::SLOW_FLOAT_ZEROING),
    ("alu-lsl-fast", Features::FAST_SHIFTED_ADD),
    ("lse", Features::LSE),
    ("store-pair-suppress", Features::STORE_PAIR_SUPPRESS),
    ("outline-atomics", Features::OUTLINE_ATOMICS),
    ("pauth", Features::PAUTH),
    ("v8r", Features::PAUTH),
    ("v8.3a", Features::PAUTH),
    ("v8.4a", Features::PAUTH),
    ("bti", Features::BTI),
    ("no-bti-at-return-twice", Features::NO_BTI_AT_RETURN_TWICE),
    ("v8.5a", PROTECTED),
    ("v8.6a", PROTECTED),
    ("v8.7a", PROTECTED),
    ("v8.8a", PROTECTED),
    ("v8.9a", PROTECTED),
    ("v9a", PROTECTED),
    ("v9.1a", PROTECTED),
    ("v9.2a", PROTECTED),
    ("v9.3a", PROTECTED),
    ("v9.4a", PROTECTED),
    ("v9.5a", PROTECTED),
    ("fullfp16", Features::FULL_FP16),
    ("sve", Features::SVE),
    ("sve2", Features::SVE),
    ("harden-sls-retbr", Features::HARDEN_SLS_RETBR),
    ("harden-sls-blr", Features::HARDEN_SLS_BLR),
    ("harden-sls-nocomdat", Features::HARDEN_SLS_NO_COMDAT),
    ("sb", Features::SB),
    ("crc", Features::CRC),
    ("aes", Features::AES),
    ("sha2", Features::SHA2),
    ("sha3", Features::SHA3),
    ("sm4", Features::SM4),
    ("strict-align", Features::STRICT_ALIGN),
    ("slow-paired-128", Features::SLOW_PAIRED_128),
    ("disable-ldp", Features::DISABLE_LDP),
    ("disable-stp", Features::DISABLE_STP),
    ("ldp-aligned-only", Features::LDP_ALIGNED_ONLY),
    ("tpidr-el1", Features::TPIDR_EL1),
    ("tpidr-el2", Features::TPIDR_EL2),
    ("tpidr-el3", Features::TPIDR_EL3),
    ("tpidrro-el0", Features::TPIDRRO_EL0),
    ("stp-aligned-only", Features::STP_ALIGNED_ONLY),
    ("sme", Features::SME),
    ("sme2", Features::SME.union(Features::SME2)),
    ("use-postra-scheduler", Features::POST_RA_SCHEDULER),
    (
        "disable-latency-sched-heuristic",
        Features::NO_LATENCY_HEURISTIC,
    ),
    ("ascend-store-address", Features::ASCENDING_STORES),
    ("cmp-bcc-fusion", Features::FUSE_CMP_BCC),
    ("arith-bcc-fusion", Features::FUSE_ARITHMETIC_BCC),
    ("arith-cbz-fusion", Features::FUSE_ARITHMETIC_CBZ),
    ("fuse-aes", Features::FUSE_AES),
    ("fuse-crypto-eor", Features::FUSE_CRYPTO_EOR),
    ("fuse-adrp-add", Features::FUSE_ADRP_ADD),
    ("fuse-literals", Features::FUSE_LITERALS),
    ("fuse-address", Features::FUSE_ADDRESS),
    ("fuse-csel", Features::FUSE_CSEL),
    ("fuse-arith-logic", Features::FUSE_ARITHMETIC_LOGIC),
    ("fuse-addsub-2reg-const1", Features::FUSE_ADD_SUB_ONE),
    ("addr-lsl-slow-14", Features::SLOW_SHIFTS_OF_1_AND_4),
    (
        "force-32bit-jump-tables",
        Features::FORCE_32_BIT_JUMP_TABLES,
    ),
    ("slow-strqro-store", Features::SLOW_INDEXED_QUAD_STORE),
];

/// The features of a function of the IR.
pub fn of_global(module: &Module, global: Global) -> Features {
    let attrs = module.globals[global].function().map(|f| f.attrs.function);
    flags(&feature_set(module.attrs(attrs.flatten())))
}

/// Sets what later passes ask of `function` from the attributes of its IR function and the triple.
pub fn read(module: &Module, function: &mut MachineFunction) {
    let triple = Triple::new(&module.triple);
    let data = function.ir_function.map(|global| &module.globals[global]);
    let ir = data.and_then(|data| data.function());
    let none = AttrSet::default();
    let attrs = ir.map_or(&none, |ir| module.attrs(ir.attrs.function));
    let set = feature_set(attrs);
    let mut features = flags(&set);
    features.set(Features::DARWIN, triple.is_darwin);
    let loop_alignment = match triple.is_windows {
        true => LoopAlignment::default(),
        false => crate::loop_alignment::of(&set),
    };
    let conv = ir.map_or(CallingConv::C, |ir| ir.conv);
    let takes_swift_error = ir.is_some_and(|ir| {
        let mut params = ir.attrs.params.iter();
        params.any(|attrs| module.attrs(*attrs).has("swifterror"))
    });
    let red_zone = &mut function.mir_info.function_info;
    if attrs.has("noredzone") && !red_zone.iter().any(|(key, _)| **key == *"hasRedZone") {
        red_zone.push(("hasRedZone".into(), "false".into()));
    }
    let has_calls = function.frame.has_calls;
    let needs_frame_moves = function.needs_unwind_rows(module);
    function.frame.read_alignment(attrs, STACK_ALIGN);
    let info = &mut function.target_info;
    info.features = features.bits();
    info.processor_model = processor_model(attrs);
    info.loop_alignment = loop_alignment;
    info.force_frame_pointer |= match attrs.string("frame-pointer") {
        Some("all") => true,
        Some("non-leaf") => has_calls,
        _ => false,
    };
    info.needs_frame_moves = needs_frame_moves;
    info.is_naked = attrs.has("naked");
    info.protection = protection(attrs, needs_frame_moves);
    info.stack_probe = match stack_probe(module, attrs) {
        Ok(Some(size)) => StackProbe::Inline(size),
        // Others are refused by selection.
        Ok(None) | Err(_) => StackProbe::None,
    };
    // What cannot be was refused when it was selected.
    info.stack_guard = crate::stack_guard::access(module).unwrap_or_default();
    info.reserved = reserved(attrs, &triple, conv);
    let saved = callee_saved(attrs, &triple, conv, takes_swift_error);
    function.set_convention_saves(saved);
}

/// At least each how many bytes a function touches the stack that it makes room on, if it does so. Attributes of the
/// function come before flags of the module.
///
/// # Errors
/// The way in which it is asked to do so, if that is another than by stores.
pub fn stack_probe<'m>(module: &'m Module, attrs: &'m AttrSet) -> Result<Option<u64>, &'m str> {
    const PAGE: u64 = 4096;
    let kind = attrs.string("probe-stack");
    match kind.or_else(|| module.flag_text("probe-stack")) {
        None | Some("") => return Ok(None),
        Some("inline-asm") => {}
        Some(other) => return Err(other),
    }
    let size = match attrs.string("stack-probe-size") {
        Some(size) => size.parse().ok(),
        None => module.flag_number("stack-probe-size"),
    };
    let size = size
        .filter(|size| (1..1 << 24).contains(size))
        .unwrap_or(PAGE);
    Ok(Some((size & !(STACK_ALIGN - 1)).max(STACK_ALIGN)))
}

fn protection(attrs: &AttrSet, has_rows: bool) -> ControlFlowProtection {
    // Signing by the rules of arm64e is of what is stored, with the second key.
    let is_arm64e = attrs.has("ptrauth-returns");
    let scope = attrs.string("sign-return-address").unwrap_or("none");
    let has_exact_rows = matches!(attrs.get("uwtable"), Some(AttributeKind::Enum(_)));
    ControlFlowProtection {
        marks_targets: attrs.has("branch-target-enforcement"),
        signs_return_address: is_arm64e || scope != "none",
        signs_in_leaves: !is_arm64e && scope == "all",
        signs_with_b_key: is_arm64e || attrs.string("sign-return-address-key") == Some("b_key"),
        shadow_call_stack: attrs.has("shadowcallstack"),
        has_exact_rows: has_rows && has_exact_rows && !attrs.has("minsize"),
    }
}

/// What is in a triple that matters here.
struct Triple {
    is_darwin: bool,
    is_windows: bool,
    /// X18 belongs to the platform.
    keeps_x18: bool,
}

impl Triple {
    fn new(triple: &str) -> Self {
        let has = |words: &[&str]| words.iter().any(|word| triple.contains(word));
        let is_darwin = has(&[
            "darwin",
            "macos",
            "ios",
            "tvos",
            "watchos",
            "xros",
            "visionos",
            "driverkit",
        ]);
        let is_windows = has(&["windows", "win32"]);
        Self {
            is_darwin,
            is_windows,
            keeps_x18: is_darwin || is_windows || has(&["android", "fuchsia", "ohos"]),
        }
    }
}

/// Words of `"target-features"` with their sign.
fn feature_words(attrs: &AttrSet) -> impl Iterator<Item = (bool, &str)> {
    let words = attrs.string("target-features").unwrap_or("").split(',');
    words.filter_map(|word| {
        let word = word.trim();
        let plus = word.strip_prefix('+').map(|name| (true, name));
        plus.or_else(|| word.strip_prefix('-').map(|name| (false, name)))
    })
}

/// The flags by the places of their names in the table of features.
static PLACES: LazyLock<Vec<(usize, Features)>> = LazyLock::new(|| {
    let places = NAMES.iter();
    let places = places.filter_map(|(name, flag)| Some((PROCESSORS.feature(name)?, *flag)));
    places.collect()
});

/// The place of `neon`.
static NEON: LazyLock<Option<usize>> = LazyLock::new(|| PROCESSORS.feature("neon"));

thread_local! {
    static RESOLVED: Resolved<FeatureSet> = const { Resolved::new() };
}

fn feature_set(attrs: &AttrSet) -> FeatureSet {
    let cpu = attrs.string("target-cpu").unwrap_or("");
    let tune = attrs.string("tune-cpu").unwrap_or("");
    let words = attrs.string("target-features").unwrap_or("");
    RESOLVED.with(|resolved| resolved.of([cpu, tune, words], resolve))
}

fn resolve([cpu, tune, words]: [&str; 3]) -> FeatureSet {
    let cpu = PROCESSORS.processor(cpu).map_or("generic", |row| row.name);
    let tune = if tune.is_empty() { cpu } else { tune };
    PROCESSORS.resolve(cpu, tune, &[words])
}

/// The scheduling model of the processor that a function is tuned for.
fn processor_model(attrs: &AttrSet) -> &'static ProcessorModel {
    let named = |key| attrs.string(key).filter(|name| !name.is_empty());
    let name = named("tune-cpu").or(named("target-cpu"));
    TARGET.scheduling.of_processor(name.unwrap_or("generic"))
}

pub(crate) fn features(attrs: &AttrSet) -> Features {
    flags(&feature_set(attrs))
}

fn flags(set: &FeatureSet) -> Features {
    let flags = PLACES.iter().filter(|(place, _)| set.has(*place));
    let mut features: Features = flags.map(|(_, flag)| *flag).collect();
    features.set(Features::NO_NEON, NEON.is_none_or(|place| !set.has(place)));
    features
}

/// X0 to X30 by number.
fn x_register(number: usize) -> Option<PhysReg> {
    match number {
        29 => Some(reg::FP),
        30 => Some(reg::LR),
        _ => TARGET.reg_by_name(&format!("x{number}")),
    }
}

/// Registers that `prefix` and their number reserve, as `+reserve-x20`.
fn listed(attrs: &AttrSet, prefix: &str) -> Vec<PhysReg> {
    let mut found = Vec::new();
    for (is_set, name) in feature_words(attrs) {
        let number = name.strip_prefix(prefix).and_then(|n| n.parse().ok());
        let Some(register) = number.and_then(x_register) else {
            continue;
        };
        found.retain(|other| *other != register);
        if is_set {
            found.push(register);
        }
    }
    found.sort_unstable();
    found
}

/// The 32-bit half, whose super-registers are all that contain it.
fn low_half(register: PhysReg) -> PhysReg {
    TARGET.sub_reg(register, sub::SUB_32)
}

fn reserved(attrs: &AttrSet, triple: &Triple, conv: CallingConv) -> Vec<PhysReg> {
    let mut roots = listed(attrs, "reserve-x");
    if feature_words(attrs).any(|word| word == (true, "reserve-lr-for-ra")) {
        roots.push(reg::LR);
    }
    if triple.keeps_x18 {
        roots.push(reg::X18);
    }
    if attrs.has("speculative_load_hardening") {
        roots.push(reg::X16);
    }
    if conv == convention::GRAAL {
        roots.extend([reg::X27, reg::X28]);
    }
    roots.into_iter().map(low_half).collect()
}

/// Numbers of calling conventions.
mod convention {
    use avarice_ir::CallingConv as C;

    pub const GHC: C = C(10);
    pub const ANY_REG: C = C(13);
    pub const PRESERVE_MOST: C = C(14);
    pub const PRESERVE_ALL: C = C(15);
    pub const CXX_FAST_TLS: C = C(17);
    pub const CFGUARD_CHECK: C = C(19);
    pub const SWIFT_TAIL: C = C(20);
    pub const PRESERVE_NONE: C = C(21);
    pub const WIN64: C = C(79);
    pub const VECTOR_CALL: C = C(97);
    pub const SVE_VECTOR_CALL: C = C(98);
    pub const GRAAL: C = C(107);
    pub const ARM64EC_THUNK: C = C(108);
}

/// The mask whose registers a function with `conv` saves.
fn saved_mask(triple: &Triple, conv: CallingConv, takes_swift_error: bool) -> RegMaskId {
    use convention as c;
    let any_system = match conv {
        c::GHC => Some(mask::CSR_AArch64_NoRegs),
        c::PRESERVE_NONE => Some(mask::CSR_AArch64_NoneRegs),
        c::ANY_REG => Some(mask::CSR_AArch64_AllRegs),
        c::ARM64EC_THUNK => Some(mask::CSR_Win_AArch64_Arm64EC_Thunk),
        c::CFGUARD_CHECK if !triple.is_darwin => Some(mask::CSR_Win_AArch64_CFGuard_Check),
        _ => None,
    };
    if let Some(found) = any_system {
        return found;
    }
    let swift = [takes_swift_error, conv == c::SWIFT_TAIL];
    if triple.is_darwin {
        return match (conv, swift) {
            (c::VECTOR_CALL, _) => mask::CSR_Darwin_AArch64_AAVPCS,
            (c::CXX_FAST_TLS, _) => mask::CSR_Darwin_AArch64_CXX_TLS,
            (_, [true, _]) => mask::CSR_Darwin_AArch64_AAPCS_SwiftError,
            (_, [_, true]) => mask::CSR_Darwin_AArch64_AAPCS_SwiftTail,
            (c::PRESERVE_MOST, _) => mask::CSR_Darwin_AArch64_RT_MostRegs,
            (c::PRESERVE_ALL, _) => mask::CSR_Darwin_AArch64_RT_AllRegs,
            (c::WIN64, _) => mask::CSR_Darwin_AArch64_AAPCS_Win64,
            _ => mask::CSR_Darwin_AArch64_AAPCS,
        };
    }
    if triple.is_windows {
        return match swift {
            [true, _] => mask::CSR_Win_AArch64_AAPCS_SwiftError,
            [_, true] => mask::CSR_Win_AArch64_AAPCS_SwiftTail,
            _ => mask::CSR_Win_AArch64_AAPCS,
        };
    }
    match (conv, swift) {
        (c::VECTOR_CALL, _) => mask::CSR_AArch64_AAVPCS,
        (c::SVE_VECTOR_CALL, _) => mask::CSR_AArch64_SVE_AAPCS,
        (_, [true, _]) => mask::CSR_AArch64_AAPCS_SwiftError,
        (_, [_, true]) => mask::CSR_AArch64_AAPCS_SwiftTail,
        (c::PRESERVE_MOST, _) => mask::CSR_AArch64_RT_MostRegs,
        (c::PRESERVE_ALL, _) => mask::CSR_AArch64_RT_AllRegs,
        (c::WIN64, _) => mask::CSR_AArch64_AAPCS_X18,
        _ => mask::CSR_AArch64_AAPCS,
    }
}

/// The callee-saved registers, `None` for the target's default list.
fn callee_saved(
    attrs: &AttrSet,
    triple: &Triple,
    conv: CallingConv,
    takes_swift_error: bool,
) -> Option<Vec<PhysReg>> {
    let found = saved_mask(triple, conv, takes_swift_error);
    let added = listed(attrs, "call-saved-x");
    if found == mask::CSR_AArch64_AAPCS && added.is_empty() {
        return None;
    }
    let saved = TARGET.reg_masks[found.index()].saved;
    Some(saved.iter().copied().chain(added).collect())
}
