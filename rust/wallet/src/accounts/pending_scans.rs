//! Accounts of which something is still to be found out: settings of the store, so that neither the death of the
//! process nor a node that does not answer forgets them.

use miden_client::account::AccountId;
use miden_client::store::SettingScope;

use crate::errors::{ErrorMapper, Result};
use crate::ids::parse_account_id;
use crate::reader::Reader;

/// The setting that marks an account, by what the settings of its kind begin with.
pub(crate) fn scan_key(kind: &str, account: AccountId) -> String {
    format!("{kind}{}", account.to_hex())
}

impl Reader {
    /// The accounts that a kind of settings marks.
    pub(crate) async fn pending_scans(&self, kind: &str) -> Result<Vec<AccountId>> {
        let keys = self.store.list_setting_keys(SettingScope::User).await;
        let keys = keys.map_err(ErrorMapper::store)?;
        let marked = keys.iter().filter_map(|key| key.strip_prefix(kind));
        Ok(marked.filter_map(|account| parse_account_id(account).ok()).collect())
    }
}
