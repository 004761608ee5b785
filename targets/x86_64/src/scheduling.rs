//! What schedulers ask of this target: boundaries, and which comparisons are executed with the branch on them.

use avarice_machine::alias::{MemoryAccesses, MemoryAddress};
use avarice_machine::pass::{MachinePass, ScheduleDirection};
use avarice_machine::schedule::post_ra::{self, PostMachineScheduler};
use avarice_machine::schedule::pre_ra::{
    self, LatencyHeuristic, MachineScheduler, PreRaTarget, RegionPolicy,
};
use avarice_machine::schedule::target::{Cluster, Fusion, SchedulingTarget};
use avarice_mir::{Inst, MachineFunction, MiFlags};
use avarice_target::Opcode;

use crate::condition::Cond;
use crate::subtarget::{self, Features};
use crate::{class, op};

/// This target, as schedulers see it.
#[derive(Debug)]
pub struct Scheduling;

/// `machine-scheduler` with what this target knows.
pub const PRE_RA: MachinePass = MachinePass {
    make: || Box::new(MachineScheduler::new(&Scheduling)),
    ..pre_ra::PASS
};

/// `postmisched` with what this target knows.
pub const POST_RA: MachinePass = MachinePass {
    make: || Box::new(PostMachineScheduler::new(&Scheduling)),
    ..post_ra::PASS
};

impl PreRaTarget for Scheduling {
    fn policy_before_allocation(&self, _function: &MachineFunction) -> RegionPolicy {
        RegionPolicy {
            direction: ScheduleDirection::Up,
            latencies: LatencyHeuristic::Used,
            integers: class::GR64,
            clusters: &[],
        }
    }
}

impl MemoryAccesses for Scheduling {
    fn memory_address<'a>(
        &self,
        _function: &'a MachineFunction,
        _inst: Inst,
    ) -> Option<MemoryAddress<'a>> {
        None
    }
}

impl SchedulingTarget for Scheduling {
    fn schedules_after_allocation(&self, _function: &MachineFunction) -> bool {
        false
    }

    fn is_boundary(&self, function: &MachineFunction, inst: Inst) -> bool {
        let of_frame = MiFlags::FRAME_SETUP.union(MiFlags::FRAME_DESTROY);
        matches!(function.opcode(inst), op::ENDBR64 | op::ENDBR32)
            || function.insts[inst].flags.intersects(of_frame)
    }

    fn uses_alias_analysis(&self, _function: &MachineFunction) -> bool {
        false
    }

    fn should_cluster(&self, _function: &MachineFunction, _cluster: &Cluster) -> bool {
        false
    }

    fn fusion(&self, function: &MachineFunction) -> Fusion {
        let any = Features::BRANCH_FUSION.union(Features::MACRO_FUSION);
        match subtarget::of(function).intersects(any) {
            true => Fusion::Exit,
            false => Fusion::None,
        }
    }

    fn should_fuse(&self, function: &MachineFunction, first: Option<Inst>, second: Inst) -> bool {
        let Some(second) = second_kind(function, second) else {
            return false;
        };
        let Some(first) = first else { return true };
        let Some(first) = first_kind(function.opcode(first)) else {
            return false;
        };
        if subtarget::of(function).contains(Features::BRANCH_FUSION) {
            return matches!(first, First::Cmp | First::Test);
        }
        match first {
            First::Test | First::And => true,
            First::Cmp | First::AddSub => second != Second::SignOrOverflow,
            First::IncDec => second == Second::EqualOrSigned,
        }
    }

    fn prefers_after_allocation(
        &self,
        _function: &MachineFunction,
        _new: Inst,
        _best: Inst,
    ) -> Option<bool> {
        None
    }
}

/// What may be executed with the branch on its flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    Test,
    And,
    Cmp,
    AddSub,
    IncDec,
}

/// Conditions of branches, by what they are fused with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Second {
    /// Comparisons of unsigned numbers.
    Unsigned,
    /// Equality and comparisons of signed numbers.
    EqualOrSigned,
    /// Sign, parity or overflow.
    SignOrOverflow,
}

fn second_kind(function: &MachineFunction, inst: Inst) -> Option<Second> {
    if function.opcode(inst) != op::JCC_1 {
        return None;
    }
    let code = function.operands(inst).get(1)?.as_imm()?;
    Some(match Cond::from_number(code)? {
        Cond::B | Cond::AE | Cond::BE | Cond::A => Second::Unsigned,
        Cond::E | Cond::NE | Cond::L | Cond::GE | Cond::LE | Cond::G => Second::EqualOrSigned,
        Cond::O | Cond::NO | Cond::S | Cond::NS | Cond::P | Cond::NP => Second::SignOrOverflow,
        Cond::NeOrP | Cond::EAndNp => return None,
    })
}

#[rustfmt::skip]
fn first_kind(opcode: Opcode) -> Option<First> {
    match opcode {
        op::TEST16i16 | op::TEST16mr | op::TEST16ri | op::TEST16rr | op::TEST32i32 | op::TEST32mr | op::TEST32ri
            | op::TEST32rr | op::TEST64i32 | op::TEST64mr | op::TEST64ri32 | op::TEST64rr | op::TEST8i8 |
            op::TEST8mr | op::TEST8ri | op::TEST8rr => Some(First::Test),
        op::AND16i16 | op::AND16ri | op::AND16ri8 | op::AND16rm | op::AND16rr | op::AND32i32 | op::AND32ri |
            op::AND32ri8 | op::AND32rm | op::AND32rr | op::AND64i32 | op::AND64ri32 | op::AND64ri8 | op::AND64rm |
            op::AND64rr | op::AND8i8 | op::AND8ri | op::AND8ri8 | op::AND8rm | op::AND8rr => Some(First::And),
        op::CMP16i16 | op::CMP16mr | op::CMP16ri | op::CMP16ri8 | op::CMP16rm | op::CMP16rr | op::CMP32i32 |
            op::CMP32mr | op::CMP32ri | op::CMP32ri8 | op::CMP32rm | op::CMP32rr | op::CMP64i32 | op::CMP64mr |
            op::CMP64ri32 | op::CMP64ri8 | op::CMP64rm | op::CMP64rr | op::CMP8i8 | op::CMP8mr | op::CMP8ri |
            op::CMP8ri8 | op::CMP8rm | op::CMP8rr => Some(First::Cmp),
        op::ADD16i16 | op::ADD16ri | op::ADD16ri8 | op::ADD16rm | op::ADD16rr | op::ADD32i32 | op::ADD32ri |
            op::ADD32ri8 | op::ADD32rm | op::ADD32rr | op::ADD64i32 | op::ADD64ri32 | op::ADD64ri8 | op::ADD64rm |
            op::ADD64rr | op::ADD8i8 | op::ADD8ri | op::ADD8ri8 | op::ADD8rm | op::ADD8rr | op::SUB16i16 |
            op::SUB16ri | op::SUB16ri8 | op::SUB16rm | op::SUB16rr | op::SUB32i32 | op::SUB32ri | op::SUB32ri8 |
            op::SUB32rm | op::SUB32rr | op::SUB64i32 | op::SUB64ri32 | op::SUB64ri8 | op::SUB64rm | op::SUB64rr |
            op::SUB8i8 | op::SUB8ri | op::SUB8ri8 | op::SUB8rm | op::SUB8rr => Some(First::AddSub),
        op::INC16r | op::INC16r_alt | op::INC32r | op::INC32r_alt | op::INC64r | op::INC8r | op::DEC16r |
            op::DEC16r_alt | op::DEC32r | op::DEC32r_alt | op::DEC64r | op::DEC8r => Some(First::IncDec),
        _ => None,
    }
}
