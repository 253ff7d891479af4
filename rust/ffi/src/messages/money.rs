//! Tokens, and what an account is and holds.

use miden_swift_wallet::{AccountDetails, AccountState, ListedToken, PublicAccount, VerifiedPart};
use serde::{Deserialize, Serialize};

use super::replies::{FungibleMessage, NonFungibleMessage, assets};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TokenHiddenRequest {
    pub(crate) faucet_id: String,
    pub(crate) is_hidden: bool,
}

/// A token that the wallet knows.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TokenReply {
    faucet_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decimals: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supply: Option<SupplyMessage>,
    is_added: bool,
    is_hidden: bool,
}

/// How much there is of a token, in base units.
#[derive(Debug, Serialize, Deserialize)]
struct SupplyMessage {
    issued: u64,
    maximum: u64,
    block_number: u32,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TokensReply {
    tokens: Vec<TokenReply>,
}

impl From<ListedToken> for TokenReply {
    fn from(token: ListedToken) -> Self {
        Self {
            faucet_id: token.faucet.to_hex(),
            decimals: token.metadata.as_ref().map(|metadata| metadata.decimals),
            symbol: token.metadata.map(|metadata| metadata.symbol),
            name: token.name,
            supply: token.supply.map(|supply| SupplyMessage {
                issued: supply.issued,
                maximum: supply.maximum,
                block_number: supply.block,
            }),
            is_added: token.is_added,
            is_hidden: token.is_hidden,
        }
    }
}

impl From<Vec<ListedToken>> for TokensReply {
    fn from(tokens: Vec<ListedToken>) -> Self {
        Self { tokens: tokens.into_iter().map(TokenReply::from).collect() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PublicAccountRequest {
    pub(crate) account_id: String,
    /// The node's newest block where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) block_number: Option<u32>,
}

/// What an account is and holds.
#[derive(Debug, Serialize, Deserialize)]
struct AccountStateMessage {
    account_id: String,
    nonce: u64,
    commitment: String,
    code_commitment: String,
    storage_commitment: String,
    vault_root: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    signing_key: Option<String>,
    fungible_assets: Vec<FungibleMessage>,
    non_fungible_assets: Vec<NonFungibleMessage>,
}

impl From<AccountState> for AccountStateMessage {
    fn from(state: AccountState) -> Self {
        let (fungible_assets, non_fungible_assets) = assets(state.fungible, state.non_fungible);
        Self {
            account_id: state.account.to_hex(),
            nonce: state.nonce,
            commitment: state.commitment.to_hex(),
            code_commitment: state.code_commitment.to_hex(),
            storage_commitment: state.storage_commitment.to_hex(),
            vault_root: state.vault_root.to_hex(),
            signing_key: state.signing_key.map(|key| key.to_hex()),
            fungible_assets,
            non_fungible_assets,
        }
    }
}

/// A public account as it was at a block.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PublicAccountReply {
    #[serde(flatten)]
    state: AccountStateMessage,
    block_number: u32,
    verification: VerificationMessage,
}

/// What was checked, and what not.
#[derive(Debug, Serialize, Deserialize)]
struct VerificationMessage {
    checked: Vec<PartMessage>,
    unchecked: Vec<PartMessage>,
    sync_height: u32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PartMessage {
    Assets,
    Account,
    AccountTree,
    Chain,
}

impl From<VerifiedPart> for PartMessage {
    fn from(part: VerifiedPart) -> Self {
        match part {
            VerifiedPart::Assets => Self::Assets,
            VerifiedPart::Account => Self::Account,
            VerifiedPart::AccountTree => Self::AccountTree,
            VerifiedPart::Chain => Self::Chain,
        }
    }
}

impl From<PublicAccount> for PublicAccountReply {
    fn from(account: PublicAccount) -> Self {
        let parts = |parts: Vec<VerifiedPart>| parts.into_iter().map(PartMessage::from).collect();
        Self {
            state: account.state.into(),
            block_number: account.block_number,
            verification: VerificationMessage {
                checked: parts(account.verification.checked),
                unchecked: parts(account.verification.unchecked),
                sync_height: account.verification.sync_height,
            },
        }
    }
}

/// An account of the wallet, as the wallet has it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AccountDetailsReply {
    #[serde(flatten)]
    state: AccountStateMessage,
    sync_height: u32,
    is_new: bool,
    is_locked: bool,
}

impl From<AccountDetails> for AccountDetailsReply {
    fn from(account: AccountDetails) -> Self {
        Self {
            state: account.state.into(),
            sync_height: account.sync_height,
            is_new: account.is_new,
            is_locked: account.is_locked,
        }
    }
}
