//! From the text of a configuration to its settings.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::patterns::Pattern;
use super::{ConfigurationFile, ContractAccess, MAX_CONFIGURATION_BYTES};
use crate::contracts::nearest_names::nearest_first;
use crate::errors::Result;
use crate::quoting::{quoted, shortened_line};

/// The keys that there are.
const KEYS: [&str; 3] = ["name", "access", "reads"];

const ACCESS_LEVELS: [(&str, ContractAccess); 3] = [
    ("internal", ContractAccess::Internal),
    ("package", ContractAccess::Package),
    ("public", ContractAccess::Public),
];

/// The most characters the name of a type has.
const MAX_NAME: usize = 100;

/// What a configuration says, before it is known of which contract.
#[derive(Debug, Default)]
pub(in crate::contracts) struct Settings {
    pub(super) name: Option<String>,
    pub(super) access: Option<ContractAccess>,
    pub(super) reads: Vec<Pattern>,
}

impl Settings {
    /// Reads them.
    ///
    /// # Errors
    /// [`InvalidContractConfiguration`](crate::ContractError::InvalidContractConfiguration) at the first place at which
    /// something is wrong.
    pub(in crate::contracts) fn read(file: &ConfigurationFile) -> Result<Self> {
        let count = file.text.len();
        if count > MAX_CONFIGURATION_BYTES {
            let reason = format!(
                "the file has {count} bytes, and at most {MAX_CONFIGURATION_BYTES} are read"
            );
            return Err(file.error(0, reason));
        }
        let table = DeTable::parse(&file.text).map_err(|error| {
            let offset = error.span().map_or(count, |span| span.start);
            file.error(offset, reason_of(&error, &file.text))
        })?;
        // The table has the keys in another order.
        let mut entries: Vec<_> = table.get_ref().iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut settings = Self::default();
        for (key, value) in entries {
            match &**key.get_ref() {
                "name" => settings.name = Some(type_name(file, value)?),
                "access" => settings.access = Some(access(file, value)?),
                "reads" => settings.reads = patterns(file, value)?,
                other => {
                    let reason =
                        format!("there is no key {}{}", quoted(other), nearest(other, &KEYS));
                    return Err(file.error(key.span().start, reason));
                }
            }
        }
        Ok(settings)
    }
}

/// What the reader of TOML says.
fn reason_of(error: &toml::de::Error, text: &str) -> String {
    let found = error.span().and_then(|span| text.get(span)).filter(|found| !found.is_empty());
    match (error.message(), found) {
        ("duplicate key", Some(key)) => format!("the key {} is there twice", quoted(key)),
        (message, _) => format!("this cannot be read as TOML: {}", shortened_line(message)),
    }
}

fn type_name(file: &ConfigurationFile, value: &Spanned<DeValue<'_>>) -> Result<String> {
    let name = text(file, value, "the name of a type")?;
    let mut characters = name.chars();
    let begins_well = characters.next().is_some_and(|first| first.is_ascii_alphabetic());
    let goes_on_well = characters.all(|it| it.is_ascii_alphanumeric() || it == '_');
    if begins_well && goes_on_well && name.len() <= MAX_NAME {
        return Ok(name.to_owned());
    }
    let reason = format!(
        "{} is not the name of a type: a name is a letter, and then at most {} letters, digits and _",
        quoted(name),
        MAX_NAME - 1
    );
    Err(file.error(value.span().start, reason))
}

fn access(file: &ConfigurationFile, value: &Spanned<DeValue<'_>>) -> Result<ContractAccess> {
    let name = text(file, value, "an access level")?;
    let found = ACCESS_LEVELS.iter().find(|(known, _)| *known == name);
    found.map(|(_, access)| *access).ok_or_else(|| {
        let levels = ACCESS_LEVELS.map(|(known, _)| known);
        let nearest = nearest(name, &levels);
        file.error(
            value.span().start,
            format!("there is no access level {}{nearest}", quoted(name)),
        )
    })
}

fn patterns(file: &ConfigurationFile, value: &Spanned<DeValue<'_>>) -> Result<Vec<Pattern>> {
    let DeValue::Array(elements) = value.get_ref() else {
        let kind = value.get_ref().type_str();
        let reason =
            format!("this has to be an array of patterns for procedures, and is of kind {kind}");
        return Err(file.error(value.span().start, reason));
    };
    let pattern = |element: &Spanned<DeValue<'_>>| {
        let offset = element.span().start;
        let text = text(file, element, "a pattern for procedures")?;
        Pattern::read(text, offset).map_err(|reason| file.error(offset, reason))
    };
    elements.iter().map(pattern).collect()
}

/// A value that has to be a text.
fn text<'a>(
    file: &ConfigurationFile,
    value: &'a Spanned<DeValue<'_>>,
    what: &str,
) -> Result<&'a str> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text),
        other => {
            let reason =
                format!("this has to be {what} in quotes, and is of kind {}", other.type_str());
            Err(file.error(value.span().start, reason))
        }
    }
}

/// The end of a sentence about a name that is none of several.
fn nearest(name: &str, known: &[&str]) -> String {
    let nearest = nearest_first(name, known.iter().copied());
    let nearest = nearest.first().map(|it| format!("; the nearest is “{it}”"));
    format!("{}. There are: {}", nearest.unwrap_or_default(), known.join(", "))
}
