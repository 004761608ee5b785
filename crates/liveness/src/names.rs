//! Names of entries, which stay the same while their numbers change.
//!
//! Where a scheduler puts instructions, numbers get crowded, and each further instruction changes those of thousands.
//! Ranges need not follow each time, if they keep the names of their places:
//!
//! ```text
//!   position   4    6    8   10         name 4 ─▶ 4    name 8  ─▶ 10       an old entry has the position for a name that
//!   name       4   40    –    8         name 6 ─▶ –    name 40 ─▶ 6        it had at first; a new one gets the next number
//! ```
//!
//! Names only tell entries apart: the order of the code is that of numbers.

/// Names and positions of entries in the table of slot indexes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    are_kept: bool,
    /// By name: the position; 0 where it is the name.
    positions: Vec<u32>,
    /// By position: the name; 0 where it is the position.
    names: Vec<u32>,
}

impl Names {
    /// Begins: entries in a table of this length are named by their positions.
    pub(crate) fn begin(&mut self, len: usize) {
        self.end();
        self.are_kept = true;
        self.positions.resize(len, 0);
        self.names.resize(len, 0);
    }

    /// Forgets all names.
    pub(crate) fn end(&mut self) {
        self.are_kept = false;
        self.positions.clear();
        self.names.clear();
    }

    /// Whether entries have names.
    #[inline]
    pub(crate) fn are_kept(&self) -> bool {
        self.are_kept
    }

    /// The name of the entry at a position.
    #[inline]
    pub(crate) fn name(&self, position: u32) -> u32 {
        match self.names.get(position as usize) {
            Some(name) if *name != 0 => *name,
            _ => position,
        }
    }

    /// Where the entry of this name is.
    #[inline]
    pub(crate) fn position(&self, name: u32) -> u32 {
        match self.positions.get(name as usize) {
            Some(position) if *position != 0 => *position,
            _ => name,
        }
    }

    /// Names a new entry.
    pub(crate) fn add(&mut self, position: u32) {
        if self.are_kept {
            let name = self.positions.len() as u32;
            self.positions.push(position);
            self.put(name, position);
        }
    }

    /// An entry goes to another position.
    #[inline]
    pub(crate) fn follow(&mut self, from: usize, to: usize) {
        if self.are_kept {
            self.put(self.name(from as u32), to as u32);
        }
    }

    #[inline]
    fn put(&mut self, name: u32, position: u32) {
        if self.names.len() <= position as usize {
            self.names.resize(position as usize + 1, 0);
        }
        self.names[position as usize] = name;
        self.positions[name as usize] = position;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_their_names() {
        let mut names = Names::default();
        names.begin(40);
        names.follow(8, 10);
        names.follow(6, 8);
        names.add(6);
        assert_eq!([8, 10, 6].map(|position| names.name(position)), [6, 8, 40]);
        assert_eq!([6, 8, 40].map(|name| names.position(name)), [8, 10, 6]);
        assert_eq!(names.position(4), 4);
    }
}
