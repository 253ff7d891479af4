//! The names of procedures that share their code.

use std::collections::HashMap;

use miden_client::Word;
use miden_client::vm::ProcedureExport;

use super::type_reader::is_plain;
use crate::contracts::packages::Package;

/// How many bytes the other names of procedures have together. Each name stands beside all the others of its code, so
/// that their bytes grow with the square of their number.
const MAX_BYTES: usize = 256 << 10;

/// The names of procedures, by their roots.
pub(super) struct SameCode {
    names: HashMap<Word, Vec<Name>>,
    /// How many bytes there is room for.
    left: usize,
}

/// A name of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    path: String,
    /// The name of the package that has it, if it is not the only one that is described.
    package: Option<String>,
}

impl Name {
    /// The name of a procedure in the one package that is described.
    pub(super) fn of(export: &ProcedureExport) -> Self {
        Self { path: export.path.to_string(), package: None }
    }

    /// The name of a procedure in one of several packages.
    pub(super) fn in_package(export: &ProcedureExport, package: &Package) -> Self {
        let name: &str = &package.0.name;
        let name = if is_plain(name) { name } else { "unknown" };
        Self { path: export.path.to_string(), package: Some(name.to_owned()) }
    }

    fn text(&self) -> String {
        match &self.package {
            Some(package) => format!("{} ({package})", self.path),
            None => self.path.clone(),
        }
    }
}

impl SameCode {
    pub(super) fn new(names: impl IntoIterator<Item = (Word, Name)>) -> Self {
        let mut by_root: HashMap<Word, Vec<Name>> = HashMap::new();
        for (root, name) in names {
            by_root.entry(root).or_default().push(name);
        }
        Self { names: by_root, left: MAX_BYTES }
    }

    /// The other names of a procedure, and how many more there is no room for.
    pub(super) fn others(&mut self, root: &Word, own: &Name) -> (Vec<String>, usize) {
        let all = self.names.get(root).map_or(&[][..], Vec::as_slice);
        let mut others = Vec::new();
        for (index, name) in all.iter().enumerate() {
            if name == own {
                continue;
            }
            let text = name.text();
            let Some(left) = self.left.checked_sub(text.len()) else {
                let own_is_ahead = all[index..].contains(own);
                return (others, all.len() - index - usize::from(own_is_ahead));
            };
            self.left = left;
            others.push(text);
        }
        (others, 0)
    }
}
