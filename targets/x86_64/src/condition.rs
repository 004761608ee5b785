//! Condition codes of x86, under the hardware's numbers.

/// A condition code: the low four bits of `Jcc`, `SETcc` and `CMOVcc`.
///
/// Two more stand for pairs of branches that floating-point equality needs; only branch analysis uses
/// them, no instruction has them as operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the manual's")]
pub enum Cond {
    O = 0,
    NO = 1,
    B = 2,
    AE = 3,
    E = 4,
    NE = 5,
    BE = 6,
    A = 7,
    S = 8,
    NS = 9,
    P = 10,
    NP = 11,
    L = 12,
    GE = 13,
    LE = 14,
    G = 15,
    /// `NE` or `P`: not equal or unordered.
    NeOrP = 16,
    /// `E` and `NP`: equal and ordered.
    EAndNp = 17,
}

impl Cond {
    const ALL: [Self; 18] = [
        Self::O,
        Self::NO,
        Self::B,
        Self::AE,
        Self::E,
        Self::NE,
        Self::BE,
        Self::A,
        Self::S,
        Self::NS,
        Self::P,
        Self::NP,
        Self::L,
        Self::GE,
        Self::LE,
        Self::G,
        Self::NeOrP,
        Self::EAndNp,
    ];

    /// The condition with this number, or `None`.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The operand value.
    pub fn number(self) -> i64 {
        self as i64
    }

    /// The condition that holds exactly when this one does not.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::NeOrP => Self::EAndNp,
            Self::EAndNp => Self::NeOrP,
            _ => Self::ALL[self as usize ^ 1],
        }
    }

    /// The condition for exchanged operands of an integer compare; `None` where flags other than
    /// those of a subtraction decide.
    #[must_use]
    pub fn swapped(self) -> Option<Self> {
        Some(match self {
            Self::E | Self::NE => self,
            Self::B => Self::A,
            Self::A => Self::B,
            Self::AE => Self::BE,
            Self::BE => Self::AE,
            Self::L => Self::G,
            Self::G => Self::L,
            Self::GE => Self::LE,
            Self::LE => Self::GE,
            _ => return None,
        })
    }

    /// The suffix of mnemonics: `e` as in `je`. Empty for the pairs.
    pub fn suffix(self) -> &'static str {
        const SUFFIXES: [&str; 18] = [
            "o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g",
            "", "",
        ];
        SUFFIXES[self as usize]
    }
}
