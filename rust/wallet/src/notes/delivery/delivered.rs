//! Which private notes the note transport has taken.
//!
//! One setting of the store holds their ids, and a note leaves it once it is consumed or gone. Earlier versions kept a
//! setting for each note and never removed it: the first change takes those over.

use std::collections::BTreeSet;

use miden_client::note::NoteId;
use miden_client::store::SettingScope;

use crate::errors::{ErrorMapper, Result, WalletError};
use crate::reader::Reader;
use crate::wallet::Wallet;

/// The setting with the ids of the notes.
const DELIVERED_SETTING: &str = "miden_swift_delivered_notes";

/// The beginning of the settings of earlier versions, which ends with the id of a note.
const EARLIER_PREFIX: &str = "delivered_note/";

impl Reader {
    /// The ids of private notes that are delivered.
    pub(super) async fn delivered_notes(&self) -> Result<BTreeSet<String>> {
        match self.kept_delivered_notes().await? {
            Some(notes) => Ok(notes),
            None => Ok(self.delivered_by_earlier_versions().await?.into_iter().collect()),
        }
    }

    /// None before the first change. What cannot be read is as good as no notes: they are delivered once more.
    async fn kept_delivered_notes(&self) -> Result<Option<BTreeSet<String>>> {
        let stored = self
            .store
            .get_setting(SettingScope::User, DELIVERED_SETTING.to_owned())
            .await
            .map_err(ErrorMapper::store)?;
        Ok(stored.map(|bytes| serde_json::from_slice(&bytes).unwrap_or_default()))
    }

    async fn delivered_by_earlier_versions(&self) -> Result<Vec<String>> {
        let keys = self.store.list_setting_keys(SettingScope::User).await;
        let keys = keys.map_err(ErrorMapper::store)?;
        let notes = keys.iter().filter_map(|key| key.strip_prefix(EARLIER_PREFIX));
        Ok(notes.map(str::to_owned).collect())
    }
}

impl Wallet {
    /// Adds notes to those that are delivered, and removes those that no longer wait for anybody.
    pub(super) async fn keep_delivered(&self, delivered: &[NoteId]) -> Result<()> {
        // What is read here must be what is written over.
        let _turn = self.delivering.lock().await;
        let kept = self.kept_delivered_notes().await?;
        let earlier = match &kept {
            Some(_) => Vec::new(),
            None => self.delivered_by_earlier_versions().await?,
        };
        let waiting = self.unspent_private_notes().await?;
        let waiting: BTreeSet<String> = waiting.iter().map(|note| note.id().to_hex()).collect();
        let mut notes = kept.clone().unwrap_or_default();
        notes.extend(earlier.iter().cloned());
        notes.extend(delivered.iter().map(NoteId::to_hex));
        notes.retain(|note| waiting.contains(note));
        if kept.as_ref() == Some(&notes) {
            return Ok(());
        }
        let bytes = serde_json::to_vec(&notes).map_err(WalletError::internal)?;
        self.store
            .set_setting(SettingScope::User, DELIVERED_SETTING.to_owned(), bytes)
            .await
            .map_err(ErrorMapper::store)?;
        for note in earlier {
            self.store
                .remove_setting(SettingScope::User, format!("{EARLIER_PREFIX}{note}"))
                .await
                .map_err(ErrorMapper::store)?;
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
