//! Proofs, away from the worker.
//!
//! `LocalTransactionProver::prove` computes for seconds without ever giving way, so it runs on a
//! thread pool of its own. The pool's threads stand back behind everything else of the process: a
//! read on a busy machine must not queue behind them.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use miden_client::RemoteTransactionProver;
use miden_client::transaction::{
    LocalTransactionProver, ProvenTransaction, TransactionInputs, TransactionResult,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{Semaphore, oneshot};

use super::proof_memory::{ProofMemory, ProofMemoryLimit, ProofSize};
use crate::chain::endpoints::parse_endpoint;
use crate::configuration::{ProverChoice, WalletConfiguration};
use crate::errors::{Result, WalletError};

/// Who made a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvenBy {
    /// This machine.
    Local,
    /// A service.
    Remote,
    /// Nobody: it is a stand-in that only a chain made for it accepts.
    StandIn,
}

/// How proofs are made.
#[derive(Clone)]
pub(crate) enum Prover {
    /// On this machine.
    Local(Arc<ProvingPool>),
    /// By a service, and on this machine where it fails and there is a pool for that.
    Remote { service: RemoteProver, fallback: Option<Arc<ProvingPool>> },
    /// Not at all: a stand-in that only a chain made for it accepts. It needs no memory, and a limit that was set
    /// refuses what it would refuse with proofs.
    #[cfg(feature = "embedded-chain")]
    Dummy(Option<ProofMemoryLimit>),
}

/// How this machine makes proofs.
#[derive(Clone, Copy)]
pub(crate) struct LocalProving {
    threads: usize,
    concurrent_proofs: NonZeroUsize,
    memory: ProofMemory,
    on_thread_start: fn(),
}

impl LocalProving {
    pub(crate) fn of(configuration: &WalletConfiguration) -> Self {
        Self {
            threads: configuration.prover_threads,
            concurrent_proofs: configuration.concurrent_proofs,
            memory: configuration.proof_memory,
            on_thread_start: configuration.on_prover_thread_start,
        }
    }

    fn pool(self) -> Result<Arc<ProvingPool>> {
        ProvingPool::shared(self)
    }
}

impl Prover {
    /// The prover of a choice.
    pub(crate) fn of(choice: &ProverChoice, local: LocalProving) -> Result<Self> {
        match choice {
            ProverChoice::Local => Ok(Self::Local(local.pool()?)),
            ProverChoice::Remote { endpoint, timeout, falls_back } => Ok(Self::Remote {
                service: RemoteProver::new(parse_endpoint(endpoint)?.to_string(), *timeout),
                fallback: if *falls_back { Some(local.pool()?) } else { None },
            }),
        }
    }

    /// Makes stand-ins for proofs.
    #[cfg(feature = "embedded-chain")]
    pub(crate) fn stand_in(local: LocalProving) -> Self {
        Self::Dummy(match local.memory {
            memory @ ProofMemory::AtMost(_) => Some(ProofMemoryLimit::of(memory)),
            ProofMemory::HalfOfMachine { .. } => None,
        })
    }

    /// The prover of a choice for one transaction, in place of this one.
    pub(crate) fn instead(&self, choice: &ProverChoice, local: LocalProving) -> Result<Self> {
        match (self, choice) {
            // On a chain that takes stand-ins, that is what is made on this machine.
            #[cfg(feature = "embedded-chain")]
            (Self::Dummy(limit), ProverChoice::Local) => Ok(Self::Dummy(*limit)),
            _ => Self::of(choice, local),
        }
    }

    /// Proves what was executed, unless that takes more memory than it may on this machine. Dropping the future leaves
    /// a proof that has begun running to its end on the pool, with nothing but its own inputs; its result is dropped.
    pub(crate) async fn prove(
        &self,
        executed: &TransactionResult,
    ) -> Result<(ProvenTransaction, ProvenBy)> {
        match self {
            Self::Local(pool) => Ok((pool.prove(executed, None).await?, ProvenBy::Local)),
            Self::Remote { service, fallback } => match (service.prove(executed).await, fallback) {
                (Ok(proven), _) => Ok((proven, ProvenBy::Remote)),
                (Err(error), None) => Err(error),
                (Err(error), Some(pool)) => {
                    let causes = error.causes().join(": ");
                    tracing::warn!(%error, causes, "proving on this machine instead");
                    Ok((pool.prove(executed, Some(error)).await?, ProvenBy::Local))
                }
            },
            #[cfg(feature = "embedded-chain")]
            Self::Dummy(limit) => {
                if let Some(limit) = limit {
                    limit.require(ProofSize::of(executed.executed_transaction()), None)?;
                }
                let proven = LocalTransactionProver::default()
                    .prove_dummy(executed.executed_transaction().clone())?;
                Ok((proven, ProvenBy::StandIn))
            }
        }
    }
}

/// A service that makes proofs. The client's own limit holds neither while it connects nor while the proof comes in, so
/// the whole is limited here: otherwise nothing would be left of the transaction's time for a proof on this machine.
#[derive(Clone)]
pub(crate) struct RemoteProver {
    client: RemoteTransactionProver,
    endpoint: String,
    timeout: Duration,
}

impl RemoteProver {
    /// Prepares the use of a service. Makes no connection: that happens with the first proof.
    pub(crate) fn new(endpoint: String, timeout: Duration) -> Self {
        let client = RemoteTransactionProver::new(endpoint.clone()).with_timeout(timeout);
        Self { client, endpoint, timeout }
    }

    async fn prove(&self, executed: &TransactionResult) -> Result<ProvenTransaction> {
        let failed = |source: crate::errors::Cause| WalletError::RemoteProver {
            endpoint: self.endpoint.clone(),
            source,
        };
        let inputs = TransactionInputs::from(executed);
        let proven = tokio::time::timeout(self.timeout, self.client.prove(&inputs))
            .await
            .map_err(|_| failed(format!("no complete proof within {:?}", self.timeout).into()))?
            .map_err(|error| failed(error.into()))?;
        // A proof of anything else would be submitted while the store recorded this one.
        if proven.id() == executed.id() {
            Ok(proven)
        } else {
            Err(failed("it made the proof of another transaction".into()))
        }
    }
}

/// The threads proofs run on, shared by all wallets of the process. They are there for as long as a wallet wants them or
/// a proof runs on them: one whose caller has given up must not have another pool made beside it.
#[derive(Debug)]
pub(crate) struct ProvingPool {
    threads: ThreadPool,
    /// One for each proof that may run at the same time. Without them the pool would run all that wait side by side, each
    /// with memory of its own: a thread that waits inside one proof takes up the next.
    permits: Arc<Semaphore>,
    /// How much memory the proofs that run may take.
    limit: ProofMemoryLimit,
    /// One for each MiB that no proof takes.
    free_mebibytes: Arc<Semaphore>,
}

impl ProvingPool {
    /// The pool of the process: the one there is, or else one with these settings.
    pub(crate) fn shared(settings: LocalProving) -> Result<Arc<Self>> {
        // Proofs of several wallets side by side would only take each other's cores and memory.
        static POOL: Mutex<Weak<ProvingPool>> = Mutex::new(Weak::new());
        let mut shared = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = shared.upgrade() {
            let found = pool.threads.current_num_threads();
            let threads = settings.threads;
            if threads != 0 && threads != found {
                tracing::warn!(
                    threads = found,
                    wanted = threads,
                    "the pool for proofs is there already"
                );
            }
            let wanted = ProofMemoryLimit::of(settings.memory).mebibytes();
            let is_chosen = matches!(settings.memory, ProofMemory::AtMost(_));
            if is_chosen && wanted != pool.limit.mebibytes() {
                tracing::warn!(
                    mebibytes = pool.limit.mebibytes(),
                    wanted,
                    "the memory of proofs is that of the pool that is there already"
                );
            }
            return Ok(pool);
        }
        let pool = Arc::new(Self::new(settings)?);
        *shared = Arc::downgrade(&pool);
        Ok(pool)
    }

    fn new(settings: LocalProving) -> Result<Self> {
        let LocalProving { threads, concurrent_proofs, memory, on_thread_start } = settings;
        // 0 means as many as the machine has.
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            threads => threads,
        };
        let permits = concurrent_proofs.get().min(Semaphore::MAX_PERMITS);
        let limit = ProofMemoryLimit::of(memory);
        let mebibytes = usize::try_from(limit.mebibytes()).unwrap_or(Semaphore::MAX_PERMITS);
        Ok(Self {
            permits: Arc::new(Semaphore::new(permits)),
            limit,
            free_mebibytes: Arc::new(Semaphore::new(mebibytes.min(Semaphore::MAX_PERMITS))),
            threads: ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(|index| format!("miden-prover-{index}"))
                // Proving recurses deeply, and the default stack is the platform's.
                .stack_size(16 << 20)
                .start_handler(move |_| on_thread_start())
                // Without one, a panic in a proof ends the process. With it, the sender of the
                // answer is dropped and the caller is told.
                .panic_handler(|_| tracing::error!("a proof panicked"))
                .build()
                .map_err(WalletError::internal)?,
        })
    }

    /// Proves what was executed. `failure` is that of a remote prover that was to make the proof.
    async fn prove(
        self: &Arc<Self>,
        executed: &TransactionResult,
        failure: Option<WalletError>,
    ) -> Result<ProvenTransaction> {
        let size = ProofSize::of(executed.executed_transaction());
        self.limit.require(size, failure.map(Into::into))?;
        let inputs = TransactionInputs::from(executed);
        // The dispatcher travels along, so that what the prover logs reaches the wallet's logger.
        let dispatcher = tracing::dispatcher::get_default(Clone::clone);
        self.run(size.mebibytes(), move || {
            tracing::dispatcher::with_default(&dispatcher, || {
                LocalTransactionProver::default().prove(inputs)
            })
        })
        .await
        .ok_or_else(|| WalletError::internal("the prover stopped without an answer"))?
        .map_err(WalletError::from)
    }

    /// Has a thread of the pool do some work when it has its turn and so much memory is free, at most what the pool has.
    /// None where it panics. Where the future is dropped before that, the work is not begun: others wait for their turn.
    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        mebibytes: u32,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
        let memory = Arc::clone(&self.free_mebibytes).acquire_many_owned(mebibytes).await.ok()?;
        let (answer, answered) = oneshot::channel();
        let pool = self.clone();
        self.threads.spawn(move || {
            // The turn ends with the work, and not with the caller that waits for it.
            let (_permit, _memory) = (permit, memory);
            // The last of it may go here, on one of its own threads, for none of which anybody waits.
            let _pool = pool;
            if answer.is_closed() {
                return;
            }
            // Nobody listens any more where the caller has given up meanwhile.
            let _ = answer.send(work());
        });
        answered.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc;

    use super::*;

    const ONE: NonZeroUsize = NonZeroUsize::MIN;
    /// What the pools of these tests have for proofs.
    const MEBIBYTES: u32 = 1_000;

    fn settings(threads: usize, concurrent_proofs: NonZeroUsize) -> LocalProving {
        let bytes = NonZeroU64::new(u64::from(MEBIBYTES) << 20).expect("some");
        let memory = ProofMemory::AtMost(bytes);
        LocalProving { threads, concurrent_proofs, memory, on_thread_start: || () }
    }

    fn pool(threads: usize, concurrent_proofs: NonZeroUsize) -> Arc<ProvingPool> {
        Arc::new(ProvingPool::new(settings(threads, concurrent_proofs)).expect("a pool"))
    }

    /// Begins a first proof that waits to be released, and asks for a second beside it that takes as much memory. Returns
    /// whether the second began before the first had ended.
    async fn second_overlaps_first(concurrent_proofs: NonZeroUsize, mebibytes: u32) -> bool {
        let pool = pool(2, concurrent_proofs);
        let (release, held) = mpsc::channel::<()>();
        let (begins, begun) = oneshot::channel();
        let first = tokio::spawn({
            let pool = pool.clone();
            async move {
                pool.run(mebibytes, move || {
                    let _ = begins.send(());
                    held.recv()
                })
                .await
            }
        });
        begun.await.expect("it has begun");

        let has_begun = Arc::new(AtomicBool::new(false));
        let flag = has_begun.clone();
        let mut second = Box::pin(pool.run(mebibytes, move || flag.store(true, Ordering::SeqCst)));
        let early = tokio::time::timeout(Duration::ZERO, &mut second).await;
        // The other thread takes what it is given in order: it is past the second proof when it comes to this.
        let (reports, is_past) = oneshot::channel();
        pool.threads.spawn_fifo(move || {
            let _ = reports.send(());
        });
        is_past.await.expect("the other thread is free");
        let overlaps = has_begun.load(Ordering::SeqCst);

        release.send(()).expect("it waits");
        first.await.expect("it ends").expect("it has not panicked").expect("it was released");
        if early.is_err() {
            second.await.expect("it has its turn");
        }
        assert!(has_begun.load(Ordering::SeqCst));
        overlaps
    }

    #[tokio::test]
    async fn a_proof_begins_when_the_one_before_it_has_ended_if_one_may_run() {
        assert!(!second_overlaps_first(ONE, 1).await);
    }

    #[tokio::test]
    async fn two_proofs_run_at_the_same_time_if_two_may_run() {
        assert!(second_overlaps_first(ONE.saturating_add(1), MEBIBYTES / 2).await);
    }

    #[tokio::test]
    async fn a_proof_waits_until_the_memory_it_needs_is_free() {
        let two = ONE.saturating_add(1);
        assert!(!second_overlaps_first(two, MEBIBYTES / 2 + 1).await);
    }

    #[tokio::test]
    async fn what_is_given_up_before_a_thread_is_free_is_not_begun() {
        let pool = pool(1, ONE);
        let (release, held) = mpsc::channel::<()>();
        let (begins, begun) = oneshot::channel();
        let occupying = {
            let pool = pool.clone();
            tokio::spawn(async move {
                pool.run(1, move || {
                    let _ = begins.send(());
                    held.recv()
                })
                .await
            })
        };
        begun.await.expect("it has begun");

        let was_run = Arc::new(AtomicBool::new(false));
        let flag = was_run.clone();
        let mut given_up = Box::pin(pool.run(1, move || flag.store(true, Ordering::SeqCst)));
        let not_yet = tokio::time::timeout(std::time::Duration::ZERO, &mut given_up).await;
        assert!(not_yet.is_err());
        drop(given_up);
        release.send(()).expect("it waits");
        occupying.await.expect("it ends").expect("it has not panicked").expect("it was released");

        assert_eq!(pool.run(1, || 7).await, Some(7));
        assert!(!was_run.load(Ordering::SeqCst));
    }

    #[tokio::test]
    async fn a_proof_that_nobody_waits_for_keeps_the_pool_from_being_made_anew() {
        let pool = pool(1, ONE);
        let shared = Arc::downgrade(&pool);
        let (release, held) = mpsc::channel::<()>();
        let (begins, begun) = oneshot::channel();
        let (ends, ended) = mpsc::channel();
        let mut given_up = Box::pin(async move {
            let work = move || {
                let _ = begins.send(());
                let _ = held.recv();
                ends.send(()).expect("somebody listens");
            };
            pool.run(1, work).await
        });
        tokio::select! {
            _ = &mut given_up => panic!("it waits"),
            begins = begun => begins.expect("it has begun"),
        }
        drop(given_up);
        assert!(shared.upgrade().is_some());
        release.send(()).expect("it waits");
        ended.recv().expect("it ends");
        while shared.upgrade().is_some() {
            std::thread::yield_now();
        }
    }

    #[tokio::test]
    async fn a_panic_is_no_answer() {
        let pool = pool(1, ONE);
        assert_eq!(pool.run(1, || panic!("on purpose")).await, None::<()>);
        assert_eq!(pool.run(1, || 7).await, Some(7));
    }

    #[test]
    fn there_is_one_pool_however_many_threads_are_wished_for() {
        let first = ProvingPool::shared(settings(1, ONE)).expect("a pool");
        for threads in [0, 1, 7] {
            let again = ProvingPool::shared(settings(threads, ONE)).expect("a pool");
            assert!(Arc::ptr_eq(&first, &again), "{threads}");
        }
    }
}
