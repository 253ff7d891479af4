//! One golden file for every error, by its kind.

use std::path::PathBuf;
use std::time::Duration;

use miden_swift_wallet::{
    AccountError, AccountId, AccountSource, ApprovalError, BackupError, ContractError, FaucetError,
    FeeShortage, InvitationError, JournalError, KeyError, LookupError, MnemonicError, NodeError,
    NoteError, NoteId, NoteScriptBudget, ReferenceError, SealedFileError, StoreError, SwapError,
    TokenMetadata, TransactionId, TransferError, UnknownWord, UnverifiedReason, WalletError,
    parse_account_id, parse_note_id, parse_transaction_id, parse_word,
};

use crate::messages::ErrorMessage;

const ACCOUNT: &str = "0x5401ef36815e47d14b651e8e968153";
const FAUCET: &str = "0x550559ffb22381117072d0749fccd2";
const NOTE: &str = "0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415";
const TRANSACTION: &str = "0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243";

fn account() -> AccountId {
    parse_account_id(ACCOUNT).expect("an account id")
}

fn faucet() -> AccountId {
    parse_account_id(FAUCET).expect("an account id")
}

fn note() -> NoteId {
    parse_note_id(NOTE).expect("a note id")
}

fn transaction() -> TransactionId {
    parse_transaction_id(TRANSACTION).expect("a transaction id")
}

fn token() -> TokenMetadata {
    TokenMetadata { symbol: "MIDEN".to_owned(), decimals: 6 }
}

fn cause() -> Box<dyn std::error::Error + Send + Sync> {
    "the cause below it".into()
}

fn slot() -> String {
    "miden::counter::count".to_owned()
}

fn store() -> PathBuf {
    PathBuf::from("/data/testnet/store.sqlite3")
}

fn keystore() -> PathBuf {
    PathBuf::from("/data/testnet/keystore")
}

fn key_file() -> PathBuf {
    PathBuf::from("/data/keystore.key")
}

fn endpoint() -> String {
    "https://rpc.testnet.miden.io".to_owned()
}

/// Every error of the wallet, and with them every error there can be in a message but those that
/// the bridge makes itself.
#[allow(clippy::too_many_lines, reason = "a list with a line or two for each")]
pub(super) fn of_the_wallet() -> Vec<WalletError> {
    use {
        AccountError as A, ApprovalError as P, BackupError as B, ContractError as C,
        FaucetError as F, InvitationError as I, JournalError as J, KeyError as K, LookupError as L,
        MnemonicError as M, NodeError as N, ReferenceError as R, SealedFileError as S,
        SwapError as W, TransferError as T, WalletError as E,
    };
    let (text, reason) = (|| "alice".to_owned(), || "what is wrong with it".to_owned());
    vec![
        E::InvalidAccountId { text: text(), reason: reason() },
        E::InvalidAddress { text: text(), reason: reason() },
        E::AddressOfAnotherNetwork {
            text: text(),
            found: "mtst".to_owned(),
            wanted: "mm".to_owned(),
        },
        E::InvalidQrText { source: cause() },
        E::InvalidNoteId { text: text(), reason: reason() },
        E::InvalidTransactionId { text: text(), reason: reason() },
        E::InvalidSeed { length: 31 },
        E::InvalidEndpoint { text: text(), reason: reason() },
        E::InvalidAmount { amount: u64::MAX, reason: reason() },
        E::Note(NoteError::NoneNamed),
        E::Note(NoteError::NamedTwice { note: note() }),
        E::InvalidCursor { reason: reason() },
        E::InvalidPageSize { limit: 501, most: 500 },
        E::InvalidAccountFile { source: cause() },
        E::InvalidNoteFile { source: cause() },
        E::Note(NoteError::NotOnChain { note: note(), source: cause() }),
        E::Note(NoteError::DetailsUnknown { note: note(), source: cause() }),
        E::UnknownAccount { account: account() },
        E::AccountAlreadyTracked { account: account() },
        E::AccountLocked { account: account() },
        E::Key { source: cause() },
        K::PassphraseNeeded { path: keystore() }.into(),
        K::PassphraseEmpty { path: keystore() }.into(),
        K::WrongPassphrase { path: keystore() }.into(),
        K::KeySourceMismatch { path: keystore(), reason: reason() }.into(),
        K::KeyFileMissing { path: key_file(), keystore: keystore() }.into(),
        K::KeyFileExposed { path: key_file(), mode: 0o644 }.into(),
        K::KeystoreDamaged { path: keystore().join("keystore.json"), source: cause() }.into(),
        K::SignerFailed { account: account(), source: cause() }.into(),
        K::SignerUnavailable { account: account() }.into(),
        K::InvalidPublicKey { reason: reason() }.into(),
        K::InvalidSignature { account: account(), reason: reason() }.into(),
        K::SignatureWithHighS.into(),
        K::InvalidSigningPayload { reason: reason() }.into(),
        A::InvalidName { name: text(), reason: reason() }.into(),
        A::NameTaken { name: text(), account: account() }.into(),
        A::InvalidKey { reason: reason() }.into(),
        A::KeyNotHere { account: account() }.into(),
        A::KeyOfAnotherAccount { account: account() }.into(),
        A::KeyOfUnknownAccount.into(),
        A::StateNeeded { account: account() }.into(),
        B::FileUnusable { path: PathBuf::from("/backups/wallet.backup"), source: cause() }.into(),
        B::OfAnotherNetwork { found: "devnet".to_owned(), wanted: "testnet".to_owned() }.into(),
        B::WalletNotEmpty { path: store(), contents: "accounts".to_owned() }.into(),
        S::PassphraseEmpty { what: "a backup of a wallet" }.into(),
        S::Other { what: "a backup of a wallet" }.into(),
        S::OfAnotherVersion { what: "a backup of a wallet", found: 2, newest: 1 }.into(),
        S::WrongPassphrase { what: "a backup of a wallet" }.into(),
        S::Damaged { what: "a key file", source: cause() }.into(),
        M::UnknownWords {
            words: vec![
                UnknownWord {
                    number: 3,
                    slip: Some("abouve".to_owned()),
                    nearest: vec!["about", "above"],
                },
                UnknownWord { number: 12, slip: None, nearest: vec![] },
            ],
        }
        .into(),
        M::InvalidIndex { index: 1 << 31 }.into(),
        M::InvalidGapLimit { limit: 0, most: 100 }.into(),
        E::AccountCreation { source: cause() },
        E::Note(NoteError::Unknown { note: note() }),
        E::Note(NoteError::AlreadyConsumed { note: note() }),
        E::Note(NoteError::BeingConsumed { note: note() }),
        E::Note(NoteError::NotCommitted { note: note() }),
        E::Note(NoteError::ProofNotKept { note: note() }),
        E::Note(NoteError::ScriptOverBudget {
            note: note(),
            reason: UnverifiedReason::TooManyCycles,
            budget: NoteScriptBudget { cycles: 1 << 20, time: Duration::from_secs(5) },
        }),
        E::Note(NoteError::CallbackOverBudget {
            faucet: faucet(),
            reason: UnverifiedReason::TooSlow,
            budget: NoteScriptBudget { cycles: 1 << 20, time: Duration::from_secs(5) },
        }),
        E::Note(NoteError::ScriptsBusy),
        E::Note(NoteError::OfAnotherAccount { note: note(), owner: account(), account: faucet() }),
        E::Note(NoteError::AlreadyExists { note: note() }),
        E::Note(NoteError::MadeTwice { note: note() }),
        E::Note(NoteError::Invalid { note: note() }),
        E::UnknownTransaction { transaction: transaction() },
        E::InsufficientFee {
            account: account(),
            fee_faucet: faucet(),
            shortage: Box::new(FeeShortage {
                fee: Some(8_500),
                at_most: 15_000,
                held: 5_000,
                brought: 0,
                taken: 1_000,
                token: Some(token()),
            }),
            source: cause(),
        },
        E::InsufficientBalance {
            account: account(),
            faucet: faucet(),
            available: 5,
            requested: 6,
            token: Some(token()),
        },
        T::NoPayments.into(),
        T::TooManyPayments { count: 1024, most: 1023 }.into(),
        T::PaymentWithoutAssets { recipient: account() }.into(),
        T::TooManyAssets { recipient: account(), count: 17, most: 16 }.into(),
        T::InvalidHeights { recipient: account(), reason: reason() }.into(),
        T::InvalidAsset { text: text(), reason: reason() }.into(),
        T::AssetNamedTwice { faucet: faucet(), asset: NOTE.to_owned() }.into(),
        T::AssetNotHeld { account: account(), faucet: faucet(), asset: NOTE.to_owned() }.into(),
        T::TooManyNotes { count: 1025, most: 1024 }.into(),
        T::TransactionTooLarge { bytes: 6_524_386, limit: 4_194_304, notes: 150, fitting: 84 }
            .into(),
        T::ProofTooLarge {
            cycles: 169_000,
            padded: 262_144,
            needed_mebibytes: 2_260,
            limit_mebibytes: 2_048,
            source: None,
        }
        .into(),
        T::NoteNotYetConsumable { note: note(), account: account(), height: 20, now: 12 }.into(),
        T::FeeAboveMaximum {
            account: account(),
            fee_faucet: faucet(),
            fee: 7_500,
            maximum: 5_000,
            token: Some(token()),
        }
        .into(),
        WalletError::CodeTooLarge { limit: "32 MiB of memory".to_owned() },
        P::Invalid { reason: reason() }.into(),
        P::OfAnotherRequest.into(),
        P::Exceeded { account: account(), excess: "its fee would be higher".to_owned() }.into(),
        L::AccountPrivate { account: account(), commitment: NOTE.to_owned(), block: 12 }.into(),
        L::AccountNotOnChain { account: account(), block: Some(12) }.into(),
        L::BlockPruned { block: 12 }.into(),
        L::WalletBehind.into(),
        L::BlockUnknown { block: 12 }.into(),
        L::NoFaucet { account: account() }.into(),
        L::UnknownToken { faucet: faucet() }.into(),
        C::InvalidPackage { source: cause() }.into(),
        C::InvalidModulePath { text: text(), reason: reason() }.into(),
        C::InvalidMetadata { source: cause() }.into(),
        C::InvalidContractConfiguration {
            file: "Ledger.miden.toml".to_owned(),
            line: 3,
            column: 9,
            reason: "there is no access level “pubic”".to_owned(),
        }
        .into(),
        C::UnknownComponent {
            name: "“basic-wallt”".to_owned(),
            known: vec!["basic-wallet".to_owned(), "multisig".to_owned()],
        }
        .into(),
        C::InvalidFelt { number: u64::MAX }.into(),
        C::InvalidWord { text: text(), reason: reason() }.into(),
        C::InvalidSlotName { text: text(), reason: reason() }.into(),
        C::InvalidAdvice { source: cause() }.into(),
        C::AdviceNamedTwice { key: parse_word(NOTE).expect("a word") }.into(),
        C::InvalidInitialStorage { source: cause() }.into(),
        C::SlotNamedTwice { slot: slot() }.into(),
        C::UndeclaredSlot { slot: slot() }.into(),
        C::NoComponents.into(),
        C::InvalidComponent { source: cause() }.into(),
        C::NotAScript { source: cause() }.into(),
        C::TooManyArguments { count: 17, most: 16 }.into(),
        C::TooManyCalls { count: 33, most: 32 }.into(),
        C::CallFailed {
            place: 1,
            count: 3,
            account: account(),
            procedure: parse_word(NOTE).expect("a word"),
            reason: None,
            source: cause(),
        }
        .into(),
        C::InvalidValue { path: "by.amount".to_owned(), reason: "the field is missing".to_owned() }
            .into(),
        C::UnsupportedType { name: "f64".to_owned(), explanation: "is a floating-point number" }
            .into(),
        C::TooManyElements { taken: 17, returned: 1, most: 16 }.into(),
        C::SourceTooLong { bytes: 2_000_000, limit: 1_048_576 }.into(),
        C::TooManyInstructions { instructions: 1_000_000_000, limit: 250_000 }.into(),
        C::NothingToDo.into(),
        C::ScriptAndNotes.into(),
        C::InvalidNote { source: cause() }.into(),
        C::OwnAccountAsForeign { account: account() }.into(),
        C::AccountNotPublic { account: account() }.into(),
        C::NoAccountToRunOn.into(),
        C::NoSuchSlot { account: account(), slot: slot() }.into(),
        C::SlotIsNoMap { account: account(), slot: slot() }.into(),
        C::MapTooLarge { account: account(), slot: slot() }.into(),
        C::NoteContentsUnknown { note: note() }.into(),
        C::InvalidRequest { source: cause() }.into(),
        C::RequestOverBudget {
            reason: UnverifiedReason::TooManyCycles,
            budget: NoteScriptBudget { cycles: 1 << 20, time: Duration::from_secs(5) },
        }
        .into(),
        C::CallOverBudget {
            account: account(),
            reason: UnverifiedReason::TooManyCycles,
            budget: NoteScriptBudget { cycles: 1 << 20, time: Duration::from_secs(5) },
        }
        .into(),
        C::ChangesNothing { account: account(), source: None }.into(),
        C::NotANetworkNote { note: note(), source: cause() }.into(),
        C::NoNetworkTransactions { note: note(), source: cause() }.into(),
        F::InvalidToken { reason: reason() }.into(),
        F::NotAFaucet { account: account() }.into(),
        F::SupplyExceeded {
            faucet: faucet(),
            requested: 2_000_000,
            issued: 9_500_000,
            maximum: 10_000_000,
            token: Some(token()),
        }
        .into(),
        W::InvalidSwap { reason: reason() }.into(),
        W::NotASwap { note: note() }.into(),
        W::NoteIsSwap { note: note() }.into(),
        W::InvalidFill { note: note(), reason: reason() }.into(),
        W::SwapOfAnotherAccount { note: note(), creator: faucet(), account: account() }.into(),
        W::NoWayBack { note: note(), account: account() }.into(),
        I::NotNeeded { account: account() }.into(),
        I::UnknownCode { source: cause() }.into(),
        I::CodeUsed { source: cause() }.into(),
        I::InvalidCode { source: cause() }.into(),
        E::NotSynced { source: cause() },
        E::Execution { source: cause() },
        E::Proving { source: cause() },
        E::RemoteProver { endpoint: endpoint(), source: cause() },
        E::Rejected { transaction: transaction(), source: cause() },
        E::SubmissionUnknown { transaction: transaction(), source: cause() },
        E::NotRecorded { transaction: transaction(), source: cause() },
        E::NotSettled { transaction: transaction(), source: cause() },
        E::DependencyLost { transaction: transaction(), account: account(), block: 171 },
        E::Journal(J::NotWritten { path: store(), source: cause() }),
        E::Journal(J::NotRead { path: store(), source: cause() }),
        E::Journal(J::EntryUnusable { path: store(), account: Some(account()), source: cause() }),
        R::Invalid { length: 113, most: 112 }.into(),
        R::Used {
            reference: "order 7".into(),
            at: "2026-03-01 00:00:00 UTC".into(),
            request: "payments",
            account: account(),
            transaction: Some(transaction()),
        }
        .into(),
        R::Unsettled {
            reference: "order 7".to_owned(),
            transaction: transaction(),
            source: cause(),
        }
        .into(),
        R::NotKnownYet {
            account: account(),
            block: 120,
            origin: AccountSource::Backup,
            source: cause(),
        }
        .into(),
        E::WalletPoisoned { transaction: transaction() },
        E::NotInvited { account: account() },
        N::Unreachable { endpoint: endpoint(), source: cause() }.into(),
        N::Busy { endpoint: endpoint(), source: cause() }.into(),
        N::Failed { endpoint: endpoint(), source: cause() }.into(),
        N::AnswerInvalid { endpoint: endpoint(), source: cause() }.into(),
        N::OfAnotherNetwork {
            endpoint: endpoint(),
            expected: NOTE.to_owned(),
            found: TRANSACTION.to_owned(),
        }
        .into(),
        N::RefusesWallet {
            endpoint: endpoint(),
            client_version: miden_swift_wallet::CLIENT_VERSION,
            source: cause(),
        }
        .into(),
        N::OfAnotherVersion {
            endpoint: endpoint(),
            expected: "0.18.x".to_owned(),
            found: "0.17.3".to_owned(),
        }
        .into(),
        E::Store(StoreError::OfAnotherNetwork {
            path: store(),
            found: "devnet".to_owned(),
            wanted: "testnet".to_owned(),
        }),
        E::Store(StoreError::InUse { path: store(), owner: "process 4711".to_owned() }),
        E::Store(StoreError::DiskFull { source: cause() }),
        E::Store(StoreError::ReadOnly { path: Some(store()), source: cause() }),
        E::Store(StoreError::Damaged { path: Some(store()), source: cause() }),
        E::Store(StoreError::Unusable { path: store(), source: cause() }),
        E::Store(StoreError::Failed { source: cause(), transient: true }),
        E::Store(StoreError::History { source: cause() }),
        E::Unsupported { what: "Only the embedded chain has a faucet to mint from.".to_owned() },
        E::Internal { source: cause() },
    ]
}

/// The errors that come from the queue and the door.
pub(super) fn of_the_bridge() -> Vec<ErrorMessage> {
    vec![
        ErrorMessage::invalid_parameter("The payload is no memory."),
        ErrorMessage::unsupported_operation(4711),
        ErrorMessage::cancelled(),
        ErrorMessage::timed_out(),
        ErrorMessage::timed_out_unanswered(),
        ErrorMessage::timed_out_while_writing(),
        ErrorMessage::timed_out_after_submission(transaction()),
        ErrorMessage::closed(),
        ErrorMessage::closed_while_writing(),
        ErrorMessage::closed_after_submission(transaction()),
        ErrorMessage::panicked("the panic's message".to_owned()),
        ErrorMessage::would_deadlock(),
        ErrorMessage::queue_full(),
    ]
}
