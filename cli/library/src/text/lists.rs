//! Human-readable lists of names.

/// Maximum number of names in a hint.
const MAX_NAMES: usize = 16;

/// Formats names in backticks, truncating long lists.
pub fn listed(names: &[&str]) -> String {
    let more = if names.len() > MAX_NAMES { ", ..." } else { "" };
    let listed = names.iter().take(MAX_NAMES);
    let listed: Vec<_> = listed.map(|name| format!("`{name}`")).collect();
    format!("{}{more}", listed.join(", "))
}
