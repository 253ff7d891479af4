//! What a wallet does, over `miden-client`: typed operations, results and errors.
//!
//! This crate knows nothing of C and nothing of queues. [`Wallet`] is opened on a store, a keystore
//! and a network; its operations are futures that may be dropped at any point before they announce
//! that they submit a transaction.

// What every room uses.
mod blocking_tasks;
mod commit_point;
mod fail_points;
mod ids;
mod pending;
mod quoting;
mod unix_time;

mod errors;
mod foreign_code;

// This machine and the network.
mod chain;
mod keys;
mod store;

// What a wallet has.
mod accounts;
mod notes;
mod tokens;

// What changes it, and the record of the changes.
mod history;
mod sync;
mod transactions;

// Code, files and pictures for the world outside.
mod contracts;
mod files;
mod qr;

// The wallet: it holds parts of these rooms, and their operations extend it, its `Coordinator` or its `Reader`.
mod configuration;
mod reader;
mod wallet;

#[cfg(all(test, feature = "embedded-chain"))]
mod test_wallet;

pub use accounts::addresses::{account_address, parse_account_address};
pub use accounts::balance::AccountBalance;
pub use accounts::details::AccountDetails;
pub use accounts::kinds::AccountKind;
pub use accounts::names::LONGEST_NAME;
pub use accounts::own_accounts::{AccountSummary, NewWallet, Seed};
pub use accounts::own_addresses::OwnAddress;
pub use accounts::public_accounts::{PublicAccount, Verification, VerifiedPart};
pub use accounts::restore::{HIGHEST_GAP_LIMIT, Restoration, RestoreOutcome, RestoredAccount};
pub use accounts::state::AccountState;
pub use accounts::visibility::Visibility;
pub use chain::connection::{Connection, WalletInfo};
#[cfg(feature = "embedded-chain")]
pub use chain::embedded;
pub use commit_point::with_point_of_no_return;
pub use configuration::{Network, NoteTransport, ProverChoice, WalletConfiguration};
pub use contracts::{
    AccountProcedure, AccountProcedures, AccountStorage, CONTRACT_DOCUMENT_VERSION, CallObstacle,
    CalledProcedure, Calls, CodeKind, CodePlace, Compilation, ConfigurationFile, ConstantContent,
    ContractAccess, ContractConfiguration, ContractDocument, CustomNote, CustomTransaction,
    Diagnostic, ElementForm, Field, INTERFACE_VERSION, InitialContent, InitialSlot, Interface,
    InterfaceComponent, InterfaceConstant, InterfaceError, InterfaceProcedure, InterfaceSlot,
    InterfaceType, MAX_CALL_FELTS, MAX_CALLS, MAX_CONFIGURATION_BYTES, MAX_EXPORTS,
    MAX_INSTRUCTIONS, MAX_METHODS, MAX_PACKAGE_BYTES, MAX_SOURCE_BYTES, MAX_TYPE_DEPTH, Module,
    NetworkNote, NetworkNoteStage, NewAccount, NoteContents, Package, Parameter, ProcedureCall,
    ProcedureRole, Program, RequestDescription, RequestedNote, RequestedRecipient, Script,
    SerializedRequest, Severity, Signature, SlotContent, SlotForm, SlotQuery, Source, StorageSlot,
    Unsupported, UnsupportedType, ValueJson, ValueType, Variant, WordForm, account_interface,
    check_call, compile, decode_results, decode_schema_value, decode_value, encode_arguments,
    encode_schema_value, encode_value, hash_elements, parse_advice, parse_felt, parse_slot_name,
    parse_value, parse_word, standard_component, standard_component_names,
};
pub use errors::{
    AccountError, AccountSource, ApprovalError, BackupError, ContractError, ErrorCode, FaucetError,
    FeeShortage, InvitationError, JournalError, KeyError, LookupError, MnemonicError, NodeError,
    NoteError, ReferenceError, Result, SealedFileError, StoreError, SwapError, TransferError,
    UnknownWord, WalletError,
};
pub use files::{ImportedNote, NoteFileContent, NoteFileDescription};
pub use history::{
    Event, EventPage, Happening, HistoryEntry, LARGEST_PAGE, NoteDirection, NoteEntry, NotePage,
    NoteQuery, NoteState, TakenFromChain, TransactionKind, TransactionPage, TransactionQuery,
    TransactionStage,
};
pub use ids::{
    parse_account_id, parse_asset, parse_note_id, parse_nullifier, parse_transaction_id,
};
pub use keys::account_keys::{GivenKey, KeyPlace, KeySummary};
pub use keys::account_secret::{AccountSecret, SignatureScheme};
pub use keys::keystore::{KeySource, SecretBytes};
pub use keys::mnemonic::{
    AccountPath, Derivation, Mnemonic, MnemonicAccount, MnemonicSeed, WordCount,
};
pub use keys::sealing::{
    LinkKeys, RequestKey, RequestSignature, SecretKeys, open_receipt, open_request,
    request_public_key, seal_receipt, seal_request, sign_request, verify_request_signature,
};
pub use keys::signing::{
    CreatedNote, MessageSignature, PayloadDescription, PayloadKind, SignatureQuestion,
    SignedTransaction, Signer, SignerFailure, SigningPayload, TransactionSummary, verify_message,
    verify_payload,
};
pub use miden_client::account::{AccountId, StorageSlotName};
pub use miden_client::note::{NoteId, NoteType, Nullifier};
pub use miden_client::transaction::TransactionId;
pub use miden_client::{Felt, Word};
pub use notes::delivery::UndeliveredNote;
pub use notes::input_notes::{InputNote, InputNoteStage};
pub use notes::received::{ReceivedNote, ReceivedNoteQuery, ReceivedNoteState};
pub use notes::screening::{LeftOutReason, NoteScriptBudget, UnverifiedReason};
pub use notes::tags::{FollowedTag, TagReason};
pub use pending::Pending;
pub use qr::{QrFormat, qr_code};
pub use reader::Reader;
pub use store::backup::{Backup, BackupFile};
pub use store::lock::StoreHold;
pub use store::wait::StoreWait;
pub use sync::report::SyncReport;
pub use tokens::assets::{Assets, FungibleAmount, NonFungibleItem};
pub use tokens::faucets::{FaucetReport, NewFaucet};
pub use tokens::list::{ListedToken, TokenSupply};
pub use tokens::metadata::TokenMetadata;
pub use transactions::coordinator::Coordinator;
pub use transactions::proof_memory::ProofMemory;
pub use transactions::proving::ProvenBy;
pub use transactions::swaps::{ListedSwap, NoteKind, SwapAsset, SwapDescription, SwapOffer};
pub use transactions::{
    Approval, ConsumedNotes, ConsumptionPreview, DiscardReason, DiscardedTransaction, Draft, Issue,
    LONGEST_REFERENCE, Minted, NotesToConsume, Payment, SentTransaction, Token, TransactionOptions,
    TransactionReport, TransactionState,
};
pub use wallet::Wallet;
pub use zeroize::Zeroizing;

/// The version of `miden-client` this library is made of.
pub const CLIENT_VERSION: &str = "0.18.0";
