//! The names of requests.

/// The name of an accepted request: never reused within a worker, the first one is 1.
pub type RequestId = u64;
