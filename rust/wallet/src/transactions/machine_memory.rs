//! How much memory this process may use.

use std::fs;
use std::path::{Component, Path};

/// A limit above this is none: version 1 of control groups has a number of that kind for no limit.
const NO_LIMIT_BYTES: u64 = 1 << 50;

/// The least of the machine's memory and the limits of the control groups that the process is in, in bytes. `None` if
/// nothing is known. `root` is `/`, and another folder in tests.
pub(super) fn available(physical: Option<u64>, root: &Path) -> Option<u64> {
    physical.into_iter().chain(control_group_limits(root)).min()
}

/// The limits of the control groups of this process. Only Linux has such files.
fn control_group_limits(root: &Path) -> Vec<u64> {
    let memberships = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let version_2 = root.join("sys/fs/cgroup");
    let version_1 = version_2.join("memory");
    // In a container the root of the hierarchy is often the container's own group, whatever the membership says.
    let mut limits =
        vec![limit(&version_2.join("memory.max")), limit(&version_1.join("memory.limit_in_bytes"))];
    for membership in memberships.lines() {
        // `hierarchy:controllers:path`, and version 2 has no controllers there.
        let mut fields = membership.splitn(3, ':');
        let (_, controllers, group) = (fields.next(), fields.next(), fields.next());
        let (folder, file) = match controllers {
            Some("") => (&version_2, "memory.max"),
            Some(names) if names.split(',').any(|name| name == "memory") => {
                (&version_1, "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let mut folder = folder.clone();
        // A group has the limits of all that it is in, too.
        for part in Path::new(group.unwrap_or_default()).components() {
            if let Component::Normal(name) = part {
                folder.push(name);
                limits.push(limit(&folder.join(file)));
            }
        }
    }
    limits.into_iter().flatten().collect()
}

/// The limit in a file, if it is there and says one.
fn limit(file: &Path) -> Option<u64> {
    let bytes = fs::read_to_string(file).ok()?.trim().parse().ok()?;
    (bytes < NO_LIMIT_BYTES).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with files, each a path and its text.
    fn root_with(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        root
    }

    #[test]
    fn what_the_process_may_use_is_the_least_of_all_limits() {
        const MACHINE: u64 = 16 << 30;
        let cases: &[(&[(&str, &str)], u64)] = &[
            (&[], MACHINE),
            (&[("sys/fs/cgroup/memory.max", "max\n")], MACHINE),
            (&[("sys/fs/cgroup/memory.max", "4294967296\n")], 4 << 30),
            (&[("sys/fs/cgroup/memory.max", "68719476736\n")], MACHINE),
            (&[("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")], MACHINE),
            (&[("sys/fs/cgroup/memory/memory.limit_in_bytes", "2147483648\n")], 2 << 30),
            (
                &[
                    ("proc/self/cgroup", "0::/system.slice/wallet.service\n"),
                    ("sys/fs/cgroup/system.slice/memory.max", "3221225472\n"),
                    ("sys/fs/cgroup/system.slice/wallet.service/memory.max", "max\n"),
                ],
                3 << 30,
            ),
            (
                &[
                    ("proc/self/cgroup", "3:cpu,cpuacct:/a\n2:memory:/a\n"),
                    ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1073741824\n"),
                ],
                1 << 30,
            ),
            (&[("proc/self/cgroup", "no line of a control group")], MACHINE),
        ];
        for (files, bytes) in cases {
            let root = root_with(files);
            assert_eq!(available(Some(MACHINE), root.path()), Some(*bytes), "{files:?}");
        }
    }

    #[test]
    fn without_any_limit_nothing_is_known_unless_the_platform_says_the_memory() {
        let unlimited = ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assert_eq!(available(None, root_with(&[unlimited]).path()), None);
    }
}
