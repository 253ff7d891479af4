//! Random schedules of everything that can be asked of a worker, by several threads at once.

mod support;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use miden_swift_runtime::{
    Completion, Context, Job, Lane, Limits, Outcome, Refused, Request, RequestId, Statistics, job,
};
use proptest::prelude::*;
use support::{Scope, TestWorker, assert_adds_up, cases, in_time, worker_with};

/// What a job does.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Value,
    Panics,
    Yields(u8),
    Sleeps(u8),
    Endless,
    PassesThePoint(u8),
    Blocks(u8),
}

/// What a thread asks for. Times are milliseconds.
#[derive(Clone, Debug)]
enum Step {
    Submit { kind: Kind, long: bool, deadline: Option<u8> },
    Cancel(prop::sample::Index),
    Hold,
    Release,
    Wait(u8),
}

/// How it all ends.
#[derive(Clone, Copy, Debug)]
enum End {
    Close,
    Drain { grace: u8 },
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![
        4 => Just(Kind::Value),
        1 => Just(Kind::Panics),
        1 => (1..4u8).prop_map(Kind::Yields),
        2 => (0..4u8).prop_map(Kind::Sleeps),
        2 => Just(Kind::Endless),
        2 => (0..4u8).prop_map(Kind::PassesThePoint),
        1 => (0..4u8).prop_map(Kind::Blocks),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let submit = (kinds(), any::<bool>(), prop::option::of(0..8u8));
    let step = prop_oneof![
        8 => submit.prop_map(|(kind, long, deadline)| Step::Submit { kind, long, deadline }),
        4 => any::<prop::sample::Index>().prop_map(Step::Cancel),
        1 => Just(Step::Hold),
        2 => Just(Step::Release),
        2 => (0..4u8).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 1..30)
}

fn limits() -> impl Strategy<Value = Limits> {
    (1..6usize, 1..4usize, 1..4usize, 0..20u64).prop_map(|(waiting, quick, long, finish)| Limits {
        waiting,
        quick,
        long,
        finish: Duration::from_millis(finish),
        ..Limits::default()
    })
}

fn ends() -> impl Strategy<Value = End> {
    prop_oneof![Just(End::Close), (0..10u8).prop_map(|grace| End::Drain { grace })]
}

/// What is known of a request.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "notes, each of them taken by itself")]
struct Record {
    kind: Option<Kind>,
    deadline: Option<Instant>,
    answer: Option<Result<RequestId, Refused>>,
    started: bool,
    passed: bool,
    /// It was late before it could be started.
    must_not_start: bool,
    /// A cancellation found it.
    cancelled: bool,
    told: Vec<Outcome<u64>>,
}

type Shared<V> = Arc<Mutex<V>>;

fn locked<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone)]
struct Story {
    worker: Arc<TestWorker>,
    records: Shared<Vec<Shared<Record>>>,
}

impl Story {
    fn act(&self, steps: Vec<Step>) {
        let mut held = None;
        for step in steps {
            match step {
                Step::Submit { kind, long, deadline } => self.submit(kind, long, deadline),
                Step::Cancel(which) => self.cancel(which),
                Step::Hold if held.is_none() => held = self.hold(),
                Step::Hold => {}
                Step::Release => self.release(held.take()),
                Step::Wait(time) => std::thread::sleep(milliseconds(time)),
            }
        }
        self.release(held);
    }

    fn submit(&self, kind: Kind, long: bool, deadline: Option<u8>) {
        let deadline = deadline.map(|time| Instant::now() + milliseconds(time));
        let record =
            Arc::new(Mutex::new(Record { deadline, kind: Some(kind), ..Record::default() }));
        let lane = if long { Lane::Long } else { Lane::Quick };
        let job = job_of(kind, record.clone());
        let told = record.clone();
        let completion = Completion::new(move |outcome| locked(&told).told.push(outcome));
        let answer = self.worker.submit(Request { lane, deadline, job, completion });
        locked(&record).answer = Some(answer);
        locked(&self.records).push(record);
    }

    fn cancel(&self, which: prop::sample::Index) {
        let record = {
            let records = locked(&self.records);
            if records.is_empty() {
                return;
            }
            records[which.index(records.len())].clone()
        };
        let answer = locked(&record).answer;
        if let Some(Ok(id)) = answer {
            let found = self.worker.cancel(id);
            locked(&record).cancelled |= found;
        }
    }

    /// Holds the worker's thread in a completion, if the request for it comes as far as that.
    fn hold(&self) -> Option<mpsc::Sender<()>> {
        let (release, released) = mpsc::channel::<()>();
        let (held, is_held) = mpsc::channel();
        let record = Arc::new(Mutex::new(Record { kind: Some(Kind::Value), ..Record::default() }));
        let told = record.clone();
        let completion = Completion::new(move |outcome| {
            locked(&told).told.push(outcome);
            let _ = held.send(());
            let _ = released.recv();
        });
        let job = job_of(Kind::Value, record.clone());
        let request = Request { lane: Lane::Quick, deadline: None, job, completion };
        let answer = self.worker.submit(request);
        locked(&record).answer = Some(answer);
        locked(&self.records).push(record);
        // The lane may be full of jobs that do not end, or another thread holds the worker.
        is_held.recv_timeout(milliseconds(20)).is_ok().then_some(release)
    }

    /// Whatever is late by now and was not started cannot be started any more.
    fn release(&self, held: Option<mpsc::Sender<()>>) {
        let Some(held) = held else {
            return;
        };
        let now = Instant::now();
        for record in &*locked(&self.records) {
            let mut record = locked(record);
            record.must_not_start |=
                !record.started && record.deadline.is_some_and(|deadline| deadline <= now);
        }
        drop(held);
    }

    /// Drains the worker, and sees to it that the report and what was told agree.
    fn drain(&self, grace: u8) {
        let report = self.worker.shutdown(milliseconds(grace)).expect("another thread");
        let records = locked(&self.records);
        let accepted = records.iter().filter(|record| locked(record).is_accepted());
        let told = accepted.clone().filter(|record| !locked(record).told.is_empty()).count();
        let accepted = accepted.count();
        let reported = report.finished + report.cancelled + report.abandoned;
        assert!(reported <= accepted, "{report:?} of {accepted}");
        let closed = |record: &&Shared<Record>| locked(record).told.contains(&Outcome::Closed);
        let closed = records.iter().filter(closed).count();
        assert!(closed >= report.cancelled, "{closed}: {report:?}");
        // Otherwise more may end while this looks.
        if report.abandoned == 0 {
            assert_eq!((told, closed), (accepted, report.cancelled), "{report:?}");
        }
    }

    fn check(&self) {
        let records = locked(&self.records);
        let mut expected = Statistics {
            longest_wait: self.worker.statistics().longest_wait,
            ..Statistics::default()
        };
        for record in &*records {
            locked(record).check(&mut expected);
        }
        assert_eq!(self.worker.statistics(), expected);
        assert_adds_up(&expected);
    }
}

fn milliseconds(time: u8) -> Duration {
    Duration::from_millis(time.into())
}

fn job_of(kind: Kind, record: Shared<Record>) -> Job<Scope, u64> {
    job(move |_, context: Context| async move {
        locked(&record).started = true;
        match kind {
            Kind::Value => {}
            Kind::Panics => std::panic::resume_unwind(Box::new("on purpose")),
            Kind::Yields(times) => {
                for _ in 0..times {
                    tokio::task::yield_now().await;
                }
            }
            Kind::Sleeps(time) => tokio::time::sleep(milliseconds(time)).await,
            Kind::Endless => std::future::pending().await,
            Kind::PassesThePoint(time) => {
                tokio::task::yield_now().await;
                assert!(context.point_of_no_return());
                locked(&record).passed = true;
                tokio::time::sleep(milliseconds(time)).await;
            }
            Kind::Blocks(time) => {
                let blocking = move || std::thread::sleep(milliseconds(time));
                let _ = tokio::task::spawn_blocking(blocking).await;
            }
        }
        context.request_id()
    })
}

impl Record {
    fn is_accepted(&self) -> bool {
        matches!(self.answer, Some(Ok(_)))
    }

    /// Checks what became of the request, and counts it.
    fn check(&self, counts: &mut Statistics) {
        let Some(Ok(id)) = self.answer else {
            assert!(self.told.is_empty() && !self.started, "it was refused: {self:?}");
            counts.rejected += 1;
            return;
        };
        counts.accepted += 1;
        assert!(!(self.started && self.must_not_start), "it was started too late: {self:?}");
        let [outcome] = &self.told[..] else {
            panic!("it was not told once: {self:?}");
        };
        let fits = match outcome {
            Outcome::Finished(value) => {
                counts.completed += 1;
                *value == id && self.started
            }
            Outcome::Panicked(_) => {
                counts.failed += 1;
                matches!(self.kind, Some(Kind::Panics)) && self.started
            }
            Outcome::Cancelled => {
                counts.cancelled += 1;
                self.cancelled && !self.passed
            }
            Outcome::TimedOut { will_complete } => {
                counts.timed_out += 1;
                self.deadline.is_some() && self.passed == *will_complete
            }
            Outcome::Closed => {
                counts.closed += 1;
                true
            }
        };
        assert!(fits, "{self:?}");
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn whatever_several_threads_ask_for_each_request_ends_once_and_is_counted(
        limits in limits(),
        threads in prop::collection::vec(steps(), 1..4),
        end in ends(),
        end_after in prop::option::of(0..8u8),
    ) {
        in_time(move || {
            let story =
                Story { worker: Arc::new(worker_with(limits)), records: Shared::default() };
            let threads: Vec<_> = threads
                .into_iter()
                .map(|steps| {
                    let story = story.clone();
                    std::thread::spawn(move || story.act(steps))
                })
                .collect();
            // Either in the midst of it all or when all is said.
            if let (Some(time), End::Close) = (end_after, end) {
                std::thread::sleep(milliseconds(time));
                story.worker.close();
            }
            for thread in threads {
                thread.join().expect("it does not panic");
            }
            if let End::Drain { grace } = end {
                story.drain(grace);
            }
            story.worker.close();
            story.check();
        });
    }
}
