//! Sizes, alignments and offsets against those that LLVM 19 computes (`opt -passes=instcombine` on
//! `getelementptr T, ptr null, i64 1` and on field 1 of `{ i8, T }`).

use avarice_ir::data_layout::{AARCH64_LAYOUT, X86_64_LAYOUT};
use avarice_ir::types::StructData;
use avarice_ir::{DataLayout, GepStep, GepWalk, Module, Type, TypeData, TypeTable, parse_module};

/// A module with one variable of each type.
fn module(types: &[&str]) -> (Module, Vec<Type>) {
    let mut text = String::from("%opaque = type opaque\n");
    for (index, ty) in types.iter().enumerate() {
        text.push_str(&format!("@g{index} = external global {ty}\n"));
    }
    let module = parse_module(text.as_bytes()).expect("valid text");
    let types = module.globals.values().map(|g| g.value_type).collect();
    (module, types)
}

/// Type, distance of array elements, ABI alignment.
type Row = (&'static str, u64, u64);

fn check(layout: &str, rows: &[Row]) {
    let names: Vec<&str> = rows.iter().map(|row| row.0).collect();
    let (module, types) = module(&names);
    let uncached = DataLayout::parse(layout).expect("valid layout");
    let mut cached = uncached.clone();
    cached.compute(&module.types);
    for ((name, size, align), ty) in rows.iter().zip(types) {
        for layout in [&uncached, &cached] {
            assert_eq!(layout.alloc_size(&module.types, ty), Some(*size), "{name}");
            assert_eq!(layout.abi_align(&module.types, ty), *align, "{name}");
        }
    }
}

#[test]
fn sizes_x86_64() {
    let rows = [
        ("i1", 1, 1),
        ("i7", 1, 1),
        ("i8", 1, 1),
        ("i17", 4, 4),
        ("i24", 4, 4),
        ("i33", 8, 8),
        ("i64", 8, 8),
        ("i65", 16, 16),
        ("i128", 16, 16),
        ("i129", 32, 16),
        ("i256", 32, 16),
        ("half", 2, 2),
        ("float", 4, 4),
        ("double", 8, 8),
        ("x86_fp80", 16, 16),
        ("fp128", 16, 16),
        ("ptr", 8, 8),
        ("ptr addrspace(270)", 4, 4),
        ("[3 x i24]", 12, 4),
        ("{ i8, i32 }", 8, 4),
        ("<{ i8, i32 }>", 5, 1),
        ("{ i8, i128, i8 }", 48, 16),
        ("{ i1, { i16, x86_fp80 }, i8 }", 64, 16),
        ("<3 x i32>", 16, 16),
        ("<3 x i1>", 1, 1),
        ("<8 x i8>", 8, 8),
        ("<7 x i8>", 8, 8),
        ("<5 x double>", 64, 64),
        ("<2 x ptr>", 16, 16),
        ("{ <3 x float>, i8 }", 32, 16),
        ("{}", 0, 1),
        ("[0 x i64]", 0, 8),
        ("{ [3 x i8], i16, [2 x <2 x i16>] }", 16, 4),
        ("<{ i8, { i8, i64 } }>", 17, 1),
    ];
    check(X86_64_LAYOUT, &rows);
}

#[test]
fn sizes_aarch64() {
    let rows = [
        ("i1", 1, 1),
        ("i7", 1, 1),
        ("i8", 1, 1),
        ("i17", 4, 4),
        ("i24", 4, 4),
        ("i33", 8, 8),
        ("i64", 8, 8),
        ("i65", 16, 16),
        ("i128", 16, 16),
        ("i129", 32, 16),
        ("i256", 32, 16),
        ("half", 2, 2),
        ("float", 4, 4),
        ("double", 8, 8),
        ("x86_fp80", 16, 16),
        ("fp128", 16, 16),
        ("ptr", 8, 8),
        ("ptr addrspace(270)", 8, 8),
        ("[3 x i24]", 12, 4),
        ("{ i8, i32 }", 8, 4),
        ("<{ i8, i32 }>", 5, 1),
        ("{ i8, i128, i8 }", 48, 16),
        ("{ i1, { i16, x86_fp80 }, i8 }", 64, 16),
        ("<3 x i32>", 16, 16),
        ("<3 x i1>", 1, 1),
        ("<8 x i8>", 8, 8),
        ("<7 x i8>", 8, 8),
        ("<5 x double>", 64, 64),
        ("<2 x ptr>", 16, 16),
        ("{ <3 x float>, i8 }", 32, 16),
        ("{}", 0, 1),
        ("[0 x i64]", 0, 8),
        ("{ [3 x i8], i16, [2 x <2 x i16>] }", 16, 4),
        ("<{ i8, { i8, i64 } }>", 17, 1),
    ];
    check(AARCH64_LAYOUT, &rows);
}

#[test]
fn sizes_default() {
    let rows = [
        ("i1", 1, 1),
        ("i7", 1, 1),
        ("i8", 1, 1),
        ("i17", 4, 4),
        ("i24", 4, 4),
        ("i33", 8, 4),
        ("i64", 8, 4),
        ("i65", 12, 4),
        ("i128", 16, 4),
        ("i129", 20, 4),
        ("i256", 32, 4),
        ("half", 2, 2),
        ("float", 4, 4),
        ("double", 8, 8),
        ("x86_fp80", 16, 16),
        ("fp128", 16, 16),
        ("ptr", 8, 8),
        ("ptr addrspace(270)", 8, 8),
        ("[3 x i24]", 12, 4),
        ("{ i8, i32 }", 8, 4),
        ("<{ i8, i32 }>", 5, 1),
        ("{ i8, i128, i8 }", 24, 4),
        ("{ i1, { i16, x86_fp80 }, i8 }", 64, 16),
        ("<3 x i32>", 16, 16),
        ("<3 x i1>", 1, 1),
        ("<8 x i8>", 8, 8),
        ("<7 x i8>", 8, 8),
        ("<5 x double>", 64, 64),
        ("<2 x ptr>", 16, 16),
        ("{ <3 x float>, i8 }", 32, 16),
        ("{}", 0, 1),
        ("[0 x i64]", 0, 4),
        ("{ [3 x i8], i16, [2 x <2 x i16>] }", 16, 4),
        ("<{ i8, { i8, i64 } }>", 13, 1),
    ];
    check("", &rows);
}

#[test]
fn fields() {
    let (module, types) = module(&["{ i8, i32, <{ i8, i64 }>, i16 }", "[4 x { i8, [3 x i16] }]"]);
    let layout = DataLayout::of_module(&module).expect("valid layout");
    let fields = layout
        .struct_layout(&module.types, types[0])
        .expect("a struct");
    assert_eq!(*fields.offsets, [0, 4, 8, 18]);
    assert_eq!((fields.size, fields.align), (20, 4));
    assert_eq!(fields.field_containing(7), Some(1));
    assert_eq!(fields.field_containing(17), Some(2));
    assert_eq!(layout.struct_layout(&module.types, types[1]), None);
    let offset =
        |indices: &[i64]| layout.gep_offset(&module.types, types[1], indices.iter().copied());
    assert_eq!(offset(&[1]), Some(32));
    assert_eq!(offset(&[0, 2, 1, 2]), Some(16 + 2 + 4));
    assert_eq!(offset(&[0, -1]), Some(-8));
    assert_eq!(offset(&[0, 0, 2]), None);
    assert_eq!(offset(&[i64::MAX]), Some(i64::MAX.wrapping_mul(32)));
}

#[test]
fn variable_indices() {
    let (module, types) = module(&["[4 x { i8, [3 x i16] }]"]);
    let layout = DataLayout::of_module(&module).expect("valid layout");
    let mut walk = GepWalk::new(types[0]);
    let mut step = |constant| walk.step(&layout, &module.types, constant);
    assert_eq!(step(None), Some(GepStep::Stride(32)));
    assert_eq!(step(None), Some(GepStep::Stride(8)));
    assert_eq!(step(Some(1)), Some(GepStep::Offset(2)));
    assert_eq!(step(None), Some(GepStep::Stride(2)));
    // An i16 has no parts.
    assert_eq!(step(Some(0)), None);
}

/// A new identified struct with these fields.
fn named(types: &mut TypeTable, name: &str, fields: &[Type]) -> Type {
    let id = types.structs.push(StructData {
        name: Some(name.into()),
        body: Some((fields.into(), false)),
    });
    types.intern(TypeData::Named(id))
}

#[test]
fn types_without_size() {
    let (mut module, mut wanted) = module(&[
        "%opaque",
        "[18446744073709551615 x i64]",
        "{ [4611686018427387904 x i8], [4611686018427387904 x i8] }",
        "<vscale x 4 x i32>",
        "{ i8, <vscale x 1 x i64> }",
    ]);
    // The reader refuses structs that contain themselves; made by hand they must not loop.
    let types = &mut module.types;
    let own = named(types, "own", &[]);
    let pair = named(types, "pair", &[own, own]);
    let TypeData::Named(id) = types[own] else {
        panic!("a struct");
    };
    types.structs[id].body = Some(([pair, TypeTable::I32].into(), false));
    wanted.extend([own, pair]);
    let layout = DataLayout::of_module(&module).expect("valid layout");
    for ty in wanted {
        for layout in [&layout, &DataLayout::default()] {
            assert_eq!(layout.alloc_size(&module.types, ty), None);
            assert!(layout.abi_align(&module.types, ty) >= 1);
        }
    }
}

#[test]
fn long_chain_of_structs() {
    let mut types = TypeTable::default();
    let mut ty = TypeTable::I32;
    for index in 0..50_000 {
        ty = named(&mut types, &format!("s{index}"), &[ty]);
    }
    let mut layout = DataLayout::default();
    assert_eq!(layout.alloc_size(&types, ty), Some(4));
    layout.compute(&types);
    assert_eq!(layout.alloc_size(&types, ty), Some(4));
}

#[test]
fn properties_of_the_target() {
    let layout = DataLayout::parse(X86_64_LAYOUT).expect("valid layout");
    assert!(!layout.is_big_endian());
    assert_eq!(layout.private_prefix(), ".L");
    assert_eq!(layout.stack_align(), Some(16));
    assert!(layout.is_legal_int(32) && !layout.is_legal_int(128));
    assert_eq!((layout.pointer_size(0), layout.pointer_size(271)), (8, 4));
    let layout = DataLayout::parse("E-p1:16:16:32:8-A5-P2-G1-ni:1-a:0:32").expect("valid layout");
    assert!(layout.is_big_endian() && layout.is_non_integral(1));
    assert_eq!((layout.pointer(1).preferred, layout.index_bits(1)), (4, 8));
    assert_eq!(layout.alloca_address_space(), 5);
    assert_eq!(
        (
            layout.program_address_space(),
            layout.globals_address_space()
        ),
        (2, 1)
    );
}

#[test]
fn broken_layouts_are_refused() {
    for (text, message) in [
        ("e-q", "unknown part 'q'"),
        ("i8:16", "i8 must be aligned to 8 bits"),
        ("i32", "the ABI alignment is missing"),
        ("i32:7", "alignment 7 is not 8 times a power of two"),
        (
            "i32:64:32",
            "the preferred alignment is below the ABI alignment",
        ),
        ("p:0:8", "the size is not between 1 and 65536 bits"),
        (
            "p:32:32:32:64",
            "the index size is not between 1 and the pointer size",
        ),
        ("m:q", "unknown mangling"),
        ("ni:0", "'0' is not a non-zero address space"),
        ("n8:0", "a native integer has no bits"),
        ("Sx", "'x' is not a number"),
        ("\u{e9}", "unknown part"),
    ] {
        let error = DataLayout::parse(text).expect_err(text);
        assert!(error.contains(message), "{text}: {error}");
    }
}
