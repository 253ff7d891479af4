//! The packages that a source is linked with.
//!
//! The assembler takes packages with the same procedures for one package, whatever their names, constants and types are:
//! it knows the items of the first one only. So such packages are linked as one.

use std::sync::Arc;

use miden_client::Word;
use miden_client::vm::{Package as Library, PackageExport};
use miden_protocol::assembly::mast::MastForest;

use super::debug_information::{messages_section, without_debug_information};
use super::diagnostics::Diagnostic;
use super::interface::error_messages;
use super::packages::Package;
use crate::errors::{Cause, ContractError, Result};
use crate::ids::described;
use crate::quoting::shortened_line;

/// Packages as they are linked, or why they cannot be linked together. They have no debug information but the messages of
/// their errors: they may name files of another machine.
///
/// # Errors
/// [`ContractError::InvalidPackage`] if one cannot be read.
pub(super) fn linked(packages: &[Package]) -> Result<Result<Vec<Package>, Diagnostic>> {
    let mut groups: Vec<(Word, Package)> = Vec::new();
    let mut known = Vec::new();
    for package in packages {
        let package = without_debug_information(package)?;
        // Somebody may give a package twice.
        if known.contains(&package) {
            continue;
        }
        known.push(package.clone());
        let procedures = package
            .0
            .interface_commitment()
            .map_err(|error| ContractError::InvalidPackage { source: error.into() })?;
        let same = groups.iter_mut().find(|(of_first, _)| *of_first == procedures);
        match same {
            Some((_, first)) if first.0.manifest != package.0.manifest => {
                match together(first, &package) {
                    Ok(both) => *first = both,
                    Err(reason) => return Ok(Err(cannot_be_linked(first, &package, &reason))),
                }
            }
            // The assembler knows what to do with the same package in two forests.
            _ => groups.push((procedures, package)),
        }
    }
    Ok(Ok(groups.into_iter().map(|(_, package)| package).collect()))
}

/// One package with the items of two.
fn together(one: &Package, other: &Package) -> Result<Package, Cause> {
    let mut messages = error_messages(one)?;
    messages.extend(error_messages(other)?);
    let (one, other) = (&one.0, &other.0);
    let (forest, _) = MastForest::merge([&**one.mast_forest(), &**other.mast_forest()])?;
    let exports = one.manifest.exports().chain(other.manifest.exports()).cloned();
    let exports = exports.map(|export| match export {
        // The nodes have other numbers now. The procedures are found by their roots.
        PackageExport::Procedure(mut procedure) => {
            procedure.node = None;
            PackageExport::Procedure(procedure)
        }
        other => other,
    });
    let mut dependencies: Vec<_> = one.manifest.dependencies().cloned().collect();
    for dependency in other.manifest.dependencies() {
        if !dependencies.contains(dependency) {
            dependencies.push(dependency.clone());
        }
    }
    let mut both = Library::create_with_modules(
        one.name.clone(),
        one.version.clone(),
        one.kind,
        Arc::new(forest),
        exports,
        one.manifest.modules().chain(other.manifest.modules()).cloned(),
        dependencies,
    )?;
    both.sections.extend(messages_section(messages));
    Ok(Package(both))
}

fn cannot_be_linked(one: &Package, other: &Package, reason: &Cause) -> Diagnostic {
    let reason = shortened_line(&described(&**reason));
    let (one, other) = (module_of(one), module_of(other));
    Diagnostic::of_all(
        format!(
            "the packages of {one} and {other} have the same procedures and cannot be linked together: {reason}"
        ),
        Some("link their sources in place of the packages"),
    )
}

/// The module by which a package is known to those that link it.
fn module_of(package: &Package) -> String {
    let module = package.0.manifest.modules().next().map(|module| module.path().to_string());
    shortened_line(&module.unwrap_or_else(|| package.0.name.to_string()))
}
