//! Patterns for the procedures of a contract.

use crate::contracts::interface::{Interface, InterfaceProcedure};
use crate::contracts::nearest_names::nearest_first;
use crate::quoting::quoted;

/// A pattern: the last part of a path or a whole path, with a `*` at its end, at its beginning, at both or at none. `_`
/// and `-` are the same.
#[derive(Debug)]
pub(in crate::contracts) struct Pattern {
    text: String,
    /// Where it is in the file, in bytes.
    offset: usize,
    /// What is between the stars, in plain letters.
    part: String,
    is_open_at_beginning: bool,
    is_open_at_end: bool,
}

impl Pattern {
    /// Reads a pattern. What is wrong with it is the error.
    pub(super) fn read(text: &str, offset: usize) -> std::result::Result<Self, String> {
        let without_first = text.strip_prefix('*');
        let rest = without_first.unwrap_or(text);
        let without_last = rest.strip_suffix('*');
        let part = without_last.unwrap_or(rest);
        if text.is_empty() {
            return Err("a pattern for procedures is empty".to_owned());
        }
        if part.contains('*') {
            let text = quoted(text);
            return Err(format!("{text} has a * inside: a * is at the beginning or at the end"));
        }
        Ok(Self {
            text: text.to_owned(),
            offset,
            part: if without_first.is_some() { letters(part) } else { plain(part) },
            is_open_at_beginning: without_first.is_some(),
            is_open_at_end: without_last.is_some(),
        })
    }

    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn matches(&self, procedure: &InterfaceProcedure) -> bool {
        let name = plain(self.named(procedure));
        match (self.is_open_at_beginning, self.is_open_at_end) {
            (false, false) => name == self.part,
            (false, true) => name.starts_with(&self.part),
            (true, false) => name.ends_with(&self.part),
            (true, true) => name.contains(&self.part),
        }
    }

    /// Says that no procedure matches, and which one is the nearest.
    pub(super) fn no_match(&self, interface: &Interface) -> String {
        let names = interface.methods().map(|procedure| self.named(procedure));
        let nearest = nearest_first(&self.part, names);
        let nearest = nearest.first().map(|it| format!("; the nearest is {}", quoted(it)));
        let text = quoted(&self.text);
        format!("{text} matches no account procedure{}", nearest.unwrap_or_default())
    }

    /// What of a procedure is compared: its path if the pattern has several parts, else its name.
    fn named<'a>(&self, procedure: &'a InterfaceProcedure) -> &'a str {
        if self.text.contains("::") { &procedure.path } else { &procedure.name }
    }
}

/// A path without what may be left out: the `::` before it, and the quotes around its parts.
fn plain(path: &str) -> String {
    letters(path.strip_prefix("::").unwrap_or(path))
}

fn letters(path: &str) -> String {
    path.replace('-', "_").replace('"', "")
}
