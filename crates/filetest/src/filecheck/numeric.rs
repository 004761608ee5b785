//! Numeric substitution blocks: `[[#VAR]]`, `[[#%x,VAR:]]`, `[[#VAR+1]]`, `[[#@LINE-2]]`.
//!
//! A block has up to three parts, `[[#%format, NAME: expression]]`, each of them optional. With a
//! name it defines a variable; with an expression the text has to be that number; without one it
//! has to be some number. Numbers are 128-bit signed, which holds everything a test prints.

use std::collections::BTreeMap;

/// How a number is written in the checked text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    radix: Radix,
    /// The least number of digits; 0 for no demand.
    precision: u32,
    /// Whether a hexadecimal number carries `0x`.
    prefixed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Radix {
    Unsigned,
    Signed,
    HexLower,
    HexUpper,
}

impl Format {
    /// Unsigned decimal, the format of a block that names none.
    pub(super) const UNSIGNED: Self = Self {
        radix: Radix::Unsigned,
        precision: 0,
        prefixed: false,
    };

    /// A regular expression for any number of this format. It opens `self.groups()` groups.
    pub(super) fn wildcard(&self) -> String {
        let (sign, first, digit) = match self.radix {
            Radix::Unsigned => ("", "[1-9]", "[0-9]"),
            Radix::Signed => ("-?", "[1-9]", "[0-9]"),
            Radix::HexLower => ("", "[1-9a-f]", "[0-9a-f]"),
            Radix::HexUpper => ("", "[1-9A-F]", "[0-9A-F]"),
        };
        let prefix = if self.prefixed { "0x" } else { "" };
        match self.precision {
            0 => format!("{sign}{prefix}{digit}+"),
            precision => format!("{sign}{prefix}(?:{first}{digit}*)?{digit}{{{precision}}}"),
        }
    }

    /// `value` in this format.
    ///
    /// # Errors
    ///
    /// If the value is negative and the format has no sign.
    pub(super) fn print(&self, value: i128) -> Result<String, String> {
        if value < 0 && self.radix != Radix::Signed {
            return Err(format!("the format cannot represent the value {value}"));
        }
        let magnitude = value.unsigned_abs();
        let digits = match self.radix {
            Radix::Unsigned | Radix::Signed => magnitude.to_string(),
            Radix::HexLower => format!("{magnitude:x}"),
            Radix::HexUpper => format!("{magnitude:X}"),
        };
        let sign = if value < 0 { "-" } else { "" };
        let prefix = if self.prefixed { "0x" } else { "" };
        let width = self.precision as usize;
        Ok(format!("{sign}{prefix}{digits:0>width$}"))
    }

    /// The number that `text`, which matched [`Self::wildcard`], stands for.
    pub(super) fn parse(&self, text: &str) -> Result<i128, String> {
        let parsed = match self.radix {
            Radix::Unsigned | Radix::Signed => text.parse(),
            Radix::HexLower | Radix::HexUpper => {
                i128::from_str_radix(text.strip_prefix("0x").unwrap_or(text), 16)
            }
        };
        parsed.map_err(|_| format!("the number '{text}' is out of range"))
    }
}

/// A number and the format it takes over from the variables it was computed from.
type Valued = (i128, Option<Format>);

/// The numeric variables with their values and formats.
pub(super) type NumericVariables = BTreeMap<String, (i128, Format)>;

/// An arithmetic expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Literal(i128),
    Variable(String),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
}

/// Why an expression has no value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EvaluationError {
    /// The named variable is not defined at this point.
    Undefined(String),
    /// Overflow, division by zero, or formats that contradict each other.
    Arithmetic(String),
}

impl Expression {
    /// The value and the format it implies (that of the variables in it; none if there are none).
    pub(super) fn evaluate(&self, variables: &NumericVariables) -> Result<Valued, EvaluationError> {
        match self {
            Self::Literal(value) => Ok((*value, None)),
            Self::Variable(name) => match variables.get(name) {
                Some(&(value, format)) => Ok((value, Some(format))),
                None => Err(EvaluationError::Undefined(name.clone())),
            },
            Self::Binary(operator, left, right) => {
                let (left, left_format) = left.evaluate(variables)?;
                let (right, right_format) = right.evaluate(variables)?;
                let value = operator.apply(left, right).ok_or_else(|| {
                    EvaluationError::Arithmetic("the expression overflows".to_owned())
                })?;
                match (left_format, right_format) {
                    (Some(left), Some(right)) if left != right => {
                        let message = "variables of different formats need an explicit format";
                        Err(EvaluationError::Arithmetic(message.to_owned()))
                    }
                    (left, right) => Ok((value, left.or(right))),
                }
            }
        }
    }

    /// Calls `visit` with every variable the expression uses.
    pub(super) fn for_each_variable(&self, visit: &mut impl FnMut(&str)) {
        match self {
            Self::Literal(_) => {}
            Self::Variable(name) => visit(name),
            Self::Binary(_, left, right) => {
                left.for_each_variable(visit);
                right.for_each_variable(visit);
            }
        }
    }
}

impl Operator {
    fn apply(self, left: i128, right: i128) -> Option<i128> {
        match self {
            Self::Add => left.checked_add(right),
            Self::Sub => left.checked_sub(right),
            Self::Mul => left.checked_mul(right),
            Self::Div => left.checked_div(right),
            Self::Min => Some(left.min(right)),
            Self::Max => Some(left.max(right)),
        }
    }
}

/// A parsed `[[#…]]`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NumericBlock {
    /// The format the block names.
    pub(super) format: Option<Format>,
    /// The variable it defines.
    pub(super) definition: Option<String>,
    /// What the number has to be equal to.
    pub(super) expression: Option<Expression>,
}

/// Parses the text between `[[#` and `]]`, on line `line` of the check file.
pub(super) fn parse_block(text: &str, line: usize) -> Result<NumericBlock, String> {
    let mut parser = Parser {
        rest: text.trim_start(),
        line,
        depth: 0,
    };
    let format = parser.format()?;
    let mut definition = None;
    if let Some((name, rest)) = parser.rest.split_once(':') {
        let name = name.trim();
        if !super::pattern::is_variable_name(name) {
            return Err(format!("invalid variable name '{name}'"));
        }
        definition = Some(name.to_owned());
        parser.rest = rest.trim_start();
    }
    let constraint = parser.rest.strip_prefix("==");
    parser.rest = constraint.unwrap_or(parser.rest).trim_start();
    let expression = if parser.rest.is_empty() {
        if constraint.is_some() {
            return Err("an expression is missing after '=='".to_owned());
        }
        None
    } else {
        Some(parser.expression()?)
    };
    if !parser.rest.is_empty() {
        return Err(format!(
            "unexpected characters '{}' in the expression",
            parser.rest
        ));
    }
    Ok(NumericBlock {
        format,
        definition,
        expression,
    })
}

/// The deepest nesting of parentheses; the parser is recursive.
const MAX_DEPTH: usize = 64;

struct Parser<'a> {
    rest: &'a str,
    line: usize,
    depth: usize,
}

impl Parser<'_> {
    fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// Takes the longest prefix of characters that satisfy `accept`.
    fn take(&mut self, accept: impl Fn(char) -> bool) -> &str {
        let end = self.rest.find(|c| !accept(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        taken
    }

    /// `%x`, `%#.8X` … with the comma after it, if something follows.
    fn format(&mut self) -> Result<Option<Format>, String> {
        if !self.eat("%") {
            return Ok(None);
        }
        let prefixed = self.eat("#");
        let mut precision = 0;
        if self.eat(".") {
            let digits = self.take(|c| c.is_ascii_digit());
            precision = match digits.parse() {
                Ok(value @ 0..=64) => value,
                _ => return Err(format!("invalid precision '{digits}' in the format")),
            };
        }
        let mut chars = self.rest.chars();
        let radix = match chars.next() {
            Some('u') => Radix::Unsigned,
            Some('d') => Radix::Signed,
            Some('x') => Radix::HexLower,
            Some('X') => Radix::HexUpper,
            _ => return Err("invalid format specifier in the expression".to_owned()),
        };
        if prefixed && !matches!(radix, Radix::HexLower | Radix::HexUpper) {
            return Err("'#' is for hexadecimal formats".to_owned());
        }
        self.rest = chars.as_str().trim_start();
        if !self.eat(",") && !self.rest.is_empty() {
            return Err("a comma is missing after the format".to_owned());
        }
        Ok(Some(Format {
            radix,
            precision,
            prefixed,
        }))
    }

    fn expression(&mut self) -> Result<Expression, String> {
        let mut left = self.operand()?;
        loop {
            let operator = if self.eat("+") {
                Operator::Add
            } else if self.eat("-") {
                Operator::Sub
            } else {
                return Ok(left);
            };
            let right = self.operand()?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    fn operand(&mut self) -> Result<Expression, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the expression is nested too deeply".to_owned());
        }
        let operand = self.operand_at_depth();
        self.depth -= 1;
        operand
    }

    fn operand_at_depth(&mut self) -> Result<Expression, String> {
        if self.eat("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.eat("@LINE") {
            return Ok(Expression::Literal(self.line as i128));
        }
        let negative = self.eat("-");
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            let value = self.literal()?;
            return Ok(Expression::Literal(if negative { -value } else { value }));
        }
        let name = self
            .take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
            .to_owned();
        if negative || !super::pattern::is_variable_name(&name) {
            return Err("invalid operand in the expression".to_owned());
        }
        if !self.eat("(") {
            return Ok(Expression::Variable(name));
        }
        let operator = match name.as_str() {
            "add" => Operator::Add,
            "sub" => Operator::Sub,
            "mul" => Operator::Mul,
            "div" => Operator::Div,
            "min" => Operator::Min,
            "max" => Operator::Max,
            _ => return Err(format!("call to undefined function '{name}'")),
        };
        let left = self.expression()?;
        self.expect(",")?;
        let right = self.expression()?;
        self.expect(")")?;
        Ok(Expression::Binary(
            operator,
            Box::new(left),
            Box::new(right),
        ))
    }

    fn literal(&mut self) -> Result<i128, String> {
        let digits = self.take(|c| c.is_ascii_alphanumeric()).to_owned();
        let parsed = match digits.strip_prefix("0x") {
            Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
            None => digits.parse(),
        };
        parsed.map_err(|_| format!("invalid number '{digits}' in the expression"))
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(format!("missing '{token}' in the expression"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, variables: &[(&str, i128)]) -> Result<i128, EvaluationError> {
        let table = variables
            .iter()
            .map(|&(name, value)| (name.to_owned(), (value, Format::UNSIGNED)))
            .collect();
        let block = parse_block(text, 7).unwrap();
        block
            .expression
            .unwrap()
            .evaluate(&table)
            .map(|(value, _)| value)
    }

    #[test]
    fn expressions_are_evaluated_left_to_right() {
        assert_eq!(value("X - 2 + 5", &[("X", 10)]), Ok(13));
        assert_eq!(value("mul(X, (2+1))", &[("X", 4)]), Ok(12));
        assert_eq!(value("@LINE+1", &[]), Ok(8));
        assert_eq!(value("0x1F", &[]), Ok(31));
        assert_eq!(value("max(-3, min(2, 1))", &[]), Ok(1));
    }

    #[test]
    fn undefined_variables_and_overflow_are_errors() {
        assert_eq!(
            value("X", &[]),
            Err(EvaluationError::Undefined("X".to_owned()))
        );
        assert!(matches!(
            value("div(1,0)", &[]),
            Err(EvaluationError::Arithmetic(_))
        ));
    }

    #[test]
    fn formats_print_and_describe_numbers() {
        let format = |text| parse_block(text, 1).unwrap().format.unwrap();
        assert_eq!(format("%x").print(255).unwrap(), "ff");
        assert_eq!(format("%#.4X").print(255).unwrap(), "0x00FF");
        assert_eq!(format("%d").print(-3).unwrap(), "-3");
        assert_eq!(format("%#x").wildcard(), "0x[0-9a-f]+");
        assert_eq!(format("%d").wildcard(), "-?[0-9]+");
        assert!(format("%u").print(-3).is_err());
        assert_eq!(format("%x").parse("ff"), Ok(255));
    }

    #[test]
    fn malformed_blocks_are_refused() {
        for text in [
            "%q,X:",
            "X+",
            "1x",
            "nope(1,2)",
            "(1",
            "%#d",
            "X Y",
            "3A:",
            "==",
        ] {
            assert!(parse_block(text, 1).is_err(), "{text}");
        }
        let deep = "(".repeat(10_000);
        assert!(parse_block(&deep, 1).is_err());
    }
}
