//! Contents of the tables other than rows: constants, names, parts, lanes and compositions.

use avarice_target::{LaneMask, Opcode, PhysReg, RegClass, RegMaskId, SubRegIdx};
use avarice_target_x86_64::{TARGET, class, mask, op, reg, sub};

fn registers() -> impl Iterator<Item = PhysReg> {
    (0..TARGET.registers.len()).map(PhysReg::from_index)
}

#[test]
fn constants_name_their_rows() {
    assert_eq!(TARGET.instr(op::ADD32rr).name, "ADD32rr");
    assert_eq!(TARGET.instr(op::COPY).name, "COPY");
    assert_eq!(op::COPY, avarice_target::op::COPY);
    assert_eq!(TARGET.reg(reg::RAX).name, "rax");
    assert_eq!(TARGET.class(class::GR32_NOSP).mir_name, "gr32_nosp");
    assert_eq!(
        TARGET.sub_reg_indices[sub::SUB_32BIT.index()].name,
        "sub_32bit"
    );
    assert_eq!(TARGET.reg_masks[mask::CSR_64.index()].name, "CSR_64");
}

#[test]
fn everything_is_found_by_its_name() {
    for (i, row) in TARGET.instrs.iter().enumerate() {
        assert_eq!(TARGET.opcode_by_name(row.name), Some(Opcode::from_index(i)));
    }
    for reg in registers() {
        assert_eq!(TARGET.reg_by_name(TARGET.reg(reg).name), Some(reg));
    }
    for (i, row) in TARGET.classes.iter().enumerate() {
        assert_eq!(
            TARGET.class_by_name(row.mir_name),
            Some(RegClass::from_index(i))
        );
    }
    for (i, row) in TARGET.sub_reg_indices.iter().enumerate().skip(1) {
        assert_eq!(
            TARGET.sub_reg_idx_by_name(row.name),
            Some(SubRegIdx::from_index(i))
        );
    }
    for (i, row) in TARGET.reg_masks.iter().enumerate() {
        let name = row.name.to_ascii_lowercase();
        assert_eq!(
            TARGET.reg_mask_by_name(&name),
            Some(RegMaskId::from_index(i))
        );
    }
    assert_eq!(TARGET.reg_by_name("noreg"), Some(PhysReg::NONE));
    assert_eq!(TARGET.opcode_by_name("ADD32rq"), None);
    assert_eq!(TARGET.reg_by_name("raz"), None);
    assert_eq!(TARGET.class_by_name("gr33"), None);
    assert_eq!(TARGET.sub_reg_idx_by_name(""), None);
    assert_eq!(TARGET.reg_mask_by_name("csr_65"), None);
}

#[test]
fn super_registers_are_the_inverse_of_parts() {
    for reg in registers() {
        let row = TARGET.reg(reg);
        let supers: Vec<_> = registers()
            .filter(|other| {
                TARGET
                    .reg(*other)
                    .sub_regs
                    .iter()
                    .any(|(_, part)| *part == reg)
            })
            .collect();
        let mut found = row.super_regs.to_vec();
        found.sort_unstable();
        assert_eq!(found, supers, "{}", row.name);
        for (index, part) in row.sub_regs {
            assert_eq!(TARGET.sub_reg(reg, *index), *part);
            assert_eq!(TARGET.sub_reg_idx(reg, *part), *index);
            assert!(TARGET.regs_overlap(reg, *part));
        }
    }
    assert_eq!(
        TARGET.reg(reg::AL).super_regs,
        [reg::AX, reg::EAX, reg::RAX]
    );
    assert_eq!(
        TARGET.reg(reg::R8B).super_regs,
        [reg::R8W, reg::R8D, reg::R8]
    );
    let found = TARGET.matching_super_reg(reg::EAX, sub::SUB_32BIT, class::GR64);
    assert_eq!(found, reg::RAX);
    assert!(!TARGET.regs_overlap(reg::AL, reg::AH));
}

#[test]
fn composed_indices_name_the_part_of_the_part() {
    for reg in registers() {
        for (a, part) in TARGET.reg(reg).sub_regs {
            for (b, inner) in TARGET.reg(*part).sub_regs {
                assert_eq!(TARGET.sub_reg(reg, TARGET.compose(*a, *b)), *inner);
            }
        }
    }
    assert_eq!(TARGET.compose(sub::SUB_YMM, sub::SUB_XMM), sub::SUB_XMM);
    assert_eq!(
        TARGET.compose(sub::SUB_32BIT, sub::SUB_8BIT_HI),
        sub::SUB_8BIT_HI
    );
    assert_eq!(
        TARGET.compose(sub::SUB_8BIT, sub::SUB_32BIT),
        SubRegIdx::NONE
    );
    assert_eq!(
        TARGET.compose(SubRegIdx::NONE, sub::SUB_32BIT),
        sub::SUB_32BIT
    );
}

#[test]
fn units_hold_the_lanes_of_the_leaf_parts() {
    for reg in registers() {
        let row = TARGET.reg(reg);
        assert_eq!(row.units.len(), row.unit_lanes.len(), "{}", row.name);
        let is_leaf = row.sub_regs.is_empty();
        assert!(
            row.unit_lanes.iter().all(|lanes| lanes.is_all() == is_leaf),
            "{}",
            row.name
        );
        // A part covers the lanes of its index: those of all its units, in the whole register.
        for (index, part) in row.sub_regs {
            let mut lanes = LaneMask::NONE;
            for (unit, unit_lanes) in row.units.iter().zip(row.unit_lanes) {
                if TARGET.reg(*part).units.contains(unit) {
                    lanes |= *unit_lanes;
                }
            }
            let covered = TARGET.sub_reg_indices[index.index()].lane_mask;
            assert_eq!(lanes, lanes & covered, "{}", row.name);
            assert!(lanes.any());
        }
    }
    let lanes = TARGET.reg(reg::RAX).unit_lanes;
    assert_eq!(lanes, [LaneMask(2), LaneMask(1), LaneMask(8)]);
    assert_eq!(TARGET.reg(reg::YMM3).unit_lanes, [LaneMask(0x40)]);
}

#[test]
fn common_sub_class_is_the_largest_in_both() {
    let common = |a, b| TARGET.common_sub_class(a, b);
    assert_eq!(
        common(class::GR32, class::GR32_NOSP),
        Some(class::GR32_NOSP)
    );
    assert_eq!(
        common(class::GR32_ABCD, class::GR32_TC),
        Some(class::GR32_ABCD_and_GR32_TC)
    );
    assert_eq!(common(class::GR32, class::VR128), None);
    // Classes of the same registers are still apart.
    for class in (0..TARGET.classes.len()).map(RegClass::from_index) {
        assert_eq!(common(class, class), Some(class));
    }
}

#[test]
fn classes_know_the_parts_of_their_registers() {
    let find = |class, idx| TARGET.sub_class_with_sub_reg(class, idx);
    assert_eq!(find(class::GR32, sub::SUB_8BIT), Some(class::GR32));
    assert_eq!(find(class::GR32, sub::SUB_8BIT_HI), Some(class::GR32_ABCD));
    assert_eq!(find(class::GR8, sub::SUB_8BIT), None);
    assert_eq!(find(class::GR8, SubRegIdx::NONE), Some(class::GR8));
    let find = |class, part, idx| TARGET.matching_super_reg_class(class, part, idx);
    assert_eq!(
        find(class::GR64_NOSP, class::GR32, sub::SUB_32BIT),
        Some(class::GR64_NOSP)
    );
    assert_eq!(
        find(class::GR64, class::GR32_ABCD, sub::SUB_32BIT),
        Some(class::GR64_ABCD)
    );
    // The high bytes are in GR8, though they are never allocated from it.
    assert_eq!(
        find(class::GR16, class::GR8, sub::SUB_8BIT_HI),
        Some(class::GR16_ABCD)
    );
    assert!(TARGET.class(class::GR8).contains(reg::AH));
    assert_eq!(find(class::GR64, class::VR128, sub::SUB_32BIT), None);
}

#[test]
fn matching_super_classes_agree_with_the_registers() {
    for (i, part) in TARGET.classes.iter().enumerate() {
        for (idx, _) in part.super_reg_classes {
            for class in (0..TARGET.classes.len()).map(RegClass::from_index) {
                let found = TARGET.matching_super_reg_class(class, RegClass::from_index(i), *idx);
                let Some(found) = found else { continue };
                assert!(found == class || TARGET.class(found).has_super_class(class));
                for reg in registers().filter(|reg| TARGET.class(found).contains(*reg)) {
                    assert!(part.contains(TARGET.sub_reg(reg, *idx)));
                }
            }
        }
    }
}
