//! The words of a mnemonic, and the seed they stand for.

use std::fmt;

use bip39::{Error as Bip39Error, Language};
use rand::TryRng;
use rand::rngs::SysRng;
use zeroize::Zeroizing;

use super::MnemonicSeed;
use super::nearest::{is_slip, nearest_words};
use crate::errors::{MnemonicError, Result, UnknownWord, WalletError};

/// How many words a mnemonic has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WordCount {
    /// 12, for 128 bits of randomness.
    #[default]
    Twelve,
    /// 24, for 256 bits of randomness.
    TwentyFour,
}

impl WordCount {
    /// The count of a number, where it is one.
    ///
    /// # Errors
    /// [`MnemonicError::WordCount`].
    pub fn of(number: usize) -> Result<Self> {
        match number {
            12 => Ok(Self::Twelve),
            24 => Ok(Self::TwentyFour),
            found => Err(MnemonicError::WordCount { found }.into()),
        }
    }

    /// The bytes of randomness in that many words.
    fn entropy_length(self) -> usize {
        match self {
            Self::Twelve => 16,
            Self::TwentyFour => 32,
        }
    }
}

/// Room for the longest phrase: a text that grows would leave copies of itself behind.
const LONGEST_PHRASE: usize = 24 * (LONGEST_WORD + 1);
/// The length of the longest words in the list.
const LONGEST_WORD: usize = 8;

/// How many slips are repeated at most.
const MOST_SLIPS: usize = 2;

/// The words of a mnemonic whose checksum is right. Wiped when it is dropped, and shown by nothing
/// but [`Mnemonic::phrase`]. While something is computed of it, parts of it are also in the working
/// memory of what computes, which nobody wipes.
#[derive(Clone)]
pub struct Mnemonic {
    phrase: Zeroizing<String>,
}

impl Mnemonic {
    /// Makes a new one of the operating system's randomness.
    ///
    /// # Errors
    /// [`WalletError::Internal`] where the system has no randomness to give.
    pub fn generate(count: WordCount) -> Result<Self> {
        let mut entropy = Zeroizing::new([0; 32]);
        let entropy = &mut entropy[..count.entropy_length()];
        SysRng.try_fill_bytes(entropy).map_err(WalletError::internal)?;
        // It fails for lengths alone that are none of a mnemonic's.
        let words = bip39::Mnemonic::from_entropy_in(Language::English, entropy)
            .map_err(|error| WalletError::internal(error.to_string()))?;
        Ok(Self { phrase: joined(words.words()) })
    }

    /// Reads the words a person has written: in capital letters or not, and with any white space
    /// between and around them.
    ///
    /// # Errors
    /// [`MnemonicError::WordCount`], [`MnemonicError::UnknownWords`] with what may have been meant,
    /// and [`MnemonicError::Checksum`].
    pub fn parse(text: &str) -> Result<Self> {
        let text = Zeroizing::new(text.to_ascii_lowercase());
        WordCount::of(text.split_whitespace().count())?;
        let mut unknown: Vec<UnknownWord> = text
            .split_whitespace()
            .enumerate()
            .filter(|(_, word)| Language::English.find_word(word).is_none())
            .map(|(place, word)| UnknownWord {
                number: place + 1,
                slip: is_slip(word).then(|| word.to_owned()),
                nearest: nearest_words(word),
            })
            .collect();
        if !unknown.is_empty() {
            // More than that are no slips: words of another language, or something else altogether.
            if unknown.len() > MOST_SLIPS {
                for word in &mut unknown {
                    word.slip = None;
                }
            }
            return Err(MnemonicError::UnknownWords { words: unknown }.into());
        }
        let phrase = joined(text.split_whitespace());
        match bip39::Mnemonic::parse_in_normalized(Language::English, &phrase) {
            Ok(_) => Ok(Self { phrase }),
            Err(Bip39Error::InvalidChecksum) => Err(MnemonicError::Checksum.into()),
            Err(error) => Err(WalletError::internal(error.to_string())),
        }
    }

    /// The words in small letters, with a space between them. Who has them has every account.
    #[must_use]
    pub fn phrase(&self) -> &str {
        &self.phrase
    }

    /// The seed that all accounts come from. Takes some milliseconds, on purpose.
    ///
    /// # Errors
    /// [`WalletError::Internal`], which never happens: the words were checked when this was made.
    pub fn seed(&self) -> Result<MnemonicSeed> {
        let words = bip39::Mnemonic::parse_in_normalized(Language::English, &self.phrase)
            .map_err(|error| WalletError::internal(error.to_string()))?;
        Ok(MnemonicSeed(Zeroizing::new(words.to_seed_normalized(""))))
    }
}

/// What is shown never has the words in it.
impl fmt::Debug for Mnemonic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Mnemonic")
    }
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> Zeroizing<String> {
    let mut phrase = Zeroizing::new(String::with_capacity(LONGEST_PHRASE));
    for word in words {
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(word);
    }
    phrase
}
