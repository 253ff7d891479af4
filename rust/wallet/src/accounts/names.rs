//! The names of accounts: what people call them, in this wallet and nowhere else.
//!
//! They are in the store, so that a backup has them. No two accounts have the same, whatever its
//! letters' case, because a name stands for its account where one is named.

use std::collections::BTreeMap;

use miden_client::account::AccountId;
use miden_client::store::SettingScope;
use tokio::sync::MutexGuard;

use crate::errors::{AccountError, ErrorMapper, Result};
use crate::ids::parse_account_id;
use crate::pending::Pending;
use crate::reader::Reader;
use crate::transactions::coordinator::Coordinator;

/// How many characters a name has at most.
pub const LONGEST_NAME: usize = 40;

/// What the settings begin with that hold the names.
const NAME_SETTING: &str = "account_name/";

/// What stands for something else where an account is named.
const RESERVED: [&str; 2] = ["none", "list"];

/// What the addresses of accounts begin with, on one network or another.
const ADDRESSES: [&str; 6] = ["mm1", "mtst1", "mdev1", "mlcl1", "mcst1", "memb1"];

impl Reader {
    /// The names of all accounts that have one.
    pub(crate) async fn account_names(&self) -> Result<BTreeMap<AccountId, String>> {
        let keys =
            self.store.list_setting_keys(SettingScope::User).await.map_err(ErrorMapper::store)?;
        let mut names = BTreeMap::new();
        for key in keys {
            let Some(account) = key.strip_prefix(NAME_SETTING) else { continue };
            let Ok(account) = parse_account_id(account) else { continue };
            let name = self.store.get_setting(SettingScope::User, key).await;
            if let Some(name) = name.map_err(ErrorMapper::store)? {
                names.insert(account, String::from_utf8_lossy(&name).into_owned());
            }
        }
        Ok(names)
    }
}

impl Coordinator {
    /// Gives an account a name in place of the one it has, or takes its name away. Only this wallet
    /// knows it.
    ///
    /// A name has up to [`LONGEST_NAME`] characters: letters, digits, spaces between them and
    /// `- _ . ' & + # ( )`. It is one account's alone, and cannot be taken for an id or an address.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`AccountError::InvalidName`],
    /// [`AccountError::NameTaken`], [`crate::WalletError::Store`].
    pub fn rename_account<'a>(
        &'a self,
        account: AccountId,
        name: Option<&'a str>,
    ) -> Pending<'a, Result<()>> {
        Box::pin(async move {
            self.require_account(account).await?;
            let Some(name) = name else {
                return self.remove_account_name(account).await;
            };
            let _turn = self.require_free_name(name, Some(account)).await?;
            self.write_account_name(account, name).await
        })
    }

    /// Refuses what cannot be a name, and a name that another account than `account` has. While the result is
    /// held, no other account gets the name.
    pub(crate) async fn require_free_name(
        &self,
        name: &str,
        account: Option<AccountId>,
    ) -> Result<MutexGuard<'_, ()>> {
        require_name(name)?;
        let turn = self.naming.lock().await;
        for (other, taken) in self.account_names().await? {
            if Some(other) == account || taken.to_lowercase() != name.to_lowercase() {
                continue;
            }
            if self.has_account(other).await? {
                return Err(AccountError::NameTaken { name: taken, account: other }.into());
            }
            // A process has died between the name of a new account and the account.
            self.remove_account_name(other).await?;
        }
        Ok(turn)
    }

    async fn remove_account_name(&self, account: AccountId) -> Result<()> {
        let removed = self.store.remove_setting(SettingScope::User, setting(account)).await;
        removed.map(|_| ()).map_err(ErrorMapper::store)
    }

    pub(crate) async fn write_account_name(&self, account: AccountId, name: &str) -> Result<()> {
        let stored =
            self.store.set_setting(SettingScope::User, setting(account), name.as_bytes().to_vec());
        stored.await.map_err(ErrorMapper::store)
    }
}

fn setting(account: AccountId) -> String {
    format!("{NAME_SETTING}{}", account.to_hex())
}

/// Refuses what cannot be a name.
fn require_name(name: &str) -> Result<(), AccountError> {
    let lower = name.to_lowercase();
    let reason = if RESERVED.contains(&lower.as_str()) {
        "commands mean something else by it".to_owned()
    } else if name.is_empty() {
        "it is empty".to_owned()
    } else if name.chars().count() > LONGEST_NAME {
        format!("it has {} characters, and a name at most {LONGEST_NAME}", name.chars().count())
    } else if name.trim() != name {
        "it begins or ends with a space".to_owned()
    } else if let Some(other) = name.chars().find(|char| !is_of_a_name(*char)) {
        format!(
            "“{}” is neither a letter, a digit, a space nor one of - _ . ' & + # ( )",
            other.escape_debug()
        )
    } else if name.starts_with('-') {
        "it begins with -, as an option of a command does".to_owned()
    } else if lower.starts_with("0x") || ADDRESSES.iter().any(|prefix| lower.starts_with(prefix)) {
        "it begins as an id or an address does".to_owned()
    } else {
        return Ok(());
    };
    Err(AccountError::InvalidName { name: name.to_owned(), reason })
}

fn is_of_a_name(char: char) -> bool {
    char.is_alphanumeric() || " -_.'&+#()".contains(char)
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests {
    use super::*;
    use crate::NewWallet;
    use crate::test_wallet::open;

    #[tokio::test]
    async fn the_name_of_an_account_that_was_not_stored_is_free() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        // As a process leaves it that dies between the name and the account.
        let lost = parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an id");
        wallet.write_account_name(lost, "Savings").await.expect("a name");
        let new = NewWallet { name: Some("savings".to_owned()), ..NewWallet::default() };
        let account = wallet.create_wallet(new).await.expect("the name is free");
        assert_eq!(wallet.accounts().await.expect("accounts")[0].name.as_deref(), Some("savings"));
        let names = wallet.account_names().await.expect("names");
        assert_eq!(names.into_keys().collect::<Vec<_>>(), [account]);
    }

    #[test]
    fn names_are_what_people_call_things() {
        for name in ["Savings", "Zoë's 2nd (old)", "貯金", "a", "R&D #3", &"x".repeat(LONGEST_NAME)]
        {
            require_name(name).expect(name);
        }
        for name in [
            "",
            " ",
            "two\nlines",
            " savings",
            "savings ",
            "a=1",
            "a/b",
            "-x",
            "\u{202e}gnivas",
            "0x12",
            "0X12",
            "mtst1abc",
            "MM1abc",
            "none",
            "List",
            &"x".repeat(LONGEST_NAME + 1),
        ] {
            require_name(name).expect_err(name);
        }
    }
}
