//! A bounded queue in front of one worker thread. It knows nothing of wallets and nothing of C.
//!
//! A [`Worker`] owns a thread with a current-thread tokio runtime and a state `S` that never
//! leaves it, so neither `S` nor the futures of the jobs need to be `Send`. What is handed in is a
//! [`Request`]: a job, the [`Lane`] it counts under, perhaps a deadline, and a [`Completion`].
//!
//! # The promises
//!
//! * **Bounded.** At most [`Limits::waiting`] requests wait; the next one is refused at once, and
//!   of each lane only so many are started at a time. The oldest request whose lane has room is
//!   started first, so a short read never waits behind long transactions.
//! * **Started is not begun.** The worker takes requests out of the queue some at a time, and begins
//!   one after the other. Until then each can still be cancelled, pass its deadline or be closed.
//! * **Exactly one completion.** Every request that [`Worker::submit`] accepted ends in one
//!   [`Outcome`], whatever happens to it. A request that was refused ends in none.
//! * **The completion runs on the worker's thread, under no lock.** It must not block: the worker
//!   does nothing else meanwhile. One that takes over 10 ms is logged. It may submit and cancel.
//! * **Told first.** Whoever is told that a job is over does not wait for what it held to be
//!   dropped, nor for a blocking call it was waiting for. What it held is dropped right after, before
//!   anything else is started or polled.
//! * **A point of no return.** Until a job calls [`Context::point_of_no_return`], cancellation, its
//!   deadline and the closing of the worker drop its future. After it the future runs to its end.
//!   All of these happen between two polls of the future, never during one.
//! * **Panics stay inside.** One in a job is told as [`Outcome::Panicked`], one in a completion or
//!   a destructor is logged, and the worker goes on. One in the worker itself (in the log, say) ends
//!   it, and everybody is told [`Outcome::Closed`].
//! * **Closed is over.** When [`Worker::close`] returns, all of this has been told, and the state is
//!   gone but for what a blocking call of a job, or a thread of its own, still has a part in.
//!
//! # The pieces
//!
//! `queue` and `state` decide and are plain data, tested without a thread. `engine` does what they
//! decided, on the worker's thread, and counts in `counts` what has ended. `bell` wakes that
//! thread, and `spin` says when it had better not fall asleep. `worker` is the handle that the
//! other threads hold.
//!
//! `sync`, `clock` and `executor` are all that the crate uses of other threads, time and tokio. The
//! package in `model/` compiles the very same sources with others in their place (`cfg(model)`),
//! and tries out in which order threads can meet.

#![forbid(unsafe_code)]

mod bell;
#[cfg_attr(model, path = "../model/src/clock.rs")]
mod clock;
mod completion;
mod context;
mod counts;
mod engine;
#[cfg_attr(model, path = "../model/src/executor.rs")]
mod executor;
mod locks;
mod panics;
mod queue;
mod request;
mod request_id;
mod running;
mod shared;
mod spin;
mod state;
mod statistics;
#[cfg_attr(model, path = "../model/src/sync.rs")]
mod sync;
mod thread;
mod worker;

#[cfg(model)]
pub use clock::{advance, now};
pub use completion::{BoxedCallback, Callback, Completion};
pub use context::Context;
pub use request::{Job, JobFuture, Lane, Limits, Outcome, Refused, Request, Work, job};
pub use request_id::RequestId;
pub use statistics::{ShutdownReport, Statistics};
pub use thread::on_any_worker_thread;
pub use worker::{ShutdownRefused, SpawnError, Worker};
