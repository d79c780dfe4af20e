//! Messages of naga in the form of ours.

/// Returns a message in the form of ours: with a small first letter, without a full stop, with names in backticks.
pub(super) fn lower_case(message: &str) -> String {
    let message = message.trim().trim_end_matches('.');
    let is_quoted = message.matches('\'').count() == 2;
    let message = &message.replace('\'', if is_quoted { "`" } else { "'" });
    let is_quoted = message.matches('"').count() == 2;
    let message = &message.replace('"', if is_quoted { "`" } else { "\"" });
    let mut letters = message.chars();
    match (letters.next(), letters.next()) {
        // Not a name or an abbreviation.
        (Some(first), Some(second)) if first.is_uppercase() && !second.is_uppercase() => {
            let rest = message.get(first.len_utf8()..).unwrap_or_default();
            first.to_lowercase().chain(rest.chars()).collect()
        }
        _ => message.to_owned(),
    }
}

/// Returns a message without naga's numbers of expressions, types and so on, such as `[7]` or `Some([7])`. Locations
/// show the meaning.
pub(super) fn without_numbers(message: &str) -> String {
    let is_number = |word: &str| {
        let word = word.trim_end_matches([':', ',', '.']);
        let inner = word.strip_prefix("Some(").and_then(|word| word.strip_suffix(')'));
        let digits = inner
            .unwrap_or(word)
            .strip_prefix('[')
            .and_then(|word| word.strip_suffix(']'));
        digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut words: Vec<String> = Vec::new();
    for word in message.split(' ') {
        if !is_number(word) {
            words.push(word.to_owned());
        } else if let Some(last) = words.last_mut() {
            last.extend(word.chars().filter(|letter| matches!(letter, ':' | ',' | '.')));
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::without_numbers;

    #[test]
    fn numbers_of_naga_are_left_out() {
        let without = |message| without_numbers(message);
        assert_eq!(
            without("function [0] `f` is invalid: loading of [12] can't be done"),
            "function `f` is invalid: loading of can't be done"
        );
        assert_eq!(without("type Some([3]), and [4]: x[5]"), "type, and: x[5]");
    }
}
