//! What a sync brought.

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use miden_client::transaction::TransactionId;

use crate::transactions::DiscardedTransaction;

/// What a sync brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncReport {
    /// The block the wallet now stands at.
    pub block_number: u32,
    /// Notes that are new to the wallet or were committed.
    pub new_notes: Vec<NoteId>,
    /// Notes that were consumed.
    pub consumed_notes: Vec<NoteId>,
    /// Transactions of the wallet that were committed.
    pub committed_transactions: Vec<TransactionId>,
    /// Transactions of the wallet that are given up, each reported once, also those that it never recorded because the
    /// outcome of their submission was unknown or the network refused them.
    pub discarded_transactions: Vec<DiscardedTransaction>,
    /// Accounts whose state on the chain changed.
    pub updated_accounts: Vec<AccountId>,
    /// Private accounts whose newest state this wallet does not have.
    pub locked_accounts: Vec<AccountId>,
    /// Private notes of this wallet that the note transport has taken.
    pub delivered_notes: Vec<NoteId>,
    /// Why the note transport could not be reached, if private notes of this wallet wait for that.
    pub undelivered_because: Option<String>,
    /// How many private notes from the note transport were dropped, because they cannot be read, are too large, or have
    /// code that takes too much memory.
    pub refused_private_note_count: usize,
}
