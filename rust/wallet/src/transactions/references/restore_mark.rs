//! The settings that say which restore a store is of, and how an account has come into it.

use super::restore_time::{RESTORE_TIME_SETTING, with_epoch};
use crate::history::new_identity;

/// The setting that says which restore the store is of: see [`Restored`].
pub(super) const RESTORED_SETTING: &str = "restored_from_backup";

/// How long an epoch is.
const EPOCH: usize = 16;

/// Which restore a store is of, or how an account has come into it.
pub(super) struct Restored {
    /// Another one each time.
    pub(super) epoch: [u8; EPOCH],
    /// The block of the backup, or the one that the wallet had synced.
    pub(super) block: u32,
    /// The block that the first sync came to after that.
    pub(super) tip: Option<u32>,
}

/// The settings, with their values, of a store that is restored at a time from a backup of a block.
pub(crate) fn settings_of_restore(block: u32, time: u64) -> [(&'static str, Vec<u8>); 2] {
    let restored = Restored::at(block);
    [
        (RESTORED_SETTING, restored.to_bytes()),
        (RESTORE_TIME_SETTING, with_epoch(&restored.epoch, time)),
    ]
}

impl Restored {
    pub(super) fn at(block: u32) -> Self {
        Self { epoch: new_identity(), block, tip: None }
    }

    /// Whether this is a later mark than another one. Of two of one block that is the one whose first sync comes later.
    pub(super) fn is_after(&self, other: &Self) -> bool {
        let sync = |mark: &Self| mark.tip.unwrap_or(u32::MAX);
        (self.block, sync(self)) > (other.block, sync(other))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.epoch.to_vec();
        bytes.extend(self.block.to_le_bytes());
        bytes.extend(self.tip.into_iter().flat_map(u32::to_le_bytes));
        bytes
    }

    pub(super) fn read(setting: &[u8]) -> Option<Self> {
        let (epoch, rest) = setting.split_first_chunk::<EPOCH>()?;
        let (block, rest) = rest.split_first_chunk()?;
        let tip = rest.first_chunk().map(|tip| u32::from_le_bytes(*tip));
        Some(Self { epoch: *epoch, block: u32::from_le_bytes(*block), tip })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_of_a_later_block_or_with_a_later_first_sync_is_after_another() {
        let mark = |block, tip| Restored { epoch: new_identity(), block, tip };
        assert!(mark(8, Some(9)).is_after(&mark(7, None)));
        assert!(mark(7, None).is_after(&mark(7, Some(9))));
        assert!(mark(7, Some(10)).is_after(&mark(7, Some(9))));
        assert!(!mark(7, Some(9)).is_after(&mark(7, Some(9))));
        assert!(!mark(7, None).is_after(&mark(7, None)));
        assert!(!mark(6, None).is_after(&mark(7, Some(9))));
    }

    #[test]
    fn a_restore_is_read_as_it_was_written_with_and_without_the_tip() {
        for tip in [None, Some(120)] {
            let bytes = Restored { epoch: new_identity(), block: 7, tip }.to_bytes();
            let read = Restored::read(&bytes).expect("it is whole");
            assert_eq!((read.block, read.tip), (7, tip));
            assert_eq!(read.to_bytes(), bytes);
        }
    }
}
