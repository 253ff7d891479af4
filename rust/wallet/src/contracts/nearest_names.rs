//! What somebody may have meant with a name that is none.

use strsim::damerau_levenshtein;

/// Time and memory grow with the product of the lengths. A longer name is as far from all others.
const MAX_BYTES: usize = 128;

/// The names, the nearest to a name first. Of those that are as near the order stays. `_` and `-` are the same.
pub(super) fn nearest_first<'a>(
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_cached_key(|other| distance(name, other));
    names
}

fn distance(one: &str, other: &str) -> usize {
    if one.len().max(other.len()) > MAX_BYTES {
        return usize::MAX;
    }
    damerau_levenshtein(&one.replace('-', "_"), &other.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_the_first() {
        let known = ["name", "access", "reads"];
        assert_eq!(nearest_first("acces", known)[0], "access");
        assert_eq!(nearest_first("raeds", known)[0], "reads");
        assert_eq!(nearest_first("get-count", ["set_count", "get_count"])[0], "get_count");
    }

    #[test]
    fn a_long_name_leaves_the_order_as_it_is() {
        let known = ["name", "access", "reads"];
        assert_eq!(nearest_first(&"reads".repeat(1_000_000), known), known);
        let long = "a".repeat(MAX_BYTES + 1);
        assert_eq!(nearest_first("b", [long.as_str(), "c"]), ["c", long.as_str()]);
    }
}
