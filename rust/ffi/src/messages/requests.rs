//! What is asked.

use miden_swift_wallet::{
    AccountId, NewWallet, NoteType, Seed, SignatureScheme, Token, Visibility, WalletError,
};
use serde::{Deserialize, Serialize};

use super::ErrorMessage;
use super::mnemonics::MnemonicAccountMessage;
use super::secret::SecretBytes;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateWalletRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<SecretBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mnemonic: Option<MnemonicAccountMessage>,
    #[serde(default, with = "super::base64::option", skip_serializing_if = "Option::is_none")]
    public_key: Option<Vec<u8>>,
    scheme: SignatureScheme,
    visibility: VisibilityMessage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VisibilityMessage {
    Public,
    Private,
}

impl TryFrom<CreateWalletRequest> for NewWallet {
    type Error = ErrorMessage;

    fn try_from(message: CreateWalletRequest) -> Result<Self, ErrorMessage> {
        let seed = match (message.seed, message.mnemonic) {
            (None, None) => None,
            (Some(seed), None) => Some(Seed::Bytes(seed.0)),
            (None, Some(account)) => Some(Seed::Mnemonic(account.try_into()?)),
            (Some(_), Some(_)) => {
                return Err(ErrorMessage::invalid_parameter(
                    "A mnemonic gives a seed of its own, so name one of the two.",
                ));
            }
        };
        Ok(Self {
            seed,
            public_key: message.public_key,
            scheme: message.scheme,
            visibility: message.visibility.into(),
            name: message.name,
        })
    }
}

impl From<VisibilityMessage> for Visibility {
    fn from(message: VisibilityMessage) -> Self {
        match message {
            VisibilityMessage::Public => Self::Public,
            VisibilityMessage::Private => Self::Private,
        }
    }
}

impl From<Visibility> for VisibilityMessage {
    fn from(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Public => Self::Public,
            Visibility::Private => Self::Private,
        }
    }
}

/// Whether all of a note is on the chain or only a commitment.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NoteTypeMessage {
    Public,
    Private,
}

impl From<NoteTypeMessage> for NoteType {
    fn from(message: NoteTypeMessage) -> Self {
        match message {
            NoteTypeMessage::Public => Self::Public,
            NoteTypeMessage::Private => Self::Private,
        }
    }
}

impl From<NoteType> for NoteTypeMessage {
    fn from(note_type: NoteType) -> Self {
        match note_type {
            NoteType::Public => Self::Public,
            NoteType::Private => Self::Private,
        }
    }
}

/// Something asked of one account.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountRequest {
    pub(crate) account_id: String,
}

/// The account that is meant where none is named, or `null` for none: a request that names neither is one
/// that was forgotten.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DefaultAccountMessage {
    #[serde(deserialize_with = "Option::deserialize")]
    pub(crate) account_id: Option<String>,
}

impl From<Option<AccountId>> for DefaultAccountMessage {
    fn from(account: Option<AccountId>) -> Self {
        Self { account_id: account.map(AccountId::to_hex) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InputNotesRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) account_id: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TransactionRequest {
    pub(crate) transaction_id: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MintRequest {
    pub(crate) account_id: String,
    token: String,
    pub(crate) amount: u64,
    pub(crate) note_type: NoteTypeMessage,
}

impl MintRequest {
    /// The token that is asked for.
    pub(crate) fn token(&self) -> Result<Token, WalletError> {
        match self.token.as_str() {
            "MIDEN" => Ok(Token::Miden),
            "TOK" => Ok(Token::Tok),
            other => Err(WalletError::Unsupported {
                what: format!(
                    "The embedded chain has faucets for MIDEN and TOK, not for “{other}”."
                ),
            }),
        }
    }
}

/// The notes whose scripts are to run; without any, those whose verdict is missing or old.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyNotesRequest {
    pub(crate) note_ids: Vec<String>,
}

/// The notes to leave out of lists from now on.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DismissNotesRequest {
    pub(crate) note_ids: Vec<String>,
}
