//! The executor of the model: no tokio, and no blocking calls to wait for at the end.

use std::future::Future;
use std::io;
use std::time::Duration;

pub(crate) use shuttle::future::yield_now;

/// One, so that the worker never looks out for work instead of sleeping: it would do so until the
/// time has advanced, and here time stands still.
pub(crate) fn cores() -> usize {
    1
}

pub(crate) struct Executor;

impl Executor {
    #[expect(clippy::unnecessary_wraps, reason = "tokio's may fail")]
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    #[expect(clippy::unused_self, reason = "tokio's is needed")]
    pub(crate) fn run<F: Future>(&self, future: F) -> F::Output {
        shuttle::future::block_on(future)
    }

    #[expect(clippy::unused_self, reason = "tokio's is needed")]
    pub(crate) fn end(self, _limit: Duration) {}
}
