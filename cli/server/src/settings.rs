//! Client settings: `pica200.inlayHints.*` and `pica200.lens.*`.

use serde::Deserialize;
use serde_json::Value;

/// The section of all settings.
pub(crate) const SECTION: &str = "pica200";

/// The settings. Missing ones have their defaults.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, Debug)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    /// Enabled inlay hints.
    pub inlay_hints: InlayHints,
    /// Enabled code lenses.
    pub lens: Lenses,
}

/// Enabled inlay hints.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct InlayHints {
    /// A hint at each procedure.
    pub sizes: bool,
    /// The content of the hint at a procedure.
    pub procedures: ProcedureHint,
    /// The address of each instruction, in words.
    pub addresses: bool,
    /// The registers of names, at their declarations.
    pub registers: bool,
    /// Free temporaries, on the lines of instructions.
    pub free_temporaries: bool,
    /// Padding NOPs.
    pub padding: bool,
    /// The value of a component of a constant, where it is used.
    pub values: bool,
}

/// The content of the hint at a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ProcedureHint {
    /// The number of instructions.
    Instructions,
    /// The address, in words.
    Address,
}

/// Addresses and free temporaries are off: they would appear on every line.
impl Default for InlayHints {
    fn default() -> Self {
        Self {
            sizes: true,
            procedures: ProcedureHint::Instructions,
            addresses: false,
            registers: true,
            free_temporaries: false,
            padding: true,
            values: true,
        }
    }
}

/// Enabled code lenses.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Lenses {
    /// The numbers of words, instructions and descriptors of a procedure.
    pub sizes: bool,
    /// Commands that run the tests of a shader.
    pub tests: bool,
    /// The number of references of a procedure.
    pub references: bool,
}

impl Default for Lenses {
    fn default() -> Self {
        Self {
            sizes: true,
            tests: true,
            references: true,
        }
    }
}

impl Settings {
    /// Parses the settings from the section, or from an object that contains the section.
    ///
    /// # Errors
    ///
    /// Returns a message about a value of the wrong type.
    pub(crate) fn read(value: &Value) -> Result<Self, String> {
        let section = value.get(SECTION).unwrap_or(value);
        if section.is_null() {
            return Ok(Self::default());
        }
        let read = Self::deserialize(section);
        read.map_err(|error| format!("the settings `{SECTION}` cannot be read: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_read_with_and_without_their_section() {
        let section = json!({ "inlayHints": { "padding": false }, "other": 1 });
        let expected = Settings {
            inlay_hints: InlayHints {
                padding: false,
                ..InlayHints::default()
            },
            ..Settings::default()
        };
        assert_eq!(Settings::read(&section), Ok(expected));
        assert_eq!(Settings::read(&json!({ "pica200": section })), Ok(expected));
        for nothing in [json!(null), json!({}), json!({ "pica200": null })] {
            assert_eq!(Settings::read(&nothing), Ok(Settings::default()));
        }
    }

    #[test]
    fn wrong_types_are_reported() {
        let read = Settings::read(&json!({ "lens": { "sizes": 3 } }));
        let message = read.expect_err("3 is not a choice");
        assert!(message.contains("expected a boolean"), "{message}");
    }

    /// Returns the settings that the page lists, with their defaults.
    fn rows() -> Vec<(String, Value)> {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/picals.md");
        let page = std::fs::read_to_string(page).expect("the page is there");
        let row = |line: &str| {
            let (name, rest) = line.strip_prefix("| `pica200.")?.split_once("` | `")?;
            let (default, _) = rest.split_once('`')?;
            let default = serde_json::from_str(default).expect("defaults are JSON");
            Some((name.to_owned(), default))
        };
        page.lines().filter_map(row).collect()
    }

    #[test]
    fn the_page_lists_all_settings_with_their_defaults() {
        let rows = rows();
        for (name, default) in &rows {
            let (group, one) = name.split_once('.').expect("settings have groups");
            let read = |choice: Value| Settings::read(&json!({ group: { one: choice } }));
            let other = match default {
                Value::Bool(default) => json!(!default),
                _ => json!("address"),
            };
            assert_eq!(read(default.clone()), Ok(Settings::default()), "{name}");
            assert_ne!(read(other), Ok(Settings::default()), "{name}");
        }
        let shown = format!("{:?}", Settings::default());
        // The two groups are also fields.
        assert_eq!(shown.matches(": ").count() - 2, rows.len(), "{shown}");
    }
}
