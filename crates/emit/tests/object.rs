//! Objects read back: sections, symbols, relocations, data and unwind tables.

use avarice_emit::{
    AsmSyntax, AsmText, CodeBuffer, ElfTarget, EmitError, EmitOptions, Fixup, FixupTarget,
    FunctionCode, FunctionContext, PrintContext, RelocationModel, TargetEmitter, emit_assembly,
    emit_object,
};
use avarice_ir::{CodeModel, DataLayout, Global, Module, parse_module};
use avarice_mir::{CfiInstruction, Inst};
use gimli::UnwindSection;
use object::elf;
use object::{
    Object, ObjectComdat, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget,
    SymbolKind,
};

type File<'a> = object::read::elf::ElfFile64<'a, object::Endianness>;

/// x86-64's numbers; nothing is encoded or printed in these tests.
struct Numbers;

static ELF: ElfTarget = ElfTarget {
    machine: elf::EM_X86_64,
    flags: 0,
    big_endian: false,
    absolute: [
        elf::R_X86_64_8,
        elf::R_X86_64_16,
        elf::R_X86_64_32,
        elf::R_X86_64_64,
    ],
    relative: [
        elf::R_X86_64_PC8,
        elf::R_X86_64_PC16,
        elf::R_X86_64_PC32,
        elf::R_X86_64_PC64,
    ],
    debug_thread_local: None,
    eh_frame_type: elf::SHT_X86_64_UNWIND,
    content_symbols: None,
    data_align: -8,
    code_align: 1,
    return_address: 16,
    relative_jump_tables: false,
    has_far_tables: false,
    code_models: &[CodeModel::Small],
    code_model_error: "small only",
    has_large_sections: false,
    initial_cfa: (7, 8),
    return_address_offset: Some(-8),
    comment: "#",
    words: [".byte", ".short", ".long", ".quad"],
    fill: 0x90,
    nop: &[0x90],
};

impl TargetEmitter for Numbers {
    fn elf(&self) -> &'static ElfTarget {
        &ELF
    }

    fn encode(
        &self,
        _: &FunctionContext<'_>,
        _: Inst,
        _: &mut CodeBuffer,
    ) -> Result<(), EmitError> {
        Err(EmitError::unsupported("code"))
    }

    fn print(&self, _: &PrintContext<'_>, _: Inst, _: &mut AsmText) -> Result<(), EmitError> {
        Err(EmitError::unsupported("code"))
    }

    fn nops(&self, count: usize, _longest: usize, out: &mut Vec<u8>) {
        out.extend(std::iter::repeat_n(0x90, count));
    }

    fn apply_relative(&self, kind: u32, field: &mut [u8], value: i64) -> Option<()> {
        if kind != elf::R_X86_64_PC32 && kind != elf::R_X86_64_PLT32 {
            return None;
        }
        let value = i32::try_from(value).ok()?;
        field.get_mut(..4)?.copy_from_slice(&value.to_le_bytes());
        Some(())
    }

    fn needs_symbol(&self, kind: u32) -> bool {
        kind == elf::R_X86_64_GOTPCREL
    }

    fn dwarf_register(&self, _: u16, _: AsmSyntax) -> Option<String> {
        None
    }
}

fn module(text: &str) -> Module {
    parse_module(text.as_bytes()).expect("the module is well-formed")
}

fn layout_of(module: &Module) -> DataLayout {
    let text = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    let mut layout = DataLayout::parse(text).expect("a layout");
    layout.compute(&module.types);
    layout
}

fn object_with(
    module: &Module,
    functions: Vec<(Global, FunctionCode)>,
    relocation_model: RelocationModel,
) -> Result<Vec<u8>, EmitError> {
    let options = EmitOptions {
        relocation_model,
        ..EmitOptions::default()
    };
    emit_object(module, &layout_of(module), functions, &Numbers, &options)
}

fn object_of(text: &str) -> Vec<u8> {
    object_with(&module(text), Vec::new(), RelocationModel::Static).expect("an object")
}

fn global(module: &Module, name: &str) -> Global {
    module.globals_by_name[name.as_bytes()]
}

fn code(bytes: &[u8], fixups: Vec<Fixup>) -> FunctionCode {
    FunctionCode {
        longest_nop: 1,
        bytes: bytes.to_vec(),
        align: 16,
        fixups,
        ..FunctionCode::default()
    }
}

/// Section name, value and size of a symbol, and the bytes that it covers.
fn symbol(file: &File, name: &str) -> (String, u64, u64, Vec<u8>) {
    let symbol = file
        .symbol_by_name(name)
        .unwrap_or_else(|| panic!("no symbol {name}"));
    let section = symbol
        .section_index()
        .map(|i| file.section_by_index(i).expect("section"));
    let section = section.unwrap_or_else(|| panic!("{name} is undefined"));
    let (start, end) = (
        symbol.address() as usize,
        (symbol.address() + symbol.size()) as usize,
    );
    let bytes = section
        .data()
        .expect("data")
        .get(start..end)
        .unwrap_or(&[])
        .to_vec();
    let section = section.name().expect("name").to_owned();
    (section, symbol.address(), symbol.size(), bytes)
}

fn data_of(text: &str, name: &str) -> (String, Vec<u8>) {
    let bytes = object_of(text);
    let file = File::parse(&*bytes).expect("an ELF file");
    let (section, _, _, bytes) = symbol(&file, name);
    (section, bytes)
}

/// Relocations of a section: offset, type, symbol or section name, addend.
fn relocations(file: &File, section: &str) -> Vec<(u64, u32, String, i64)> {
    let section = file.section_by_name(section).expect("section");
    let relocations = section.relocations().map(|(offset, relocation)| {
        let RelocationTarget::Symbol(index) = relocation.target() else {
            panic!("relocation without symbol");
        };
        let symbol = file.symbol_by_index(index).expect("symbol");
        let name = match symbol.kind() {
            SymbolKind::Section => {
                let index = symbol.section_index().expect("section symbol");
                file.section_by_index(index)
                    .expect("section")
                    .name()
                    .expect("name")
            }
            _ => symbol.name().expect("name"),
        };
        let RelocationFlags::Elf { r_type } = relocation.flags() else {
            panic!("no ELF relocation");
        };
        (offset, r_type, name.to_owned(), relocation.addend())
    });
    relocations.collect()
}

#[test]
fn integers_floats_and_padding_are_little_endian() {
    let (section, bytes) = data_of(
        "@g = global { i8, i32, [3 x i16], double } \
         { i8 1, i32 -2, [3 x i16] [i16 3, i16 4, i16 5], double 1.5 }",
        "g",
    );
    let mut expected = vec![1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 3, 0, 4, 0, 5, 0, 0, 0];
    expected.extend(1.5f64.to_le_bytes());
    assert_eq!((section.as_str(), bytes), (".data", expected));
    let packed = "@g = constant <{ i8, i64 }> <{ i8 7, i64 -2 }>";
    let expected = vec![7, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    assert_eq!(data_of(packed, "g"), (".rodata".to_owned(), expected));
}

#[test]
fn odd_widths_fill_their_store_size() {
    let (_, bytes) = data_of("@g = global [2 x i24] [i24 1193046, i24 -1]", "g");
    assert_eq!(bytes, [0x56, 0x34, 0x12, 0, 0xff, 0xff, 0xff, 0]);
    let (_, bytes) = data_of("@g = global i128 -2", "g");
    assert_eq!(bytes, (-2i128).to_le_bytes());
    let (_, bytes) = data_of("@g = global <4 x i1> <i1 1, i1 0, i1 1, i1 1>", "g");
    assert_eq!(bytes, [0b1101]);
    let (_, bytes) = data_of("@g = global x86_fp80 0xK3FFF8000000000000000", "g");
    assert_eq!(
        bytes,
        [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f, 0, 0, 0, 0, 0, 0]
    );
    let (_, bytes) = data_of("@g = global <2 x i32> splat (i32 3)", "g");
    assert_eq!(bytes, [3, 0, 0, 0, 3, 0, 0, 0]);
}

#[test]
fn sections_follow_the_kind_of_data() {
    let text = "
        @zero = internal global [1000000 x i64] zeroinitializer
        @read = constant i32 1
        @pointer = constant ptr @read
        @thread = thread_local global i32 1
        @thread_zero = thread_local global i32 0
        @named = global i32 0, section \"mine\"
        @string = unnamed_addr constant [3 x i8] c\"ab\\00\"
        @no_string = unnamed_addr constant [4 x i8] c\"a\\00b\\00\"
        @merged = unnamed_addr constant [2 x i64] [i64 1, i64 2]
        @wide = unnamed_addr constant [2 x i32] [i32 65, i32 0]
    ";
    let bytes = object_of(text);
    assert!(bytes.len() < 10_000, "zeros take no room in the file");
    let file = File::parse(&*bytes).expect("an ELF file");
    for (name, section) in [
        ("zero", ".bss"),
        ("read", ".rodata"),
        ("pointer", ".rodata"),
        ("thread", ".tdata"),
        ("thread_zero", ".tbss"),
        ("named", "mine"),
        ("string", ".rodata.str1.1"),
        ("no_string", ".rodata.cst4"),
        ("merged", ".rodata.cst16"),
        ("wide", ".rodata.str4.4"),
    ] {
        assert_eq!(symbol(&file, name).0, section, "{name}");
    }
    assert_eq!(symbol(&file, "zero").2, 8_000_000);
    let pic = object_with(&module(text), Vec::new(), RelocationModel::Pic).expect("an object");
    let pic = File::parse(&*pic).expect("an ELF file");
    assert_eq!(symbol(&pic, "pointer").0, ".data.rel.ro");
}

#[test]
fn references_become_relocations_with_addends() {
    let text = "
        @a = global [4 x i32] zeroinitializer
        @private = private global i64 5
        @table = global [3 x ptr] [ptr getelementptr (i8, ptr @a, i64 4), ptr @private, ptr @f]
        @diff = constant [2 x i32] [
          i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @diff to i64)) to i32),
          i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64),
            i64 ptrtoint (ptr getelementptr ([2 x i32], ptr @diff, i32 0, i32 1) to i64)) to i32)]
        declare void @f()
    ";
    let bytes = object_of(text);
    let file = File::parse(&*bytes).expect("an ELF file");
    let (_, table, ..) = symbol(&file, "table");
    assert_eq!(
        relocations(&file, ".data"),
        [
            (table, elf::R_X86_64_64, "a".to_owned(), 4),
            (table + 8, elf::R_X86_64_64, ".data".to_owned(), 0),
            (table + 16, elf::R_X86_64_64, "f".to_owned(), 0),
        ]
    );
    assert_eq!(
        relocations(&file, ".rodata"),
        [
            (0, elf::R_X86_64_PC32, "f".to_owned(), 0),
            (4, elf::R_X86_64_PC32, "a".to_owned(), 0),
        ]
    );
    assert!(file.symbol_by_name(".Lprivate").is_none());
}

#[test]
fn symbols_have_binding_visibility_and_aliases() {
    let text = "
        $group = comdat any
        @strong = global i32 1
        @weak = weak global i32 2
        @hidden = hidden global i32 3
        @internal = internal global i32 4
        @common = common global i64 0, align 16
        @group = linkonce_odr global i32 5, comdat
        @alias = alias i32, ptr @strong
        @unused = external global i32
        @\"\\01raw\" = global i32 6
    ";
    let bytes = object_of(text);
    let file = File::parse(&*bytes).expect("an ELF file");
    let get = |name: &str| {
        file.symbol_by_name(name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    assert!(get("strong").is_global() && !get("strong").is_weak());
    assert!(get("weak").is_weak() && get("group").is_weak());
    assert!(get("internal").is_local());
    assert_eq!(get("alias").address(), get("strong").address());
    assert!(get("common").is_common());
    assert_eq!((get("common").size(), get("common").address()), (8, 16));
    assert!(file.symbol_by_name("unused").is_none());
    assert!(file.symbol_by_name("raw").is_some());
    let visibility = get("hidden").flags();
    let object::SymbolFlags::Elf { st_other, .. } = visibility else {
        panic!("no ELF symbol");
    };
    assert_eq!(st_other, elf::STV_HIDDEN);
    let comdats: Vec<String> = file
        .comdats()
        .map(|comdat| comdat.name().expect("name").to_owned())
        .collect();
    assert_eq!(comdats, ["group"]);
}

#[test]
fn constructors_are_sorted_by_priority() {
    let text = "
        @llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [
          { i32, ptr, ptr } { i32 65535, ptr @late, ptr null },
          { i32, ptr, ptr } { i32 101, ptr @early, ptr null },
          { i32, ptr, ptr } { i32 65535, ptr @last, ptr null }]
        declare void @late()
        declare void @early()
        declare void @last()
    ";
    let bytes = object_of(text);
    let file = File::parse(&*bytes).expect("an ELF file");
    let names = |section| -> Vec<String> {
        let all = relocations(&file, section).into_iter();
        all.map(|(_, _, name, _)| name).collect()
    };
    assert_eq!(names(".init_array.101"), ["early"]);
    assert_eq!(names(".init_array"), ["late", "last"]);
    assert!(file.symbol_by_name("llvm.global_ctors").is_none());
}

#[test]
fn calls_within_a_section_need_no_linker_if_the_callee_cannot_be_replaced() {
    let text = "
        define internal void @local() { ret void }
        define void @shared() { ret void }
        define void @caller() { ret void }
    ";
    let module = module(text);
    let (local, shared) = (global(&module, "local"), global(&module, "shared"));
    let call = |offset, to| Fixup {
        offset,
        kind: elf::R_X86_64_PLT32,
        target: FixupTarget::Global(to),
        addend: -4,
    };
    let calls = vec![call(1, local), call(6, shared)];
    let caller = code(&[0xe8, 0, 0, 0, 0, 0xe8, 0, 0, 0, 0, 0xc3], calls);
    // Any order of functions gives the same file.
    let functions = vec![
        (global(&module, "caller"), caller),
        (local, code(&[0xc3], Vec::new())),
        (shared, code(&[0xc3], Vec::new())),
    ];
    let mut reversed = functions.clone();
    reversed.reverse();
    let bytes = object_with(&module, functions, RelocationModel::Static).expect("an object");
    let other = object_with(&module, reversed, RelocationModel::Static).expect("an object");
    assert_eq!(bytes, other);
    let file = File::parse(&*bytes).expect("an ELF file");
    let (section, start, size, body) = symbol(&file, "caller");
    assert_eq!((section.as_str(), start, size), (".text", 32, 11));
    assert_eq!(body[1..5], (-37i32).to_le_bytes());
    assert_eq!(
        relocations(&file, ".text"),
        [(38, elf::R_X86_64_PLT32, "shared".to_owned(), -4)]
    );
}

#[test]
fn unwind_rows_are_read_back() {
    let module = module("define void @f() { ret void }\ndefine void @g() { ret void }");
    let f = FunctionCode {
        cfi: vec![
            (1, CfiInstruction::DefCfaOffset(16)),
            (1, CfiInstruction::Offset(6, -16)),
            (4, CfiInstruction::DefCfaRegister(6)),
            (9, CfiInstruction::DefCfa(7, 8)),
        ],
        has_unwind_table: true,
        ..code(&[0x90; 10], Vec::new())
    };
    let functions = vec![
        (global(&module, "f"), f),
        (global(&module, "g"), code(&[0xc3], vec![])),
    ];
    let bytes = object_with(&module, functions, RelocationModel::Static).expect("an object");
    let file = File::parse(&*bytes).expect("an ELF file");
    let section = file.section_by_name(".eh_frame").expect("unwind table");
    let table = gimli::EhFrame::new(section.data().expect("data"), gimli::LittleEndian);
    let bases = gimli::BaseAddresses::default().set_eh_frame(0);
    let mut entries = table.entries(&bases);
    let Ok(Some(gimli::CieOrFde::Cie(common))) = entries.next() else {
        panic!("first a common entry");
    };
    assert_eq!(common.data_alignment_factor(), -8);
    assert_eq!(common.return_address_register(), gimli::Register(16));
    let Ok(Some(gimli::CieOrFde::Fde(entry))) = entries.next() else {
        panic!("then the entry of f");
    };
    let entry = entry
        .parse(gimli::EhFrame::cie_from_offset)
        .expect("an entry");
    assert_eq!(entry.len(), 10);
    let mut context = gimli::UnwindContext::new();
    let mut rows = entry.rows(&table, &bases, &mut context).expect("rows");
    let mut found = Vec::new();
    let start = entry.initial_address();
    while let Some(row) = rows.next_row().expect("a row") {
        let gimli::CfaRule::RegisterAndOffset { register, offset } = row.cfa() else {
            panic!("a frame address");
        };
        found.push((row.start_address() - start, register.0, *offset));
    }
    assert_eq!(found, [(0, 7, 8), (1, 7, 16), (4, 6, 16), (9, 7, 8)]);
    assert!(matches!(entries.next(), Ok(None)));
    let relocation = &relocations(&file, ".eh_frame")[0];
    assert_eq!(
        (relocation.1, relocation.2.as_str()),
        (elf::R_X86_64_PC32, ".text")
    );
}

#[test]
fn what_cannot_be_expressed_is_refused() {
    let refused = |text: &str| {
        let error = object_with(&module(text), Vec::new(), RelocationModel::Static);
        error.expect_err("no object").to_string()
    };
    assert_eq!(
        refused("module asm \"nop\""),
        "unsupported at emission: module assembly"
    );
    let huge = refused(
        "@g = global { [1 x i8], [5000000000 x i8] } { [1 x i8] c\"a\", \
         [5000000000 x i8] zeroinitializer }",
    );
    assert!(
        huge.contains("more than 4 GiB") && huge.contains("'g'"),
        "{huge}"
    );
    let sum = refused(
        "@a = global i32 0\n@g = global i64 add (i64 ptrtoint (ptr @a to i64), \
         i64 ptrtoint (ptr @a to i64))",
    );
    assert!(sum.contains("constant expression"), "{sum}");
}

#[test]
fn assembly_has_the_same_data() {
    let module = module(
        "@a = internal global i32 5\n@b = global ptr getelementptr (i8, ptr @a, i64 2)\n\
         @\"odd name\" = weak constant [3 x i8] c\"a\\22\\00\"",
    );
    let layout = layout_of(&module);
    let text = emit_assembly(&module, &layout, &[], &Numbers, &EmitOptions::default());
    let text = text.expect("assembly");
    for line in [
        "a:\n\t.long\t5 ",
        "\t.quad\ta+2\n",
        "\t.weak\t\"odd name\"\n",
        "\t.asciz\t\"a\\\"\"\n",
        "\t.section\t\".note.GNU-stack\",\"\",@progbits\n",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
}
