//! From the roots of an account's procedures to the description of its interface.

use std::collections::{BTreeMap, HashSet};

use miden_client::Word;

use super::description::{INTERFACE_VERSION, Interface, InterfaceComponent};
use super::documentation::Documentation;
use super::errors::error_messages;
use super::parts::Parts;
use super::reading::described_errors;
use super::same_code::{Name, SameCode};
use super::storage::slots;
use crate::contracts::package_reader::on_reader;
use crate::contracts::packages::{Package, ProcedureRole, role_of};
use crate::contracts::standard_components::standard_components;
use crate::errors::Result;

/// What an account with these procedures offers. The roots are in the order of the account's code, in which the
/// authentication procedure is the first one.
///
/// The chain has only the roots of procedures. Their names come from the components that Miden ships, of which those that
/// the account has as a whole come first, and then from `packages` in their order. The first one that has a procedure
/// describes it, and what the others call it is beside that, in the same order. A package
/// may be anybody's, so it can neither rename what Miden ships nor say which procedure authenticates.
///
/// # Errors
/// [`ContractError::InvalidPackage`](crate::ContractError::InvalidPackage), as [`Package::interface`].
pub fn account_interface(
    name: &str,
    roots: impl IntoIterator<Item = Word>,
    packages: Vec<Package>,
) -> Result<Interface> {
    let name = name.to_owned();
    let roots: Vec<Word> = roots.into_iter().collect();
    on_reader(move || described(&name, roots, &packages))
}

/// The packages that name procedures of an account, the one that names a procedure before those with other names for it:
/// the components that Miden ships, of which those that the account has as a whole come first, and then `packages`.
///
/// # Errors
/// As [`account_interface`].
pub(in crate::contracts) fn naming_packages<'a>(
    roots: &HashSet<Word>,
    packages: &'a [Package],
) -> Result<Vec<&'a Package>> {
    let has = |package: &&Package| package.procedures().any(|it| roots.contains(&it.digest));
    let mut naming: Vec<&Package> = standard_components().iter().filter(has).collect();
    // Components share procedures, and some have other names for them.
    naming.sort_by_key(|package| !is_whole(package, roots));
    naming.extend(packages.iter().filter(has));
    for package in &naming {
        package.require_few_exports()?;
    }
    Ok(naming)
}

fn described(name: &str, mut roots: Vec<Word>, packages: &[Package]) -> Result<Interface> {
    let mut left = HashSet::new();
    roots.retain(|root| left.insert(*root));
    let authentication = roots.first().copied();
    let known = naming_packages(&left, packages)?;
    let mut parts = Parts::new(SameCode::in_packages(&known, &left));
    let component = component(name, &known, &left)?;
    let mut errors = BTreeMap::new();
    for package in known {
        let exports = package.procedures().filter(|export| left.contains(&export.digest));
        let exports: Vec<_> = exports
            .map(|export| {
                let role = if Some(export.digest) == authentication {
                    ProcedureRole::Authentication
                } else {
                    ProcedureRole::Account
                };
                (export, Name::in_package(export, package), role)
            })
            .collect();
        if exports.is_empty() {
            continue;
        }
        for (export, ..) in &exports {
            left.remove(&export.digest);
        }
        let documentation = Documentation::of(package);
        parts.add_types(package, &documentation);
        parts.add_procedures(exports, &documentation);
        for (code, message) in error_messages(package)? {
            errors.entry(code).or_insert(message);
        }
    }
    let (procedures, types) = parts.told_apart()?;
    let unknown = roots.iter().filter(|root| left.contains(*root));
    Ok(Interface {
        format_version: INTERFACE_VERSION,
        name: name.to_owned(),
        version: String::new(),
        documentation: None,
        procedures,
        authentication_root: authentication.map(|root| root.to_hex()),
        unknown_roots: unknown.map(Word::to_hex).collect(),
        types,
        constants: Vec::new(),
        component,
        errors: described_errors(errors),
    })
}

/// Whether a package is a component that the account has: all of its procedures for accounts are there.
fn is_whole(package: &Package, roots: &HashSet<Word>) -> bool {
    let mut of_accounts = package.procedures().filter(|export| {
        matches!(role_of(export), ProcedureRole::Account | ProcedureRole::Authentication)
    });
    package.is_component() && of_accounts.all(|export| roots.contains(&export.digest))
}

/// The storage that the account has by its components. The first one that has a slot describes it.
fn component(
    name: &str,
    packages: &[&Package],
    roots: &HashSet<Word>,
) -> Result<Option<InterfaceComponent>> {
    let mut described = BTreeMap::new();
    for package in packages {
        if is_whole(package, roots)
            && let Some(metadata) = package.metadata()?
        {
            for (name, slot) in slots(&metadata) {
                described.entry(name).or_insert(slot);
            }
        }
    }
    Ok((!described.is_empty()).then(|| InterfaceComponent {
        name: name.to_owned(),
        description: String::new(),
        version: String::new(),
        slots: described.into_values().collect(),
    }))
}
