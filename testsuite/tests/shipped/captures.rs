//! The names in queries are those that the grammar and the editors know. An unknown node stops an editor from reading
//! the file; an unknown capture is silently ignored.

use std::collections::BTreeSet;
use std::fs;

use fancy_regex::Regex;
use pica200_testsuite::corpus::workspace;
use serde_json::Value;

use crate::queries::{HOSTS, Host, queries};

/// The captures of highlighting queries in Neovim: `:help treesitter-highlight-groups`.
const NEOVIM_HIGHLIGHTS: &str = "
    variable variable.builtin variable.parameter variable.parameter.builtin variable.member
    constant constant.builtin constant.macro module module.builtin label
    string string.documentation string.regexp string.escape string.special string.special.symbol string.special.path
    string.special.url character character.special boolean number number.float
    type type.builtin type.definition attribute attribute.builtin property
    function function.builtin function.call function.macro function.method function.method.call constructor operator
    keyword keyword.coroutine keyword.function keyword.operator keyword.import keyword.type keyword.modifier
    keyword.repeat keyword.return keyword.debug keyword.exception keyword.conditional keyword.conditional.ternary
    keyword.directive keyword.directive.define
    punctuation.delimiter punctuation.bracket punctuation.special
    comment comment.documentation comment.error comment.warning comment.todo comment.note";

/// The captures of scope and indentation queries: `CONTRIBUTING.md` of nvim-treesitter.
const NEOVIM_LOCALS: &str = "
    local.definition local.definition.constant local.definition.function local.definition.method local.definition.var
    local.definition.parameter local.definition.macro local.definition.type local.definition.field
    local.definition.enum local.definition.namespace local.definition.import local.definition.associated
    local.scope local.reference";
const NEOVIM_INDENTS: &str = "
    indent.begin indent.end indent.align indent.dedent indent.branch indent.ignore indent.auto indent.zero";

/// The scopes of Helix themes: the page "Themes" of its book.
const HELIX_HIGHLIGHTS: &str = "
    attribute type type.builtin type.parameter type.enum type.enum.variant constructor
    constant constant.builtin constant.builtin.boolean constant.character constant.character.escape
    constant.numeric constant.numeric.integer constant.numeric.float
    string string.regexp string.special string.special.path string.special.url string.special.symbol
    comment comment.line comment.line.documentation comment.block comment.block.documentation
    variable variable.builtin variable.parameter variable.other variable.other.member label
    punctuation punctuation.delimiter punctuation.bracket punctuation.special
    keyword keyword.control keyword.control.conditional keyword.control.repeat keyword.control.import
    keyword.control.return keyword.control.exception keyword.operator keyword.directive keyword.function
    keyword.storage keyword.storage.type keyword.storage.modifier operator
    function function.builtin function.method function.macro function.special tag namespace special";

/// The captures of other queries: the pages "Adding indent queries" and "Adding textobject queries".
const HELIX_INDENTS: &str = "
    indent indent.always outdent outdent.always align extend extend.prevent-once anchor";
const HELIX_OBJECTS: &str = "
    function.inside function.around class.inside class.around test.inside test.around parameter.inside
    parameter.around comment.inside comment.around entry.inside entry.around";

/// The captures of highlighting queries in Zed: the table in the page "Language Extensions". A theme that lacks a name
/// falls back to the name before its last dot.
const ZED_HIGHLIGHTS: &str = "
    attribute boolean comment comment.doc constant constructor embedded emphasis enum function hint keyword label
    link_text link_uri number operator predictive preproc primary property
    punctuation punctuation.bracket punctuation.delimiter punctuation.list_marker punctuation.special
    string string.escape string.regex string.special string.special.symbol tag text.literal title type
    variable variable.special variant";

/// The captures of other queries, in the same page.
const ZED_OUTLINE: &str = "name item context context.extra annotation";
const ZED_OBJECTS: &str = "
    function.around function.inside class.around class.inside comment.around comment.inside";

/// Injections have the same captures everywhere.
const INJECTIONS: &str = "injection.content injection.language";

/// Returns true if an editor knows a capture in one of its files.
fn is_known(host: Host, file: &str, capture: &str) -> bool {
    let has = |list: &str, name: &str| list.split_whitespace().any(|known| known == name);
    let list = match (host, file) {
        (_, "injections") => INJECTIONS,
        // The documentation of `tree-sitter` leaves these to the programs that use the grammar.
        (Host::Common, _) => return true,
        (Host::Neovim, "highlights") => NEOVIM_HIGHLIGHTS,
        (Host::Neovim, "locals") => NEOVIM_LOCALS,
        (Host::Neovim, "indents") => NEOVIM_INDENTS,
        (Host::Neovim, "folds") => "fold",
        (Host::Helix, "highlights") => HELIX_HIGHLIGHTS,
        // The kind of a definition is its highlighting scope.
        (Host::Helix, "locals") => match capture.strip_prefix("local.definition.") {
            Some(kind) => return has(HELIX_HIGHLIGHTS, kind),
            None => "local.scope local.reference",
        },
        (Host::Helix, "indents") => HELIX_INDENTS,
        (Host::Helix, "textobjects") => HELIX_OBJECTS,
        (Host::Zed, "highlights") => {
            let shorter = capture.rsplit_once('.').map(|(before, _)| before);
            return [Some(capture), shorter]
                .into_iter()
                .flatten()
                .any(|name| has(ZED_HIGHLIGHTS, name));
        }
        (Host::Zed, "outline") => ZED_OUTLINE,
        (Host::Zed, "brackets") => "open close",
        (Host::Zed, "indents") => "indent start end outdent",
        (Host::Zed, "textobjects") => ZED_OBJECTS,
        // The editor does not read this file.
        _ => "",
    };
    has(list, capture)
}

/// The names in a query.
#[derive(Default)]
struct Names {
    /// Named nodes.
    named: BTreeSet<String>,
    /// Anonymous nodes: punctuation.
    signs: BTreeSet<String>,
    fields: BTreeSet<String>,
    captures: BTreeSet<String>,
}

impl Names {
    fn of_query(text: &str) -> Self {
        let token = r#"(?x) ;.* | \(\#(?:"(?:\\.|[^"\\])*"|[^")])*\) | "(?<sign>(?:\\.|[^"\\])*)"
            | \((?<node>\w+) | (?<field>\w+): | @(?<capture>[\w.-]+)"#;
        let mut names = Self::default();
        for captures in Regex::new(token).unwrap().captures_iter(text) {
            let captures = captures.unwrap();
            for (group, set) in [
                ("sign", &mut names.signs),
                ("node", &mut names.named),
                ("field", &mut names.fields),
                ("capture", &mut names.captures),
            ] {
                set.extend(captures.name(group).map(|name| name.as_str().to_owned()));
            }
        }
        names
    }

    /// Returns the nodes and fields of the grammar.
    fn of_grammar() -> Self {
        let path = workspace().join("cli/editors/tree-sitter/src/node-types.json");
        let nodes: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        let mut names = Self::default();
        for node in nodes.as_array().unwrap() {
            let set = if node["named"].as_bool().unwrap() {
                &mut names.named
            } else {
                &mut names.signs
            };
            set.insert(node["type"].as_str().unwrap().to_owned());
            let fields = node["fields"].as_object().into_iter().flatten();
            names.fields.extend(fields.map(|(name, _)| name.clone()));
        }
        names
    }
}

#[test]
fn the_names_in_a_query_are_found() {
    let names = Names::of_query("; (a) @b\n((c d: (e) @f.g . \"(\") [\"+\" (h)+] @i\n (#match? @j \"^(k) \\\" @l\"))");
    let list = |set: BTreeSet<String>| Vec::from_iter(set).join(" ");
    assert_eq!(list(names.named), "c e h");
    assert_eq!(list(names.signs), "( +");
    assert_eq!(list(names.fields), "d");
    assert_eq!(list(names.captures), "f.g i");
}

#[test]
fn queries_name_nodes_and_fields_of_the_grammar() {
    let grammar = Names::of_grammar();
    for host in HOSTS {
        for (file, text) in queries(host) {
            let names = Names::of_query(&text);
            for (found, known) in [
                (names.named, &grammar.named),
                (names.signs, &grammar.signs),
                (names.fields, &grammar.fields),
            ] {
                let unknown: Vec<_> = found.difference(known).collect();
                assert!(unknown.is_empty(), "{host:?}, {file}: {unknown:?}");
            }
        }
    }
}

#[test]
fn queries_name_captures_of_their_editor() {
    for host in HOSTS {
        for (file, text) in queries(host) {
            let captures = Names::of_query(&text).captures;
            assert!(!captures.is_empty(), "{host:?}, {file}");
            let is_unknown = |capture: &&String| !is_known(host, file, capture);
            let unknown: Vec<_> = captures.iter().filter(is_unknown).collect();
            assert!(unknown.is_empty(), "{host:?}, {file}: {unknown:?}");
        }
    }
}
