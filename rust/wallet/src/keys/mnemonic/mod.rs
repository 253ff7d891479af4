//! Mnemonics: 12 or 24 words from which every account of a wallet comes.
//!
//! The words are those of BIP-39 in English, and the way from them to an account is that of the
//! official Miden wallet, so that an account made by one of the two can be restored in the other:
//! words, a seed of 64 bytes, a seed of 32 bytes for each account, and from that key and account as
//! from any other seed.

mod derivation;
mod nearest;
mod phrase;
#[cfg(test)]
mod tests;

pub use derivation::{AccountPath, Derivation, MnemonicSeed};
pub use phrase::{Mnemonic, WordCount};

/// One account of a mnemonic.
#[derive(Debug, Clone)]
pub struct MnemonicAccount {
    /// The words.
    pub mnemonic: Mnemonic,
    /// Which of the mnemonic's accounts, from 0.
    pub index: u32,
    /// How it is derived.
    pub derivation: Derivation,
}
