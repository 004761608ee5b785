//! One broken module for each rule of the verifier, with the message it must give.
//!
//! Rules that the reader checks as well cannot be broken by a text: for those a module is read and
//! then changed, as a faulty pass could do.
//!
//! Long because it is a table with a row a rule.

use avarice_ir::locate::locate;
use avarice_ir::verifier::verify_module;
use avarice_ir::{
    AtomicOrdering, BinaryOp, ConstKind, Function, GlobalKind, Inst, InstKind, Linkage, Module,
    TypeData, TypeTable, parse_module,
};

fn parse(text: &str) -> Module {
    parse_module(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The messages for `text`.
fn messages(text: &str) -> Vec<String> {
    let errors = verify_module(&parse(text)).err().unwrap_or_default();
    errors.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let all = messages(text);
    assert!(
        all.iter().any(|m| m.contains(message)),
        "wanted: {message}\ngot: {all:#?}\nfor: {text}"
    );
}

/// `body` in a function with a few arguments is refused with `message`.
#[track_caller]
fn body_refused(body: &str, message: &str) {
    refused(
        &format!("define void @f(i32 %i, i64 %l, ptr %p, double %d, i1 %c) {{\n{body}\n}}\n"),
        message,
    );
}

#[track_caller]
fn accepted(text: &str) {
    assert_eq!(messages(text), [""; 0], "for: {text}");
}

#[test]
fn terminators() {
    refused(
        "define void @f(i1 %c) {\ne: br i1 %c, label %x, label %e\nx: ret void }",
        "branch to the entry block",
    );
}

#[test]
fn phis() {
    body_refused(
        "br label %a\na: %x = add i32 1, 2\n%y = phi i32 [ 1, %0 ]\nret void",
        "phi after other instructions",
    );
    body_refused(
        "br i1 %c, label %a, label %b\na: br label %b\nb: %x = phi i32 [ 1, %a ]\nret void",
        "phi without a value for predecessor %0",
    );
    body_refused(
        "br label %a\na: %x = phi i32 [ 1, %0 ], [ 2, %b ]\nret void\nb: unreachable",
        "phi with a value for %b, which is no predecessor",
    );
    body_refused(
        "br i1 %c, label %a, label %a\na: %x = phi i32 [ 1, %0 ]\nret void",
        "phi with 1 values for 2 edges",
    );
    body_refused(
        "br i1 %c, label %a, label %a\na: %x = phi i32 [ 1, %0 ], [ 2, %0 ]\nret void",
        "phi with different values for one predecessor",
    );
}

#[test]
fn dominance() {
    body_refused(
        "br i1 %c, label %a, label %b\na: %x = add i32 %i, 1\nbr label %b\nb: %y = add i32 %x, 1\nret void",
        "operand i32 %x is not defined on every path to its use: %y = add i32 %x, 1",
    );
    body_refused(
        "%x = add i32 %y, 1\n%y = add i32 %i, 1\nret void",
        "operand i32 %y is not defined",
    );
    body_refused(
        "%x = add i32 %x, 1\nret void",
        "operand i32 %x is not defined",
    );
    body_refused(
        "br i1 %c, label %a, label %b\na: %x = add i32 %i, 1\nbr label %b\nb: %y = phi i32 [ %x, %0 ], [ 0, %a ]\nret void",
        "operand i32 %x is not defined",
    );
    accepted("define void @f() {\nret void\nu: %x = add i32 %x, 1\nbr label %u }");
    refused(
        "declare i32 @g()\ndeclare i32 @p(...)
define i32 @f() personality ptr @p {
  %r = invoke i32 @g() to label %ok unwind label %bad
ok: ret i32 %r
bad: %l = landingpad { ptr, i32 } cleanup
  ret i32 %r
}",
        "operand i32 %r is not defined on every path",
    );
}

#[test]
fn memory() {
    body_refused(
        "%x = alloca %o\nret void }\n%o = type opaque\ndefine void @g() { ret void",
        "alloca of unsized type %o",
    );
    body_refused(
        "%x = load atomic i7, ptr %p acquire, align 4\nret void",
        "atomic access to i7, whose size",
    );
    body_refused(
        "%x = load atomic <2 x i32>, ptr %p acquire, align 8\nret void",
        "atomic access to <2 x i32>, which is no integer",
    );
    body_refused(
        "%x = atomicrmw add ptr %p, i7 1 seq_cst\nret void",
        "atomic access to i7",
    );
}

#[test]
fn calls() {
    refused(
        "define void @f() { invoke void @g() to label %a unwind label %b\na: ret void\nb: ret void }\ndeclare void @g()",
        "invoke in a function without personality",
    );
    refused(
        "define void @f() personality ptr @g { invoke void @g() to label %a unwind label %b\na: ret void\nb: ret void }\ndeclare void @g()",
        "unwinding to a block that does not start with a pad",
    );
    refused(
        "declare i32 @g(i32)\ndefine i32 @f(i32 %x) { %r = musttail call i32 @g(i32 %x)\n%s = add i32 %r, 1\nret i32 %s }",
        "musttail call is not followed by ret",
    );
    refused(
        "declare i32 @g(i32)\ndefine i32 @f() { %r = musttail call i32 @g(i32 1)\nret i32 %r }",
        "musttail call with another number of parameters",
    );
    refused(
        "declare i64 @g()\ndefine i32 @f() { %r = musttail call i64 @g()\nret i32 0 }",
        "musttail call of a function that returns another type",
    );
    refused(
        "declare fastcc void @g()\ndefine void @f() { musttail call fastcc void @g()\nret void }",
        "musttail call with another calling convention",
    );
    refused(
        "declare void @g(ptr)\ndefine void @f(ptr byval(i32) %p) { musttail call void @g(ptr %p)\nret void }",
        "musttail call with other attributes that change the ABI",
    );
    refused(
        "declare void @g(...)\ndefine void @f() { musttail call void (...) @g()\nret void }",
        "only one of caller and callee is variadic",
    );
    refused(
        "declare void @g()\ndefine void @f() { call void @g() [ \"deopt\"(), \"deopt\"() ]\nret void }",
        "two operand bundles \"deopt\"",
    );
}

#[test]
fn intrinsics() {
    refused(
        "declare i32 @llvm.umax.i32(i32, i32)\ndefine void @f() { %x = call i64 @llvm.umax.i32(i64 1, i64 2)\nret void }",
        "intrinsic called with a type other than its own",
    );
    refused(
        "declare i32 @llvm.bswap.i32(i64)\ndefine void @f() { %x = call i32 @llvm.bswap.i32(i64 1)\nret void }",
        "llvm.bswap does not have the type i32 (i64)",
    );
    refused(
        "declare i24 @llvm.bswap.i24(i24)\ndefine void @f() { %x = call i24 @llvm.bswap.i24(i24 1)\nret void }",
        "bswap of i24, whose number of bytes is odd",
    );
    refused(
        "declare i32 @llvm.ctlz.i32(i32, i1)\ndefine void @f(i1 %c) { %x = call i32 @llvm.ctlz.i32(i32 1, i1 %c)\nret void }",
        "argument 2 of llvm.ctlz is not a constant",
    );
    refused(
        "declare void @llvm.va_start.p0(ptr)\ndefine void @f(ptr %p) { call void @llvm.va_start.p0(ptr %p)\nret void }",
        "va_start in a function that is not variadic",
    );
    refused(
        "declare i32 @llvm.umax.i32(i32, i32)\n@p = global ptr @llvm.umax.i32\ndefine ptr @f() { ret ptr @llvm.umax.i32 }",
        "the address of an intrinsic is taken",
    );
    refused(
        "define void @llvm.trap() { ret void }",
        "intrinsic with a body",
    );
    accepted(
        "declare { <2 x i8>, <2 x i1> } @llvm.sadd.with.overflow.v2i8(<2 x i8>, <2 x i8>)
declare i1 @llvm.is.fpclass.f64(double, i32 immarg)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
define void @f(ptr %p, double %d) {
  %a = call { <2 x i8>, <2 x i1> } @llvm.sadd.with.overflow.v2i8(<2 x i8> zeroinitializer, <2 x i8> zeroinitializer)
  %b = call i1 @llvm.is.fpclass.f64(double %d, i32 3)
  %c = call float @llvm.vector.reduce.fadd.v4f32(float 0.0, <4 x float> zeroinitializer)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 8, i1 false)
  ret void
}",
    );
}

#[test]
fn exception_handling() {
    refused(
        "define void @f() {\n br label %a\na: %l = landingpad { ptr, i32 } cleanup\nret void }",
        "exception handling in a function without personality",
    );
    refused(
        "declare i32 @p(...)\ndefine void @f() personality ptr @p {\n br label %a\na: %l = landingpad { ptr, i32 } cleanup\nret void }",
        "block with a landingpad that is reached other than by unwinding",
    );
    refused(
        "declare i32 @p(...)\ndefine void @f() personality ptr @p {\n invoke void @g() to label %a unwind label %b\na: ret void\nb: %x = add i32 1, 2\n%l = landingpad { ptr, i32 } cleanup\nret void }\ndeclare void @g()",
        "pad that is not the first instruction of its block",
    );
    refused(
        "declare i32 @p(...)\ndefine void @f() personality ptr @p {\n invoke void @g() to label %a unwind label %b\na: ret void\nb: %l = landingpad { ptr, i32 }\nret void }\ndeclare void @g()",
        "landingpad without clauses",
    );
}

#[test]
fn globals() {
    refused(
        "$f = comdat any\ndeclare void @f() comdat",
        "declaration in a comdat",
    );
    refused(
        "@g = common global i32 1",
        "common variable with an initializer that is not zero",
    );
    refused(
        "@g = common constant i32 0",
        "common variable that is constant",
    );
    refused(
        "@g = appending global i32 0",
        "appending linkage of a variable that is not an array",
    );
    refused(
        "%o = type opaque\n@g = global %o zeroinitializer",
        "variable of unsized type %o",
    );
    refused(
        "@a = alias i32, ptr @b\n@b = alias i32, ptr @a",
        "alias of itself",
    );
    refused(
        "@g = external global i32\n@a = alias i32, ptr @g",
        "alias of a declaration",
    );
    refused(
        "@g = global i32 0\n@w = weak alias i32, ptr @g\n@a = alias i32, ptr @w",
        "alias of an alias that can be replaced",
    );
    refused(
        "@i = ifunc void (), ptr @r\ndeclare ptr @r()",
        "resolver is only declared",
    );
    refused(
        "@i = ifunc void (), ptr @r\n@r = global i32 0",
        "resolver is not a function",
    );
    refused(
        "@llvm.global_ctors = appending global [1 x i32] zeroinitializer",
        "not an array of { i32, ptr, ptr }",
    );
    refused(
        "@llvm.global_ctors = appending global [1 x { i32, ptr }] zeroinitializer",
        "the third field of the element type is mandatory",
    );
    refused(
        "define void @f() { ret void }\n@a = dllimport global i32 0",
        "dllimport of something that is not external",
    );
}

#[test]
fn values_of_attributes() {
    let function = |attribute: &str, message: &str| {
        refused(&format!("declare void @f(i32, ptr) {attribute}"), message);
    };
    function(
        "allocsize(2)",
        "'allocsize' element size argument is out of bounds",
    );
    function("allocsize(0, 1)", "must refer to an integer parameter");
    function(
        "allockind(\"zeroed\")",
        "requires exactly one of alloc, realloc, and free",
    );
    function("allockind(\"alloc,quick\")", "unknown allockind quick");
    function("allockind(\"free,aligned\")", "doesn't allow");
    function("vscale_range(3)", "minimum must be power-of-two");
    function(
        "vscale_range(4, 2)",
        "minimum cannot be greater than maximum",
    );
    function("memory(cache: read)", "unknown memory location 'cache'");
    function("builtin", "can only be applied to a callsite");
    function("jumptable", "requires 'unnamed_addr'");
    refused(
        "declare void @f(i32 range(i64 0, 5))",
        "Range bit width must match",
    );
    refused("declare void @f(i32 range(i32 5, 5))", "full or empty set");
    refused(
        "declare void @f(float nofpclass(1024))",
        "names no kinds of numbers",
    );
    refused(
        "declare void @f(ptr allocalign)",
        "does not fit parameter 1",
    );
}

#[test]
fn attributes() {
    refused(
        "declare i32 @f(ptr sret(i32))",
        "sret on a function that returns i32",
    );
    refused(
        "declare void @f(i32 noalias)",
        "attribute noalias does not fit parameter 1, which is i32",
    );
    refused(
        "declare void @f(ptr signext)",
        "attribute signext does not fit parameter 1, which is ptr",
    );
    refused(
        "declare zeroext double @f()",
        "attribute zeroext does not fit the result",
    );
    refused("declare void @f(ptr byval(i32) sret(i32))", "together with");
    refused(
        "declare void @f(i32 signext zeroext)",
        "zeroext together with signext",
    );
    refused(
        "declare void @f(ptr sret(i32), ptr sret(i32))",
        "more than one parameter with sret",
    );
    refused(
        "declare void @f(i32, i32, ptr sret(i32))",
        "sret beyond the second parameter",
    );
    refused(
        "%o = type opaque\ndeclare void @f(ptr byval(%o))",
        "byval of unsized type %o",
    );
    refused(
        "declare void @f(ptr byval([4294967296 x i8]))",
        "byval of the huge type [4294967296 x i8]",
    );
    refused(
        "declare void @f(ptr byref({ float, <2147483647 x double> }))",
        "byref of the huge type",
    );
    refused(
        "declare i64 @f(i32 returned)",
        "returned on a parameter of another type",
    );
    refused(
        "declare void @f() alwaysinline noinline",
        "alwaysinline together with noinline",
    );
    refused("declare void @f() optnone", "optnone without noinline");
    refused(
        "declare void @f() optnone noinline minsize",
        "optnone together with minsize",
    );
    refused(
        "declare void @f() \"frame-pointer\"=\"some\"",
        "unknown value \"some\"",
    );
    refused(
        "declare void @f(ptr elementtype(i32))",
        "elementtype on a function that is no intrinsic",
    );
    refused(
        "declare void @f(i32 nofpclass(nan))",
        "attribute nofpclass does not fit parameter 1",
    );
}

#[test]
fn metadata() {
    refused(
        "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"x\"}",
        "module flag does not have three operands",
    );
    refused(
        "!llvm.module.flags = !{!0}\n!0 = !{i32 9, !\"x\", i32 1}",
        "behavior of a module flag",
    );
    refused(
        "!llvm.dbg.cu = !{!0}\n!0 = !{}\n!llvm.module.flags = !{!1}\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}",
        "not a DICompileUnit",
    );
    body_refused(
        "ret void, !dbg !0 }\n!0 = !{}\n!llvm.module.flags = !{!1}\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}\ndefine void @g() { ret void",
        "!dbg attachment is not a DILocation",
    );
    body_refused(
        "%x = load double, ptr %p, !range !0\nret void }\n!0 = !{i32 0, i32 1}\ndefine void @g() { ret void",
        "!range on something",
    );
}

/// The instruction with this number in the function.
fn nth(function: &Function, number: usize) -> Inst {
    let blocks = function.layout.iter();
    let mut insts = blocks.flat_map(|block| function.block_insts(*block));
    insts.nth(number).expect("an instruction")
}

/// A function with this body is right, but refused with `message` once `edit` has changed it.
#[track_caller]
fn edit_refused(body: &str, edit: impl FnOnce(&mut Function), message: &str) {
    let head = "declare void @g(i32)\ndefine void @f(i32 %i, i64 %l, ptr %p, double %d, i1 %c)";
    let text = format!("{head} {{\n{body}\n}}\n");
    accepted(&text);
    let mut module = parse(&text);
    let id = module.globals_by_name[&b"f"[..]];
    let GlobalKind::Function(data) = &mut module.globals[id].kind else {
        panic!("a function");
    };
    edit(data.body.as_mut().expect("a body"));
    let errors = verify_module(&module).expect_err(&text);
    let text = errors[0].to_string();
    assert!(text.contains(message), "wanted: {message}\ngot: {text}");
}

/// Arguments of the function above.
const ARGS: [&str; 5] = ["%i", "%l", "%p", "%d", "%c"];

// Long because it is a table.
#[test]
fn operand_types() {
    // Body, instruction, operand, the argument that replaces it, message.
    let rows = [
        (
            "%x = add i32 %i, %i",
            0,
            1,
            "%l",
            "operands of different types i32 and i64",
        ),
        (
            "%x = fneg double %d",
            0,
            0,
            "%i",
            "operands are i32, not floating-point numbers",
        ),
        ("%x = freeze i32 %i", 0, 0, "%l", "result of type i32"),
        (
            "%x = select i1 %c, i32 %i, i32 %i",
            0,
            0,
            "%i",
            "condition of select is i32, not i1",
        ),
        (
            "%x = select i1 %c, i32 %i, i32 %i",
            0,
            1,
            "%l",
            "select between i64 and i32",
        ),
        (
            "%x = zext i32 %i to i64",
            0,
            0,
            "%l",
            "invalid zext from i64 to i64",
        ),
        (
            "%x = sitofp i32 %i to double",
            0,
            0,
            "%p",
            "invalid sitofp from ptr to double",
        ),
        (
            "%x = bitcast i64 %l to double",
            0,
            0,
            "%i",
            "invalid bitcast from i32 to double",
        ),
        (
            "%x = load i32, ptr %p",
            0,
            0,
            "%i",
            "address is i32, not a pointer",
        ),
        (
            "store i32 %i, ptr %p",
            0,
            1,
            "%l",
            "address is i64, not a pointer",
        ),
        (
            "%x = getelementptr i8, ptr %p, i64 %l",
            0,
            0,
            "%i",
            "base of getelementptr is i32",
        ),
        (
            "%x = getelementptr i8, ptr %p, i64 %l",
            0,
            1,
            "%d",
            "index of getelementptr is double",
        ),
        (
            "%x = atomicrmw add ptr %p, i32 %i seq_cst",
            0,
            1,
            "%d",
            "atomicrmw add of double",
        ),
        (
            "%x = atomicrmw fadd ptr %p, double %d seq_cst",
            0,
            1,
            "%i",
            "atomicrmw fadd of i32",
        ),
        (
            "%x = cmpxchg ptr %p, i32 %i, i32 %i seq_cst seq_cst",
            0,
            1,
            "%l",
            "cmpxchg of i64 against i32",
        ),
        (
            "switch i32 %i, label %a [i32 1, label %a]\na:",
            0,
            0,
            "%l",
            "case of type i32 in a switch on i64",
        ),
        (
            "switch i32 %i, label %a [i32 1, label %a]\na:",
            0,
            0,
            "%d",
            "switch on double",
        ),
        (
            "br i1 %c, label %a, label %a\na:",
            0,
            0,
            "%i",
            "condition of br is i32, not i1",
        ),
        (
            "indirectbr ptr %p, [label %a]\na:",
            0,
            0,
            "%i",
            "address of indirectbr is not a pointer",
        ),
        (
            "%x = extractelement <2 x i32> zeroinitializer, i32 %i",
            0,
            0,
            "%i",
            "operand is i32, not a vector",
        ),
        (
            "%x = extractelement <2 x i32> zeroinitializer, i32 %i",
            0,
            1,
            "%d",
            "index is double",
        ),
        (
            "%x = insertelement <2 x i32> zeroinitializer, i32 %i, i32 0",
            0,
            1,
            "%l",
            "i64 inserted into <2 x i32>",
        ),
        (
            "%x = insertvalue { i32 } undef, i32 %i, 0",
            0,
            1,
            "%l",
            "i64 inserted where i32 is",
        ),
        (
            "call void @g(i32 %i)",
            0,
            0,
            "%l",
            "argument 1 is i64 but the parameter i32",
        ),
        (
            "call void @g(i32 %i)",
            0,
            1,
            "%l",
            "callee is i64, not a pointer",
        ),
        (
            "%x = va_arg ptr %p, i32",
            0,
            0,
            "%i",
            "operand of va_arg is not a pointer",
        ),
        (
            "%x = alloca i32, i32 %i",
            0,
            0,
            "%d",
            "number of elements of alloca is double",
        ),
        (
            "br label %a\na: %x = phi i32 [ %i, %0 ]",
            1,
            0,
            "%l",
            "incoming value of a phi of i32 is i64",
        ),
    ];
    for (body, inst, operand, arg, message) in rows {
        let arg = ARGS
            .iter()
            .position(|name| *name == arg)
            .expect("an argument");
        edit_refused(
            &format!("{body}\nret void"),
            |function| function.set_operand(nth(function, inst), operand, function.args[arg]),
            message,
        );
    }
}

// Long because it is a table.
#[test]
fn opcodes_and_immediates() {
    let kind = |body: &str, kind: InstKind, message: &str| {
        edit_refused(
            &format!("{body}\nret void"),
            |function| {
                let inst = nth(function, 0);
                function.insts[inst].kind = kind;
            },
            message,
        );
    };
    let float_add = InstKind::Binary(BinaryOp::FAdd);
    kind(
        "%x = add i32 %i, 1",
        float_add,
        "operands are i32, not floating-point numbers",
    );
    kind(
        "%x = fadd double %d, %d",
        InstKind::Binary(BinaryOp::Add),
        "operands are double, not integers",
    );
    kind(
        "%x = extractvalue { i32 } undef, 0",
        InstKind::ExtractValue([1].into()),
        "index 1 into { i32 }",
    );
    kind(
        "%x = extractvalue { i32 } undef, 0",
        InstKind::ExtractValue([].into()),
        "no index into { i32 }",
    );
    kind(
        "%x = add i32 %i, 1",
        InstKind::Freeze,
        "wrong number of operands",
    );
    kind(
        "%x = shufflevector <2 x i32> undef, <2 x i32> undef, <2 x i32> <i32 0, i32 3>",
        InstKind::ShuffleVector {
            mask: [0, 4].into(),
            scalable: false,
        },
        "selects an element that does not exist",
    );
    let load = |align| InstKind::Load {
        align,
        ordering: AtomicOrdering::NotAtomic,
        scope: None,
    };
    kind(
        "%x = load i32, ptr %p",
        load(3),
        "alignment 3 is not a power of two up to 2^32",
    );
    let load = InstKind::Load {
        align: 0,
        ordering: AtomicOrdering::SeqCst,
        scope: None,
    };
    kind(
        "%x = load i32, ptr %p",
        load,
        "atomic access without alignment",
    );
    let store = InstKind::Store {
        align: 4,
        ordering: AtomicOrdering::Acquire,
        scope: None,
    };
    kind(
        "store i32 1, ptr %p, align 4",
        store,
        "store with ordering acquire",
    );
    let fence = InstKind::Fence {
        ordering: AtomicOrdering::Monotonic,
        scope: None,
    };
    kind("fence seq_cst", fence, "fence with ordering monotonic");
    let cmpxchg = |success, failure| InstKind::CmpXchg {
        align: 4,
        success,
        failure,
        scope: None,
    };
    let text = "%x = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst";
    let (relaxed, strong) = (AtomicOrdering::Unordered, AtomicOrdering::SeqCst);
    kind(
        text,
        cmpxchg(relaxed, strong),
        "cmpxchg with ordering unordered on success",
    );
    kind(
        text,
        cmpxchg(strong, AtomicOrdering::AcqRel),
        "cmpxchg with ordering acq_rel on failure",
    );
}

#[test]
fn shape_of_blocks() {
    edit_refused(
        "br label %a\na: ret void",
        |function| function.remove_inst(nth(function, 1)),
        "block %a does not end with a terminator",
    );
    edit_refused(
        "ret void",
        |function| {
            let inst =
                function.create_inst(InstKind::Unreachable, TypeTable::VOID, false, &[], &[]);
            function.append_inst(function.entry(), inst);
        },
        "terminator in the middle of a block",
    );
    edit_refused(
        "switch i32 %i, label %a [ i32 1, label %a\n i32 2, label %a ]\na: ret void",
        |function| {
            let switch = nth(function, 0);
            function.set_operand(switch, 2, function.operand(switch, 1));
        },
        "two cases of a switch are i32 1",
    );
    edit_refused(
        "ret void",
        |function| {
            let ret = nth(function, 0);
            function.remove_inst(ret);
            let operand = [function.args[0]];
            let inst = function.create_inst(InstKind::Ret, TypeTable::VOID, false, &operand, &[]);
            function.append_inst(function.entry(), inst);
        },
        "ret of i32 in a function that returns void: ret i32 %i",
    );
}

// Long because it is a table.
#[test]
fn edited_globals_types_and_constants() {
    let edited = |edit: fn(&mut Module), message: &str| {
        let mut module =
            parse("@v = global i32 1\n@a = alias i32, ptr @v\ndefine void @f() { ret void }");
        edit(&mut module);
        let errors = verify_module(&module).expect_err(message);
        assert!(
            errors[0].to_string().contains(message),
            "wanted: {message}\ngot: {}",
            errors[0]
        );
    };
    edited(
        |m| {
            let id = m.globals_by_name[&b"v"[..]];
            m.globals[id].linkage = Linkage::Internal;
            let GlobalKind::Variable(data) = &mut m.globals[id].kind else {
                panic!("a variable");
            };
            data.init = None;
        },
        "declaration without external or extern_weak linkage",
    );
    edited(
        |m| m.globals[m.globals_by_name[&b"f"[..]]].linkage = Linkage::ExternWeak,
        "definition with extern_weak linkage: @f",
    );
    edited(
        |m| m.globals[m.globals_by_name[&b"f"[..]]].linkage = Linkage::Common,
        "function with common linkage",
    );
    edited(
        |m| m.globals[m.globals_by_name[&b"a"[..]]].linkage = Linkage::Common,
        "linkage that an alias cannot have",
    );
    edited(
        |m| m.globals[m.globals_by_name[&b"v"[..]]].value_type = TypeTable::I64,
        "initializer is i32 but the variable i64: @v",
    );
    edited(
        |m| m.globals[m.globals_by_name[&b"v"[..]]].align = Some(3),
        "alignment 3 is not a power of two",
    );
    edited(
        |m| {
            m.constant(TypeTable::PTR, ConstKind::Int(5));
        },
        "constant does not fit its type ptr: ptr 5",
    );
    edited(
        |m| {
            m.constant(TypeTable::I8, ConstKind::Int(256));
        },
        "constant does not fit its type i8",
    );
    edited(
        |m| {
            let void = TypeData::Array {
                element: TypeTable::VOID,
                len: 1,
            };
            m.types.intern(void);
        },
        "invalid array element type void",
    );
    edited(|m| m.data_layout = "e-q".into(), "unknown part 'q'");
    edited(
        |m| {
            m.types.intern(TypeData::Integer(0));
        },
        "integer type of 0 bits",
    );
    edited(
        |m| {
            let params = Box::new([TypeTable::VOID]);
            m.types.intern(TypeData::Function {
                ret: TypeTable::VOID,
                params,
                var_arg: false,
            });
        },
        "invalid parameter type void of a function",
    );
}

#[test]
fn positions() {
    let text = "@g = global i32 0 ; the first

define void @other() {\n  store i32 1, ptr @g\n  ret void\n}

define i32 @f(i32 %x, ptr %p) prefix { i32 } { i32 7 } {
entry:
  %y = atomicrmw volatile add ptr %p, i32 1 seq_cst
  store ptr getelementptr inbounds (i8, ptr @g, i64 1), ptr %p ; not an instruction of its own
  switch i32 %x, label %a [
    i32 1, label %a
  ]
a:
  %t = tail call i32 @f(i32 %x, ptr %p) %u = load atomic i7, ptr %p acquire, align 1 ; here
  ret i32 %y
}\n";
    let module = parse(text);
    let errors = verify_module(&module).expect_err("a wrong size");
    let place = locate(text.as_bytes(), &module, &errors[0]).expect("in the text");
    assert!(place.message.starts_with("atomic access to i7, whose size"));
    assert_eq!((place.line, place.column, place.len), (16, 41, 44));
    let text = "\n@h = global i32 0\n  declare void @f(i32 noalias)";
    let module = parse(text);
    let errors = verify_module(&module).expect_err("a wrong attribute");
    let place = locate(text.as_bytes(), &module, &errors[0]).expect("in the text");
    assert_eq!((place.line, place.column, place.len), (3, 16, 2));
    let text = "define void @0() { ret void }\ndefine void @1(ptr %p) {\nret void\nx: ret void, !prof !0 }\n!0 = !{}";
    let module = parse(text);
    let errors = verify_module(&module).expect_err("wrong attachment");
    let place = locate(text.as_bytes(), &module, &errors[0]).expect("in the text");
    assert_eq!((place.line, place.column, place.len), (4, 4, 20));
}
