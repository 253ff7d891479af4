//! How a development core fails on request.

use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use super::FailPoint;
#[cfg(test)]
use super::hold::Hold;
use crate::errors::{Result, WalletError};

/// The variable that says where to fail and how, as `after-submit:kill`.
const VARIABLE: &str = "MIDEN_FAIL_POINT";

const NAMES: [(&str, FailPoint); 15] = [
    ("before-journal", FailPoint::BeforeJournal),
    ("during-journal", FailPoint::DuringJournal),
    ("after-journal", FailPoint::AfterJournal),
    ("after-submit", FailPoint::AfterSubmit),
    ("after-apply", FailPoint::AfterApply),
    ("settle-before-submit", FailPoint::SettleBeforeSubmit),
    ("settle-after-submit", FailPoint::SettleAfterSubmit),
    ("settle-after-apply", FailPoint::SettleAfterApply),
    ("before-sync", FailPoint::BeforeSync),
    ("during-sync", FailPoint::DuringSync),
    ("after-sync", FailPoint::AfterSync),
    ("before-token-lookups", FailPoint::BeforeTokenLookups),
    ("before-key", FailPoint::BeforeKey),
    ("during-key", FailPoint::DuringKey),
    ("after-key", FailPoint::AfterKey),
];

/// What happens at a place.
#[derive(Debug, Clone)]
enum Action {
    /// The process gets SIGKILL, which nothing can catch.
    Kill,
    /// The process gets SIGSTOP: a test may change the world around it and let it go on.
    Stop,
    /// A panic.
    Panic,
    /// The operation waits there, until the test lets it go on.
    #[cfg(test)]
    Hold(Arc<Hold>),
}

/// The one place at which a wallet is to fail, if any. It fails there once.
#[derive(Debug, Clone, Default)]
pub(crate) struct FailPoints {
    armed: Arc<Mutex<Option<(FailPoint, Action)>>>,
}

impl FailPoints {
    /// What the process was told in its environment.
    pub(crate) fn from_environment() -> Result<Self> {
        let points = Self::default();
        if let Some(setting) = std::env::var_os(VARIABLE) {
            points.arm(&setting.to_string_lossy())?;
        }
        Ok(points)
    }

    /// Fails at a place, as `after-submit:panic` says.
    pub(crate) fn arm(&self, setting: &str) -> Result<()> {
        let parsed = setting.split_once(':').and_then(|(name, action)| {
            let (_, point) = NAMES.iter().find(|(known, _)| *known == name)?;
            let action = match action {
                "kill" => Action::Kill,
                "stop" => Action::Stop,
                "panic" => Action::Panic,
                _ => return None,
            };
            Some((*point, action))
        });
        let Some(parsed) = parsed else {
            return Err(WalletError::Unsupported {
                what: format!(
                    "{VARIABLE} is “{setting}”, which is no place at which to fail: it should be \
                     like after-submit:kill, with kill, stop or panic."
                ),
            });
        };
        self.set(parsed);
        Ok(())
    }

    /// Lets the next operation that comes to a place wait there.
    #[cfg(test)]
    pub(crate) fn hold(&self, point: FailPoint) -> Arc<Hold> {
        let hold = Arc::new(Hold::default());
        self.set((point, Action::Hold(hold.clone())));
        hold
    }

    /// Says that the operation has come to a place.
    #[cfg_attr(not(test), expect(clippy::unused_async, reason = "a test may have it wait there"))]
    pub(crate) async fn reached(&self, point: FailPoint) {
        match self.take(point) {
            #[cfg(test)]
            Some(Action::Hold(hold)) => hold.wait().await,
            Some(action) => fail(point, &action),
            None => {}
        }
    }

    /// The same, where nobody can wait.
    pub(crate) fn passed(&self, point: FailPoint) {
        if let Some(action) = self.take(point) {
            fail(point, &action);
        }
    }

    fn set(&self, armed: (FailPoint, Action)) {
        *self.armed.lock().unwrap_or_else(PoisonError::into_inner) = Some(armed);
    }

    fn take(&self, point: FailPoint) -> Option<Action> {
        let mut armed = self.armed.lock().unwrap_or_else(PoisonError::into_inner);
        armed.take_if(|(armed, _)| *armed == point).map(|(_, action)| action)
    }
}

fn fail(point: FailPoint, action: &Action) {
    let signal = match action {
        Action::Kill => "KILL",
        Action::Stop => "STOP",
        Action::Panic => panic!("told to panic at {point:?}"),
        #[cfg(test)]
        Action::Hold(_) => return,
    };
    // The shell's parent is this process. Sending a signal oneself takes unsafe code, or a crate
    // that nothing else here needs.
    let sent = Command::new("/bin/sh").args(["-c", &format!("kill -s {signal} $PPID")]).status();
    // Dead at the latest here, or going on.
    assert!(sent.is_ok_and(|status| status.success()), "the signal could not be sent");
    if matches!(action, Action::Kill) {
        loop {
            std::thread::park();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_names_a_place_and_what_happens_there() {
        let points = FailPoints::default();
        points.arm("after-submit:panic").expect("a place");
        points.passed(FailPoint::AfterApply);
        let panic = std::panic::catch_unwind(|| points.passed(FailPoint::AfterSubmit));
        assert!(panic.is_err());
        // Once only.
        points.passed(FailPoint::AfterSubmit);
        for wrong in ["", "after-submit", "after-submit:faint", "nowhere:kill"] {
            let error = points.arm(wrong).expect_err("no place");
            assert_eq!(error.kind(), "unsupported", "{error}");
        }
    }

    #[test]
    fn every_place_has_a_name_of_its_own() {
        for (index, (name, point)) in NAMES.iter().enumerate() {
            for (other, same) in &NAMES[..index] {
                assert!(name != other && point != same, "{name}");
            }
        }
    }
}
