//! What the compiler has to say, with the places it speaks of.

use miden_assembly_syntax::debuginfo::{SourceManager, SourceSpan as CodeSpan};
use miden_protocol::assembly::diagnostics::miette::{
    Diagnostic as Reported, LabeledSpan, Severity as ReportedSeverity, SourceCode, SourceSpan,
};

use crate::quoting::{shortened, shortened_line};

/// How many diagnostics a source has at most. Others are left out.
const MAX_DIAGNOSTICS: usize = 50;

/// How many places a diagnostic has at most. Others are left out.
const MAX_PLACES: usize = 10;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// There is no code.
    Error,
    /// It is said only, unless warnings are to be errors.
    Warning,
    /// A hint.
    Advice,
}

/// Something the compiler says of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What can be done, where the compiler knows.
    pub help: Option<String>,
    /// Where, the main place first. Empty where it is nowhere in particular.
    pub places: Vec<CodePlace>,
}

/// A place in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodePlace {
    /// The module path of the source.
    pub module: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, in characters from 1.
    pub column: u32,
    /// Where it begins, in bytes of UTF-8 from 0.
    pub offset: usize,
    /// How many bytes it has.
    pub length: usize,
    /// The line it begins in; of a long line the beginning, and then `…`.
    pub text: String,
    /// What is to be said of this place.
    pub label: Option<String>,
}

impl Diagnostic {
    /// Something that is nowhere in particular.
    pub(super) fn of_all(message: impl Into<String>, help: Option<&str>) -> Self {
        Self {
            severity: Severity::Error,
            message: shortened(&message.into()),
            help: help.map(str::to_owned),
            places: Vec::new(),
        }
    }

    /// Something that is said of a place.
    pub(super) fn at(
        message: impl Into<String>,
        help: Option<&str>,
        span: CodeSpan,
        sources: &dyn SourceManager,
    ) -> Self {
        let source = sources.get(span.source_id()).ok();
        let label = LabeledSpan::new_primary_with_span(None, span);
        let place = source.and_then(|source| place(&label, &*source));
        Self { places: place.into_iter().collect(), ..Self::of_all(message, help) }
    }
}

/// What is in a report, each with its places. Of a report with very many errors the first ones.
pub(super) fn diagnostics(report: &dyn Reported) -> Vec<Diagnostic> {
    diagnostics_in(report, None)
}

/// What is in a report. Its places are in a source if it does not say where they are.
pub(super) fn diagnostics_in(
    report: &dyn Reported,
    source: Option<&dyn SourceCode>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    collect(report, source, &mut found);
    found
}

/// A report of several errors is a tree: its leaves say what is wrong, and what is above them only that
/// something is.
fn collect(
    reported: &dyn Reported,
    outer_source: Option<&dyn SourceCode>,
    found: &mut Vec<Diagnostic>,
) {
    let source = reported.source_code().or(outer_source);
    let mut labels: Vec<LabeledSpan> = reported.labels().into_iter().flatten().collect();
    labels.sort_by_key(|label| !label.primary());
    let mut places: Vec<CodePlace> =
        labels.iter().take(MAX_PLACES).filter_map(|label| place(label, source?)).collect();
    let mut below = Vec::new();
    for related in reported.related().into_iter().flatten() {
        if found.len() + below.len() >= MAX_DIAGNOSTICS {
            break;
        }
        collect(related, source, &mut below);
    }
    if let Some(cause) = reported.diagnostic_source() {
        collect(cause, source, &mut below);
    }
    if below.is_empty() || !places.is_empty() {
        let mut message = plain(&reported.to_string());
        // Some errors say what is wrong in a label only.
        let said = labels.first().and_then(|label| label.label()).map(plain);
        if let Some(said) = said.as_ref().and_then(|it| it.strip_prefix(&format!("{message}: "))) {
            said.clone_into(&mut message);
            if let Some(place) = places.first_mut() {
                place.label = None;
            }
        }
        found.push(Diagnostic {
            severity: match reported.severity() {
                None | Some(ReportedSeverity::Error) => Severity::Error,
                Some(ReportedSeverity::Warning) => Severity::Warning,
                Some(ReportedSeverity::Advice) => Severity::Advice,
            },
            message,
            help: reported.help().map(|help| plain(&help.to_string())),
            places,
        });
    }
    found.append(&mut below);
}

fn plain(text: &str) -> String {
    shortened(strip_ansi_escapes::strip_str(text).trim())
}

fn place(label: &LabeledSpan, source: &dyn SourceCode) -> Option<CodePlace> {
    // All of it: what is shown around a place is for whoever shows it.
    let everything = source.read_span(&SourceSpan::from((0, 0)), 0, u32::MAX as usize).ok()?;
    let text = std::str::from_utf8(everything.data()).ok()?;
    let offset = label.offset();
    let before = text.get(..offset)?;
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[line_start..].find('\n').map_or(text.len(), |end| line_start + end);
    Some(CodePlace {
        module: everything.name().unwrap_or_default().to_owned(),
        line: u32::try_from(before.matches('\n').count() + 1).ok()?,
        column: u32::try_from(text[line_start..offset].chars().count() + 1).ok()?,
        offset,
        length: label.len(),
        text: shortened_line(text[line_start..line_end].trim_end_matches('\r')),
        label: label.label().map(plain),
    })
}
