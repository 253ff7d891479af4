//! All that a generator of code has to know of a contract, in one value.

#[cfg(test)]
mod tests;

use miden_client::Word;

use super::contract_configuration::{ConfigurationFile, ContractConfiguration, Settings};
use super::debug_information::without_debug_information;
use super::interface::Interface;
use super::package_reader::{on_reader, require_readable_again};
use super::packages::Package;
use crate::errors::Result;

/// The version of the document's form. It grows if a program that knows the old form would misread the new one.
pub const CONTRACT_DOCUMENT_VERSION: u32 = 1;

/// A contract, as a generator of code needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractDocument {
    /// What the contract offers.
    pub interface: Interface,
    /// The package without debug information but for the messages of its errors.
    pub package: Package,
    /// The commitment to that package by which dependencies are resolved.
    pub digest: Word,
    /// What the user decided. Empty if there is no configuration.
    pub configuration: ContractConfiguration,
}

impl ContractDocument {
    /// The document of a package, which may be anybody's, as in [`Package::parse`].
    ///
    /// # Errors
    /// [`InvalidContractConfiguration`](crate::ContractError::InvalidContractConfiguration), and those of
    /// [`Package::interface`].
    pub fn of(package: &Package, configuration: Option<&ConfigurationFile>) -> Result<Self> {
        let settings = configuration.map(|file| Settings::read(file).map(|read| (file, read)));
        let settings = settings.transpose()?;
        let given = package.clone();
        let (package, interface, digest) = on_reader(move || {
            let package = without_debug_information(&given)?;
            // It is to be embedded, and read wherever the generated code runs.
            require_readable_again(&package.0)?;
            let interface = package.described()?;
            let digest = package.0.dependency_commitment();
            Ok((package, interface, digest))
        })?;
        let configuration = match settings {
            Some((file, settings)) => settings.of_contract(file, &interface)?,
            None => ContractConfiguration::default(),
        };
        Ok(Self { interface, package, digest, configuration })
    }
}
