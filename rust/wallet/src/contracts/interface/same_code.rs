//! The names of procedures that share their code.

use std::collections::{HashMap, HashSet};

use miden_client::Word;
use miden_client::vm::ProcedureExport;

use super::type_reader::is_plain;
use crate::contracts::packages::Package;

/// How many bytes the other names of procedures have together. Each name stands beside all the others of its code, so
/// that their bytes grow with the square of their number.
const MAX_BYTES: usize = 256 << 10;

/// The names of procedures, by their roots. Those of a root are in the order in which they were given.
pub(in crate::contracts) struct SameCode {
    names: HashMap<Word, Vec<Name>>,
    /// How many bytes there is room for.
    left: usize,
}

/// A name of a procedure.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::contracts) struct Name {
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
    pub(in crate::contracts) fn in_package(export: &ProcedureExport, package: &Package) -> Self {
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
        let mut seen = HashSet::new();
        // Somebody may give a package twice.
        for (root, name) in names.into_iter().filter(|it| seen.insert(it.clone())) {
            by_root.entry(root).or_default().push(name);
        }
        Self { names: by_root, left: MAX_BYTES }
    }

    /// The names that packages have for procedures of an account: in the order of the packages, and in a package by their
    /// paths.
    pub(in crate::contracts) fn in_packages(packages: &[&Package], roots: &HashSet<Word>) -> Self {
        let names = packages.iter().flat_map(|package| {
            let exports = package.procedures().filter(|export| roots.contains(&export.digest));
            exports.map(|export| (export.digest, Name::in_package(export, package)))
        });
        Self::new(names)
    }

    /// The other names of a procedure, and how many more there is no room for.
    pub(in crate::contracts) fn others(&mut self, root: &Word, own: &Name) -> (Vec<String>, usize) {
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
