//! The registers of a target as regalloc2 sees them.
//!
//! regalloc2 has no sub-registers. Each register that is allocated by itself is a *home*, one `PReg`, and every
//! register that overlaps it is a view of it:
//!
//! ```text
//!   home     low parts              high parts    tuples that it is in
//!   p0i      $rax $eax $ax $al      $ah
//!   p0f      $ymm0 $xmm0
//!   p5f      $q5 $d5 $s5 $h5 $b5                  $q5_q6 (first), $d4_d5 (second)
//! ```
//!
//! A value fills its home from the low end. The bits above it are arbitrary, but moves keep them: the upper half of a
//! register that is known to be zero stays so. Moves are of the narrowest width that holds every value of a kind in the
//! function.

use avarice_mir::{MachineFunction, Operand, OperandKind, RegMaskRef, TargetHooks};
use avarice_target::{PhysReg, RegClass, SubRegIdx, TargetDesc};
use regalloc2::{OperandConstraint, PReg, PRegSet};
use smallvec::SmallVec;

/// Homes of each kind at most, by regalloc2's encoding.
const HOMES: usize = PReg::MAX + 1;

/// What a physical register is to the homes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// None of it is in a home: not allocated, and not tracked.
    Outside,
    /// The low end of a home, or all of it.
    Low(PReg),
    /// Part of a home above its low end.
    High(PReg),
    /// Several homes, one after the other: a range of the table of homes of tuples.
    Tuple(u16, u8),
}

/// How the registers of a class are told to regalloc2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// All homes of its kind that may be allocated.
    Any,
    /// Those with encodings below a power of two.
    Below(usize),
    /// Some that cannot be told: the caller picks one.
    Listed,
}

/// A register class.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The kind of its homes.
    pub kind: regalloc2::RegClass,
    /// The parts that are in homes of their own: one without index but for tuples.
    pub parts: SmallVec<[SubRegIdx; 4]>,
    /// Which homes there are to choose from; of tuples, always listed.
    pub choice: Choice,
    /// Its registers that may be allocated, best first.
    pub order: Vec<PhysReg>,
    /// By encoding of the home: the register of the class that begins there.
    registers: [PhysReg; HOMES],
}

impl Shape {
    /// The register of the class that begins in `home`; none if there is none.
    pub fn register(&self, home: PReg) -> PhysReg {
        self.registers[home.hw_enc()]
    }

    /// Whether registers of the class are several homes.
    pub fn is_tuple(&self) -> bool {
        self.parts.len() > 1
    }

    /// What regalloc2 is told of an operand of this class; `None` if a register has to be picked.
    pub fn constraint(&self) -> Option<OperandConstraint> {
        match self.choice {
            Choice::Any => Some(OperandConstraint::Reg),
            Choice::Below(limit) => Some(OperandConstraint::Limit(limit)),
            Choice::Listed => None,
        }
    }
}

/// A kind of registers.
#[derive(Clone, Debug)]
struct File {
    /// The class of the registers that are moved and spilled.
    width: RegClass,
    /// By encoding: the register of that class.
    registers: [PhysReg; HOMES],
    /// Homes that may be allocated.
    free: PRegSet,
}

/// The registers of a function, see the module.
pub struct Registers {
    target: &'static TargetDesc,
    /// Whether limits can be told: not to the fast algorithm.
    has_limits: bool,
    views: Vec<View>,
    tuple_homes: Vec<PReg>,
    files: [Option<File>; 3],
    shapes: Vec<Option<Box<Shape>>>,
    reserved: Vec<bool>,
    masks: Vec<(RegMaskRef, PRegSet)>,
}

/// The kinds of regalloc2 in the order of [`TargetHooks::register_files`].
const KINDS: [regalloc2::RegClass; 3] = [
    regalloc2::RegClass::Int,
    regalloc2::RegClass::Float,
    regalloc2::RegClass::Vector,
];

impl Registers {
    /// The registers of `function`; `reserved` by number. `has_limits`: whether limits can be told.
    pub fn new(
        function: &MachineFunction,
        hooks: &dyn TargetHooks,
        reserved: &[bool],
        has_limits: bool,
    ) -> Self {
        let target = function.target;
        let mut registers = Self {
            target,
            has_limits,
            views: vec![View::Outside; target.registers.len()],
            tuple_homes: Vec::new(),
            files: [None, None, None],
            shapes: vec![None; target.classes.len()],
            reserved: reserved.to_vec(),
            masks: Vec::new(),
        };
        for (kind, widths) in KINDS.into_iter().zip(hooks.register_files()) {
            if let Some(widest) = widths.last() {
                registers.add_homes(kind, *widest);
            }
        }
        registers.find_tuples();
        for (kind, widths) in KINDS.into_iter().zip(hooks.register_files()) {
            if !widths.is_empty() {
                let width = registers.least_width(function, kind, widths);
                registers.files[kind as usize] = Some(registers.file(kind, width));
            }
        }
        registers
    }

    /// Makes homes of the registers of `class`.
    fn add_homes(&mut self, kind: regalloc2::RegClass, class: RegClass) {
        let order = self.target.class(class).order.iter();
        let order: Vec<PhysReg> = order
            .copied()
            .filter(|reg| !self.target.reg(*reg).reserved)
            .collect();
        let mut seen = [false; HOMES];
        let by_encoding = order.iter().all(|reg| {
            let encoding = usize::from(self.target.reg(*reg).encoding);
            encoding < HOMES && !std::mem::replace(&mut seen[encoding], true)
        });
        for (index, reg) in order.iter().enumerate().take(HOMES) {
            let row = self.target.reg(*reg);
            let encoding = match by_encoding {
                true => usize::from(row.encoding),
                false => index,
            };
            let home = PReg::new(encoding, kind);
            self.views[reg.index()] = View::Low(home);
            for (index, part) in row.sub_regs {
                let is_low = self.target.sub_reg_indices[index.index()].offset_bits == 0;
                self.views[part.index()] = match is_low {
                    true => View::Low(home),
                    false => View::High(home),
                };
            }
        }
    }

    /// Finds the registers that consist of several homes.
    fn find_tuples(&mut self) {
        for index in 1..self.views.len() {
            let reg = PhysReg::from_index(index);
            if self.views[index] != View::Outside {
                continue;
            }
            let parts = self.tuple_parts(reg);
            if parts.len() > 1 {
                let first = self.tuple_homes.len() as u16;
                self.views[index] = View::Tuple(first, parts.len() as u8);
                self.tuple_homes.extend(parts.iter().map(|(_, home)| *home));
            }
        }
    }

    /// The largest parts of `reg` that are low ends of homes, by their place in it.
    fn tuple_parts(&self, reg: PhysReg) -> SmallVec<[(SubRegIdx, PReg); 4]> {
        let mut parts: SmallVec<[(SubRegIdx, PReg); 4]> = SmallVec::new();
        for (index, part) in self.target.reg(reg).sub_regs {
            let View::Low(home) = self.views[part.index()] else {
                continue;
            };
            let size = |index: SubRegIdx| self.target.sub_reg_indices[index.index()].size_bits;
            match parts.iter_mut().find(|(_, other)| *other == home) {
                Some((known, _)) if size(*known) < size(*index) => *known = *index,
                Some(_) => {}
                None => parts.push((*index, home)),
            }
        }
        parts.sort_by_key(|(index, _)| {
            self.target.sub_reg_indices[index.index()]
                .lane_mask
                .0
                .trailing_zeros()
        });
        parts
    }

    /// The narrowest of `widths` that holds all values of a kind.
    fn least_width(
        &mut self,
        function: &MachineFunction,
        kind: regalloc2::RegClass,
        widths: &[RegClass],
    ) -> RegClass {
        let bits = |class: RegClass| self.target.class(class).size_bits;
        let mut needed = 0;
        for reg in function.vregs.keys() {
            if function.first_reg_op(reg).is_some() {
                needed = needed.max(self.value_bits(function.class(reg), kind));
            }
        }
        let mut least = widths
            .iter()
            .position(|class| bits(*class) >= needed)
            .unwrap_or(widths.len() - 1);
        let fits = |reg: PhysReg, class: RegClass| {
            let mut order = self.target.class(class).order.iter();
            order.any(|wide| *wide == reg || self.target.reg(reg).super_regs.contains(wide))
        };
        for (index, view) in self.views.iter().enumerate() {
            let reg = PhysReg::from_index(index);
            let is_used = matches!(view, View::Low(home) if home.class() == kind)
                && function.first_reg_op(reg).is_some();
            while is_used && least + 1 < widths.len() && !fits(reg, widths[least]) {
                least += 1;
            }
        }
        widths[least]
    }

    /// The bits of the values that registers of `class` hold, if those are of `kind`; 0 if not.
    fn value_bits(&self, class: RegClass, kind: regalloc2::RegClass) -> u16 {
        let row = self.target.class(class);
        let Some(reg) = row.order.first() else {
            return 0;
        };
        match self.views[reg.index()] {
            View::Low(home) if home.class() == kind => row.size_bits,
            View::Tuple(..) => {
                let parts = self.tuple_parts(*reg).into_iter();
                let of_kind = parts.filter(|(_, home)| home.class() == kind);
                let sizes =
                    of_kind.map(|(index, _)| self.target.sub_reg_indices[index.index()].size_bits);
                sizes.max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn file(&self, kind: regalloc2::RegClass, width: RegClass) -> File {
        let mut file = File {
            width,
            registers: [PhysReg::NONE; HOMES],
            free: PRegSet::empty(),
        };
        for reg in self.target.class(width).order {
            if let View::Low(home) = self.views[reg.index()]
                && home.class() == kind
            {
                file.registers[home.hw_enc()] = *reg;
                if !self.reserved[reg.index()] {
                    file.free.add(home);
                }
            }
        }
        file
    }

    /// What `reg` is to the homes that may be allocated: others are not tracked.
    pub fn view(&self, reg: PhysReg) -> View {
        match self.views[reg.index()] {
            View::Low(home) | View::High(home) if !self.is_free(home) => View::Outside,
            view => view,
        }
    }

    /// What `reg` is to the homes, whether they may be allocated or not.
    pub fn raw_view(&self, reg: PhysReg) -> View {
        self.views[reg.index()]
    }

    /// The homes that `reg` is in.
    pub fn all_homes(&self, reg: PhysReg) -> SmallVec<[PReg; 4]> {
        match self.views[reg.index()] {
            View::Outside => SmallVec::new(),
            View::Low(home) | View::High(home) => SmallVec::from_slice(&[home]),
            View::Tuple(first, count) => {
                self.tuple_homes[usize::from(first)..][..usize::from(count)].into()
            }
        }
    }

    /// The homes that `reg` is in, as far as they may be allocated.
    pub fn homes(&self, reg: PhysReg) -> SmallVec<[PReg; 4]> {
        let mut homes = self.all_homes(reg);
        homes.retain(|home| self.is_free(*home));
        homes
    }

    /// Whether `home` may be allocated.
    pub fn is_free(&self, home: PReg) -> bool {
        let file = self.files[home.class() as usize].as_ref();
        file.is_some_and(|file| file.free.contains(home))
    }

    /// The register that is moved and spilled for what is in `home`, and its class.
    pub fn whole(&self, home: PReg) -> (PhysReg, RegClass) {
        match &self.files[home.class() as usize] {
            Some(file) => (file.registers[home.hw_enc()], file.width),
            None => (PhysReg::NONE, RegClass::default()),
        }
    }

    /// The class of the registers that are moved and spilled for values of a kind.
    pub fn width(&self, kind: regalloc2::RegClass) -> Option<RegClass> {
        self.files[kind as usize].as_ref().map(|file| file.width)
    }

    /// The low part of `home` with this many bits, as one of a tuple that has it at `index`.
    pub fn part_of_tuple(&self, home: PReg, index: SubRegIdx) -> PhysReg {
        let size = |index: SubRegIdx| self.target.sub_reg_indices[index.index()].size_bits;
        let fits = |reg: &PhysReg| {
            let parts = self.target.reg(*reg).sub_regs.iter();
            let mut same = parts.filter(|(other, _)| size(*other) == size(index));
            same.any(|(_, part)| self.views[part.index()] == View::Low(home))
        };
        let (whole, class) = self.whole(home);
        if self.target.class(class).size_bits == size(index) {
            return whole;
        }
        let part = |reg: PhysReg| {
            let mut parts = self.target.reg(reg).sub_regs.iter();
            parts.find(|(other, part)| {
                size(*other) == size(index) && self.views[part.index()] == View::Low(home)
            })
        };
        let found = fits(&whole).then(|| part(whole)).flatten();
        found.map_or(PhysReg::NONE, |(_, part)| *part)
    }

    /// How many units of eight bytes a spilled value of each kind takes: a power of two.
    pub fn slot_sizes(&self) -> [usize; 3] {
        KINDS.map(|kind| {
            let size = self
                .width(kind)
                .map(|class| self.target.class(class).spill_size);
            usize::from(size.unwrap_or(8))
                .div_ceil(8)
                .next_power_of_two()
        })
    }

    /// The shape of a class; `None` if its registers are in no home.
    pub fn shape(&mut self, class: RegClass) -> Option<&Shape> {
        if self.shapes[class.index()].is_none() {
            let shape = self.compute_shape(class)?;
            self.shapes[class.index()] = Some(Box::new(shape));
        }
        self.shapes[class.index()].as_deref()
    }

    /// The shape of a class that was queried before.
    pub fn known_shape(&self, class: RegClass) -> Option<&Shape> {
        self.shapes[class.index()].as_deref()
    }

    fn compute_shape(&self, class: RegClass) -> Option<Shape> {
        let row = self.target.class(class);
        let first = row.order.first()?;
        let (kind, parts) = match self.views[first.index()] {
            View::Low(home) => (home.class(), SmallVec::from_slice(&[SubRegIdx::NONE])),
            View::Tuple(..) => {
                let parts = self.tuple_parts(*first);
                let indices = parts.iter().map(|(index, _)| *index).collect();
                (parts[0].1.class(), indices)
            }
            View::Outside | View::High(_) => return None,
        };
        let mut shape = Shape {
            kind,
            parts,
            choice: Choice::Listed,
            order: Vec::new(),
            registers: [PhysReg::NONE; HOMES],
        };
        let mut homes = PRegSet::empty();
        for reg in row.order {
            let own = match self.views[reg.index()] {
                View::Low(home) => SmallVec::from_slice(&[home]),
                View::Tuple(..) => self.homes(*reg),
                View::Outside | View::High(_) => continue,
            };
            let is_free = own.len() == shape.parts.len()
                && own.iter().all(|home| self.is_free(*home))
                && !self.reserved[reg.index()];
            if let (Some(home), true) = (own.first(), is_free) {
                shape.order.push(*reg);
                shape.registers[home.hw_enc()] = *reg;
                homes.add(*home);
            }
        }
        if !shape.is_tuple() {
            shape.choice = self.choice(kind, homes);
        }
        Some(shape)
    }

    /// How a set of homes of one kind can be told.
    fn choice(&self, kind: regalloc2::RegClass, homes: PRegSet) -> Choice {
        let Some(file) = &self.files[kind as usize] else {
            return Choice::Listed;
        };
        let below = |limit: usize| {
            file.free
                .into_iter()
                .all(|home| homes.contains(home) == (home.hw_enc() < limit))
        };
        if below(HOMES) {
            return Choice::Any;
        }
        let mut limits = (0..HOMES.trailing_zeros()).map(|bits| 1 << bits);
        match limits.find(|limit| self.has_limits && below(*limit)) {
            Some(limit) => Choice::Below(limit),
            None => Choice::Listed,
        }
    }

    /// The homes that a call with this mask does not preserve at their width.
    pub fn clobbered(&mut self, function: &MachineFunction, operand: &Operand) -> PRegSet {
        debug_assert_eq!(operand.kind(), OperandKind::RegMask);
        let avarice_mir::OperandValue::RegMask(mask) = operand.value() else {
            return PRegSet::empty();
        };
        if let Some((_, set)) = self.masks.iter().find(|(known, _)| *known == mask) {
            return *set;
        }
        let mut set = PRegSet::empty();
        for file in self.files.iter().flatten() {
            for home in file.free {
                let reg = file.registers[home.hw_enc()];
                if !function.mask_preserves(operand, reg) {
                    set.add(home);
                }
            }
        }
        self.masks.push((mask, set));
        set
    }

    /// Whether limits can be told.
    pub fn has_limits(&self) -> bool {
        self.has_limits
    }

    /// All homes that may be allocated.
    pub fn free(&self) -> impl Iterator<Item = PReg> + '_ {
        self.files.iter().flatten().flat_map(|file| file.free)
    }
}
