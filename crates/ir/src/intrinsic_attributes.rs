//! Attributes of intrinsics: LLVM knows them by name, whatever a declaration says.
//!
//! The table was extracted from LLVM 19.1.7.

use crate::attribute::{AttrSet, AttributeKind, AttributeList};
use crate::entities::{AttrGroup, Global, Type};
use crate::global::{FunctionData, GlobalData, GlobalKind};
use crate::intrinsics::Intrinsic;
use crate::module::Module;
use crate::types::TypeData;

/// Intrinsics that have the same attributes.
struct Row {
    /// Of the function.
    function: &'static str,
    /// Of the result.
    result: &'static str,
    /// Of each parameter, separated by semicolons; the others have none.
    params: &'static str,
    /// Names without `llvm.` and overloaded types, separated by spaces.
    names: &'static str,
}

const fn row(
    function: &'static str,
    result: &'static str,
    params: &'static str,
    names: &'static str,
) -> Row {
    Row {
        function,
        result,
        params,
        names,
    }
}

#[rustfmt::skip]
const TABLE: &[Row] = &[
    row("", "", "",
        "experimental.guard experimental.patchpoint.i64 experimental.patchpoint.void"),
    row("", "", "immarg; immarg; ; immarg; immarg",
        "experimental.gc.statepoint"),
    row("cold noreturn nounwind", "", "immarg",
        "ubsantrap"),
    row("cold noreturn nounwind memory(inaccessiblemem: write)", "", "",
        "trap"),
    row("convergent nocallback nofree nosync nounwind willreturn memory(none)", "", "",
        "experimental.convergence.anchor experimental.convergence.entry \
         experimental.convergence.loop is.constant"),
    row("nocallback noduplicate nofree nosync nounwind willreturn", "", "",
        "loop.decrement start.loop.iterations test.set.loop.iterations"),
    row("nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)", "noundef", "",
        "experimental.widenable.condition"),
    row("nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)", "", "",
        "launder.invariant.group"),
    row("nocallback nofree nosync nounwind speculatable willreturn memory(none)", "", "",
        "dbg.assign dbg.declare dbg.label dbg.value acos arithmetic.fence asin atan bitreverse bswap canonicalize ceil copysign cos cosh \
         ctpop exp exp10 exp2 fabs floor fma fmuladd fptosi.sat fptoui.sat fptrunc.round fshl \
         fshr ldexp llrint llround log log10 log2 lrint lround maximum maxnum minimum minnum \
         nearbyint pow powi ptrmask public.type.test rint round roundeven sadd.sat \
         sadd.with.overflow sin sinh smax smin smul.with.overflow sqrt sshl.sat ssub.sat \
         ssub.with.overflow strip.invariant.group tan tanh trunc type.test uadd.sat \
         frexp scmp ucmp \
         uadd.with.overflow umax umin umul.with.overflow ushl.sat usub.sat usub.with.overflow \
         vector.reduce.add vector.reduce.and vector.reduce.fadd vector.reduce.fmax \
         vector.reduce.fmaximum vector.reduce.fmin vector.reduce.fminimum vector.reduce.fmul \
         vector.reduce.mul vector.reduce.or vector.reduce.smax vector.reduce.smin \
         vector.reduce.umax vector.reduce.umin vector.reduce.xor"),
    row("nocallback nofree nosync nounwind speculatable willreturn memory(none)", "", "; ; immarg",
        "smul.fix smul.fix.sat umul.fix umul.fix.sat vector.insert"),
    row("nocallback nofree nosync nounwind speculatable willreturn memory(none)", "", "; immarg",
        "abs ctlz cttz is.fpclass vector.extract"),
    row("nocallback nofree nosync nounwind speculatable willreturn memory(none)", "", "; ; immarg; immarg; immarg",
        "matrix.multiply"),
    row("nocallback nofree nosync nounwind speculatable willreturn memory(none)", "", "; immarg; immarg",
        "matrix.transpose"),
    row("nocallback nofree nosync nounwind speculatable willreturn memory(none)", "", "; immarg; immarg; immarg",
        "objectsize"),
    row("nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)", "", "",
        "experimental.constrained.acos experimental.constrained.asin experimental.constrained.atan \
         experimental.constrained.ceil experimental.constrained.cos experimental.constrained.cosh \
         experimental.constrained.exp experimental.constrained.exp2 experimental.constrained.fadd \
         experimental.constrained.fcmp experimental.constrained.fcmps \
         experimental.constrained.fdiv experimental.constrained.floor experimental.constrained.fma \
         experimental.constrained.fmul experimental.constrained.fmuladd \
         experimental.constrained.fpext experimental.constrained.fptosi \
         experimental.constrained.fptoui experimental.constrained.fptrunc \
         experimental.constrained.frem experimental.constrained.fsub \
         experimental.constrained.ldexp experimental.constrained.llrint \
         experimental.constrained.llround experimental.constrained.log \
         experimental.constrained.log10 experimental.constrained.log2 \
         experimental.constrained.lrint experimental.constrained.lround \
         experimental.constrained.maximum experimental.constrained.maxnum \
         experimental.constrained.minimum experimental.constrained.minnum \
         experimental.constrained.nearbyint experimental.constrained.pow \
         experimental.constrained.powi experimental.constrained.rint \
         experimental.constrained.round experimental.constrained.roundeven \
         experimental.constrained.sin experimental.constrained.sinh \
         experimental.constrained.sitofp experimental.constrained.sqrt \
         experimental.constrained.tan experimental.constrained.tanh experimental.constrained.trunc \
         experimental.constrained.uitofp"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: read)", "", "nocapture; ; immarg; immarg; immarg",
        "matrix.column.major.load"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: write)", "", "; nocapture writeonly; ; immarg; immarg; immarg",
        "matrix.column.major.store"),
    row("nocallback nofree nosync nounwind speculatable willreturn memory(none)", "nonnull", "nonnull",
        "threadlocal.address"),
    row("nocallback nofree nosync nounwind willreturn", "", "",
        "call.preallocated.arg call.preallocated.setup call.preallocated.teardown \
         get.dynamic.area.offset icall.branch.funnel localescape pcmarker readcyclecounter \
         readsteadycounter stackguard stackprotector stackrestore stacksave va_copy va_end \
         va_start"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: read)", "", "",
        "adjust.trampoline load.relative"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: read)", "", "nocapture; immarg",
        "masked.load"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)", "", "; immarg; nocapture",
        "invariant.end"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)", "", "immarg; nocapture",
        "invariant.start lifetime.end lifetime.start"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)", "", "nocapture writeonly; readnone; readnone",
        "init.trampoline"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)", "", "nocapture readonly; immarg; immarg; immarg",
        "prefetch"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: write)", "", "; nocapture",
        "masked.compressstore"),
    row("nocallback nofree nosync nounwind willreturn memory(argmem: write)", "", "; nocapture; immarg",
        "masked.store"),
    row("nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)", "", "",
        "annotation ptr.annotation var.annotation experimental.noalias.scope.decl get.fpenv get.fpmode get.rounding pseudoprobe \
         reset.fpenv reset.fpmode set.fpenv set.fpmode set.rounding sideeffect"),
    row("nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)", "noundef", "",
        "allow.runtime.check"),
    row("nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)", "noundef", "immarg",
        "allow.ubsan.check"),
    row("nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)", "", "noundef",
        "assume"),
    row("nocallback nofree nosync nounwind willreturn memory(none)", "", "",
        "get.active.lane.mask type.checked.load type.checked.load.relative vector.deinterleave2 \
         vector.interleave2 addressofreturnaddress convert.from.fp16 convert.to.fp16 donothing eh.recoverfp \
         expect experimental.gc.result experimental.stepvector experimental.vector.compress \
         localaddress ptrauth.blend ptrauth.sign.generic sponentry thread.pointer \
         vector.reverse vscale"),
    row("nocallback nofree nosync nounwind willreturn memory(none)", "", "; ; immarg",
        "expect.with.probability localrecover sdiv.fix sdiv.fix.sat udiv.fix udiv.fix.sat \
         vector.splice"),
    row("nocallback nofree nosync nounwind willreturn memory(none)", "", "; immarg",
        "experimental.cttz.elts ptrauth.sign ptrauth.strip"),
    row("nocallback nofree nosync nounwind willreturn memory(none)", "", "; immarg; immarg",
        "experimental.gc.relocate experimental.get.vector.length"),
    row("nocallback nofree nosync nounwind willreturn memory(none)", "", "immarg",
        "frameaddress returnaddress"),
    row("nocallback nofree nosync nounwind willreturn memory(none)", "", "returned",
        "ssa.copy"),
    row("nocallback nofree nosync nounwind willreturn memory(read)", "", "",
        "read_register"),
    row("nocallback nofree nosync nounwind willreturn memory(read)", "", "; immarg",
        "masked.gather"),
    row("nocallback nofree nosync nounwind willreturn memory(read)", "", "nocapture",
        "masked.expandload"),
    row("nocallback nofree nosync nounwind willreturn memory(write)", "", "; ; immarg",
        "masked.scatter"),
    row("nocallback nofree nosync willreturn", "", "",
        "experimental.stackmap"),
    row("nocallback nofree nounwind willreturn memory(argmem: readwrite)", "", "noalias nocapture writeonly; noalias nocapture readonly; ; immarg",
        "memcpy memcpy.inline"),
    row("nocallback nofree nounwind willreturn memory(argmem: readwrite)", "", "nocapture writeonly; nocapture readonly; ; immarg",
        "memmove"),
    row("nocallback nofree nounwind willreturn memory(argmem: write)", "", "nocapture writeonly; ; ; immarg",
        "memset memset.inline"),
    row("nocallback nounwind", "", "",
        "write_register"),
    row("nomerge nounwind", "", "",
        "callbr.landingpad"),
    row("noreturn nounwind", "", "",
        "eh.sjlj.longjmp"),
    row("nosync nounwind willreturn memory(argmem: readwrite)", "", "nocapture writeonly; nocapture readonly; ; immarg",
        "memcpy.element.unordered.atomic memmove.element.unordered.atomic"),
    row("nosync nounwind willreturn memory(argmem: write)", "", "nocapture writeonly; ; ; immarg",
        "memset.element.unordered.atomic"),
    row("nounwind", "", "",
        "clear_cache debugtrap eh.dwarf.cfa eh.return.i32 eh.return.i64 \
         instrprof.callsite instrprof.cover instrprof.increment instrprof.increment.step \
         instrprof.mcdc.parameters instrprof.mcdc.tvbitmap.update instrprof.timestamp \
         instrprof.value.profile eh.sjlj.functioncontext eh.sjlj.setjmp eh.sjlj.setup.dispatch eh.unwind.init gcroot \
         read_volatile_register swift.async.context.addr"),
    row("nounwind memory(argmem: read)", "", "",
        "gcread"),
    row("nounwind memory(argmem: readwrite)", "", "; nocapture; nocapture",
        "gcwrite"),
    row("nounwind memory(none)", "", "",
        "eh.exceptioncode eh.exceptionpointer eh.sjlj.lsda eh.typeid.for seh.scope.begin \
         seh.scope.end"),
    row("nounwind memory(none)", "", "; immarg",
        "ptrauth.auth"),
    row("nounwind memory(none)", "", "; immarg; ; immarg",
        "ptrauth.resign"),
    row("nounwind memory(none)", "", "immarg",
        "eh.sjlj.callsite"),
    row("nounwind willreturn memory(write)", "", "",
        "seh.try.begin seh.try.end"),
];

/// Gives declared intrinsics the attributes that LLVM gives them.
pub(crate) fn set_known(module: &mut Module) {
    let ids: Vec<_> = module.globals.keys().collect();
    for id in ids {
        let global = &module.globals[id];
        if global.body().is_none() && global.name.starts_with(b"llvm.") {
            set_known_of(module, id);
        }
    }
}

fn set_known_of(module: &mut Module, id: Global) {
    let Some(row) = Intrinsic::from_name(&module.globals[id].name).and_then(row_of) else {
        return;
    };
    let function = intern(module, row.function);
    let ret = intern(module, row.result);
    // Older and newer forms differ in leading parameters: lifetimes had a size before LLVM 22.
    let count = match &module.types[module.globals[id].value_type] {
        TypeData::Function { params, .. } => params.len(),
        _ => 0,
    };
    let missing = row.params.split(';').count().saturating_sub(count.max(1));
    let params = row.params.split(';').skip(missing);
    let params = params.map(|text| intern(module, text)).collect();
    if let GlobalKind::Function(data) = &mut module.globals[id].kind {
        data.attrs = AttributeList {
            function,
            ret,
            params,
        };
    }
}

/// The function of this name, declared if it is not there yet, with the attributes of an intrinsic if it is one.
pub fn declare_function(module: &mut Module, name: &str, fn_type: Type) -> Global {
    if let Some(found) = module.globals_by_name.get(name.as_bytes()) {
        return *found;
    }
    let id = module.globals.push(GlobalData::new(
        name.as_bytes(),
        fn_type,
        GlobalKind::Function(FunctionData::default()),
    ));
    module.globals_by_name.insert(name.as_bytes().into(), id);
    set_known_of(module, id);
    id
}

fn row_of(intrinsic: Intrinsic) -> Option<&'static Row> {
    let name = intrinsic.name().strip_prefix("llvm.")?;
    let mut rows = TABLE.iter();
    rows.find(|row| row.names.split(' ').any(|other| other == name))
}

/// The set of these attributes: keywords, which `memory` alone follows a list in parentheses.
fn intern(module: &mut Module, text: &str) -> Option<AttrGroup> {
    let mut attrs = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find([' ', '(']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        if let Some((list, after)) = after.strip_prefix('(').and_then(|t| t.split_once(')')) {
            attrs.push(AttributeKind::Text(word.into(), list.into()));
            rest = after;
        } else {
            attrs.push(AttributeKind::Enum(word.into()));
        }
        rest = rest.trim_start();
    }
    module.intern_attrs(AttrSet { attrs })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_of_known_intrinsics() {
        for name in TABLE.iter().flat_map(|row| row.names.split(' ')) {
            let full = format!("llvm.{name}");
            let known = Intrinsic::from_name(full.as_bytes());
            assert_eq!(known.map(Intrinsic::name), Some(&*full));
        }
    }

    #[test]
    fn declarations_get_what_is_known() {
        let text =
            b"declare void @llvm.trap() readnone\ndeclare void @llvm.lifetime.end.p0(i64, ptr)\n";
        let module = crate::parse_module(text).expect("valid");
        let text = crate::printer::print_module(&module);
        assert!(text.contains("declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1"));
        assert!(
            text.contains(
                "attributes #0 = { cold noreturn nounwind memory(inaccessiblemem: write) }"
            )
        );
    }
}
