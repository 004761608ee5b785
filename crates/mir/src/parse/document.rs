//! One function's document: everything but the body's text.

use avarice_ir::global::{FunctionData, GlobalKind};
use avarice_ir::types::TypeData;
use avarice_ir::{DataLayout, Global, GlobalData, InstKind, Module};
use avarice_target::{PhysReg, RegClass};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap; // Allowed because a reader looks names up.

use super::MirTarget;
use super::error::{Result, Span, fault};
use super::names::{FunctionSymbols, ModuleSymbols};
use super::yaml::{Entry, Node, NodeKind};
use crate::entities::{Block, ConstPoolIndex, FrameIndex, JumpTableIndex, Reg, VReg};
use crate::function::{ConstPoolEntry, ConstPoolValue, MachineFunction, RegHint};
use crate::text_names::{JumpTableKind, MirFlags};

/// Reads one function.
pub(super) struct DocumentReader<'a> {
    pub text: &'a [u8],
    pub module: &'a mut Module,
    pub symbols: &'a ModuleSymbols,
    pub target: MirTarget,
    pub ir: FunctionSymbols,
    pub function: MachineFunction,
    /// Virtual registers by the number and the name that the text gives them.
    vregs: FxHashMap<u32, VReg>,
    named_vregs: FxHashMap<Box<str>, VReg>,
    /// By virtual register: where it is mentioned first, until its class is known.
    pub unknown_class: Vec<Option<Span>>,
    pub blocks: FxHashMap<u32, Block>,
    pub slots: FxHashMap<u32, FrameIndex>,
    pub fixed_slots: FxHashMap<u32, FrameIndex>,
    pub constants: FxHashMap<u32, ConstPoolIndex>,
    pub jump_tables: FxHashMap<u32, JumpTableIndex>,
}

/// The entry with `key`.
pub(super) fn find_entry<'n>(map: &'n [Entry], key: &str) -> Option<&'n Node> {
    map.iter().find(|e| e.key == key).map(|e| &e.value)
}

/// The entry with `key`, which must be there.
pub(super) fn require<'n>(map: &'n [Entry], span: &Span, key: &str) -> Result<&'n Node> {
    match find_entry(map, key) {
        Some(node) => Ok(node),
        None => fault(
            span.start..span.start + 1,
            format!("missing required key '{key}'"),
        ),
    }
}

/// Adds `void @name()` to the module if it has no such function.
pub(super) fn declare_function(module: &mut Module, document: &Node) -> Result<()> {
    let name_node = require(document.map()?, &document.span, "name")?;
    let name = name_node.text()?;
    if name.is_empty() {
        return fault(name_node.span.clone(), "a function needs a name");
    }
    if let Some(global) = module.globals_by_name.get(name.as_bytes()) {
        return match module.globals[*global].function() {
            Some(_) => Ok(()),
            None => fault(
                name_node.span.clone(),
                format!("'{name}' is not a function"),
            ),
        };
    }
    let ret = module.types.intern(TypeData::Void);
    let value_type = module.types.intern(TypeData::Function {
        ret,
        params: Box::new([]),
        var_arg: false,
    });
    let mut body = avarice_ir::Function::new();
    let entry = body.append_block(b"entry");
    let end = body.create_inst(InstKind::Unreachable, ret, false, &[], &[]);
    body.append_inst(entry, end);
    let data = FunctionData {
        body: Some(Box::new(body)),
        ..FunctionData::default()
    };
    let global = module.globals.push(GlobalData {
        name: name.as_bytes().into(),
        value_type,
        address_space: 0,
        linkage: avarice_ir::Linkage::External,
        visibility: avarice_ir::Visibility::Default,
        dll_storage: avarice_ir::global::DllStorage::Default,
        dso_local: false,
        thread_local: avarice_ir::ThreadLocal::None,
        unnamed_addr: avarice_ir::UnnamedAddr::None,
        section: None,
        partition: None,
        align: None,
        comdat: None,
        metadata: Vec::new(),
        kind: GlobalKind::Function(data),
    });
    module
        .globals_by_name
        .insert(name.as_bytes().into(), global);
    Ok(())
}

impl<'a> DocumentReader<'a> {
    pub fn new(
        text: &'a [u8],
        module: &'a mut Module,
        symbols: &'a ModuleSymbols,
        target: MirTarget,
    ) -> Self {
        Self {
            text,
            module,
            symbols,
            target,
            ir: FunctionSymbols::default(),
            function: MachineFunction::new(target.desc, b""),
            vregs: FxHashMap::default(),
            named_vregs: FxHashMap::default(),
            unknown_class: Vec::new(),
            blocks: FxHashMap::default(),
            slots: FxHashMap::default(),
            fixed_slots: FxHashMap::default(),
            constants: FxHashMap::default(),
            jump_tables: FxHashMap::default(),
        }
    }

    /// The function of `document`.
    pub fn read(mut self, document: &Node) -> Result<MachineFunction> {
        let map = document.map()?;
        let name = require(map, &document.span, "name")?.text()?;
        let global: Option<Global> = self.module.globals_by_name.get(name.as_bytes()).copied();
        self.function.name = name.as_bytes().into();
        self.function.ir_function = global;
        if let Some(body) = global.and_then(|g| self.module.globals[g].body()) {
            self.ir = FunctionSymbols::new(body);
        }
        self.function.tracks_reg_liveness = false;
        self.function.mir_info.debug_instr_ref = Some(false);
        for entry in map {
            self.read_property(entry)?;
        }
        self.read_registers(map)?;
        if let Some(node) = find_entry(map, "constants") {
            self.read_constants(node)?;
        }
        let body = match find_entry(map, "body") {
            Some(node) if matches!(node.kind, NodeKind::Block { .. }) => node.span.clone(),
            Some(node) => match node.text()? {
                "" => 0..0,
                _ => return fault(node.span.clone(), "expected a block of text"),
            },
            None => 0..0,
        };
        self.read_block_definitions(body.clone())?;
        self.read_frame(map)?;
        if let Some(node) = find_entry(map, "jumpTable") {
            self.read_jump_tables(node)?;
        }
        self.read_blocks(body)?;
        self.finish()
    }

    fn read_property(&mut self, entry: &Entry) -> Result<()> {
        let value = &entry.value;
        let flag = match &*entry.key {
            "alignment" => {
                self.function.align = self.alignment(value)?;
                return Ok(());
            }
            "exposesReturnsTwice" => {
                self.function.exposes_returns_twice = value.truth()?;
                return Ok(());
            }
            "tracksRegLiveness" => {
                self.function.tracks_reg_liveness = value.truth()?;
                return Ok(());
            }
            "debugInstrRef" => {
                self.function.mir_info.debug_instr_ref = Some(value.truth()?);
                return Ok(());
            }
            "machineFunctionInfo" => {
                for entry in value.map()? {
                    let text = self.text[entry.value.span.clone()].to_vec();
                    let text = String::from_utf8_lossy(&text).into_owned();
                    let info = &mut self.function.mir_info.function_info;
                    info.push((entry.key.as_str().into(), text.into()));
                }
                return Ok(());
            }
            "entry_values" | "callSites" | "debugValueSubstitutions" | "machineMetadataNodes" => {
                return self.keep_section(&entry.key, value);
            }
            "name"
            | "registers"
            | "liveins"
            | "calleeSavedRegisters"
            | "frameInfo"
            | "fixedStack"
            | "stack"
            | "constants"
            | "jumpTable"
            | "body" => return Ok(()),
            "legalized" => MirFlags::LEGALIZED,
            "regBankSelected" => MirFlags::REG_BANK_SELECTED,
            "selected" => MirFlags::SELECTED,
            "failedISel" => MirFlags::FAILED_ISEL,
            "hasWinCFI" => MirFlags::HAS_WIN_CFI,
            "callsEHReturn" => MirFlags::CALLS_EH_RETURN,
            "callsUnwindInit" => MirFlags::CALLS_UNWIND_INIT,
            "hasEHCatchret" => MirFlags::HAS_EH_CATCHRET,
            "hasEHScopes" => MirFlags::HAS_EH_SCOPES,
            "hasEHFunclets" => MirFlags::HAS_EH_FUNCLETS,
            "isOutlined" => MirFlags::IS_OUTLINED,
            "failsVerification" => MirFlags::FAILS_VERIFICATION,
            "tracksDebugUserValues" => MirFlags::TRACKS_DEBUG_USER_VALUES,
            key => return fault(entry.key_span.clone(), format!("unknown key '{key}'")),
        };
        let set = value.truth()?;
        self.function.mir_info.flags.set(flag, set);
        Ok(())
    }

    /// Keeps the items of a section as their text.
    fn keep_section(&mut self, key: &str, value: &Node) -> Result<()> {
        let mut items = Vec::new();
        for item in value.list()? {
            let text = String::from_utf8_lossy(&self.text[item.span.clone()]);
            items.push(text.trim_end().into());
        }
        if !items.is_empty() {
            self.function.mir_info.sections.push((key.into(), items));
        }
        Ok(())
    }

    /// A power of two, at most 2^32; nothing is 1.
    pub fn alignment(&self, node: &Node) -> Result<u64> {
        if node.text()?.is_empty() {
            return Ok(1);
        }
        let value: u64 = node.number()?;
        if value.is_power_of_two() && value <= 1 << 32 {
            Ok(value)
        } else {
            fault(node.span.clone(), "expected a power of 2")
        }
    }

    /// The class with this name, for a virtual register.
    pub fn class(&self, name: &str, span: Span) -> Result<RegClass> {
        match self.target.desc.class_by_name(name) {
            Some(class) if self.target.desc.class(class).allocatable => Ok(class),
            Some(_) => {
                let message =
                    format!("cannot use non-allocatable class '{name}' for a virtual register");
                fault(span, message)
            }
            None if name == "_" => fault(span, "generic virtual registers are not supported"),
            None => fault(
                span,
                format!("use of undefined register class or register bank '{name}'"),
            ),
        }
    }

    /// The register `%number`, made on first mention.
    pub fn vreg(&mut self, number: u32, span: Span) -> VReg {
        if let Some(reg) = self.vregs.get(&number) {
            return *reg;
        }
        let reg = self.new_vreg(span);
        self.vregs.insert(number, reg);
        reg
    }

    /// The register `%name`, made on first mention.
    pub fn named_vreg(&mut self, name: &str, span: Span) -> VReg {
        if let Some(reg) = self.named_vregs.get(name) {
            return *reg;
        }
        let reg = self.new_vreg(span);
        self.function.vregs[reg].name = Some(name.into());
        self.named_vregs.insert(name.into(), reg);
        reg
    }

    fn new_vreg(&mut self, span: Span) -> VReg {
        self.unknown_class.push(Some(span));
        self.function.create_vreg(RegClass(0))
    }

    /// `$name` or `name`.
    pub fn phys_reg(&self, name: &str, span: Span) -> Result<PhysReg> {
        let name = name.strip_prefix('$').unwrap_or(name);
        match self.target.desc.reg_by_name(name) {
            Some(reg) => Ok(reg),
            None if name == "noreg" => Ok(PhysReg::NONE),
            None => fault(span, format!("unknown register name '{name}'")),
        }
    }

    /// A register in a scalar: `$rax`, `%3`, `%name`.
    fn register(&mut self, node: &Node) -> Result<Reg> {
        let text = node.text()?;
        let span = node.span.clone();
        match text.strip_prefix('%') {
            None => Ok(self.phys_reg(text, span)?.into()),
            Some(name) => match name.parse::<u32>() {
                Ok(number) if number < 1 << 31 => Ok(self.vreg(number, span).into()),
                Ok(_) => fault(span, "this register number is too large"),
                Err(_) => Ok(self.named_vreg(name, span).into()),
            },
        }
    }

    fn read_registers(&mut self, map: &[Entry]) -> Result<()> {
        let mut explicit = FxHashMap::default();
        for item in find_entry(map, "registers").map_or(Ok(&[][..]), Node::list)? {
            let entries = item.map()?;
            let id_node = require(entries, &item.span, "id")?;
            let id: u32 = id_node.number()?;
            if id >= 1 << 31 {
                return fault(id_node.span.clone(), "this register number is too large");
            }
            if explicit.insert(id, ()).is_some() {
                return fault(
                    id_node.span.clone(),
                    format!("redefinition of virtual register '%{id}'"),
                );
            }
            let reg = self.vreg(id, id_node.span.clone());
            let class = require(entries, &item.span, "class")?;
            self.function.vregs[reg].class = self.class(class.text()?, class.span.clone())?;
            self.unknown_class[reg.index()] = None;
            if let Some(node) = find_entry(entries, "preferred-register")
                && !node.text()?.is_empty()
            {
                let hint = self.register(node)?;
                self.function.vregs[reg].hint = RegHint { kind: 0, reg: hint };
            }
        }
        for item in find_entry(map, "liveins").map_or(Ok(&[][..]), Node::list)? {
            let entries = item.map()?;
            let node = require(entries, &item.span, "reg")?;
            let reg = self.phys_reg(node.text()?, node.span.clone())?;
            let vreg = match find_entry(entries, "virtual-reg") {
                Some(node) if !node.text()?.is_empty() => self.register(node)?.as_virtual(),
                _ => None,
            };
            self.function.live_ins.push((reg, vreg));
        }
        if let Some(node) = find_entry(map, "calleeSavedRegisters") {
            let mut regs = Vec::new();
            for item in node.list()? {
                regs.push(self.phys_reg(item.text()?, item.span.clone())?);
            }
            self.function.callee_saved = Some(regs);
        }
        Ok(())
    }

    fn read_constants(&mut self, node: &Node) -> Result<()> {
        for item in node.list()? {
            let entries = item.map()?;
            let id_node = require(entries, &item.span, "id")?;
            let value = require(entries, &item.span, "value")?;
            let text = value.text()?.to_owned();
            let id = self.ir_constant(text.as_bytes(), value.span.clone())?;
            let align = match find_entry(entries, "alignment") {
                Some(node) if !node.text()?.is_empty() => self.alignment(node)?,
                _ => self.preferred_align(id),
            };
            if let Some(node) = find_entry(entries, "isTargetSpecific")
                && node.truth()?
            {
                let message = "target-specific constant pool entries are not supported";
                return fault(node.span.clone(), message);
            }
            let value = ConstPoolValue::Ir(id);
            let index = self
                .function
                .const_pool
                .push(ConstPoolEntry { value, align });
            if self.constants.insert(id_node.number()?, index).is_some() {
                return fault(
                    id_node.span.clone(),
                    "redefinition of this constant pool item",
                );
            }
        }
        Ok(())
    }

    /// The preferred alignment of a constant's type.
    fn preferred_align(&self, id: avarice_ir::Const) -> u64 {
        let mut layout = DataLayout::of_module(self.module).unwrap_or_default();
        layout.compute(&self.module.types);
        layout.pref_align(&self.module.types, self.module.consts[id].ty)
    }

    /// A constant of the IR with its type.
    pub fn ir_constant(&mut self, text: &[u8], span: Span) -> Result<avarice_ir::Const> {
        avarice_ir::parse_constant(self.module, text).or_else(|error| fault(span, error.message))
    }

    fn read_jump_tables(&mut self, node: &Node) -> Result<()> {
        let map = node.map()?;
        let kind = require(map, &node.span, "kind")?;
        self.function.mir_info.jump_table_kind = match JumpTableKind::from_keyword(kind.text()?) {
            Some(kind) => kind,
            None => return fault(kind.span.clone(), "unknown kind of jump table"),
        };
        for item in find_entry(map, "entries").map_or(Ok(&[][..]), Node::list)? {
            let entries = item.map()?;
            let id_node = require(entries, &item.span, "id")?;
            let mut blocks = Vec::new();
            for block in find_entry(entries, "blocks").map_or(Ok(&[][..]), Node::list)? {
                blocks.push(self.block_in(block)?);
            }
            let index = self.function.jump_tables.push(blocks);
            if self.jump_tables.insert(id_node.number()?, index).is_some() {
                return fault(id_node.span.clone(), "redefinition of this jump table");
            }
        }
        Ok(())
    }

    /// A block in a scalar: `%bb.3`.
    pub fn block_in(&self, node: &Node) -> Result<Block> {
        let text = node.text()?;
        let digits = text
            .strip_prefix("%bb.")
            .map(|t| t.split('.').next().unwrap_or(t));
        match digits.and_then(|d| d.parse().ok()) {
            Some(number) => self.block(number, node.span.clone()),
            None => fault(
                node.span.clone(),
                "expected a machine basic block reference",
            ),
        }
    }

    /// The block `%bb.number`.
    pub fn block(&self, number: u32, span: Span) -> Result<Block> {
        match self.blocks.get(&number) {
            Some(block) => Ok(*block),
            None => fault(
                span,
                format!("use of undefined machine basic block #{number}"),
            ),
        }
    }

    /// Checks classes and finds the function's properties.
    fn finish(mut self) -> Result<MachineFunction> {
        for (reg, span) in self.function.vregs.keys().zip(&self.unknown_class) {
            if let Some(span) = span {
                let name = match &self.function.vregs[reg].name {
                    Some(name) => name.to_string(),
                    None => String::from_utf8_lossy(&self.text[span.clone()]).into_owned(),
                };
                let message =
                    format!("cannot determine the register class of virtual register {name}");
                return fault(span.clone(), message);
            }
        }
        let function = &mut self.function;
        let phi = avarice_target::op::PHI;
        let mut insts = function
            .layout
            .iter()
            .flat_map(|b| function.block_insts(*b));
        let has_phi = insts.any(|inst| function.opcode(inst) == phi);
        drop(insts);
        function.no_phis = !has_phi;
        function.no_vregs = function.vregs.is_empty();
        let single = |reg: VReg| {
            let mut defs = function.defs(reg);
            let whole = defs
                .next()
                .is_none_or(|def| function.op(def).sub_reg().is_none());
            whole && defs.next().is_none()
        };
        let is_ssa = function.vregs.keys().all(single);
        function.is_ssa = is_ssa;
        let rewritten = tied_ops_rewritten(function);
        function
            .mir_info
            .flags
            .set(MirFlags::TIED_OPS_REWRITTEN, rewritten);
        Ok(self.function)
    }
}

/// Whether there are tied uses and each has the register of its definition.
fn tied_ops_rewritten(function: &MachineFunction) -> bool {
    let mut any = false;
    for inst in function
        .layout
        .iter()
        .flat_map(|b| function.block_insts(*b))
    {
        for operand in function.operands(inst).iter().filter(|o| o.is_use()) {
            if let Some(def) = operand.tied_to() {
                any = true;
                if function.operand(inst, def).as_reg() != operand.as_reg() {
                    return false;
                }
            }
        }
    }
    any
}
