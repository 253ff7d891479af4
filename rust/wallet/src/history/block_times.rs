//! The times of blocks. The store has the headers of some, and the node those of the rest. What the node has told is kept in
//! the settings of the store: an index that is made anew says the same as the one before, whether or not a node answers.

use std::collections::BTreeSet;
use std::collections::btree_map::Entry;

use miden_client::block::{BlockHeader, BlockNumber};
use miden_client::store::SettingScope;
use miden_client::transaction::{TransactionRecord, TransactionStatus};

use super::stored::BlockTimes;
use crate::errors::{ErrorMapper, Result};
use crate::reader::Reader;

/// What the settings begin with that have the times of blocks.
const TIME_SETTING: &str = "block_time/";

/// Of how many blocks the node is asked at a time for what a sync can do without.
const MOST_ASKED: usize = 64;

impl Reader {
    /// The times of those blocks of which the store has them, in seconds since 1970.
    pub(crate) async fn stored_times(&self, blocks: &BTreeSet<BlockNumber>) -> Result<BlockTimes> {
        if blocks.is_empty() {
            return Ok(BlockTimes::new());
        }
        let headers = self.store.get_block_headers(blocks).await.map_err(ErrorMapper::store)?;
        let mut times: BlockTimes =
            headers.iter().map(|(header, _)| (header.block_num(), time(header))).collect();
        for block in blocks {
            if let Entry::Vacant(place) = times.entry(*block)
                && let Some(told) = self.kept_time(*block).await?
            {
                place.insert(told);
            }
        }
        Ok(times)
    }

    /// The times of all of the blocks.
    pub(super) async fn times_of(&self, blocks: BTreeSet<BlockNumber>) -> Result<BlockTimes> {
        let mut times = self.stored_times(&blocks).await?;
        for block in blocks {
            if let Entry::Vacant(place) = times.entry(block) {
                place.insert(self.time_told(block).await?);
            }
        }
        Ok(times)
    }

    /// The times of the blocks that transactions are in, as far as they can be told: the client's record has the time
    /// of the block that a sync came to. `may_ask` says whether the node is asked; one that does not answer is asked no
    /// more.
    pub(super) async fn times_of_commits(
        &self,
        records: &[TransactionRecord],
        may_ask: bool,
    ) -> Result<BlockTimes> {
        let committed = records.iter().filter_map(|record| match record.status {
            TransactionStatus::Committed { block_number, .. } => Some(block_number),
            _ => None,
        });
        let blocks: BTreeSet<BlockNumber> = committed.collect();
        let mut times = self.stored_times(&blocks).await?;
        let unknown: Vec<_> = blocks.into_iter().filter(|it| !times.contains_key(it)).collect();
        if may_ask && unknown.len() <= MOST_ASKED {
            for block in unknown {
                let Ok(time) = self.time_told(block).await else { break };
                times.insert(block, time);
            }
        }
        Ok(times)
    }

    /// Asks the node, and keeps what it says.
    async fn time_told(&self, block: BlockNumber) -> Result<u64> {
        let header = self.node.get_block_header_by_number(Some(block), false).await;
        let told = time(&self.node_answered(header).await?.0);
        let kept = told.to_be_bytes().to_vec();
        let kept = self.store.set_setting(SettingScope::User, setting_of(block), kept).await;
        kept.map_err(ErrorMapper::store)?;
        Ok(told)
    }

    async fn kept_time(&self, block: BlockNumber) -> Result<Option<u64>> {
        let kept = self.store.get_setting(SettingScope::User, setting_of(block)).await;
        let kept = kept.map_err(ErrorMapper::store)?;
        Ok(kept.and_then(|bytes| Some(u64::from_be_bytes(bytes.try_into().ok()?))))
    }
}

fn setting_of(block: BlockNumber) -> String {
    format!("{TIME_SETTING}{block}")
}

fn time(header: &BlockHeader) -> u64 {
    u64::from(header.timestamp())
}
