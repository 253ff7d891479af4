//! What can go wrong with a look at what is on the chain, and not in the wallet.

use miden_client::account::AccountId;
use thiserror::Error;

use super::ErrorCode;

/// Why something cannot be told of an account of the network.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LookupError {
    /// Only a commitment of the account's state is on the chain.
    #[error(
        "Account {account} is private: all the network has of its state is the commitment {commitment}, as \
         of block {block}."
    )]
    AccountPrivate {
        /// The account.
        account: AccountId,
        /// The commitment to its state, which is in the block's account tree.
        commitment: String,
        /// The block.
        block: u32,
    },
    /// The chain does not have the account.
    #[error("Account {account} is not on the chain{}.", as_of(*.block))]
    AccountNotOnChain {
        /// The account.
        account: AccountId,
        /// The block that was asked about; the newest one where there is none.
        block: Option<u32>,
    },
    /// An account of this wallet that the chain does not have yet.
    #[error("Account {account} is not on the chain yet: its first transaction deploys it.")]
    AccountNotDeployed {
        /// The account.
        account: AccountId,
    },
    /// A block whose accounts the node has forgotten.
    #[error(
        "The node does not keep the accounts as they were at block {block} any more: the block is too old. \
         Ask about a newer one."
    )]
    BlockPruned {
        /// The block.
        block: u32,
    },
    /// The wallet stands at a block whose accounts the node has forgotten.
    #[error(
        "The node does not keep accounts as they were at the block that this wallet stands at. Sync and try \
         again."
    )]
    WalletBehind,
    /// A block there is not yet.
    #[error("There is no block {block} yet, as far as the node knows.")]
    BlockUnknown {
        /// The block.
        block: u32,
    },
    /// An account that issues no tokens with a symbol and decimals.
    #[error("Account {account} does not issue a token: it is no faucet of a fungible asset.")]
    NoFaucet {
        /// The account.
        account: AccountId,
    },
    /// A token this wallet has never met.
    #[error("The token of faucet {faucet} is not known to this wallet. Add it first.")]
    UnknownToken {
        /// The faucet.
        faucet: AccountId,
    },
}

impl LookupError {
    /// The class of the error, as the ABI numbers it.
    pub(super) const CODE: ErrorCode = ErrorCode::Lookup;

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::AccountPrivate { .. } => "account_private",
            Self::AccountNotOnChain { .. } | Self::AccountNotDeployed { .. } => {
                "account_not_on_chain"
            }
            Self::BlockPruned { .. } => "block_pruned",
            Self::WalletBehind => "wallet_behind",
            Self::BlockUnknown { .. } => "block_unknown",
            Self::NoFaucet { .. } => "no_faucet",
            Self::UnknownToken { .. } => "unknown_token",
        }
    }
}

fn as_of(block: Option<u32>) -> String {
    block.map(|block| format!(" as of block {block}")).unwrap_or_default()
}
