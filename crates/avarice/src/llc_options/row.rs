//! What a row says of an option of llc.

/// What is done about an option whose value is not one of [`Row::same`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// An option of the same name does what llc's does.
    Done,
    /// If true, these passes are left out.
    Omits(&'static [&'static str]),
    /// If false, these passes are left out.
    Includes(&'static [&'static str]),
    /// If true, llc runs a pass that does not exist here: it is refused, except with `-run-pass`, which names all passes that
    /// run.
    Brings,
    /// Functions without an attribute of this name get it, with the option's value.
    Attribute(&'static str),
    /// It is refused.
    Refused,
}

/// An option of llc and what is done about it.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// llc's name, without dashes.
    pub name: &'static str,
    /// What is done.
    pub answer: Answer,
    /// Values that change nothing, because they are what happens anyway: `true` or `false` for a flag, `*` for all.
    pub same: &'static [&'static str],
    /// Why, for those who read help or a refusal; may be empty.
    pub note: &'static str,
}

/// An option that we have.
pub(super) const fn done(name: &'static str) -> Row {
    Row {
        name,
        answer: Answer::Done,
        same: &[],
        note: "",
    }
}

/// An option that is refused, except with the values `same`.
pub(super) const fn only(
    name: &'static str,
    same: &'static [&'static str],
    note: &'static str,
) -> Row {
    Row {
        name,
        answer: Answer::Refused,
        same,
        note,
    }
}

/// A flag that may only be false.
pub(super) const fn off(name: &'static str, note: &'static str) -> Row {
    only(name, &["false"], note)
}

/// A flag that asks for a pass that does not exist here.
pub(super) const fn brings(name: &'static str, note: &'static str) -> Row {
    Row {
        answer: Answer::Brings,
        ..off(name, note)
    }
}

/// A flag that may only be true.
pub(super) const fn on(name: &'static str, note: &'static str) -> Row {
    only(name, &["true"], note)
}

/// A flag that changes nothing, whatever it says.
pub(super) const fn any(name: &'static str, note: &'static str) -> Row {
    only(name, &["*"], note)
}

/// An option that is refused with every value.
pub(super) const fn refused(name: &'static str, note: &'static str) -> Row {
    only(name, &[], note)
}

/// A flag that leaves out passes.
pub(super) const fn omits(name: &'static str, passes: &'static [&'static str]) -> Row {
    Row {
        name,
        answer: Answer::Omits(passes),
        same: &[],
        note: "",
    }
}

/// A flag without which passes are left out.
pub(super) const fn includes(name: &'static str, passes: &'static [&'static str]) -> Row {
    Row {
        name,
        answer: Answer::Includes(passes),
        same: &[],
        note: "",
    }
}

/// An option that gives functions an attribute.
pub(super) const fn attribute(name: &'static str, attribute: &'static str) -> Row {
    Row {
        name,
        answer: Answer::Attribute(attribute),
        same: &[],
        note: "",
    }
}

impl Row {
    /// Whether `value` changes nothing.
    pub fn is_same(&self, value: &str) -> bool {
        self.same
            .iter()
            .any(|same| matches!(*same, "*") || *same == value)
    }
}

/// The row of the option called `name`.
pub fn find(name: &str) -> Option<&'static Row> {
    super::rows().find(|row| row.name == name)
}
