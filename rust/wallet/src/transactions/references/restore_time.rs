//! When a store was restored from a backup.
//!
//! A request between apps that was made before may have been carried out by the wallet that the backup was made of.
//! The time is with the epoch of the restore, so that the time of an earlier restore, which a backup brings along, does
//! not count. The clock of the device may be behind at the restore, so the first sync corrects the time.

use miden_client::block::BlockNumber;
use miden_client::store::SettingScope;

use super::restore_mark::{RESTORED_SETTING, Restored};
use crate::configuration::Network;
use crate::errors::{ErrorMapper, Result};
use crate::reader::Reader;

/// The setting with the epoch of a restore and its time.
pub(super) const RESTORE_TIME_SETTING: &str = "time_of_restore";

/// The value of that setting.
pub(super) fn with_epoch(epoch: &[u8], time: u64) -> Vec<u8> {
    [epoch, &time.to_be_bytes()].concat()
}

impl Reader {
    /// When the store was restored from a backup, in seconds since 1970. `None` if it was not. From the first sync on
    /// this is at least the time of the block that it came to: see [`Self::keep_restore_time_on`].
    ///
    /// An older build did not write the time. Then it is that of the block that the first sync came to after it, or of
    /// the block of the backup if there was no sync, or of the newest block if the store does not know that time.
    pub(crate) async fn restored_at(&self) -> Result<Option<u64>> {
        let Some(restored) = self.restore().await? else { return Ok(None) };
        if let Some(time) = self.restore_time_of(&restored).await? {
            return Ok(Some(time));
        }
        self.time_at(restored.tip.unwrap_or(restored.block)).await
    }

    /// Keeps the time of a restore once a sync has come to a block. Call it before the first sync is noted, so that it
    /// is done again if the process dies in between.
    pub(crate) async fn keep_restore_time(&self, synced: u32) -> Result<()> {
        self.keep_restore_time_on(&self.network, synced).await
    }

    /// The same for a network. The first sync raises a written time to that of its block, except on an embedded chain,
    /// whose blocks have times of their own making. Later syncs do not change it. Of a restore of which no time was
    /// written the block's is kept on each network.
    pub(crate) async fn keep_restore_time_on(&self, network: &Network, synced: u32) -> Result<()> {
        let Some(restored) = self.restore().await? else { return Ok(()) };
        let written = self.restore_time_of(&restored).await?;
        let is_final = restored.tip.is_some() || matches!(network, Network::Embedded { .. });
        if written.is_some() && is_final {
            return Ok(());
        }
        let block = self.time_at(restored.tip.unwrap_or(synced)).await?;
        let Some(time) = written.max(block) else { return Ok(()) };
        let (key, value) = (RESTORE_TIME_SETTING.to_owned(), with_epoch(&restored.epoch, time));
        let written = self.store.set_setting(SettingScope::User, key, value).await;
        written.map_err(ErrorMapper::store)
    }

    /// The time of a block, or of the newest one if the store does not know that time.
    async fn time_at(&self, block: u32) -> Result<Option<u64>> {
        let block = BlockNumber::from(block);
        match self.stored_times(&[block].into()).await?.get(&block) {
            Some(time) => Ok(Some(*time)),
            None => self.newest_block_time().await,
        }
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
