//! What the code of one function says of its debug information: which scopes have code, where variables are, and which
//! calls it makes. Known before the code is encoded, with positions between instructions in place of offsets.

mod history;
mod operations;
mod places;
mod positions;
mod registers;
mod writer;

use avarice_ir::debug_info::{DebugInfo, has_flag};
use avarice_ir::metadata::SpecialNode;
use avarice_ir::{Global, Location as SourceLocation, MetadataId, Module};
use avarice_mir::lexical_scopes::LexicalScopes;
use avarice_mir::{
    CfiInstruction, FrameVariable, Inst, MachineFunction, MiFlags, Operand, OperandValue,
};
use avarice_target::{InstrFlags, PhysReg, op};

use history::{FrameRegisters, Histories, History, Tracker, Trim};
use operations::Programs;
use places::Places;
use writer::WriterContext;

pub(super) use places::Place;
pub(crate) use positions::{END, Position, Positions};
pub(super) use writer::{BASE_TYPE_BYTES, BaseType, Location};

use super::constants::dwarf_version;
use crate::elf_target::ElfTarget;

/// Bytes of an address.
pub(super) const ADDRESS_SIZE: u8 = 8;

/// A scope with code.
#[derive(Clone, Debug)]
pub(crate) struct ScopeCode {
    /// A subprogram or lexical block.
    pub(crate) node: MetadataId,
    /// The call in whose place it is.
    pub(crate) inlined_at: Option<MetadataId>,
    /// What that call's location says.
    pub(crate) call: Option<SourceLocation>,
    /// The scope around it, which is before it in the list.
    pub(crate) parent: Option<usize>,
    /// Where its code and that of scopes within it is.
    pub(crate) ranges: Vec<(Position, Position)>,
}

/// What a scope has apart from code and scopes within it.
#[derive(Clone, Debug)]
pub(crate) struct Entity {
    /// The variable or label.
    pub(crate) node: MetadataId,
    /// The call that it was inlined for.
    pub(crate) inlined_at: Option<MetadataId>,
    /// The scope that it is in; `None` if that has no code.
    pub(crate) scope: Option<usize>,
    pub(crate) kind: EntityKind,
}

/// A variable or a label.
#[derive(Clone, Debug)]
pub(crate) enum EntityKind {
    Variable(Place),
    Label(Position),
}

/// What is called.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// A function that has a subprogram.
    Function(Global),
    /// What a register points to.
    Register(Location),
}

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) callee: Callee,
    /// Where the code before it ends, if it does not come back.
    pub(crate) tail_at: Option<Position>,
    /// Where it returns to.
    pub(crate) returns_to: Position,
}

/// What the code of a function says.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeDebug {
    /// The scopes, the function itself first; none if no code has a location.
    pub(crate) scopes: Vec<ScopeCode>,
    /// Subprograms and blocks that were inlined here, in the order in which llc meets them.
    pub(crate) inlined: Vec<MetadataId>,
    pub(crate) entities: Vec<Entity>,
    /// The calls; `None` if not all are to be described.
    pub(crate) calls: Option<Vec<Call>>,
    /// What the places of variables in the frame are counted from.
    pub(crate) frame_base: Option<Location>,
}

/// Describes `function`, which is the subprogram `subprogram`.
pub(crate) fn describe(
    module: &Module,
    function: &MachineFunction,
    view: DebugInfo<'_>,
    subprogram: MetadataId,
    elf: &ElfTarget,
) -> (CodeDebug, Positions) {
    let mut scopes = LexicalScopes::default();
    scopes.compute(function, module);
    let describer = Describer {
        module,
        function,
        view,
        scopes: &scopes,
        subprogram,
        context: WriterContext {
            target: Some(function.target),
            version: dwarf_version(view),
            frame_register: function.frame.frame_register,
            address_size: ADDRESS_SIZE,
        },
        stack_pointer: stack_pointer(function, elf),
        initial_cfa: elf.initial_cfa.1.into(),
    };
    describer.run()
}

/// The stack pointer: calls are described by it.
fn stack_pointer(function: &MachineFunction, elf: &ElfTarget) -> PhysReg {
    let number = i32::from(elf.initial_cfa.0);
    let all = (0..function.target.registers.len()).map(PhysReg::from_index);
    let is_it = |register: &PhysReg| {
        let data = function.target.reg(*register);
        i32::from(data.dwarf) == number && data.super_regs.is_empty()
    };
    all.skip(1).find(is_it).unwrap_or(PhysReg::NONE)
}

/// A variable in the frame with the call that it was inlined for, its scope, and the objects that it is in.
type InFrame<'f> = (
    (MetadataId, Option<MetadataId>),
    Option<usize>,
    Vec<&'f FrameVariable>,
);

struct Describer<'a> {
    module: &'a Module,
    function: &'a MachineFunction,
    view: DebugInfo<'a>,
    scopes: &'a LexicalScopes,
    subprogram: MetadataId,
    context: WriterContext,
    stack_pointer: PhysReg,
    /// How far the stack pointer is below the CFA where a function begins, in bytes.
    initial_cfa: i64,
}

impl Describer<'_> {
    fn run(&self) -> (CodeDebug, Positions) {
        let mut positions = Positions::of(self.function);
        let mut programs = Programs::default();
        let mut debug = CodeDebug {
            scopes: self.scope_codes(&mut positions),
            inlined: self.scopes.inlined().to_vec(),
            ..CodeDebug::default()
        };
        let mut histories = Histories::default();
        if self.scopes.root().is_some() {
            let registers = FrameRegisters {
                stack_pointer: self.stack_pointer,
                frame: self.context.frame_register,
            };
            histories = Tracker::new(self.function, self.module, &mut programs, registers).run();
            self.trim(&positions, &mut histories);
        }
        let at_begin = self.request(&histories, &mut programs, &mut positions);
        let mut places = Places {
            function: self.function,
            module: self.module,
            view: self.view,
            scopes: self.scopes,
            positions: &positions,
            programs: &mut programs,
            context: self.context,
            at_begin: &at_begin,
        };
        self.frame_variables(&mut places, &mut debug.entities);
        self.variables(&mut places, &histories, &mut debug.entities);
        debug.frame_base = self.frame_base(&places);
        debug.calls = self.calls(&places);
        self.labels(&histories, &mut positions, &mut debug.entities);
        if debug.calls.is_some() {
            self.request_calls(&mut positions);
        }
        (debug, positions)
    }

    /// What the places of variables in the frame are counted from: the register that addresses it, unless that moves for
    /// calls.
    fn frame_base(&self, places: &Places<'_>) -> Option<Location> {
        let function = self.function;
        let register = self.context.frame_register?;
        let is_adjustment =
            |row: &CfiInstruction| matches!(row, CfiInstruction::AdjustCfaOffset(_));
        if register == self.stack_pointer && function.cfi.values().any(is_adjustment) {
            let below = function.frame.stack_size as i64 + self.initial_cfa;
            return Some(places.below_cfa(below));
        }
        places.register(register)
    }

    /// Notes the positions around all calls, whether their callees are known or not.
    fn request_calls(&self, positions: &mut Positions) {
        let blocks = self.function.layout.iter();
        for inst in blocks.flat_map(|block| self.function.block_insts(*block)) {
            if is_call(self.function, inst) {
                positions.request_after(self.function, inst);
                if self.function.desc(inst).has(InstrFlags::RETURN) {
                    positions.request_before(inst);
                }
            }
        }
    }

    fn scope_codes(&self, positions: &mut Positions) -> Vec<ScopeCode> {
        let mut codes = Vec::new();
        for scope in self.scopes.ids() {
            let (node, inlined_at) = self.scopes.key(scope);
            let mut ranges = Vec::new();
            for (first, last) in self.scopes.ranges(scope) {
                let start = positions.request_before(*first);
                let end = positions.request_after(self.function, *last);
                ranges.push((start, end));
            }
            codes.push(ScopeCode {
                node,
                inlined_at,
                call: inlined_at.and_then(|id| self.view.location(id)),
                parent: self
                    .scopes
                    .parent(scope)
                    .map(|parent| parent.as_u32() as usize),
                ranges,
            });
        }
        codes
    }

    fn variable(&self, id: MetadataId) -> Option<&SpecialNode> {
        self.view.node_of(id, "DILocalVariable")
    }

    fn trim(&self, positions: &Positions, histories: &mut Histories) {
        let trim = Trim {
            function: self.function,
            scopes: self.scopes,
            positions,
        };
        for (id, history) in histories.of.iter_mut() {
            if history.steps.is_empty() {
                continue;
            }
            let key = histories.variables.key(id);
            let Some(scope) = self.variable(key.variable).and_then(|v| v.node("scope")) else {
                continue;
            };
            let is_subprogram = self.view.node_of(scope, "DISubprogram").is_some();
            trim.history(key, scope, is_subprogram, history);
        }
    }

    /// Notes the positions that histories refer to. Returns the debug values that count as being at the begin of the
    /// function: what is known of a parameter without a register, so that it is seen there.
    fn request(
        &self,
        histories: &Histories,
        programs: &mut Programs,
        positions: &mut Positions,
    ) -> Vec<Inst> {
        let mut at_begin = Vec::new();
        for (id, history) in histories.of.iter() {
            let key = histories.variables.key(id);
            let variable = self.variable(key.variable);
            if let Some(variable) = variable.filter(|variable| variable.number("arg") != 0) {
                let scope = variable.node("scope");
                let function = scope.and_then(|scope| self.view.subprogram_of(scope));
                if function == Some(self.subprogram) {
                    self.parameter_begin(history, programs, &mut at_begin);
                }
            }
            for step in &history.steps {
                match step.is_value() {
                    true if at_begin.contains(&step.inst) => 0,
                    true => positions.request_before(step.inst),
                    false => positions.request_after(self.function, step.inst),
                };
            }
        }
        at_begin
    }

    fn parameter_begin(
        &self,
        history: &History,
        programs: &mut Programs,
        at_begin: &mut Vec<Inst>,
    ) {
        let has_register = |inst: Inst| history::registers_of(self.function, inst).next().is_some();
        let Some(first) = history.steps.first() else {
            return;
        };
        if !has_register(first.inst) {
            at_begin.push(first.inst);
        }
        let mut parts: Vec<avarice_ir::debug_expressions::Fragment> = Vec::new();
        for step in history.steps.iter().filter(|step| step.is_value()) {
            let value = avarice_mir::debug_values::DebugValue::of(self.function, step.inst);
            let program = value
                .map(|value| history::program_of(programs, self.module, self.function, &value));
            let Some(part) = program.and_then(|program| programs.all[program].fragment()) else {
                return;
            };
            if parts.iter().any(|other| other.overlaps(part)) || has_register(step.inst) {
                return;
            }
            parts.push(part);
            at_begin.push(step.inst);
        }
    }

    /// The variables that live in the frame.
    fn frame_variables(&self, places: &mut Places<'_>, entities: &mut Vec<Entity>) {
        let mut found: Vec<InFrame<'_>> = Vec::new();
        for variable in &self.function.frame.variables {
            let info = &variable.info;
            let (Some(node), Some(location)) = (info.variable.expand(), info.location.expand())
            else {
                continue;
            };
            let key = (node, places.call_of(location));
            match found.iter_mut().find(|(known, ..)| *known == key) {
                Some((.., parts)) => parts.push(variable),
                None => {
                    let scope = self.scopes.find(self.function, self.module, location);
                    let scope = scope.map(|scope| scope.as_u32() as usize);
                    found.push((key, scope, vec![variable]));
                }
            }
        }
        for ((node, inlined_at), scope, parts) in found {
            entities.push(Entity {
                node,
                inlined_at,
                scope,
                kind: EntityKind::Variable(places.in_frame(&parts)),
            });
        }
    }

    /// The variables that debug values speak of.
    fn variables(
        &self,
        places: &mut Places<'_>,
        histories: &Histories,
        entities: &mut Vec<Entity>,
    ) {
        let in_frame = entities.len();
        for (id, history) in histories.of.iter() {
            let key = histories.variables.key(id);
            let mut known = entities[..in_frame].iter();
            let is_known = known.any(|e| (e.node, e.inlined_at) == (key.variable, key.inlined_at));
            let Some(variable) = self.variable(key.variable).filter(|_| !is_known) else {
                continue;
            };
            if history.steps.iter().all(|step| places.is_unknown(step)) {
                continue;
            }
            let scope = variable.node("scope");
            let scope = scope.and_then(|scope| self.scopes.of_key((scope, key.inlined_at)));
            let Some(scope) = scope else {
                continue;
            };
            entities.push(Entity {
                node: key.variable,
                inlined_at: key.inlined_at,
                scope: Some(scope.as_u32() as usize),
                kind: EntityKind::Variable(places.of(variable, &history.steps)),
            });
        }
    }

    fn labels(&self, histories: &Histories, positions: &mut Positions, entities: &mut Vec<Entity>) {
        for (node, inlined_at, inst) in &histories.labels {
            let position = positions.request_before(*inst);
            let label = self.view.node_of(*node, "DILabel");
            let scope = label.and_then(|label| self.view.real_scope(label.node("scope")?));
            let scope = scope.and_then(|scope| self.scopes.of_key((scope, *inlined_at)));
            if let Some(scope) = scope {
                entities.push(Entity {
                    node: *node,
                    inlined_at: *inlined_at,
                    scope: Some(scope.as_u32() as usize),
                    kind: EntityKind::Label(position),
                });
            }
        }
    }

    /// The calls, if all are to be described.
    fn calls(&self, places: &Places<'_>) -> Option<Vec<Call>> {
        let node = self.view.node(self.subprogram)?;
        let are_described = has_flag(node, "flags", "DIFlagAllCallsDescribed");
        if !are_described || !has_flag(node, "spFlags", "DISPFlagDefinition") {
            return None;
        }
        let blocks = self.function.layout.iter();
        let insts = blocks.flat_map(|block| self.function.block_insts(*block));
        Some(insts.filter_map(|inst| self.call(places, inst)).collect())
    }

    fn call(&self, places: &Places<'_>, inst: Inst) -> Option<Call> {
        let function = self.function;
        let is_setup = function.insts[inst].flags.contains(MiFlags::FRAME_SETUP);
        if is_setup || !is_call(function, inst) {
            return None;
        }
        let first = function.operands(inst).first();
        let callee = match first.map(Operand::value)? {
            OperandValue::Global(global, _) => {
                self.module.globals[global].function()?;
                let mut attached = self.view.attachments(global);
                attached.find(|id| self.view.node_of(*id, "DISubprogram").is_some())?;
                Callee::Function(global)
            }
            OperandValue::Reg(register, _) => {
                Callee::Register(places.register(register.as_physical()?)?)
            }
            _ => return None,
        };
        let is_tail = function.desc(inst).has(InstrFlags::RETURN);
        Some(Call {
            callee,
            tail_at: is_tail.then(|| places.positions.before(inst)),
            returns_to: places.positions.after(function, inst),
        })
    }
}

/// Whether an instruction is a call, and no point for others to patch.
fn is_call(function: &MachineFunction, inst: Inst) -> bool {
    let is_other = matches!(
        function.opcode(inst),
        op::PATCHPOINT | op::STACKMAP | op::STATEPOINT | op::FENTRY_CALL
    );
    function.desc(inst).has(InstrFlags::CALL) && !is_other
}

/// The operations of an expression on an address in memory.
pub(super) fn expression_after(
    expression: &avarice_ir::debug_expressions::Expression,
    version: u16,
) -> Vec<u8> {
    let Some(program) = operations::Program::of_expression(expression) else {
        return Vec::new();
    };
    let mut writer = writer::Writer::new(WriterContext {
        target: None,
        version,
        frame_register: None,
        address_size: ADDRESS_SIZE,
    });
    if let Some(part) = program.fragment() {
        writer.begin_at(part.offset);
    }
    writer.is_in_memory();
    writer.expression(writer::Cursor::new(&program.operations), |_, _, _| false);
    writer.finish().bytes
}
