//! Accounts: those of the wallet with their names, addresses, balances and invitations, and those of others.
//! Every room but `errors`, `store` and `chain` may import it.

pub(crate) mod addresses;
pub(crate) mod balance;
pub(crate) mod details;
mod invitations;
pub(crate) mod kinds;
pub(crate) mod names;
pub(crate) mod own_accounts;
pub(crate) mod own_addresses;
pub(crate) mod pending_scans;
pub(crate) mod public_accounts;
pub(crate) mod restore;
pub(crate) mod state;
pub(crate) mod visibility;
