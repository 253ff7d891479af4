//! Blocks that differ from those of the chain in their base fee.

use miden_client::block::BlockHeader;
use miden_protocol::block::FeeParameters;

/// The header of a block that is the same but for its base fee. There is no such block on the chain.
pub(crate) fn header_with_base_fee(header: &BlockHeader, base_fee: u32) -> BlockHeader {
    BlockHeader::new(
        header.prev_block_commitment(),
        header.block_num(),
        header.chain_commitment(),
        header.account_root(),
        header.nullifier_root(),
        header.note_root(),
        header.tx_commitment(),
        header.validator_config().clone(),
        FeeParameters::new(base_fee),
        header.protocol_config_commitment(),
        header.next_protocol_config().cloned(),
        header.timestamp(),
    )
}
