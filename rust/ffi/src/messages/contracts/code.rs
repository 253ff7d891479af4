//! From sources to packages.

use miden_swift_wallet::{
    CodeKind, CodePlace, Compilation, Diagnostic, Felt, Interface, Module, Package, Result,
    Severity, Source, Word,
};
use serde::{Deserialize, Serialize};

use super::{AdviceMessage, PackageBytes, numbers};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompileRequest {
    kind: KindMessage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    code: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    modules: Vec<ModuleMessage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    packages: Vec<PackageBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metadata: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    warnings_as_errors: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    debug_information: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModuleMessage {
    path: String,
    code: String,
}

/// What code is for.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KindMessage {
    AccountComponent,
    NoteScript,
    TransactionScript,
    Library,
}

impl CompileRequest {
    pub(crate) fn parsed(self) -> Result<Source> {
        let modules = self.modules.into_iter();
        Ok(Source {
            kind: match self.kind {
                KindMessage::AccountComponent => CodeKind::AccountComponent,
                KindMessage::NoteScript => CodeKind::NoteScript,
                KindMessage::TransactionScript => CodeKind::TransactionScript,
                KindMessage::Library => CodeKind::Library,
            },
            path: self.path,
            code: self.code,
            modules: modules
                .map(|module| Module { path: module.path, code: module.code })
                .collect(),
            packages: self.packages.iter().map(PackageBytes::parsed).collect::<Result<_>>()?,
            metadata: self.metadata,
            warnings_as_errors: self.warnings_as_errors,
            debug_information: self.debug_information,
        })
    }
}

/// A package, or what is wrong with its source.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CompileReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<PackageReply>,
    diagnostics: Vec<DiagnosticMessage>,
}

impl CompileReply {
    pub(crate) fn of(compilation: &Compilation) -> Result<Self> {
        Ok(match compilation {
            Compilation::Compiled(package, warnings) => Self {
                package: Some(PackageReply::of(package)?),
                diagnostics: warnings.iter().map(DiagnosticMessage::from).collect(),
            },
            Compilation::Refused(diagnostics) => Self {
                package: None,
                diagnostics: diagnostics.iter().map(DiagnosticMessage::from).collect(),
            },
        })
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct DiagnosticMessage {
    severity: SeverityMessage,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    places: Vec<PlaceMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SeverityMessage {
    Error,
    Warning,
    Advice,
}

#[derive(Debug, Serialize, Deserialize)]
struct PlaceMessage {
    module: String,
    line: u32,
    column: u32,
    offset: usize,
    length: usize,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl From<&Diagnostic> for DiagnosticMessage {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self {
            severity: match diagnostic.severity {
                Severity::Error => SeverityMessage::Error,
                Severity::Warning => SeverityMessage::Warning,
                Severity::Advice => SeverityMessage::Advice,
            },
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            places: diagnostic.places.iter().map(PlaceMessage::from).collect(),
        }
    }
}

impl From<&CodePlace> for PlaceMessage {
    fn from(place: &CodePlace) -> Self {
        Self {
            module: place.module.clone(),
            line: place.line,
            column: place.column,
            offset: place.offset,
            length: place.length,
            text: place.text.clone(),
            label: place.label.clone(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackageRequest {
    file: PackageBytes,
}

impl PackageRequest {
    pub(crate) fn parsed(self) -> Result<Package> {
        self.file.parsed()
    }
}

/// A package with what it offers.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PackageReply {
    file: PackageBytes,
    interface: Interface,
}

impl PackageReply {
    pub(crate) fn of(package: &Package) -> Result<Self> {
        Ok(Self { file: PackageBytes::from(package), interface: package.interface()? })
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdviceText {
    pub(crate) text: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AdviceReply {
    entries: Vec<AdviceMessage>,
}

impl From<Vec<(Word, Vec<Felt>)>> for AdviceReply {
    fn from(entries: Vec<(Word, Vec<Felt>)>) -> Self {
        let entries = entries
            .iter()
            .map(|(key, values)| AdviceMessage { key: key.to_hex(), values: numbers(values) });
        Self { entries: entries.collect() }
    }
}
