//! Ranges of names, `R8D..R11D`: equal but for their numbers, which rise together.

/// The names that a word stands for.
///
/// ```text
/// R8D..R11D            R8D R9D R10D R11D
/// D0_D1..D2_D3         D0_D1 D1_D2 D2_D3
/// P14_P15..P15_P0      P14_P15 P15_P0        numbers start again after the first number of the last name
/// R8D                  R8D
/// ```
///
/// A word with `..` that is no such range stands for itself, so that whoever looks it up reports it.
pub(crate) struct NameRange {
    first: String,
    count: u32,
    /// What numbers are taken modulo of; 0 if they never start again.
    modulus: u32,
}

impl NameRange {
    /// Understands `word`.
    pub(crate) fn of(word: &str) -> Self {
        let range = word
            .split_once("..")
            .and_then(|(first, last)| Self::between(first, last));
        range.unwrap_or_else(|| Self {
            first: word.to_owned(),
            count: 1,
            modulus: 0,
        })
    }

    fn between(first: &str, last: &str) -> Option<Self> {
        let (low, high) = (first_number(first)?, first_number(last)?);
        let count = high.checked_sub(low).filter(|steps| *steps > 0)? + 1;
        [0, high + 1].into_iter().find_map(|modulus| {
            let range = Self {
                first: first.to_owned(),
                count,
                modulus,
            };
            (range.shifted(first, count - 1) == last).then_some(range)
        })
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> u32 {
        self.count
    }

    /// The names in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        (0..self.count).map(|step| self.shifted(&self.first, step))
    }

    /// `name` as it is `step` steps later: all its numbers are greater by that.
    pub(crate) fn shifted(&self, name: &str, step: u32) -> String {
        let mut out = String::with_capacity(name.len() + 4);
        let mut rest = name;
        while let Some((before, number, after)) = split_number(rest) {
            let number = match self.modulus {
                0 => number + step,
                modulus => (number + step) % modulus,
            };
            out.push_str(before);
            out.push_str(&number.to_string());
            rest = after;
        }
        out + rest
    }
}

/// The text before the first number of `name`, the number, and what follows.
fn split_number(name: &str) -> Option<(&str, u32, &str)> {
    let start = name.find(|c: char| c.is_ascii_digit())?;
    let length = name[start..].find(|c: char| !c.is_ascii_digit());
    let end = length.map_or(name.len(), |length| start + length);
    // More digits than a small number has are no number of a register.
    let number = name[start..end].parse::<u16>().ok()?;
    Some((&name[..start], number.into(), &name[end..]))
}

fn first_number(name: &str) -> Option<u32> {
    split_number(name).map(|(_, number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(word: &str) -> Vec<String> {
        NameRange::of(word).names().collect()
    }

    #[test]
    fn numbers_rise_together_and_may_start_again() {
        assert_eq!(names("R9D..R11D"), ["R9D", "R10D", "R11D"]);
        assert_eq!(names("D0_D1..D2_D3"), ["D0_D1", "D1_D2", "D2_D3"]);
        assert_eq!(names("P14_P15..P15_P0"), ["P14_P15", "P15_P0"]);
        assert_eq!(NameRange::of("P14_P15..P15_P0").shifted("B15", 1), "B0");
    }

    #[test]
    fn what_is_no_range_stands_for_itself() {
        for word in [
            "AX",
            "R8..R8",
            "R9..R8",
            "R8..S9",
            "R8D..R9",
            "D0_D1..D2_D4",
            "A..B",
        ] {
            assert_eq!(names(word), [word]);
        }
    }
}
