//! From a package to the description of its interface.

use miden_assembly_syntax::ast::ConstantValue;
use miden_assembly_syntax::ast::constants::HashKind;
use miden_client::Word;
use miden_client::vm::PackageExport;

use super::description::{
    ConstantContent, INTERFACE_VERSION, Interface, InterfaceConstant, InterfaceError,
};
use super::documentation::{Documentation, is_short};
use super::errors::error_messages;
use super::limits::{MAX_EXPORTS, require};
use super::parts::Parts;
use super::same_code::{Name, SameCode};
use super::storage::component;
use crate::contracts::package_reader::on_reader;
use crate::contracts::packages::{Package, role_of};
use crate::errors::Result;

impl Package {
    /// What the package offers. It may be anybody's, as in [`Package::parse`].
    ///
    /// # Errors
    /// [`ContractError::InvalidPackage`](crate::ContractError::InvalidPackage) if it exports more than [`MAX_EXPORTS`]
    /// items or has more than [`MAX_METHODS`](super::MAX_METHODS) procedures for an account, if what it says of itself
    /// as a component cannot be read, or if reading it takes too long;
    /// [`WalletError::Unsupported`](crate::WalletError::Unsupported) if this machine has no thread for it.
    pub fn interface(&self) -> Result<Interface> {
        let package = self.clone();
        on_reader(move || package.described())
    }

    /// The same, for work that has a deadline already.
    pub(in crate::contracts) fn described(&self) -> Result<Interface> {
        self.require_few_exports()?;
        let documentation = Documentation::of(self);
        let names = self.procedures().map(|export| (export.digest, Name::of(export)));
        let mut parts = Parts::new(SameCode::new(names));
        parts.add_types(self, &documentation);
        let exports = self.procedures().map(|export| (export, Name::of(export), role_of(export)));
        parts.add_procedures(exports, &documentation);
        let (procedures, types) = parts.told_apart()?;
        let description = self.0.description.clone().filter(|text| is_short(text));
        Ok(Interface {
            format_version: INTERFACE_VERSION,
            name: self.0.name.to_string(),
            version: self.0.version.to_string(),
            documentation: description.or(documentation.module.clone()),
            procedures,
            authentication_root: None,
            unknown_roots: Vec::new(),
            types,
            constants: self.described_constants(&documentation),
            component: self.metadata()?.as_ref().map(component),
            errors: described_errors(error_messages(self)?),
        })
    }

    /// # Errors
    /// [`ContractError::InvalidPackage`](crate::ContractError::InvalidPackage) if it exports more than [`MAX_EXPORTS`] items.
    pub(super) fn require_few_exports(&self) -> Result<()> {
        require("items", self.0.manifest.num_exports(), MAX_EXPORTS)
    }

    fn described_constants(&self, documentation: &Documentation) -> Vec<InterfaceConstant> {
        let exports = self.0.manifest.exports().filter_map(PackageExport::as_constant);
        let constants = exports.map(|export| {
            let path = export.path.to_string();
            InterfaceConstant {
                value: constant_content(&export.value),
                documentation: documentation.constants.get(&path).cloned(),
                path,
            }
        });
        constants.collect()
    }
}

/// Messages, by the codes of their errors.
pub(super) fn described_errors(
    messages: impl IntoIterator<Item = (u64, String)>,
) -> Vec<InterfaceError> {
    let errors = messages.into_iter();
    errors.map(|(code, message)| InterfaceError { code: code.to_string(), message }).collect()
}

fn constant_content(value: &ConstantValue) -> ConstantContent {
    match value {
        ConstantValue::Int(value) => {
            ConstantContent::Number { value: value.inner().as_int().to_string() }
        }
        ConstantValue::String(text) => ConstantContent::Text { value: text.as_str().to_owned() },
        ConstantValue::Word(word) => {
            ConstantContent::Word { value: Word::new(word.inner().0).to_hex() }
        }
        ConstantValue::Hash(HashKind::Word, text) => {
            ConstantContent::WordOfText { text: text.as_str().to_owned() }
        }
        ConstantValue::Hash(HashKind::Event, text) => {
            ConstantContent::EventOfText { text: text.as_str().to_owned() }
        }
    }
}
