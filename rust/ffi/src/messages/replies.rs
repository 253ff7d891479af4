//! What is answered.

use miden_swift_wallet::{
    AccountBalance, AccountId, AccountKind, AccountSummary, CLIENT_VERSION, Connection,
    DiscardedTransaction, FungibleAmount, InputNote, LeftOutReason, Minted, NodeError,
    NonFungibleItem, NoteId, ProvenBy, SyncReport, TransactionId, TransactionReport,
    TransactionState, UnverifiedReason, WalletError, WalletInfo,
};
use serde::{Deserialize, Serialize};

use super::ErrorMessage;
use super::requests::{NoteTypeMessage, VisibilityMessage};
use super::swaps::{NoteKindMessage, SwapTermsMessage};

/// One account, and nothing more to say.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AccountReply {
    account_id: String,
}

impl From<AccountId> for AccountReply {
    fn from(account: AccountId) -> Self {
        Self { account_id: account.to_hex() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct InfoReply {
    network: String,
    rpc_endpoint: String,
    store_path: String,
    sync_height: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    genesis_commitment: Option<String>,
    account_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_account_id: Option<String>,
    client_version: String,
    unsettled_transaction_ids: Vec<String>,
    /// In seconds since 1970, as the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest_block_time: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    restored_at: Option<u64>,
}

impl From<WalletInfo> for InfoReply {
    fn from(info: WalletInfo) -> Self {
        let unsettled = info.unsettled_transactions.iter().map(TransactionId::to_hex);
        Self {
            unsettled_transaction_ids: unsettled.collect(),
            network: info.network,
            rpc_endpoint: info.rpc_endpoint,
            store_path: info.store_path.display().to_string(),
            sync_height: info.sync_height,
            genesis_commitment: info.genesis_commitment.map(|word| word.to_hex()),
            account_count: info.account_count,
            default_account_id: info.default_account.map(AccountId::to_hex),
            client_version: CLIENT_VERSION.to_owned(),
            newest_block_time: info.newest_block_time,
            restored_at: info.restored_at,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SyncReply {
    block_number: u32,
    new_note_ids: Vec<String>,
    consumed_note_ids: Vec<String>,
    committed_transaction_ids: Vec<String>,
    discarded_transactions: Vec<DiscardedTransactionMessage>,
    updated_account_ids: Vec<String>,
    locked_account_ids: Vec<String>,
    delivered_note_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undelivered_because: Option<String>,
    refused_private_note_count: usize,
}

#[derive(Debug, Serialize, Deserialize)]
struct DiscardedTransactionMessage {
    transaction_id: String,
    discard_reason: String,
}

impl From<DiscardedTransaction> for DiscardedTransactionMessage {
    fn from(discarded: DiscardedTransaction) -> Self {
        Self {
            transaction_id: discarded.transaction.to_hex(),
            discard_reason: discarded.reason.name().to_owned(),
        }
    }
}

impl From<SyncReport> for SyncReply {
    fn from(report: SyncReport) -> Self {
        let notes = |notes: Vec<NoteId>| notes.iter().map(NoteId::to_hex).collect();
        let accounts = |accounts: Vec<AccountId>| accounts.iter().map(|id| id.to_hex()).collect();
        Self {
            block_number: report.block_number,
            new_note_ids: notes(report.new_notes),
            consumed_note_ids: notes(report.consumed_notes),
            committed_transaction_ids: report
                .committed_transactions
                .iter()
                .map(TransactionId::to_hex)
                .collect(),
            discarded_transactions: report
                .discarded_transactions
                .into_iter()
                .map(DiscardedTransactionMessage::from)
                .collect(),
            updated_account_ids: accounts(report.updated_accounts),
            locked_account_ids: accounts(report.locked_accounts),
            delivered_note_ids: notes(report.delivered_notes),
            undelivered_because: report.undelivered_because,
            refused_private_note_count: report.refused_private_note_count,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ConnectionReply {
    reachable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    node_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chain_tip: Option<u32>,
    /// Why no node could be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<ErrorMessage>,
}

impl ConnectionReply {
    /// That no node answers is an answer.
    pub(crate) fn of(connection: Result<Connection, WalletError>) -> Result<Self, WalletError> {
        match connection {
            Ok(connection) => Ok(Self {
                reachable: true,
                node_version: Some(connection.node_version),
                chain_tip: Some(connection.chain_tip),
                failure: None,
            }),
            Err(error @ WalletError::Node(NodeError::Unreachable { .. })) => Ok(Self {
                reachable: false,
                node_version: None,
                chain_tip: None,
                failure: Some(ErrorMessage::from(&error)),
            }),
            Err(error) => Err(error),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AccountsReply {
    accounts: Vec<AccountMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct AccountMessage {
    account_id: String,
    kind: AccountKindMessage,
    visibility: VisibilityMessage,
    status: StatusMessage,
    nonce: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AccountKindMessage {
    Wallet,
    FungibleFaucet,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StatusMessage {
    New,
    Tracked,
    Locked,
}

impl From<Vec<AccountSummary>> for AccountsReply {
    fn from(accounts: Vec<AccountSummary>) -> Self {
        let accounts = accounts.into_iter().map(|account| AccountMessage {
            account_id: account.account.to_hex(),
            kind: match account.kind {
                AccountKind::Wallet => AccountKindMessage::Wallet,
                AccountKind::FungibleFaucet => AccountKindMessage::FungibleFaucet,
            },
            visibility: account.visibility.into(),
            status: match (account.is_locked, account.is_new) {
                (true, _) => StatusMessage::Locked,
                (false, true) => StatusMessage::New,
                (false, false) => StatusMessage::Tracked,
            },
            nonce: account.nonce,
            name: account.name,
        });
        Self { accounts: accounts.collect() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FungibleMessage {
    faucet_id: String,
    amount: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decimals: Option<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NonFungibleMessage {
    faucet_id: String,
    asset: String,
}

impl From<FungibleAmount> for FungibleMessage {
    fn from(asset: FungibleAmount) -> Self {
        Self {
            faucet_id: asset.faucet.to_hex(),
            amount: asset.amount,
            decimals: asset.token.as_ref().map(|token| token.decimals),
            symbol: asset.token.map(|token| token.symbol),
        }
    }
}

pub(super) fn assets(
    fungible: Vec<FungibleAmount>,
    non_fungible: Vec<NonFungibleItem>,
) -> (Vec<FungibleMessage>, Vec<NonFungibleMessage>) {
    let fungible = fungible.into_iter().map(FungibleMessage::from);
    let non_fungible = non_fungible.into_iter().map(|asset| NonFungibleMessage {
        faucet_id: asset.faucet.to_hex(),
        asset: asset.commitment.to_hex(),
    });
    (fungible.collect(), non_fungible.collect())
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BalanceReply {
    account_id: String,
    fungible_assets: Vec<FungibleMessage>,
    non_fungible_assets: Vec<NonFungibleMessage>,
    is_locked: bool,
}

impl From<AccountBalance> for BalanceReply {
    fn from(balance: AccountBalance) -> Self {
        let (fungible_assets, non_fungible_assets) = assets(balance.fungible, balance.non_fungible);
        Self {
            account_id: balance.account.to_hex(),
            fungible_assets,
            non_fungible_assets,
            is_locked: balance.is_locked,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct InputNotesReply {
    notes: Vec<NoteMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct NoteMessage {
    note_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sender: Option<String>,
    note_type: NoteTypeMessage,
    state: NoteStateMessage,
    is_authenticated: bool,
    kind: NoteKindMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    swap: Option<SwapTermsMessage>,
    fungible_assets: Vec<FungibleMessage>,
    non_fungible_assets: Vec<NonFungibleMessage>,
    consumable_by: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    consumable_after_block: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    callback_faucet_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unverified: Option<UnverifiedReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<LeftOutReason>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NoteStateMessage {
    Expected,
    Committed,
    Processing,
}

impl From<Vec<InputNote>> for InputNotesReply {
    fn from(notes: Vec<InputNote>) -> Self {
        let notes = notes.into_iter().map(|note| {
            let (fungible_assets, non_fungible_assets) = assets(note.fungible, note.non_fungible);
            NoteMessage {
                note_id: note.note.to_hex(),
                sender: note.sender.map(AccountId::to_hex),
                note_type: note.note_type.into(),
                state: note.stage.into(),
                is_authenticated: note.is_authenticated,
                kind: note.kind.into(),
                swap: note.swap.map(SwapTermsMessage::from),
                fungible_assets,
                non_fungible_assets,
                consumable_by: note.consumable_by.iter().map(|id| id.to_hex()).collect(),
                consumable_after_block: note.consumable_after_block,
                callback_faucet_id: note.callback_faucet.map(AccountId::to_hex),
                unverified: note.unverified,
                left_out: note.left_out,
            }
        });
        Self { notes: notes.collect() }
    }
}

/// A transaction of the embedded chain's faucet, with the note it made.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MintReply {
    transaction_id: String,
    block_number: u32,
    proven_by: ProvenByMessage,
    note_id: String,
    faucet_id: String,
}

/// Who made a proof.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ProvenByMessage {
    Local,
    Remote,
    StandIn,
}

impl From<ProvenBy> for ProvenByMessage {
    fn from(proven_by: ProvenBy) -> Self {
        match proven_by {
            ProvenBy::Local => Self::Local,
            ProvenBy::Remote => Self::Remote,
            ProvenBy::StandIn => Self::StandIn,
        }
    }
}

impl From<Minted> for MintReply {
    fn from(minted: Minted) -> Self {
        Self {
            transaction_id: minted.sent.transaction.to_hex(),
            block_number: minted.sent.block_number,
            proven_by: minted.sent.proven_by.into(),
            note_id: minted.note.to_hex(),
            faucet_id: minted.faucet.to_hex(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TransactionReply {
    transaction_id: String,
    account_id: String,
    state: TransactionStateMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum TransactionStateMessage {
    Pending,
    Committed,
    Discarded,
}

impl From<TransactionReport> for TransactionReply {
    fn from(report: TransactionReport) -> Self {
        let (state, block_number, reason) = match report.state {
            TransactionState::Pending => (TransactionStateMessage::Pending, None, None),
            TransactionState::Committed { block_number } => {
                (TransactionStateMessage::Committed, Some(block_number), None)
            }
            TransactionState::Discarded { reason } => {
                (TransactionStateMessage::Discarded, None, Some(reason.name().to_owned()))
            }
        };
        Self {
            transaction_id: report.transaction.to_hex(),
            account_id: report.account.to_hex(),
            state,
            block_number,
            reason,
        }
    }
}
