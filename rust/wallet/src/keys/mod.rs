//! Keys and what they sign: mnemonics, derivation, the keystore, signers, the keys of accounts that go out or
//! come in, and those of requests between apps.
//! Every room but `errors` may import it; only `account_keys` and the operations in `signing` use a `Reader` or `Coordinator`.

pub(crate) mod account_keys;
pub(crate) mod account_secret;
pub(crate) mod keystore;
pub(crate) mod mnemonic;
pub(crate) mod sealing;
pub(crate) mod signing;
pub(crate) mod wallet_keys;
mod wiping;
