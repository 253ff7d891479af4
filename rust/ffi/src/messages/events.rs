//! What the core tells without being asked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One event of the log.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LogEvent {
    /// The module it comes from.
    pub(crate) target: String,
    pub(crate) message: String,
    pub(crate) fields: BTreeMap<String, String>,
}
