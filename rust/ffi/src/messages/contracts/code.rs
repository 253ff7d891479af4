//! From sources to packages.

use miden_swift_wallet::{
    CodeKind, CodePlace, Compilation, ComponentDescription, Diagnostic, Felt, Module, Package,
    PackageDescription, PackageKind, Procedure, ProcedureRole, Result, Severity, Source, Word,
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
pub(super) struct DiagnosticMessage {
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

/// A package with what is in it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PackageReply {
    file: PackageBytes,
    name: String,
    version: String,
    kind: KindMessage,
    procedures: Vec<ProcedureMessage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<ComponentMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ProcedureMessage {
    path: String,
    root: String,
    role: RoleMessage,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RoleMessage {
    Account,
    Authentication,
    NoteScript,
    TransactionScript,
    Library,
}

#[derive(Debug, Serialize, Deserialize)]
struct ComponentMessage {
    name: String,
    description: String,
    version: String,
    slots: Vec<String>,
}

impl PackageReply {
    pub(crate) fn of(package: &Package) -> Result<Self> {
        let PackageDescription { name, version, kind, procedures, component } =
            package.describe()?;
        Ok(Self {
            file: PackageBytes::from(package),
            name,
            version,
            kind: match kind {
                PackageKind::AccountComponent => KindMessage::AccountComponent,
                PackageKind::NoteScript => KindMessage::NoteScript,
                PackageKind::TransactionScript => KindMessage::TransactionScript,
                PackageKind::Library => KindMessage::Library,
            },
            procedures: procedures.into_iter().map(ProcedureMessage::from).collect(),
            component: component.map(ComponentMessage::from),
        })
    }
}

impl From<Procedure> for ProcedureMessage {
    fn from(procedure: Procedure) -> Self {
        Self {
            path: procedure.path,
            root: procedure.root.to_hex(),
            role: match procedure.role {
                ProcedureRole::Account => RoleMessage::Account,
                ProcedureRole::Authentication => RoleMessage::Authentication,
                ProcedureRole::NoteScript => RoleMessage::NoteScript,
                ProcedureRole::TransactionScript => RoleMessage::TransactionScript,
                ProcedureRole::Library => RoleMessage::Library,
            },
        }
    }
}

impl From<ComponentDescription> for ComponentMessage {
    fn from(component: ComponentDescription) -> Self {
        let ComponentDescription { name, description, version, slots } = component;
        Self { name, description, version, slots }
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
