//! The file that `-basic-block-sections=` names: which functions are hot, and how their blocks are grouped.
//!
//! ```text
//!   v1                      the version; without this line it is 0        !main/alias M=file.c
//!   m file.c                only the function of this source file         !!0 2 5
//!   f main alias            a function and other names of it              !!1 3
//!   p 1 3 4                 blocks that are copied along a path
//!   c 0 2 5                 blocks of one section, in order
//!   c 1 3
//! ```

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::debug_info::{self, DebugInfo};
use avarice_ir::{Global, Module};

/// A block by the number that it had first, and the number of its copy.
pub type BlockId = (u32, u32);

/// A block's place in the sections of its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterPlace {
    /// The number of the section.
    pub cluster: u32,
    /// The place in it.
    pub position: u32,
}

/// What a profile says of one function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionProfile {
    /// The places of blocks; without any, each block gets a section of its own.
    pub places: BTreeMap<BlockId, ClusterPlace>,
    /// Paths of blocks. All but the first block of a path are copied.
    pub paths: Vec<Vec<u32>>,
}

/// A profile, as far as it is about functions of one module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    functions: BTreeMap<Vec<u8>, FunctionProfile>,
    /// Other names of functions.
    aliases: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Profile {
    /// Reads a profile. `name` is that of the file, for errors.
    ///
    /// # Errors
    /// The first line that is wrong, worded as llc words it.
    pub fn read(text: &str, name: &str, module: &Module) -> Result<Self, String> {
        let sources = source_files(module);
        let mut reader = Reader {
            sources: &sources,
            profile: Self::default(),
            current: None,
            clusters: 0,
            source: String::new(),
        };
        reader.read(text).map_err(|(line, message)| {
            format!("invalid profile {name} at line {line}: {message}")
        })?;
        Ok(reader.profile)
    }

    /// What is said of a function.
    pub fn of(&self, function: &[u8]) -> Option<&FunctionProfile> {
        let name = self.aliases.get(function).map_or(function, Vec::as_slice);
        self.functions.get(name)
    }
}

/// The functions that the module defines, with the source files of their compile units; empty if they have none.
fn source_files(module: &Module) -> BTreeMap<Vec<u8>, String> {
    let debug = DebugInfo::of(module);
    let file_of = |global: Global| {
        let debug = debug.as_ref()?;
        let subprogram = debug.attachments(global).next()?;
        let unit = debug.node_of(subprogram, "DISubprogram")?.node("unit")?;
        let unit = debug.node_of(unit, "DICompileUnit")?;
        let file = debug.node_of(unit.node("file")?, "DIFile")?;
        let name = debug_info::string(file, "filename")?;
        let name = String::from_utf8_lossy(&name).into_owned();
        Some(without_dot(&name).to_owned())
    };
    let defined = module.globals.iter();
    let defined = defined.filter(|(_, data)| data.body().is_some());
    defined
        .map(|(global, data)| (data.name.to_vec(), file_of(global).unwrap_or_default()))
        .collect()
}

/// A path without `./` before it.
fn without_dot(mut path: &str) -> &str {
    while let Some(rest) = path.strip_prefix("./") {
        path = rest.trim_start_matches('/');
    }
    path
}

struct Reader<'a> {
    sources: &'a BTreeMap<Vec<u8>, String>,
    profile: Profile,
    /// The function that lines are about; `None` for one that the module does not define.
    current: Option<Vec<u8>>,
    clusters: u32,
    /// The source file of the next function, empty for any.
    source: String,
}

impl Reader<'_> {
    fn read(&mut self, text: &str) -> Result<(), (usize, String)> {
        let is_text = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
        let mut lines = text.lines().enumerate().filter(is_text).peekable();
        let mut version = 0;
        if let Some((at, line)) = lines.peek()
            && let Some(number) = line.strip_prefix('v')
        {
            version = number
                .parse::<u64>()
                .map_err(|_| (at + 1, format!("version number expected: '{number}'")))?;
            if version > 1 {
                return Err((at + 1, format!("invalid profile version: {version}")));
            }
            lines.next();
        }
        for (at, line) in lines {
            let read = match (version, line) {
                (_, line) if line.starts_with('@') => Ok(true),
                (0, line) => self.line(line),
                (_, line) => self.versioned_line(line).map(|()| true),
            };
            match read {
                Ok(true) => {}
                // The first line of another form ends a profile without a version.
                Ok(false) => return Ok(()),
                Err(message) => return Err((at + 1, message)),
            }
        }
        Ok(())
    }

    /// A line of a profile without a version; false for one of another form.
    fn line(&mut self, line: &str) -> Result<bool, String> {
        let Some(rest) = line.strip_prefix('!').filter(|rest| !rest.is_empty()) else {
            return Ok(false);
        };
        if let Some(blocks) = rest.strip_prefix('!') {
            let number = |text: &str| Ok((unsigned(text, "unsigned integer expected: '")?, 0));
            self.cluster(blocks.split(' '), number)?;
            return Ok(true);
        }
        let (names, source) = rest.split_once(' ').unwrap_or((rest, ""));
        self.source.clear();
        if let Some(file) = source.strip_prefix("M=") {
            self.source.push_str(without_dot(file));
            if self.source.is_empty() {
                return Err("empty module name specifier".into());
            }
        } else if !source.is_empty() {
            return Err(format!("unknown string found: '{source}'"));
        }
        self.function(names.split('/').collect())?;
        Ok(true)
    }

    /// A line of a profile with a version.
    fn versioned_line(&mut self, line: &str) -> Result<(), String> {
        let mut letters = line.chars();
        let kind = letters.next().unwrap_or(' ');
        let text = letters.as_str().trim();
        let mut values = text.split(' ');
        match kind {
            'm' => {
                if values.nth(1).is_some() {
                    return Err(format!("invalid module name value: '{text}'"));
                }
                self.source = without_dot(text).to_owned();
                Ok(())
            }
            'f' => self.function(values.collect()),
            'c' => self.cluster(values, block_id),
            'p' => self.path(values),
            _ => Err(format!("invalid specifier: '{kind}'")),
        }
    }

    /// Begins a function that has these names.
    fn function(&mut self, names: Vec<&str>) -> Result<(), String> {
        let source = std::mem::take(&mut self.source);
        let is_here = names.iter().any(|name| {
            let file = self.sources.get(name.as_bytes());
            file.is_some_and(|file| source.is_empty() || *file == source)
        });
        self.current = None;
        let Some((first, others)) = names.split_first().filter(|_| is_here) else {
            return Ok(());
        };
        let first = first.as_bytes().to_vec();
        for other in others {
            let alias = self.profile.aliases.entry(other.as_bytes().to_vec());
            alias.or_insert_with(|| first.clone());
        }
        if self.profile.functions.contains_key(&first) {
            let name = String::from_utf8_lossy(&first);
            return Err(format!("duplicate profile for function '{name}'"));
        }
        self.profile
            .functions
            .insert(first.clone(), FunctionProfile::default());
        self.current = Some(first);
        self.clusters = 0;
        Ok(())
    }

    /// The profile of the current function.
    fn current(&mut self) -> Option<&mut FunctionProfile> {
        self.profile.functions.get_mut(self.current.as_ref()?)
    }

    /// The blocks of one section, which `read` reads.
    fn cluster<'t>(
        &mut self,
        blocks: impl Iterator<Item = &'t str>,
        read: impl Fn(&str) -> Result<BlockId, String>,
    ) -> Result<(), String> {
        let cluster = self.clusters;
        let Some(function) = self.current() else {
            return Ok(());
        };
        for (position, text) in (0..).zip(blocks) {
            let place = ClusterPlace { cluster, position };
            if function.places.insert(read(text)?, place).is_some() {
                return Err(format!("duplicate basic block id found '{text}'"));
            }
        }
        self.clusters += 1;
        Ok(())
    }

    /// A path along which blocks are copied.
    fn path<'t>(&mut self, blocks: impl Iterator<Item = &'t str>) -> Result<(), String> {
        let Some(function) = self.current() else {
            return Ok(());
        };
        let mut path: Vec<u32> = Vec::new();
        for text in blocks {
            let block = unsigned(text, "unsigned integer expected: '")?;
            if path.iter().skip(1).any(|known| *known == block) {
                return Err(format!("duplicate cloned block in path: '{text}'"));
            }
            path.push(block);
        }
        function.paths.push(path);
        Ok(())
    }
}

/// A number; an error begins with `message`.
fn unsigned(text: &str, message: &str) -> Result<u32, String> {
    let number = text.parse::<u64>();
    number
        .map(|number| number as u32)
        .map_err(|_| format!("{message}{text}'"))
}

/// `4` or `4.1`.
fn block_id(text: &str) -> Result<BlockId, String> {
    let (base, copy) = text.split_once('.').unwrap_or((text, "0"));
    if copy.contains('.') {
        return Err(format!("unable to parse basic block id: '{text}'"));
    }
    let number = |part: &str, what: &str| {
        part.parse::<u64>()
            .map(|number| number as u32)
            .map_err(|_| format!("unable to parse {what} id: '{part}': unsigned integer expected"))
    };
    Ok((number(base, "BB")?, number(copy, "clone")?))
}
