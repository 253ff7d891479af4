//! An operation that waits until a test lets it go on.

use tokio::sync::Semaphore;

/// Where an operation waits. The semaphores count its arrival and its release, and are never closed.
#[derive(Debug)]
pub(crate) struct Hold {
    arrived: Semaphore,
    released: Semaphore,
}

impl Default for Hold {
    fn default() -> Self {
        Self { arrived: Semaphore::new(0), released: Semaphore::new(0) }
    }
}

impl Hold {
    /// Waits, as the operation.
    pub(crate) async fn wait(&self) {
        self.arrived.add_permits(1);
        self.released.acquire().await.expect("it is open").forget();
    }

    /// Returns when the operation has come to the place.
    pub(crate) async fn arrived(&self) {
        self.arrived.acquire().await.expect("it is open").forget();
    }

    /// Lets the operation go on.
    pub(crate) fn release(&self) {
        self.released.add_permits(1);
    }
}
