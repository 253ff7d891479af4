//! The procedures and types of one package, or of several that an account has.

use std::collections::HashSet;

use miden_assembly_syntax::ast::Attribute;
use miden_assembly_syntax::ast::types::{CallConv, FunctionType};
use miden_client::vm::{PackageExport, ProcedureExport};

use super::description::{CallObstacle, InterfaceProcedure, InterfaceType, Parameter, Signature};
use super::documentation::Documentation;
use super::limits::{MAX_METHODS, require};
use super::same_code::{Name, SameCode};
use super::type_modules::TypeModule;
use super::type_names::TypeNames;
use super::type_reader::{TypeReader, is_plain, is_plain_member};
use super::types::ValueType;
use crate::contracts::packages::{Package, ProcedureRole, role_of};
use crate::errors::Result;

/// The procedures and types that were described so far. Those of several packages have one budget, and types with the
/// same name are told apart among all of them.
pub(super) struct Parts {
    reader: TypeReader,
    names: TypeNames,
    same_code: SameCode,
    procedures: Vec<InterfaceProcedure>,
    types: Vec<InterfaceType>,
}

impl Parts {
    /// None yet. The names are all that procedures have in what is to be described.
    pub(super) fn new(same_code: SameCode) -> Self {
        Self {
            reader: TypeReader::new(),
            names: TypeNames::new(),
            same_code,
            procedures: Vec::new(),
            types: Vec::new(),
        }
    }

    /// Adds the types that a package exports, and where others are defined.
    pub(super) fn add_types(&mut self, package: &Package, documentation: &Documentation) {
        for TypeModule { module, value_type } in &documentation.type_modules {
            self.names.defined(value_type.clone(), module.clone());
        }
        for export in package.0.manifest.exports().filter_map(PackageExport::as_type) {
            let path = export.path.to_string();
            let name = export.path.last().unwrap_or_default().to_owned();
            let module = export.path.parent().map(ToString::to_string);
            let value_type = self.reader.read(&export.ty);
            self.names.exported(&value_type, &name, module.as_deref());
            self.types.push(InterfaceType {
                documentation: documentation.types.get(&path).cloned(),
                name,
                module,
                is_exported: true,
                value_type,
            });
        }
    }

    /// Adds procedures of a package, each with its name and role.
    pub(super) fn add_procedures<'a>(
        &mut self,
        exports: impl IntoIterator<Item = (&'a ProcedureExport, Name, ProcedureRole)>,
        documentation: &Documentation,
    ) {
        let exports: Vec<_> = exports.into_iter().collect();
        let interface_names: HashSet<String> = exports
            .iter()
            .map(|(export, ..)| *export)
            .filter(|export| convention(export).is_some_and(CallConv::is_wasm_canonical_abi))
            .filter_map(interface_name)
            .collect();
        for (export, name, role) in exports {
            if is_lowered_twin(export, &interface_names) {
                continue;
            }
            let path = export.path.to_string();
            let known = documentation.procedures.get(&path);
            let module = export.path.parent().map(ToString::to_string).unwrap_or_default();
            let signature = export.signature.as_ref().map(|ty| {
                let names_of_parameters = known.map_or(&[][..], |it| it.parameters.as_slice());
                let signature = described_signature(ty, names_of_parameters, &mut self.reader);
                for value_type in types_of(&signature) {
                    self.names.used(value_type, &module);
                }
                signature
            });
            let (same_code, left_out) = self.same_code.others(&export.digest, &name);
            self.procedures.push(InterfaceProcedure {
                name: export.path.last().unwrap_or_default().to_owned(),
                root: export.digest.to_hex(),
                role,
                attributes: attributes(export, documentation.views.contains(&path)),
                same_code,
                same_code_left_out: (left_out > 0).then_some(left_out as u64),
                obstacle: CallObstacle::of(role, signature.as_ref()),
                signature,
                documentation: known.and_then(|it| it.documentation.clone()),
                path,
            });
        }
    }

    /// The procedures and the types with names. Types with the same name and another structure have different modules.
    ///
    /// # Errors
    /// [`InvalidPackage`](crate::ContractError::InvalidPackage) if there are more than [`MAX_METHODS`] procedures for
    /// an account.
    pub(super) fn told_apart(self) -> Result<(Vec<InterfaceProcedure>, Vec<InterfaceType>)> {
        let Self { names, mut procedures, types: exported, .. } = self;
        let is_method = |procedure: &&InterfaceProcedure| procedure.role == ProcedureRole::Account;
        let methods: HashSet<&str> =
            procedures.iter().filter(is_method).map(|procedure| procedure.root.as_str()).collect();
        require("account procedures", methods.len(), MAX_METHODS)?;

        let names = names.told_apart();
        let mut types: Vec<InterfaceType> = Vec::new();
        for mut exported in exported {
            exported.value_type = names.resolved(&exported.value_type);
            // Several packages can have the same type.
            if !types.contains(&exported) {
                types.push(exported);
            }
        }
        types.extend(names.others().map(|(name, module, value_type)| InterfaceType {
            name,
            module,
            is_exported: false,
            value_type,
            documentation: None,
        }));
        for signature in procedures.iter_mut().filter_map(|it| it.signature.as_mut()) {
            for parameter in &mut signature.parameters {
                parameter.value_type = names.resolved(&parameter.value_type);
            }
            for result in &mut signature.results {
                *result = names.resolved(result);
            }
        }
        Ok((procedures, types))
    }
}

/// The attributes of the protocol: they are the role of a procedure.
const PROTOCOL_ATTRIBUTES: [&str; 4] =
    ["account_procedure", "auth_script", "note_script", "transaction_script"];

/// The attribute of a procedure that changes nothing.
const VIEW: &str = "view";

/// The names of the attributes that are not the protocol's. One that cannot be shown is left out. The procedures of Miden's
/// components that change nothing have no attribute that says so.
fn attributes(export: &ProcedureExport, is_view_of_miden: bool) -> Vec<String> {
    let names = export.attributes.iter().map(Attribute::name);
    let names = names.chain(is_view_of_miden.then_some(VIEW));
    let others = names.filter(|name| is_plain_member(name) && !PROTOCOL_ATTRIBUTES.contains(name));
    others.map(str::to_owned).collect()
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
    if is_plain(convention) { convention } else { "unknown" }.to_owned()
}
