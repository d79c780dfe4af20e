//! Spelling suggestions for the hints of all tools.

/// The maximum length of a word for which suggestions are searched.
const MAX_LENGTH: usize = 64;

/// Returns the candidate that is most similar to a misspelt word; `None` if none is similar. Case and the order of the
/// candidates are ignored.
pub fn most_similar<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > MAX_LENGTH {
        return None;
    }
    let folded = word.to_ascii_lowercase();
    let allowed = (word.len() / 3).clamp(1, 3);
    let distance = |candidate: &'c str| {
        let distance = strsim::osa_distance(&folded, &candidate.to_ascii_lowercase());
        let has_common = distance < word.len().max(candidate.len());
        (distance <= allowed && has_common).then_some((distance, candidate))
    };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= allowed)
        .filter_map(distance)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns true if two words differ in one letter, or in the order of two letters. Case is ignored.
pub fn is_typo(word: &str, other: &str) -> bool {
    let [word, other] = [word, other].map(str::to_ascii_lowercase);
    word.len().max(other.len()) <= MAX_LENGTH && strsim::osa_distance(&word, &other) == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_close() {
        let names = ["projection", "bones", "mov", "main"];
        assert_eq!(most_similar("projectoin", names), Some("projection"));
        assert_eq!(most_similar("MOVV", names), Some("mov"));
        assert_eq!(most_similar("Main", names), Some("main"));
        assert_eq!(most_similar("light", names), None);
        assert_eq!(most_similar("m", ["k", "mm"]), Some("mm"));
        assert_eq!(most_similar("m", ["k"]), None);
        assert_eq!(most_similar(&"m".repeat(100), names), None);
    }
}
