//! Types, by number.

use avarice_ir::Type;

/// Types by number.
#[derive(Default)]
pub(crate) struct Types {
    pub list: Vec<Option<Listed>>,
    /// Number of types that have been defined, which is the number of the next.
    pub defined: usize,
    /// The name of the next identified struct.
    pub name: Option<Box<str>>,
}

/// A type with what limits how it may be nested.
#[derive(Clone, Copy)]
pub(crate) struct Listed {
    pub ty: Type,
    /// Levels of types within it, without what is inside identified structs.
    pub depth: u32,
    /// Number of types written in its text.
    pub weight: u32,
    /// An identified struct that has been mentioned but not defined.
    pub undefined: bool,
}

impl Types {
    pub fn set(&mut self, number: usize, listed: Listed) {
        if self.list.len() <= number {
            self.list.resize(number + 1, None);
        }
        self.list[number] = Some(listed);
        self.defined = number + 1;
    }
}
