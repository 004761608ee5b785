//! `x86-execution-domain-fix`: the domains of vector instructions, see [`avarice_machine::execution_domain_fix`].
//!
//! Domain 1 is packed numbers of single precision, 2 of double precision, 3 integers.

mod blends;
mod table;

use std::sync::LazyLock;

use avarice_machine::execution_domain_fix::{
    DomainSet, Domains, ExecutionDomainFix, ExecutionDomains,
};
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{Inst, MachineFunction, Operand};
use avarice_target::{Opcode, PhysReg};
use avarice_trace::Log;

use crate::subtarget::{self, Features};
use crate::{TARGET, class, commute, op};
use blends::Blend;
use table::Forms;

/// `x86-execution-domain-fix`, see [`ExecutionDomainFix::run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS,
    preserves: Analysis::all(),
    after: &["block-placement"],
    ..MachinePass::new(
        "x86-execution-domain-fix",
        "X86 Execution Dependency Fix",
        || Box::<Scratch>::default(),
    )
};

#[derive(Debug, Default)]
struct Scratch(ExecutionDomainFix);

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        self.0.run(unit, &X86Domains);
        Ok(())
    }
}

const SINGLE: u32 = 1;
const DOUBLE: u32 = 2;
const INTEGER: u32 = 3;

const SINGLE_SET: DomainSet = 1 << SINGLE;
const DOUBLE_SET: DomainSet = 1 << DOUBLE;
const INTEGER_SET: DomainSet = 1 << INTEGER;
const FLOAT_SETS: DomainSet = SINGLE_SET | DOUBLE_SET;
const ALL_SETS: DomainSet = FLOAT_SETS | INTEGER_SET;

/// In which forms there is an instruction.
#[derive(Clone, Copy)]
enum Choice {
    /// In its own only.
    Fixed,
    /// For numbers of single and double precision and for integers.
    All(&'static Forms),
    /// The same; for integers with AVX2 only.
    WithAvx2(&'static Forms),
    /// For numbers of single and double precision.
    Floats(&'static [Opcode; 2]),
    /// For all, but with AVX2 only. Without that it has no domain.
    Halves(&'static Forms),
    /// A blend, whose mask decides.
    Blend(Blend),
    /// `MOVHLPS` and `UNPCKHPD`: two operands change places, which has to change nothing.
    HighHalves,
    /// `SHUFPD`, which is a `SHUFPS` with another mask.
    Shuffle,
}

/// The domain of an opcode and the forms that there are.
#[derive(Clone, Copy)]
struct Row {
    /// 0 if that does not matter.
    domain: u32,
    choice: Choice,
}

/// By opcode.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let domains = TARGET.instrs.iter().map(|desc| match desc.domain {
        "SSEPackedSingle" => SINGLE,
        "SSEPackedDouble" => DOUBLE,
        "SSEPackedInt" => INTEGER,
        _ => 0,
    });
    let mut rows: Vec<Row> = domains
        .map(|domain| Row {
            domain,
            choice: Choice::Fixed,
        })
        .collect();
    // Where two rows have an opcode, the first counts.
    let mut choose = |opcode: Opcode, domain: usize, choice: Choice| {
        let row = &mut rows[usize::from(opcode.0)];
        if row.domain == domain as u32 + SINGLE && matches!(row.choice, Choice::Fixed) {
            row.choice = choice;
        }
    };
    for (opcode, blend) in blends::BLENDS {
        for domain in 0..3 {
            choose(*opcode, domain, Choice::Blend(*blend));
        }
    }
    choose(op::MOVHLPSrr, 0, Choice::HighHalves);
    choose(op::SHUFPDrri, 1, Choice::Shuffle);
    type Of = fn(&'static Forms) -> Choice;
    let tables: [(&'static [Forms], Of); 3] = [
        (table::ALL, Choice::All),
        (table::WITH_AVX2, Choice::WithAvx2),
        (table::HALVES, Choice::Halves),
    ];
    for (forms, of) in tables {
        for row in forms {
            for (domain, opcode) in row.iter().enumerate() {
                choose(*opcode, domain, of(row));
            }
        }
    }
    for row in table::FLOATS {
        for (domain, opcode) in row.iter().enumerate() {
            choose(*opcode, domain, Choice::Floats(row));
        }
    }
    rows
});

fn row(function: &MachineFunction, inst: Inst) -> Row {
    ROWS[usize::from(function.opcode(inst).0)]
}

/// Whether operands 1 and 2 are the same register.
fn reads_one_register(function: &MachineFunction, inst: Inst) -> bool {
    match function.operands(inst) {
        [dst, first, second, ..] => {
            let is_whole = |operand: &Operand| operand.sub_reg().is_none();
            first.as_reg() == second.as_reg() && [dst, first, second].into_iter().all(is_whole)
        }
        _ => false,
    }
}

/// The domains of x86.
struct X86Domains;

impl ExecutionDomains for X86Domains {
    fn registers(&self) -> &'static [PhysReg] {
        TARGET.class(class::VR128X).order
    }

    fn domains(&self, function: &MachineFunction, inst: Inst) -> Option<Domains> {
        let Row { domain, choice } = row(function, inst);
        if domain == 0 {
            return None;
        }
        let has_avx2 = || subtarget::of(function).contains(Features::AVX2);
        let possible = match choice {
            Choice::Fixed => 0,
            Choice::All(_) => ALL_SETS,
            Choice::WithAvx2(_) if has_avx2() => ALL_SETS,
            Choice::WithAvx2(_) | Choice::Floats(_) | Choice::Shuffle => FLOAT_SETS,
            Choice::Halves(_) if has_avx2() => ALL_SETS,
            Choice::Halves(_) => return None,
            Choice::Blend(blend) => blend.domains(function, inst),
            Choice::HighHalves if reads_one_register(function, inst) => FLOAT_SETS,
            Choice::HighHalves => 0,
        };
        Some(Domains {
            own: domain,
            possible,
        })
    }

    fn set_domain(&self, function: &mut MachineFunction, inst: Inst, domain: u32) {
        let own = row(function, inst);
        let opcode = function.opcode(inst);
        if matches!(opcode, op::MOVHLPSrr | op::UNPCKHPDrr) {
            if domain != own.domain && domain != INTEGER && reads_one_register(function, inst) {
                commute::commute(function, inst, 1, 2);
                return;
            }
            if opcode == op::MOVHLPSrr {
                return;
            }
        }
        let at = (domain - SINGLE) as usize;
        match own.choice {
            Choice::All(forms) | Choice::WithAvx2(forms) | Choice::Halves(forms) => {
                function.set_opcode(inst, forms[at]);
            }
            Choice::Floats(forms) if at < forms.len() => function.set_opcode(inst, forms[at]),
            Choice::Blend(blend) => blend.set_domain(function, inst, domain),
            Choice::Shuffle if domain == SINGLE => shuffle_singles(function, inst),
            Choice::Floats(_) | Choice::Shuffle | Choice::Fixed | Choice::HighHalves => {}
        }
    }
}

/// Makes a `SHUFPD` a `SHUFPS`: each half is two numbers.
fn shuffle_singles(function: &mut MachineFunction, inst: Inst) {
    let Some(mask) = function.operands(inst).get(3).and_then(Operand::as_imm) else {
        return;
    };
    let mut singles = 0x44;
    if mask & 1 != 0 {
        singles |= 0x0a;
    }
    if mask & 2 != 0 {
        singles |= 0xa0;
    }
    function.operand_mut(inst, 3).set_imm(singles);
    function.set_opcode(inst, op::SHUFPSrri);
}
