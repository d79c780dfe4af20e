//! The keys in handwritten configurations are those that the editors read. Some editors reject a file with another key,
//! and the others silently ignore it.

use std::fs;

use fancy_regex::Regex;
use pica200_testsuite::corpus::workspace;
use toml::{Table, Value};

/// A file, and the keys that the editor knows in each of its tables. In table paths, `*` matches any name.
struct Configuration {
    path: &'static str,
    tables: &'static [(&'static str, &'static str)],
}

const CONFIGURATIONS: [Configuration; 3] = [
    // The page "Languages" of the Helix book.
    Configuration {
        path: "helix/languages.toml",
        tables: &[
            ("", "language-server language grammar use-grammars"),
            (
                "language-server.*",
                "command args config environment timeout required-root-patterns",
            ),
            (
                "language",
                "name language-id scope injection-regex file-types shebangs roots auto-format diagnostic-severity \
                 comment-token comment-tokens block-comment-tokens indent language-servers grammar formatter \
                 soft-wrap text-width rulers path-completion workspace-lsp-roots persistent-diagnostic-sources \
                 debugger auto-pairs",
            ),
            ("language.indent", "tab-width unit"),
            ("grammar", "name source"),
            ("grammar.source", "path git rev subpath"),
        ],
    },
    // The pages "Developing Extensions" and "Language Extensions" of the Zed documentation.
    Configuration {
        path: "zed/extension.toml",
        tables: &[
            (
                "",
                "id name version schema_version authors description repository grammars language_servers",
            ),
            ("grammars.*", "repository rev path"),
            ("language_servers.*", "name languages language_ids"),
        ],
    },
    // The page "Language Extensions", and the struct `LanguageConfig` of the crate `language` of Zed.
    Configuration {
        path: "zed/languages/pica200/config.toml",
        tables: &[
            (
                "",
                "name grammar path_suffixes first_line_pattern line_comments block_comment documentation_comment \
                 autoclose_before brackets tab_size hard_tabs soft_wrap auto_indent_using_last_non_empty_line \
                 auto_indent_on_paste increase_indent_pattern decrease_indent_pattern collapsed_placeholder \
                 word_characters completion_query_characters linked_edit_characters scope_opt_in_language_servers \
                 overrides prettier_parser_name hidden debuggers",
            ),
            ("brackets", "start end close surround newline not_in"),
        ],
    },
];

/// The keys of a linter that connects to a server over standard input: `:help ale#linter#Define()` of ALE.
const ALE: &str = "name aliases lsp executable command cwd project_root language completion_filter \
     initialization_options lsp_config";

/// Collects the paths of all keys of a table. Paths of arrays have no indices.
fn paths(table: &Table, within: &str, found: &mut Vec<(String, String)>) {
    for (key, value) in table {
        found.push((within.to_owned(), key.clone()));
        let inner = match within {
            "" => key.clone(),
            _ => format!("{within}.{key}"),
        };
        let items = match value {
            Value::Array(items) => items.as_slice(),
            item => std::slice::from_ref(item),
        };
        for table in items.iter().filter_map(Value::as_table) {
            paths(table, &inner, found);
        }
    }
}

/// Returns true if the path of a table matches an entry of the list.
fn fits(known: &str, path: &str) -> bool {
    let (known, path): (Vec<_>, Vec<_>) = (known.split('.').collect(), path.split('.').collect());
    let parts = known.iter().zip(&path);
    known.len() == path.len() && parts.into_iter().all(|(name, part)| *name == "*" || name == part)
}

impl Configuration {
    fn knows(&self, table: &str, key: &str) -> bool {
        let names_of_authors = ["language-server", "grammars", "language_servers"];
        if names_of_authors.contains(&table) || table.ends_with(".language_ids") {
            return true;
        }
        let row = self.tables.iter().find(|(known, _)| fits(known, table));
        row.is_some_and(|(_, keys)| keys.split_whitespace().any(|known| known == key))
    }

    /// Returns the keys in a text that the editor does not know, with the paths of their tables.
    fn unknown(&self, text: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        paths(&text.parse().unwrap(), "", &mut found);
        found.retain(|(table, key)| !self.knows(table, key));
        found
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join("cli/editors").join(path)).unwrap()
}

#[test]
fn configurations_have_keys_of_their_editors() {
    for configuration in CONFIGURATIONS {
        let text = read(configuration.path);
        assert_eq!(configuration.unknown(&text), [], "{}", configuration.path);
    }
}

#[test]
fn keys_of_other_tables_are_unknown() {
    let [helix, ..] = CONFIGURATIONS;
    let text =
        "[[language]]\nname = 'a'\nsource = 1\nindent = { width = 8 }\n[language-server.a]\ncommand = 'a'\n[x]\n";
    let pair = |table: &str, key: &str| (table.to_owned(), key.to_owned());
    let mut found = helix.unknown(text);
    found.sort();
    assert_eq!(
        found,
        [
            pair("", "x"),
            pair("language", "source"),
            pair("language.indent", "width")
        ]
    );
}

#[test]
fn the_linter_has_keys_of_ale() {
    let text = read("vim/ale_linters/pica200/picals.vim");
    let (_, definition) = text.split_once("ale#linter#Define('pica200', {").unwrap();
    let key = Regex::new(r"(?m)^\\   '(\w+)':").unwrap();
    let keys = key.captures_iter(definition).map(|found| found.unwrap()[1].to_owned());
    let keys: Vec<_> = keys.collect();
    assert!(keys.contains(&"name".to_owned()), "{keys:?}");
    for key in keys {
        assert!(ALE.split_whitespace().any(|known| known == key), "{key}");
    }
}
