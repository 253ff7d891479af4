//! Packages (`.masp`): compiled code with its procedures' names.

use miden_client::Serializable;
use miden_client::account::component::AccountComponentMetadata;
use miden_client::vm::{PackageExport, ProcedureExport, SectionId};
use serde::{Deserialize, Serialize};

use super::package_reader::read_package;
use crate::errors::{ContractError, Result};

/// Compiled code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package(pub(in crate::contracts) miden_client::vm::Package);

/// What a procedure is marked as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProcedureRole {
    /// For all to call on the account that has it.
    Account,
    /// Decides whether a transaction of the account is its owner's.
    Authentication,
    /// What runs when the note is consumed.
    NoteScript,
    /// What the transaction runs.
    TransactionScript,
    /// None: only code that links the package can call it.
    Library,
}

impl Package {
    /// Reads a package, as it is in a file (`.masp`), of at most
    /// [`MAX_PACKAGE_BYTES`](super::MAX_PACKAGE_BYTES). It may be anybody's.
    ///
    /// # Errors
    /// [`ContractError::InvalidPackage`], also if reading takes too long; [`crate::WalletError::CodeTooLarge`];
    /// [`WalletError::Unsupported`](crate::WalletError::Unsupported) if this machine has no thread for it.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        read_package(bytes).map(Self)
    }

    /// The package as it is in a file (`.masp`).
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// What it says of itself as a component of accounts, where it does.
    pub(in crate::contracts) fn metadata(&self) -> Result<Option<AccountComponentMetadata>> {
        let says = |id: &SectionId| *id == SectionId::ACCOUNT_COMPONENT_METADATA;
        if !self.0.sections.iter().any(|section| says(&section.id)) {
            return Ok(None);
        }
        AccountComponentMetadata::try_from(&self.0)
            .map(Some)
            .map_err(|error| ContractError::InvalidPackage { source: error.into() }.into())
    }

    pub(in crate::contracts) fn procedures(&self) -> impl Iterator<Item = &ProcedureExport> {
        self.0.manifest.exports().filter_map(PackageExport::as_procedure)
    }

    /// Whether an account can have it.
    pub(super) fn is_component(&self) -> bool {
        self.roles()
            .any(|role| matches!(role, ProcedureRole::Account | ProcedureRole::Authentication))
    }

    /// What its procedures are marked as.
    fn roles(&self) -> impl Iterator<Item = ProcedureRole> {
        self.procedures().map(role_of)
    }

    /// The path of the procedure with a mark, where there is just one.
    pub(super) fn marked(&self, role: ProcedureRole) -> Option<String> {
        let mut marked = self.procedures().filter(|export| role_of(export) == role);
        match (marked.next(), marked.next()) {
            (Some(only), None) => Some(only.path.to_string()),
            _ => None,
        }
    }
}

pub(in crate::contracts) fn role_of(export: &ProcedureExport) -> ProcedureRole {
    let marks = &export.attributes;
    if marks.has("auth_script") {
        ProcedureRole::Authentication
    } else if marks.has("account_procedure") {
        ProcedureRole::Account
    } else if marks.has("note_script") {
        ProcedureRole::NoteScript
    } else if marks.has("transaction_script") {
        ProcedureRole::TransactionScript
    } else {
        ProcedureRole::Library
    }
}
