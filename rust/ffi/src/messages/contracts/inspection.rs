//! The procedures of accounts, and what is in notes besides their assets.

use miden_swift_wallet::{
    AccountId, AccountProcedure, AccountProcedures, NoteContents, NoteId, Package, Result,
    parse_account_id, parse_note_id,
};
use serde::{Deserialize, Serialize};

use super::{PackageBytes, numbers};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteContentsRequest {
    note_id: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) with_code: bool,
}

impl NoteContentsRequest {
    pub(crate) fn note(&self) -> Result<NoteId> {
        parse_note_id(&self.note_id)
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NoteContentsReply {
    note_id: String,
    script_root: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    script_name: Option<String>,
    serial_number: String,
    storage: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

impl From<NoteContents> for NoteContentsReply {
    fn from(contents: NoteContents) -> Self {
        Self {
            note_id: contents.note.to_hex(),
            script_root: contents.script_root.to_hex(),
            script_name: contents.script_name,
            serial_number: contents.serial_number.to_hex(),
            storage: numbers(&contents.storage),
            code: contents.code,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProceduresRequest {
    account_id: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    packages: Vec<PackageBytes>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) with_code: bool,
}

impl ProceduresRequest {
    pub(crate) fn parsed(&self) -> Result<(AccountId, Vec<Package>)> {
        let packages = self.packages.iter().map(PackageBytes::parsed).collect::<Result<_>>()?;
        Ok((parse_account_id(&self.account_id)?, packages))
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ProceduresReply {
    account_id: String,
    is_own: bool,
    block_number: u32,
    procedures: Vec<AccountProcedureMessage>,
}

/// A procedure. It has a `path` where a package is known that names it.
#[derive(Debug, Serialize, Deserialize)]
struct AccountProcedureMessage {
    root: String,
    is_authentication: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    same_code: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    same_code_left_out: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

impl From<AccountProcedures> for ProceduresReply {
    fn from(found: AccountProcedures) -> Self {
        Self {
            account_id: found.account.to_hex(),
            is_own: found.is_own,
            block_number: found.block_number,
            procedures: found.procedures.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<AccountProcedure> for AccountProcedureMessage {
    fn from(procedure: AccountProcedure) -> Self {
        let AccountProcedure {
            root,
            is_authentication,
            path,
            package,
            same_code,
            same_code_left_out,
            signature,
            code,
        } = procedure;
        Self {
            root: root.to_hex(),
            is_authentication,
            path,
            package,
            same_code,
            same_code_left_out: (same_code_left_out > 0).then_some(same_code_left_out),
            signature,
            code,
        }
    }
}
