//! Nothing fails here but by itself.

use super::FailPoint;
use crate::errors::Result;

/// No places at which to fail.
#[derive(Debug, Clone, Default)]
pub(crate) struct FailPoints;

impl FailPoints {
    #[expect(clippy::unnecessary_wraps, reason = "the same signature as where there are some")]
    pub(crate) fn from_environment() -> Result<Self> {
        Ok(Self)
    }

    #[expect(clippy::unused_async, reason = "the same signature as where there are some")]
    pub(crate) async fn reached(&self, _: FailPoint) {}

    pub(crate) fn passed(&self, _: FailPoint) {}
}
