//! The reader on texts that hold every construct: what is read prints, and what prints reads the same.

use avarice_ir::printer::print_module;
use avarice_ir::{
    AttributeKind, ConstExpr, ConstKind, GlobalKind, InstFlags, InstKind, Linkage, Module,
    TypeTable, parse_module,
};

fn read(text: &str) -> Module {
    parse_module(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The constant with which variable `name` starts.
fn init<'m>(module: &'m Module, name: &str) -> &'m ConstKind {
    let id = module.globals_by_name[name.as_bytes()];
    let variable = module.globals[id].variable().expect("a variable");
    &module.consts[variable.init.expect("an initial value")].kind
}

/// Reads, prints, reads and prints again: both prints are equal. Chains of uses are sound.
fn round_trip(text: &str) -> String {
    let module = read(text);
    for global in module.globals.values() {
        if let Some(body) = global.body() {
            body.verify_uses().expect("sound chains of uses");
        }
    }
    let first = print_module(&module);
    let again = print_module(&read(&first));
    assert_eq!(first, again);
    first
}

#[test]
fn every_construct_round_trips() {
    let module = round_trip(include_str!("inputs/module.ll"));
    assert!(module.contains("@auth = global ptr ptrauth (ptr @f, i32 0, i64 42, ptr @auth)"));
    assert!(module.contains("section \".rodata.x\", comdat($group), align 2"));
    let instructions = round_trip(include_str!("inputs/instructions.ll"));
    assert!(
        instructions
            .contains("cmpxchg weak volatile ptr %a, i32 0, i32 %l syncscope(\"x\") acq_rel")
    );
    assert!(instructions.contains("catchswitch within %cp2 [label %inner] unwind label %cleanup"));
    let newer = round_trip(include_str!("inputs/newer.ll"));
    assert!(newer.contains("captures(address, read_provenance)"));
    assert!(newer.contains("icmp samesign ult"));
    let records = round_trip(include_str!("inputs/debug_records.ll"));
    assert!(records.contains("#dbg_value(!DIArgList(i32 %b, i32 %later)"));
}

#[test]
fn constants_have_the_values_of_their_texts() {
    let module = read(include_str!("inputs/module.ll"));
    assert_eq!(*init(&module, "plain"), ConstKind::Int(7));
    assert_eq!(*init(&module, "na me\"\\"), ConstKind::Int(255));
    assert_eq!(*init(&module, "half2"), ConstKind::Float(0x3e00));
    assert_eq!(
        *init(&module, "float"),
        ConstKind::Float(u64::from(1.25f32.to_bits()))
    );
    assert_eq!(
        *init(&module, "float2"),
        ConstKind::Float(u64::from(0.1f32.to_bits()))
    );
    assert_eq!(*init(&module, "negzero"), ConstKind::Float(1 << 63));
    let fp80 = ConstKind::BigFloat([0x8000_0000_0000_0000, 0x3fff]);
    assert_eq!(*init(&module, "fp80"), fp80);
    let fp128 = ConstKind::BigFloat([0, 0x3fff_0000_0000_0000]);
    assert_eq!(*init(&module, "fp128"), fp128);
    let big2 = ConstKind::BigInt([u64::MAX - 1, 0xffff_ffff].into());
    assert_eq!(*init(&module, "big2"), big2);
    assert_eq!(*init(&module, "hex"), ConstKind::Int(0xffff));
    // What is all zero is `zeroinitializer`, and numbers of one byte are a string.
    assert_eq!(*init(&module, "zero"), ConstKind::Zero);
    assert_eq!(*init(&module, "bytes"), ConstKind::Bytes([1, 2, 3].into()));
    assert!(matches!(
        init(&module, "range"),
        ConstKind::Expr(ConstExpr::Gep { in_range: Some(range), .. }) if **range == (-8, 8)
    ));
}

#[test]
fn globals_keep_the_order_of_their_definitions() {
    let module = read("@a = global ptr @c\n@b = global ptr @c\n@c = global i32 1\n");
    let names: Vec<_> = module
        .globals
        .values()
        .map(|g| g.name_str().into_owned())
        .collect();
    assert_eq!(names, ["a", "b", "c"]);
    let c = module.globals_by_name[&b"c"[..]];
    assert_eq!(*init(&module, "a"), ConstKind::Global(c));
}

#[test]
fn attributes_of_groups_merge_with_their_own() {
    let text = "define void @f() #1 cold { call void @f() #0 ret void }\n\
                attributes #1 = { nounwind \"b\" align=16 }\n attributes #0 = {}\n";
    let module = read(text);
    let f = &module.globals[module.globals_by_name[&b"f"[..]]];
    let set = module.attrs(f.function().unwrap().attrs.function);
    let names: Vec<_> = set.attrs.iter().map(AttributeKind::name).collect();
    assert_eq!(names, ["cold", "nounwind", "b"]);
    assert_eq!(f.align, Some(16));
    let body = f.body().unwrap();
    let call = body.blocks[body.entry()].first.unwrap();
    assert_eq!(
        body.insts[call].kind.call_info().unwrap().attrs.function,
        None
    );
}

#[test]
fn old_memory_attributes_become_the_new_one() {
    let text = "declare void @f() readonly argmemonly\ndeclare void @g() #0\n\
                attributes #0 = { readnone }\ndeclare void @h() inaccessiblemem_or_argmemonly\n";
    let module = read(text);
    let effects = |name: &str| {
        let global = &module.globals[module.globals_by_name[name.as_bytes()]];
        let set = module.attrs(global.function().unwrap().attrs.function);
        match set.get("memory") {
            Some(AttributeKind::Text(_, text)) => text.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(effects("f"), "argmem: read");
    assert_eq!(effects("g"), "none");
    assert_eq!(
        effects("h"),
        "argmem: readwrite, inaccessiblemem: readwrite"
    );
}

#[test]
fn forward_references_are_one_value_with_their_definition() {
    let text = "define i32 @f(i1 %c) {\n  br i1 %c, label %use, label %def\nuse:\n  \
                %x = add i32 %late, 1\n  ret i32 %x\ndef:\n  %late = add i32 2, 3\n  br label %use\n}\n";
    let module = read(text);
    let body = module.globals.values().next().unwrap().body().unwrap();
    let add = body.blocks[body.layout[1]].first.unwrap();
    let late = body.blocks[body.layout[2]].first.unwrap();
    assert_eq!(body.insts[late].result.expand(), Some(body.operand(add, 0)));
    assert_eq!(body.def_inst(body.operand(add, 0)), Some(late));
    assert!(body.has_one_use(body.operand(add, 0)));
}

#[test]
fn block_addresses_before_in_and_after_their_function() {
    let text = "@before = global ptr blockaddress(@f, %b)\n\
                define void @f() {\n  store ptr blockaddress(@f, %b), ptr @before\n  br label %b\nb:\n  ret void\n}\n\
                @after = global ptr blockaddress(@f, %b)\n";
    let module = read(text);
    let f = module.globals_by_name[&b"f"[..]];
    let block = module.globals[f].body().unwrap().layout[1];
    let expected = ConstKind::BlockAddress(f, block);
    assert_eq!(*init(&module, "before"), expected);
    assert_eq!(*init(&module, "after"), expected);
}

#[test]
fn intrinsics_declare_themselves() {
    let module =
        read("define i32 @f(i32 %x) {\n  %r = call i32 @llvm.ctpop.i32(i32 %x)\n  ret i32 %r\n}\n");
    let ctpop = &module.globals[module.globals_by_name[&b"llvm.ctpop.i32"[..]]];
    assert!(matches!(&ctpop.kind, GlobalKind::Function(f) if f.body.is_none()));
    assert_eq!(ctpop.linkage, Linkage::External);
}

#[test]
fn flags_and_types_of_instructions() {
    let module = read(include_str!("inputs/instructions.ll"));
    let f = &module.globals[module.globals_by_name[&b"memory"[..]]];
    let body = f.body().unwrap();
    let named = |name: &str| {
        let mut insts = body.block_insts(body.entry());
        let found = insts.find(|inst| {
            let result = body.insts[*inst].result.expand();
            result.is_some_and(|value| body.name(body.values[value].name) == name.as_bytes())
        });
        &body.insts[found.unwrap()]
    };
    let gep = named("g");
    assert_eq!(gep.flags, InstFlags::INBOUNDS | InstFlags::NUW);
    assert_eq!(gep.ty, TypeTable::PTR);
    assert!(matches!(
        named("l").kind,
        InstKind::Load {
            align: 4,
            scope: None,
            ..
        }
    ));
    assert_eq!(named("l").flags, InstFlags::VOLATILE);
    assert!(
        matches!(&named("la").kind, InstKind::Load { scope: Some(s), .. } if &**s == "singlethread")
    );
    assert_eq!(module.types.num_elements(named("g3").ty), Some(2));
    assert_eq!(named("o").ty, TypeTable::I1);
}

#[test]
fn summaries_and_use_orders_are_skipped() {
    let text = "@g = global i32 0\n^0 = module: (path: \"x(\", hash: (0, 0, 0, 0, 0))\n^1 = flags: 8\n\
                define void @f() {\n  %a = load i32, ptr @g\n  %b = load i32, ptr @g\n  ret void\n  \
                uselistorder ptr @g, { 1, 0 }\n}\nuselistorder ptr @g, { 1, 0 }\n";
    assert_eq!(read(text).globals.len(), 2);
}

#[test]
fn numbers_may_leave_gaps_but_not_go_back() {
    read(
        "define void @f() {\n  %5 = add i32 1, 2\n  %4000000000 = add i32 %5, %5\n  ret void\n}\n",
    );
    let error = parse_module(
        b"define void @f() {\n  %5 = add i32 1, 2\n  %3 = add i32 1, 2\n  ret void\n}\n",
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "3:3: this value must be numbered 6 or greater"
    );
}
