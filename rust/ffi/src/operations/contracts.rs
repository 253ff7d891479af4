//! Accounts and scripts with code of their own.

use miden_swift_runtime::Lane;

use super::job::Call;
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{
    WC_OPERATION_CREATE_ACCOUNT, WC_OPERATION_GET_PROCEDURES, WC_OPERATION_GET_STORAGE,
    WC_OPERATION_RUN_PROGRAM,
};
use crate::messages::{
    AccountReply, CreateAccountRequest, ErrorMessage, ProceduresReply, ProceduresRequest,
    ProgramReply, ProgramRequest, StorageReply, StorageRequest,
};

/// Creates an account of components.
pub(super) struct CreateAccount;

impl Operation for CreateAccount {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_CREATE_ACCOUNT,
        lane: Lane::Remote,
        commit: Commit::Write,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = CreateAccountRequest;
    type Reply = AccountReply;

    async fn run(call: &Call, request: CreateAccountRequest) -> Result<AccountReply, ErrorMessage> {
        Ok(call.wallet.create_account(request.parsed()?).await?.into())
    }
}

/// Runs a script without changing anything, for what it leaves on the stack.
pub(super) struct RunProgram;

impl Operation for RunProgram {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_RUN_PROGRAM,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = ProgramRequest;
    type Reply = ProgramReply;

    async fn run(call: &Call, request: ProgramRequest) -> Result<ProgramReply, ErrorMessage> {
        let (account, program) = request.parsed()?;
        Ok(call.wallet.run_program(account, program).await?.into())
    }
}

/// Reads an account's storage.
pub(super) struct GetStorage;

impl Operation for GetStorage {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_STORAGE,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = StorageRequest;
    type Reply = StorageReply;

    async fn run(call: &Call, request: StorageRequest) -> Result<StorageReply, ErrorMessage> {
        let (account, slot, key) = request.parsed()?;
        Ok(call.wallet.storage(account, slot, key).await?.into())
    }
}

/// Lists what an account lets others call.
pub(super) struct GetProcedures;

impl Operation for GetProcedures {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_PROCEDURES,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = ProceduresRequest;
    type Reply = ProceduresReply;

    async fn run(call: &Call, request: ProceduresRequest) -> Result<ProceduresReply, ErrorMessage> {
        let (account, packages) = request.parsed()?;
        let found = call.wallet.account_procedures(account, packages, request.with_code).await?;
        Ok(found.into())
    }
}
