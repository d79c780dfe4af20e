//! The tables of the language reference as data, for tools that explain keywords.
//!
//! The texts come from `LANGUAGE.md`, so that tools and the reference agree. They are Markdown without links: the only
//! markup is code in backticks.

use pica200_objfmt::isa::register::Bank;

use crate::register::FLAGS;
use crate::words::Class;

const PAGE: &str = include_str!("../LANGUAGE.md");

/// A table row of the reference that documents a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Class of its words. Address registers are in the register class; flags are not.
    pub class: Class,
    /// Its words, in lowercase; a directive without its dot.
    pub words: Vec<String>,
    /// The syntax: for an instruction its operands, otherwise including the word.
    pub form: String,
    /// The effect, result or meaning.
    pub effect: String,
    /// The sources of an instruction that can be a float uniform or relative, such as `1 or 2`.
    pub wide: Option<String>,
    /// An example instruction.
    pub example: Option<String>,
}

/// A table of the reference: its column titles, and the parser of its rows.
struct Table {
    titles: &'static str,
    row: fn(&[String]) -> Option<Entry>,
}

const TABLES: &[Table] = &[
    Table {
        titles: "| Instruction | Operands | Result or effect | Wide source | Example |",
        row: |cells| {
            let [word, operands, effect, wide, example] = cells else {
                return None;
            };
            Some(Entry {
                form: operands.clone(),
                wide: (!wide.is_empty()).then(|| wide.clone()),
                example: code_spans(example).next().map(str::to_owned),
                ..entry(Class::Mnemonic, code_spans(word), effect)
            })
        },
    },
    Table {
        titles: "| Pseudo-instruction | Expansion |",
        row: |cells| {
            let (word, operands) = code_spans(cells.first()?).next()?.split_once(' ')?;
            // The other forms belong to an instruction or a directive.
            let is_own = !word.starts_with('.') && !operands.starts_with('!');
            let effect = format!("Expands to {}", cells.get(1)?);
            is_own.then(|| Entry {
                form: format!("`{operands}`"),
                ..entry(Class::Mnemonic, [word].into_iter(), &effect)
            })
        },
    },
    Table {
        titles: "| Directive | Effect |",
        row: |cells| {
            let form = code_spans(cells.first()?).next()?;
            let word = form.trim_start_matches('.').split(' ').next()?;
            Some(Entry {
                form: form.to_owned(),
                ..entry(Class::Directive, [word].into_iter(), cells.get(1)?)
            })
        },
    },
    Table {
        titles: "| Property | Short | Number | Meaning |",
        row: |cells| {
            let names = cells.iter().take(2).flat_map(|cell| code_spans(cell));
            Some(entry(Class::Property, names, cells.get(3)?))
        },
    },
    Table {
        titles: "| Function | Result |",
        row: |cells| {
            let form = code_spans(cells.first()?).next()?;
            let (word, _) = form.split_once('(')?;
            Some(Entry {
                form: form.to_owned(),
                ..entry(Class::Function, [word].into_iter(), cells.get(1)?)
            })
        },
    },
    Table {
        titles: "| Comparison | True where |",
        row: |cells| words_and_effect(Class::Comparison, cells),
    },
    Table {
        titles: "| Number | Value |",
        row: |cells| words_and_effect(Class::Number, cells),
    },
    Table {
        titles: "| Boolean | Meaning |",
        row: |cells| words_and_effect(Class::Boolean, cells),
    },
    Table {
        titles: "| Flag | Effect |",
        row: |cells| words_and_effect(Class::EmitFlag, cells),
    },
    Table {
        titles: "| Form | Input of the shader |",
        row: |cells| {
            let (form, effect) = (code_spans(cells.first()?).next()?, cells.get(1)?);
            let mode = form.split(' ').nth(1)?;
            // The effect names the other keywords for the mode.
            let words = std::iter::once(mode).chain(code_spans(effect));
            Some(Entry {
                form: form.to_owned(),
                ..entry(Class::GeometryMode, words, effect)
            })
        },
    },
    Table {
        titles: "| Registers | Meaning | Access |",
        row: |cells| {
            let (registers, meaning) = (cells.first()?, cells.get(1)?);
            let old = meaning.split_once("Old names").map_or("", |(_, old)| old);
            let names = code_spans(registers).chain(code_spans(old));
            let names = names.filter_map(|name| name.split('.').next());
            let is_flags = registers.contains(FLAGS);
            let class = if is_flags { Class::Flags } else { Class::AddressRegister };
            Some(Entry {
                form: registers.clone(),
                ..entry(class, names, meaning)
            })
        },
    },
];

/// Creates an entry without details.
fn entry<'a>(class: Class, words: impl Iterator<Item = &'a str>, effect: &str) -> Entry {
    let words: Vec<_> = words.map(str::to_ascii_lowercase).collect();
    Entry {
        class,
        form: words.first().cloned().unwrap_or_default(),
        words,
        effect: effect.to_owned(),
        wide: None,
        example: None,
    }
}

/// Parses a row with words and their effect.
fn words_and_effect(class: Class, cells: &[String]) -> Option<Entry> {
    Some(entry(class, code_spans(cells.first()?), cells.get(1)?))
}

/// Returns the code spans of a text.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The language reference.
#[derive(Debug)]
pub struct Reference {
    /// The rows of all tables, in document order.
    entries: Vec<Entry>,
}

impl Reference {
    /// Parses the reference.
    pub fn new() -> Self {
        let mut entries = Vec::new();
        let mut table: Option<&Table> = None;
        for line in PAGE.lines() {
            if !line.starts_with('|') {
                table = None;
            } else if let Some(found) = TABLES.iter().find(|known| known.titles == line) {
                table = Some(found);
            } else if let Some(table) = table {
                entries.extend((table.row)(&cells(line)));
            }
        }
        Self { entries }
    }

    /// Returns the entries for a word of a class, case-insensitively, in document order.
    pub fn entries<'r>(&'r self, class: Class, word: &str) -> impl Iterator<Item = &'r Entry> + use<'r> {
        let word = word.to_ascii_lowercase();
        let is_meant = move |entry: &&Entry| entry.class == class && entry.words.contains(&word);
        self.entries.iter().filter(is_meant)
    }

    /// Returns the entry for the registers of a bank.
    pub fn registers(&self, bank: Bank) -> Option<&Entry> {
        let first = format!("{}0", bank.letter());
        self.entries(Class::AddressRegister, &first).next()
    }
}

impl Default for Reference {
    fn default() -> Self {
        Self::new()
    }
}

impl Entry {
    /// Returns the syntax without markup. Empty for an instruction without operands.
    pub fn forms(&self) -> Vec<String> {
        let form = self.form.replace('`', "");
        form.split(", or ").map(str::to_owned).collect()
    }
}

/// Splits a row into cells, without links.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim_start_matches('|').replace("\\|", "\0");
    let cells = row.strip_suffix('|').unwrap_or(&row).split('|');
    cells
        .map(|cell| without_links(cell.trim()).replace('\0', "|"))
        .collect()
}

/// Replaces links by their text.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    // Brackets in code are not followed by an address.
    while let Some(end) = rest.find("](#") {
        let (before, after) = rest.split_at(end);
        let Some((start, close)) = before.rfind("[`").or(before.rfind('[')).zip(after.find(')')) else {
            break;
        };
        let (text, link) = (before.get(..start), before.get(start + 1..));
        out.push_str(text.unwrap_or_default());
        out.push_str(link.unwrap_or_default());
        rest = after.get(close + 1..).unwrap_or_default();
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn words_are_explained() {
        let reference = Reference::new();
        for word in words() {
            let mut found = reference.entries(word.class, word.text);
            assert!(found.next().is_some(), "{word:?}");
        }
        for bank in Bank::ALL {
            assert!(reference.registers(bank).is_some(), "{bank:?}");
        }
    }

    #[test]
    fn entries_have_no_links_and_closed_code() {
        for entry in Reference::new().entries {
            let texts = [&entry.form, &entry.effect];
            for text in texts.into_iter().chain(&entry.wide) {
                assert!(!text.contains("]("), "{text}");
                assert_eq!(text.matches('`').count() % 2, 0, "{text}");
            }
            assert!(!entry.effect.is_empty(), "{entry:?}");
        }
    }

    #[test]
    fn rows_become_entries() {
        let reference = Reference::new();
        let found = |class, word| reference.entries(class, word).collect::<Vec<_>>();
        let mad = found(Class::Mnemonic, "MAD");
        assert_eq!(mad[0].form, "`destination, source1, source2, source3`");
        assert_eq!(mad[0].effect, "a * b + c");
        assert_eq!(mad[0].wide.as_deref(), Some("2 or 3"));
        assert_eq!(mad[0].example.as_deref(), Some("mad r0, r1, c0.x, r2"));
        let jump = found(Class::Mnemonic, "jmpc");
        let example = jump[0].example.as_deref();
        assert_eq!(example, Some("jmpc cmp.x || cmp.y, done"));
        let call = found(Class::Mnemonic, "call");
        assert_eq!(call[0].form, "`procedure`, or `label, count`");
        assert_eq!(call[0].forms(), ["procedure", "label, count"]);
        let array = found(Class::Directive, "constfa");
        let forms: Vec<_> = array.iter().map(|entry| entry.form.as_str()).collect();
        assert_eq!(forms, [".constfa NAME[n] REGISTER", ".constfa (x, y, z, w)"]);
        assert_eq!(found(Class::Property, "pos")[0].words, ["position", "pos"]);
        assert_eq!(found(Class::AddressRegister, "lcnt").len(), 1);
        let mode = found(Class::GeometryMode, "subdivision");
        assert_eq!(mode[0].words, ["variable", "subdivision"]);
        assert_eq!(mode[0].form, ".gsh variable cN n");
    }
}
