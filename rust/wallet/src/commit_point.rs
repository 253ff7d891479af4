//! The point from which on an operation that makes no transaction is carried out to its end.
//!
//! An account that is taken in is some writes one after the other. Who gives up waiting in the middle of them would be told
//! that nothing has come of it, and make a second account with the next try.

use std::future::Future;

tokio::task_local! {
    static POINT_OF_NO_RETURN: Box<dyn Fn()>;
}

/// Does some work, and calls `point` where it begins to write what has to be written whole. Whoever drives the work has to
/// drive it to its end from there on.
pub fn with_point_of_no_return<F: Future>(
    point: impl Fn() + 'static,
    work: F,
) -> impl Future<Output = F::Output> {
    POINT_OF_NO_RETURN.scope(Box::new(point), work)
}

/// Announces the commit point to [`with_point_of_no_return`], if the caller uses it.
pub(crate) fn announce() {
    let _ = POINT_OF_NO_RETURN.try_with(|point| point());
}
