//! Who may see an account.

use miden_client::account::{AccountId, AccountType};

/// Who may see an account's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Visibility {
    /// The state is on the chain for everybody.
    #[default]
    Public,
    /// Only a commitment to the state is on the chain.
    Private,
}

impl Visibility {
    pub(crate) fn account_type(self) -> AccountType {
        match self {
            Self::Public => AccountType::Public,
            Self::Private => AccountType::Private,
        }
    }

    pub(crate) fn of(account: AccountId) -> Self {
        if account.is_public() { Self::Public } else { Self::Private }
    }
}
