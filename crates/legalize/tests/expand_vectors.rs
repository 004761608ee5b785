//! The pass that rewrites vector operations: the result is a correct module without them.

use avarice_ir::printer::print_module;
use avarice_ir::verifier::verify_module;
use avarice_ir::{BinaryOp, CastOp, Function, Inst, InstKind, Module, parse_module};
use avarice_legalize::{ExpansionTarget, expand_vectors};

/// A target without vector instructions.
struct Scalar;

impl ExpansionTarget for Scalar {}

fn expanded(text: &str) -> Module {
    let mut module = parse_module(text.as_bytes()).expect("the text of a test is correct");
    expand_vectors(&mut module, &Scalar);
    verify_module(&module).expect("what the pass makes is correct");
    for global in module.globals.values() {
        if let Some(body) = global.body() {
            body.verify_uses().expect("chains agree");
        }
    }
    module
}

fn first_body(module: &Module) -> &Function {
    let body = module.globals.values().find_map(|global| global.body());
    body.expect("one function is defined")
}

/// The first function after expansion, as text.
fn expanded_text(text: &str) -> String {
    let text = print_module(&expanded(text));
    let lines = text.lines().skip_while(|line| !line.ends_with('{'));
    let lines: Vec<&str> = lines.take_while(|line| *line != "}").collect();
    lines.join("\n")
}

#[test]
fn sum_of_elements_goes_by_halves() {
    let got = expanded_text(
        "define i32 @f(<4 x i32> %v) {
           %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
           ret i32 %r
         }
         declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)",
    );
    // The elements that are not used are poison; their sums are still computed.
    assert!(got.contains("add i32 "), "{got}");
    assert!(!got.contains("reduce"), "{got}");
}

#[test]
fn elements_that_were_put_in_are_not_taken_out_again() {
    let got = expanded_text(
        "define i16 @f(i16 %a, i16 %b) {
           %v = insertelement <2 x i16> poison, i16 %a, i32 0
           %w = insertelement <2 x i16> %v, i16 %b, i32 1
           %q = udiv <2 x i16> %w, %w
           %r = extractelement <2 x i16> %q, i32 1
           ret i16 %r
         }",
    );
    assert!(got.contains("udiv i16 %a, %a"), "{got}");
    assert!(got.contains("udiv i16 %b, %b"), "{got}");
}

#[test]
fn an_index_out_of_range_stays_in_the_slot() {
    let got = expanded_text(
        "define float @f(<3 x float> %v, i64 %i) {
           %r = extractelement <3 x float> %v, i64 %i
           ret float %r
         }",
    );
    assert!(got.contains("@llvm.umin.i64(i64 %i, i64 2)"), "{got}");
    assert!(got.contains("alloca <3 x float>"), "{got}");
}

#[test]
fn packed_elements_are_loaded_as_one_integer() {
    let got = expanded_text(
        "define <3 x i7> @f(ptr %p) {
           %v = load <3 x i7>, ptr %p, align 1
           ret <3 x i7> %v
         }",
    );
    assert!(got.contains("load i21, ptr %p, align 1"), "{got}");
    assert_eq!(got.matches("insertelement").count(), 3, "{got}");
}

#[test]
fn instructions_know_what_they_stand_for() {
    let module = expanded(
        "define <2 x i8> @f(<2 x i8> %a) {
           %x = bitcast <2 x i8> %a to <2 x i8>
           %r = udiv <2 x i8> %x, %a
           ret <2 x i8> %r
         }",
    );
    let function = first_body(&module);
    let divisions = function.block_insts(function.entry()).filter(|inst| {
        let kind = &function.insts[*inst].kind;
        matches!(kind, InstKind::Binary(BinaryOp::UDiv))
    });
    let origins: Vec<_> = divisions.map(|inst| function.origin(inst)).collect();
    let division = Inst::from_u32(1);
    assert_eq!(origins, [division, division]);
}

/// Operations on `<4 x i32> %a, %b, <4 x i1> %m, ptr %p`, and what they call.
const OPERATIONS: [(&str, &str); 8] = [
    ("shl <4 x i32> %a, %b", ""),
    ("sdiv <4 x i32> %a, <i32 7, i32 7, i32 7, i32 7>", ""),
    (
        "call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %a, <4 x i32> %b, <4 x i32> %b)",
        "declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>)",
    ),
    (
        "call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> %a)",
        "declare <4 x i32> @llvm.ctpop.v4i32(<4 x i32>)",
    ),
    (
        "call <4 x i32> @llvm.bitreverse.v4i32(<4 x i32> %a)",
        "declare <4 x i32> @llvm.bitreverse.v4i32(<4 x i32>)",
    ),
    (
        "call <4 x i32> @llvm.sadd.sat.v4i32(<4 x i32> %a, <4 x i32> %b)",
        "declare <4 x i32> @llvm.sadd.sat.v4i32(<4 x i32>, <4 x i32>)",
    ),
    (
        "call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %a)",
        "declare <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32>)",
    ),
    (
        "call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %a)",
        "declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)",
    ),
];

#[test]
fn no_operation_on_vectors_is_left() {
    for (operation, declaration) in OPERATIONS {
        let module = expanded(&format!(
            "define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b, <4 x i1> %m, ptr %p) {{
               %r = {operation}
               ret <4 x i32> %r
             }}
             {declaration}"
        ));
        let function = first_body(&module);
        for inst in function.block_insts(function.entry()) {
            let data = &function.insts[inst];
            let is_operation = match data.kind {
                InstKind::Cast(op) => op != CastOp::BitCast,
                InstKind::Binary(_) | InstKind::ICmp(_) | InstKind::Select => true,
                InstKind::Call(_) => true,
                _ => false,
            };
            let left = is_operation && module.types.is_vector(data.ty);
            assert!(!left, "{operation}: {:?}", data.kind);
        }
    }
}
