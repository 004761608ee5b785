//! Choices and loops of structured languages, whose parts are built one after the other.

use crate::entities::{Block, Value};

use super::FunctionBuilder;

/// A choice between two parts that is being built.
#[derive(Debug)]
pub struct Choice {
    otherwise: Block,
    /// Where the parts join, if one of them gets there.
    after: Option<Block>,
}

/// A loop that is being built.
#[derive(Debug)]
pub struct Loop {
    test: Block,
    after: Block,
}

/// ```
/// use avarice_ir::builder::ModuleBuilder;
/// use avarice_ir::{IntPredicate, TypeTable};
///
/// // long f(long n) { while (n > 9) { if (n & 1) n = n - 1; else n = n / 2; } return n; }
/// let mut module = ModuleBuilder::new("structured");
/// let f = module.function("f", TypeTable::I64, &[TypeTable::I64]);
/// let mut body = module.define(f);
/// let n = body.alloca(TypeTable::I64);
/// body.store(body.param(0), n);
/// let repeat = body.begin_loop();
/// let (value, nine) = (body.load(TypeTable::I64, n), body.int(TypeTable::I64, 9));
/// let more = body.icmp(IntPredicate::Sgt, value, nine);
/// body.loop_while(&repeat, more);
/// let odd = body.cast(avarice_ir::CastOp::Trunc, value, TypeTable::I1);
/// let mut choice = body.begin_if(odd);
/// let one = body.int(TypeTable::I64, 1);
/// let less = body.sub(value, one);
/// body.store(less, n);
/// body.begin_else(&mut choice);
/// let two = body.int(TypeTable::I64, 2);
/// let half = body.sdiv(value, two);
/// body.store(half, n);
/// body.end_if(choice);
/// body.end_loop(repeat);
/// let result = body.load(TypeTable::I64, n);
/// body.ret(result);
/// body.finish();
/// assert_eq!(module.finish().globals.len(), 1);
/// ```
impl FunctionBuilder<'_> {
    /// Begins what is done where `condition` holds.
    #[track_caller]
    pub fn begin_if(&mut self, condition: Value) -> Choice {
        let (then, otherwise) = (self.block("then"), self.block("else"));
        self.cond_br(condition, then, otherwise);
        self.switch_to(then);
        let after = None;
        Choice { otherwise, after }
    }

    /// Ends what is done where the condition holds, and begins what is done otherwise.
    pub fn begin_else(&mut self, choice: &mut Choice) {
        self.join(choice);
        self.switch_to(choice.otherwise);
    }

    /// Ends what is done otherwise, after [`Self::begin_else`]. What follows comes after both; where neither gets there, the
    /// current block [is ended](Self::is_ended).
    pub fn end_if(&mut self, mut choice: Choice) {
        self.join(&mut choice);
        if let Some(after) = choice.after {
            self.switch_to(after);
        }
    }

    /// Goes on after the choice, unless the part has an end of its own.
    fn join(&mut self, choice: &mut Choice) {
        if !self.is_ended() {
            let after = choice.after.unwrap_or_else(|| self.block("after"));
            self.br(after);
            choice.after = Some(after);
        }
    }

    /// Begins the condition of a loop, which is computed before each round.
    pub fn begin_loop(&mut self) -> Loop {
        let (test, after) = (self.block("test"), self.block("after"));
        self.br(test);
        self.switch_to(test);
        Loop { test, after }
    }

    /// Ends the condition of a loop, and begins its body.
    #[track_caller]
    pub fn loop_while(&mut self, of: &Loop, condition: Value) {
        let body = self.block("body");
        self.cond_br(condition, body, of.after);
        self.switch_to(body);
    }

    /// Ends the body of a loop. What follows comes after the loop.
    pub fn end_loop(&mut self, of: Loop) {
        if !self.is_ended() {
            self.br(of.test);
        }
        self.switch_to(of.after);
    }
}
