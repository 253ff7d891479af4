//! Compiled code as text.

use std::sync::{Arc, LazyLock};

use miden_client::account::AccountCode;
use miden_client::note::NoteScript;
use miden_client::{PrettyPrint, Word};
use miden_protocol::assembly::mast::{MastForest, MastNode, MastNodeExt, MastNodeId};
use miden_tx::{MastForestStore, TransactionMastStore};

use super::deep_stack::with_deep_stack;
use crate::errors::{Result, WalletError};

/// The code that Miden ships.
static SHIPPED: LazyLock<TransactionMastStore> = LazyLock::new(TransactionMastStore::new);

/// How long the text of one request may be. All that Miden ships is far below it. Code refers to its parts,
/// and a part stands in the text wherever it is referred to: that of a few kilobytes can have no end.
const LONGEST: u64 = 1 << 20;

/// About what a line takes: an instruction with what it pushes.
const LINE_BYTES: u64 = 24;

/// What a line below another is moved to the right by.
const INDENTATION: u64 = 4;

/// The code of a note's script, or `None` where it would be too long.
pub(super) fn script_text(script: &NoteScript) -> Result<Option<String>> {
    with_deep_stack("show code", || text(&mut { LONGEST }, script.mast(), script.entrypoint()))
}

/// The code of each procedure of an account, or `None` for one with which all of it would be too long.
pub(super) fn procedure_texts(code: &AccountCode) -> Result<Vec<Option<String>>> {
    with_deep_stack("show code", || {
        let mut left = LONGEST;
        let texts =
            code.procedure_roots().map(|root| match code.mast().find_procedure_root(root) {
                Some(entry) => text(&mut left, code.mast(), entry),
                None => Ok(None),
            });
        texts.collect()
    })
}

/// The code from a node on, if there is room left for it.
fn text(left: &mut u64, mast: Arc<MastForest>, entry: MastNodeId) -> Result<Option<String>> {
    let (mast, entry) = with_body(mast, entry);
    if !takes(left, &mast, entry) {
        return Ok(None);
    }
    // Miden prints the procedures of accounts in the same form.
    let script = NoteScript::from_parts(mast, entry).map_err(WalletError::internal)?;
    Ok(Some(script.to_pretty_string()))
}

/// Accounts and notes of the standard kinds have references to code that Miden ships: what is referred to.
fn with_body(mast: Arc<MastForest>, entry: MastNodeId) -> (Arc<MastForest>, MastNodeId) {
    if !mast[entry].is_external() {
        return (mast, entry);
    }
    shipped(&mast[entry].digest()).unwrap_or((mast, entry))
}

/// The code of a root that Miden ships.
pub(super) fn shipped(root: &Word) -> Option<(Arc<MastForest>, MastNodeId)> {
    let mast = Arc::clone(SHIPPED.get(root)?.mast_forest());
    let entry = mast.find_procedure_root(*root)?;
    // A reference to what is elsewhere is no code.
    (!mast[entry].is_external()).then_some((mast, entry))
}

/// Takes the length of a text off what is left, if it is there.
fn takes(left: &mut u64, mast: &MastForest, entry: MastNodeId) -> bool {
    match left.checked_sub(length(mast, entry)) {
        Some(rest) => {
            *left = rest;
            true
        }
        None => false,
    }
}

/// About how long the text of a node is, with all that is in it.
fn length(mast: &MastForest, entry: MastNodeId) -> u64 {
    // Each node comes after those in it, so none is looked at twice.
    let mut lengths: Vec<Extent> = Vec::new();
    for node in mast.nodes().iter().take(usize::try_from(u32::from(entry)).unwrap_or(0) + 1) {
        lengths.push(Extent::of(node, &lengths));
    }
    lengths.last().map_or(u64::MAX, |extent| extent.bytes)
}

/// The size of a text.
#[derive(Debug, Clone, Copy)]
struct Extent {
    lines: u64,
    bytes: u64,
}

impl Extent {
    fn of(node: &MastNode, before: &[Self]) -> Self {
        // What begins and ends it, and what a branch has between.
        let own = 3 + node.get_basic_block().map_or(0, |block| u64::from(block.num_operations()));
        let mut extent = Self { lines: own, bytes: own.saturating_mul(LINE_BYTES) };
        // What is called is named, and not shown.
        if matches!(node, MastNode::Call(_)) {
            return extent;
        }
        node.for_each_child(|child| {
            let inner = usize::try_from(u32::from(child)).ok().and_then(|child| before.get(child));
            let Self { lines, bytes } =
                inner.copied().unwrap_or(Self { lines: u64::MAX, bytes: u64::MAX });
            extent.lines = extent.lines.saturating_add(lines);
            let moved = lines.saturating_mul(INDENTATION);
            extent.bytes = extent.bytes.saturating_add(bytes).saturating_add(moved);
        });
        extent
    }
}
