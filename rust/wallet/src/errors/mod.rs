//! What can go wrong, in sentences a person can act on.
//! Every room may import it; it imports only plain values of `notes` and `tokens`, and `store::private_files`.
//!
//! Every error has a [`code`](WalletError::code) of the ABI's table, a stable
//! [`kind`](WalletError::kind), a message, the chain of causes below it, and says whether trying
//! again can help.

mod accounts;
mod approvals;
mod backups;
mod causes;
mod classes;
mod code;
mod contracts;
mod faucets;
mod fees;
mod invitations;
mod journal;
mod keys;
mod lookup;
mod mapping;
mod mnemonic;
mod node;
mod notes;
mod obstacles;
mod references;
mod sealed_files;
mod store;
mod swaps;
mod transfers;

use std::sync::Arc;

use miden_client::account::AccountId;
use miden_client::transaction::TransactionId;
use thiserror::Error;

use crate::tokens::metadata::{TokenMetadata, amount_text};

pub use accounts::AccountError;
pub use approvals::ApprovalError;
pub use backups::BackupError;
pub use causes::Cause;
pub(crate) use causes::chain;
pub use code::ErrorCode;
pub use contracts::ContractError;
pub(crate) use contracts::counted;
pub use faucets::FaucetError;
pub use fees::FeeShortage;
pub use invitations::InvitationError;
pub use journal::JournalError;
pub use keys::KeyError;
pub use lookup::LookupError;
pub(crate) use mapping::{
    ErrorMapper, assertion_code_of, assertion_message, innermost, is_of_no_account,
    is_of_no_change, is_pruned, is_vault_shortage, of_script, trap,
};
pub use mnemonic::{MnemonicError, UnknownWord};
#[cfg(feature = "embedded-chain")]
pub(crate) use node::EMBEDDED_CHAIN;
pub use node::NodeError;
pub use notes::NoteError;
pub use references::{AccountSource, ReferenceError};
pub use sealed_files::SealedFileError;
pub use store::StoreError;
pub use swaps::SwapError;
pub use transfers::TransferError;

/// The result of a wallet operation.
pub type Result<T, E = WalletError> = std::result::Result<T, E>;

/// What went wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WalletError {
    /// A text that is not an account id.
    #[error("“{text}” is not an account id: {reason}.")]
    InvalidAccountId {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A text that is not an account's address.
    #[error("“{text}” is not the address of an account: {reason}.")]
    InvalidAddress {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An address of another network.
    #[error(
        "“{text}” is an address of another network: it begins with {found}, and those of this network \
         with {wanted}."
    )]
    AddressOfAnotherNetwork {
        /// What was given.
        text: String,
        /// The network's prefix in it.
        found: String,
        /// The prefix of this network.
        wanted: String,
    },
    /// A text that no QR code holds.
    #[error("The text is too long for a QR code.")]
    InvalidQrText {
        /// What the encoder said.
        #[source]
        source: Cause,
    },
    /// A text that is not a note id.
    #[error("“{text}” is not a note id: {reason}.")]
    InvalidNoteId {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A text that is not a transaction id.
    #[error("“{text}” is not a transaction id: {reason}.")]
    InvalidTransactionId {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A seed of the wrong length.
    #[error("A seed must have exactly 32 bytes; this one has {length}.")]
    InvalidSeed {
        /// Its length in bytes.
        length: usize,
    },
    /// An address of a node that cannot be used.
    #[error(
        "“{text}” is not the address of a node: {reason}. It should look like https://host:port."
    )]
    InvalidEndpoint {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An amount the protocol cannot carry.
    #[error("{amount} base units are not an amount that can be sent: {reason}.")]
    InvalidAmount {
        /// The amount in base units.
        amount: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A cursor that names no place here.
    #[error("This cursor cannot be used: {reason}.")]
    InvalidCursor {
        /// What is wrong with it.
        reason: String,
    },
    /// A page of no entries, or of too many.
    #[error("A page has 1 to {most} entries; {limit} were asked for.")]
    InvalidPageSize {
        /// What was asked for.
        limit: u32,
        /// How many there can be.
        most: u32,
    },
    /// An account file that cannot be read.
    #[error("This is not an account file (.mac) this version can read.")]
    InvalidAccountFile {
        /// What the decoder said.
        #[source]
        source: Cause,
    },
    /// A note file that cannot be read.
    #[error("This is not a note file (.mno) this version can read.")]
    InvalidNoteFile {
        /// What the decoder said.
        #[source]
        source: Cause,
    },
    /// An account this wallet does not have.
    #[error("Account {account} is not in this wallet.")]
    UnknownAccount {
        /// The account.
        account: AccountId,
    },
    /// An account this wallet already has.
    #[error("Account {account} is already in this wallet.")]
    AccountAlreadyTracked {
        /// The account.
        account: AccountId,
    },
    /// An account whose local state is behind the network's.
    #[error(
        "Account {account} is locked: another copy of it has made transactions, and the network has a newer \
         state of it than this wallet. Nothing can be sent or consumed with the older one, and what it \
         holds may be something else by now. Import its newest account file (.mac), from where that copy is."
    )]
    AccountLocked {
        /// The account.
        account: AccountId,
    },
    /// Making, reading or storing a key failed.
    #[error("The key of the account could not be made, read or stored.")]
    Key {
        /// What the keystore said.
        #[source]
        source: Cause,
    },
    /// The keystore cannot be opened, or a signer's part does not fit.
    #[error(transparent)]
    Keys(#[from] KeyError),
    /// The name of an account, or a key that comes in or goes out, cannot be what it should be.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// A backup cannot be made or restored.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// A file under a passphrase of its own cannot be made or opened.
    #[error(transparent)]
    SealedFile(#[from] SealedFileError),
    /// Words that are no mnemonic, or an account it does not have.
    #[error(transparent)]
    Mnemonic(#[from] MnemonicError),
    /// An account could not be built or stored.
    #[error("The account could not be created.")]
    AccountCreation {
        /// What the client said.
        #[source]
        source: Cause,
    },
    /// A note cannot be used as it was asked for.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// A transaction this wallet does not know.
    #[error("Transaction {transaction} is not one of this wallet.")]
    UnknownTransaction {
        /// The transaction.
        transaction: TransactionId,
    },
    /// The account cannot pay the network's fee.
    #[error("Account {account} cannot pay the transaction fee{shortage} (faucet {fee_faucet}).")]
    InsufficientFee {
        /// The account that should pay.
        account: AccountId,
        /// The faucet of the asset fees are paid in.
        fee_faucet: AccountId,
        /// What there is, and what is missing.
        shortage: Box<FeeShortage>,
        /// What the virtual machine said.
        #[source]
        source: Cause,
    },
    /// The account holds less than is to be sent.
    #[error(
        "Account {account} holds {held}, which is less than the {needed} it would take (faucet {faucet}).",
        held = amount_text(*available, token.as_ref()),
        needed = amount_text(*requested, token.as_ref())
    )]
    InsufficientBalance {
        /// The account that should pay.
        account: AccountId,
        /// The faucet of the asset.
        faucet: AccountId,
        /// What the account holds, in base units.
        available: u64,
        /// What was to be sent, burned, offered or paid, in base units: of all payments together, which may
        /// be more than there can be.
        requested: u128,
        /// How amounts of the asset are shown, where that is known.
        token: Option<TokenMetadata>,
    },
    /// A transfer cannot be made as it was asked for.
    #[error(transparent)]
    Transfer(#[from] TransferError),
    /// What was asked for is not to be had from the network.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// Code of one's own, or what it is given, cannot be used.
    #[error(transparent)]
    Contract(#[from] ContractError),
    /// A faucet cannot be made or used as it was asked for.
    #[error(transparent)]
    Faucet(#[from] FaucetError),
    /// A swap cannot be made, filled or cancelled as it was asked for.
    #[error(transparent)]
    Swap(#[from] SwapError),
    /// An invitation cannot be used.
    #[error(transparent)]
    Invitation(#[from] InvitationError),
    /// Bytes of somebody else hold more code than is read.
    #[error("These bytes hold code that exceeds the limit of {limit}. It was not read.")]
    CodeTooLarge {
        /// What it exceeds.
        limit: String,
    },
    /// A request is not what the user approved.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// The wallet has never seen the chain.
    #[error("This wallet has not been synced with the network yet. Sync and try again.")]
    NotSynced {
        /// What the client missed.
        #[source]
        source: Cause,
    },
    /// The transaction cannot be carried out.
    #[error("The transaction could not be carried out.")]
    Execution {
        /// What the client said.
        #[source]
        source: Cause,
    },
    /// The proof could not be made.
    #[error("The transaction could not be proven.")]
    Proving {
        /// What the prover said.
        #[source]
        source: Cause,
    },
    /// A service that should have made the proof did not.
    #[error("The remote prover at {endpoint} did not make the proof. Nothing was submitted.")]
    RemoteProver {
        /// Where it is.
        endpoint: String,
        /// What it said.
        #[source]
        source: Cause,
    },
    /// The network refused the transaction.
    #[error("The network refused transaction {transaction}. Nothing was changed.")]
    Rejected {
        /// The transaction.
        transaction: TransactionId,
        /// What the node said.
        #[source]
        source: Cause,
    },
    /// No answer came back to a submission.
    #[error(
        "No answer came back for transaction {transaction}: the network may or may not have \
         accepted it. Sync to find out before trying again."
    )]
    SubmissionUnknown {
        /// The transaction.
        transaction: TransactionId,
        /// What the connection said.
        #[source]
        source: Cause,
    },
    /// The network has the transaction, the store does not.
    #[error(
        "Transaction {transaction} was accepted by the network, but could not be recorded in the \
         store. Sync to bring the wallet up to date."
    )]
    NotRecorded {
        /// The transaction.
        transaction: TransactionId,
        /// What the store said.
        #[source]
        source: Cause,
    },
    /// What was submitted, or about to be, could not be brought to an end yet.
    #[error(
        "What became of transaction {transaction}, which this wallet submitted or was about to submit, \
         is not known yet. Its account makes no other transaction until it is; try again."
    )]
    NotSettled {
        /// The transaction.
        transaction: TransactionId,
        /// What stands in the way.
        #[source]
        source: Cause,
    },
    /// A transaction of the account is in no block yet, and its proof is gone.
    #[error(
        "Account {account} waits for its transaction {transaction}, which is in no block yet. This wallet does not have \
         its proof any more and cannot submit it again. Nothing was proven or sent. Try again once a sync has found that \
         transaction in a block, or at the latest when the chain has block {block}: it expires then."
    )]
    DependencyLost {
        /// The transaction that is waited for.
        transaction: TransactionId,
        /// The account.
        account: AccountId,
        /// The block at which the wait ends.
        block: u32,
    },
    /// The journal of transactions on their way fails.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A request cannot be made with its reference.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// A panic left a transaction between its submission and its record.
    #[error(
        "Something unexpected went wrong inside the wallet while transaction {transaction} was on its \
         way to the network and into the store. Close the wallet and open it again: its next sync \
         finds out what became of the transaction."
    )]
    WalletPoisoned {
        /// The transaction.
        transaction: TransactionId,
    },
    /// The account's creation needs an invitation on this network.
    #[error(
        "This network takes new accounts by invitation only, and account {account} has none. Nothing was \
         proven or sent. Register the account with an invitation code first."
    )]
    NotInvited {
        /// The account.
        account: AccountId,
    },
    /// The failure of an operation that several callers shared.
    #[error(transparent)]
    Shared {
        /// The failure.
        source: Arc<WalletError>,
    },
    /// The node does not answer, or does not fit the wallet.
    #[error(transparent)]
    Node(#[from] NodeError),
    /// The store, or what lies beside it, cannot be opened, read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something this build or network does not offer.
    #[error("{what}")]
    Unsupported {
        /// What, in a sentence.
        what: String,
    },
    /// A fault of this library.
    #[error("Something unexpected went wrong inside the wallet.")]
    Internal {
        /// What.
        #[source]
        source: Cause,
    },
}
