//! Openings of wallets that may be cancelled while they wait for a store.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

/// The openings that have a number. The C ABI names them by it, so this belongs to the process.
static OPENINGS: LazyLock<Mutex<Openings>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Openings {
    last: u64,
    tokens: HashMap<u64, CancellationToken>,
}

/// Gives an opening that is to come a number, which is never 0.
pub(crate) fn register() -> u64 {
    let mut openings = openings();
    openings.last += 1;
    let number = openings.last;
    openings.tokens.insert(number, CancellationToken::new());
    number
}

/// What cancels an opening, if its number is still valid.
pub(crate) fn token(number: u64) -> Option<CancellationToken> {
    openings().tokens.get(&number).cloned()
}

/// Ends the validity of a number, and returns what cancels its opening.
pub(crate) fn remove(number: u64) -> Option<CancellationToken> {
    openings().tokens.remove(&number)
}

fn openings() -> MutexGuard<'static, Openings> {
    OPENINGS.lock().unwrap_or_else(PoisonError::into_inner)
}
