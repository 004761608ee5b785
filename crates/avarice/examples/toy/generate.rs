//! Types are checked, and IR is built, in one walk over the tree.

use std::collections::BTreeMap;

use avarice::ir::builder::{FunctionBuilder, ModuleBuilder};
use avarice::ir::{CastOp, Global, IntPredicate, Module, Type as IrType, TypeTable, Value};

use crate::parser::{Expr, ExprKind, Function, Signature, Stmt, StmtKind, Type};

/// Functions by name: what a caller must know.
pub type Signatures = BTreeMap<String, Signature>;

fn ir_type(ty: Type) -> IrType {
    match ty {
        Type::Int => TypeTable::I64,
        Type::Bool => TypeTable::I1,
        Type::Str => TypeTable::PTR,
        Type::Void => TypeTable::VOID,
    }
}

/// The module of these functions, which may call those in `known`.
pub fn generate(
    file: &str,
    functions: &[Function],
    known: &Signatures,
    target: Option<&str>,
) -> Result<Module, String> {
    let mut module = ModuleBuilder::new(file);
    if let Some(target) = target {
        module.target(target);
    }
    module.debug_file(file, ".", "toy");
    let mut globals = BTreeMap::new();
    for (name, signature) in known {
        let params: Vec<IrType> = signature.params.iter().map(|ty| ir_type(*ty)).collect();
        let result = ir_type(signature.result);
        let global = match signature.variadic {
            true => module.variadic_function(name, result, &params),
            false => module.function(name, result, &params),
        };
        globals.insert(name.clone(), global);
    }
    for function in functions {
        let Some(stmts) = &function.body else {
            continue;
        };
        let mut body = module.define(globals[&function.name]);
        body.debug_function(&function.name, function.line);
        body.at(function.line, 1);
        let mut generator = Generator {
            body,
            known,
            globals: &globals,
            scope: Vec::new(),
            result: function.signature.result,
        };
        let params = function.params.iter().zip(&function.signature.params);
        for (index, (name, ty)) in params.enumerate() {
            let value = generator.body.param(index);
            generator.variable(name, (*ty, value));
        }
        generator.stmts(stmts)?;
        generator.end(function.line)?;
        generator.body.finish();
    }
    Ok(module.finish())
}

struct Generator<'a> {
    body: FunctionBuilder<'a>,
    known: &'a Signatures,
    globals: &'a BTreeMap<String, Global>,
    /// Variables and their slots, the innermost last.
    scope: Vec<(String, Type, Value)>,
    result: Type,
}

type Typed = (Type, Value);

fn error<T>(line: u32, message: impl std::fmt::Display) -> Result<T, String> {
    Err(format!("line {line}: {message}"))
}

impl Generator<'_> {
    fn variable(&mut self, name: &str, (ty, value): Typed) {
        let slot = self.body.alloca(ir_type(ty));
        self.body.store(value, slot);
        self.scope.push((name.to_owned(), ty, slot));
    }

    fn find(&self, line: u32, name: &str) -> Result<Typed, String> {
        let mut scope = self.scope.iter().rev();
        match scope.find(|(known, ..)| known == name) {
            Some((_, ty, slot)) => Ok((*ty, *slot)),
            None => error(line, format!("there is no variable '{name}'")),
        }
    }

    /// Ends a function whose last statement does not.
    fn end(&mut self, line: u32) -> Result<(), String> {
        match self.result {
            _ if self.body.is_ended() => {}
            Type::Void => self.body.ret_void(),
            _ => return error(line, "this function must end with 'return'"),
        }
        Ok(())
    }

    fn stmts(&mut self, stmts: &[Stmt]) -> Result<(), String> {
        let outer = self.scope.len();
        for stmt in stmts {
            if self.body.is_ended() {
                return error(stmt.line, "nothing gets here");
            }
            self.body.at(stmt.line, 1);
            self.stmt(stmt)?;
        }
        self.scope.truncate(outer);
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), String> {
        match &stmt.kind {
            StmtKind::Var(name, value) => {
                let value = self.value(value)?;
                self.variable(name, value);
            }
            StmtKind::Assign(name, value) => {
                let (ty, slot) = self.find(stmt.line, name)?;
                let value = self.of_type(ty, value)?;
                self.body.store(value, slot);
            }
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.of_type(Type::Bool, condition)?;
                let (yes, no) = (self.body.block("then"), self.body.block("else"));
                self.body.cond_br(condition, yes, no);
                let mut ends = Vec::new();
                for (block, stmts) in [(yes, then), (no, otherwise)] {
                    self.body.switch_to(block);
                    self.stmts(stmts)?;
                    if !self.body.is_ended() {
                        ends.push(self.body.current());
                    }
                }
                if !ends.is_empty() {
                    let after = self.body.block("after");
                    for end in ends {
                        self.body.switch_to(end);
                        self.body.br(after);
                    }
                    self.body.switch_to(after);
                }
            }
            StmtKind::While(condition, stmts) => {
                let names = ["test", "work", "after"];
                let [test, work, after] = names.map(|name| self.body.block(name));
                self.body.br(test);
                self.body.switch_to(test);
                let condition = self.of_type(Type::Bool, condition)?;
                self.body.cond_br(condition, work, after);
                self.body.switch_to(work);
                self.stmts(stmts)?;
                if !self.body.is_ended() {
                    self.body.br(test);
                }
                self.body.switch_to(after);
            }
            StmtKind::Return(None) if self.result == Type::Void => self.body.ret_void(),
            StmtKind::Return(None) => return error(stmt.line, "a value must be returned"),
            StmtKind::Return(Some(value)) => {
                let value = self.of_type(self.result, value)?;
                self.body.ret(value);
            }
            StmtKind::Expr(expr) => drop(self.expr(expr)?),
        }
        Ok(())
    }

    /// The value of an expression that has one.
    fn value(&mut self, expr: &Expr) -> Result<Typed, String> {
        match self.expr(expr)? {
            (ty, Some(value)) => Ok((ty, value)),
            _ => error(expr.line, "this has no value"),
        }
    }

    fn of_type(&mut self, wanted: Type, expr: &Expr) -> Result<Value, String> {
        match self.value(expr)? {
            (ty, value) if ty == wanted => Ok(value),
            (ty, _) => error(expr.line, format!("{wanted:?} is needed here, not {ty:?}")),
        }
    }

    fn expr(&mut self, expr: &Expr) -> Result<(Type, Option<Value>), String> {
        let (ty, value) = match &expr.kind {
            ExprKind::Int(value) => (Type::Int, self.body.int(TypeTable::I64, *value)),
            ExprKind::Bool(value) => (Type::Bool, self.body.int(TypeTable::I1, i64::from(*value))),
            ExprKind::Str(text) => (Type::Str, self.body.string(text)),
            ExprKind::Name(name) => {
                let (ty, slot) = self.find(expr.line, name)?;
                (ty, self.body.load(ir_type(ty), slot))
            }
            ExprKind::Call(name, args) => return self.call(expr.line, name, args),
            ExprKind::Index(text, index) => {
                let text = self.of_type(Type::Str, text)?;
                let index = self.of_type(Type::Int, index)?;
                let address = self.body.element_address(TypeTable::I8, text, index);
                let byte = self.body.load(TypeTable::I8, address);
                (
                    Type::Int,
                    self.body.cast(CastOp::ZExt, byte, TypeTable::I64),
                )
            }
            ExprKind::Unary("-", value) => {
                let value = self.of_type(Type::Int, value)?;
                (Type::Int, self.body.neg(value))
            }
            ExprKind::Unary(_, value) => {
                let value = self.of_type(Type::Bool, value)?;
                let yes = self.body.int(TypeTable::I1, 1);
                (Type::Bool, self.body.xor(value, yes))
            }
            ExprKind::Binary(op @ ("&&" | "||"), left, right) => {
                (Type::Bool, self.short_circuit(*op == "&&", left, right)?)
            }
            ExprKind::Binary(op, left, right) => self.binary(expr.line, op, left, right)?,
        };
        Ok((ty, Some(value)))
    }

    fn call(
        &mut self,
        line: u32,
        name: &str,
        args: &[Expr],
    ) -> Result<(Type, Option<Value>), String> {
        let Some(signature) = self.known.get(name) else {
            return error(line, format!("there is no function '{name}'"));
        };
        let wanted = signature.params.len();
        if args.len() < wanted || args.len() > wanted && !signature.variadic {
            return error(line, format!("'{name}' takes {wanted} arguments"));
        }
        let mut values = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            values.push(match signature.params.get(index) {
                Some(ty) => self.of_type(*ty, arg)?,
                None => self.value(arg)?.1,
            });
        }
        Ok((
            signature.result,
            self.body.call(self.globals[name], &values),
        ))
    }

    /// The right side is computed only if the left one does not decide.
    fn short_circuit(&mut self, is_and: bool, left: &Expr, right: &Expr) -> Result<Value, String> {
        let left = self.of_type(Type::Bool, left)?;
        let (more, after) = (self.body.block("more"), self.body.block("after"));
        let start = self.body.current();
        match is_and {
            true => self.body.cond_br(left, more, after),
            false => self.body.cond_br(left, after, more),
        }
        self.body.switch_to(more);
        let right = self.of_type(Type::Bool, right)?;
        let end = self.body.current();
        self.body.br(after);
        self.body.switch_to(after);
        let value = self.body.phi(TypeTable::I1);
        self.body.add_incoming(value, left, start);
        self.body.add_incoming(value, right, end);
        Ok(value)
    }

    fn binary(&mut self, line: u32, op: &str, left: &Expr, right: &Expr) -> Result<Typed, String> {
        let (ty, left) = self.value(left)?;
        let right = self.of_type(ty, right)?;
        let predicate = match op {
            "==" => Some(IntPredicate::Eq),
            "!=" => Some(IntPredicate::Ne),
            "<" => Some(IntPredicate::Slt),
            "<=" => Some(IntPredicate::Sle),
            ">" => Some(IntPredicate::Sgt),
            ">=" => Some(IntPredicate::Sge),
            _ => None,
        };
        match predicate {
            Some(predicate) if ty == Type::Int || predicate.is_equality() => {
                return Ok((Type::Bool, self.body.icmp(predicate, left, right)));
            }
            None if ty == Type::Int => {}
            _ => return error(line, format!("'{op}' does not take {ty:?}")),
        }
        let body = &mut self.body;
        let value = match op {
            "+" => body.add(left, right),
            "-" => body.sub(left, right),
            "*" => body.mul(left, right),
            "/" => body.sdiv(left, right),
            "%" => body.srem(left, right),
            "<<" => body.shl(left, right),
            ">>" => body.ashr(left, right),
            "&" => body.and(left, right),
            "|" => body.or(left, right),
            _ => body.xor(left, right),
        };
        Ok((ty, value))
    }
}
