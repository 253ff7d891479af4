//! Faucets of one's own, and invitations.

use miden_swift_wallet::{
    FaucetReport, Issue, NewFaucet, SignatureScheme, WalletError, parse_account_id,
};
use serde::{Deserialize, Serialize};

use super::requests::{NoteTypeMessage, VisibilityMessage};
use super::secret::SecretText;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateFaucetRequest {
    symbol: String,
    decimals: u8,
    maximum_supply: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    scheme: SignatureScheme,
    visibility: VisibilityMessage,
    #[serde(default, with = "super::base64::option", skip_serializing_if = "Option::is_none")]
    public_key: Option<Vec<u8>>,
}

impl From<CreateFaucetRequest> for NewFaucet {
    fn from(message: CreateFaucetRequest) -> Self {
        Self {
            symbol: message.symbol,
            decimals: message.decimals,
            maximum_supply: message.maximum_supply,
            name: message.name,
            scheme: message.scheme,
            visibility: message.visibility.into(),
            public_key: message.public_key,
        }
    }
}

/// How a faucet stands.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FaucetReply {
    faucet_id: String,
    name: String,
    symbol: String,
    decimals: u8,
    issued: u64,
    maximum_supply: u64,
}

impl From<FaucetReport> for FaucetReply {
    fn from(report: FaucetReport) -> Self {
        Self {
            faucet_id: report.account.to_hex(),
            name: report.name,
            symbol: report.token.symbol,
            decimals: report.token.decimals,
            issued: report.issued,
            maximum_supply: report.maximum_supply,
        }
    }
}

/// What a faucet is to issue.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IssueMessage {
    recipient_id: String,
    amount: u64,
    note_type: NoteTypeMessage,
}

impl IssueMessage {
    pub(super) fn parsed(&self) -> Result<Issue, WalletError> {
        Ok(Issue {
            recipient: parse_account_id(&self.recipient_id)?,
            amount: self.amount,
            note_type: self.note_type.into(),
        })
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegisterRequest {
    pub(crate) account_id: String,
    /// Who has it can use it.
    pub(crate) invitation_code: SecretText,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckInvitationRequest {
    /// Who has it can use it.
    pub(crate) invitation_code: SecretText,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CheckInvitationReply {
    is_usable: bool,
}

impl From<bool> for CheckInvitationReply {
    fn from(is_usable: bool) -> Self {
        Self { is_usable }
    }
}
