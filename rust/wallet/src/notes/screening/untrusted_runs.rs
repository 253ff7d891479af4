//! Runs of code that is not standard, one at a time in a process.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use miden_protocol::{MAX_TX_EXECUTION_CYCLES, MIN_TX_EXECUTION_CYCLES};
use miden_tx::ExecutionOptions;
use tokio::sync::Mutex;

use super::NoteScriptBudget;
use crate::blocking_tasks::BlockingTasks;
use crate::errors::{NoteError, Result, WalletError};

/// Held during a run, until its thread has ended: the virtual machine cannot be interrupted, so a run that nobody waits
/// for goes on, and the next one must not run beside it.
static TURN: LazyLock<Arc<Mutex<()>>> = LazyLock::new(Arc::default);

/// How long a run waits for others. One that exceeds its time can keep its thread for much longer.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Runs code of strangers for a wallet, within a budget.
#[derive(Debug, Clone)]
pub(crate) struct UntrustedRuns {
    blocking_tasks: BlockingTasks,
    pub(crate) budget: NoteScriptBudget,
    count: Arc<AtomicU64>,
}

impl UntrustedRuns {
    pub(crate) fn of(blocking_tasks: BlockingTasks, budget: NoteScriptBudget) -> Self {
        Self { blocking_tasks, budget, count: Arc::default() }
    }

    /// Runs the work on a thread of its own, after the runs that are under way. `None` if it took too long.
    ///
    /// # Errors
    /// [`NoteError::ScriptsBusy`] if the runs that are under way have not ended after half a minute.
    pub(crate) async fn run<T: Send + 'static, F: Future<Output = T>>(
        &self,
        work: impl FnOnce() -> F + Send + 'static,
    ) -> Result<Option<T>> {
        let turn = tokio::time::timeout(LONGEST_WAIT, TURN.clone().lock_owned())
            .await
            .map_err(|_| WalletError::Note(NoteError::ScriptsBusy))?;
        self.count.fetch_add(1, Ordering::Relaxed);
        let work = self.blocking_tasks.run(async move || {
            let _turn = turn;
            work().await
        });
        tokio::time::timeout(self.budget.time, work).await.ok().transpose()
    }

    /// The limits of the virtual machine for a run.
    pub(crate) fn options(&self) -> Result<ExecutionOptions> {
        let cycles = self.budget.cycles.clamp(MIN_TX_EXECUTION_CYCLES, MAX_TX_EXECUTION_CYCLES);
        ExecutionOptions::new(
            Some(cycles),
            MIN_TX_EXECUTION_CYCLES,
            ExecutionOptions::DEFAULT_CORE_TRACE_FRAGMENT_SIZE,
        )
        .map_err(WalletError::internal)
    }

    /// How many runs there have been.
    #[cfg(feature = "embedded-chain")]
    pub(crate) fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }
}
