//! The loads and stores that the pass works on: one row for each size and kind, with its forms.

use std::sync::LazyLock;

use avarice_mir::{Inst, MachineFunction, OperandKind};
use avarice_target::{InstrFlags, Opcode, PhysReg};

use crate::{TARGET, op};

/// The forms of an access.
#[derive(Debug)]
pub(crate) struct Form {
    /// Bytes.
    pub size: i64,
    /// With an offset in units of the size.
    pub scaled: Opcode,
    /// With an offset in bytes; the scaled one again if there is none.
    pub unscaled: Opcode,
    /// Before the base changes.
    pub post: Opcode,
    /// After the base has changed.
    pub pre: Opcode,
    /// Two of them side by side.
    pub pair: Option<PairForm>,
    /// What the value is.
    pub kind: Kind,
}

/// The forms of two accesses side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairForm {
    /// With an offset in units of the size.
    pub offset: Opcode,
    /// Before the base changes.
    pub post: Opcode,
    /// After the base has changed.
    pub pre: Opcode,
}

/// What is loaded or stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A general register, or its low part, above which a load writes zeros.
    General,
    /// A word that the load extends by its sign.
    SignedWord,
    /// A vector register.
    Vector,
    /// Tags of memory.
    Tag,
}

/// How an instruction gives its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// `[x0, #n * size]`
    Scaled,
    /// `[x0, #n]`
    Unscaled,
    /// `[x0, #n]!`
    Pre,
    /// Two accesses from `[x0, #n * size]` on.
    Pair,
}

macro_rules! forms {
    ($($kind:ident $size:literal $scaled:ident $unscaled:ident $post:ident $pre:ident
       $($pair:ident $pair_post:ident $pair_pre:ident)?;)*) => {
        &[$(Form {
            size: $size,
            scaled: op::$scaled,
            unscaled: op::$unscaled,
            post: op::$post,
            pre: op::$pre,
            pair: forms!(@ $($pair $pair_post $pair_pre)?),
            kind: Kind::$kind,
        }),*]
    };
    (@ $pair:ident $post:ident $pre:ident) => {
        Some(PairForm { offset: op::$pair, post: op::$post, pre: op::$pre })
    };
    (@) => { None };
}

/// Loads and stores. For `STGPi`, which stores two registers and a tag, the single access is itself.
const FORMS: &[Form] = forms! {
    General 1 LDRBBui LDURBBi LDRBBpost LDRBBpre;
    General 2 LDRHHui LDURHHi LDRHHpost LDRHHpre;
    General 4 LDRWui LDURWi LDRWpost LDRWpre LDPWi LDPWpost LDPWpre;
    General 8 LDRXui LDURXi LDRXpost LDRXpre LDPXi LDPXpost LDPXpre;
    SignedWord 4 LDRSWui LDURSWi LDRSWpost LDRSWpre LDPSWi LDPSWpost LDPSWpre;
    Vector 4 LDRSui LDURSi LDRSpost LDRSpre LDPSi LDPSpost LDPSpre;
    Vector 8 LDRDui LDURDi LDRDpost LDRDpre LDPDi LDPDpost LDPDpre;
    Vector 16 LDRQui LDURQi LDRQpost LDRQpre LDPQi LDPQpost LDPQpre;
    General 1 STRBBui STURBBi STRBBpost STRBBpre;
    General 2 STRHHui STURHHi STRHHpost STRHHpre;
    General 4 STRWui STURWi STRWpost STRWpre STPWi STPWpost STPWpre;
    General 8 STRXui STURXi STRXpost STRXpre STPXi STPXpost STPXpre;
    Vector 4 STRSui STURSi STRSpost STRSpre STPSi STPSpost STPSpre;
    Vector 8 STRDui STURDi STRDpost STRDpre STPDi STPDpost STPDpre;
    Vector 16 STRQui STURQi STRQpost STRQpre STPQi STPQpost STPQpre;
    Tag 16 STGi STGi STGPostIndex STGPreIndex;
    Tag 16 STZGi STZGi STZGPostIndex STZGPreIndex;
    Tag 16 ST2Gi ST2Gi ST2GPostIndex ST2GPreIndex;
    Tag 16 STZ2Gi STZ2Gi STZ2GPostIndex STZ2GPreIndex;
    Tag 16 STGPi STGPi STGPpost STGPpre STGPi STGPpost STGPpre;
};

/// What an opcode is.
pub(super) type Shape = (&'static Form, Mode);

static SHAPES: LazyLock<Vec<Option<Shape>>> = LazyLock::new(|| {
    let mut shapes = vec![None; TARGET.instrs.len()];
    for form in FORMS {
        shapes[form.unscaled.index()] = Some((form, Mode::Unscaled));
        shapes[form.scaled.index()] = Some((form, Mode::Scaled));
        if let Some(pair) = form.pair {
            shapes[pair.offset.index()] = Some((form, Mode::Pair));
            // Other loads and stores that change their base are paired with none.
            if form.kind != Kind::Tag {
                shapes[form.pre.index()] = Some((form, Mode::Pre));
            }
        }
    }
    shapes
});

/// The row with a scaled opcode.
pub(super) fn form_of(scaled: Opcode) -> Option<&'static Form> {
    SHAPES[scaled.index()].map(|(form, _)| form)
}

/// The form of a single access that leaves its base as it is, without tags.
pub(crate) fn single_form(opcode: Opcode) -> Option<&'static Form> {
    let (form, mode) = SHAPES[opcode.index()]?;
    let is_single = matches!(mode, Mode::Scaled | Mode::Unscaled) && form.kind != Kind::Tag;
    is_single.then_some(form)
}

/// A load or a store at a constant distance from a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub inst: Inst,
    pub form: &'static Form,
    pub mode: Mode,
    /// What is loaded or stored; the first one of a pair.
    pub register: PhysReg,
    pub base: PhysReg,
    /// In units of [`Access::unit`].
    pub number: i64,
}

impl Access {
    /// `inst`, if it is one.
    pub fn of(function: &MachineFunction, inst: Inst) -> Option<Self> {
        let (form, mode) = SHAPES[function.opcode(inst).index()]?;
        let mut access = Self {
            inst,
            form,
            mode,
            register: PhysReg::NONE,
            base: PhysReg::NONE,
            number: 0,
        };
        let operands = function.operands(inst);
        let at = access.base_index();
        access.register = operands
            .get(access.register_index())?
            .as_reg()
            .as_physical()?;
        access.base = operands.get(at)?.as_reg().as_physical()?;
        access.number = operands.get(at + 1)?.as_imm()?;
        // What no instruction can say comes from text only.
        let is_sane = i32::try_from(access.number).is_ok();
        (is_sane && operands[at].kind() == OperandKind::Reg).then_some(access)
    }

    /// The operand that is loaded or stored; the first one of a pair.
    pub fn register_index(&self) -> usize {
        usize::from(self.mode == Mode::Pre)
    }

    /// The operand that is the base. After it comes the offset.
    pub fn base_index(&self) -> usize {
        match self.mode {
            Mode::Pair | Mode::Pre => 2,
            Mode::Scaled | Mode::Unscaled => 1,
        }
    }

    /// Whether the offset is in bytes.
    pub fn is_unscaled(&self) -> bool {
        matches!(self.mode, Mode::Unscaled | Mode::Pre)
    }

    /// How many bytes one is in the offset.
    pub fn unit(&self) -> i64 {
        if self.is_unscaled() {
            1
        } else {
            self.form.size
        }
    }

    /// Bytes from the base.
    pub fn offset(&self) -> i64 {
        self.number * self.unit()
    }

    /// Whether it loads.
    pub fn loads(&self, function: &MachineFunction) -> bool {
        function.desc(self.inst).has(InstrFlags::MAY_LOAD)
    }

    /// Whether it can be one of a pair.
    pub fn is_pairable(&self) -> bool {
        self.form.pair.is_some() && self.mode != Mode::Pair && self.form.kind != Kind::Tag
    }
}
