//! What is built is printed, read and printed again.

use crate::inst::{CastOp, InstFlags, IntPredicate};
use crate::printer::print_module;
use crate::types::TypeTable;

use super::ModuleBuilder;

/// The text of the module, which is read and printed again as itself.
fn text_of(builder: ModuleBuilder) -> String {
    let text = print_module(&builder.finish());
    let read = crate::parse_module(text.as_bytes()).expect("what is printed can be read");
    assert_eq!(print_module(&read), text);
    text
}

#[test]
fn structs_strings_and_calls() {
    let mut module = ModuleBuilder::new("list");
    let node = module.named_struct("node");
    module.set_fields(node, &[TypeTable::I64, TypeTable::PTR]);
    let printf = module.variadic_function("printf", TypeTable::I32, &[TypeTable::PTR]);
    let show = module.function("show", TypeTable::VOID, &[TypeTable::PTR]);
    let mut body = module.define(show);
    let base = body.param(0);
    let slot = body.field_address(node, base, 0);
    let value = body.load(TypeTable::I64, slot);
    let format = body.string("%ld\n");
    let written = body.call(printf, &[format, value]).expect("a result");
    body.set_name(written, "written");
    let kept = body.alloca(TypeTable::I64);
    let wide = body.cast(CastOp::SExt, written, TypeTable::I64);
    let sum = body.add(wide, value);
    body.add_flags(sum, InstFlags::NSW);
    body.store(sum, kept);
    body.ret_void();
    body.finish();
    let text = text_of(module);
    for line in [
        "%node = type { i64, ptr }",
        "@.str = private unnamed_addr constant [5 x i8] c\"%ld\\0A\\00\", align 1",
        "  %written = call i32 (ptr, ...) @printf(ptr @.str, i64 %",
        "add nsw i64",
        "declare i32 @printf(ptr, ...)",
    ] {
        assert!(text.contains(line), "no '{line}' in\n{text}");
    }
    let slot = text.find("alloca i64").expect("a slot");
    let load = text.find("load i64").expect("a load");
    assert!(slot < load, "slots come first:\n{text}");
}

#[test]
fn switches_and_data() {
    let mut module = ModuleBuilder::new("data");
    let values = [3, 5].map(|value| module.int(TypeTable::I16, value));
    let ty = module.array_type(TypeTable::I16, 2);
    let init = module.aggregate(ty, &values);
    let table = module.variable("table", init);
    let pick = module.function("pick", TypeTable::I16, &[TypeTable::I64]);
    let mut body = module.define(pick);
    let (inside, outside) = (body.block("inside"), body.block("outside"));
    let index = body.param(0);
    body.switch(index, outside, &[(0, inside), (1, inside)]);
    body.switch_to(inside);
    let base = body.address(table);
    let place = body.element_address(TypeTable::I16, base, index);
    let value = body.load(TypeTable::I16, place);
    body.ret(value);
    body.switch_to(outside);
    body.unreachable();
    body.finish();
    let text = text_of(module);
    assert!(
        text.contains("@table = global [2 x i16] [i16 3, i16 5]"),
        "{text}"
    );
    assert!(text.contains("i64 1, label %inside"), "{text}");
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "add: a value of type i64 where i32 is expected")]
fn wrong_types_are_said_at_once() {
    let mut module = ModuleBuilder::new("wrong");
    let wrong = module.function("wrong", TypeTable::I32, &[TypeTable::I32, TypeTable::I64]);
    let mut body = module.define(wrong);
    let (left, right) = (body.param(0), body.param(1));
    body.add(left, right);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "finish: block 'entry' has no end")]
fn blocks_have_ends() {
    let mut module = ModuleBuilder::new("endless");
    let endless = module.function("endless", TypeTable::VOID, &[]);
    module.define(endless).finish();
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "the built module is not valid")]
fn modules_are_verified() {
    let mut module = ModuleBuilder::new("early");
    let early = module.function("early", TypeTable::I1, &[TypeTable::I32]);
    let mut body = module.define(early);
    let later = body.block("later");
    body.switch_to(later);
    let zero = body.int(TypeTable::I32, 0);
    let value = body.param(0);
    let test = body.icmp(IntPredicate::Eq, value, zero);
    let entry = body.body().entry();
    body.ret(test);
    body.switch_to(entry);
    body.ret(test);
    body.finish();
    module.finish();
}
