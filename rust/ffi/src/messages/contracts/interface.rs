//! The interfaces of accounts. That of a package comes with the package.

use miden_swift_wallet::{Interface, Package, Result, Word, account_interface, parse_word};
use serde::{Deserialize, Serialize};

use super::PackageBytes;

/// The account whose interface is to be described: the roots of its procedures, and packages that name them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DescribeInterfaceRequest {
    name: String,
    roots: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    packages: Vec<PackageBytes>,
}

impl DescribeInterfaceRequest {
    pub(crate) fn described(self) -> Result<Interface> {
        let Self { name, roots, packages } = self;
        let roots: Vec<Word> = roots.iter().map(|root| parse_word(root)).collect::<Result<_>>()?;
        let packages: Vec<Package> =
            packages.iter().map(PackageBytes::parsed).collect::<Result<_>>()?;
        account_interface(&name, roots, packages)
    }
}
