//! How much the script of a stranger's note may cost this machine.

use std::time::Duration;

/// How long the scripts of notes may run while the wallet finds out who can consume them.
///
/// It limits the scripts that are not standard ones: anybody can send such a note to anybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoteScriptBudget {
    /// The cycles one run may take, the transaction kernel's included. At least 4096, at most 2^29.
    pub cycles: u32,
    /// How long one run may take. A run that exceeds it ends by its cycles, and nothing waits for it.
    pub time: Duration,
    /// How long all runs that follow a sync may take together. Zero means that none follow one.
    pub total: Duration,
}

impl Default for NoteScriptBudget {
    /// 2^22 cycles, one second, ten seconds. A usual transaction takes about 2^16 cycles, and a proof of 2^22 cycles needs
    /// more memory than most machines have.
    fn default() -> Self {
        Self { cycles: 1 << 22, time: Duration::from_secs(1), total: Duration::from_secs(10) }
    }
}
