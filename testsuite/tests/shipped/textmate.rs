//! TextMate grammar, used by many editors for highlighting. A grammar is a list of patterns, of which the first match
//! wins. Names that sources declare may be keywords, so a pattern matches a keyword only where it has its meaning.

use std::fmt::Write;

use fancy_regex::{Captures, Regex};
use pica200_asm::words::{Class, words};
use pica200_objfmt::isa::register::Bank;
use serde_json::{Map, Value, json};

use crate::Files;
use crate::tree_sitter::SUFFIXES;
use crate::words::{of_class, pretty, swizzle_letters};

/// The scope of all sources.
const SCOPE: &str = "source.pica200";

/// The scope of instructions.
pub(crate) const MNEMONIC: &str = "keyword.mnemonic";

/// The scope of registers.
pub(crate) const REGISTER: &str = "variable.language";

/// The scope of properties, modes and flags, which more themes support than other scopes of constants.
pub(crate) const PROPERTY: &str = "support.constant.property-value";

/// Word boundaries.
const BEGIN: &str = r"(?<![\w$.])";
const END: &str = r"(?![\w$])";

/// A name.
const NAME: &str = r"[A-Za-z_$][\w$]*";

/// A regular expression, and the scopes of its matches.
struct Pattern {
    expression: String,
    scopes: Scopes,
}

enum Scopes {
    /// The scope of the whole match.
    Whole(&'static str),
    /// The scopes of the groups.
    Groups(&'static [&'static str]),
}

fn whole(expression: impl Into<String>, scope: &'static str) -> Pattern {
    Pattern {
        expression: expression.into(),
        scopes: Scopes::Whole(scope),
    }
}

fn groups(expression: String, scopes: &'static [&'static str]) -> Pattern {
    Pattern {
        expression,
        scopes: Scopes::Groups(scopes),
    }
}

/// Returns a pattern for the words of a class.
fn one_of(class: Class) -> String {
    let mut words = of_class(class);
    // The first match wins, so longer words come first.
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    format!("(?:{})", words.join("|"))
}

/// Returns a pattern for the numbers below a limit.
fn below(count: u8) -> String {
    match (count / 10, count % 10) {
        (0, ones) => format!("[0-{}]", ones - 1),
        (1, ones) => format!("(?:1[0-{}]|[0-9])", ones - 1),
        (tens, ones) => format!("(?:{tens}[0-{}]|[1-{}]?[0-9])", ones - 1, tens - 1),
    }
}

/// Returns a pattern for registers.
pub(crate) fn register() -> String {
    let banks = Bank::ALL.map(|bank| format!("{}{}", bank.letter(), below(bank.size())));
    format!("(?:{})", banks.join("|"))
}

/// Returns all patterns, in the order in which they are tried.
fn patterns() -> Vec<Pattern> {
    let directive = format!(r"\.{}", one_of(Class::Directive));
    let letters = swizzle_letters();
    let emit_flag = one_of(Class::EmitFlag);
    vec![
        whole(";.*", "comment.line.semicolon"),
        whole(r"^\s*#.*", "meta.preprocessor.line-marker"),
        whole(r#""[^"]*""#, "string.quoted.double"),
        groups(
            format!(r"{BEGIN}(\.(?:proc|macro))\s+({NAME})"),
            &["keyword.control.directive", "entity.name.function"],
        ),
        groups(
            format!(r"{BEGIN}(\.out)\s+({NAME}|-)\s+({}){END}", one_of(Class::Property)),
            &["keyword.control.directive", "variable.other", PROPERTY],
        ),
        groups(
            format!(r"{BEGIN}(\.gsh)\s+({}){END}", one_of(Class::GeometryMode)),
            &["keyword.control.directive", PROPERTY],
        ),
        groups(
            format!(r"{BEGIN}(\.setb)\s+({NAME})\s+({}){END}", one_of(Class::Boolean)),
            &["keyword.control.directive", "variable.other", "constant.language"],
        ),
        whole(format!("{BEGIN}{directive}{END}"), "keyword.control.directive"),
        whole(format!(r"{BEGIN}{NAME}(?=\s*:)"), "entity.name.label"),
        groups(
            format!(r"{BEGIN}(setemit)\s+([012])\s*,\s*({emit_flag}(?:\s+{emit_flag})*){END}"),
            &[MNEMONIC, "constant.numeric", PROPERTY],
        ),
        whole(
            format!(r"{BEGIN}{}(?=\s*\()", one_of(Class::Function)),
            "support.function",
        ),
        whole(format!(r"{BEGIN}{}(?=\.[xy]{END})", one_of(Class::Flags)), REGISTER),
        groups(
            format!(r"(?<=,)\s*({})(?=\s*,)", one_of(Class::Comparison)),
            &["keyword.operator.word"],
        ),
        whole(format!(r"{BEGIN}{}{END}", one_of(Class::Mnemonic)), MNEMONIC),
        whole(
            format!("{BEGIN}(?:{}|{}){END}", register(), one_of(Class::AddressRegister)),
            REGISTER,
        ),
        whole(
            format!(r"(?<=[\w$\])])\.[{letters}]{{1,4}}{END}"),
            "variable.other.swizzle",
        ),
        whole(
            format!(
                r"{BEGIN}(?:f24\$[0-9a-f]{{6}}|0x[0-9a-f]*\.?[0-9a-f]+(?:p[+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|{}){END}",
                one_of(Class::Number)
            ),
            "constant.numeric",
        ),
        whole(r"[-+*/%!&|<>=~^]+", "keyword.operator"),
        whole(NAME, "variable.other"),
    ]
}

impl Pattern {
    /// Returns the case-insensitive expression as written in the grammar.
    fn text(&self) -> String {
        format!("(?i){}", self.expression)
    }

    fn to_json(&self) -> Value {
        let named = |scope: &str| json!({ "name": format!("{scope}.pica200") });
        let mut rule = match self.scopes {
            Scopes::Whole(scope) => named(scope),
            Scopes::Groups(scopes) => {
                let groups = (1..).zip(scopes);
                let captures = groups.map(|(group, scope): (usize, _)| (group.to_string(), named(scope)));
                json!({ "captures": captures.collect::<Map<_, _>>() })
            }
        };
        rule["match"] = self.text().into();
        rule
    }

    /// Returns the scopes with the numbers of their groups; 0 is the whole match.
    fn numbered(&self) -> Vec<(usize, &'static str)> {
        match self.scopes {
            Scopes::Whole(scope) => vec![(0, scope)],
            Scopes::Groups(scopes) => (1..).zip(scopes.iter().copied()).collect(),
        }
    }
}

pub(crate) fn add(files: &mut Files) {
    let patterns: Vec<_> = patterns().iter().map(Pattern::to_json).collect();
    let grammar = json!({
        "name": "PICA200 assembly",
        "scopeName": SCOPE,
        "fileTypes": SUFFIXES,
        "patterns": patterns,
    });
    files.insert(
        "cli/editors/vscode/pica200.tmLanguage.json".to_owned(),
        pretty(&grammar),
    );
}

/// The grammar as applied by an editor.
struct Highlighter(Vec<(Regex, Pattern)>);

impl Highlighter {
    fn new() -> Self {
        let compiled = |pattern: Pattern| (Regex::new(&pattern.text()).unwrap(), pattern);
        Self(patterns().into_iter().map(compiled).collect())
    }

    /// Returns the parts of a line that have a scope.
    fn scopes(&self, line: &str) -> Vec<(String, &'static str)> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some((captures, pattern)) = self.next(line, at) {
            at = captures.get(0).unwrap().end();
            for (group, scope) in pattern.numbered() {
                found.push((captures.get(group).unwrap().as_str().to_owned(), scope));
            }
        }
        found
    }

    /// Returns the first match at or after an offset; of several, the match of the first pattern.
    fn next<'l>(&self, line: &'l str, at: usize) -> Option<(Captures<'l, str>, &Pattern)> {
        let matches = self.0.iter().filter_map(|(regex, pattern)| {
            let captures = regex.captures_from_pos(line, at).unwrap()?;
            Some((captures, pattern))
        });
        matches.min_by_key(|(captures, _)| captures.get(0).unwrap().start())
    }

    /// Returns each line of a source, followed by its parts.
    fn show(&self, source: &str) -> String {
        let mut shown = String::new();
        for line in source.lines() {
            writeln!(shown, "{line}").unwrap();
            for (text, scope) in self.scopes(line) {
                writeln!(shown, "    {scope:<28}{text}").unwrap();
            }
        }
        shown
    }
}

#[test]
fn groups_and_scopes_agree() {
    for pattern in patterns() {
        let groups = Regex::new(&pattern.text()).unwrap().captures_len() - 1;
        let (last, _) = pattern.numbered().pop().unwrap();
        assert_eq!(groups, last, "{}", pattern.expression);
    }
}

#[test]
fn sources_are_coloured() {
    let source = "\
# 1 \"shader.vsh\"
.fvec projection[4] c0, max   ; names may be words
.constf k(1.0/128.0, -.5e3, max(0x1F, pi), f24$7F8001) c95
.setb b3 TRUE
.out outPosition position.xyz o0
.out - 7 o1
.gsh variable c48 3
first: second: .proc main
\tMOV r0.xyz, -projection[a0.x+1].xxxx
\tmov o15, v16
\tcmp v0.x, eq, lt, c95.y
\tifc !cmp.x && cmp.y
\t\tsetemit 2, prim inv
\t.end
\tcall on
.include \"a;b.inc\" ; c
.macro twice register, by=2
.if defined(max) && by >= 2
\tadd position, point, r0.w
.end
";
    insta::assert_snapshot!("scopes", Highlighter::new().show(source));
}

#[test]
fn every_instruction_and_directive_is_coloured() {
    let highlighter = Highlighter::new();
    for word in words() {
        let (line, scope) = match word.class {
            Class::Mnemonic => (format!("\t{}", word.text), MNEMONIC),
            Class::Directive => (format!(".{}", word.text), "keyword.control.directive"),
            _ => continue,
        };
        let expected = [(line.trim().to_owned(), scope)];
        assert_eq!(highlighter.scopes(&line), expected);
        assert_eq!(highlighter.scopes(&line.to_uppercase())[0].1, scope);
        let longer = highlighter.scopes(&format!("\t{}x", word.text));
        assert_eq!(longer, [(format!("{}x", word.text), "variable.other")]);
    }
}

#[test]
fn registers_are_those_of_the_machine() {
    let regex = Regex::new(&format!("^{}$", register())).unwrap();
    for bank in Bank::ALL {
        for number in 0..=200 {
            let is_register = number < bank.size();
            let name = format!("{}{number}", bank.letter());
            assert_eq!(regex.is_match(&name).unwrap(), is_register, "{name}");
        }
    }
}
