//! The search for a neighbour: a later access to the bytes beside those of a first one, that can be moved to it, or to
//! which the first can be moved.
//!
//! ```text
//!   first     str w8, [x0]          moves down, if nothing between writes its register
//!             …                     neither reads nor writes these bytes, and leaves x0 alone
//!   second    str w9, [x0, #4]      moves up, if nothing between writes or (of a load) reads its register
//! ```

use avarice_mir::inst_facts::{has_ordered_memory_access, may_load, may_store};
use avarice_mir::{Inst, MachineFunction};
use avarice_target::{InstrFlags, PhysReg};

use super::forms::{Access, Form, Kind, Mode};
use super::{Context, Scratch, distance, has_flag, is_nested, is_suppressed, next_code, rename};
use crate::TARGET;

/// What two accesses are to become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// One store of twice the size.
    Wider,
    /// A pair.
    Pair,
}

/// Which access is moved to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    IntoFirst,
    IntoSecond,
}

/// Which of two loaded words has to be extended by its sign after the pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extended {
    First,
    Second,
}

/// A neighbour.
#[derive(Debug)]
pub(super) struct Partner {
    pub access: Access,
    pub direction: Direction,
    pub extended: Option<Extended>,
    /// What takes the place of the first one's register.
    pub renamed: Option<PhysReg>,
}

/// What an instruction after the first is to the search.
enum Verdict {
    Found(Partner),
    /// There is no neighbour.
    Stop,
    /// It is an access of the kind that is looked for, and not to the bytes beside.
    Other,
    /// Nothing that is looked for.
    Unrelated,
}

/// Looks for a neighbour of `first`, in the scan limit.
pub(super) fn find_partner(
    function: &MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    first: &Access,
    goal: Goal,
) -> Option<Partner> {
    scratch.between.clear();
    scratch.named.clear();
    scratch.memory.clear();
    scratch.classes.clear();
    let search = Search {
        function,
        context,
        first,
        goal,
    };
    let mut can_rename = (!context.options.renames).then_some(false);
    let mut count = 0;
    let mut cursor = next_code(function, first.inst);
    while let Some(inst) = cursor.filter(|_| count < context.options.scan_limit) {
        cursor = next_code(function, inst);
        for part in function.bundle_insts(inst) {
            scratch.named.accumulate(function, part);
        }
        count += distance(function, inst);
        match search.judge(scratch, &mut can_rename, inst) {
            Verdict::Found(partner) => return Some(partner),
            Verdict::Stop => return None,
            Verdict::Other => {
                scratch.between.add(function, inst);
                scratch.memory.push(inst);
                continue;
            }
            Verdict::Unrelated => {}
        }
        if has_flag(function, inst, InstrFlags::CALL) {
            return None;
        }
        scratch.between.add(function, inst);
        if !scratch.between.modified.is_available(function, first.base) {
            return None;
        }
        if may_load(function, inst)
            || may_store(function, inst)
            || has_flag(function, inst, InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE)
        {
            scratch.memory.push(inst);
        }
    }
    None
}

/// What stays the same in a search.
struct Search<'a> {
    function: &'a MachineFunction,
    context: &'a Context<'a>,
    first: &'a Access,
    goal: Goal,
}

impl Search<'_> {
    fn judge(&self, scratch: &mut Scratch, can_rename: &mut Option<bool>, inst: Inst) -> Verdict {
        let (function, first) = (self.function, self.first);
        let Some((second, extended)) = self.candidate(inst) else {
            return Verdict::Unrelated;
        };
        let Some(number) = self.number_in_units_of_first(&second) else {
            return Verdict::Other;
        };
        if second.base != first.base {
            return Verdict::Unrelated;
        }
        if !self.is_beside(scratch, &second, number) || !self.is_encodable(&second, number) {
            return Verdict::Other;
        }
        let between = &scratch.between;
        if !between.modified.is_available(function, first.base) {
            return Verdict::Stop;
        }
        let found = |direction, renamed| {
            Verdict::Found(Partner {
                access: second,
                direction,
                extended,
                renamed,
            })
        };
        let loads = first.loads(function);
        let same_result = loads && is_nested(first.register, second.register);
        let is_free = between.modified.is_available(function, second.register)
            && (!second.loads(function)
                || same_result
                || between.used.is_available(function, second.register));
        if is_free && !self.may_alias(scratch, second.inst) {
            if !same_result {
                return found(Direction::IntoFirst, None);
            }
            return match self.find_register(scratch, can_rename, &second) {
                Some(register) => found(Direction::IntoFirst, Some(register)),
                None => Verdict::Other,
            };
        }
        let is_free = !loads || between.used.is_available(function, first.register);
        if is_free && !self.may_alias(scratch, first.inst) {
            let modified = &scratch.between.modified;
            if modified.is_available(function, first.register) {
                return found(Direction::IntoSecond, None);
            }
            if let Some(register) = self.find_register(scratch, can_rename, &second) {
                return found(Direction::IntoSecond, Some(register));
            }
        }
        Verdict::Unrelated
    }

    /// `inst`, if it is an access that goes with the first.
    fn candidate(&self, inst: Inst) -> Option<(Access, Option<Extended>)> {
        let (function, first) = (self.function, self.first);
        let second = Access::of(function, inst)?;
        if has_ordered_memory_access(function, inst) || is_suppressed(function, inst) {
            return None;
        }
        let same_form = is_same(first.form, second.form);
        if same_form && first.mode == second.mode {
            return (first.mode != Mode::Pre).then_some((second, None));
        }
        if first.mode == second.mode
            && matches!(first.mode, Mode::Scaled | Mode::Unscaled)
            && is_word_load(function, first)
            && is_word_load(function, &second)
        {
            let extended = match first.form.kind {
                Kind::General => Extended::Second,
                _ => Extended::First,
            };
            return Some((second, Some(extended)));
        }
        let is_single = |mode| matches!(mode, Mode::Scaled | Mode::Unscaled);
        let goes = same_form
            && second.is_pairable()
            && is_single(second.mode)
            && (first.mode == Mode::Pre || is_single(first.mode));
        goes.then_some((second, None))
    }

    /// The offset of the second in units of that of the first, if it is a multiple.
    fn number_in_units_of_first(&self, second: &Access) -> Option<i64> {
        let size = second.form.size;
        match (self.first.is_unscaled(), second.is_unscaled()) {
            (false, true) => (second.number % size == 0).then(|| second.number / size),
            (true, false) => Some(second.number * size),
            _ => Some(second.number),
        }
    }

    fn is_beside(&self, scratch: &Scratch, second: &Access, number: i64) -> bool {
        let first = self.first;
        if first.mode == Mode::Pre {
            // The base has changed: the second comes right after, and nothing but it reads the base.
            return number == second.form.size
                && scratch
                    .between
                    .used
                    .is_available(self.function, second.base)
                && scratch
                    .between
                    .modified
                    .is_available(self.function, second.base)
                && !TARGET.regs_overlap(second.register, second.base);
        }
        (first.number - number).abs() == self.stride()
    }

    /// How far neighbours are from each other, in units of the first one's offset.
    fn stride(&self) -> i64 {
        match self.first.is_unscaled() {
            true => self.first.form.size,
            false => 1,
        }
    }

    /// Whether the goal can have the smaller of both offsets.
    fn is_encodable(&self, second: &Access, number: i64) -> bool {
        let first = self.first;
        let low = first.number.min(number);
        match self.goal {
            Goal::Wider => {
                (first.is_unscaled() || low % 2 == 0) && first.register == second.register
            }
            Goal::Pair => is_in_reach_of_pair(low, self.stride()),
        }
    }

    /// Whether an instruction between may change what `moved` accesses, or be changed by it.
    fn may_alias(&self, scratch: &Scratch, moved: Inst) -> bool {
        let alias = &self.context.alias;
        let mut between = scratch.memory.iter();
        between.any(|other| alias.may_alias(self.function, moved, *other))
    }

    /// A register that can take the place of the first one's. Whether that one can be renamed is found out once.
    fn find_register(
        &self,
        scratch: &mut Scratch,
        can_rename: &mut Option<bool>,
        second: &Access,
    ) -> Option<PhysReg> {
        let (function, first) = (self.function, self.first);
        if !function.tracks_reg_liveness {
            return None;
        }
        let class = TARGET.minimal_class(first.register)?;
        let is_renamable = *can_rename.get_or_insert_with(|| {
            if first.loads(function) {
                rename::can_rename_load(function, scratch, first, second.inst)
            } else {
                let limit = self.context.options.scan_limit;
                rename::can_rename_store(function, scratch, first, limit)
            }
        });
        if !is_renamable {
            return None;
        }
        rename::find_register(function, self.context, scratch, class)
    }
}

fn is_same(a: &Form, b: &Form) -> bool {
    a.scaled == b.scaled
}

fn is_word_load(function: &MachineFunction, access: &Access) -> bool {
    let is_general = matches!(access.form.kind, Kind::General | Kind::SignedWord);
    is_general && access.form.size == 4 && access.loads(function)
}

/// Whether a pair can have this offset, in units of which neighbours are `stride` apart.
pub(super) fn is_in_reach_of_pair(number: i64, stride: i64) -> bool {
    number % stride == 0 && (-64..=63).contains(&(number / stride))
}
