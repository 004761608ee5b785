//! Ranges while many instructions move: those that are not looked at do not follow each renumbering.
//!
//! ```text
//!   named     its places are names, see `names`; nothing is to be done when numbers change
//!      │ ▲
//!      ▼ │    number_interval / the next renumbering
//!   numbered  it can be read and edited as always
//!      │
//!      ▼      number_interval, if it has many places
//!   followed  as numbered, and follows renumberings where it has places, to the end
//! ```

use avarice_mir::{Inst, MachineFunction, VReg};
use cranelift_entity::EntityRef;

use crate::live_intervals::LiveIntervals;
use crate::renumbering::Renumbering;

/// A range of more segments follows renumberings.
const MANY_SEGMENTS: usize = 32;

/// What the places of an interval are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Named,
    Numbered,
    Followed,
}

/// Which intervals have numbers.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    /// By register; empty unless names are kept. Registers without an entry have numbers.
    forms: Vec<Form>,
    numbered: Vec<VReg>,
    followed: Vec<VReg>,
    /// How many renumberings there were when names began.
    first: usize,
}

impl Forms {
    pub(crate) fn clear(&mut self) {
        self.forms.clear();
        self.numbered.clear();
        self.followed.clear();
    }

    /// Whether the places of an interval are numbers.
    #[inline]
    pub(crate) fn has_numbers(&self, reg: VReg) -> bool {
        self.forms.get(reg.index()) != Some(&Form::Named)
    }
}

impl LiveIntervals {
    /// From here to [`Self::number_all`], intervals of virtual registers that were not asked for by
    /// [`Self::number_interval`] since the last renumbering must not be read. To be used where many instructions move
    /// one after the other.
    pub fn defer_renumberings(&mut self) {
        self.forms.clear();
        self.forms.forms.resize(self.num_intervals(), Form::Named);
        self.forms.first = self.renumberings().count();
        self.indexes.keep_names();
    }

    /// Ends what [`Self::defer_renumberings`] has begun.
    pub fn number_all(&mut self) {
        if !self.indexes.keeps_names() {
            return;
        }
        if self.renumberings().count() != self.forms.first {
            let forms = std::mem::take(&mut self.forms);
            let (indexes, intervals) = self.indexes_and_intervals_mut();
            for (interval, form) in intervals.iter_mut().zip(&forms.forms) {
                if interval.present && *form == Form::Named {
                    interval.map_places(|name| indexes.number_of(name));
                }
            }
            self.forms = forms;
            self.renew_spans();
        }
        self.forms.clear();
        self.indexes.forget_names();
    }

    /// Makes the interval of a virtual register, if it has one, right up to the next renumbering.
    #[inline]
    pub fn number_interval(&mut self, reg: VReg) {
        if !self.forms.has_numbers(reg) {
            self.number_named(reg);
        }
    }

    /// The same for all virtual registers of an instruction and its bundle.
    pub fn number_intervals_of(&mut self, function: &MachineFunction, head: Inst) {
        for inst in function.bundle_insts(head) {
            for operand in function.operands(inst) {
                if let Some(reg) = operand.as_reg().as_virtual() {
                    self.number_interval(reg);
                }
            }
        }
    }

    fn number_named(&mut self, reg: VReg) {
        let (indexes, intervals) = self.indexes_and_intervals_mut();
        let Some(interval) = intervals.get_mut(reg.index()) else {
            return;
        };
        interval.map_places(|name| indexes.number_of(name));
        let many = interval.segments().len() > MANY_SEGMENTS;
        let (form, list) = match many {
            true => (Form::Followed, &mut self.forms.followed),
            false => (Form::Numbered, &mut self.forms.numbered),
        };
        list.push(reg);
        self.forms.forms[reg.index()] = form;
    }

    /// Intervals that have numbers get names, or follow.
    pub(crate) fn defer(&mut self, renumbering: &Renumbering) {
        let mut forms = std::mem::take(&mut self.forms);
        let (indexes, intervals) = self.indexes_and_intervals_mut();
        for reg in forms.numbered.drain(..) {
            forms.forms[reg.index()] = Form::Named;
            let interval = &mut intervals[reg.index()];
            if interval.present {
                interval.map_places(|place| indexes.name_of(renumbering.map(place)));
            }
        }
        for reg in &forms.followed {
            self.follow_one(*reg, renumbering);
        }
        self.forms = forms;
    }
}
