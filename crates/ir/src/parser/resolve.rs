//! The end of the text: what is still undefined is an error, and ids get their final order.

use cranelift_entity::{PrimaryMap, SecondaryMap};

use crate::entities::{Global, StructId, Type};
use crate::global::{FunctionData, GlobalKind};
use crate::types::TypeData;

use super::{MAX_DEPTH, Parser, Result};

impl Parser<'_> {
    /// Checks and finishes the module.
    pub(super) fn resolve(&mut self) -> Result<()> {
        self.check_types()?;
        let mixed = self.resolve_globals()?;
        self.check_comdats()?;
        if let Some(at) = self.broken_promise() {
            return Err(self.error_token(at, "the function of this block has no body"));
        }
        self.resolve_attributes()?;
        self.resolve_metadata()?;
        self.order_globals();
        crate::upgrade::upgrade(&mut self.module, &mixed);
        crate::intrinsic_attributes::set_known(&mut self.module);
        self.module.consts.shrink_to_fit();
        self.module.metadata.nodes.shrink_to_fit();
        Ok(())
    }

    /// All type names must be defined, and no struct may hold itself or nest too deeply.
    fn check_types(&self) -> Result<()> {
        let named = self.named_types.values();
        let all = named.chain(self.numbered_types.values());
        if let Some(at) = all.filter_map(|name| name.undefined_at).min() {
            let name = String::from_utf8_lossy(self.source_token(at)).into_owned();
            return Err(self.error_token(at, format!("use of undefined type '{name}'")));
        }
        // Depth of each struct's nesting: 0 not known yet, u32::MAX in progress.
        let mut depths: SecondaryMap<StructId, u32> = SecondaryMap::new();
        let mut work: Vec<StructId> = Vec::new();
        for id in self.module.types.structs.keys() {
            work.push(id);
            while let Some(&id) = work.last() {
                let before = work.len();
                let mut deepest = 0;
                self.each_inner_struct(id, &mut |inner| {
                    match depths[inner] {
                        0 => work.push(inner),
                        depth => deepest = deepest.max(depth),
                    };
                });
                if deepest == u32::MAX || work[before..].contains(&id) {
                    return Err(self.struct_error(id, "contains itself"));
                }
                if work.len() > before {
                    depths[id] = u32::MAX;
                    continue;
                }
                if deepest > MAX_DEPTH {
                    return Err(self.struct_error(id, "is nested too deeply"));
                }
                depths[id] = deepest + 1;
                work.pop();
            }
        }
        Ok(())
    }

    /// Calls `found` for each identified struct directly inside the body of `id`.
    fn each_inner_struct(&self, id: StructId, found: &mut impl FnMut(StructId)) {
        let types = &self.module.types;
        if let Some((fields, _)) = &types.structs[id].body {
            for field in fields {
                self.each_struct_in(*field, found);
            }
        }
    }

    fn each_struct_in(&self, ty: Type, found: &mut impl FnMut(StructId)) {
        match &self.module.types[ty] {
            TypeData::Named(id) => found(*id),
            TypeData::Array { element, .. } => self.each_struct_in(*element, found),
            TypeData::Struct { fields, .. } => {
                for field in fields {
                    self.each_struct_in(*field, found);
                }
            }
            _ => {}
        }
    }

    #[cold]
    fn struct_error(&self, id: StructId, what: &str) -> Box<crate::error::ParseError> {
        let ty = self
            .module
            .types
            .iter()
            .find_map(|(ty, data)| (*data == TypeData::Named(id)).then(|| self.type_name(ty)));
        let name = ty.unwrap_or_default();
        // Point at the definition if it is found at the start of a line (a comment may have the same
        // words), else at the end.
        let text = self.lexer.text();
        let definition = format!("{name} = type");
        let starts_line = |at: usize| {
            let before = text[..at].iter().rev();
            let mut before = before.take_while(|byte| **byte != b'\n');
            before.all(u8::is_ascii_whitespace)
        };
        let mut windows = text.windows(definition.len()).enumerate();
        let found =
            windows.find(|(at, window)| *window == definition.as_bytes() && starts_line(*at));
        let at = found.map_or(self.start, |(at, _)| at);
        self.error_range(at, at + name.len(), format!("type {name} {what}"))
    }

    /// Every global that is used must be defined; intrinsics that are only called declare themselves. Gives the names
    /// of those that are called with several types.
    fn resolve_globals(&mut self) -> Result<Vec<Box<[u8]>>> {
        let mut undeclared = Vec::new();
        let mut mixed = Vec::new();
        for (id, state) in self.globals.state.iter() {
            if state.defined {
                continue;
            }
            let intrinsic = self.module.globals[id].name.starts_with(b"llvm.");
            match state.called_as {
                Some(ty) if intrinsic && !state.used => {
                    undeclared.push((id, ty));
                    if state.called_differently {
                        mixed.push(self.module.globals[id].name.clone());
                    }
                }
                _ => {
                    let name = String::from_utf8_lossy(self.source_token(state.first));
                    let message = format!("use of undefined value '{name}'");
                    return Err(self.error_token(state.first, message));
                }
            }
        }
        // LLVM declares them in the order of their names.
        undeclared.sort_by(|(a, _), (b, _)| {
            let globals = &self.module.globals;
            globals[*a].name.cmp(&globals[*b].name)
        });
        for (id, ty) in undeclared {
            let global = &mut self.module.globals[id];
            global.value_type = ty;
            global.kind = GlobalKind::Function(FunctionData::default());
            self.globals.order.push(id);
        }
        Ok(mixed)
    }

    fn check_comdats(&self) -> Result<()> {
        let undefined = self.comdats.values().filter_map(|(_, at)| *at);
        match undefined.min() {
            None => Ok(()),
            Some(at) => {
                let name = String::from_utf8_lossy(self.source_token(at)).into_owned();
                Err(self.error_token(at, format!("use of undefined COMDAT group '{name}'")))
            }
        }
    }

    /// Puts globals in order of definition, where a use before the definition has changed it, and
    /// fills the map from names.
    fn order_globals(&mut self) {
        let order = std::mem::take(&mut self.globals.order);
        let sorted = order.windows(2).all(|pair| pair[0] < pair[1]);
        if !sorted {
            let mut new_ids: PrimaryMap<Global, Global> =
                order.iter().map(|_| Global::from_u32(0)).collect();
            let globals = std::mem::take(&mut self.module.globals);
            let mut old: Vec<_> = globals.into_iter().map(|(_, data)| Some(data)).collect();
            for id in order {
                if let Some(data) = old[id.as_u32() as usize].take() {
                    new_ids[id] = self.module.globals.push(data);
                }
            }
            self.module.consts.renumber_globals(&new_ids);
        }
        let globals = self.module.globals.iter();
        let named = globals.filter(|(_, data)| !data.name.is_empty());
        self.module.globals_by_name = named.map(|(id, data)| (data.name.clone(), id)).collect();
    }
}
