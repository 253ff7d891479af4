//! From a package to the description of its interface.

use std::collections::{BTreeMap, HashMap, HashSet};

use miden_assembly_syntax::ast::ConstantValue;
use miden_assembly_syntax::ast::constants::HashKind;
use miden_assembly_syntax::ast::types::{CallConv, FunctionType};
use miden_client::Word;
use miden_client::vm::{PackageExport, ProcedureExport};

use super::description::{
    CallObstacle, ConstantContent, INTERFACE_VERSION, Interface, InterfaceConstant, InterfaceError,
    InterfaceProcedure, InterfaceType, Parameter, Signature,
};
use super::documentation::Documentation;
use super::errors::error_messages;
use super::storage::component;
use super::type_names::TypeNames;
use super::type_reader::TypeReader;
use super::types::ValueType;
use crate::contracts::packages::{Package, ProcedureRole, role_of};
use crate::contracts::standard_components::standard_components;
use crate::errors::{ContractError, Result};

/// How many items a package may export.
pub const MAX_EXPORTS: usize = 4_096;

/// How many procedures an account may have.
pub const MAX_METHODS: usize = 256;

impl Package {
    /// What the package offers.
    ///
    /// # Errors
    /// [`ContractError::InvalidPackage`] if it exports more than [`MAX_EXPORTS`] items or has more than
    /// [`MAX_METHODS`] procedures for an account, or if what it says of itself as a component cannot be read.
    pub fn interface(&self) -> Result<Interface> {
        self.interface_of(&|_: &ProcedureExport| true)
    }

    /// What the procedures with one of these roots offer. The description has no other procedures, and no constants.
    ///
    /// # Errors
    /// As [`Package::interface`].
    fn interface_of_roots(&self, roots: &HashSet<Word>) -> Result<Interface> {
        let mut interface =
            self.interface_of(&|export: &ProcedureExport| roots.contains(&export.digest))?;
        interface.constants.clear();
        Ok(interface)
    }

    fn interface_of(&self, is_wanted: &dyn Fn(&ProcedureExport) -> bool) -> Result<Interface> {
        let exports = self.0.manifest.num_exports();
        require("items", exports, MAX_EXPORTS)?;
        let documentation = Documentation::of(self);
        let mut names = TypeNames::new();
        let mut types = self.exported_types(&documentation, &mut names);
        let procedures = self.described_procedures(is_wanted, &documentation, &mut names)?;

        let names = names.told_apart();
        for exported in &mut types {
            exported.value_type = names.resolved(&exported.value_type);
        }
        types.extend(names.others().map(|(name, module, value_type)| InterfaceType {
            name,
            module,
            is_exported: false,
            value_type,
            documentation: None,
        }));
        let procedures = procedures.into_iter().map(|mut procedure| {
            if let Some(signature) = &mut procedure.signature {
                for parameter in &mut signature.parameters {
                    parameter.value_type = names.resolved(&parameter.value_type);
                }
                for result in &mut signature.results {
                    *result = names.resolved(result);
                }
            }
            procedure
        });
        Ok(Interface {
            format_version: INTERFACE_VERSION,
            name: self.0.name.to_string(),
            version: self.0.version.to_string(),
            documentation: self.0.description.clone().or(documentation.module.clone()),
            procedures: procedures.collect(),
            types,
            constants: self.described_constants(&documentation),
            component: self.metadata()?.as_ref().map(component),
            errors: error_messages(self)?
                .into_iter()
                .map(|(code, message)| InterfaceError { code: code.to_string(), message })
                .collect(),
        })
    }

    fn exported_types(
        &self,
        documentation: &Documentation,
        names: &mut TypeNames,
    ) -> Vec<InterfaceType> {
        let mut reader = TypeReader::new();
        let exports = self.0.manifest.exports().filter_map(PackageExport::as_type);
        let types = exports.map(|export| {
            let path = export.path.to_string();
            let name = export.path.last().unwrap_or_default().to_owned();
            let module = export.path.parent().map(ToString::to_string);
            let value_type = reader.read(&export.ty);
            names.exported(&value_type, &name, module.as_deref());
            InterfaceType {
                documentation: documentation.types.get(&path).cloned(),
                name,
                module,
                is_exported: true,
                value_type,
            }
        });
        types.collect()
    }

    fn described_procedures(
        &self,
        is_wanted: &dyn Fn(&ProcedureExport) -> bool,
        documentation: &Documentation,
        names: &mut TypeNames,
    ) -> Result<Vec<InterfaceProcedure>> {
        let exports: Vec<&ProcedureExport> = self
            .0
            .manifest
            .exports()
            .filter_map(PackageExport::as_procedure)
            .filter(|export| is_wanted(export))
            .collect();
        let mut by_root: HashMap<Word, Vec<String>> = HashMap::new();
        for export in &exports {
            by_root.entry(export.digest).or_default().push(export.path.to_string());
        }
        let interface_names: HashSet<String> = exports
            .iter()
            .filter(|export| convention(export).is_some_and(CallConv::is_wasm_canonical_abi))
            .filter_map(|export| interface_name(export))
            .collect();
        let mut reader = TypeReader::new();
        let mut procedures = Vec::new();
        let mut shared: usize = 0;
        for export in exports {
            if is_lowered_twin(export, &interface_names) {
                continue;
            }
            let path = export.path.to_string();
            let known = documentation.procedures.get(&path);
            let module = export.path.parent().map(ToString::to_string).unwrap_or_default();
            let signature = export.signature.as_ref().map(|ty| {
                let names_of_parameters = known.map_or(&[][..], |it| it.parameters.as_slice());
                let signature = described_signature(ty, names_of_parameters, &mut reader);
                for value_type in types_of(&signature) {
                    names.used(value_type, &module);
                }
                signature
            });
            let role = role_of(export);
            let mut same_code = by_root.get(&export.digest).cloned().unwrap_or_default();
            same_code.retain(|other| *other != path);
            // Each names all the others: with many that would be as many times many.
            shared = shared.saturating_add(same_code.len());
            require("names for the same procedures", shared, MAX_EXPORTS * 4)?;
            procedures.push(InterfaceProcedure {
                name: export.path.last().unwrap_or_default().to_owned(),
                root: export.digest.to_hex(),
                role,
                same_code,
                obstacle: CallObstacle::of(role, signature.as_ref()),
                signature,
                documentation: known.and_then(|it| it.documentation.clone()),
                path,
            });
        }
        let is_method = |procedure: &&InterfaceProcedure| procedure.role == ProcedureRole::Account;
        let methods: HashSet<&str> =
            procedures.iter().filter(is_method).map(|procedure| procedure.root.as_str()).collect();
        require("account procedures", methods.len(), MAX_METHODS)?;
        Ok(procedures)
    }

    fn described_constants(&self, documentation: &Documentation) -> Vec<InterfaceConstant> {
        let exports = self.0.manifest.exports().filter_map(PackageExport::as_constant);
        let constants = exports.map(|export| {
            let path = export.path.to_string();
            InterfaceConstant {
                value: constant_content(&export.value),
                documentation: documentation.constants.get(&path).cloned(),
                path,
            }
        });
        constants.collect()
    }
}

fn require(what: &str, count: usize, most: usize) -> Result<()> {
    if count <= most {
        return Ok(());
    }
    let reason = format!("it has {count} {what}, and at most {most} are read");
    Err(ContractError::InvalidPackage { source: reason.into() }.into())
}

fn convention(export: &ProcedureExport) -> Option<&CallConv> {
    export.signature.as_ref().map(|signature| &signature.abi)
}

/// The name of a procedure as the compiler of Rust has it in its interface: `_` and `-` are the same.
fn interface_name(export: &ProcedureExport) -> Option<String> {
    Some(export.path.last()?.replace('_', "-"))
}

/// Whether a procedure is what the compiler of Rust makes beside one of an interface: the same with flat types, for
/// callers in the same memory. Its name ends in that of the interface, mostly after a `#`. What others may call on an
/// account is none: a package must not hide it behind the name of another procedure.
fn is_lowered_twin(export: &ProcedureExport, interface_names: &HashSet<String>) -> bool {
    let is_lowered = matches!(convention(export), Some(CallConv::C | CallConv::Wasm));
    is_lowered
        && role_of(export) == ProcedureRole::Library
        && interface_name(export).is_some_and(|name| {
            let own = name.rsplit('#').next().unwrap_or(&name);
            interface_names.contains(own)
        })
}

fn described_signature(
    ty: &FunctionType,
    names: &[Option<String>],
    reader: &mut TypeReader,
) -> Signature {
    // Names for another number of parameters are names for something else.
    let names = if names.len() == ty.params.len() { names } else { &[] };
    let parameters = ty.params.iter().enumerate().map(|(index, ty)| Parameter {
        name: names.get(index).cloned().flatten(),
        value_type: reader.read(ty),
    });
    let parameters = parameters.collect();
    let results = ty.results.iter().map(|ty| reader.read(ty)).collect();
    Signature::new(shown(ty.abi.as_str()), parameters, results)
}

fn types_of(signature: &Signature) -> impl Iterator<Item = &ValueType> {
    signature.parameters.iter().map(|parameter| &parameter.value_type).chain(&signature.results)
}

/// The name of a calling convention, which may be any text.
fn shown(convention: &str) -> String {
    if super::type_reader::is_plain(convention) { convention } else { "unknown" }.to_owned()
}

fn constant_content(value: &ConstantValue) -> ConstantContent {
    match value {
        ConstantValue::Int(value) => {
            ConstantContent::Number { value: value.inner().as_int().to_string() }
        }
        ConstantValue::String(text) => ConstantContent::Text { value: text.as_str().to_owned() },
        ConstantValue::Word(word) => {
            ConstantContent::Word { value: Word::new(word.inner().0).to_hex() }
        }
        ConstantValue::Hash(HashKind::Word, text) => {
            ConstantContent::WordOfText { text: text.as_str().to_owned() }
        }
        ConstantValue::Hash(HashKind::Event, text) => {
            ConstantContent::EventOfText { text: text.as_str().to_owned() }
        }
    }
}

/// What an account with these procedures offers. The chain has only the roots of procedures: their names come from
/// `packages`, the first of which that has a procedure names it, and from the components that Miden ships.
///
/// # Errors
/// [`ContractError::InvalidPackage`], as [`Package::interface`].
pub fn account_interface(
    name: &str,
    roots: impl IntoIterator<Item = Word>,
    packages: &[Package],
) -> Result<Interface> {
    let shipped = standard_components().map(|code| Package(code.as_package().clone()));
    let mut whole = Interface {
        format_version: INTERFACE_VERSION,
        name: name.to_owned(),
        version: String::new(),
        documentation: None,
        procedures: Vec::new(),
        types: Vec::new(),
        constants: Vec::new(),
        component: None,
        errors: Vec::new(),
    };
    let mut left: HashSet<Word> = roots.into_iter().collect();
    let mut errors = BTreeMap::new();
    for package in packages.iter().chain(&shipped) {
        if left.is_empty() {
            break;
        }
        let has_some = package.procedures().any(|export| left.contains(&export.digest));
        if !has_some {
            continue;
        }
        let part = package.interface_of_roots(&left)?;
        for export in package.procedures() {
            left.remove(&export.digest);
        }
        whole.procedures.extend(part.procedures);
        for described in part.types {
            if !whole.types.contains(&described) {
                whole.types.push(described);
            }
        }
        errors.extend(part.errors.into_iter().map(|error| (error.code, error.message)));
    }
    let errors = errors.into_iter().map(|(code, message)| InterfaceError { code, message });
    whole.errors = errors.collect();
    Ok(whole)
}
