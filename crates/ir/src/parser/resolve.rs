//! The end of the text: what is still undefined is an error, and ids get their final order.

use cranelift_entity::PrimaryMap;

use crate::entities::{Global, StructId};
use crate::global::{FunctionData, GlobalKind};
use crate::types::TypeData;
use crate::{reading, typing};

use super::{Parser, Result};

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
        reading::finish(&mut self.module, &mixed);
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
        typing::check_structs(&self.module).map_err(|(id, what)| self.struct_error(id, what))
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
    }
}
