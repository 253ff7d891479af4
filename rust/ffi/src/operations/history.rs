//! The operations on what has happened.

use miden_swift_wallet::Wallet;

use super::payloads::{known, read, written};
#[cfg(feature = "embedded-chain")]
use crate::codes::WC_OPERATION_TEST_FILL_HISTORY;
use crate::codes::{
    WC_OPERATION_GET_EVENTS, WC_OPERATION_GET_NOTES, WC_OPERATION_GET_TRANSACTIONS,
};
use crate::messages::{
    ErrorMessage, EventsReply, EventsRequest, NotesReply, NotesRequest, TransactionsReply,
    TransactionsRequest,
};

/// Whether an operation is one of these.
pub(super) fn has(operation: u32) -> bool {
    #[cfg(feature = "embedded-chain")]
    if operation == WC_OPERATION_TEST_FILL_HISTORY {
        return true;
    }
    matches!(
        operation,
        WC_OPERATION_GET_TRANSACTIONS | WC_OPERATION_GET_NOTES | WC_OPERATION_GET_EVENTS
    )
}

pub(super) async fn run(
    wallet: &Wallet,
    operation: u32,
    payload: &[u8],
) -> Result<Vec<u8>, ErrorMessage> {
    match operation {
        WC_OPERATION_GET_TRANSACTIONS => {
            let request: TransactionsRequest = read(payload)?;
            let (after, limit) = (request.after.clone(), request.limit);
            let query = known(request.query())?;
            let page = wallet.transactions(query, after.as_deref(), limit).await;
            written::<TransactionsReply, _>(page)
        }
        WC_OPERATION_GET_NOTES => {
            let request: NotesRequest = read(payload)?;
            let (after, limit) = (request.after.clone(), request.limit);
            let query = known(request.query())?;
            written::<NotesReply, _>(wallet.notes(query, after.as_deref(), limit).await)
        }
        WC_OPERATION_GET_EVENTS => {
            let request: EventsRequest = read(payload)?;
            let events = wallet.events(request.after.as_deref(), request.limit).await;
            written::<EventsReply, _>(events)
        }
        #[cfg(feature = "embedded-chain")]
        WC_OPERATION_TEST_FILL_HISTORY => {
            let request: crate::messages::FillHistoryRequest = read(payload)?;
            known(Box::pin(wallet.fill_history(request.count)).await)?;
            Ok(Vec::new())
        }
        _ => Err(ErrorMessage::invalid_parameter(format!("{operation} is not of the history."))),
    }
}
