//! What sources have and packages lose: names of parameters, documentation, and the modules of types. It is kept in a
//! section of our own.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use miden_assembly_syntax::Path;
use miden_assembly_syntax::ast::{Import, Item, Module};
use miden_client::vm::{Package as Library, PackageExport, Section, SectionId};
use serde::{Deserialize, Serialize};

use super::limits::MAX_EXPORTS;
use super::type_modules::{TypeModule, may_be_claimed, type_modules};
use super::type_reader::{is_plain, is_plain_member};
use crate::contracts::packages::Package;
use crate::contracts::source_names::{Named, SourceNames, absolute};
use crate::errors::{Result, WalletError};

/// The section. Other tools keep it and make nothing of it.
const SECTION: &str = "miden_swift_documentation";

/// The version of the section's form. A section of a newer one is ignored, as if there was none.
const SECTION_VERSION: u32 = 1;

/// How many bytes the documentation of an item has at most, as in sources.
const MAX_DOCUMENTATION_BYTES: usize = 65_535;

/// How many bytes the modules of types have at most. A package without them is described as well.
const MAX_TYPE_MODULES_BYTES: usize = 256 << 10;

/// Names of parameters and documentation, by the paths of the exports, and modules of types.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::contracts) struct Documentation {
    format_version: u32,
    /// The documentation of the module.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) module: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) procedures: BTreeMap<String, DocumentedProcedure>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) types: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) constants: BTreeMap<String, String>,
    /// The modules of the types that are not exported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) type_modules: Vec<TypeModule>,
    /// The paths of those procedures of Miden's components that change nothing. No section says so: it may be anybody's.
    #[serde(skip)]
    pub(super) views: BTreeSet<String>,
}

/// What sources say of a procedure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DocumentedProcedure {
    /// The names of its parameters, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) parameters: Vec<Option<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) documentation: Option<String>,
}

impl Documentation {
    /// What a package has in its section, and what the sources of Miden's components say of procedures that are theirs.
    /// Anybody may have written the section: what is not valid is left out.
    pub(super) fn of(package: &Package) -> Self {
        let section = package.0.sections.iter().find(|section| section.id.as_str() == SECTION);
        let read = section.and_then(|section| serde_json::from_slice::<Self>(&section.data).ok());
        let read = read.filter(|it| it.format_version <= SECTION_VERSION);
        let mut this = read.unwrap_or_default();
        this.retain_valid();
        this.take_standard(package);
        this
    }

    /// Leaves out what is not valid.
    pub(super) fn retain_valid(&mut self) {
        self.module = self.module.take().filter(|text| is_short(text));
        self.types.retain(|_, text| is_short(text));
        self.constants.retain(|_, text| is_short(text));
        if self.type_modules.len() > MAX_EXPORTS {
            self.type_modules.clear();
        }
        self.type_modules.retain(|it| is_plain(&it.module) && may_be_claimed(it));
        for procedure in self.procedures.values_mut() {
            procedure.documentation = procedure.documentation.take().filter(|text| is_short(text));
            for parameter in &mut procedure.parameters {
                *parameter = parameter.take().filter(|name| is_plain_member(name));
            }
            if !are_unique(&procedure.parameters) {
                procedure.parameters.clear();
            }
        }
    }

    /// What the last of parsed modules says of its items, and the others and linked packages of those that it exports
    /// again. By absolute paths.
    pub(in crate::contracts) fn of_sources(modules: &[Box<Module>], packages: &[Package]) -> Self {
        let mut this = Self { format_version: SECTION_VERSION, ..Self::default() };
        let Some((index, own)) = modules.iter().enumerate().next_back() else { return this };
        this.module = own.docs().map(|docs| text_of(docs.inner()));
        for item in own.items().iter().filter(|item| item.visibility().is_public()) {
            if let Some(path) = path_of(own, &Path::from_ident(item.name())) {
                this.add(path, item);
            }
        }
        let names = SourceNames::of(modules);
        let linked: HashMap<String, (Self, String)> = packages.iter().flat_map(by_path).collect();
        for import in own.imports().filter(|import| import.visibility().is_public()) {
            let Import::Item(import) = import else { continue };
            let name = Path::from_ident(import.local_name());
            let Some(path) = path_of(own, &name) else { continue };
            match names.find(index, &name) {
                Some(Named::Item { item, .. }) => this.add(path, item),
                Some(Named::Elsewhere(original)) => {
                    if let Some((documentation, export)) = linked.get(&original) {
                        this.take(path, documentation, export);
                    }
                }
                None => {}
            }
        }
        this
    }

    fn add(&mut self, path: String, item: &Item) {
        let documentation = item.docs().map(text_of);
        match item {
            Item::Procedure(procedure) => {
                let names = procedure.signature().map_or(&[][..], |it| it.arg_names.as_slice());
                let names = names.iter().map(|name| name.as_ref().map(|it| it.as_str().to_owned()));
                let parameters: Vec<Option<String>> = names.collect();
                if documentation.is_some() || parameters.iter().any(Option::is_some) {
                    let documented = DocumentedProcedure { parameters, documentation };
                    self.procedures.insert(path, documented);
                }
            }
            Item::Constant(_) => self.constants.extend(documentation.map(|text| (path, text))),
            Item::Type(_) => self.types.extend(documentation.map(|text| (path, text))),
        }
    }

    /// Adds the modules of the types in a package that was made of the last of parsed modules.
    ///
    /// # Errors
    /// [`WalletError::Internal`] if they cannot be written.
    pub(in crate::contracts) fn add_type_modules(
        &mut self,
        modules: &[Box<Module>],
        packages: &[Package],
        libraries: &[Arc<Library>],
        package: &Package,
    ) -> Result<()> {
        let type_modules = type_modules(modules, packages, libraries, package);
        let written = serde_json::to_vec(&type_modules).map_err(WalletError::internal)?;
        if written.len() <= MAX_TYPE_MODULES_BYTES && type_modules.len() <= MAX_EXPORTS {
            self.type_modules = type_modules;
        }
        Ok(())
    }

    /// Takes what another documentation says of one export.
    pub(super) fn take(&mut self, path: String, other: &Self, export: &str) {
        if let Some(procedure) = other.procedures.get(export) {
            self.procedures.insert(path, procedure.clone());
        } else if let Some(text) = other.types.get(export) {
            self.types.insert(path, text.clone());
        } else if let Some(text) = other.constants.get(export) {
            self.constants.insert(path, text.clone());
        }
    }

    /// Writes what there is on the exports of a package into its section.
    ///
    /// # Errors
    /// [`WalletError::Internal`] if the section cannot be written.
    pub(in crate::contracts) fn write(self, package: &mut Package) -> Result<()> {
        let mut kept = Self {
            format_version: SECTION_VERSION,
            module: self.module.clone(),
            type_modules: self.type_modules.clone(),
            ..Self::default()
        };
        for export in package.0.manifest.exports() {
            if let Some(path) = absolute(export.path().as_ref()) {
                kept.take(export.path().to_string(), &self, &path);
            }
        }
        if kept == (Self { format_version: SECTION_VERSION, ..Self::default() }) {
            return Ok(());
        }
        let id = SectionId::custom(SECTION).map_err(WalletError::internal)?;
        let data = serde_json::to_vec(&kept).map_err(WalletError::internal)?;
        package.0.sections.push(Section::new(id, data));
        Ok(())
    }
}

/// The documentation of a package for each of its exports, by its absolute path, with the path in the package.
fn by_path(package: &Package) -> Vec<(String, (Documentation, String))> {
    let documentation = Documentation::of(package);
    let exports = package.0.manifest.exports().map(PackageExport::path);
    let exports = exports.filter_map(|path| {
        let export = path.to_string();
        let mut one = Documentation::default();
        one.take(export.clone(), &documentation, &export);
        Some((absolute(path.as_ref())?, (one, export)))
    });
    exports.collect()
}

/// Whether a description can have a text as documentation.
pub(super) fn is_short(text: &str) -> bool {
    text.len() <= MAX_DOCUMENTATION_BYTES
}

/// Whether these can be the names of parameters of one procedure.
fn are_unique(names: &[Option<String>]) -> bool {
    let mut seen = HashSet::new();
    names.iter().flatten().all(|name| seen.insert(name))
}

/// Documentation without the line break that the parser puts after its last line.
fn text_of(documentation: &str) -> String {
    documentation.trim_end().to_owned()
}

fn path_of(module: &Module, name: &Path) -> Option<String> {
    absolute(&module.path().join(name))
}
