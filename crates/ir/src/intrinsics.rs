//! Intrinsics: the known `llvm.*` functions and their signatures.
//!
//! The name of an overloaded intrinsic ends with the types it is used with (`llvm.umax.v4i32`);
//! [`Intrinsic::from_name`] looks up the longest known prefix.

use crate::constant::ConstKind;
use crate::entities::{Global, Inst, Type};
use crate::function::Function;
use crate::module::Module;
use crate::types::TypeTable;

macro_rules! intrinsics {
    ($($name:ident = $text:literal $signature:literal,)*) => {
        /// An intrinsic function that is the same on every target.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "the names are the language reference's")]
        pub enum Intrinsic { $($name,)* }

        /// Every intrinsic with name and signature, sorted by name.
        const TABLE: &[(Intrinsic, &str, &str)] = &[$((Intrinsic::$name, $text, $signature),)*];
    };
}

// Name without the overload suffix, then result and parameters:
//
//   anyint, anyfp   a new overloaded type: (vector of) integers, floating-point numbers
//   anyptr, anyvec, any   the same: a pointer, a vector, anything
//   overflow        a new overloaded integer type with a bit: { T, i1 }
//   =0              the first overloaded type again
//   =0:i1           i1, or a vector of as many i1 as the first overloaded type has elements
//   =0:element      the element of the first overloaded type
//   !               after a parameter: it must be a constant (`immarg`)
//   ...             variadic
//
// An empty signature is not checked: such intrinsics have had several (lifetimes had a size before LLVM 22)
// or depend on more than this says.
intrinsics! {
    Abs = "llvm.abs" "anyint =0 i1!",
    Acos = "llvm.acos" "anyfp =0",
    Addressofreturnaddress = "llvm.addressofreturnaddress" "anyptr",
    AdjustTrampoline = "llvm.adjust.trampoline" "ptr ptr",
    AllowRuntimeCheck = "llvm.allow.runtime.check" "i1 metadata",
    AllowUbsanCheck = "llvm.allow.ubsan.check" "i1 i8!",
    Annotation = "llvm.annotation" "",
    ArithmeticFence = "llvm.arithmetic.fence" "anyfp =0",
    Asin = "llvm.asin" "anyfp =0",
    Assume = "llvm.assume" "void i1",
    Atan = "llvm.atan" "anyfp =0",
    Bitreverse = "llvm.bitreverse" "anyint =0",
    Bswap = "llvm.bswap" "anyint =0",
    CallPreallocatedArg = "llvm.call.preallocated.arg" "ptr token i32!",
    CallPreallocatedSetup = "llvm.call.preallocated.setup" "token i32!",
    CallPreallocatedTeardown = "llvm.call.preallocated.teardown" "void token",
    CallbrLandingpad = "llvm.callbr.landingpad" "any =0",
    Canonicalize = "llvm.canonicalize" "anyfp =0",
    Ceil = "llvm.ceil" "anyfp =0",
    ClearCache = "llvm.clear_cache" "void ptr ptr",
    ConvertFromFp16 = "llvm.convert.from.fp16" "anyfp i16",
    ConvertToFp16 = "llvm.convert.to.fp16" "i16 anyfp",
    Copysign = "llvm.copysign" "anyfp =0 =0",
    Cos = "llvm.cos" "anyfp =0",
    Cosh = "llvm.cosh" "anyfp =0",
    Ctlz = "llvm.ctlz" "anyint =0 i1!",
    Ctpop = "llvm.ctpop" "anyint =0",
    Cttz = "llvm.cttz" "anyint =0 i1!",
    DbgAssign = "llvm.dbg.assign" "void metadata metadata metadata metadata metadata metadata",
    DbgDeclare = "llvm.dbg.declare" "void metadata metadata metadata",
    DbgLabel = "llvm.dbg.label" "void metadata",
    DbgValue = "llvm.dbg.value" "",
    Debugtrap = "llvm.debugtrap" "void",
    Donothing = "llvm.donothing" "void",
    EhDwarfCfa = "llvm.eh.dwarf.cfa" "ptr i32",
    EhExceptioncode = "llvm.eh.exceptioncode" "i32 token",
    EhExceptionpointer = "llvm.eh.exceptionpointer" "anyptr token",
    EhRecoverfp = "llvm.eh.recoverfp" "ptr ptr ptr",
    EhReturnI32 = "llvm.eh.return.i32" "void i32 ptr",
    EhReturnI64 = "llvm.eh.return.i64" "void i64 ptr",
    EhSjljCallsite = "llvm.eh.sjlj.callsite" "void i32!",
    EhSjljFunctioncontext = "llvm.eh.sjlj.functioncontext" "void ptr",
    EhSjljLongjmp = "llvm.eh.sjlj.longjmp" "void ptr",
    EhSjljLsda = "llvm.eh.sjlj.lsda" "ptr",
    EhSjljSetjmp = "llvm.eh.sjlj.setjmp" "i32 ptr",
    EhSjljSetupDispatch = "llvm.eh.sjlj.setup.dispatch" "void",
    EhTypeidFor = "llvm.eh.typeid.for" "i32 anyptr",
    EhUnwindInit = "llvm.eh.unwind.init" "void",
    Exp = "llvm.exp" "anyfp =0",
    Exp10 = "llvm.exp10" "anyfp =0",
    Exp2 = "llvm.exp2" "anyfp =0",
    Expect = "llvm.expect" "anyint =0 =0",
    ExpectWithProbability = "llvm.expect.with.probability" "anyint =0 =0 double!",
    ExperimentalConstrainedAcos = "llvm.experimental.constrained.acos" "",
    ExperimentalConstrainedAsin = "llvm.experimental.constrained.asin" "",
    ExperimentalConstrainedAtan = "llvm.experimental.constrained.atan" "",
    ExperimentalConstrainedCeil = "llvm.experimental.constrained.ceil" "",
    ExperimentalConstrainedCos = "llvm.experimental.constrained.cos" "",
    ExperimentalConstrainedCosh = "llvm.experimental.constrained.cosh" "",
    ExperimentalConstrainedExp = "llvm.experimental.constrained.exp" "",
    ExperimentalConstrainedExp2 = "llvm.experimental.constrained.exp2" "",
    ExperimentalConstrainedFadd = "llvm.experimental.constrained.fadd" "",
    ExperimentalConstrainedFcmp = "llvm.experimental.constrained.fcmp" "",
    ExperimentalConstrainedFcmps = "llvm.experimental.constrained.fcmps" "",
    ExperimentalConstrainedFdiv = "llvm.experimental.constrained.fdiv" "",
    ExperimentalConstrainedFloor = "llvm.experimental.constrained.floor" "",
    ExperimentalConstrainedFma = "llvm.experimental.constrained.fma" "",
    ExperimentalConstrainedFmul = "llvm.experimental.constrained.fmul" "",
    ExperimentalConstrainedFmuladd = "llvm.experimental.constrained.fmuladd" "",
    ExperimentalConstrainedFpext = "llvm.experimental.constrained.fpext" "",
    ExperimentalConstrainedFptosi = "llvm.experimental.constrained.fptosi" "",
    ExperimentalConstrainedFptoui = "llvm.experimental.constrained.fptoui" "",
    ExperimentalConstrainedFptrunc = "llvm.experimental.constrained.fptrunc" "",
    ExperimentalConstrainedFrem = "llvm.experimental.constrained.frem" "",
    ExperimentalConstrainedFsub = "llvm.experimental.constrained.fsub" "",
    ExperimentalConstrainedLdexp = "llvm.experimental.constrained.ldexp" "",
    ExperimentalConstrainedLlrint = "llvm.experimental.constrained.llrint" "",
    ExperimentalConstrainedLlround = "llvm.experimental.constrained.llround" "",
    ExperimentalConstrainedLog = "llvm.experimental.constrained.log" "",
    ExperimentalConstrainedLog10 = "llvm.experimental.constrained.log10" "",
    ExperimentalConstrainedLog2 = "llvm.experimental.constrained.log2" "",
    ExperimentalConstrainedLrint = "llvm.experimental.constrained.lrint" "",
    ExperimentalConstrainedLround = "llvm.experimental.constrained.lround" "",
    ExperimentalConstrainedMaximum = "llvm.experimental.constrained.maximum" "",
    ExperimentalConstrainedMaxnum = "llvm.experimental.constrained.maxnum" "",
    ExperimentalConstrainedMinimum = "llvm.experimental.constrained.minimum" "",
    ExperimentalConstrainedMinnum = "llvm.experimental.constrained.minnum" "",
    ExperimentalConstrainedNearbyint = "llvm.experimental.constrained.nearbyint" "",
    ExperimentalConstrainedPow = "llvm.experimental.constrained.pow" "",
    ExperimentalConstrainedPowi = "llvm.experimental.constrained.powi" "",
    ExperimentalConstrainedRint = "llvm.experimental.constrained.rint" "",
    ExperimentalConstrainedRound = "llvm.experimental.constrained.round" "",
    ExperimentalConstrainedRoundeven = "llvm.experimental.constrained.roundeven" "",
    ExperimentalConstrainedSin = "llvm.experimental.constrained.sin" "",
    ExperimentalConstrainedSinh = "llvm.experimental.constrained.sinh" "",
    ExperimentalConstrainedSitofp = "llvm.experimental.constrained.sitofp" "",
    ExperimentalConstrainedSqrt = "llvm.experimental.constrained.sqrt" "",
    ExperimentalConstrainedTan = "llvm.experimental.constrained.tan" "",
    ExperimentalConstrainedTanh = "llvm.experimental.constrained.tanh" "",
    ExperimentalConstrainedTrunc = "llvm.experimental.constrained.trunc" "",
    ExperimentalConstrainedUitofp = "llvm.experimental.constrained.uitofp" "",
    ExperimentalConvergenceAnchor = "llvm.experimental.convergence.anchor" "token",
    ExperimentalConvergenceEntry = "llvm.experimental.convergence.entry" "token",
    ExperimentalConvergenceLoop = "llvm.experimental.convergence.loop" "token",
    ExperimentalCttzElts = "llvm.experimental.cttz.elts" "anyint anyvec i1!",
    ExperimentalDeoptimize = "llvm.experimental.deoptimize" "",
    ExperimentalGcRelocate = "llvm.experimental.gc.relocate" "",
    ExperimentalGcResult = "llvm.experimental.gc.result" "",
    ExperimentalGcStatepoint = "llvm.experimental.gc.statepoint" "",
    ExperimentalGetVectorLength = "llvm.experimental.get.vector.length" "i32 anyint i32! i1!",
    ExperimentalGuard = "llvm.experimental.guard" "void i1 ...",
    ExperimentalNoaliasScopeDecl = "llvm.experimental.noalias.scope.decl" "void metadata",
    ExperimentalPatchpointI64 = "llvm.experimental.patchpoint.i64" "",
    ExperimentalPatchpointVoid = "llvm.experimental.patchpoint.void" "",
    ExperimentalStackmap = "llvm.experimental.stackmap" "void i64! i32! ...",
    ExperimentalStepvector = "llvm.experimental.stepvector" "anyvec",
    ExperimentalVectorCompress = "llvm.experimental.vector.compress" "anyvec =0 =0:i1 =0",
    ExperimentalWidenableCondition = "llvm.experimental.widenable.condition" "i1",
    Fabs = "llvm.fabs" "anyfp =0",
    Floor = "llvm.floor" "anyfp =0",
    Fma = "llvm.fma" "anyfp =0 =0 =0",
    Fmuladd = "llvm.fmuladd" "anyfp =0 =0 =0",
    FptosiSat = "llvm.fptosi.sat" "anyint anyfp",
    FptouiSat = "llvm.fptoui.sat" "anyint anyfp",
    FptruncRound = "llvm.fptrunc.round" "anyfp anyfp metadata",
    Frameaddress = "llvm.frameaddress" "anyptr i32!",
    Frexp = "llvm.frexp" "",
    Fshl = "llvm.fshl" "anyint =0 =0 =0",
    Fshr = "llvm.fshr" "anyint =0 =0 =0",
    Gcread = "llvm.gcread" "ptr ptr ptr",
    Gcroot = "llvm.gcroot" "void ptr ptr",
    Gcwrite = "llvm.gcwrite" "void ptr ptr ptr",
    GetActiveLaneMask = "llvm.get.active.lane.mask" "anyvec anyint =1",
    GetDynamicAreaOffset = "llvm.get.dynamic.area.offset" "anyint",
    GetFpenv = "llvm.get.fpenv" "anyint",
    GetFpmode = "llvm.get.fpmode" "anyint",
    GetRounding = "llvm.get.rounding" "i32",
    IcallBranchFunnel = "llvm.icall.branch.funnel" "void ...",
    InitTrampoline = "llvm.init.trampoline" "void ptr ptr ptr",
    InstrprofCallsite = "llvm.instrprof.callsite" "",
    InstrprofCover = "llvm.instrprof.cover" "",
    InstrprofIncrement = "llvm.instrprof.increment" "",
    InstrprofIncrementStep = "llvm.instrprof.increment.step" "",
    InstrprofMcdcParameters = "llvm.instrprof.mcdc.parameters" "",
    InstrprofMcdcTvbitmapUpdate = "llvm.instrprof.mcdc.tvbitmap.update" "",
    InstrprofTimestamp = "llvm.instrprof.timestamp" "",
    InstrprofValueProfile = "llvm.instrprof.value.profile" "",
    InvariantEnd = "llvm.invariant.end" "void ptr i64! anyptr",
    InvariantStart = "llvm.invariant.start" "ptr i64! anyptr",
    IsConstant = "llvm.is.constant" "i1 any",
    IsFpclass = "llvm.is.fpclass" "=0:i1 anyfp i32!",
    LaunderInvariantGroup = "llvm.launder.invariant.group" "anyptr =0",
    Ldexp = "llvm.ldexp" "anyfp =0 anyint",
    LifetimeEnd = "llvm.lifetime.end" "",
    LifetimeStart = "llvm.lifetime.start" "",
    Llrint = "llvm.llrint" "anyint anyfp",
    Llround = "llvm.llround" "anyint anyfp",
    LoadRelative = "llvm.load.relative" "ptr ptr anyint",
    Localaddress = "llvm.localaddress" "ptr",
    Localescape = "llvm.localescape" "void ...",
    Localrecover = "llvm.localrecover" "ptr ptr ptr i32!",
    Log = "llvm.log" "anyfp =0",
    Log10 = "llvm.log10" "anyfp =0",
    Log2 = "llvm.log2" "anyfp =0",
    LoopDecrement = "llvm.loop.decrement" "i1 anyint",
    Lrint = "llvm.lrint" "anyint anyfp",
    Lround = "llvm.lround" "anyint anyfp",
    MaskedCompressstore = "llvm.masked.compressstore" "void anyvec ptr =0:i1",
    MaskedExpandload = "llvm.masked.expandload" "anyvec ptr =0:i1 =0",
    MaskedGather = "llvm.masked.gather" "anyvec anyvec i32! =0:i1 =0",
    MaskedLoad = "llvm.masked.load" "anyvec anyptr i32! =0:i1 =0",
    MaskedScatter = "llvm.masked.scatter" "void anyvec anyvec i32! =0:i1",
    MaskedStore = "llvm.masked.store" "void anyvec anyptr i32! =0:i1",
    MatrixColumnMajorLoad = "llvm.matrix.column.major.load" "",
    MatrixColumnMajorStore = "llvm.matrix.column.major.store" "",
    MatrixMultiply = "llvm.matrix.multiply" "",
    MatrixTranspose = "llvm.matrix.transpose" "",
    Maximum = "llvm.maximum" "anyfp =0 =0",
    Maxnum = "llvm.maxnum" "anyfp =0 =0",
    Memcpy = "llvm.memcpy" "void anyptr anyptr anyint i1!",
    MemcpyElementUnorderedAtomic = "llvm.memcpy.element.unordered.atomic" "void anyptr anyptr anyint i32!",
    MemcpyInline = "llvm.memcpy.inline" "void anyptr anyptr anyint! i1!",
    Memmove = "llvm.memmove" "void anyptr anyptr anyint i1!",
    MemmoveElementUnorderedAtomic = "llvm.memmove.element.unordered.atomic" "void anyptr anyptr anyint i32!",
    Memset = "llvm.memset" "void anyptr i8 anyint i1!",
    MemsetElementUnorderedAtomic = "llvm.memset.element.unordered.atomic" "void anyptr i8 anyint i32!",
    MemsetInline = "llvm.memset.inline" "void anyptr i8 anyint! i1!",
    Minimum = "llvm.minimum" "anyfp =0 =0",
    Minnum = "llvm.minnum" "anyfp =0 =0",
    Nearbyint = "llvm.nearbyint" "anyfp =0",
    Objectsize = "llvm.objectsize" "",
    Pcmarker = "llvm.pcmarker" "void i32",
    Pow = "llvm.pow" "anyfp =0 =0",
    Powi = "llvm.powi" "anyfp =0 anyint",
    Prefetch = "llvm.prefetch" "void anyptr i32! i32! i32!",
    Pseudoprobe = "llvm.pseudoprobe" "void i64! i64! i32! i64!",
    PtrAnnotation = "llvm.ptr.annotation" "",
    PtrauthAuth = "llvm.ptrauth.auth" "i64 i64 i32! i64",
    PtrauthBlend = "llvm.ptrauth.blend" "i64 i64 i64",
    PtrauthResign = "llvm.ptrauth.resign" "i64 i64 i32! i64 i32! i64",
    PtrauthSign = "llvm.ptrauth.sign" "i64 i64 i32! i64",
    PtrauthSignGeneric = "llvm.ptrauth.sign.generic" "i64 i64 i64",
    PtrauthStrip = "llvm.ptrauth.strip" "i64 i64 i32!",
    Ptrmask = "llvm.ptrmask" "any =0 anyint",
    PublicTypeTest = "llvm.public.type.test" "i1 ptr metadata",
    ReadRegister = "llvm.read_register" "anyint metadata",
    ReadVolatileRegister = "llvm.read_volatile_register" "anyint metadata",
    Readcyclecounter = "llvm.readcyclecounter" "i64",
    Readsteadycounter = "llvm.readsteadycounter" "i64",
    ResetFpenv = "llvm.reset.fpenv" "void",
    ResetFpmode = "llvm.reset.fpmode" "void",
    Returnaddress = "llvm.returnaddress" "ptr i32!",
    Rint = "llvm.rint" "anyfp =0",
    Round = "llvm.round" "anyfp =0",
    Roundeven = "llvm.roundeven" "anyfp =0",
    SaddSat = "llvm.sadd.sat" "anyint =0 =0",
    SaddWithOverflow = "llvm.sadd.with.overflow" "overflow =0 =0",
    Scmp = "llvm.scmp" "anyint anyint =1",
    SdivFix = "llvm.sdiv.fix" "anyint =0 =0 i32!",
    SdivFixSat = "llvm.sdiv.fix.sat" "anyint =0 =0 i32!",
    SehScopeBegin = "llvm.seh.scope.begin" "void",
    SehScopeEnd = "llvm.seh.scope.end" "void",
    SehTryBegin = "llvm.seh.try.begin" "void",
    SehTryEnd = "llvm.seh.try.end" "void",
    SetFpenv = "llvm.set.fpenv" "void anyint",
    SetFpmode = "llvm.set.fpmode" "void anyint",
    SetRounding = "llvm.set.rounding" "void i32",
    Sideeffect = "llvm.sideeffect" "void",
    Sin = "llvm.sin" "anyfp =0",
    Sinh = "llvm.sinh" "anyfp =0",
    Smax = "llvm.smax" "anyint =0 =0",
    Smin = "llvm.smin" "anyint =0 =0",
    SmulFix = "llvm.smul.fix" "anyint =0 =0 i32!",
    SmulFixSat = "llvm.smul.fix.sat" "anyint =0 =0 i32!",
    SmulWithOverflow = "llvm.smul.with.overflow" "overflow =0 =0",
    Sponentry = "llvm.sponentry" "anyptr",
    Sqrt = "llvm.sqrt" "anyfp =0",
    SsaCopy = "llvm.ssa.copy" "any =0",
    SshlSat = "llvm.sshl.sat" "anyint =0 =0",
    SsubSat = "llvm.ssub.sat" "anyint =0 =0",
    SsubWithOverflow = "llvm.ssub.with.overflow" "overflow =0 =0",
    Stackguard = "llvm.stackguard" "ptr",
    Stackprotector = "llvm.stackprotector" "void ptr ptr",
    Stackrestore = "llvm.stackrestore" "void anyptr",
    Stacksave = "llvm.stacksave" "anyptr",
    StartLoopIterations = "llvm.start.loop.iterations" "anyint =0",
    StripInvariantGroup = "llvm.strip.invariant.group" "anyptr =0",
    SwiftAsyncContextAddr = "llvm.swift.async.context.addr" "ptr",
    Tan = "llvm.tan" "anyfp =0",
    Tanh = "llvm.tanh" "anyfp =0",
    TestSetLoopIterations = "llvm.test.set.loop.iterations" "i1 anyint",
    ThreadPointer = "llvm.thread.pointer" "ptr",
    ThreadlocalAddress = "llvm.threadlocal.address" "anyptr =0",
    Trap = "llvm.trap" "void",
    Trunc = "llvm.trunc" "anyfp =0",
    TypeCheckedLoad = "llvm.type.checked.load" "",
    TypeCheckedLoadRelative = "llvm.type.checked.load.relative" "",
    TypeTest = "llvm.type.test" "i1 ptr metadata",
    UaddSat = "llvm.uadd.sat" "anyint =0 =0",
    UaddWithOverflow = "llvm.uadd.with.overflow" "overflow =0 =0",
    Ubsantrap = "llvm.ubsantrap" "void i8!",
    Ucmp = "llvm.ucmp" "anyint anyint =1",
    UdivFix = "llvm.udiv.fix" "anyint =0 =0 i32!",
    UdivFixSat = "llvm.udiv.fix.sat" "anyint =0 =0 i32!",
    Umax = "llvm.umax" "anyint =0 =0",
    Umin = "llvm.umin" "anyint =0 =0",
    UmulFix = "llvm.umul.fix" "anyint =0 =0 i32!",
    UmulFixSat = "llvm.umul.fix.sat" "anyint =0 =0 i32!",
    UmulWithOverflow = "llvm.umul.with.overflow" "overflow =0 =0",
    UshlSat = "llvm.ushl.sat" "anyint =0 =0",
    UsubSat = "llvm.usub.sat" "anyint =0 =0",
    UsubWithOverflow = "llvm.usub.with.overflow" "overflow =0 =0",
    VaCopy = "llvm.va_copy" "void anyptr =0",
    VaEnd = "llvm.va_end" "void anyptr",
    VaStart = "llvm.va_start" "void anyptr",
    VarAnnotation = "llvm.var.annotation" "",
    VectorDeinterleave2 = "llvm.vector.deinterleave2" "",
    VectorExtract = "llvm.vector.extract" "anyvec anyvec i64!",
    VectorInsert = "llvm.vector.insert" "anyvec =0 anyvec i64!",
    VectorInterleave2 = "llvm.vector.interleave2" "",
    VectorReduceAdd = "llvm.vector.reduce.add" "=0:element anyvec",
    VectorReduceAnd = "llvm.vector.reduce.and" "=0:element anyvec",
    VectorReduceFadd = "llvm.vector.reduce.fadd" "=0:element =0:element anyvec",
    VectorReduceFmax = "llvm.vector.reduce.fmax" "=0:element anyvec",
    VectorReduceFmaximum = "llvm.vector.reduce.fmaximum" "=0:element anyvec",
    VectorReduceFmin = "llvm.vector.reduce.fmin" "=0:element anyvec",
    VectorReduceFminimum = "llvm.vector.reduce.fminimum" "=0:element anyvec",
    VectorReduceFmul = "llvm.vector.reduce.fmul" "=0:element =0:element anyvec",
    VectorReduceMul = "llvm.vector.reduce.mul" "=0:element anyvec",
    VectorReduceOr = "llvm.vector.reduce.or" "=0:element anyvec",
    VectorReduceSmax = "llvm.vector.reduce.smax" "=0:element anyvec",
    VectorReduceSmin = "llvm.vector.reduce.smin" "=0:element anyvec",
    VectorReduceUmax = "llvm.vector.reduce.umax" "=0:element anyvec",
    VectorReduceUmin = "llvm.vector.reduce.umin" "=0:element anyvec",
    VectorReduceXor = "llvm.vector.reduce.xor" "=0:element anyvec",
    VectorReverse = "llvm.vector.reverse" "anyvec =0",
    VectorSplice = "llvm.vector.splice" "anyvec =0 =0 i32!",
    Vscale = "llvm.vscale" "anyint",
    WriteRegister = "llvm.write_register" "void metadata anyint",
}

impl Intrinsic {
    /// The intrinsic that a function name such as `llvm.umax.i32` (no `@`) stands for, or `None` if it is
    /// no known one.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        if !name.starts_with(b"llvm.") {
            return None;
        }
        let mut end = name.len();
        loop {
            let found = TABLE.binary_search_by(|row| row.1.as_bytes().cmp(&name[..end]));
            if let Ok(at) = found {
                return Some(TABLE[at].0);
            }
            end = name[..end].iter().rposition(|c| *c == b'.')?;
        }
    }

    /// The intrinsic that `global` is, or `None`.
    pub fn of_global(module: &Module, global: Global) -> Option<Self> {
        let data = &module.globals[global];
        data.function()?;
        Self::from_name(&data.name)
    }

    /// The intrinsic that a call or invoke calls directly, or `None`.
    pub fn of_call(module: &Module, function: &Function, inst: Inst) -> Option<Self> {
        Self::of_global(module, called_global(module, function, inst)?)
    }

    /// The name without overload suffix.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Result and parameter patterns, or `None` where they are not described.
    pub(crate) fn signature(self) -> Option<impl Iterator<Item = &'static str>> {
        let text = TABLE[self as usize].2;
        (!text.is_empty()).then(|| text.split(' '))
    }

    /// The types that are part of the name of this intrinsic where it has result `ret` and parameters
    /// `params`, or `None` where its signature is not described.
    pub fn overloads(self, types: &TypeTable, ret: Type, params: &[Type]) -> Option<Vec<Type>> {
        let mut found = Vec::new();
        let patterns = self.signature()?.filter(|pattern| *pattern != "!");
        for (pattern, ty) in patterns.zip(std::iter::once(&ret).chain(params)) {
            match pattern.trim_end_matches('!') {
                "anyint" | "anyfp" | "anyptr" | "anyvec" | "any" => found.push(*ty),
                "overflow" => found.push(*types.struct_fields(*ty)?.0.first()?),
                _ => {}
            }
        }
        Some(found)
    }

    /// Whether calls are hints that leave nothing in the machine code, and have no result.
    pub fn is_hint(self) -> bool {
        use Intrinsic::*;
        matches!(
            self,
            Assume
                | DbgAssign
                | DbgDeclare
                | DbgLabel
                | DbgValue
                | Donothing
                | ExperimentalNoaliasScopeDecl
                | InvariantEnd
                | LifetimeEnd
                | LifetimeStart
                | Pseudoprobe
                | Sideeffect
                | VarAnnotation
        )
    }

    /// Whether the result is the first argument unchanged, as far as code is concerned.
    pub fn is_identity(self) -> bool {
        use Intrinsic::*;
        matches!(
            self,
            Annotation
                | ArithmeticFence
                | Expect
                | ExpectWithProbability
                | LaunderInvariantGroup
                | PtrAnnotation
                | SsaCopy
                | StripInvariantGroup
        )
    }
}

/// The global that `inst` calls directly, or `None` if it is no call or calls through a value.
pub fn called_global(module: &Module, function: &Function, inst: Inst) -> Option<Global> {
    function.insts[inst].kind.call_info()?;
    let callee = function.operands(inst).next_back()?;
    match module.consts[function.as_const(callee)?].kind {
        ConstKind::Global(global) => Some(global),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted_by_name() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].1 < pair[1].1, "{} before {}", pair[0].1, pair[1].1);
        }
    }

    #[test]
    fn longest_name_wins() {
        let find = |name: &str| Intrinsic::from_name(name.as_bytes());
        assert_eq!(find("llvm.memcpy.p0.p0.i64"), Some(Intrinsic::Memcpy));
        assert_eq!(
            find("llvm.memcpy.inline.p0.p0.i64"),
            Some(Intrinsic::MemcpyInline)
        );
        assert_eq!(
            find("llvm.expect.with.probability.i1"),
            Some(Intrinsic::ExpectWithProbability)
        );
        assert_eq!(find("llvm.expect.i1"), Some(Intrinsic::Expect));
        assert_eq!(
            find("llvm.vector.reduce.fmax.v4f32"),
            Some(Intrinsic::VectorReduceFmax)
        );
        assert_eq!(find("llvm.trap"), Some(Intrinsic::Trap));
        assert_eq!(find("llvm.x86.sse2.pause"), None);
        assert_eq!(find("memcpy"), None);
        assert_eq!(find("llvm."), None);
    }
}
