//! From the client's errors to the wallet's.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miden_client::rpc::node::GetAccountError;
use miden_client::rpc::{EndpointError, GrpcError, RpcError};
use miden_client::store::StoreError;
use miden_client::transaction::{TransactionExecutorError, TransactionProverError};
use miden_client::vm::{ExecutionError, OperationError, error_code_from_msg};
use miden_client::{ClientError, Word};
use miden_tx::TransactionKernelError;

use super::causes::chain;
use super::{ContractError, LookupError, NodeError, WalletError};

/// Turns the client's errors into the wallet's, for one node and one store.
#[derive(Debug, Clone)]
pub(crate) struct ErrorMapper {
    pub(crate) endpoint: String,
    pub(crate) store_path: PathBuf,
}

impl ErrorMapper {
    /// What a failed call of the node means.
    pub(crate) fn node(&self, error: RpcError) -> NodeError {
        let endpoint = self.endpoint.clone();
        match error {
            error if is_failure_of_the_node(&error) => {
                NodeError::Failed { endpoint, source: error.into() }
            }
            RpcError::ConnectionError(_)
            | RpcError::RequestError {
                error_kind:
                    GrpcError::Unavailable
                    | GrpcError::DeadlineExceeded
                    | GrpcError::Aborted
                    | GrpcError::Cancelled
                    | GrpcError::Unknown(_)
                    | GrpcError::Internal,
                ..
            } => NodeError::Unreachable { endpoint, source: error.into() },
            RpcError::RequestError { error_kind: GrpcError::ResourceExhausted, .. } => {
                NodeError::Busy { endpoint, source: error.into() }
            }
            RpcError::AcceptHeaderError(_)
            | RpcError::RequestError { error_kind: GrpcError::Unimplemented, .. } => {
                NodeError::RefusesWallet {
                    endpoint,
                    client_version: crate::CLIENT_VERSION,
                    source: error.into(),
                }
            }
            _ => NodeError::AnswerInvalid { endpoint, source: error.into() },
        }
    }

    /// What a failed call of the client means where nothing more is known.
    pub(crate) fn client(&self, error: ClientError) -> WalletError {
        match error {
            ClientError::RpcError(error) if is_pruned(&error) => LookupError::WalletBehind.into(),
            ClientError::RpcError(error) => self.node(error).into(),
            ClientError::StoreError(error) => store_failure(Some(&self.store_path), error),
            ClientError::AccountLocked(account) => WalletError::AccountLocked { account },
            ClientError::AccountDataNotFound(account) => WalletError::UnknownAccount { account },
            ClientError::AccountNotAllowlisted(account) => WalletError::NotInvited { account },
            ClientError::AccountAlreadyTracked(account) => {
                WalletError::AccountAlreadyTracked { account }
            }
            ClientError::ChainValidationError(_)
            | ClientError::InvalidPartialMmrForest
            | ClientError::PartialBlockchainError(_) => {
                NodeError::AnswerInvalid { endpoint: self.endpoint.clone(), source: error.into() }
                    .into()
            }
            error if misses_the_chain(&error) => WalletError::NotSynced { source: error.into() },
            error => WalletError::internal(error),
        }
    }

    /// What a failed store access means.
    pub(crate) fn store(error: StoreError) -> WalletError {
        store_failure(None, error)
    }

    /// What a failed execution of a transaction means.
    pub(crate) fn execution(&self, error: ClientError) -> WalletError {
        match error {
            error if meets_pruned_accounts(&error) => LookupError::WalletBehind.into(),
            ClientError::TransactionExecutorError(mut error) => {
                if let Some(unreadable) = unreadable_account(&error) {
                    return unreadable;
                }
                let procedure = unknown_procedure(&error);
                let place = take_place_of_assertion(&mut error);
                let source = ClientError::TransactionExecutorError(error).into();
                let failed = match place {
                    Some((code, place)) => {
                        ContractError::AssertionFailed { place, code, source }.into()
                    }
                    None => WalletError::Execution { source },
                };
                if let Some(procedure) = procedure {
                    let source = failed.into();
                    return ContractError::ProcedureNotInAccount { procedure, source }.into();
                }
                of_foreign_change(failed)
            }
            ClientError::TransactionRequestError(_)
            | ClientError::AssetError(_)
            | ClientError::NoteError(_)
            | ClientError::RecencyConditionError(_)
            | ClientError::MissingOutputRecipients(_) => {
                WalletError::Execution { source: error.into() }
            }
            error => self.client(error),
        }
    }
}

fn store_failure(path: Option<&Path>, error: StoreError) -> WalletError {
    match error {
        StoreError::AccountDataNotFound(account) => WalletError::UnknownAccount { account },
        StoreError::ProtocolConfigNotFound(_) | StoreError::BlockHeaderNotFound(_) => {
            WalletError::NotSynced { source: error.into() }
        }
        error => WalletError::Store(super::StoreError::failed(path, error)),
    }
}

impl From<TransactionProverError> for WalletError {
    fn from(error: TransactionProverError) -> Self {
        Self::Proving { source: error.into() }
    }
}

/// What lies at the bottom of an error, such as “Connection refused (os error 111)”.
pub(crate) fn innermost(error: &(dyn Error + 'static)) -> String {
    chain(error).last().map_or_else(String::new, ToString::to_string)
}

/// Whether the store, somewhere below an error, does not have what the first sync brings.
fn misses_the_chain(error: &ClientError) -> bool {
    chain(error).any(|cause| {
        matches!(
            cause.downcast_ref(),
            Some(StoreError::ProtocolConfigNotFound(_) | StoreError::BlockHeaderNotFound(_))
        )
    })
}

/// Whether a node itself has answered that it failed. The connection reports its own failures with the same codes, and
/// then has a cause.
fn is_failure_of_the_node(error: &RpcError) -> bool {
    matches!(
        error,
        RpcError::RequestError {
            error_kind: GrpcError::Internal
                | GrpcError::Unknown(_)
                | GrpcError::Aborted
                | GrpcError::DataLoss,
            source,
            ..
        } if source.as_ref().is_none_or(|status| status.source().is_none())
    )
}

/// Whether a node does not keep the accounts of the block that it was asked about any more.
pub(crate) fn is_pruned(error: &RpcError) -> bool {
    matches!(error.endpoint_error(), Some(EndpointError::GetAccount(GetAccountError::BlockPruned)))
}

/// Whether the chain does not have the account that a node was asked about.
pub(crate) fn is_of_no_account(error: &RpcError) -> bool {
    match error.endpoint_error() {
        Some(reason) => {
            matches!(reason, EndpointError::GetAccount(GetAccountError::AccountNotFound))
        }
        None => {
            matches!(error, RpcError::RequestError { error_kind: GrpcError::NotFound, .. })
        }
    }
}

/// What is wrong with the account that an execution could not read, if that is why it failed. It is one that was not named.
fn unreadable_account(error: &TransactionExecutorError) -> Option<WalletError> {
    let (account, block, source) = chain(below(error)).find_map(|cause| {
        let TransactionKernelError::GetForeignAccountInputs {
            foreign_account_id: account,
            ref_block,
            source,
        } = cause.downcast_ref()?
        else {
            return None;
        };
        Some((*account, ref_block.as_u32(), source))
    })?;
    if !account.is_public() {
        return Some(ContractError::PrivateAccountRead { account }.into());
    }
    let is_missing = any_of_node(source, is_of_no_account);
    is_missing.then(|| LookupError::AccountNotOnChain { account, block: Some(block) }.into())
}

/// The procedure that an account does not have for which it acts, if that is why an execution failed.
fn unknown_procedure(error: &TransactionExecutorError) -> Option<Word> {
    chain(below(error)).find_map(|cause| match cause.downcast_ref()? {
        TransactionKernelError::UnknownAccountProcedure(procedure) => Some(*procedure),
        _ => None,
    })
}

/// Where the causes of a failed execution begin.
fn below(error: &TransactionExecutorError) -> &(dyn Error + 'static) {
    match error {
        // UPSTREAM(0.18): this error prints what is below it, and does not name it as its source.
        TransactionExecutorError::TransactionProgramExecutionFailed(below) => below,
        error => error,
    }
}

/// Whether an answer of the node somewhere below an error is of a kind.
fn any_of_node(error: &(dyn Error + 'static), is_of_kind: fn(&RpcError) -> bool) -> bool {
    chain(error).any(|cause| {
        cause.downcast_ref::<RpcError>().is_some_and(is_of_kind)
            || matches!(cause.downcast_ref(), Some(ClientError::RpcError(error)) if is_of_kind(error))
    })
}

/// Whether an execution failed because it read an account at a block whose accounts the node does not keep any more. The
/// virtual machine reads accounts that were not named when it comes to them, so the node's answer may lie deep.
fn meets_pruned_accounts(error: &ClientError) -> bool {
    let below = match error {
        ClientError::TransactionExecutorError(error) => below(error),
        error => error,
    };
    any_of_node(below, is_pruned)
}

/// The code of the assertion that ended an execution.
pub(super) fn assertion_code(error: &WalletError) -> Option<u64> {
    let source = match error {
        WalletError::Execution { source }
        | WalletError::Contract(
            ContractError::ProgramFailed { source } | ContractError::AssertionFailed { source, .. },
        ) => source,
        WalletError::Contract(ContractError::CallFailed { source, .. }) => {
            return source.downcast_ref().and_then(WalletError::assertion_code);
        }
        _ => return None,
    };
    let ClientError::TransactionExecutorError(
        TransactionExecutorError::TransactionProgramExecutionFailed(
            ExecutionError::OperationError { err, .. },
        ),
    ) = source.downcast_ref()?
    else {
        return None;
    };
    assertion_code_of(err)
}

/// The code of an assertion that failed.
pub(crate) fn assertion_code_of(error: &OperationError) -> Option<u64> {
    match error {
        OperationError::FailedAssertion { err_code, .. }
        | OperationError::U32AssertionFailed { err_code, .. } => Some(err_code.as_canonical_u64()),
        OperationError::MerklePathVerificationFailed { inner } => {
            Some(inner.err_code.as_canonical_u64())
        }
        _ => None,
    }
}

/// The message of an assertion that failed, as the code that was running has it.
pub(crate) fn assertion_message(error: &mut OperationError) -> Option<&mut Option<Arc<str>>> {
    match error {
        OperationError::FailedAssertion { err_msg, .. }
        | OperationError::U32AssertionFailed { err_msg, .. } => Some(err_msg),
        OperationError::MerklePathVerificationFailed { inner } => Some(&mut inner.err_msg),
        _ => None,
    }
}

/// The code of an assertion of an account, and in which code it failed. It is no part of what the virtual machine said.
fn take_place_of_assertion(error: &mut TransactionExecutorError) -> Option<(u64, String)> {
    let TransactionExecutorError::TransactionProgramExecutionFailed(
        ExecutionError::OperationError { err, source_file, .. },
    ) = error
    else {
        return None;
    };
    let code = assertion_code_of(err)?;
    source_file.take().map(|place| (code, place.as_str().to_owned()))
}

/// The error of a run whose only own code is a script. Assertions of accounts have their place before.
pub(crate) fn of_script(error: WalletError) -> WalletError {
    const PLACE: &str = "in the script or in code that it calls";
    let WalletError::Execution { mut source } = error else { return error };
    let assertion = source.downcast_mut::<ClientError>().and_then(|error| match error {
        ClientError::TransactionExecutorError(
            TransactionExecutorError::TransactionProgramExecutionFailed(
                ExecutionError::OperationError { err, .. },
            ),
        ) => Some((assertion_code_of(err)?, assertion_message(err)?.is_some())),
        _ => None,
    });
    match assertion {
        Some((code, false)) => {
            ContractError::AssertionFailed { place: PLACE.to_owned(), code, source }.into()
        }
        _ => WalletError::Execution { source },
    }
}

// What the kernel's assertions say: their codes are the hashes of it. UPSTREAM(0.18): the constants are there for tests only.
const EMPTY: &str =
    "executed transaction neither changed the account state, nor consumed any notes";
const NOT_NATIVE: &str = "the active account is not native";
const SHORTAGE: &str = "failed to remove the fungible asset from the vault since the amount of \
                        the asset in the vault is less than the amount to remove";

/// Whether the kernel has refused a transaction because it changes nothing.
pub(crate) fn is_of_no_change(error: &WalletError) -> bool {
    is_assertion(error, EMPTY)
}

/// The same, told as such if a procedure of another account than the one that runs did what only procedures of that one
/// can.
fn of_foreign_change(error: WalletError) -> WalletError {
    if is_assertion(&error, NOT_NATIVE) {
        ContractError::ForeignChange { source: error.into() }.into()
    } else {
        error
    }
}

/// Why the virtual machine ended an execution, if it was no assertion with a code.
pub(crate) fn trap(error: &WalletError) -> Option<String> {
    let text = match error {
        WalletError::Contract(
            error @ (ContractError::ForeignChange { .. }
            | ContractError::ProcedureNotInAccount { .. }),
        ) => error.to_string(),
        WalletError::Execution { source }
        | WalletError::Contract(ContractError::ProgramFailed { source })
            if assertion_code(error).is_none() =>
        {
            let ClientError::TransactionExecutorError(
                TransactionExecutorError::TransactionProgramExecutionFailed(below),
            ) = source.downcast_ref()?
            else {
                return None;
            };
            innermost(below)
        }
        _ => return None,
    };
    Some(text.trim_end_matches('.').to_owned())
}

/// Whether a failed execution failed because an asset was taken out of a vault that holds less.
pub(crate) fn is_vault_shortage(error: &WalletError) -> bool {
    is_assertion(error, SHORTAGE)
}

fn is_assertion(error: &WalletError, message: &str) -> bool {
    assertion_code(error) == Some(error_code_from_msg(message).as_canonical_u64())
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests {
    use miden_protocol::errors::tx_kernel::{
        ERR_ACCOUNT_IS_NOT_NATIVE, ERR_EPILOGUE_EXECUTED_TRANSACTION_IS_EMPTY,
        ERR_VAULT_FUNGIBLE_ASSET_AMOUNT_LESS_THAN_AMOUNT_TO_WITHDRAW,
    };

    use super::*;

    #[test]
    fn the_assertions_that_are_told_by_their_codes_are_those_of_the_kernel() {
        assert_eq!(EMPTY, ERR_EPILOGUE_EXECUTED_TRANSACTION_IS_EMPTY.message());
        assert_eq!(NOT_NATIVE, ERR_ACCOUNT_IS_NOT_NATIVE.message());
        let shortage = ERR_VAULT_FUNGIBLE_ASSET_AMOUNT_LESS_THAN_AMOUNT_TO_WITHDRAW;
        assert_eq!(SHORTAGE, shortage.message());
    }

    #[test]
    fn an_error_whose_text_has_the_words_of_an_assertion_is_no_such_assertion() {
        let error = WalletError::Execution { source: format!("{EMPTY} {SHORTAGE}").into() };
        assert!(!is_of_no_change(&error) && !is_vault_shortage(&error));
    }
}
