//! From Miden assembly to packages.

use std::sync::Arc;
use std::time::Duration;

use miden_client::Serializable;
use miden_client::account::component::AccountComponentMetadata;
use miden_client::assembly::{DefaultSourceManager, Module as ParsedModule, SourceManagerSync};
use miden_client::vm::{Section, SectionId};
use miden_protocol::assembly::diagnostics::{NamedSource, Report, SourceCode};
use miden_protocol::assembly::{Assembler, Linkage, ModuleKind, ModuleParser, Path};

use super::debug_information::without_debug_information;
use super::diagnostics::{Diagnostic, diagnostics, diagnostics_in};
use super::expansion::{require_assemblable, require_short};
use super::foreign_work::{ForeignWork, Missed};
use super::impossible_types::impossible_type;
use super::interface::Documentation;
use super::libraries::{assembler, libraries};
use super::linked_packages::linked;
use super::outdated::outdated;
use super::package_checks::{
    cannot_be_read, missing, undescribed, unreadable, unreadable_constant,
};
use super::packages::Package;
use crate::errors::{ContractError, Result, WalletError};
use crate::ids::described;
use crate::quoting::{quoting_little, shortened_line};

/// How long a source may be compiled. What is within the limits for the size of sources takes a part of it.
const DEADLINE: Duration = Duration::from_secs(30);

/// How deep code can be nested is a matter of the stack.
const STACK_BYTES: usize = 64 << 20;

static COMPILERS: ForeignWork = ForeignWork::new("miden-masm", STACK_BYTES);

/// What a source is to become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeKind {
    /// The code of an account. Procedures for others are marked `@account_procedure`.
    AccountComponent,
    /// The code of a note: one procedure is marked `@note_script`.
    NoteScript,
    /// What a transaction runs: one procedure is marked `@transaction_script`.
    TransactionScript,
    /// Code for others to link.
    Library,
}

/// A module with its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// Where others find it, as `project::module`.
    pub path: String,
    /// Its Miden assembly.
    pub code: String,
}

/// What is to be compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What it is to become.
    pub kind: CodeKind,
    /// Its module path, or `None` for the usual one of its kind.
    pub path: Option<String>,
    /// Its Miden assembly.
    pub code: String,
    /// Modules it refers to.
    pub modules: Vec<Module>,
    /// Packages it refers to. What it calls of them becomes part of it.
    pub packages: Vec<Package>,
    /// What a component says of itself and of its storage, as TOML in the form of Miden's tools.
    pub metadata: Option<String>,
    /// Whether warnings are errors.
    pub warnings_as_errors: bool,
    /// Whether the package keeps its debug information: the positions of instructions in these sources, by the paths of
    /// the modules. What is linked has none. The messages of errors stay in any case.
    pub debug_information: bool,
}

impl Source {
    /// A source that refers to nothing but what Miden has.
    #[must_use]
    pub fn new(kind: CodeKind, code: impl Into<String>) -> Self {
        Self {
            kind,
            path: None,
            code: code.into(),
            modules: Vec::new(),
            packages: Vec::new(),
            metadata: None,
            warnings_as_errors: false,
            debug_information: false,
        }
    }
}

/// What came of compiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compilation {
    /// A package, with the warnings of the sources it was made of. The compiler ends its look at a source
    /// with the first stage that has some, so there may be further ones once these are gone.
    Compiled(Box<Package>, Vec<Diagnostic>),
    /// What is wrong with the source.
    Refused(Vec<Diagnostic>),
}

/// Compiles Miden assembly. What is wrong with the source is no error but a result. Takes some tens of
/// milliseconds, and computes all that time. A source that takes too long, or that the compiler panics on, is refused.
///
/// # Errors
/// [`ContractError::InvalidModulePath`], [`ContractError::InvalidMetadata`], [`ContractError::SourceTooLong`] for more
/// than [`MAX_SOURCE_BYTES`](super::MAX_SOURCE_BYTES), [`ContractError::TooManyInstructions`] for more than
/// [`MAX_INSTRUCTIONS`](super::MAX_INSTRUCTIONS),
/// [`WalletError::Unsupported`](crate::WalletError::Unsupported) where this machine has no thread for it.
pub fn compile(source: &Source) -> Result<Compilation> {
    compile_within(&COMPILERS, DEADLINE, source)
}

fn compile_within(
    compilers: &'static ForeignWork,
    deadline: Duration,
    source: &Source,
) -> Result<Compilation> {
    let own = source.clone();
    let message = match compilers.within(deadline, move || compile_here(&own)) {
        Ok(result) => return result,
        Err(Missed::NoThread(error)) => {
            let what = format!("There is no thread to compile with: {error}.");
            return Err(WalletError::Unsupported { what });
        }
        Err(Missed::NoPlace) => "other sources are still compiled that take too long".to_owned(),
        Err(Missed::TooLong) => {
            format!("compiling takes longer than {} seconds", deadline.as_secs())
        }
        Err(Missed::Panicked(reason)) => {
            format!("the compiler of this version cannot compile the source: {reason}")
        }
    };
    Ok(Compilation::Refused(vec![Diagnostic::of_all(message, None)]))
}

fn compile_here(source: &Source) -> Result<Compilation> {
    let path = module_path(source.path.as_deref().unwrap_or(usual_path(source.kind)))?;
    for module in &source.modules {
        module_path(&module.path)?;
    }
    let metadata = source.metadata.as_deref().map(read_metadata).transpose()?;
    let codes = source.modules.iter().map(|module| module.code.as_str());
    require_short(codes.chain([source.code.as_str()]))?;
    let sources: Arc<dyn SourceManagerSync> = Arc::new(DefaultSourceManager::default());
    let modules = match parse(source, path, &sources) {
        Ok(modules) => modules,
        Err(report) => return Ok(Compilation::Refused(refusal(source, path, &report))),
    };
    if modules.last().is_some_and(|module| module.has_entrypoint()) {
        return Ok(Compilation::Refused(vec![whole_program(source.kind)]));
    }
    require_assemblable(&modules, &source.packages)?;
    let own = modules.last();
    if let Some(diagnostic) = impossible_type(&modules, &source.packages, &sources)
        .or_else(|| own.and_then(|module| unreadable_constant(module, &sources)))
    {
        return Ok(Compilation::Refused(vec![diagnostic]));
    }
    let mut documentation = Documentation::of_sources(&modules, &source.packages);
    let linked = match linked(&source.packages)? {
        Ok(linked) => linked,
        Err(diagnostic) => return Ok(Compilation::Refused(vec![diagnostic])),
    };
    let libraries = libraries()?;
    let assembler = match assembler(sources, libraries) {
        Ok(assembler) => assembler.with_warnings_as_errors(source.warnings_as_errors),
        Err(report) => return Err(WalletError::internal(report.to_string())),
    };
    let mut package = match assemble(assembler, source.kind, modules.clone(), linked) {
        Ok(package) => package,
        Err(report) => return Ok(Compilation::Refused(refusal(source, path, &report))),
    };
    if let Some(metadata) = metadata {
        package
            .sections
            .push(Section::new(SectionId::ACCOUNT_COMPONENT_METADATA, metadata.to_bytes()));
    }
    let mut package = Package(*package);
    if !source.debug_information {
        package = without_debug_information(&package)?;
    }
    documentation.add_type_modules(&modules, &source.packages, libraries, &package)?;
    documentation.write(&mut package)?;
    if let Some(diagnostic) = missing(source.kind, &package).or_else(|| unreadable(&package)) {
        return Ok(Compilation::Refused(vec![diagnostic]));
    }
    let undescribed = match package.described() {
        Ok(interface) => undescribed(&interface),
        Err(error) => return Ok(Compilation::Refused(vec![cannot_be_read(&error)])),
    };
    if source.warnings_as_errors
        && let Some(diagnostic) = undescribed
    {
        return Ok(Compilation::Refused(vec![diagnostic]));
    }
    let mut warnings = warnings_of(path, &source.code);
    warnings.extend(undescribed);
    for module in &source.modules {
        warnings.extend(warnings_of(Path::new(&module.path), &module.code));
    }
    Ok(Compilation::Compiled(Box::new(package), warnings))
}

/// What is wrong with a source: its syntax, if that is of an earlier version, and else what the compiler says.
fn refusal(source: &Source, path: &Path, report: &Report) -> Vec<Diagnostic> {
    let mut codes = source.modules.iter().map(|module| (module.path.as_str(), &module.code));
    let outdated = codes
        .find_map(|(path, code)| outdated(path, code))
        .or_else(|| outdated(path.as_str(), &source.code));
    // Some places do not say in which source they are.
    let named = NamedSource::new(path.as_str(), source.code.clone());
    let own = source.modules.is_empty().then_some(&named as &dyn SourceCode);
    outdated.map_or_else(|| diagnostics_in(&**report, own), |only| vec![only])
}

/// As the parser returns them and the assembler takes them.
type ParsedModules = Vec<Box<ParsedModule>>;

/// The modules a source refers to, and then its own.
fn parse(
    source: &Source,
    path: &Path,
    sources: &Arc<dyn SourceManagerSync>,
) -> Result<ParsedModules, Report> {
    let others = source.modules.iter().map(|module| (Path::new(&module.path), &module.code));
    let parsed = others.chain([(path, &source.code)]).map(|(path, code)| {
        let mut parser = ModuleParser::new(Some(ModuleKind::Library));
        parser.set_warnings_as_errors(source.warnings_as_errors);
        parser.parse_str(Some(path), code, sources.clone())
    });
    parsed.collect()
}

/// Assembles the last of the modules, with the others linked into it.
fn assemble(
    mut assembler: Assembler,
    kind: CodeKind,
    mut modules: ParsedModules,
    linked: Vec<Package>,
) -> Result<Box<miden_client::vm::Package>, Report> {
    for package in linked {
        assembler.link_package(Arc::new(package.0), Linkage::Static)?;
    }
    let module = modules.pop().ok_or_else(|| Report::msg("there is no module"))?;
    assembler.compile_and_statically_link_all(modules)?;
    let none = ParsedModules::new();
    assembler.assemble_library(package_name(kind), module, none)
}

/// The warnings of a source that can be compiled. Its parser returns them only where they are errors, and
/// otherwise writes to standard error that there are some.
fn warnings_of(path: &Path, code: &str) -> Vec<Diagnostic> {
    let sources: Arc<dyn SourceManagerSync> = Arc::new(DefaultSourceManager::default());
    let mut parser = ModuleParser::new(Some(ModuleKind::Library));
    parser.set_warnings_as_errors(true);
    match parser.parse_str(Some(path), code, sources) {
        Ok(_) => Vec::new(),
        Err(report) => diagnostics(&*report),
    }
}

/// What is to be said of `begin … end`, which makes a program of a source.
fn whole_program(kind: CodeKind) -> Diagnostic {
    let marked = match kind {
        CodeKind::AccountComponent => "@account_procedure pub proc NAME … end",
        CodeKind::NoteScript => "@note_script pub proc main … end",
        CodeKind::TransactionScript => "@transaction_script pub proc main … end",
        CodeKind::Library => "pub proc NAME … end",
    };
    let help = format!("write in place of begin … end: {marked}");
    Diagnostic::of_all(
        "begin … end makes a program of the source, and what is needed here is a procedure",
        Some(&help),
    )
}

fn usual_path(kind: CodeKind) -> &'static str {
    match kind {
        CodeKind::AccountComponent => "account::component",
        CodeKind::NoteScript => "::note_script",
        CodeKind::TransactionScript => "::tx_script",
        CodeKind::Library => "library::module",
    }
}

fn package_name(kind: CodeKind) -> &'static str {
    match kind {
        CodeKind::AccountComponent => "account-component",
        CodeKind::NoteScript => "note-script",
        CodeKind::TransactionScript => "transaction-script",
        CodeKind::Library => "library",
    }
}

fn module_path(text: &str) -> Result<&Path> {
    Path::validate(text).map_err(|error| {
        let text = shortened_line(text);
        ContractError::InvalidModulePath { text, reason: shortened_line(&described(&error)) }.into()
    })
}

fn read_metadata(text: &str) -> Result<AccountComponentMetadata> {
    AccountComponentMetadata::from_toml(text)
        .map_err(|error| ContractError::InvalidMetadata { source: quoting_little(&error) }.into())
}

#[cfg(test)]
mod tests;
