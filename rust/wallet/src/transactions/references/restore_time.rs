//! When a store was restored from a backup.
//!
//! A request between apps that was made before may have been carried out by the wallet that the backup was made of.
//! The time is with the epoch of the restore, so that the time of an earlier restore, which a backup brings along, does
//! not count.

use miden_client::block::BlockNumber;
use miden_client::store::SettingScope;

use super::restore_mark::{RESTORED_SETTING, Restored};
use crate::errors::{ErrorMapper, Result};
use crate::reader::Reader;

/// The setting with the epoch of a restore and its time.
pub(super) const RESTORE_TIME_SETTING: &str = "time_of_restore";

/// The value of that setting.
pub(super) fn with_epoch(epoch: &[u8], time: u64) -> Vec<u8> {
    [epoch, &time.to_be_bytes()].concat()
}

impl Reader {
    /// When the store was restored from a backup, in seconds since 1970. `None` if it was not.
    ///
    /// An older build did not write the time. Then it is that of the block that the first sync came to after it, or of
    /// the block of the backup if there was no sync, or of the newest block if the store does not know that time.
    pub(crate) async fn restored_at(&self) -> Result<Option<u64>> {
        let Some(restored) = self.restore().await? else { return Ok(None) };
        if let Some(time) = self.restore_time_of(&restored).await? {
            return Ok(Some(time));
        }
        let block = BlockNumber::from(restored.tip.unwrap_or(restored.block));
        let times = self.stored_times(&[block].into()).await?;
        match times.get(&block) {
            Some(time) => Ok(Some(*time)),
            None => self.newest_block_time().await,
        }
    }

    /// Keeps the time of a restore of which it was not written, so that it does not change with each sync.
    pub(crate) async fn keep_restore_time(&self) -> Result<()> {
        let Some(restored) = self.restore().await? else { return Ok(()) };
        if self.restore_time_of(&restored).await?.is_some() {
            return Ok(());
        }
        let Some(time) = self.restored_at().await? else { return Ok(()) };
        let (key, value) = (RESTORE_TIME_SETTING.to_owned(), with_epoch(&restored.epoch, time));
        let written = self.store.set_setting(SettingScope::User, key, value).await;
        written.map_err(ErrorMapper::store)
    }

    /// The time of the newest block that is synced, in seconds since 1970. `None` if none is.
    pub(crate) async fn newest_block_time(&self) -> Result<Option<u64>> {
        let height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        Ok(self.stored_times(&[height].into()).await?.get(&height).copied())
    }

    async fn restore(&self) -> Result<Option<Restored>> {
        let setting = self.store.get_setting(SettingScope::User, RESTORED_SETTING.to_owned()).await;
        Ok(setting.map_err(ErrorMapper::store)?.as_deref().and_then(Restored::read))
    }

    async fn restore_time_of(&self, restored: &Restored) -> Result<Option<u64>> {
        let key = RESTORE_TIME_SETTING.to_owned();
        let setting = self.store.get_setting(SettingScope::User, key).await;
        let setting = setting.map_err(ErrorMapper::store)?;
        Ok(setting.and_then(|bytes| {
            let time = bytes.strip_prefix(&restored.epoch)?.try_into().ok()?;
            Some(u64::from_be_bytes(time))
        }))
    }
}
