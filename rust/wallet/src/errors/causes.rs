//! What lies below an error.

use std::error::Error;

/// A cause that is kept only to be shown.
pub type Cause = Box<dyn Error + Send + Sync + 'static>;

/// An error and all that are below it, outermost first.
pub(crate) fn chain<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| (*error).source())
}
