//! What can go wrong with mnemonics. Of what was written only slips are repeated, which give away no more than the
//! words that are near them: the rest may be most of a secret.

use thiserror::Error;

use super::ErrorCode;

/// What is wrong with a mnemonic, or with which of its accounts was asked for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MnemonicError {
    /// More or fewer words than a mnemonic has.
    #[error(
        "This is not a mnemonic: it has {}, and a mnemonic has 12 or 24.",
        counted(*found)
    )]
    WordCount {
        /// How many there are.
        found: usize,
    },
    /// Words that are not in the list.
    #[error("This is not a mnemonic: {}.", sentence(words))]
    UnknownWords {
        /// Which ones.
        words: Vec<UnknownWord>,
    },
    /// Words of the list that are not a mnemonic together.
    #[error(
        "This is not a mnemonic: all its words are in the list, but its checksum is wrong. A word is \
         another than it was, or words have changed places."
    )]
    Checksum,
    /// An index no account can have.
    #[error("{index} is not the index of an account: indexes go from 0 to 2147483647.")]
    InvalidIndex {
        /// The index.
        index: u32,
    },
    /// A gap limit that finds nothing, or takes for ever.
    #[error("{limit} is not a gap limit: it can be 1 to {most}.")]
    InvalidGapLimit {
        /// What was asked for.
        limit: u32,
        /// The highest there is.
        most: u32,
    },
}

/// A word that is not in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    /// Which word of the mnemonic, from 1.
    pub number: usize,
    /// The word itself, where it is one of the list but for a letter: what is like none of them may be anything.
    pub slip: Option<String>,
    /// The words of the list that may have been meant, the nearest first; at most three.
    pub nearest: Vec<&'static str>,
}

impl MnemonicError {
    /// The class of the error, as the ABI numbers it.
    pub(super) const CODE: ErrorCode = ErrorCode::InvalidParameter;

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::WordCount { .. } | Self::UnknownWords { .. } | Self::Checksum => {
                "invalid_mnemonic"
            }
            Self::InvalidIndex { .. } => "invalid_account_index",
            Self::InvalidGapLimit { .. } => "invalid_gap_limit",
        }
    }
}

fn counted(words: usize) -> String {
    match words {
        0 => "no words".to_owned(),
        1 => "1 word".to_owned(),
        number => format!("{number} words"),
    }
}

fn sentence(words: &[UnknownWord]) -> String {
    let parts: Vec<String> = words.iter().map(UnknownWord::described).collect();
    parts.join(", ")
}

impl UnknownWord {
    fn described(&self) -> String {
        let quoted: Vec<String> = self.nearest.iter().map(|word| format!("“{word}”")).collect();
        let nearest = match quoted.split_last() {
            None => String::new(),
            Some((only, [])) => format!(" (the nearest is {only})"),
            Some((last, others)) => format!(" (the nearest are {} and {last})", others.join(", ")),
        };
        let slip = self.slip.as_ref().map_or_else(String::new, |slip| format!(", “{slip}”,"));
        format!("word {}{slip} is not in the list of English words{nearest}", self.number)
    }
}
