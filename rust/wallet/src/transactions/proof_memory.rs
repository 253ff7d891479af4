//! How much memory proofs take, and how much they may take.
//!
//! The prover pads the cycles of a transaction to the next power of two, and its memory goes by that.
//! `docs/decisions/proof-memory.md` has the measurements.

use std::num::NonZeroU64;
use std::path::Path;

use miden_client::transaction::ExecutedTransaction;

use super::machine_memory;
use crate::errors::{Cause, TransferError};

/// How much memory the proofs that this machine makes may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofMemory {
    /// So many bytes, all proofs at the same time together.
    AtMost(NonZeroU64),
    /// Half of what the process may use: the memory of the machine, or less if its control group has a limit. The
    /// process and other programs keep the rest. It is never less than the proof of a small transaction needs.
    HalfOfMachine {
        /// The bytes that the machine has, if the platform says.
        physical: Option<u64>,
    },
}

impl Default for ProofMemory {
    fn default() -> Self {
        Self::HalfOfMachine { physical: None }
    }
}

/// The peak memory of a process that makes one proof, for 2^14 padded cycles, 2^15 and so on: the most that was
/// measured with either signature scheme. Above the last one it doubles with each power of two.
const PEAK_MEBIBYTES: [u32; 6] = [400, 460, 820, 1_340, 2_260, 4_100];
const FIRST_LOG2: u32 = 14;
const LAST_LOG2: u32 = 19;

/// The cycles of the program around the parts that an executed transaction has counts of.
const UNCOUNTED_CYCLES: u64 = 128;

/// What is assumed of a machine that does not say how much memory it has.
const ASSUMED_BYTES: u64 = 4 << 30;

/// The least that half of a machine counts as. One note of an account with a Falcon key is proven as 2^17 cycles.
const LEAST_MEBIBYTES: u32 = PEAK_MEBIBYTES[3];

/// How large a proof is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProofSize {
    cycles: u64,
}

impl ProofSize {
    pub(super) fn of(executed: &ExecutedTransaction) -> Self {
        let cycles = executed.measurements().total_cycles();
        Self { cycles: cycles.try_into().unwrap_or(u64::MAX) }
    }

    /// The power of two that the prover pads the cycles to.
    fn log2(self) -> u32 {
        let cycles = self.cycles.saturating_add(UNCOUNTED_CYCLES);
        cycles.checked_next_power_of_two().map_or(u64::BITS, u64::trailing_zeros).max(FIRST_LOG2)
    }

    /// The cycles with the padding.
    fn padded_cycles(self) -> u64 {
        1_u64.checked_shl(self.log2()).unwrap_or(u64::MAX)
    }

    /// The memory that the proof needs.
    pub(super) fn mebibytes(self) -> u32 {
        let log2 = self.log2();
        let measured = PEAK_MEBIBYTES[(log2.min(LAST_LOG2) - FIRST_LOG2) as usize];
        measured.saturating_mul(2_u32.saturating_pow(log2.saturating_sub(LAST_LOG2)))
    }
}

/// How much memory all proofs at the same time may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProofMemoryLimit {
    mebibytes: u32,
}

impl ProofMemoryLimit {
    /// The limit of a setting on this machine.
    pub(super) fn of(memory: ProofMemory) -> Self {
        Self::under(memory, Path::new("/"))
    }

    /// The same with the files of the control groups below another folder.
    fn under(memory: ProofMemory, root: &Path) -> Self {
        let mebibytes = |bytes: u64| u32::try_from(bytes >> 20).unwrap_or(u32::MAX);
        Self {
            mebibytes: match memory {
                ProofMemory::AtMost(bytes) => mebibytes(bytes.get()),
                ProofMemory::HalfOfMachine { physical } => {
                    let available = machine_memory::available(physical, root);
                    mebibytes(available.unwrap_or(ASSUMED_BYTES) / 2).max(LEAST_MEBIBYTES)
                }
            },
        }
    }

    pub(super) fn mebibytes(self) -> u32 {
        self.mebibytes
    }

    /// Refuses a proof that needs more. `cause` is why this machine should make it after all.
    pub(super) fn require(
        self,
        size: ProofSize,
        cause: Option<Cause>,
    ) -> Result<(), TransferError> {
        let needed = size.mebibytes();
        if needed <= self.mebibytes {
            return Ok(());
        }
        Err(TransferError::ProofTooLarge {
            cycles: size.cycles,
            padded: size.padded_cycles(),
            needed_mebibytes: needed,
            limit_mebibytes: self.mebibytes,
            source: cause,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(cycles: u64) -> ProofSize {
        ProofSize { cycles }
    }

    fn at_most(mebibytes: u64) -> ProofMemoryLimit {
        let bytes = NonZeroU64::new(mebibytes << 20).expect("some");
        ProofMemoryLimit::of(ProofMemory::AtMost(bytes))
    }

    #[test]
    fn the_memory_of_a_transaction_is_at_least_what_was_measured() {
        // Cycles and MiB, if the GB of the measurements are GiB.
        let measured = [
            (12_053, 379),
            (12_264, 399),
            (16_291, 430),
            (24_767, 450),
            (41_719, 686),
            (46_644, 717),
            (75_623, 1_198),
            (79_958, 1_085),
            (109_624, 1_126),
            (127_000, 1_331),
            (169_000, 2_191),
        ];
        for (cycles, mebibytes) in measured {
            let modelled = size(cycles).mebibytes();
            assert!(modelled >= mebibytes, "{cycles}: {modelled}");
            assert!(modelled * 10 <= mebibytes * 13, "{cycles}: {modelled} is far more");
        }
    }

    #[test]
    fn memory_never_falls_with_cycles_and_doubles_beyond_the_measurements() {
        let memory: Vec<u32> = (0..=40).map(|log2| size(1 << log2).mebibytes()).collect();
        assert!(memory.is_sorted(), "{memory:?}");
        assert_eq!(size(0).mebibytes(), PEAK_MEBIBYTES[0]);
        for log2 in 19..29 {
            let (one, two) = (size((1 << log2) - 1_000), size((2 << log2) - 1_000));
            assert_eq!(two.mebibytes(), 2 * one.mebibytes(), "{log2}");
        }
        assert_eq!(size(u64::MAX).mebibytes(), u32::MAX);
    }

    #[test]
    fn cycles_are_padded_to_a_power_of_two_with_room_for_those_that_are_not_counted() {
        assert_eq!(size(1).padded_cycles(), 1 << 14);
        assert_eq!(size((1 << 17) - UNCOUNTED_CYCLES).padded_cycles(), 1 << 17);
        assert_eq!(size((1 << 17) - UNCOUNTED_CYCLES + 1).padded_cycles(), 1 << 18);
        assert_eq!(size(169_000).padded_cycles(), 1 << 18);
        assert_eq!(size(u64::MAX).padded_cycles(), u64::MAX);
    }

    #[test]
    fn a_proof_that_needs_more_than_the_limit_is_refused_with_its_size() {
        let limit = at_most(2_000);
        limit.require(size(127_000), None).expect("it fits");
        let refused = limit.require(size(169_000), None).expect_err("it does not fit");
        let TransferError::ProofTooLarge {
            cycles,
            padded,
            needed_mebibytes,
            limit_mebibytes,
            source: None,
        } = refused
        else {
            panic!("{refused:?}")
        };
        assert_eq!((cycles, padded), (169_000, 1 << 18));
        assert_eq!((needed_mebibytes, limit_mebibytes), (2_260, 2_000));
    }

    #[test]
    fn the_default_is_half_of_what_the_process_may_use_and_enough_for_a_small_transaction() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let limit = |physical| {
            let memory = ProofMemory::HalfOfMachine { physical };
            ProofMemoryLimit::under(memory, root.path()).mebibytes()
        };
        assert_eq!(limit(Some(16 << 30)), 8 << 10);
        assert_eq!(limit(Some(1 << 30)), LEAST_MEBIBYTES);
        assert_eq!(limit(None), 2 << 10);
        assert_eq!(limit(Some(u64::MAX)), u32::MAX);

        let groups = root.path().join("sys/fs/cgroup");
        std::fs::create_dir_all(&groups).expect("a folder");
        std::fs::write(groups.join("memory.max"), "4294967296\n").expect("a file");
        assert_eq!(limit(Some(16 << 30)), 2 << 10);
        assert_eq!(limit(None), 2 << 10);
    }
}
