//! What somebody may have meant who has written a word that is none.

use bip39::Language;
use strsim::{damerau_levenshtein, jaro_winkler};

/// How many words are named at most.
const MOST_WORDS: usize = 3;
/// A word this long is no slip for one of the list, whose longest have eight letters.
const LONGEST_SLIP: usize = 12;

/// The letters that tell every word of the list from every other: people who write down no more mean the word.
const TELLING_LETTERS: usize = 4;

/// The words of the list that are nearest to a word, the nearest first. Empty where none is near: more than a third of its
/// letters, rounded up, would have to be others, and none begins with it.
pub(super) fn nearest_words(word: &str) -> Vec<&'static str> {
    let length = word.chars().count();
    if length > LONGEST_SLIP {
        return Vec::new();
    }
    let farthest = length.div_ceil(3);
    let begins = |candidate: &str| length >= TELLING_LETTERS && candidate.starts_with(word);
    let mut near: Vec<(usize, &'static str)> = Language::English
        .word_list()
        .iter()
        .map(|candidate| (damerau_levenshtein(word, candidate), *candidate))
        .map(|(distance, candidate)| (if begins(candidate) { 0 } else { distance }, candidate))
        .filter(|(distance, _)| *distance <= farthest)
        .collect();
    // Among those that are equally far, the ones that begin alike: people slip at the end of words.
    near.sort_by(|(one, first), (other, second)| {
        one.cmp(other)
            .then_with(|| jaro_winkler(word, second).total_cmp(&jaro_winkler(word, first)))
    });
    near.into_iter().take(MOST_WORDS).map(|(_, candidate)| candidate).collect()
}

/// Whether a word is one of the list but for one letter, or the beginning of one: repeating it gives away no more than the
/// words that are near it.
pub(super) fn is_slip(word: &str) -> bool {
    let mut list = Language::English.word_list().iter();
    word.len() <= LONGEST_SLIP
        && word.bytes().all(|byte| byte.is_ascii_lowercase())
        && list.any(|candidate| {
            (word.len() >= TELLING_LETTERS && candidate.starts_with(word))
                || damerau_levenshtein(word, candidate) == 1
        })
}

#[cfg(test)]
mod tests {
    use super::{is_slip, nearest_words};

    #[test]
    fn a_slip_is_a_word_but_for_one_letter() {
        for slip in ["abandn", "abuot", "absu", "indus", "cet"] {
            assert!(is_slip(slip), "{slip}");
        }
        for other in ["summer23", "hunter2", "letmein", "dragon99", "abogado", "żółw", ""] {
            assert!(!is_slip(other), "{other}");
        }
    }

    #[test]
    fn a_slip_is_near_to_what_was_meant() {
        for (slip, meant) in [
            ("abandn", "abandon"),
            ("abuot", "about"),
            ("sattoshi", "satoshi"),
            ("wintre", "winter"),
            ("wntr", "winter"),
            ("absu", "absurd"),
            ("indus", "industry"),
        ] {
            let near = nearest_words(slip);
            assert!(near.contains(&meant), "{slip}: {near:?}");
            assert!(near.len() <= 3, "{near:?}");
        }
        assert_eq!(nearest_words("abandn"), ["abandon"]);
    }

    #[test]
    fn what_is_like_no_word_has_none_near_it() {
        assert_eq!(nearest_words("0x9c8b7a69"), Vec::<&str>::new());
        assert_eq!(nearest_words("qqqqqq"), Vec::<&str>::new());
        assert_eq!(nearest_words(&"a".repeat(1_000_000)), Vec::<&str>::new());
        assert_eq!(nearest_words("żółw"), Vec::<&str>::new());
    }
}
