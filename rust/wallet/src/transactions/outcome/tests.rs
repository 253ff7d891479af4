//! Which answers of a node mean what.

#[cfg(feature = "embedded-chain")]
mod paths;
#[cfg(feature = "embedded-chain")]
mod presence;

use miden_client::rpc::RpcEndpoint;

use super::*;

fn answered(code: GrpcError, refusal: Option<AddTransactionError>) -> Answer {
    Answer::of(&Err(ClientError::RpcError(RpcError::RequestError {
        endpoint: RpcEndpoint::SubmitProvenTx,
        error_kind: code,
        endpoint_error: refusal.map(EndpointError::AddTransaction),
        source: None,
    })))
}

fn refused(refusal: AddTransactionError) -> Answer {
    answered(GrpcError::InvalidArgument, Some(refusal))
}

#[test]
fn a_refusal_with_a_reason_is_final_only_if_the_transaction_alone_decides_it() {
    let message = String::new;
    assert_eq!(refused(AddTransactionError::MissingFee), Answer::Refused);
    assert_eq!(refused(AddTransactionError::InvalidFeeAsset), Answer::Refused);
    assert_eq!(refused(AddTransactionError::Expired), Answer::RefusedForNow);
    let conflict = AddTransactionError::StateConflict { message: message() };
    assert_eq!(refused(conflict), Answer::RefusedForNow);
    // What a node says of a transaction that is in a block already.
    let gone = AddTransactionError::AuthenticationFailed { message: message() };
    assert_eq!(refused(gone), Answer::RefusedForNow);
    assert_eq!(refused(AddTransactionError::CapacityExceeded), Answer::Unknown);
    assert_eq!(refused(AddTransactionError::Internal), Answer::Unknown);
    let unheard_of = AddTransactionError::Unknown { code: 99, message: message() };
    assert_eq!(refused(unheard_of), Answer::Unknown);
}

#[test]
fn a_code_without_a_reason_is_a_refusal_for_now_or_tells_nothing() {
    for code in [
        GrpcError::InvalidArgument,
        GrpcError::FailedPrecondition,
        GrpcError::AlreadyExists,
        GrpcError::PermissionDenied,
        GrpcError::OutOfRange,
        GrpcError::NotFound,
    ] {
        let label = format!("{code:?}");
        assert_eq!(answered(code, None), Answer::RefusedForNow, "{label}");
    }
    for code in [
        GrpcError::Cancelled,
        GrpcError::DeadlineExceeded,
        GrpcError::ResourceExhausted,
        GrpcError::Unavailable,
        GrpcError::Internal,
        GrpcError::Unimplemented,
        GrpcError::Unauthenticated,
        GrpcError::Aborted,
        GrpcError::DataLoss,
        GrpcError::Unknown(String::new()),
    ] {
        let label = format!("{code:?}");
        assert_eq!(answered(code, None), Answer::Unknown, "{label}");
    }
    let silence = ClientError::RpcError(RpcError::ConnectionError("gone".into()));
    assert_eq!(Answer::of(&Err(silence)), Answer::Unknown);
}

#[test]
fn the_chain_decides_before_a_refusal_does() {
    let block = BlockNumber::from(7_u32);
    for answer in [Answer::Refused, Answer::RefusedForNow, Answer::Unknown] {
        let outcome = |presence| Outcome::of(answer, presence);
        assert_eq!(outcome(Some(Presence::Committed(block))), Outcome::Accepted(block));
        assert_eq!(outcome(Some(Presence::Impossible)), Outcome::Dropped);
        assert_eq!(outcome(None), Outcome::Unknown);
    }
    let not_found = |answer| Outcome::of(answer, Some(Presence::NotFound));
    assert_eq!(not_found(Answer::Refused), Outcome::Refused);
    assert_eq!(not_found(Answer::RefusedForNow), Outcome::RefusedForNow);
    assert_eq!(not_found(Answer::Unknown), Outcome::Unknown);
    assert_eq!(not_found(Answer::Accepted(block)), Outcome::Accepted(block));
}
