//! Lists of names as people read them.

/// The maximum number of names in a hint.
const MOST_NAMES: usize = 16;

/// Names in backticks, at most a useful number of them.
pub fn listed(names: &[&str]) -> String {
    let more = if names.len() > MOST_NAMES { ", ..." } else { "" };
    let listed = names.iter().take(MOST_NAMES);
    let listed: Vec<_> = listed.map(|name| format!("`{name}`")).collect();
    format!("{}{more}", listed.join(", "))
}
