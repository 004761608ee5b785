//! Intrinsics on integers that are held in words.

use avarice_ir::{BinaryOp, CastOp, IntPredicate, Intrinsic, Type, TypeTable, Value};

use super::super::builder::Builder;
use super::number::{WORD, Wide, word_count};

/// What an intrinsic gives.
pub(super) enum Answer {
    /// A number.
    Number(Wide),
    /// A number, and whether it is wrong for having overflowed.
    Overflow(Wide, Value),
    /// A value of a type of its own.
    Plain(Value),
}

/// Whether [`Builder::wide_intrinsic`] knows an intrinsic.
pub(super) fn is_known(intrinsic: Intrinsic) -> bool {
    use Intrinsic::*;
    intrinsic.is_identity()
        || matches!(
            intrinsic,
            Abs | Smax
                | Smin
                | Umax
                | Umin
                | Bswap
                | Bitreverse
                | Ctpop
                | Ctlz
                | Cttz
                | Fshl
                | Fshr
        )
        || matches!(
            intrinsic,
            SaddSat | SsubSat | UaddSat | UsubSat | SshlSat | UshlSat
        )
        || matches!(
            intrinsic,
            SaddWithOverflow | SsubWithOverflow | SmulWithOverflow
        )
        || matches!(
            intrinsic,
            UaddWithOverflow | UsubWithOverflow | UmulWithOverflow
        )
        || matches!(intrinsic, Scmp | Ucmp)
}

impl Builder<'_> {
    /// An intrinsic for which [`is_known`] holds, on the wide ones of its operands: at least one, except of those of
    /// comparison, whose result may be all that is wide. `result` is the type of what it returns.
    pub(super) fn wide_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        args: &[Wide],
        result: Type,
    ) -> Answer {
        use Intrinsic::*;
        let none = Wide {
            words: Vec::new(),
            bits: 0,
        };
        let first = args.first().unwrap_or(&none);
        let second = args.get(1).unwrap_or(first);
        Answer::Number(match intrinsic {
            Abs => self.wide_abs(first),
            Smax => self.wide_best(IntPredicate::Sgt, first, second),
            Smin => self.wide_best(IntPredicate::Slt, first, second),
            Umax => self.wide_best(IntPredicate::Ugt, first, second),
            Umin => self.wide_best(IntPredicate::Ult, first, second),
            Bswap | Bitreverse => self.wide_reverse(intrinsic, first),
            Ctpop => self.wide_population(first),
            Ctlz => {
                let count = self.leading_zeros(first);
                self.wide_of_int(count, first.bits, false)
            }
            Cttz => {
                let count = self.trailing_zeros(first);
                self.wide_of_int(count, first.bits, false)
            }
            Fshl | Fshr => self.wide_funnel(intrinsic == Fshl, first, second, &args[2]),
            SaddSat | SsubSat | UaddSat | UsubSat | SshlSat | UshlSat => {
                self.wide_saturating(intrinsic, first, second)
            }
            SaddWithOverflow | SsubWithOverflow | UaddWithOverflow | UsubWithOverflow => {
                let op = match intrinsic {
                    SsubWithOverflow | UsubWithOverflow => BinaryOp::Sub,
                    _ => BinaryOp::Add,
                };
                let signed = matches!(intrinsic, SaddWithOverflow | SsubWithOverflow);
                let (sum, over) = self.wide_overflow(op, signed, first, second);
                return Answer::Overflow(sum, over);
            }
            SmulWithOverflow | UmulWithOverflow => {
                let signed = intrinsic == SmulWithOverflow;
                let (product, over) = self.wide_mul_overflow(signed, first, second);
                return Answer::Overflow(product, over);
            }
            Scmp | Ucmp => {
                let answer = self.three_way_answer(intrinsic, args);
                match self.wide_bits(result) {
                    Some(bits) => self.wide_of_int(answer, bits, true),
                    None => return Answer::Plain(self.cast(CastOp::SExt, answer, result)),
                }
            }
            _ => first.clone(),
        })
    }

    /// What `scmp` or `ucmp` gives, in two bits where there is no narrow result to take over.
    fn three_way_answer(&mut self, intrinsic: Intrinsic, args: &[Wide]) -> Value {
        use IntPredicate::{Sgt, Slt, Ugt, Ult};
        let predicates = match intrinsic {
            Intrinsic::Scmp => [Sgt, Slt],
            _ => [Ugt, Ult],
        };
        let [greater, less] = predicates.map(|predicate| {
            let bit = match args {
                [left, right, ..] => self.wide_compare(predicate, left, right),
                _ => {
                    let [left, right] = [0, 1].map(|at| self.function.operand(self.at, at));
                    self.icmp(predicate, left, right)
                }
            };
            self.cast(CastOp::ZExt, bit, TypeTable::I8)
        });
        self.binary(BinaryOp::Sub, greater, less)
    }

    fn wide_best(&mut self, predicate: IntPredicate, left: &Wide, right: &Wide) -> Wide {
        let first = self.wide_compare(predicate, left, right);
        self.wide_select(first, left, right)
    }

    /// Bytes or bits in reverse: of all words, then what is above the width goes.
    fn wide_reverse(&mut self, intrinsic: Intrinsic, number: &Wide) -> Wide {
        let words: Vec<Value> = number
            .words
            .iter()
            .rev()
            .map(|word| self.word_intrinsic(intrinsic, &[*word]))
            .collect();
        let bits = words.len() as u32 * WORD;
        let by = self.word(u64::from(bits - number.bits));
        let mut result = self.wide_shift(BinaryOp::LShr, &Wide { words, bits }, by);
        result.bits = number.bits;
        result
    }

    fn wide_population(&mut self, number: &Wide) -> Wide {
        let words = self.normalize(number, false).words;
        let mut sum = self.word(0);
        for word in words {
            let count = self.word_intrinsic(Intrinsic::Ctpop, &[word]);
            sum = self.word_op(BinaryOp::Add, sum, count);
        }
        self.wide_of_int(sum, number.bits, false)
    }

    /// The number of zeros above the highest one, as a word; the width for zero.
    pub(super) fn leading_zeros(&mut self, number: &Wide) -> Value {
        let words = self.normalize(number, false).words;
        let spare = words.len() as u32 * WORD - number.bits;
        let never = self.int(TypeTable::I1, 0);
        let mut zeros = self.word(0);
        for (at, word) in words.iter().enumerate() {
            let above = (words.len() - 1 - at) as u64 * u64::from(WORD);
            let own = self.word_intrinsic(Intrinsic::Ctlz, &[*word, never]);
            let by = self.word(above.wrapping_sub(u64::from(spare)));
            let total = self.word_op(BinaryOp::Add, own, by);
            zeros = match at {
                0 => total,
                _ => self.unless_zero(*word, total, zeros),
            };
        }
        zeros
    }

    /// The number of zeros below the lowest one, as a word; the width for zero.
    fn trailing_zeros(&mut self, number: &Wide) -> Value {
        let mut words = number.words.clone();
        let last = words.len() - 1;
        if number.top_bits() < WORD {
            let end = self.word(1 << number.top_bits());
            words[last] = self.word_op(BinaryOp::Or, words[last], end);
        }
        let never = self.int(TypeTable::I1, 0);
        let mut zeros = self.word(0);
        for (at, word) in words.iter().enumerate().rev() {
            let own = self.word_intrinsic(Intrinsic::Cttz, &[*word, never]);
            let below = self.word(at as u64 * u64::from(WORD));
            let total = self.word_op(BinaryOp::Add, own, below);
            zeros = match at == last {
                true => total,
                false => self.unless_zero(*word, total, zeros),
            };
        }
        zeros
    }

    /// `word != 0 ? yes : no`
    fn unless_zero(&mut self, word: Value, yes: Value, no: Value) -> Value {
        let zero = self.word(0);
        let is_zero = self.icmp(IntPredicate::Eq, word, zero);
        self.select(is_zero, no, yes)
    }

    /// A funnel shift; the amount counts modulo the width.
    fn wide_funnel(&mut self, left: bool, high: &Wide, low: &Wide, amount: &Wide) -> Wide {
        let bits = high.bits;
        let width = u64::from(bits);
        let by = if bits.is_power_of_two() {
            let mask = self.word(width - 1);
            self.word_op(BinaryOp::And, amount.words[0], mask)
        } else {
            self.remainder_by_small(amount, width)
        };
        let most = self.word(width - 1);
        let rest = self.binary(BinaryOp::Sub, most, by);
        let one = self.word(1);
        let (high, low) = if left {
            let low = self.wide_shift(BinaryOp::LShr, low, one);
            let low = self.wide_shift(BinaryOp::LShr, &low, rest);
            (self.wide_shift(BinaryOp::Shl, high, by), low)
        } else {
            let high = self.wide_shift(BinaryOp::Shl, high, one);
            let high = self.wide_shift(BinaryOp::Shl, &high, rest);
            (high, self.wide_shift(BinaryOp::LShr, low, by))
        };
        self.wide_bitwise(BinaryOp::Or, &high, &low)
    }

    /// The remainder of a division by a number of at most 32 bits: half a word at a time, from the top.
    fn remainder_by_small(&mut self, number: &Wide, divisor: u64) -> Value {
        let words = self.normalize(number, false).words;
        let divisor = self.word(divisor);
        let mut rest = self.word(0);
        for word in words.iter().rev() {
            let low_mask = self.word(u64::from(u32::MAX));
            let high = self.word_shift(BinaryOp::LShr, *word, WORD / 2);
            let low = self.word_op(BinaryOp::And, *word, low_mask);
            for half in [high, low] {
                let up = self.word_shift(BinaryOp::Shl, rest, WORD / 2);
                let dividend = self.word_op(BinaryOp::Or, up, half);
                rest = self.binary(BinaryOp::URem, dividend, divisor);
            }
        }
        rest
    }

    // ---- Overflow -----------------------------------------------------------------------------

    /// Sum or difference, and whether it is another number than without a limit of bits.
    fn wide_overflow(
        &mut self,
        op: BinaryOp,
        signed: bool,
        left: &Wide,
        right: &Wide,
    ) -> (Wide, Value) {
        let (left, right) = (self.normalize(left, signed), self.normalize(right, signed));
        let (sum, carry) = self.wide_add_sub(op, &left, &right);
        let subtract = op == BinaryOp::Sub;
        let last = sum.words.len() - 1;
        let top_bits = sum.top_bits();
        let over = if signed {
            // The sign is wrong: both operands of a sum, or only one of a difference, have another.
            let (a, b, s) = (left.words[last], right.words[last], sum.words[last]);
            let one = self.word_op(BinaryOp::Xor, a, s);
            let other = self.word_op(BinaryOp::Xor, b, if subtract { a } else { s });
            let both = self.word_op(BinaryOp::And, one, other);
            let wrong = self.word_shift(BinaryOp::Shl, both, WORD - top_bits);
            self.word_is_negative(wrong)
        } else if top_bits == WORD || subtract {
            carry
        } else {
            let above = self.word_shift(BinaryOp::LShr, sum.words[last], top_bits);
            let zero = self.word(0);
            self.icmp(IntPredicate::Ne, above, zero)
        };
        (sum, over)
    }

    fn wide_mul_overflow(&mut self, signed: bool, left: &Wide, right: &Wide) -> (Wide, Value) {
        let bits = left.bits;
        let doubled = word_count(bits) as u32 * WORD * 2;
        let [a, b] = [left, right].map(|factor| self.wide_resize(factor, doubled, signed));
        let product = self.wide_mul(&a, &b);
        let low = self.wide_resize(&product, bits, signed);
        let again = self.wide_resize(&low, doubled, signed);
        let over = self.wide_compare(IntPredicate::Ne, &again, &product);
        (low, over)
    }

    fn wide_saturating(&mut self, intrinsic: Intrinsic, left: &Wide, right: &Wide) -> Wide {
        use Intrinsic::{SaddSat, SshlSat, SsubSat, UshlSat, UsubSat};
        let bits = left.bits;
        let signed = matches!(intrinsic, SaddSat | SsubSat | SshlSat);
        let (result, over) = if matches!(intrinsic, SshlSat | UshlSat) {
            let back = if signed {
                BinaryOp::AShr
            } else {
                BinaryOp::LShr
            };
            let shifted = self.wide_shift(BinaryOp::Shl, left, right.words[0]);
            let again = self.wide_shift(back, &shifted, right.words[0]);
            let lost = self.wide_compare(IntPredicate::Ne, &again, left);
            (shifted, lost)
        } else {
            let op = match intrinsic {
                SsubSat | UsubSat => BinaryOp::Sub,
                _ => BinaryOp::Add,
            };
            self.wide_overflow(op, signed, left, right)
        };
        let limit = if signed {
            // The largest number, or the smallest, which is its complement, if the first is negative.
            let ones = self.wide_ones(bits);
            let one = self.word(1);
            let largest = self.wide_shift(BinaryOp::LShr, &ones, one);
            let left = self.normalize(left, true);
            let sign = self.sign_word(left.words[left.words.len() - 1]);
            let words = vec![sign; left.words.len()];
            self.wide_bitwise(BinaryOp::Xor, &largest, &Wide { words, bits })
        } else if intrinsic == UsubSat {
            self.wide_number(bits, 0)
        } else {
            self.wide_ones(bits)
        };
        self.wide_select(over, &limit, &result)
    }
}
