//! Mnemonics, and the accounts that come of them.

use miden_swift_wallet::{
    AccountId, Derivation, Mnemonic, MnemonicAccount, Restoration, RestoreOutcome, RestoredAccount,
    SignatureScheme,
};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::ErrorMessage;
use super::requests::VisibilityMessage;
use super::secret::SecretText;

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateMnemonicRequest {
    pub(crate) word_count: usize,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckMnemonicRequest {
    pub(crate) phrase: SecretText,
}

/// A mnemonic: its words in small letters, with a space between them.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MnemonicReply {
    phrase: SecretText,
}

impl From<Mnemonic> for MnemonicReply {
    fn from(mnemonic: Mnemonic) -> Self {
        Self { phrase: SecretText(Zeroizing::new(mnemonic.phrase().to_owned())) }
    }
}

/// Which account of which mnemonic a new account is to be.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MnemonicAccountMessage {
    phrase: SecretText,
    index: u32,
    derivation: Derivation,
}

impl TryFrom<MnemonicAccountMessage> for MnemonicAccount {
    type Error = ErrorMessage;

    fn try_from(message: MnemonicAccountMessage) -> Result<Self, ErrorMessage> {
        let MnemonicAccountMessage { phrase, index, derivation } = message;
        Ok(Self { mnemonic: read(&phrase)?, index, derivation })
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RestoreRequest {
    phrase: SecretText,
    gap_limit: u32,
    schemes: Vec<SignatureScheme>,
    derivations: Vec<Derivation>,
}

impl TryFrom<RestoreRequest> for Restoration {
    type Error = ErrorMessage;

    fn try_from(message: RestoreRequest) -> Result<Self, ErrorMessage> {
        let RestoreRequest { phrase, gap_limit, schemes, derivations } = message;
        Ok(Self { mnemonic: read(&phrase)?, gap_limit, schemes, derivations })
    }
}

fn read(phrase: &SecretText) -> Result<Mnemonic, ErrorMessage> {
    Mnemonic::parse(&phrase.0).map_err(|error| ErrorMessage::from(&error))
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RestoreReply {
    accounts: Vec<RestoredMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct RestoredMessage {
    account_id: String,
    index: u32,
    derivation: Derivation,
    scheme: SignatureScheme,
    visibility: VisibilityMessage,
    outcome: OutcomeMessage,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OutcomeMessage {
    Restored,
    AlreadyThere,
    NeedsAccountFile,
}

impl From<Vec<RestoredAccount>> for RestoreReply {
    fn from(accounts: Vec<RestoredAccount>) -> Self {
        let accounts = accounts.into_iter().map(|RestoredAccount { account, path, outcome }| {
            RestoredMessage {
                account_id: AccountId::to_hex(account),
                index: path.index,
                derivation: path.derivation,
                scheme: path.scheme,
                visibility: path.visibility.into(),
                outcome: match outcome {
                    RestoreOutcome::Restored => OutcomeMessage::Restored,
                    RestoreOutcome::AlreadyThere => OutcomeMessage::AlreadyThere,
                    RestoreOutcome::NeedsAccountFile => OutcomeMessage::NeedsAccountFile,
                },
            }
        });
        Self { accounts: accounts.collect() }
    }
}
