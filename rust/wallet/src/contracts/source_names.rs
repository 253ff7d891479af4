//! Names in Miden assembly: which item of which parsed module a path refers to.

use std::collections::HashMap;

use miden_assembly_syntax::Path;
use miden_assembly_syntax::ast::{Import, Item, Module};

/// How many imports may lead from a name to its item. The assembler follows as many.
const MAX_IMPORTS: usize = 128;

/// The items of parsed modules, by module and name.
pub(super) struct SourceNames<'a> {
    modules: &'a [Box<Module>],
    by_path: HashMap<String, usize>,
    items: HashMap<(usize, &'a str), &'a Item>,
}

/// What a path refers to.
pub(super) enum Named<'a> {
    /// An item of a parsed module.
    Item {
        /// The index of the module.
        module: usize,
        /// The item.
        item: &'a Item,
    },
    /// Something else, by its absolute path: part of a package, or of what Miden ships.
    Elsewhere(String),
}

impl<'a> SourceNames<'a> {
    pub(super) fn of(modules: &'a [Box<Module>]) -> Self {
        let by_path = modules
            .iter()
            .enumerate()
            .filter_map(|(index, module)| Some((absolute(module.path())?, index)))
            .collect();
        let items = modules
            .iter()
            .enumerate()
            .flat_map(|(index, module)| module.items().iter().map(move |item| (index, item)))
            .map(|(index, item)| ((index, item.name().as_str()), item))
            .collect();
        Self { modules, by_path, items }
    }

    /// The item of a module.
    pub(super) fn item(&self, module: usize, name: &'a str) -> Option<&'a Item> {
        self.items.get(&(module, name)).copied()
    }

    /// What a path in the code of a module refers to. `None` if the path is invalid, or if too many imports lead
    /// to its item: the assembler refuses both.
    pub(super) fn find(&self, module: usize, path: &Path) -> Option<Named<'a>> {
        if path.is_absolute() {
            return self.find_absolute(&absolute(path)?, MAX_IMPORTS);
        }
        let (first, rest) = path.split_first()?;
        let own = self.modules.get(module)?;
        if first == "self" {
            return self.find_absolute(&joined(own.path(), rest)?, MAX_IMPORTS);
        }
        let is_item = rest.is_empty() && self.items.contains_key(&(module, first));
        match own.get_import(first) {
            Some(import) if !is_item => self.find_import(module, import, rest, MAX_IMPORTS),
            _ => self.find_absolute(&joined(own.path(), path)?, MAX_IMPORTS),
        }
    }

    /// What is at `rest` below an import of a module.
    fn find_import(
        &self,
        module: usize,
        import: &Import,
        rest: &Path,
        left: usize,
    ) -> Option<Named<'a>> {
        let target = match import {
            Import::Module(import) => import.module_path().into_inner().to_path_buf(),
            Import::Item(import) => import.target_path().into_inner().to_path_buf(),
        };
        let target = match target.as_path().split_first()? {
            ("self", below) => joined(self.modules.get(module)?.path(), below)?,
            _ => absolute(&target)?,
        };
        let target = if rest.is_empty() { target } else { joined(Path::new(&target), rest)? };
        self.find_absolute(&target, left)
    }

    fn find_absolute(&self, path: &str, left: usize) -> Option<Named<'a>> {
        let left = left.checked_sub(1)?;
        let (name, parent) = Path::new(path).split_last()?;
        let parent = absolute(parent)?;
        if let Some(&module) = self.by_path.get(&parent) {
            if let Some(&item) = self.items.get(&(module, name)) {
                return Some(Named::Item { module, item });
            }
            if let Some(import) = self.modules.get(module)?.get_import(name) {
                return self.find_import(module, import, Path::new(""), left);
            }
        } else if let Some((alias, grandparent)) = Path::new(&parent).split_last()
            && let Some(&module) = self.by_path.get(&absolute(grandparent)?)
            && let Some(import @ Import::Module(_)) = self.modules.get(module)?.get_import(alias)
        {
            return self.find_import(module, import, Path::new(name), left);
        }
        Some(Named::Elsewhere(path.to_owned()))
    }
}

/// A path in the one form that can be compared.
pub(super) fn absolute(path: &Path) -> Option<String> {
    let canonical = path.canonicalize().ok()?;
    Some(canonical.to_absolute().ok()?.as_str().to_owned())
}

fn joined(parent: &Path, below: &Path) -> Option<String> {
    absolute(&parent.join(below))
}
