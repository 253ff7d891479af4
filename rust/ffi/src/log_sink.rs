//! What the core logs, on its way to the caller's logger.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Arc, PoisonError, RwLock};

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

use crate::messages::LogEvent;

/// Called with each event. `level` is 1 for errors, 2 for warnings, 3 for information, 4 for
/// debugging and 5 for tracing; `json` is borrowed for the call only. Called from any thread, and
/// must not call back into this library.
pub type wc_log_callback =
    Option<unsafe extern "C" fn(context: *mut c_void, level: i32, json: *const u8, length: usize)>;

/// Where one wallet's events go. Closed when the wallet is destroyed: a proof that is left running
/// must not reach a logger that is gone.
#[derive(Clone)]
pub(crate) struct LogSink {
    target: Arc<RwLock<Option<Target>>>,
    filter: LevelFilter,
}

struct Target {
    callback: unsafe extern "C" fn(*mut c_void, i32, *const u8, usize),
    context: *mut c_void,
}

// SAFETY: the context is only handed back to the callback, which `wc_miden_create` demands to be
// callable from any thread with it.
unsafe impl Send for Target {}
// SAFETY: as above; nothing here dereferences the context.
unsafe impl Sync for Target {}

impl LogSink {
    /// # Safety
    /// Until [`LogSink::close`] returns, `callback` may be called with `context` from any thread.
    pub(crate) unsafe fn new(callback: wc_log_callback, context: *mut c_void, level: i32) -> Self {
        let filter = match level {
            1 => LevelFilter::ERROR,
            2 => LevelFilter::WARN,
            3 => LevelFilter::INFO,
            4 => LevelFilter::DEBUG,
            5 => LevelFilter::TRACE,
            _ => LevelFilter::OFF,
        };
        let target = callback.map(|callback| Target { callback, context });
        let filter = if target.is_some() { filter } else { LevelFilter::OFF };
        Self { target: Arc::new(RwLock::new(target)), filter }
    }

    /// What collects a thread's events for this sink.
    pub(crate) fn subscriber(&self) -> impl Subscriber + Send + Sync + use<> {
        tracing_subscriber::registry().with(self.clone().with_filter(self.filter))
    }

    /// Lets nothing through any more, and returns when no call of the callback is under way.
    pub(crate) fn close(&self) {
        *self.target.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl<S: Subscriber> Layer<S> for LogSink {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let metadata = event.metadata();
        let message = LogEvent {
            target: metadata.target().to_owned(),
            message: fields.message,
            fields: fields.others,
        };
        // An event that cannot be written is not worth failing for.
        let Ok(json) = serde_json::to_vec(&message) else { return };
        let level = match *metadata.level() {
            Level::ERROR => 1,
            Level::WARN => 2,
            Level::INFO => 3,
            Level::DEBUG => 4,
            Level::TRACE => 5,
        };
        let target = self.target.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(target) = target.as_ref() {
            // SAFETY: the sink is open, so by the contract of `LogSink::new` the callback may be
            // called with its context; the bytes live until it returns.
            unsafe { (target.callback)(target.context, level, json.as_ptr(), json.len()) };
        }
    }
}

#[derive(Default)]
struct Fields {
    message: String,
    others: BTreeMap<String, String>,
}

impl Fields {
    fn insert(&mut self, field: &Field, value: String) {
        if field.name() == "message" {
            self.message = value;
        } else {
            self.others.insert(field.name().to_owned(), value);
        }
    }
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.insert(field, value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.insert(field, format!("{value:?}"));
    }
}
