//! Types.

use std::fmt::Write;

use super::Printer;
use super::text::write_name;
use crate::entities::{StructId, Type};
use crate::types::TypeData;

impl Printer<'_> {
    pub(super) fn ty(&mut self, ty: Type) {
        use TypeData::*;
        let module = self.module;
        match &module.types[ty] {
            Void => self.push("void"),
            Label => self.push("label"),
            Metadata => self.push("metadata"),
            Token => self.push("token"),
            Half => self.push("half"),
            BFloat => self.push("bfloat"),
            Float => self.push("float"),
            Double => self.push("double"),
            X86Fp80 => self.push("x86_fp80"),
            Fp128 => self.push("fp128"),
            PpcFp128 => self.push("ppc_fp128"),
            X86Mmx => self.push("x86_mmx"),
            X86Amx => self.push("x86_amx"),
            Integer(bits) => {
                let _ = write!(self.out, "i{bits}");
            }
            Pointer(space) => {
                self.push("ptr");
                self.address_space(*space);
            }
            Array { element, len } => {
                let _ = write!(self.out, "[{len} x ");
                self.ty(*element);
                self.push("]");
            }
            Vector {
                element,
                len,
                scalable,
            } => {
                self.push(if *scalable { "<vscale x " } else { "<" });
                let _ = write!(self.out, "{len} x ");
                self.ty(*element);
                self.push(">");
            }
            Struct { fields, packed } => self.struct_body(fields, *packed),
            Named(id) => self.struct_name(*id),
            Function {
                ret,
                params,
                var_arg,
            } => {
                self.ty(*ret);
                self.push(" (");
                self.type_list(params);
                if *var_arg {
                    self.push(if params.is_empty() { "..." } else { ", ..." });
                }
                self.push(")");
            }
            TargetExt { name, types, ints } => {
                self.push("target(");
                super::text::write_string(&mut self.out, name.as_bytes());
                for ty in types {
                    self.push(", ");
                    self.ty(*ty);
                }
                for int in ints {
                    let _ = write!(self.out, ", {int}");
                }
                self.push(")");
            }
        }
    }

    /// ` addrspace(n)`; nothing for 0.
    pub(super) fn address_space(&mut self, space: u32) {
        if space != 0 {
            let _ = write!(self.out, " addrspace({space})");
        }
    }

    fn type_list(&mut self, types: &[Type]) {
        for (index, ty) in types.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.ty(*ty);
        }
    }

    fn struct_body(&mut self, fields: &[Type], packed: bool) {
        self.push(if packed { "<{" } else { "{" });
        if !fields.is_empty() {
            self.push(" ");
            self.type_list(fields);
            self.push(" ");
        }
        self.push(if packed { "}>" } else { "}" });
    }

    fn struct_name(&mut self, id: StructId) {
        let module = self.module;
        match &module.types.structs[id].name {
            Some(name) => write_name(&mut self.out, "%", name.as_bytes()),
            None => {
                let _ = write!(self.out, "%{}", self.slots.struct_number(id));
            }
        }
    }

    /// `%name = type …` and the end of the line.
    pub(super) fn struct_definition(&mut self, id: StructId) {
        let module = self.module;
        self.struct_name(id);
        self.push(" = type ");
        match &module.types.structs[id].body {
            Some((fields, packed)) => self.struct_body(fields, *packed),
            None => self.push("opaque"),
        }
        self.push("\n");
    }
}
