//! Debug records: `#dbg_value(…)` and its like before instructions.

use crate::entities::Inst;
use crate::lexer::Token;

use super::{Parser, Result};

impl Parser<'_> {
    /// A record, whose text is kept. Its names must exist like all others. The instruction before
    /// which it stands is filled in by the caller.
    pub(super) fn debug_record(&mut self) -> Result<()> {
        let start = self.start;
        self.bump();
        let operands = match self.token_str() {
            "dbg_value" | "dbg_declare" => 4,
            "dbg_assign" => 7,
            "dbg_label" => 2,
            _ => return Err(self.expected("a debug record such as 'dbg_value' after '#'")),
        };
        self.bump();
        self.expect(Token::LParen, "'(' after the kind of the debug record")?;
        for number in 0..operands {
            if number > 0 {
                self.expect(Token::Comma, "',' and the next operand of the debug record")?;
            }
            self.record_operand()?;
        }
        self.expect(Token::RParen, "')' after the debug record")?;
        let text = &self.lexer.text()[start..self.last_end];
        let text = String::from_utf8_lossy(text).into();
        let records = &mut self.body.function.debug_records;
        records.push((Inst::from_u32(0), text));
        Ok(())
    }
}
