//! Hooks that no pass on AArch64 text exercises: copies of physical registers, reserved and
//! callee-saved registers.

use avarice_mir::InsertPoint;
use avarice_mir::hooks::{CopyHooks, RegisterHooks, RematHooks};
use avarice_mir::{
    MachineFunction, MirFile, MirPrinter, MirTarget, ModuleNames, TargetHooks, parse_mir,
};
use avarice_target::{PhysReg, op};
use avarice_target_aarch64::hooks::AArch64Hooks;
use avarice_target_aarch64::{TARGET, reg};

/// The functions of a file, with what their attributes say.
fn read(text: &str) -> MirFile {
    let target = MirTarget {
        desc: AArch64Hooks.desc(),
        text: AArch64Hooks.text_names(),
    };
    let mut file = parse_mir(text.as_bytes(), &|_| Ok(target)).expect("a valid file");
    for function in &mut file.functions {
        AArch64Hooks.read_attributes(&file.module, function);
        AArch64Hooks.complete_read_function(function);
    }
    file
}

/// Replaces each copy by what the hook makes of it.
fn expand_copies(function: &mut MachineFunction) {
    for block in function.layout.clone() {
        for inst in function.block_insts(block).collect::<Vec<_>>() {
            if function.opcode(inst) != op::COPY {
                continue;
            }
            let registers = [0, 1].map(|index| {
                let register = function.operand(inst, index).as_reg().as_physical();
                register.expect("a physical register")
            });
            let kill = function
                .operand(inst, 1)
                .has(avarice_mir::OperandFlags::KILL);
            let [dst, src] = registers;
            AArch64Hooks
                .copy_phys_reg(
                    function,
                    InsertPoint::new(block, Some(inst)),
                    dst,
                    src,
                    kill,
                )
                .expect("a copy");
            function.remove_inst(inst);
        }
    }
}

/// `copies.expected` is what llc 19.1.7 -run-pass=postrapseudos makes of `copies.mir`.
#[test]
fn copies_are_those_of_llc() {
    let mut file = read(include_str!("copies.mir"));
    let mut out = String::new();
    for function in &mut file.functions {
        expand_copies(function);
        let names = ModuleNames::new(&file.module);
        let printer = MirPrinter::new(AArch64Hooks.text_names(), Some(&names), function);
        let mut body = String::new();
        printer.write_function(&mut body, function, None);
        out.push_str(&format!("{}:\n", String::from_utf8_lossy(&function.name)));
        for line in body.lines().filter(|line| line.starts_with("  ")) {
            if !line.contains("liveins:") {
                // The debug form says what is tied.
                out.push_str(&line.replace("(tied-def 0)", ""));
                out.push('\n');
            }
        }
    }
    assert_eq!(out, include_str!("copies.expected"));
}

#[test]
fn what_nothing_copies_is_refused() {
    let mut file = read(include_str!("copies.mir"));
    let function = &mut file.functions[0];
    let block = function.layout[0];
    for (dst, src) in [(reg::Z0, reg::Z1), (reg::X0, reg::Q0), (reg::P0, reg::P1)] {
        let copy =
            AArch64Hooks.copy_phys_reg(function, InsertPoint::at_end(block), dst, src, false);
        assert_eq!(copy, None);
    }
}

/// A function of one return, with `attributes`, on a system.
fn function(system: &str, head: &str, attributes: &str) -> MachineFunction {
    let text = format!(
        "--- |\n  target triple = \"aarch64-{system}\"\n  define {head} void @f() {attributes} \
         {{ ret void }}\n...\n---\nname: f\nbody: |\n  bb.0:\n    RET_ReallyLR\n...\n"
    );
    read(&text).functions.remove(0)
}

fn reserved(function: &MachineFunction) -> Vec<PhysReg> {
    let marks = AArch64Hooks.reserved_regs(function).into_iter();
    let marked = marks.enumerate().filter(|(_, is_reserved)| *is_reserved);
    marked.map(|(i, _)| PhysReg::from_index(i)).collect()
}

#[test]
fn a_leaf_reserves_what_the_facts_say() {
    let facts = (0..TARGET.registers.len()).map(PhysReg::from_index);
    let facts: Vec<_> = facts.filter(|r| TARGET.reg(*r).reserved).collect();
    let leaf = function("linux-gnu", "", "\"frame-pointer\"=\"all\"");
    assert_eq!(reserved(&leaf), facts);
}

#[test]
fn systems_and_attributes_reserve_registers() {
    let has = |function: &MachineFunction, register| reserved(function).contains(&register);
    let linux = function("linux-gnu", "", "");
    assert!(!has(&linux, reg::FP) && !has(&linux, reg::X18));
    let darwin = function("apple-darwin", "", "");
    assert!(has(&darwin, reg::W29) && has(&darwin, reg::X18));
    let listed = function(
        "linux-gnu",
        "",
        "\"target-features\"=\"+reserve-x20,+reserve-x21,-reserve-x21\"",
    );
    assert!(has(&listed, reg::W20) && has(&listed, reg::X20_X21) && !has(&listed, reg::X21));
}

#[test]
fn calling_conventions_save_registers() {
    let saved = |system, head| function(system, head, "").callee_saved().to_vec();
    assert_eq!(saved("linux-gnu", ""), TARGET.callee_saved);
    assert_eq!(saved("apple-darwin", "")[..3], [reg::LR, reg::FP, reg::X19]);
    assert_eq!(saved("linux-gnu", "ghccc"), []);
    assert!(saved("linux-gnu", "aarch64_vector_pcs").contains(&reg::Q8));
    assert!(saved("linux-gnu", "preserve_mostcc").contains(&reg::X9));
    let added = function("linux-gnu", "", "\"target-features\"=\"+call-saved-x9\"");
    let added = added.callee_saved();
    assert_eq!(added.last(), Some(&reg::X9));
    assert_eq!(added.len(), TARGET.callee_saved.len() + 1);
}

#[test]
fn constants_of_two_instructions_are_cheap() {
    let text = "---\nname: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    \
                $x0 = MOVi64imm 81985529216486895\n    $x0 = MOVi64imm 305419896\n    \
                $w0 = MOVi32imm 305419896\n    $w0 = ADDWrs $w0, $w0, 3\n    \
                $w0 = MOVZWi 1, 0\n...\n";
    let file = read(text);
    let function = &file.functions[0];
    let block = function.layout[0];
    let cheap: Vec<_> = function
        .block_insts(block)
        .map(|inst| AArch64Hooks.is_as_cheap_as_move(function, inst))
        .collect();
    let move_imm = TARGET.instr(avarice_target_aarch64::op::MOVZWi);
    let is_move_cheap = move_imm.has(avarice_target::InstrFlags::CHEAP_AS_MOVE);
    assert_eq!(cheap, [false, true, true, false, is_move_cheap]);
}
