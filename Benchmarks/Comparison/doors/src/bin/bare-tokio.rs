//! The empty operation through a bare tokio mpsc and oneshot, with nothing of Swift in it.
//!
//! Answers `empty CALLERS CALLS` on its input with the nanoseconds per call.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

use comparison_doors::worker::{Closed, Worker};

fn main() -> Result<(), Box<dyn Error>> {
    // As wide as Swift's pool of threads on the machine this is compared on; the worker has its own.
    let callers = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build()?;
    let worker = Arc::new(Worker::spawn()?);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["empty", width, calls] = words[..] else {
            return Err(format!("“{line}” is no command").into());
        };
        let (width, calls) = (width.parse()?, calls.parse()?);
        let begun = Instant::now();
        callers.block_on(pings(&worker, width, calls))?;
        #[expect(clippy::cast_precision_loss, reason = "as many nanoseconds are hours")]
        let each = begun.elapsed().as_nanos() as f64 / calls as f64;
        println!("{{\"nanoseconds\": {each:.1}}}");
        io::stdout().flush()?;
    }
    Ok(())
}

/// Shares the calls out among so many tasks, each of which makes its next call when the last one is
/// answered.
async fn pings(worker: &Arc<Worker>, width: usize, calls: usize) -> Result<(), Box<dyn Error>> {
    let tasks: Vec<_> = (0..width)
        .map(|task| {
            let worker = worker.clone();
            let share = calls / width + usize::from(task < calls % width);
            tokio::spawn(async move {
                for _ in 0..share {
                    worker.ping().await?;
                }
                Ok::<(), Closed>(())
            })
        })
        .collect();
    for task in tasks {
        task.await??;
    }
    Ok(())
}
