//! The document of a contract, from which code is generated.

use miden_swift_wallet::{
    CONTRACT_DOCUMENT_VERSION, ConfigurationFile, ContractConfiguration, ContractDocument,
    Interface, standard_component,
};
use serde::{Deserialize, Serialize};

use super::PackageBytes;
use crate::messages::ErrorMessage;

/// A contract: a package, or the name of a component that Miden ships.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DescribeContractRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<PackageBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    component: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    configuration: Option<ConfigurationMessage>,
}

/// A configuration as it is in a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigurationMessage {
    text: String,
    file_name: String,
}

impl DescribeContractRequest {
    pub(crate) fn described(self) -> Result<ContractDocumentReply, ErrorMessage> {
        let package = match (&self.file, &self.component) {
            (Some(file), None) => file.parsed(),
            (None, Some(name)) => standard_component(name),
            _ => {
                return Err(ErrorMessage::invalid_parameter(
                    "A contract is a package or one of Miden's components: name one of the two.",
                ));
            }
        };
        let configuration =
            self.configuration.map(|it| ConfigurationFile { name: it.file_name, text: it.text });
        let document =
            package.and_then(|package| ContractDocument::of(&package, configuration.as_ref()));
        document.map(ContractDocumentReply::from).map_err(|error| ErrorMessage::from(&error))
    }
}

/// All that a generator of code has to know of a contract.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ContractDocumentReply {
    format_version: u32,
    interface: Interface,
    package: PackageBytes,
    digest: String,
    configuration: ContractConfiguration,
}

impl From<ContractDocument> for ContractDocumentReply {
    fn from(document: ContractDocument) -> Self {
        Self {
            format_version: CONTRACT_DOCUMENT_VERSION,
            package: PackageBytes::from(&document.package),
            digest: document.digest.to_hex(),
            interface: document.interface,
            configuration: document.configuration,
        }
    }
}
