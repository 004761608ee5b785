//! Directives of the GNU assembler in module-level assembly.

use avarice_emit::{EmitError, SectionSpec, SymbolBinding, SymbolKind};
use avarice_ir::Visibility;
use object::elf;

use super::refused;
use super::statement::number;
use super::text::{Line, is_name};

/// A term of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Term {
    /// A number, with its sign.
    Number(i64),
    /// A symbol, subtracted or added; `.` is the place where it stands.
    Symbol(bool, String),
}

/// What a directive says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Directive<'t> {
    /// `.section`, `.text` and their like.
    Section(SectionSpec),
    /// `.pushsection`
    PushSection(SectionSpec),
    /// `.popsection`
    PopSection,
    /// `.previous`
    Previous,
    /// `.globl`, `.weak`, `.local`
    Binding(SymbolBinding, Vec<&'t str>),
    /// `.hidden`, `.protected`
    Visibility(Visibility, Vec<&'t str>),
    /// `.type`
    Type(&'t str, SymbolKind),
    /// `.size`
    Size(&'t str, Vec<Term>),
    /// `.set`, `.equ`, `=`
    Set(&'t str, Vec<Term>),
    /// `.align` and its like, in bytes, a power of two.
    Align(u32),
    /// `.zero` and its like.
    Zeros(u64),
    /// `.ascii` and its like.
    Bytes(Vec<u8>),
    /// Numbers and addresses of so many bytes each.
    Data(u8, Vec<Vec<Term>>),
    /// What has no effect on code or data: `.cfi_startproc`, `.file` …
    Nothing,
}

/// The directive that a statement is; `None` for an instruction.
///
/// # Errors
/// If it is one that is not known, or its operands are not.
pub(super) fn parse<'t>(line: &Line<'t>) -> Result<Option<Directive<'t>>, EmitError> {
    let text = line.statement;
    if let Some((name, value)) = text.split_once('=')
        && !name.is_empty()
        && name.trim().chars().all(is_name)
    {
        return Ok(Some(Directive::Set(name.trim(), terms(value)?)));
    }
    if !text.starts_with('.') {
        return Ok(None);
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = (&text[..end], text[end..].trim());
    let names = || -> Vec<&'t str> { fields(rest) };
    let unknown = || Err(refused(format!("directive {text}")));
    if word.starts_with(".cfi_") {
        return Ok(Some(Directive::Nothing));
    }
    Ok(Some(match word {
        ".text" | ".data" | ".bss" if rest.is_empty() => Directive::Section(section(word)?),
        ".section" => Directive::Section(section(rest)?),
        ".pushsection" => Directive::PushSection(section(rest)?),
        ".popsection" => Directive::PopSection,
        ".previous" => Directive::Previous,
        ".globl" | ".global" => Directive::Binding(SymbolBinding::Global, names()),
        ".weak" => Directive::Binding(SymbolBinding::Weak, names()),
        ".local" => Directive::Binding(SymbolBinding::Local, names()),
        ".hidden" | ".internal" => Directive::Visibility(Visibility::Hidden, names()),
        ".protected" => Directive::Visibility(Visibility::Protected, names()),
        ".type" => match names()[..] {
            [name, kind] => Directive::Type(name, symbol_kind(kind)?),
            _ => return unknown(),
        },
        ".size" => match names()[..] {
            [name, value] => Directive::Size(name, terms(value)?),
            _ => return unknown(),
        },
        ".set" | ".equ" => match names()[..] {
            [name, value] => Directive::Set(name, terms(value)?),
            _ => return unknown(),
        },
        ".p2align" | ".align" | ".balign" => Directive::Align(alignment(word, &names())?),
        ".zero" | ".skip" | ".space" => match names()[..] {
            [count] | [count, "0"] => match number(count).and_then(|n| u64::try_from(n).ok()) {
                Some(count) => Directive::Zeros(count),
                None => return unknown(),
            },
            _ => return unknown(),
        },
        ".ascii" => Directive::Bytes(strings(rest, false)?),
        ".asciz" | ".string" => Directive::Bytes(strings(rest, true)?),
        ".byte" => Directive::Data(1, sums(rest)?),
        ".word" | ".short" | ".value" | ".2byte" | ".hword" => Directive::Data(2, sums(rest)?),
        ".long" | ".int" | ".4byte" => Directive::Data(4, sums(rest)?),
        ".quad" | ".8byte" => Directive::Data(8, sums(rest)?),
        ".file" | ".ident" | ".code64" | ".addrsig" | ".addrsig_sym" => Directive::Nothing,
        ".att_syntax" if matches!(rest, "" | "prefix") => Directive::Nothing,
        _ => return unknown(),
    }))
}

/// What is between commas outside of strings, trimmed.
fn fields(text: &str) -> Vec<&str> {
    let (mut found, mut start) = (Vec::new(), 0);
    let (mut in_string, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            ',' if !in_string => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() || !found.is_empty() {
        found.push(last);
    }
    found
}

fn symbol_kind(text: &str) -> Result<SymbolKind, EmitError> {
    let name = text.trim_start_matches(['@', '%']).trim_matches('"');
    Ok(match name {
        "function" | "STT_FUNC" => SymbolKind::Function,
        "object" | "STT_OBJECT" => SymbolKind::Object,
        "tls_object" | "STT_TLS" => SymbolKind::ThreadLocal,
        "gnu_indirect_function" | "STT_GNU_IFUNC" => SymbolKind::Indirect,
        "notype" | "STT_NOTYPE" => SymbolKind::None,
        _ => return Err(refused(format!("symbol type {text}"))),
    })
}

/// `.p2align` has the exponent, the others bytes. What fills the gap may only be what does so anyway.
fn alignment(word: &str, fields: &[&str]) -> Result<u32, EmitError> {
    let bad = || refused(format!("{word} {}", fields.join(", ")));
    let (Some(first), true) = (fields.first(), fields.len() <= 3) else {
        return Err(bad());
    };
    if !matches!(fields.get(1), None | Some(&"" | &"0" | &"0x90")) {
        return Err(bad());
    }
    let value = number(first).and_then(|n| u32::try_from(n).ok());
    let value = value.ok_or_else(bad)?;
    let align = match word {
        ".p2align" => 1u32.checked_shl(value).ok_or_else(bad)?,
        _ => value.max(1),
    };
    let limit = fields.get(2).map(|most| number(most).ok_or_else(bad));
    if limit
        .transpose()?
        .is_some_and(|most| most < i64::from(align) - 1)
    {
        return Err(bad());
    }
    align.is_power_of_two().then_some(align).ok_or_else(bad)
}

/// `name, "flags", @type, size`
fn section(text: &str) -> Result<SectionSpec, EmitError> {
    let fields = fields(text);
    let name = fields.first().map_or("", |name| name.trim_matches('"'));
    if name.is_empty() {
        return Err(refused("section without a name"));
    }
    let mut spec = SectionSpec::by_name(name.as_bytes());
    let Some(flags) = fields.get(1) else {
        return Ok(spec);
    };
    if flags.parse::<u64>().is_ok() {
        return Err(refused("subsection"));
    }
    let mut bits = 0;
    for letter in flags.trim_matches('"').chars() {
        bits |= match letter {
            'a' => elf::SHF_ALLOC,
            'w' => elf::SHF_WRITE,
            'x' => elf::SHF_EXECINSTR,
            'M' => elf::SHF_MERGE,
            'S' => elf::SHF_STRINGS,
            'T' => elf::SHF_TLS,
            'R' => 0x20_0000,
            'e' => 0x8000_0000,
            _ => return Err(refused(format!("section flag {letter}"))),
        };
    }
    spec.flags = u64::from(bits);
    spec.kind = match fields
        .get(2)
        .map(|kind| kind.trim_start_matches(['@', '%']))
    {
        None | Some("progbits" | "") => match fields.len() {
            2 => spec.kind,
            _ => elf::SHT_PROGBITS,
        },
        Some("nobits") => elf::SHT_NOBITS,
        Some("note") => elf::SHT_NOTE,
        Some("init_array") => elf::SHT_INIT_ARRAY,
        Some("fini_array") => elf::SHT_FINI_ARRAY,
        Some("preinit_array") => elf::SHT_PREINIT_ARRAY,
        Some(other) => return Err(refused(format!("section type {other}"))),
    };
    spec.entry_size = 0;
    match (spec.is_mergeable(), &fields[fields.len().min(3)..]) {
        (_, []) => {}
        (true, [size]) => {
            let size = number(size).and_then(|n| u64::try_from(n).ok());
            spec.entry_size = size.ok_or_else(|| refused("size of entries"))?;
        }
        _ => return Err(refused(format!("section {text}"))),
    }
    Ok(spec)
}

/// Strings, each followed by a zero if `terminated`.
fn strings(text: &str, terminated: bool) -> Result<Vec<u8>, EmitError> {
    let mut bytes = Vec::new();
    for field in fields(text) {
        let inner = field.strip_prefix('"').and_then(|f| f.strip_suffix('"'));
        let inner = inner.ok_or_else(|| refused(format!("string {field}")))?;
        unescape(inner, &mut bytes)?;
        if terminated {
            bytes.push(0);
        }
    }
    Ok(bytes)
}

fn unescape(text: &str, out: &mut Vec<u8>) -> Result<(), EmitError> {
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            out.push(*first);
            continue;
        }
        let [letter, tail @ ..] = rest else {
            return Err(refused("'\\' at the end of a string"));
        };
        let is_octal = |c: &&u8| (b'0'..=b'7').contains(*c);
        rest = tail;
        out.push(match letter {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'b' => 8,
            b'f' => 12,
            b'"' | b'\\' => *letter,
            b'0'..=b'7' => {
                let more = rest.iter().take(2).take_while(is_octal).count();
                let digits = std::iter::once(letter).chain(&rest[..more]);
                let value = digits.fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0'));
                rest = &rest[more..];
                value as u8
            }
            b'x' => {
                let more = rest.iter().take_while(|c| c.is_ascii_hexdigit()).count();
                let digits = std::str::from_utf8(&rest[..more]).unwrap_or("");
                let digits = &digits[digits.len().saturating_sub(2)..];
                rest = &rest[more..];
                u8::from_str_radix(digits, 16).map_err(|_| refused("'\\x' without digits"))?
            }
            _ => return Err(refused(format!("'\\{}' in a string", *letter as char))),
        });
    }
    Ok(())
}

fn sums(text: &str) -> Result<Vec<Vec<Term>>, EmitError> {
    fields(text).into_iter().map(terms).collect()
}

/// A sum of numbers and symbols.
fn terms(text: &str) -> Result<Vec<Term>, EmitError> {
    let bad = || refused(format!("expression {}", text.trim()));
    let mut found = Vec::new();
    let mut rest = text.trim();
    if let Some(inner) = rest.strip_prefix('(').and_then(|r| r.strip_suffix(')'))
        && !inner.contains(['(', ')'])
    {
        rest = inner.trim();
    }
    if rest.is_empty() {
        return Err(bad());
    }
    while !rest.is_empty() {
        let mut negative = false;
        while let Some(tail) = rest.strip_prefix(['+', '-']) {
            negative ^= rest.starts_with('-');
            rest = tail.trim_start();
        }
        let end = rest.find(|c: char| !is_name(c) && c != '~');
        let (term, tail) = rest.split_at(end.unwrap_or(rest.len()));
        rest = tail.trim_start();
        if term.is_empty() || !(rest.is_empty() || rest.starts_with(['+', '-'])) {
            return Err(bad());
        }
        found.push(match number(term) {
            Some(value) if negative => Term::Number(value.wrapping_neg()),
            Some(value) => Term::Number(value),
            None => Term::Symbol(negative, term.to_string()),
        });
    }
    Ok(found)
}

/// The names that operands of an instruction mention: neither registers nor numbers.
pub(super) fn names_in(statement: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = statement;
    let mut is_first = true;
    while let Some(start) = rest.find(|c: char| is_name(c) && c != '$') {
        let is_register = rest[..start].ends_with('%');
        let is_suffix = rest[..start].ends_with('@');
        let tail = &rest[start..];
        let end = tail.find(|c: char| !is_name(c)).unwrap_or(tail.len());
        let name = &tail[..end];
        if !is_first && !is_register && !is_suffix && number(name).is_none() {
            found.push(name);
        }
        is_first = false;
        rest = &tail[end..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(statement: &str) -> Option<Directive<'_>> {
        let line = Line {
            number: 1,
            labels: Vec::new(),
            statement,
        };
        parse(&line).unwrap()
    }

    #[test]
    fn directives_have_their_meaning() {
        let symbol = |negative, name: &str| Term::Symbol(negative, name.to_string());
        assert_eq!(parsed("movl $1, %eax"), None);
        assert_eq!(parsed(".p2align 4, 0x90"), Some(Directive::Align(16)));
        assert_eq!(
            parsed(".size f, . - f"),
            Some(Directive::Size(
                "f",
                vec![symbol(false, "."), symbol(true, "f")]
            ))
        );
        assert_eq!(
            parsed(".string \"a\\n\", \"\\101,\""),
            Some(Directive::Bytes(b"a\n\0A,\0".to_vec()))
        );
        assert_eq!(
            parsed("x = -4 + y"),
            Some(Directive::Set(
                "x",
                vec![Term::Number(-4), symbol(false, "y")]
            ))
        );
        let Some(Directive::Section(spec)) = parsed(".section .rodata.x,\"aMS\",@progbits,1")
        else {
            panic!("no section");
        };
        assert!(spec.is_mergeable() && spec.entry_size == 1);
        assert_eq!(
            parsed(".section .rodata"),
            Some(Directive::Section(SectionSpec::read_only()))
        );
    }

    #[test]
    fn names_are_neither_registers_nor_numbers() {
        let found = names_in("movq $table+8, x@GOTPCREL(%rip,%rax,4)");
        assert_eq!(found, ["table", "x"]);
    }
}
