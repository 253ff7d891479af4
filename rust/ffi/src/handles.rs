//! Handles: numbers that name open wallets.
//!
//! A handle is a slot and the generation of its use, so that one that was freed never names
//! another wallet, and any other number names none.

use std::sync::{Arc, LazyLock, PoisonError};

use crossbeam_utils::sync::ShardedLock;

use crate::instance::Instance;

/// The wallets of this process. The C ABI names them by number, so somebody has to know them all. Each call reads
/// them, on whatever thread, and they change when a wallet is opened or closed: so each thread has a part of the lock.
static OPEN: LazyLock<ShardedLock<Vec<Slot>>> = LazyLock::new(ShardedLock::default);

struct Slot {
    generation: u32,
    instance: Option<Arc<Instance>>,
}

/// Gives an instance a handle.
pub(crate) fn insert(instance: Arc<Instance>) -> u64 {
    let mut slots = OPEN.write().unwrap_or_else(PoisonError::into_inner);
    let free = slots.iter().position(|slot| slot.instance.is_none() && slot.generation != u32::MAX);
    let index = free.unwrap_or_else(|| {
        slots.push(Slot { generation: 0, instance: None });
        slots.len() - 1
    });
    let slot = &mut slots[index];
    // The first generation is 1, so that 0 is never a handle.
    slot.generation += 1;
    slot.instance = Some(instance);
    (u64::from(slot.generation) << 32) | index as u64
}

/// Does something with the instance of a handle, if it has one. It must be done at once: nothing is opened or closed
/// meanwhile. To keep the instance would be to count one more reference, which all threads write to the same place.
pub(crate) fn with<T>(handle: u64, action: impl FnOnce(&Arc<Instance>) -> T) -> Option<T> {
    let slots = OPEN.read().unwrap_or_else(PoisonError::into_inner);
    let slot = slots.get(index(handle)).filter(|slot| slot.generation == generation(handle))?;
    slot.instance.as_ref().map(action)
}

/// The instance of a handle, if it has one, for what takes its time.
pub(crate) fn get(handle: u64) -> Option<Arc<Instance>> {
    with(handle, Arc::clone)
}

/// Takes the instance of a handle away from it.
pub(crate) fn remove(handle: u64) -> Option<Arc<Instance>> {
    let mut slots = OPEN.write().unwrap_or_else(PoisonError::into_inner);
    let slot = slots.get_mut(index(handle))?;
    if slot.generation == generation(handle) { slot.instance.take() } else { None }
}

fn index(handle: u64) -> usize {
    // The lower half, which fits wherever a slice of slots does.
    usize::try_from(handle & u64::from(u32::MAX)).unwrap_or(usize::MAX)
}

fn generation(handle: u64) -> u32 {
    (handle >> 32) as u32
}
