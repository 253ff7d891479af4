//! The place of a part in a value, for errors.

use std::fmt;

use crate::errors::{ContractError, WalletError};

/// How much of a name that somebody has written is shown.
const SHOWN: usize = 80;

/// The place of a part in a value: `by.amount`, `items[3]`.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    outer: Option<&'a Place<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Whole,
    Field(&'a str),
    Index(usize),
}

impl Place<'static> {
    /// The whole value.
    pub(super) const WHOLE: Self = Self { outer: None, step: Step::Whole };
}

impl<'a> Place<'a> {
    /// A field of it.
    pub(super) fn field(&'a self, name: &'a str) -> Place<'a> {
        Place { outer: Some(self), step: Step::Field(name) }
    }

    /// An element of it.
    pub(super) fn element(&'a self, index: usize) -> Place<'a> {
        Place { outer: Some(self), step: Step::Index(index) }
    }

    /// The error that the part cannot be used, with the reason.
    pub(super) fn refused(&self, reason: impl Into<String>) -> WalletError {
        let path = match self.step {
            Step::Whole => "the value".to_owned(),
            _ => self.to_string(),
        };
        ContractError::InvalidValue { path, reason: reason.into() }.into()
    }

    /// The same, with the sentence of another error as the reason.
    pub(super) fn refused_by(&self, error: &WalletError) -> WalletError {
        self.refused(error.to_string().trim_end_matches('.'))
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outer) = self.outer {
            outer.fmt(out)?;
        }
        let is_first = self.outer.is_none_or(|outer| matches!(outer.step, Step::Whole));
        match self.step {
            Step::Whole => Ok(()),
            Step::Field(name) if is_first => out.write_str(&shown(name)),
            Step::Field(name) => write!(out, ".{}", shown(name)),
            Step::Index(index) => write!(out, "[{index}]"),
        }
    }
}

/// A text of somebody else, short and on one line.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
