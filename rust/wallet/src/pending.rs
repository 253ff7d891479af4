//! Futures that are compiled here.

use std::pin::Pin;

/// What an operation of a wallet gives in place of being an `async fn`. The body of one of those is
/// compiled by whoever awaits it, and with it all of the client that it runs: four minutes for each
/// program that links this crate. In a box it is compiled once, with the crate.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;
