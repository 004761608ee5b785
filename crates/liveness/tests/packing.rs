//! A packed function is the same function: its text, the order of its chains and what its instructions carry.

use std::fmt::Write;

use avarice_mir::print::MirPrinter;
use avarice_mir::{MachineFunction, MirTarget, Op, Operand, Reg, TargetHooks, VReg, parse_mir};
use avarice_target::PhysReg;
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
use cranelift_entity::EntityRef;

const TEXT: &str = "--- |
  define i32 @f(i32 %x) !dbg !3 {
    ret i32 %x, !dbg !5
  }
  !llvm.dbg.cu = !{!0}
  !llvm.module.flags = !{!2}
  !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
  !1 = !DIFile(filename: \"f.c\", directory: \"/\")
  !2 = !{i32 2, !\"Debug Info Version\", i32 3}
  !3 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
  !4 = !DISubroutineType(types: !{null})
  !5 = !DILocation(line: 7, scope: !3)
...
---
name:            f
tracksRegLiveness: true
body:             |
  bb.0:
    liveins: $edi
    %0:gr32 = COPY $edi
    %1:gr32 = MOV32ri 1, debug-instr-number 4
    TEST32rr %0, %0, implicit-def $eflags
    JCC_1 %bb.2, 4, implicit $eflags

  bb.1:
    %1:gr32 = ADD32rr %1, %0, implicit-def dead $eflags
    %2:gr32 = MOV32ri 2

  bb.2:
    $ecx = COPY %1, debug-location !5
    $eax = COPY %0
    RET 0, $eax, $ecx
...
";

/// The operands of each register in the order of its chain, by place.
fn chains(function: &MachineFunction) -> Vec<Vec<(u32, usize)>> {
    let mut places = vec![None; function.insts.len()];
    let blocks = function.layout.iter();
    let insts = blocks.flat_map(|block| function.block_insts(*block));
    for (place, inst) in insts.enumerate() {
        places[inst.index()] = Some(place as u32);
    }
    let place = |op: Op| {
        let inst = function.op_inst(op);
        let index = function.op_ids(inst).position(|one| one == op);
        (places[inst.index()].unwrap(), index.unwrap())
    };
    let physical = (1..function.target.registers.len()).map(|reg| Reg::from(PhysReg(reg as u16)));
    let virtuals = (0..function.vregs.len()).map(|reg| Reg::virt(VReg::new(reg)));
    let registers = physical.chain(virtuals);
    registers
        .map(|reg| function.reg_ops(reg).map(place).collect())
        .collect()
}

/// The function, each instruction with its location and notes.
fn print(function: &MachineFunction) -> String {
    let printer = MirPrinter::new(X86Hooks.text_names(), None, function);
    let mut text = String::new();
    for block in &function.layout {
        let _ = writeln!(text, "{block} to {:?}", function.blocks[*block].succs);
        for inst in function.block_insts(*block) {
            printer.write_inst(&mut text, function, inst);
            let _ = writeln!(
                text,
                " {:?} {:?}",
                function.debug_loc(inst),
                function.notes(inst)
            );
        }
    }
    text
}

#[test]
fn a_packed_function_is_the_same() {
    let target = MirTarget {
        desc: &TARGET,
        text: X86Hooks.text_names(),
    };
    let mut file = parse_mir(TEXT.as_bytes(), &|_| Ok(target)).expect("test input is right");
    let mut function = file.functions.remove(0);
    // A gap, an operand that makes an instruction's others move, and blocks in another order than their instructions.
    let unused = function.blocks[function.layout[1]].last.unwrap();
    function.remove_inst(unused);
    let first = function.blocks[function.layout[0]].first.unwrap();
    let operand = Operand::implicit_use(function.operand(first, 1).as_reg().as_physical().unwrap());
    function.insert_operand(first, 2, operand);
    function.layout.swap(1, 2);
    let (text, order) = (print(&function), chains(&function));
    assert!(text.contains("debug_number: 4"), "{text}");
    function.pack();
    assert_eq!(print(&function), text);
    assert_eq!(chains(&function), order);
    let insts = function
        .layout
        .iter()
        .flat_map(|block| function.block_insts(*block));
    let ids: Vec<usize> = insts.map(EntityRef::index).collect();
    assert_eq!(ids, (0..function.insts.len()).collect::<Vec<_>>());
}
