//! Queries for the tree-sitter grammar: highlighting, folds, scopes, indentation. Editors agree on the query language,
//! but not on the capture names, so each editor has separate files.
//!
//! No node matches two highlighting patterns: editors do not agree on which of two wins.

use std::fmt::Write;

use crate::Files;

/// The kinds of editors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Host {
    /// The program `tree-sitter`, and code hosting sites.
    Common,
    Neovim,
    Helix,
    Zed,
}

impl Host {
    /// Returns the directory with its queries.
    fn folder(self) -> &'static str {
        match self {
            Self::Common => "cli/editors/tree-sitter/queries",
            Self::Neovim => "cli/editors/vim/queries/pica200",
            Self::Helix => "cli/editors/helix/queries/pica200",
            Self::Zed => "cli/editors/zed/languages/pica200",
        }
    }

    /// Returns its name for a highlighting category.
    fn colour(self, row: &Highlight) -> &'static str {
        match self {
            Self::Common | Self::Neovim => row.common,
            Self::Helix => row.helix,
            Self::Zed => row.zed,
        }
    }
}

/// A highlighting category.
struct Highlight {
    common: &'static str,
    helix: &'static str,
    zed: &'static str,
    /// Patterns, in which `@` is replaced by the name of the category.
    patterns: &'static [&'static str],
}

const HIGHLIGHTS: &[Highlight] = &[
    Highlight {
        common: "comment",
        helix: "comment.line",
        zed: "comment",
        patterns: &["(comment) @"],
    },
    Highlight {
        common: "keyword.directive",
        helix: "keyword.directive",
        zed: "preproc",
        patterns: &["(directive) @", "(line_marker) @"],
    },
    Highlight {
        common: "function.builtin",
        helix: "function.builtin",
        zed: "function.builtin",
        patterns: &[
            "(instruction mnemonic: (mnemonic) @)",
            "(call_instruction mnemonic: (mnemonic) @)",
            "(builtin_function) @",
        ],
    },
    Highlight {
        common: "keyword.conditional",
        helix: "keyword.control.conditional",
        zed: "keyword",
        patterns: &["(if_block (mnemonic) @)"],
    },
    Highlight {
        common: "keyword.repeat",
        helix: "keyword.control.repeat",
        zed: "keyword",
        patterns: &["(loop (mnemonic) @)"],
    },
    Highlight {
        common: "function",
        helix: "function",
        zed: "function",
        patterns: &[
            "(procedure name: (identifier) @)",
            "(entry_statement (identifier) @)",
            "(call_instruction (operand (identifier) @) .)",
            "(visibility_statement (identifier) @)",
        ],
    },
    Highlight {
        common: "function.macro",
        helix: "function.macro",
        zed: "function.special",
        patterns: &[
            "(macro_definition name: (identifier) @)",
            "(macro_call name: (identifier) @)",
        ],
    },
    Highlight {
        common: "variable.parameter",
        helix: "variable.parameter",
        zed: "variable.parameter",
        patterns: &[
            "(parameter) @",
            "(macro_parameter name: (identifier) @)",
            "(named_argument parameter: (identifier) @)",
            "(repetition counter: (identifier) @)",
        ],
    },
    Highlight {
        common: "label",
        helix: "label",
        zed: "label",
        patterns: &["(label name: (identifier) @)", "(local_label) @"],
    },
    Highlight {
        common: "variable.builtin",
        helix: "variable.builtin",
        zed: "variable.special",
        patterns: &["(register) @", "(flags) @"],
    },
    Highlight {
        common: "property",
        helix: "variable.other.member",
        zed: "property",
        patterns: &["(swizzle) @"],
    },
    Highlight {
        common: "variable",
        helix: "variable",
        zed: "variable",
        patterns: &[
            "(instruction (operand (identifier) @))",
            "(call_instruction (operand (identifier) @) . (operand))",
            "(condition (operand (identifier) @))",
            "(loop (operand (identifier) @))",
            "(alias_declaration (operand (identifier) @))",
            "(declarator name: (identifier) @)",
            "(alias_declaration name: (identifier) @)",
            "(input_declaration name: (identifier) @)",
            "(output_declaration name: (identifier) @)",
            "(component (identifier) @)",
        ],
    },
    Highlight {
        common: "constant",
        helix: "constant",
        zed: "constant",
        patterns: &[
            "(constant_declaration name: (identifier) @)",
            "(constant_array name: (identifier) @)",
            "(number_declaration name: (identifier) @)",
        ],
    },
    Highlight {
        common: "constant.builtin",
        helix: "constant.builtin",
        zed: "constant.builtin",
        patterns: &["(property) @", "(emit_flag) @", "(geometry_mode) @"],
    },
    Highlight {
        common: "boolean",
        helix: "constant.builtin.boolean",
        zed: "boolean",
        patterns: &["(truth_value) @"],
    },
    Highlight {
        common: "type.builtin",
        helix: "type.builtin",
        zed: "type.builtin",
        patterns: &["(uniform_kind) @"],
    },
    Highlight {
        common: "number",
        helix: "constant.numeric",
        zed: "number",
        patterns: &["(number) @"],
    },
    Highlight {
        common: "string",
        helix: "string",
        zed: "string",
        patterns: &["(string) @"],
    },
    Highlight {
        common: "keyword.operator",
        helix: "keyword.operator",
        zed: "operator",
        patterns: &["(comparison) @"],
    },
    Highlight {
        common: "operator",
        helix: "operator",
        zed: "operator",
        patterns: &[
            "[\"+\" \"-\" \"*\" \"/\" \"%\" \"!\" \"&\" \"&&\" \"|\" \"||\" \"=\" \"==\" \"!=\" \"<\" \"<=\" \">\" \">=\"] @",
        ],
    },
    Highlight {
        common: "punctuation.bracket",
        helix: "punctuation.bracket",
        zed: "punctuation.bracket",
        patterns: &["[\"(\" \")\" \"[\" \"]\"] @"],
    },
    Highlight {
        common: "punctuation.delimiter",
        helix: "punctuation.delimiter",
        zed: "punctuation.delimiter",
        patterns: &["[\",\" \":\"] @"],
    },
];

/// Multi-line nodes.
const BLOCKS: [&str; 7] = [
    "procedure",
    "if_block",
    "loop",
    "constant_array",
    "conditional",
    "macro_definition",
    "repetition",
];

/// The branches in them.
const BRANCHES: [&str; 3] = ["else_clause", "elseif_clause", "elif_clause"];

/// The directives that end a block. Only their text distinguishes them from other directives.
const ENDS: &str = r"^\\.([eE][nN][dD]|[eE][nN][dD][iI][fF]|[eE][nN][dD][mM]|[eE][nN][dD][rR])$";

/// Declarations: the pattern, and the kind of the name in Neovim and in Helix.
const DECLARATIONS: [(&str, &str); 12] = [
    ("(procedure name: (identifier) @)", "function"),
    ("(macro_definition name: (identifier) @)", "macro"),
    ("(macro_parameter name: (identifier) @)", "parameter"),
    ("(repetition counter: (identifier) @)", "parameter"),
    ("(label name: (identifier) @)", "label"),
    ("(label name: (local_label) @)", "label"),
    ("(declarator name: (identifier) @)", "var"),
    ("(alias_declaration name: (identifier) @)", "var"),
    ("(input_declaration name: (identifier) @)", "var"),
    ("(output_declaration name: (identifier) @)", "var"),
    ("(constant_declaration name: (identifier) @)", "constant"),
    ("(number_declaration name: (identifier) @)", "constant"),
];

/// Nodes that use a name.
const USES: [&str; 5] = [
    "(operand [(identifier) (local_label)] @)",
    "(component (identifier) @)",
    "(binary_expression (identifier) @)",
    "(macro_call name: (identifier) @)",
    "(parameter) @",
];

/// The header of each file.
const HEAD: &str = "; Made from the tables of the language; see README.md in the folder of all editors.\n\n";

/// All hosts.
pub(crate) const HOSTS: [Host; 4] = [Host::Common, Host::Neovim, Host::Helix, Host::Zed];

pub(crate) fn add(files: &mut Files) {
    for host in HOSTS {
        for (name, text) in queries(host) {
            let path = format!("{}/{name}.scm", host.folder());
            files.insert(path, format!("{HEAD}{text}").into_bytes());
        }
    }
}

/// Returns the files of an editor: their names without suffix, and their texts.
pub(crate) fn queries(host: Host) -> Vec<(&'static str, String)> {
    let comments = "((comment) @injection.content\n (#set! injection.language \"comment\"))\n";
    let mut all = vec![("highlights", highlights(host)), ("injections", comments.to_owned())];
    let folds = list(&[&BLOCKS[..], &BRANCHES].concat(), "fold");
    let brackets = "(\"(\" @open \")\" @close)\n(\"[\" @open \"]\" @close)\n".to_owned();
    all.extend(match host {
        Host::Common => vec![("folds", folds), ("locals", locals(host)), ("tags", TAGS.to_owned())],
        Host::Neovim => vec![
            ("folds", folds),
            ("locals", locals(host)),
            ("indents", indents("indent.begin", "indent.branch")),
        ],
        Host::Helix => vec![
            ("locals", locals(host)),
            ("indents", indents("indent", "outdent")),
            ("textobjects", HELIX_OBJECTS.to_owned()),
        ],
        Host::Zed => vec![
            ("outline", OUTLINE.to_owned()),
            ("brackets", brackets),
            ("indents", zed_indents()),
            ("textobjects", ZED_OBJECTS.to_owned()),
        ],
    });
    all
}

/// Returns a pattern with its capture name.
fn named(pattern: &str, name: &str) -> String {
    pattern.replacen('@', &format!("@{name}"), 1)
}

fn highlights(host: Host) -> String {
    let mut text = String::new();
    for row in HIGHLIGHTS {
        for pattern in row.patterns {
            text += &named(pattern, host.colour(row));
            text.push('\n');
        }
    }
    text
}

/// Returns a list of nodes with a capture name.
fn list(nodes: &[&str], name: &str) -> String {
    let rows: String = nodes.iter().map(|node| format!("  ({node})\n")).collect();
    format!("[\n{rows}] @{name}\n")
}

/// Returns the indentation queries: nodes that indent, and lines that dedent.
fn indents(inner: &str, back: &str) -> String {
    let mut text = list(&BLOCKS, inner);
    for node in BRANCHES {
        writeln!(text, "({node} (directive) @{back})").unwrap();
    }
    for node in BLOCKS {
        writeln!(text, "(({node} (directive) @{back})\n (#match? @{back} \"{ENDS}\"))").unwrap();
    }
    text
}

fn zed_indents() -> String {
    let rows = BLOCKS.map(|node| format!("(({node} (directive) @end .) @indent\n (#match? @end \"{ENDS}\"))\n"));
    rows.concat()
}

fn locals(host: Host) -> String {
    let mut text = "[\n  (source_file)\n  (macro_definition)\n  (repetition)\n] @local.scope\n\n".to_owned();
    for (pattern, kind) in DECLARATIONS {
        let name = match (host, kind) {
            (Host::Common, _) | (Host::Neovim, "label") => "local.definition".to_owned(),
            (Host::Helix, "parameter") => "local.definition.variable.parameter".to_owned(),
            (Host::Helix, "var") => "local.definition.variable".to_owned(),
            (Host::Helix, "macro") => "local.definition.function.macro".to_owned(),
            (_, kind) => format!("local.definition.{kind}"),
        };
        text += &named(pattern, &name);
        text.push('\n');
    }
    text.push('\n');
    for pattern in USES {
        text += &named(pattern, "local.reference");
        text.push('\n');
    }
    text
}

const TAGS: &str = "\
(procedure name: (identifier) @name) @definition.function
(macro_definition name: (identifier) @name) @definition.macro
(constant_declaration name: (identifier) @name) @definition.constant
(number_declaration name: (identifier) @name) @definition.constant
(macro_call name: (identifier) @name) @reference.call
(call_instruction (operand (identifier) @name) .) @reference.call
";

const HELIX_OBJECTS: &str = "\
(procedure) @function.around
(macro_definition) @function.around
(macro_argument) @parameter.inside
(operand) @parameter.inside
(comment) @comment.inside
(comment)+ @comment.around
";

const ZED_OBJECTS: &str = "\
(procedure) @function.around
(macro_definition) @function.around
(comment)+ @comment.around
";

const OUTLINE: &str = "\
(procedure
  (directive) @context
  name: (identifier) @name) @item
(macro_definition
  (directive) @context
  name: (identifier) @name) @item
(uniform_declaration
  (directive) @context
  (declarator name: (identifier) @name) @item)
(constant_declaration
  (directive) @context
  name: (identifier) @name) @item
(input_declaration
  (directive) @context
  name: (identifier) @name) @item
(output_declaration
  (directive) @context
  name: (identifier) @name) @item
";
