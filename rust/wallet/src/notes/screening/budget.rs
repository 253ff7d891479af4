//! How much code of strangers may cost this machine.

use std::time::Duration;

/// How much one run of code that is not standard may cost: the script of a note that the user named, what a faucet
/// runs when its token moves, or a script or call of the user's, which can run code of others.
///
/// Such code never runs by itself. A run that exceeds the budget is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoteScriptBudget {
    /// The cycles a run may take, the transaction kernel's included. At least 4096, at most 2^29.
    pub cycles: u32,
    /// How long a run may take, with what it reads from the node. Nothing waits for a run that exceeds it. The run itself
    /// ends by its cycles, and until then no other one begins.
    pub time: Duration,
}

impl Default for NoteScriptBudget {
    /// 2^20 cycles and five seconds. A usual transaction takes about 2^16 cycles.
    fn default() -> Self {
        Self { cycles: 1 << 20, time: Duration::from_secs(5) }
    }
}
