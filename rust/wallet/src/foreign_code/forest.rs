//! Walks the tables of a serialized MAST forest, as miden-core writes them, and counts what decoding it takes.
//!
//! The decoder reads the basic block of each node where the node says that it begins. Every writer puts the blocks one
//! after the other in the order of the nodes. Only so is what is decoded in proportion to the bytes.

use miden_core::Felt;
use miden_core::Word;
use miden_core::mast::{MastNode, MastNodeEntry, MastNodeId, OP_BATCH_SIZE, OpBatch};
use miden_core::operations::Operation;
use miden_protocol::utils::serde::{ByteReader, Deserializable};

use super::cursor::Cursor;
use super::error::ForeignCodeError;
use super::memory::{Memory, product};

/// The flag of a forest without the digests of its inner nodes.
const HASHLESS: u8 = 2;

/// The least a batch of operations has on the wire: its groups and their padding.
const BATCH_BYTES: usize = 5;

/// What the allocator adds to each allocation, with room to spare.
const ALLOCATION: usize = 16;

/// A vector that grows has twice the place that it needs, and what it had before beside it.
const GROWING: usize = 3;

const OPERATION: usize = size_of::<Operation>();

/// A batch, with the vector of its operations.
const BATCH: usize = size_of::<OpBatch>() + ALLOCATION;

/// A node, with the vector of its batches.
const NODE: usize = size_of::<MastNode>() + ALLOCATION;

/// An entry of the map of advice without its values: in a tree whose nodes may be half full, the value's own head, and the
/// digest of the entry.
const ADVICE_ENTRY: usize =
    2 * (size_of::<Word>() + 2 * ALLOCATION) + 2 * ALLOCATION + size_of::<Word>();

/// What decoding a block frees again, for each operation: the vector of all of them, and the batches of which the digest
/// is made.
const FREED_OPERATION: usize = (GROWING + 1) * OPERATION;

/// The same, for each batch: its groups, their padding, the batch and its elements.
const FREED_BATCH: usize = size_of::<[usize; OP_BATCH_SIZE + 1]>()
    + size_of::<[bool; OP_BATCH_SIZE]>()
    + BATCH
    + GROWING * size_of::<[Felt; OP_BATCH_SIZE]>();

/// What decoding a forest frees again, for each node: its place among the digests, and digests that are made of it.
const FREED_NODE: usize = size_of::<u32>() + 3 * size_of::<Word>();

/// Whether bytes begin as a forest does that the decoder reads: four letters, flags and version.
pub(super) fn begins(bytes: &[u8]) -> bool {
    matches!(bytes, [b'M', b'A', b'S', b'T', 0 | HASHLESS, 0, 0, 4, ..])
}

/// Walks the forest that bytes begin with. Others may follow it.
///
/// # Errors
/// [`ForeignCodeError::TooLarge`] if it takes more memory than is left, [`ForeignCodeError::Malformed`] if no writer
/// makes it: the decoder need not be asked about it.
pub(super) fn walk(bytes: &[u8], memory: &mut Memory) -> Result<(), ForeignCodeError> {
    let mut source = Cursor::new(bytes);
    let [.., flags, _, _, _] = source.read_array::<8>()?;
    let internal = source.read_usize()?;
    let external = source.read_usize()?;
    let nodes = internal.checked_add(external).ok_or_else(|| malformed("it has too many nodes"))?;
    let roots = source.read_usize()?;
    source.section(roots, size_of::<u32>())?;
    let block_bytes = source.read_usize()?;
    let blocks = source.section(block_bytes, 1)?;
    let entries = source.section(nodes, MastNodeEntry::SERIALIZED_SIZE)?;
    let digests = if flags & HASHLESS == 0 { nodes } else { external };
    source.section(digests, Word::SERIALIZED_SIZE)?;

    memory.keep(nodes, NODE)?;
    memory.keep(roots, size_of::<MastNodeId>())?;
    let largest_block = walk_blocks(entries, blocks, memory)?;
    let largest_value = walk_advice(&mut source, memory)?;
    // The decoder keeps a copy of the bytes while it makes the nodes.
    let freed = [
        product(source.place(), GROWING),
        product(nodes, FREED_NODE),
        product(roots, size_of::<Word>()),
        largest_block.max(largest_value),
    ];
    memory.free(freed.into_iter().fold(0, u64::saturating_add))
}

/// Walks the basic blocks. Gives the most that decoding one of them frees again.
fn walk_blocks(
    entries: &[u8],
    blocks: &[u8],
    memory: &mut Memory,
) -> Result<u64, ForeignCodeError> {
    let (mut entries, mut source) = (Cursor::new(entries), Cursor::new(blocks));
    let mut largest = 0;
    while entries.has_more_bytes() {
        let entry = MastNodeEntry::read_from(&mut entries)?;
        let MastNodeEntry::Block { ops_offset } = entry else { continue };
        if usize::try_from(ops_offset) != Ok(source.place()) {
            return Err(malformed("a basic block does not begin where the one before it ended"));
        }
        largest = largest.max(walk_block(&mut source, memory)?);
    }
    if source.has_more_bytes() {
        return Err(malformed("bytes follow the last basic block"));
    }
    Ok(largest)
}

/// Walks one basic block. Gives what decoding it frees again.
fn walk_block(source: &mut Cursor<'_>, memory: &mut Memory) -> Result<u64, ForeignCodeError> {
    let operations = source.read_usize()?;
    // Each has a byte at least.
    source.check_eor(operations)?;
    memory.keep(operations, OPERATION)?;
    for _ in 0..operations {
        Operation::read_from(source)?;
    }
    let batches = source.read_u32()?;
    let batches = usize::try_from(batches).map_err(|_| malformed("it has too many batches"))?;
    source.section(batches, BATCH_BYTES)?;
    memory.keep(batches, BATCH)?;
    Ok(product(operations, FREED_OPERATION).saturating_add(product(batches, FREED_BATCH)))
}

/// Walks the map of advice. Gives the most that decoding an entry frees again.
fn walk_advice(source: &mut Cursor<'_>, memory: &mut Memory) -> Result<u64, ForeignCodeError> {
    let mut largest = 0;
    for _ in 0..source.read_usize()? {
        source.section(1, Word::SERIALIZED_SIZE)?;
        let values = source.read_usize()?;
        source.section(values, size_of::<Felt>())?;
        memory.keep(1, ADVICE_ENTRY)?;
        memory.keep(values, size_of::<Felt>())?;
        largest = largest.max(product(values, GROWING * size_of::<Felt>()));
    }
    Ok(largest)
}

fn malformed(reason: &'static str) -> ForeignCodeError {
    ForeignCodeError::Malformed { source: reason.into() }
}
