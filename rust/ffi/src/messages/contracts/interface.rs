//! The interfaces of contracts.

use miden_swift_wallet::{
    Compilation, Interface, Package, Result, Word, account_interface, compile, parse_word,
};
use serde::{Deserialize, Serialize};

use super::PackageBytes;
use super::code::{CompileRequest, DiagnosticMessage};

/// Whose interface is to be described.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum DescribeInterfaceRequest {
    /// That of a package.
    Package(PackageBytes),
    /// That of the package which sources become.
    Source(CompileRequest),
    /// That of an account, of which the roots of its procedures are known.
    Account(AccountInterfaceRequest),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountInterfaceRequest {
    name: String,
    roots: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    packages: Vec<PackageBytes>,
}

/// The description, or what is wrong with the sources.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct InterfaceReply {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    interface: Option<Interface>,
    diagnostics: Vec<DiagnosticMessage>,
}

impl DescribeInterfaceRequest {
    pub(crate) fn described(self) -> Result<InterfaceReply> {
        match self {
            Self::Package(bytes) => Ok(bytes.parsed()?.interface()?.into()),
            Self::Source(request) => match compile(&request.parsed()?)? {
                Compilation::Compiled(package, warnings) => Ok(InterfaceReply {
                    interface: Some(package.interface()?),
                    diagnostics: warnings.iter().map(DiagnosticMessage::from).collect(),
                }),
                Compilation::Refused(diagnostics) => Ok(InterfaceReply {
                    interface: None,
                    diagnostics: diagnostics.iter().map(DiagnosticMessage::from).collect(),
                }),
            },
            Self::Account(AccountInterfaceRequest { name, roots, packages }) => {
                let roots: Vec<Word> =
                    roots.iter().map(|root| parse_word(root)).collect::<Result<_>>()?;
                let packages: Vec<Package> =
                    packages.iter().map(PackageBytes::parsed).collect::<Result<_>>()?;
                Ok(account_interface(&name, roots, &packages)?.into())
            }
        }
    }
}

impl From<Interface> for InterfaceReply {
    fn from(interface: Interface) -> Self {
        Self { interface: Some(interface), diagnostics: Vec::new() }
    }
}
