//! MIR text, the machine verifier and block frequencies over this target. `mir/*.mir` and
//! `mir/constructs.debug` are the output of llc 19.1.7 for functions of ours.

use avarice_mir::InsertPoint;
use avarice_mir::{
    BlockFrequencies, Inst, MachineCfg, MachineDominatorTree, MachineFunction, MachineLoopInfo,
    MirFile, MirPrinter, MirTarget, ModuleNames, Operand, ParseError, Reg, TargetHooks, parse_mir,
    verify, write_mir_file,
};
use avarice_target_x86_64::hooks::X86Hooks;
use avarice_target_x86_64::reg;

fn read(text: &str) -> Result<MirFile, ParseError> {
    let target = MirTarget {
        desc: X86Hooks.desc(),
        text: X86Hooks.text_names(),
    };
    parse_mir(text.as_bytes(), &|_| Ok(target))
}

fn print(file: &MirFile) -> String {
    let mut out = String::new();
    write_mir_file(
        &mut out,
        &file.module,
        &file.functions,
        X86Hooks.text_names(),
        false,
    );
    out
}

/// A function with this body, read.
fn function(body: &str) -> Result<MachineFunction, ParseError> {
    let text = format!("---\nname: f\ntracksRegLiveness: true\nbody: |\n{body}\n...\n");
    read(&text).map(|mut file| file.functions.remove(0))
}

#[test]
fn files_of_llc_print_as_they_were() {
    for text in [
        include_str!("mir/ssa.mir"),
        include_str!("mir/loads.mir"),
        include_str!("mir/allocated.mir"),
    ] {
        let file = read(text).expect("a valid file");
        assert_eq!(print(&file), text);
        for function in &file.functions {
            function.verify_chains().expect("sound chains");
            assert_eq!(verify(function, &X86Hooks), Ok(()));
        }
    }
}

#[test]
fn every_construct_prints_as_llc_prints_it() {
    let file = read(include_str!("mir/constructs.in.mir")).expect("a valid file");
    let documents = |text: &str| text[text.find("\n---\n").expect("a document")..].to_owned();
    let printed = print(&file);
    assert_eq!(
        documents(&printed),
        documents(include_str!("mir/constructs.mir"))
    );
    // Fixed stack objects change places whenever a file is read, so twice gives the same text again.
    let twice = print(&read(&print(&read(&printed).expect("our own text"))).expect("our own text"));
    assert_eq!(twice, printed);
    let names = ModuleNames::new(&file.module);
    let mut debug = String::new();
    let function = &file.functions[0];
    MirPrinter::new(X86Hooks.text_names(), Some(&names), function)
        .write_function(&mut debug, function, None);
    assert_eq!(debug, include_str!("mir/constructs.debug"));
}

#[test]
fn a_file_needs_no_module() {
    let body = "  bb.0:\n    successors: %bb.2\n\n    JMP_1 %bb.2\n\n  bb.1:\n    RET64\n\n  bb.2:\n    liveins: $edi\n\n    \
                %a:gr32 = COPY $edi\n    $eax = COPY %a\n    RET64 implicit $eax\n";
    let function = function(body).expect("a valid file");
    assert_eq!(function.layout.len(), 3);
    assert_eq!(
        function
            .vregs
            .values()
            .next()
            .expect("a register")
            .name
            .as_deref(),
        Some("a")
    );
    assert!(function.is_ssa && function.no_phis && !function.no_vregs);
    let first = &function.blocks[function.layout[0]];
    assert_eq!((first.succs.len(), first.probs[0].0), (1, 1 << 31));
}

// Long because it is a table.
#[test]
fn errors_name_the_place() {
    let line = |text: &str| format!("  bb.0:\n    {text}\n");
    let mut differences = Vec::new();
    for (body, place, message) in [
        (
            line("FROB $eax"),
            (6, 5),
            "unknown machine instruction name 'FROB', or unsupported extension: EVEX, AMX, APX",
        ),
        (
            line("$eax = COPY $foo"),
            (6, 17),
            "unknown register name 'foo'",
        ),
        (
            line("$eax = COPY %0"),
            (6, 17),
            "Cannot determine class/bank of virtual register 0 in function 'f'",
        ),
        (
            line("%0:gr99 = IMPLICIT_DEF"),
            (6, 8),
            "use of undefined register class or register bank 'gr99'",
        ),
        (
            line("$eax.sub_8bit = COPY $eax"),
            (6, 19),
            "subregister index expects a virtual register",
        ),
        (
            line("$eax = MOV32ri 99999999999999999999"),
            (6, 20),
            "integer literal is too large to be an immediate operand",
        ),
        (
            line("JMP_1 %bb.7"),
            (6, 11),
            "use of undefined machine basic block #7",
        ),
        (
            line("$eax = COPY dead $eax"),
            (6, 17),
            "cannot have a dead use operand",
        ),
        (
            line("$eax = COPY killed killed $eax"),
            (6, 24),
            "duplicate 'killed' register flag",
        ),
        (
            line("$eax = MOV32rm %stack.0, 1, $noreg, 0, $noreg"),
            (6, 20),
            "use of undefined stack object '%stack.0'",
        ),
        (
            line("$eax = MOV32rm $rdi, 1, $noreg, 0, $noreg :: (load (s32) into stack)"),
            (6, 62),
            "expected 'from'",
        ),
        (
            line("$eax = MOV32rm $rdi, 1, $noreg, 0, $noreg :: (load (s32), align 3)"),
            (6, 70),
            "expected a power-of-2 literal after 'align'",
        ),
        (
            line("$eax = MOV32r0"),
            (6, 19),
            "missing implicit register operand 'implicit-def $eflags'",
        ),
        (
            line("CALL64pcrel32 @f2, csr_64"),
            (6, 19),
            "use of undefined global value '@f2'",
        ),
        (
            line("CALL64pcrel32 target-flags(x86-odd) &f, csr_64"),
            (6, 32),
            "use of undefined target flag 'x86-odd'",
        ),
        (line("RET64 }"), (6, 11), "extraneous closing brace ('}')"),
        (
            "  RET64\n".to_owned(),
            (5, 3),
            "expected a basic block definition before instructions",
        ),
        (
            "  bb.0:\n  bb.0:\n".to_owned(),
            (6, 3),
            "redefinition of machine basic block with id #0",
        ),
        (
            line("INLINEASM &\"x, 1"),
            (6, 21),
            "end of machine instruction reached before the closing '\"'",
        ),
    ] {
        let error = function(&body).expect_err(&body);
        let said = (error.message.to_string(), (error.line, error.column));
        if said != (message.to_owned(), place) {
            differences.push((body, said));
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn broken_documents_are_refused() {
    for (text, message) in [
        ("---\nalignment: 16\n...\n", "missing required key 'name'"),
        ("---\nname: f\nfrobs: 3\n...\n", "unknown key 'frobs'"),
        ("---\nname: f\nalignment: 3\n...\n", "expected a power of 2"),
        (
            "---\nname: f\nregisters:\n  - { id: 0 }\n...\n",
            "missing required key 'class'",
        ),
        (
            "---\nname: f\n...\n---\nname: f\n...\n",
            "redefinition of machine function 'f'",
        ),
        (
            "--- |\n  define void @f() {\n    ret i32 %x\n  }\n...\n",
            "",
        ),
        ("\u{0}\u{1}\u{2}", "expected a key and ':'"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.message == message || message.is_empty(), "{error}");
    }
    // The module's errors are placed in the file.
    let error = read("--- |\n\n  define void @f() {\n    bogus\n  }\n...\n").expect_err("bogus");
    assert_eq!((error.line, error.column), (4, 5));
}

#[test]
fn the_verifier_finds_what_is_wrong() {
    for (body, message) in [
        (
            "%0:gr32 = COPY %1:gr32\n RET64",
            "Reading virtual register without a def",
        ),
        (
            "$eax = COPY $ecx\n RET64",
            "Using an undefined physical register",
        ),
        (
            "%0:gr32 = IMPLICIT_DEF\n $eax = COPY killed %0\n $ecx = COPY %0\n RET64",
            "Using a killed virtual register",
        ),
        (
            "%0:gr32 = IMPLICIT_DEF\n %1:gr64 = MOV64rr %0\n RET64",
            "Illegal virtual register for instruction",
        ),
        (
            "%0:gr32 = IMPLICIT_DEF\n %1:gr32 = COPY %0.sub_32bit\n RET64",
            "Invalid subregister index for virtual register",
        ),
        (
            "$ax = MOV32ri 4\n RET64",
            "Illegal physical register for instruction",
        ),
        (
            "RET64\n $eax = MOV32ri 4",
            "Non-terminator instruction after the first terminator",
        ),
        (
            "$eax = MOV32ri 4, 5\n RET64",
            "Extra explicit operand on non-variadic instruction",
        ),
        (
            "ADJCALLSTACKUP64 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n RET64",
            "FrameDestroy is not after a FrameSetup",
        ),
        (
            "%0:gr32 = IMPLICIT_DEF\n %2:gr32 = PHI %0, %bb.0\n RET64",
            "Found PHI instruction after non-PHI",
        ),
        (
            "$eax = MOV32ri 4 :: (load (s32))\n RET64",
            "Missing mayLoad flag",
        ),
        (
            "successors:\n\n JMP_1 %bb.0\n",
            "MBB exits via jump or conditional branch, but its target isn't",
        ),
    ] {
        let body = format!("  bb.0:\n   {}\n", body.replace('\n', "\n  "));
        let function = function(&body).expect(&body);
        let errors = verify(&function, &X86Hooks).expect_err(&body).errors;
        assert!(
            errors.iter().any(|e| e.message.starts_with(message)),
            "{body}{errors:?}"
        );
    }
}

/// What text cannot say, as the reader refuses it; a faulty pass can do it.
#[test]
fn the_verifier_finds_operands_that_are_missing_or_of_a_wrong_kind() {
    type Edit = fn(&mut MachineFunction, Inst);
    let copy = "  bb.0:\n    liveins: $edi\n\n    $eax = MOV32rr $edi\n    RET64\n";
    let phi = "  bb.0:\n    liveins: $edi\n\n    %0:gr32 = COPY $edi\n\n  bb.1:\n    \
               %1:gr32 = PHI %0, %bb.0\n    RET64\n";
    let parts = "  bb.0:\n    liveins: $edi\n\n    %0:gr64 = REG_SEQUENCE $edi, %subreg.sub_32bit\n    \
                 RET64\n";
    let broken: [(&str, Edit, &str); 7] = [
        (
            parts,
            |f, inst| f.remove_operand(inst, 2),
            "Invalid number of operands for REG_SEQUENCE",
        ),
        (
            parts,
            |f, inst| f.replace_operand(inst, 1, Operand::imm(1)),
            "Invalid register operand for REG_SEQUENCE",
        ),
        (
            copy,
            |f, inst| f.remove_operand(inst, 1),
            "Too few operands",
        ),
        (
            copy,
            |f, inst| f.replace_operand(inst, 1, Operand::imm(5)),
            "Expected a register operand.",
        ),
        (
            phi,
            |f, inst| f.replace_operand(inst, 1, Operand::imm(5)),
            "Expected PHI operand to be a register",
        ),
        (
            phi,
            |f, inst| f.replace_operand(inst, 2, Operand::imm(5)),
            "Expected PHI operand to be a basic block",
        ),
        (
            phi,
            |f, inst| f.replace_operand(inst, 0, Operand::def(reg::EAX)),
            "Expected first PHI operand to be a virtual register",
        ),
    ];
    for (body, edit, message) in broken {
        let mut function = function(body).expect(body);
        let last = *function.layout.last().expect("a block");
        let first = function.blocks[last].first.expect("an instruction");
        edit(&mut function, first);
        let errors = verify(&function, &X86Hooks).expect_err(message).errors;
        assert!(
            errors.iter().any(|e| e.message.starts_with(message)),
            "{message}: {errors:?}"
        );
    }
}

#[test]
fn the_verifier_follows_control_flow() {
    // %0 is killed on one way to its use; %1 is not defined on one.
    let body = "  bb.0:\n    liveins: $edi\n\n    %0:gr32 = COPY $edi\n    TEST32rr %0, %0, implicit-def $eflags\n    \
                JCC_1 %bb.2, 4, implicit $eflags\n\n  bb.1:\n    %1:gr32 = COPY killed %0\n\n  \
                bb.2:\n    %2:gr32 = COPY %0\n    %3:gr32 = COPY %1\n    RET64\n";
    let function = function(body).expect("a valid file");
    let errors = verify(&function, &X86Hooks).expect_err("two errors");
    let messages: Vec<&str> = errors.errors.iter().map(|e| &*e.message).collect();
    assert_eq!(
        messages,
        [
            "Virtual register killed in block, but needed live out: %0",
            "Virtual register defs don't dominate all uses: %1",
        ]
    );
    let printer = MirPrinter::new(X86Hooks.text_names(), None, &function);
    let shown = errors.annotate(&function, &printer);
    assert!(
        shown.starts_with("# f: 2 errors\nbb.1:\n  ; ^ Virtual register killed in block"),
        "{shown}"
    );
    assert!(
        shown.contains("%3:gr32 = COPY %1:gr32\n  ; ^ Virtual register defs"),
        "{shown}"
    );
}

#[test]
fn chains_survive_random_edits() {
    let file = read(include_str!("mir/loads.mir")).expect("a valid file");
    let mut function = file.functions[0].clone();
    let mut seed = 1_u64;
    let mut random = |limit: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    for _ in 0..2000 {
        let insts: Vec<_> = function
            .layout
            .iter()
            .flat_map(|b| function.block_insts(*b))
            .collect();
        let inst = insts[random(insts.len())];
        let num = function.num_operands(inst);
        let index = random(num.max(1));
        match random(6) {
            0 if insts.len() > 4 => {
                let block = function.inst_block(inst).expect("in a block");
                function.remove_inst(inst);
                let at = function.blocks[block].first.expand();
                function.insert_at(InsertPoint::new(block, at), inst);
            }
            1 if num > 0 && function.operand(inst, index).is_reg() => {
                let reg = Reg::virt(
                    function
                        .vregs
                        .keys()
                        .nth(random(function.vregs.len()))
                        .expect("one"),
                );
                function.set_reg(inst, index, reg);
            }
            2 => function.push_operand(inst, Operand::reg(Reg::NONE)),
            3 if num > 0 && function.operand(inst, index).tied_to().is_none() => {
                function.remove_operand(inst, index);
            }
            4 if num > 0 && function.operand(inst, index).tied_to().is_none() => {
                let reg = function.vregs.keys().next().expect("one");
                function.insert_operand(inst, index, Operand::def(reg));
            }
            _ => {
                let block = function.layout[random(function.layout.len())];
                function.splice(inst, InsertPoint::at_end(block));
            }
        }
        function.verify_chains().expect("sound chains");
    }
}

#[test]
fn frequencies_are_those_of_llc() {
    let file = read(include_str!("mir/irreducible.mir")).expect("a valid file");
    let function = &file.functions[0];
    let cfg = MachineCfg::of(function);
    let dominators = MachineDominatorTree::of(&cfg);
    let loops = MachineLoopInfo::of(&cfg, &dominators);
    assert_eq!(loops.len(), 1);
    let frequencies = BlockFrequencies::of(function, &cfg, &loops);
    let found: Vec<u64> = function
        .layout
        .iter()
        .map(|b| frequencies.frequency(*b))
        .collect();
    let expected = [
        12_582_912,
        20_132_659,
        13_421_772,
        18_014_398_509_481_984,
        12_582_912,
    ];
    assert_eq!(found, expected);
}
