//! Faucets of one's own: accounts of a wallet that issue a token.

mod creation;
mod supply;

pub use creation::NewFaucet;
pub use supply::FaucetReport;
