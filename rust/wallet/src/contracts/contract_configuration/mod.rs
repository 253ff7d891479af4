//! What a user decides about the Swift that is generated for a contract: a file in TOML beside the contract.

mod patterns;
mod reading;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::interface::{Interface, InterfaceProcedure};
use crate::errors::{ContractError, Result, WalletError};
pub(super) use reading::Settings;

/// The most bytes a configuration may have.
pub const MAX_CONFIGURATION_BYTES: usize = 64 << 10;

/// A configuration as it is in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigurationFile {
    /// The name of the file. Errors begin with it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Who can use what is generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContractAccess {
    /// Its module.
    Internal,
    /// Its package.
    Package,
    /// All.
    Public,
}

/// What a configuration says of one contract.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractConfiguration {
    /// The name of the Swift type, if the file says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who can use it, if the file says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access: Option<ContractAccess>,
    /// The whole paths of the procedures that only read, in the order of the description.
    pub reads: Vec<String>,
}

impl ConfigurationFile {
    /// What is wrong at a place in the file, which is a number of bytes.
    fn error(&self, offset: usize, reason: impl Into<String>) -> WalletError {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ContractError::InvalidContractConfiguration {
            file: self.name.clone(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            reason: reason.into(),
        }
        .into()
    }
}

impl Settings {
    /// What they say of a contract. They are of the file.
    ///
    /// # Errors
    /// [`ContractError::InvalidContractConfiguration`] if a pattern matches no procedure that can be called on an account.
    pub(super) fn of_contract(
        self,
        file: &ConfigurationFile,
        interface: &Interface,
    ) -> Result<ContractConfiguration> {
        for pattern in &self.reads {
            if !interface.methods().any(|procedure| pattern.matches(procedure)) {
                return Err(file.error(pattern.offset(), pattern.no_match(interface)));
            }
        }
        let is_read =
            |it: &InterfaceProcedure| self.reads.iter().any(|pattern| pattern.matches(it));
        let reads = interface.methods().filter(|procedure| is_read(procedure));
        let reads = reads.map(|procedure| procedure.path.clone()).collect();
        Ok(ContractConfiguration { name: self.name, access: self.access, reads })
    }
}
