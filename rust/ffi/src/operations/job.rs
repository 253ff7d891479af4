//! From a number and bytes to an operation that runs.

use std::rc::Rc;

use miden_swift_runtime::{Context, JobFuture, Work};
use miden_swift_wallet::{TransactionId, Wallet, with_point_of_no_return};
use zeroize::Zeroizing;

use super::commit::{CommitPoint, CommitState, Committed};
use super::json::{Decode, Encode};
use super::{Access, Commit, Entry, Operation, Properties, Reply, ReplyContent};
use crate::codes::WC_OK;
use crate::messages::ErrorMessage;

/// The work of a request.
pub(crate) struct Job {
    pub(crate) operation: &'static Entry,
    pub(crate) payload: Zeroizing<Vec<u8>>,
    pub(crate) commit: CommitState,
}

/// What an operation runs with.
pub(super) struct Call {
    pub(super) wallet: Rc<Wallet>,
    commit: CommitPoint,
}

impl Call {
    /// What the wallet calls before it submits a transaction.
    pub(super) fn before_submit(&self) -> impl Fn(TransactionId) + '_ {
        |transaction| self.commit.pass(Committed::Transaction(transaction))
    }
}

/// Begins an operation.
pub(super) type Begin = fn(Call, Zeroizing<Vec<u8>>) -> JobFuture<Reply>;

/// Begins the operation `O`. Its future is in a box of its own size: the largest takes 15 kilobytes, and an operation that
/// does nothing should not.
pub(super) fn begin<O: Operation>(call: Call, payload: Zeroizing<Vec<u8>>) -> JobFuture<Reply> {
    Box::pin(async move {
        match run::<O>(&call, payload).await {
            Ok(bytes) => {
                let is_secret = O::PROPERTIES.reply == ReplyContent::Secret;
                Reply { code: WC_OK, bytes: bytes.into(), is_secret }
            }
            Err(error) => error.into(),
        }
    })
}

async fn run<O: Operation>(
    call: &Call,
    payload: Zeroizing<Vec<u8>>,
) -> Result<Vec<u8>, ErrorMessage> {
    let Properties { commit, access, reply, .. } = O::PROPERTIES;
    call.wallet.require_sound()?;
    if call.wallet.is_read_only() && access != Access::ReadOnly {
        return Err(ErrorMessage::read_only());
    }
    let request = O::Request::decode(&payload)?;
    drop(payload);
    let work = O::run(call, request);
    let answer = if commit == Commit::Write {
        let point = call.commit.clone();
        with_point_of_no_return(move || point.pass(Committed::Write), work).await?
    } else {
        work.await?
    };
    match reply {
        ReplyContent::Public => answer.encode(),
        ReplyContent::Secret => answer.encode_secret(),
    }
}

impl Work<Wallet, Reply> for Job {
    fn begin(self, wallet: Rc<Wallet>, context: Context) -> JobFuture<Reply> {
        let commit = CommitPoint { context, state: self.commit };
        (self.operation.begin)(Call { wallet, commit }, self.payload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::wallet::Ping;

    /// The size of what an async function returns, without a call of it.
    fn size_of_future<'a, F>(_: impl FnOnce(&'a Call, Zeroizing<Vec<u8>>) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn no_operation_has_the_room_of_another() {
        let size = size_of_future(run::<Ping>);
        assert!(size <= 512, "{size} bytes for a call that does nothing");
    }
}
