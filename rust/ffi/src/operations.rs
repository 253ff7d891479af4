//! From a number and a payload to what the wallet does.

mod contracts;
mod files;
mod history;
mod keeping;
mod money;
mod notes;
mod payloads;
mod tags;
mod trade;

use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use miden_swift_runtime::{Context, JobFuture, Lane, Outcome, Work};
#[cfg(feature = "embedded-chain")]
use miden_swift_wallet::embedded::test_signature;
use miden_swift_wallet::{
    NotesToConsume, TransactionId, Wallet, parse_account_id, parse_transaction_id,
    with_point_of_no_return,
};
use zeroize::Zeroizing;

use crate::bytes;
#[cfg(feature = "embedded-chain")]
use crate::codes::WC_OPERATION_TEST_SIGN;
use crate::codes::{
    WC_OK, WC_OPERATION_CONSUME_ALL, WC_OPERATION_CONSUME_NOTES, WC_OPERATION_CREATE_ACCOUNT,
    WC_OPERATION_CREATE_FAUCET, WC_OPERATION_CREATE_WALLET, WC_OPERATION_DISMISS_NOTES,
    WC_OPERATION_EXPORT_ACCOUNT, WC_OPERATION_EXPORT_KEY, WC_OPERATION_EXPORT_NOTE,
    WC_OPERATION_GET_ACCOUNTS, WC_OPERATION_GET_BALANCE, WC_OPERATION_GET_INPUT_NOTES,
    WC_OPERATION_GET_TRANSACTION, WC_OPERATION_GET_UNDELIVERED_NOTES, WC_OPERATION_IMPORT_ACCOUNT,
    WC_OPERATION_IMPORT_KEY, WC_OPERATION_IMPORT_NOTE, WC_OPERATION_INFO, WC_OPERATION_MINT,
    WC_OPERATION_PING, WC_OPERATION_PREVIEW, WC_OPERATION_PREVIEW_CONSUME_ALL,
    WC_OPERATION_REGISTER_ACCOUNT, WC_OPERATION_RESTORE, WC_OPERATION_SEND,
    WC_OPERATION_SET_DEFAULT_ACCOUNT, WC_OPERATION_SIGN_MESSAGE, WC_OPERATION_SYNC,
    WC_OPERATION_TEST_CONNECTION, WC_OPERATION_TRANSACT, WC_OPERATION_VERIFY_NOTES,
};
use crate::messages::{
    AccountReply, AccountRequest, AccountsReply, BalanceReply, ConnectionReply, ConsumeAllReply,
    ConsumeAllRequest, ConsumeNotesRequest, CreateWalletRequest, DefaultAccountMessage,
    ErrorMessage, InfoReply, MintRequest, PreviewConsumeAllReply, PreviewConsumeAllRequest,
    PreviewRequest, RestoreReply, RestoreRequest, SendReply, SendRequest, SentReply,
    SignMessageRequest, SignatureReply, SyncReply, TransactRequest, TransactionMessage,
    TransactionReply, TransactionRequest,
};
#[cfg(feature = "embedded-chain")]
use crate::messages::{TestSignReply, TestSignRequest};
use payloads::{known, no_payload, read, written};

/// What a request ends in: a code and a message.
pub(crate) struct Reply {
    pub(crate) code: i32,
    /// Wiped where they never reach the caller.
    pub(crate) bytes: Zeroizing<Vec<u8>>,
    /// Whether the caller's bytes are wiped when it gives them back.
    pub(crate) is_secret: bool,
}

impl Reply {
    /// The bytes, for the caller.
    pub(crate) fn given(mut self) -> (*mut u8, usize) {
        if self.is_secret {
            bytes::give_secret(self.bytes)
        } else {
            bytes::give(std::mem::take(&mut *self.bytes))
        }
    }
}

impl From<ErrorMessage> for Reply {
    fn from(error: ErrorMessage) -> Self {
        Self { code: error.code, bytes: error.to_json().into(), is_secret: false }
    }
}

/// What a request goes on to its end with, past its point of no return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begun {
    /// It submits a transaction.
    Transaction(TransactionId),
    /// It writes an account, or uses an invitation.
    Writing,
}

/// What a request has begun, once it has. Empty for a request that has no point of no return.
#[derive(Clone)]
pub(crate) struct Submitted(Option<Arc<OnceLock<Begun>>>);

impl Submitted {
    /// Room for what a request of this operation may begin.
    pub(crate) fn by(operation: u32) -> Self {
        let has_point = makes_transaction(operation) || has_point_of_no_return(operation);
        Self(has_point.then(Arc::default))
    }

    fn set(&self, begun: Begun) {
        if let Some(place) = &self.0 {
            // It is set once: a request makes one transaction.
            let _ = place.set(begun);
        }
    }

    fn begun(&self) -> Option<Begun> {
        self.0.as_ref().and_then(|place| place.get()).copied()
    }

    /// The transaction it submitted.
    fn transaction(&self) -> Option<TransactionId> {
        match self.begun()? {
            Begun::Transaction(transaction) => Some(transaction),
            Begun::Writing => None,
        }
    }
}

fn makes_transaction(operation: u32) -> bool {
    matches!(
        operation,
        WC_OPERATION_CONSUME_NOTES
            | WC_OPERATION_CONSUME_ALL
            | WC_OPERATION_SEND
            | WC_OPERATION_MINT
            | WC_OPERATION_TRANSACT
    )
}

/// Whether an operation that makes no transaction has a point from which on it is carried out to its end: it takes in an
/// account, or uses up an invitation. Restoring takes in one account after the other and has none: what it leaves in part
/// the next try completes.
fn has_point_of_no_return(operation: u32) -> bool {
    matches!(
        operation,
        WC_OPERATION_CREATE_WALLET
            | WC_OPERATION_IMPORT_ACCOUNT
            | WC_OPERATION_IMPORT_KEY
            | WC_OPERATION_CREATE_ACCOUNT
            | WC_OPERATION_CREATE_FAUCET
            | WC_OPERATION_REGISTER_ACCOUNT
    )
}

/// Whether an operation only reads the store, so that a wallet on a copy of it can answer.
fn is_read(operation: u32) -> bool {
    use crate::codes::{
        WC_OPERATION_GET_ACCOUNT_DETAILS, WC_OPERATION_GET_NOTES, WC_OPERATION_GET_TOKENS,
        WC_OPERATION_GET_TRANSACTIONS,
    };
    matches!(
        operation,
        WC_OPERATION_PING
            | WC_OPERATION_INFO
            | WC_OPERATION_TEST_CONNECTION
            | WC_OPERATION_GET_ACCOUNTS
            | WC_OPERATION_GET_ACCOUNT_DETAILS
            | WC_OPERATION_GET_BALANCE
            | WC_OPERATION_GET_TOKENS
            | WC_OPERATION_GET_INPUT_NOTES
            | WC_OPERATION_GET_NOTES
            | WC_OPERATION_GET_TRANSACTION
            | WC_OPERATION_GET_TRANSACTIONS
    )
}

/// Whether a reply has keys in clear.
fn has_secrets(operation: u32) -> bool {
    matches!(operation, WC_OPERATION_EXPORT_ACCOUNT | WC_OPERATION_EXPORT_KEY)
}

/// The lane of an operation, or `None` where there is no such operation.
pub(crate) fn lane(operation: u32) -> Option<Lane> {
    match operation {
        WC_OPERATION_PING
        | WC_OPERATION_INFO
        | WC_OPERATION_GET_ACCOUNTS
        | WC_OPERATION_GET_BALANCE
        | WC_OPERATION_GET_TRANSACTION
        | WC_OPERATION_SET_DEFAULT_ACCOUNT
        | WC_OPERATION_EXPORT_NOTE
        | WC_OPERATION_GET_INPUT_NOTES
        | WC_OPERATION_DISMISS_NOTES
        | WC_OPERATION_GET_UNDELIVERED_NOTES => Some(Lane::Quick),
        _ if history::has(operation) => Some(Lane::Quick),
        WC_OPERATION_SYNC
        | WC_OPERATION_TEST_CONNECTION
        | WC_OPERATION_CREATE_WALLET
        | WC_OPERATION_IMPORT_ACCOUNT
        | WC_OPERATION_EXPORT_ACCOUNT
        | WC_OPERATION_IMPORT_NOTE
        | WC_OPERATION_RESTORE => Some(Lane::Remote),
        // Runs scripts that anybody may have sent: those that wait for that take no other read's place.
        WC_OPERATION_VERIFY_NOTES => Some(Lane::Script),
        // With a lane of their own: a signer may keep them waiting for as long as a person does.
        WC_OPERATION_CONSUME_NOTES
        | WC_OPERATION_CONSUME_ALL
        | WC_OPERATION_SEND
        | WC_OPERATION_PREVIEW
        | WC_OPERATION_PREVIEW_CONSUME_ALL
        | WC_OPERATION_MINT
        | WC_OPERATION_TRANSACT
        | WC_OPERATION_SIGN_MESSAGE => Some(Lane::Long),
        #[cfg(feature = "embedded-chain")]
        WC_OPERATION_TEST_SIGN => Some(Lane::Quick),
        _ => [contracts::lane, keeping::lane, money::lane, tags::lane, trade::lane]
            .iter()
            .find_map(|lane| lane(operation)),
    }
}

/// The work of a request.
pub(crate) struct Operation {
    pub(crate) number: u32,
    pub(crate) payload: Zeroizing<Vec<u8>>,
    pub(crate) submitted: Submitted,
}

impl Work<Wallet, Reply> for Operation {
    fn begin(self, wallet: Rc<Wallet>, context: Context) -> JobFuture<Reply> {
        Box::pin(async move {
            let work = run(&wallet, &context, self.number, &self.payload, &self.submitted);
            let result = if has_point_of_no_return(self.number) {
                let (context, submitted) = (context.clone(), self.submitted.clone());
                let point = move || {
                    context.point_of_no_return();
                    submitted.set(Begun::Writing);
                };
                with_point_of_no_return(point, work).await
            } else {
                work.await
            };
            match result {
                Ok(bytes) => {
                    let is_secret = has_secrets(self.number);
                    Reply { code: WC_OK, bytes: bytes.into(), is_secret }
                }
                Err(error) => error.into(),
            }
        })
    }
}

/// What the caller is told of an outcome.
pub(crate) fn reply(outcome: Outcome<Reply>, submitted: &Submitted) -> Reply {
    match outcome {
        Outcome::Finished(reply) => reply,
        Outcome::Panicked(panic) => match submitted.transaction() {
            Some(transaction) => ErrorMessage::panicked_after_submission(transaction, panic).into(),
            None => ErrorMessage::panicked(panic).into(),
        },
        Outcome::Cancelled => ErrorMessage::cancelled().into(),
        Outcome::TimedOut { will_complete: false } => ErrorMessage::timed_out().into(),
        Outcome::TimedOut { will_complete: true } => match submitted.transaction() {
            Some(transaction) => ErrorMessage::timed_out_after_submission(transaction).into(),
            None => ErrorMessage::timed_out_while_writing().into(),
        },
        Outcome::Closed => match submitted.begun() {
            Some(Begun::Transaction(transaction)) => {
                ErrorMessage::closed_after_submission(transaction).into()
            }
            Some(Begun::Writing) => ErrorMessage::closed_while_writing().into(),
            None => ErrorMessage::closed().into(),
        },
    }
}

/// Each operation's own future is in a box, which the wallet's come in: in here they would all have the
/// room of the largest, which is 15 kilobytes, and an operation that does nothing would be given it for
/// each call.
async fn run(
    wallet: &Wallet,
    context: &Context,
    operation: u32,
    payload: &[u8],
    submitted: &Submitted,
) -> Result<Vec<u8>, ErrorMessage> {
    known(wallet.require_sound())?;
    if wallet.is_read_only() && !is_read(operation) {
        return Err(ErrorMessage::read_only());
    }
    match operation {
        WC_OPERATION_PING => {
            no_payload(payload)?;
            Ok(Vec::new())
        }
        WC_OPERATION_INFO => {
            no_payload(payload)?;
            written::<InfoReply, _>(wallet.info().await)
        }
        WC_OPERATION_SYNC => {
            no_payload(payload)?;
            written::<SyncReply, _>(wallet.sync().await)
        }
        WC_OPERATION_TEST_CONNECTION => {
            no_payload(payload)?;
            written::<ConnectionReply, _>(ConnectionReply::of(wallet.test_connection().await))
        }
        WC_OPERATION_CREATE_WALLET => {
            let request: CreateWalletRequest = read(payload)?;
            written::<AccountReply, _>(wallet.create_wallet(request.try_into()?).await)
        }
        WC_OPERATION_GET_ACCOUNTS => {
            no_payload(payload)?;
            written::<AccountsReply, _>(wallet.accounts().await)
        }
        WC_OPERATION_GET_BALANCE => {
            let request: AccountRequest = read(payload)?;
            let account = known(parse_account_id(&request.account_id))?;
            written::<BalanceReply, _>(wallet.balance(account).await)
        }
        _ if notes::has(operation) => Box::pin(notes::run(wallet, operation, payload)).await,
        _ if history::has(operation) => Box::pin(history::run(wallet, operation, payload)).await,
        _ if keeping::lane(operation).is_some() => {
            Box::pin(keeping::run(wallet, operation, payload)).await
        }
        _ if tags::lane(operation).is_some() => {
            Box::pin(tags::run(wallet, operation, payload)).await
        }
        _ if money::lane(operation).is_some() => {
            Box::pin(money::run(wallet, operation, payload)).await
        }
        _ if contracts::lane(operation).is_some() => {
            Box::pin(contracts::run(wallet, operation, payload)).await
        }
        _ if trade::lane(operation).is_some() => {
            Box::pin(trade::run(wallet, operation, payload)).await
        }
        _ if makes_transaction(operation) => {
            transact(wallet, context, operation, payload, submitted).await
        }
        WC_OPERATION_PREVIEW | WC_OPERATION_PREVIEW_CONSUME_ALL => {
            Box::pin(preview(wallet, operation, payload)).await
        }
        WC_OPERATION_IMPORT_ACCOUNT
        | WC_OPERATION_EXPORT_ACCOUNT
        | WC_OPERATION_EXPORT_NOTE
        | WC_OPERATION_IMPORT_NOTE
        | WC_OPERATION_GET_UNDELIVERED_NOTES => {
            Box::pin(files::run(wallet, operation, payload)).await
        }
        WC_OPERATION_GET_TRANSACTION => {
            let request: TransactionRequest = read(payload)?;
            let transaction = known(parse_transaction_id(&request.transaction_id))?;
            written::<TransactionReply, _>(wallet.transaction(transaction).await)
        }
        WC_OPERATION_SET_DEFAULT_ACCOUNT => {
            let DefaultAccountMessage { account_id } = read(payload)?;
            let account = known(account_id.as_deref().map(parse_account_id).transpose())?;
            known(match account {
                Some(account) => Box::pin(wallet.set_default_account(account)).await,
                None => Box::pin(wallet.remove_default_account()).await,
            })?;
            written::<DefaultAccountMessage, _>(Ok(account))
        }
        WC_OPERATION_SIGN_MESSAGE => {
            let request: SignMessageRequest = read(payload)?;
            let account = known(parse_account_id(&request.account_id))?;
            written::<SignatureReply, _>(wallet.sign_message(account, &request.message).await)
        }
        WC_OPERATION_RESTORE => {
            let request: RestoreRequest = read(payload)?;
            written::<RestoreReply, _>(wallet.restore(request.try_into()?).await)
        }
        #[cfg(feature = "embedded-chain")]
        WC_OPERATION_TEST_SIGN => {
            let TestSignRequest { seed, scheme, message } = read(payload)?;
            written::<TestSignReply, _>(Box::pin(test_signature(seed.0, scheme, &message)).await)
        }
        // `lane` is asked before anything is accepted.
        _ => Err(ErrorMessage::invalid_parameter(format!("There is no operation {operation}."))),
    }
}

/// The operations that say what a transaction would do.
async fn preview(wallet: &Wallet, operation: u32, payload: &[u8]) -> Result<Vec<u8>, ErrorMessage> {
    if operation == WC_OPERATION_PREVIEW {
        let request: PreviewRequest = read(payload)?;
        let (account, draft) = known(request.parsed())?;
        return written::<TransactionMessage, _>(wallet.preview(account, &draft).await);
    }
    let request: PreviewConsumeAllRequest = read(payload)?;
    let account = known(request.account())?;
    let preview = wallet.preview_consume_all(account, request.notes());
    written::<PreviewConsumeAllReply, _>(Box::pin(preview).await)
}

/// The operations that make a transaction.
async fn transact(
    wallet: &Wallet,
    context: &Context,
    operation: u32,
    payload: &[u8],
    submitted: &Submitted,
) -> Result<Vec<u8>, ErrorMessage> {
    let before_submit = |transaction| {
        // Said first: whoever is told that it will complete should also be told what.
        submitted.set(Begun::Transaction(transaction));
        context.point_of_no_return();
    };
    match operation {
        WC_OPERATION_CONSUME_NOTES => {
            let request: ConsumeNotesRequest = read(payload)?;
            let (account, notes) = known(request.parsed())?;
            let consuming = wallet.consume(account, &notes, request.options(), before_submit);
            written::<SentReply, _>(Box::pin(consuming).await)
        }
        WC_OPERATION_CONSUME_ALL => {
            let request: ConsumeAllRequest = read(payload)?;
            let (account, except) = known(request.parsed())?;
            let notes = NotesToConsume { except: &except, at_most: request.at_most() };
            let consuming = wallet.consume_all(account, notes, request.options(), before_submit);
            written::<ConsumeAllReply, _>(Box::pin(consuming).await)
        }
        WC_OPERATION_SEND => {
            let request: SendRequest = read(payload)?;
            let (account, payments) = known(request.parsed())?;
            let sending = wallet.send(account, payments, request.options(), before_submit);
            written::<SendReply, _>(Box::pin(sending).await)
        }
        WC_OPERATION_TRANSACT => {
            let request: TransactRequest = read(payload)?;
            let (account, draft) = known(request.parsed())?;
            let transacting = wallet.transact(account, &draft, request.options(), before_submit);
            written::<SendReply, _>(transacting.await)
        }
        WC_OPERATION_MINT => {
            let request: MintRequest = read(payload)?;
            let account = known(parse_account_id(&request.account_id))?;
            let token = known(request.token())?;
            let minting = wallet.mint(
                account,
                token,
                request.amount,
                request.note_type.into(),
                before_submit,
            );
            written::<SentReply, _>(Box::pin(minting).await)
        }
        _ => Err(ErrorMessage::invalid_parameter(format!("{operation} makes no transaction."))),
    }
}

#[cfg(test)]
mod tests;

#[cfg(all(test, feature = "embedded-chain"))]
mod poison_tests;
