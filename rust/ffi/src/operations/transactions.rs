//! Transactions: previewing and making them, and what became of one.

use miden_swift_runtime::Lane;
use miden_swift_wallet::{NotesToConsume, parse_account_id, parse_transaction_id};

use super::job::Call;
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{
    WC_OPERATION_CONSUME_ALL, WC_OPERATION_GET_OUTCOME, WC_OPERATION_GET_TRANSACTION,
    WC_OPERATION_MINT, WC_OPERATION_PREVIEW, WC_OPERATION_PREVIEW_CONSUME_ALL,
    WC_OPERATION_TRANSACT,
};
use crate::messages::{
    ConsumeAllReply, ConsumeAllRequest, ErrorMessage, MintReply, MintRequest, OutcomeReply,
    OutcomeRequest, PreviewConsumeAllReply, PreviewConsumeAllRequest, PreviewRequest,
    TransactReply, TransactRequest, TransactionMessage, TransactionReply, TransactionRequest,
};

/// Reads what became of a transaction.
pub(super) struct GetTransaction;

impl Operation for GetTransaction {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_TRANSACTION,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = TransactionRequest;
    type Reply = TransactionReply;

    async fn run(
        call: &Call,
        request: TransactionRequest,
    ) -> Result<TransactionReply, ErrorMessage> {
        let transaction = parse_transaction_id(&request.transaction_id)?;
        Ok(call.wallet.transaction(transaction).await?.into())
    }
}

// These have a lane of their own: a signer may keep them waiting for as long as a person does.

/// Makes the transaction of a draft, of any kind that a preview takes.
pub(super) struct Transact;

impl Operation for Transact {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_TRANSACT,
        lane: Lane::Long,
        commit: Commit::Transaction,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = TransactRequest;
    type Reply = TransactReply;

    async fn run(call: &Call, request: TransactRequest) -> Result<TransactReply, ErrorMessage> {
        let (account, draft) = request.parsed()?;
        let sent = call.wallet.transact(account, &draft, request.options()?, call.before_submit());
        Ok(sent.await?.into())
    }
}

/// Consumes as many notes as fit in one transaction.
pub(super) struct ConsumeAll;

impl Operation for ConsumeAll {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_CONSUME_ALL,
        lane: Lane::Long,
        commit: Commit::Transaction,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = ConsumeAllRequest;
    type Reply = ConsumeAllReply;

    async fn run(call: &Call, request: ConsumeAllRequest) -> Result<ConsumeAllReply, ErrorMessage> {
        let (account, except) = request.parsed()?;
        let notes = NotesToConsume { except: &except, at_most: request.at_most() };
        let consumed =
            call.wallet.consume_all(account, notes, request.options(), call.before_submit());
        Ok(consumed.await?.into())
    }
}

/// Says what came of a request that was made with a reference before.
pub(super) struct GetOutcome;

impl Operation for GetOutcome {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_OUTCOME,
        lane: Lane::Long,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = OutcomeRequest;
    type Reply = OutcomeReply;

    async fn run(call: &Call, request: OutcomeRequest) -> Result<OutcomeReply, ErrorMessage> {
        let (account, draft) = request.parsed()?;
        Ok(call.wallet.outcome_with_reference(account, &draft, request.reference()).await?.into())
    }
}

/// Computes what a transaction would do, its fee included.
pub(super) struct Preview;

impl Operation for Preview {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_PREVIEW,
        lane: Lane::Long,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = PreviewRequest;
    type Reply = TransactionMessage;

    async fn run(call: &Call, request: PreviewRequest) -> Result<TransactionMessage, ErrorMessage> {
        let (account, draft) = request.parsed()?;
        Ok(call.wallet.preview(account, &draft).await?.into())
    }
}

/// Computes what consuming all notes would do.
pub(super) struct PreviewConsumeAll;

impl Operation for PreviewConsumeAll {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_PREVIEW_CONSUME_ALL,
        lane: Lane::Long,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = PreviewConsumeAllRequest;
    type Reply = PreviewConsumeAllReply;

    async fn run(
        call: &Call,
        request: PreviewConsumeAllRequest,
    ) -> Result<PreviewConsumeAllReply, ErrorMessage> {
        let account = request.account()?;
        Ok(call.wallet.preview_consume_all(account, request.notes()).await?.into())
    }
}

/// Mints from the embedded chain's faucet.
pub(super) struct Mint;

impl Operation for Mint {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_MINT,
        lane: Lane::Long,
        commit: Commit::Transaction,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = MintRequest;
    type Reply = MintReply;

    async fn run(call: &Call, request: MintRequest) -> Result<MintReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        let (token, note_type) = (request.token()?, request.note_type.into());
        let before_submit = call.before_submit();
        let sent = call.wallet.mint(account, token, request.amount, note_type, before_submit);
        Ok(sent.await?.into())
    }
}
