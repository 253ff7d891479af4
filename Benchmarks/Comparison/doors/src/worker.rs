//! The plainest worker of the SDK's kind: a bounded queue, one thread with a current-thread tokio
//! runtime, a oneshot for each answer. No deadlines, no cancellation, no lanes, no counts.

use std::io;
use std::thread;

use tokio::sync::{mpsc, oneshot};

/// How many requests may wait, as in the SDK.
const WAITING: usize = 256;

/// The worker is no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the worker is closed")]
pub struct Closed;

/// A thread that answers empty requests. It ends when this is dropped.
pub struct Worker {
    requests: mpsc::Sender<oneshot::Sender<()>>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// Where the system has no thread or no events for it.
    pub fn spawn() -> io::Result<Self> {
        let (requests, mut waiting) = mpsc::channel::<oneshot::Sender<()>>(WAITING);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new().name("worker".to_owned()).spawn(move || {
            runtime.block_on(async {
                while let Some(answer) = waiting.recv().await {
                    // Nobody listens any more where the caller has given up.
                    let _ = answer.send(());
                }
            });
        })?;
        Ok(Self { requests })
    }

    /// Sends an empty request and waits for its answer; first for a slot where the queue is full.
    ///
    /// # Errors
    /// [`Closed`].
    pub async fn ping(&self) -> Result<(), Closed> {
        let (answer, answered) = oneshot::channel();
        self.requests.send(answer).await.map_err(|_| Closed)?;
        answered.await.map_err(|_| Closed)
    }
}
