//! Packages without debug information.
//!
//! The assembler writes the positions of all instructions into a package, and the names of source files: of what it
//! compiles and of all that it links. That is many times the code, and says on which machine the libraries were made.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use miden_client::Serializable;
use miden_client::vm::{PackageExport, Section, SectionId};
use miden_mast_package::debug_info::PackageDebugInfoBuilder;

use super::interface::error_messages;
use super::packages::Package;
use crate::errors::{ContractError, Result};

/// The package without debug information but for the messages of its errors: with them the virtual machine can say
/// what went wrong. Code and roots are the same.
///
/// # Errors
/// [`ContractError::InvalidPackage`] if the debug information cannot be read.
pub(super) fn without_debug_information(package: &Package) -> Result<Package> {
    let messages = error_messages(package)?;
    let original = &package.0;
    // Exports refer to entries of the debug information, which are gone.
    let exports = original.manifest.exports().cloned().map(|export| match export {
        PackageExport::Procedure(procedure) => {
            PackageExport::Procedure(procedure.with_source_node(None))
        }
        other => other,
    });
    let mut stripped = miden_client::vm::Package::create_with_modules(
        original.name.clone(),
        original.version.clone(),
        original.kind,
        Arc::clone(original.mast_forest()),
        exports,
        original.manifest.modules().cloned(),
        original.manifest.dependencies().cloned(),
    )
    .map_err(|error| ContractError::InvalidPackage { source: error.into() })?;
    stripped.description.clone_from(&original.description);
    let sections = original.sections.iter().filter(|section| !section.id.is_debug());
    stripped.sections = sections.cloned().collect();
    stripped.sections.extend(messages_section(messages));
    Ok(Package(stripped))
}

/// Debug information that is the messages of errors only, by their codes.
pub(super) fn messages_section(messages: BTreeMap<u64, String>) -> Option<Section> {
    if messages.is_empty() {
        return None;
    }
    let mut debug_info = PackageDebugInfoBuilder::default();
    for (code, message) in messages {
        debug_info.add_error_message(code, Arc::from(message));
    }
    let data = Cow::Owned(debug_info.build().to_bytes());
    Some(Section { id: SectionId::DEBUG_INFO, data })
}
