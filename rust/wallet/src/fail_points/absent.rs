//! Nothing fails here but by itself.

use super::FailPoint;
use crate::errors::Result;

/// No places at which to fail.
#[derive(Debug, Clone, Default)]
pub(crate) struct FailPoints {}

#[allow(
    clippy::unnecessary_wraps,
    clippy::unused_async,
    clippy::unused_self,
    reason = "the same signatures as where there are some"
)]
impl FailPoints {
    pub(crate) fn from_environment() -> Result<Self> {
        Ok(Self {})
    }

    pub(crate) async fn reached(&self, _: FailPoint) {}

    pub(crate) fn passed(&self, _: FailPoint) {}
}
