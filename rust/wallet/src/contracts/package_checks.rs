//! Checks of a source and its package that the assembler does not make.

use std::error::Error;
use std::sync::Arc;

use miden_assembly_syntax::ast::{ConstantExpr, Ident, Item, Module};
use miden_assembly_syntax::debuginfo::Spanned;
use miden_client::assembly::SourceManagerSync;
use miden_client::note::NoteScript;
use miden_client::transaction::TransactionScript;

use super::compile::CodeKind;
use super::diagnostics::{Diagnostic, Severity};
use super::interface::{CallObstacle, Interface, InterfaceProcedure, UnsupportedType};
use super::package_reader::require_readable_again;
use super::packages::Package;
use crate::errors::{WalletError, counted};
use crate::ids::described;
use crate::quoting::shortened_line;

/// What a package of a kind has to have and this one has not.
pub(super) fn missing(kind: CodeKind, package: &Package) -> Option<Diagnostic> {
    match kind {
        CodeKind::Library => None,
        CodeKind::AccountComponent => {
            if package.is_component() {
                return None;
            }
            Some(Diagnostic::of_all(
                "no procedure of the component can be called",
                Some("mark each procedure that others may call with @account_procedure"),
            ))
        }
        CodeKind::NoteScript => {
            let error = NoteScript::from_package(&package.0).err()?;
            let help = "mark the procedure that consumes the note with @note_script";
            Some(Diagnostic::of_all(described(&error), Some(help)))
        }
        CodeKind::TransactionScript => {
            let error = TransactionScript::from_package(&package.0).err()?;
            let help = "mark the procedure to run with @transaction_script";
            Some(Diagnostic::of_all(described(&error), Some(help)))
        }
    }
}

/// The error of a package that no reader takes.
pub(super) fn unreadable(package: &Package) -> Option<Diagnostic> {
    require_readable_again(&package.0).err().map(|error| cannot_be_read(&error))
}

pub(super) fn cannot_be_read(error: &WalletError) -> Diagnostic {
    let reason = error.source().map_or_else(|| error.to_string(), |cause| described(&cause));
    Diagnostic::of_all(format!("the package of the source cannot be read: {reason}"), None)
}

/// The first public constant whose text no reader of packages takes. The assembler writes it.
pub(super) fn unreadable_constant(
    module: &Module,
    sources: &Arc<dyn SourceManagerSync>,
) -> Option<Diagnostic> {
    let constants = module.items().iter().filter_map(|item| match item {
        Item::Constant(constant) if constant.visibility.is_public() => Some(constant),
        _ => None,
    });
    let text = constants.map(|constant| &constant.value).find_map(|value| match value {
        ConstantExpr::String(text) | ConstantExpr::Hash(_, text) => {
            Ident::new(text.as_str()).is_err().then_some(text)
        }
        _ => None,
    })?;
    let message = "the text of a public constant has only characters of names, and no blank";
    Some(Diagnostic::at(message, Some("write const in place of pub const"), text.span(), sources))
}

/// The warning about procedures that the assembler takes, and that no call can give values.
pub(super) fn undescribed(interface: &Interface) -> Option<Diagnostic> {
    let is_cut = |procedure: &&InterfaceProcedure| {
        let reason = UnsupportedType::TooComplex;
        matches!(&procedure.obstacle, Some(CallObstacle::UnsupportedType { reason: it, .. }) if *it == reason)
    };
    let mut cut = interface.procedures.iter().filter(is_cut);
    let first = shortened_line(&cut.next()?.name);
    let others = counted(cut.count() as u64, "other");
    let message = format!(
        "{first} and {others} cannot be called with values: their types are nested too deep, or the types of all procedures are \
         together too large to be described"
    );
    Some(Diagnostic { severity: Severity::Warning, ..Diagnostic::of_all(message, None) })
}
