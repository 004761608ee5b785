//! Bodies are read, types are checked, and IR is built, in one go.
//!
//! ```text
//! item  ::= fn NAME ( NAME : TYPE, … ) [: TYPE] { stmt* }  |  extern NAME ( NAME : TYPE, … [...] ) [: TYPE]
//! stmt  ::= var NAME = expr  |  NAME = expr  |  if expr { stmt* } [else …]  |  while expr { stmt* }
//!         | return [expr]  |  expr
//! expr  ::= the operators of C from || to unary, calls f(x), bytes of strings s[i], numbers, "strings", true, false
//! TYPE  ::= int | bool | str
//! ```

use std::collections::BTreeMap;

use avarice::ir::builder::{FunctionBuilder, ModuleBuilder, Signature};
use avarice::ir::{BinaryOp, CastOp, IntPredicate, Module, Type, TypeTable, Value};

use crate::lexer::Token;
use crate::parser::{Function, Parser, TYPES};

/// Functions by name: what a caller must know.
pub type Signatures = BTreeMap<String, Signature>;

const INT: Type = TypeTable::I64;
const BOOL: Type = TypeTable::I1;

/// What a binary operator does.
#[derive(Clone, Copy)]
enum Operator {
    And,
    Or,
    Compare(IntPredicate),
    Compute(BinaryOp),
}
use Operator::{Compare, Compute};

/// Binary operators, each with how much it binds.
const OPERATORS: [(&str, u8, Operator); 18] = [
    ("||", 0, Operator::Or),
    ("&&", 1, Operator::And),
    ("|", 2, Compute(BinaryOp::Or)),
    ("^", 3, Compute(BinaryOp::Xor)),
    ("&", 4, Compute(BinaryOp::And)),
    ("==", 5, Compare(IntPredicate::Eq)),
    ("!=", 5, Compare(IntPredicate::Ne)),
    ("<", 6, Compare(IntPredicate::Slt)),
    ("<=", 6, Compare(IntPredicate::Sle)),
    (">", 6, Compare(IntPredicate::Sgt)),
    (">=", 6, Compare(IntPredicate::Sge)),
    ("<<", 7, Compute(BinaryOp::Shl)),
    (">>", 7, Compute(BinaryOp::AShr)),
    ("+", 8, Compute(BinaryOp::Add)),
    ("-", 8, Compute(BinaryOp::Sub)),
    ("*", 9, Compute(BinaryOp::Mul)),
    ("/", 9, Compute(BinaryOp::SDiv)),
    ("%", 9, Compute(BinaryOp::SRem)),
];

/// What binds more than all of them.
const UNARY: u8 = 10;

fn error<T>(line: u32, message: impl std::fmt::Display) -> Result<T, String> {
    Err(format!("line {line}: {message}"))
}

/// The name of a type.
fn name(ty: Type) -> &'static str {
    let found = TYPES.iter().find(|(_, known)| *known == ty);
    found.map_or("nothing", |(name, _)| name)
}

/// The module of these functions, which may call those in `known`.
pub fn generate(
    file: &str,
    functions: Vec<Function>,
    known: &Signatures,
    target: Option<&str>,
) -> Result<Module, String> {
    let mut module = ModuleBuilder::new(file);
    module.target(target.unwrap_or_default());
    module.debug_file(file, ".", "toy");
    for function in functions {
        let Some(tokens) = function.body else {
            continue;
        };
        let global = module.declare(&function.name, &function.signature);
        let mut body = module.define(global);
        body.debug_function(&function.name, function.line);
        body.at(function.line, 1);
        let mut generator = Generator {
            body,
            parser: Parser::new(tokens),
            known,
            scope: Vec::new(),
            result: function.signature.result,
        };
        for (index, name) in function.params.into_iter().enumerate() {
            let value = generator.body.param(index);
            generator.variable(name, value);
        }
        while *generator.parser.token() != Token::End {
            generator.stmt()?;
        }
        match generator.result {
            _ if generator.body.is_ended() => {}
            TypeTable::VOID => generator.body.ret_void(),
            _ => return error(function.line, "this function must end with 'return'"),
        }
        generator.body.finish();
    }
    Ok(module.finish())
}

struct Generator<'a> {
    body: FunctionBuilder<'a>,
    parser: Parser,
    known: &'a Signatures,
    /// Variables with their types and slots, the innermost last.
    scope: Vec<(String, Type, Value)>,
    result: Type,
}

impl Generator<'_> {
    fn variable(&mut self, name: String, value: Value) {
        let ty = self.body.type_of(value);
        let slot = self.body.alloca(ty);
        self.body.store(value, slot);
        self.scope.push((name, ty, slot));
    }

    fn find(&self, line: u32, name: &str) -> Result<(Type, Value), String> {
        let mut scope = self.scope.iter().rev();
        match scope.find(|(known, ..)| known == name) {
            Some((_, ty, slot)) => Ok((*ty, *slot)),
            None => error(line, format!("there is no variable '{name}'")),
        }
    }

    fn block(&mut self) -> Result<(), String> {
        let outer = self.scope.len();
        self.parser.need("{")?;
        while !self.parser.eat("}") {
            self.stmt()?;
        }
        self.scope.truncate(outer);
        Ok(())
    }

    fn stmt(&mut self) -> Result<(), String> {
        let line = self.parser.line();
        if self.body.is_ended() {
            return error(line, "nothing gets here");
        }
        self.body.at(line, 1);
        if self.parser.eat("var") {
            let name = self.parser.name()?;
            self.parser.need("=")?;
            let value = self.value(0)?;
            self.variable(name, value);
        } else if self.parser.eat("while") {
            let repeat = self.body.begin_loop();
            let condition = self.of_type(BOOL, 0)?;
            self.body.loop_while(&repeat, condition);
            self.block()?;
            self.body.end_loop(repeat);
        } else if self.parser.eat("if") {
            let condition = self.of_type(BOOL, 0)?;
            let mut choice = self.body.begin_if(condition);
            self.block()?;
            self.body.begin_else(&mut choice);
            if self.parser.eat("else") {
                match self.parser.token() {
                    Token::Symbol("if") => self.stmt()?,
                    _ => self.block()?,
                }
            }
            self.body.end_if(choice);
        } else if self.parser.eat("return") {
            match self.result {
                TypeTable::VOID => self.body.ret_void(),
                ty => {
                    let value = self.of_type(ty, 0)?;
                    self.body.ret(value);
                }
            }
        } else if *self.parser.second() == Token::Symbol("=") {
            let name = self.parser.name()?;
            self.parser.need("=")?;
            let (ty, slot) = self.find(line, &name)?;
            let value = self.of_type(ty, 0)?;
            self.body.store(value, slot);
        } else {
            self.expr(0)?;
        }
        Ok(())
    }

    /// The value of an expression of operators that bind at least `least`.
    fn value(&mut self, least: u8) -> Result<Value, String> {
        let line = self.parser.line();
        match self.expr(least)? {
            Some(value) => Ok(value),
            None => error(line, "this has no value"),
        }
    }

    fn of_type(&mut self, wanted: Type, least: u8) -> Result<Value, String> {
        let line = self.parser.line();
        let value = self.value(least)?;
        self.check(line, value, wanted).map(|()| value)
    }

    fn check(&self, line: u32, value: Value, wanted: Type) -> Result<(), String> {
        let ty = self.body.type_of(value);
        let (wanted, found) = (name(wanted), name(ty));
        match wanted == found {
            true => Ok(()),
            false => error(line, format!("{wanted} is needed here, not {found}")),
        }
    }

    /// Likewise; `None` for a call that has no value.
    fn expr(&mut self, least: u8) -> Result<Option<Value>, String> {
        let line = self.parser.line();
        let Some(mut left) = self.unary()? else {
            return Ok(None);
        };
        loop {
            let mut operators = OPERATORS.iter().filter(|(_, binds, _)| *binds >= least);
            let Some((_, binds, operator)) = operators.find(|(name, ..)| self.parser.eat(name))
            else {
                return Ok(Some(left));
            };
            left = match operator {
                Operator::And | Operator::Or => {
                    self.check(line, left, BOOL)?;
                    self.decide(*operator, left, binds + 1)?
                }
                Compare(predicate) => {
                    if !predicate.is_equality() {
                        self.check(line, left, INT)?;
                    }
                    let right = self.of_type(self.body.type_of(left), binds + 1)?;
                    self.body.icmp(*predicate, left, right)
                }
                Compute(op) => {
                    self.check(line, left, INT)?;
                    let right = self.of_type(INT, binds + 1)?;
                    self.body.binary(*op, left, right)
                }
            };
        }
    }

    /// The right side is computed only if the left one does not decide.
    fn decide(&mut self, op: Operator, left: Value, least: u8) -> Result<Value, String> {
        let (more, after) = (self.body.block("more"), self.body.block("after"));
        let start = self.body.current();
        match op {
            Operator::And => self.body.cond_br(left, more, after),
            _ => self.body.cond_br(left, after, more),
        }
        self.body.switch_to(more);
        let right = self.of_type(BOOL, least)?;
        let end = self.body.current();
        self.body.br(after);
        self.body.switch_to(after);
        Ok(self.body.phi_of(&[(left, start), (right, end)]))
    }

    fn unary(&mut self) -> Result<Option<Value>, String> {
        if self.parser.eat("-") {
            let value = self.of_type(INT, UNARY)?;
            return Ok(Some(self.body.neg(value)));
        }
        if self.parser.eat("!") {
            let value = self.of_type(BOOL, UNARY)?;
            return Ok(Some(self.body.not(value)));
        }
        let line = self.parser.line();
        let mut value = self.primary()?;
        while let Some(text) = value
            && self.parser.eat("[")
        {
            self.check(line, text, TypeTable::PTR)?;
            let index = self.of_type(INT, 0)?;
            self.parser.need("]")?;
            let address = self.body.element_address(TypeTable::I8, text, index);
            let byte = self.body.load(TypeTable::I8, address);
            value = Some(self.body.cast(CastOp::ZExt, byte, INT));
        }
        Ok(value)
    }

    fn primary(&mut self) -> Result<Option<Value>, String> {
        let (token, line) = self.parser.next();
        Ok(Some(match token {
            Token::Symbol("(") => {
                let value = self.value(0)?;
                self.parser.need(")")?;
                value
            }
            Token::Int(value) => self.body.int(INT, value),
            Token::Str(text) => self.body.string(&text),
            Token::Symbol(word @ ("true" | "false")) => {
                self.body.int(BOOL, i64::from(word == "true"))
            }
            Token::Name(name) if self.parser.eat("(") => return self.call(line, &name),
            Token::Name(name) => {
                let (ty, slot) = self.find(line, &name)?;
                self.body.load(ty, slot)
            }
            other => return error(line, format!("expected a value, found {other:?}")),
        }))
    }

    fn call(&mut self, line: u32, name: &str) -> Result<Option<Value>, String> {
        let Some(signature) = self.known.get(name) else {
            return error(line, format!("there is no function '{name}'"));
        };
        let (mut args, wanted) = (Vec::new(), signature.params.len());
        let mut goes_on = !self.parser.eat(")");
        while goes_on {
            args.push(match signature.params.get(args.len()) {
                Some(ty) => self.of_type(*ty, 0)?,
                None => self.value(0)?,
            });
            goes_on = self.parser.goes_on()?;
        }
        if args.len() < wanted || args.len() > wanted && !signature.is_variadic {
            return error(line, format!("'{name}' takes {wanted} arguments"));
        }
        let function = self.body.module().declare(name, signature);
        Ok(self.body.call(function, &args))
    }
}
