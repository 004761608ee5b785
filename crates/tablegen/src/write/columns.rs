//! Writes the meaning of the encoding columns: an enum for the form and each column, a function for each
//! mark.

use std::fmt::Write;

use crate::model::{Column, Tables};

/// The module `encoding`; empty for a target without encodings.
pub(crate) fn module(tables: &Tables) -> String {
    let Some(form) = &tables.form else {
        return String::new();
    };
    let mut out = String::from(
        "/// The columns of encodings, read from the `EncodingRow` of an instruction.\n\
         #[allow(non_camel_case_types, reason = \"the names are LLVM's\")]\n\
         pub mod encoding {\nuse avarice_target::EncodingRow;\n\n",
    );
    write_enum(&mut out, form, "row.form");
    for column in &tables.columns {
        let Column { name, doc, .. } = column;
        let bits = match column.shift {
            0 => "row.bits".to_owned(),
            shift => format!("row.bits >> {shift}"),
        };
        if column.is_mark {
            let signature = format!("pub const fn {name}(row: EncodingRow) -> bool");
            let _ = writeln!(
                out,
                "/// {doc}\n#[inline]\n{signature} {{ {bits} & 1 != 0 }}"
            );
        } else {
            let mask = (1u64 << column.width()) - 1;
            write_enum(&mut out, column, &format!("({bits} & {mask:#x})"));
        }
    }
    out.push_str("}\n");
    out
}

/// An enum with its values, names and decoder; `number` is the expression of its value in `row`.
fn write_enum(out: &mut String, column: &Column, number: &str) {
    let name = &column.type_name;
    let _ = writeln!(
        out,
        "/// {}\n#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\n#[repr(u8)]\npub enum {name} {{",
        column.doc
    );
    for (value, doc) in &column.values {
        let _ = writeln!(out, "/// {doc}\n{value},");
    }
    let _ = writeln!(
        out,
        "}}\nimpl {name} {{\n/// All values, by number.\npub const ALL: &[Self] = &["
    );
    for (value, _) in &column.values {
        let _ = write!(out, "Self::{value},");
    }
    let _ = writeln!(
        out,
        "];\n/// The value in a row of this target.\n#[inline]\n\
         pub const fn of(row: EncodingRow) -> Self {{ Self::ALL[{number} as usize] }}\n}}\n"
    );
}
