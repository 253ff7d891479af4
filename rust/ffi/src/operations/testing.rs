//! Operations for tests, which only a library with the embedded chain has.

use miden_swift_runtime::Lane;
use miden_swift_wallet::embedded::test_signature;

use super::job::Call;
use super::json::NoReply;
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{WC_OPERATION_TEST_FILL_HISTORY, WC_OPERATION_TEST_SIGN};
use crate::messages::{ErrorMessage, FillHistoryRequest, TestSignReply, TestSignRequest};

/// Signs 32 bytes as a signer would, with the key that a seed gives.
pub(super) struct TestSign;

impl Operation for TestSign {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_TEST_SIGN,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = TestSignRequest;
    type Reply = TestSignReply;

    async fn run(_call: &Call, request: TestSignRequest) -> Result<TestSignReply, ErrorMessage> {
        let TestSignRequest { seed, scheme, message } = request;
        Ok(test_signature(seed.0, scheme, &message).await?.into())
    }
}

/// Puts copies of a transaction into the store.
pub(super) struct TestFillHistory;

impl Operation for TestFillHistory {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_TEST_FILL_HISTORY,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = FillHistoryRequest;
    type Reply = NoReply;

    async fn run(call: &Call, request: FillHistoryRequest) -> Result<NoReply, ErrorMessage> {
        call.wallet.fill_history(request.count).await?;
        Ok(NoReply)
    }
}
