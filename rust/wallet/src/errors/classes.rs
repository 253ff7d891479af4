//! How errors are told apart by programs: a number, a name, and whether trying again can help.

use miden_client::transaction::TransactionId;

use super::causes::{Cause, chain};
use super::code::ErrorCode;
use super::mapping;
use super::{
    ContractError, LookupError, MnemonicError, NodeError, NoteError, ReferenceError, StoreError,
    TransferError, WalletError,
};

impl WalletError {
    /// The class of the error, as the ABI numbers it.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        use WalletError as E;
        match self {
            E::CodeTooLarge { .. }
            | E::InvalidAccountId { .. }
            | E::InvalidAddress { .. }
            | E::AddressOfAnotherNetwork { .. }
            | E::InvalidQrText { .. }
            | E::InvalidTransactionId { .. }
            | E::InvalidSeed { .. }
            | E::InvalidEndpoint { .. }
            | E::InvalidAmount { .. }
            | E::InvalidCursor { .. }
            | E::InvalidPageSize { .. }
            | E::InvalidAccountFile { .. }
            | E::InvalidNoteFile { .. } => ErrorCode::InvalidParameter,
            E::AccountAlreadyTracked { .. }
            | E::AccountLocked { .. }
            | E::Key { .. }
            | E::AccountCreation { .. }
            | E::NotInvited { .. } => ErrorCode::AccountOperation,
            E::InvalidNoteId { .. } => ErrorCode::NoteOperation,
            E::Note(error) => error.code(),
            E::UnknownAccount { .. } | E::UnknownTransaction { .. } => ErrorCode::Lookup,
            E::InsufficientFee { .. }
            | E::InsufficientBalance { .. }
            | E::NotSynced { .. }
            | E::Execution { .. }
            | E::Proving { .. }
            | E::RemoteProver { .. }
            | E::Rejected { .. }
            | E::SubmissionUnknown { .. }
            | E::NotSettled { .. }
            | E::DependencyLost { .. }
            | E::NotRecorded { .. } => ErrorCode::TransactionSubmission,
            E::Keys(error) => error.code(),
            E::Account(error) => error.code(),
            E::Backup(error) => error.code(),
            E::SealedFile(error) => error.code(),
            E::Mnemonic(_) => MnemonicError::CODE,
            E::Transfer(error) => error.code(),
            E::Approval(error) => error.code(),
            E::Lookup(_) => LookupError::CODE,
            E::Contract(error) => error.code(),
            E::Faucet(error) => error.code(),
            E::Swap(error) => error.code(),
            E::Invitation(error) => error.code(),
            E::Shared { source } => source.code(),
            E::Node(error) => error.code(),
            E::Store(error) => error.code(),
            E::Journal(_) => ErrorCode::Store,
            E::Reference(error) => error.code(),
            E::Unsupported { .. } => ErrorCode::Unsupported,
            E::WalletPoisoned { .. } | E::Internal { .. } => ErrorCode::Internal,
        }
    }

    /// A stable name of the error, for programs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        use WalletError as E;
        match self {
            E::InvalidAccountId { .. } => "invalid_account_id",
            E::InvalidAddress { .. } => "invalid_address",
            E::AddressOfAnotherNetwork { .. } => "address_of_another_network",
            E::InvalidQrText { .. } => "invalid_qr_text",
            E::InvalidNoteId { .. } => "invalid_note_id",
            E::InvalidTransactionId { .. } => "invalid_transaction_id",
            E::InvalidSeed { .. } => "invalid_seed",
            E::InvalidEndpoint { .. } => "invalid_endpoint",
            E::InvalidAmount { .. } => "invalid_amount",
            E::InvalidCursor { .. } => "invalid_cursor",
            E::InvalidPageSize { .. } => "invalid_page_size",
            E::InvalidAccountFile { .. } => "invalid_account_file",
            E::InvalidNoteFile { .. } => "invalid_note_file",
            E::UnknownAccount { .. } => "unknown_account",
            E::AccountAlreadyTracked { .. } => "account_already_tracked",
            E::AccountLocked { .. } => "account_locked",
            E::Key { .. } => "key",
            E::Keys(error) => error.kind(),
            E::Account(error) => error.kind(),
            E::Backup(error) => error.kind(),
            E::SealedFile(error) => error.kind(),
            E::Mnemonic(error) => error.kind(),
            E::AccountCreation { .. } => "account_creation",
            E::Note(error) => error.kind(),
            E::UnknownTransaction { .. } => "unknown_transaction",
            E::InsufficientFee { .. } => "insufficient_fee",
            E::InsufficientBalance { .. } => "insufficient_balance",
            E::Transfer(error) => error.kind(),
            E::CodeTooLarge { .. } => "code_too_large",
            E::Approval(error) => error.kind(),
            E::Lookup(error) => error.kind(),
            E::Contract(error) => error.kind(),
            E::Faucet(error) => error.kind(),
            E::Swap(error) => error.kind(),
            E::Invitation(error) => error.kind(),
            E::NotSynced { .. } => "not_synced",
            E::Execution { .. } => "execution",
            E::Proving { .. } => "proving",
            E::RemoteProver { .. } => "remote_prover",
            E::Rejected { .. } => "rejected",
            E::SubmissionUnknown { .. } => "submission_unknown",
            E::NotRecorded { .. } => "not_recorded",
            E::NotSettled { .. } => "not_settled",
            E::DependencyLost { .. } => "dependency_lost",
            E::Journal(error) => error.kind(),
            E::Reference(error) => error.kind(),
            E::WalletPoisoned { .. } => "wallet_poisoned",
            E::NotInvited { .. } => "not_invited",
            E::Shared { source } => source.kind(),
            E::Node(error) => error.kind(),
            E::Store(error) => error.kind(),
            E::Unsupported { .. } => "unsupported",
            E::Internal { .. } => "internal",
        }
    }

    /// Whether the same call may succeed later without anybody changing anything.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        use WalletError as E;
        if let E::Shared { source } = self {
            return source.is_retryable();
        }
        matches!(
            self,
            E::Node(
                NodeError::Unreachable { .. } | NodeError::Busy { .. } | NodeError::Failed { .. }
            ) | E::Note(
                NoteError::BeingConsumed { .. }
                    | NoteError::NotCommitted { .. }
                    | NoteError::ScriptsBusy
            ) | E::Contract(ContractError::NoNetworkTransactions { .. })
                | E::RemoteProver { .. }
                | E::NotSettled { .. }
                | E::DependencyLost { .. }
                | E::Transfer(TransferError::NoteNotYetConsumable { .. })
                | E::Reference(ReferenceError::Unsettled { .. })
                | E::Store(StoreError::InUse { .. } | StoreError::Failed { transient: true, .. })
        )
    }

    /// Whether a transaction failed because of what it runs or consumes: another one of the account may succeed.
    pub(crate) fn is_of_what_runs(&self) -> bool {
        matches!(
            self,
            Self::Execution { .. }
                | Self::InsufficientFee { .. }
                | Self::Contract(
                    ContractError::PrivateAccountRead { .. }
                        | ContractError::AssertionFailed { .. }
                        | ContractError::ProcedureNotInAccount { .. }
                        | ContractError::ForeignChange { .. }
                )
                | Self::Note(NoteError::AlreadyExists { .. } | NoteError::MadeTwice { .. })
                | Self::Lookup(
                    LookupError::AccountNotOnChain { .. } | LookupError::AccountNotDeployed { .. }
                )
        )
    }

    /// The code of the assertion that ended the execution of a transaction or a program, where one did.
    #[must_use]
    pub fn assertion_code(&self) -> Option<u64> {
        match self {
            Self::Shared { source } => source.assertion_code(),
            error => mapping::assertion_code(error),
        }
    }

    /// The place of the call that failed among those of a transaction, from 0, if it is known.
    #[must_use]
    pub fn failed_call(&self) -> Option<usize> {
        match self {
            Self::Shared { source } => source.failed_call(),
            Self::Contract(ContractError::CallFailed { place, .. }) => Some(*place),
            _ => None,
        }
    }

    /// The transaction the error is about, where there is one.
    #[must_use]
    pub fn transaction(&self) -> Option<TransactionId> {
        match self {
            Self::Rejected { transaction, .. }
            | Self::SubmissionUnknown { transaction, .. }
            | Self::NotRecorded { transaction, .. }
            | Self::NotSettled { transaction, .. }
            | Self::DependencyLost { transaction, .. }
            | Self::WalletPoisoned { transaction }
            | Self::Reference(ReferenceError::Unsettled { transaction, .. })
            | Self::UnknownTransaction { transaction } => Some(*transaction),
            Self::Reference(ReferenceError::Used { transaction, .. }) => *transaction,
            Self::Shared { source } => source.transaction(),
            _ => None,
        }
    }

    /// The sentences below the message, outermost first. Terminal colours are taken out: the
    /// virtual machine's diagnostics carry them.
    #[must_use]
    pub fn causes(&self) -> Vec<String> {
        let mut causes: Vec<String> = Vec::new();
        for cause in chain(self).skip(1) {
            let text = strip_ansi_escapes::strip_str(cause.to_string());
            // Boxed wrappers repeat the text of what they wrap.
            if causes.last() != Some(&text) {
                causes.push(text);
            }
        }
        causes
    }

    pub(crate) fn internal(source: impl Into<Cause>) -> Self {
        Self::Internal { source: source.into() }
    }
}
