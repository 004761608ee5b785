//! Every operation on every target: the translation is correct CLIF that Cranelift can compile.

use std::fmt::Write;

use avarice_cranelift_backend::{Backend, CompileError, Options};
use avarice_ir::{DataLayout, Module, parse_module};
use target_lexicon::Triple;

const TRIPLES: [&str; 4] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "riscv64gc-unknown-linux-gnu",
    "s390x-unknown-linux-gnu",
];

const WIDTHS: [u32; 7] = [1, 8, 13, 16, 32, 37, 64];

/// A module with a function for each operation on integers of some widths and on numbers.
// Long because it is a list of operations.
fn operations() -> String {
    let mut text = String::new();
    let mut declared = String::new();
    let mut function = |name: String, ret: &str, params: &str, body: &str| {
        writeln!(
            text,
            "define {ret} @{name}({params}) {{\n{body}\n  ret {ret} %r\n}}"
        )
        .unwrap();
    };
    for bits in WIDTHS {
        let ty = format!("i{bits}");
        let pair = format!("{ty} %a, {ty} %b");
        for op in [
            "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "xor",
        ] {
            function(
                format!("{op}{bits}"),
                &ty,
                &pair,
                &format!("  %r = {op} {ty} %a, %b"),
            );
        }
        for op in [
            "smax", "umin", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat", "ushl.sat", "sshl.sat",
        ] {
            writeln!(declared, "declare {ty} @llvm.{op}.{ty}({ty}, {ty})").unwrap();
            let body = format!("  %r = call {ty} @llvm.{op}.{ty}({pair})");
            function(format!("{op}{bits}"), &ty, &pair, &body);
        }
        for op in ["sadd", "uadd", "ssub", "usub", "smul", "umul"] {
            let result = format!("{{ {ty}, i1 }}");
            writeln!(
                declared,
                "declare {result} @llvm.{op}.with.overflow.{ty}({ty}, {ty})"
            )
            .unwrap();
            let body = format!("  %r = call {result} @llvm.{op}.with.overflow.{ty}({pair})");
            function(format!("{op}.with.overflow{bits}"), &result, &pair, &body);
        }
        for op in ["fshl", "fshr"] {
            writeln!(declared, "declare {ty} @llvm.{op}.{ty}({ty}, {ty}, {ty})").unwrap();
            let body = format!("  %r = call {ty} @llvm.{op}.{ty}({pair}, {ty} %c)");
            function(
                format!("{op}{bits}"),
                &ty,
                &format!("{pair}, {ty} %c"),
                &body,
            );
        }
        writeln!(declared, "declare {ty} @llvm.ctpop.{ty}({ty})").unwrap();
        writeln!(declared, "declare {ty} @llvm.bitreverse.{ty}({ty})").unwrap();
        for op in ["ctpop", "bitreverse"] {
            let body = format!("  %r = call {ty} @llvm.{op}.{ty}({ty} %a)");
            function(format!("{op}{bits}"), &ty, &pair, &body);
        }
        for op in ["ctlz", "cttz", "abs"] {
            writeln!(declared, "declare {ty} @llvm.{op}.{ty}({ty}, i1)").unwrap();
            let body = format!("  %r = call {ty} @llvm.{op}.{ty}({ty} %a, i1 false)");
            function(format!("{op}{bits}"), &ty, &pair, &body);
        }
        for number in ["float", "double"] {
            let suffix = if number == "float" { "f32" } else { "f64" };
            for op in ["sitofp", "uitofp"] {
                let body = format!("  %r = {op} {ty} %a to {number}");
                function(format!("{op}{bits}{suffix}"), number, &pair, &body);
            }
            for op in ["fptosi", "fptoui"] {
                let body = format!("  %r = {op} {number} %a to {ty}");
                let param = format!("{number} %a");
                function(format!("{op}{bits}{suffix}"), &ty, &param, &body);
                writeln!(
                    declared,
                    "declare {ty} @llvm.{op}.sat.{ty}.{suffix}({number})"
                )
                .unwrap();
                let body = format!("  %r = call {ty} @llvm.{op}.sat.{ty}.{suffix}({number} %a)");
                function(format!("{op}.sat{bits}{suffix}"), &ty, &param, &body);
            }
        }
        let body = format!("  store {ty} %a, ptr %p\n  %r = load {ty}, ptr %q");
        function(
            format!("memory{bits}"),
            &ty,
            &format!("{ty} %a, ptr %p, ptr %q"),
            &body,
        );
    }
    for bits in [8, 16, 32, 64] {
        let ty = format!("i{bits}");
        for op in [
            "xchg",
            "add",
            "sub",
            "and",
            "nand",
            "or",
            "xor",
            "max",
            "umin",
            "uinc_wrap",
            "udec_wrap",
        ] {
            let body = format!("  %r = atomicrmw {op} ptr %p, {ty} %a seq_cst");
            function(
                format!("atomic.{op}{bits}"),
                &ty,
                &format!("ptr %p, {ty} %a"),
                &body,
            );
        }
        let result = format!("{{ {ty}, i1 }}");
        let body = format!("  %r = cmpxchg ptr %p, {ty} %a, {ty} %b acquire monotonic");
        let params = format!("ptr %p, {ty} %a, {ty} %b");
        function(format!("cmpxchg{bits}"), &result, &params, &body);
    }
    for (ty, suffix) in [("float", "f32"), ("double", "f64")] {
        let pair = format!("{ty} %a, {ty} %b");
        for op in ["fadd", "fsub", "fmul", "fdiv", "frem"] {
            function(
                format!("{op}{suffix}"),
                ty,
                &pair,
                &format!("  %r = {op} {ty} %a, %b"),
            );
        }
        for op in [
            "sqrt", "fabs", "floor", "ceil", "trunc", "rint", "round", "exp", "sin",
        ] {
            writeln!(declared, "declare {ty} @llvm.{op}.{suffix}({ty})").unwrap();
            let body = format!("  %r = call {ty} @llvm.{op}.{suffix}({ty} %a)");
            function(format!("{op}{suffix}"), ty, &pair, &body);
        }
        for op in ["minnum", "maximum", "copysign", "pow"] {
            writeln!(declared, "declare {ty} @llvm.{op}.{suffix}({ty}, {ty})").unwrap();
            let body = format!("  %r = call {ty} @llvm.{op}.{suffix}({pair})");
            function(format!("{op}{suffix}"), ty, &pair, &body);
        }
        for op in ["oeq", "one", "ult", "uno", "ueq", "oge"] {
            function(
                format!("{op}{suffix}"),
                "i1",
                &pair,
                &format!("  %r = fcmp {op} {ty} %a, %b"),
            );
        }
        writeln!(declared, "declare i1 @llvm.is.fpclass.{suffix}({ty}, i32)").unwrap();
        let body = format!("  %r = call i1 @llvm.is.fpclass.{suffix}({ty} %a, i32 519)");
        function(format!("class{suffix}"), "i1", &pair, &body);
    }
    text + &declared
}

fn compile_all(module: &Module, triple: &str, opt_level: u8) -> Vec<String> {
    let triple: Triple = triple.parse().expect("a triple");
    let options = Options {
        opt_level,
        verify: true,
        check_allocation: true,
        single_pass: false,
    };
    let backend = Backend::new(&triple, options).expect("Cranelift has the target");
    let mut module = module.clone();
    module.data_layout = backend.data_layout().into();
    backend.prepare(&mut module);
    let layout = DataLayout::of_module(&module).expect("a known layout");
    let defined = module.globals.keys();
    let defined = defined.filter(|global| module.globals[*global].body().is_some());
    let mut refused = Vec::new();
    for global in defined {
        let compiled = backend
            .translate(&module, &layout, global)
            .map_err(CompileError::Unsupported)
            .and_then(|translated| backend.compile(&module, translated));
        match compiled {
            Ok(code) => assert!(!code.bytes.is_empty()),
            Err(error) => refused.push(format!("{error:?}")),
        }
    }
    refused
}

#[test]
fn every_operation_has_code_on_every_target() {
    let module = parse_module(operations().as_bytes()).expect("the text of a test is correct");
    for triple in TRIPLES {
        for opt_level in [0, 2] {
            let refused = compile_all(&module, triple, opt_level);
            assert!(refused.is_empty(), "{triple}: {}", refused.join("\n"));
        }
    }
}
