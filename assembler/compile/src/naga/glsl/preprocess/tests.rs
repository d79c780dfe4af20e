use std::path::{Path, PathBuf};

use super::{Define, Kind, run};
use crate::naga::glsl::report::Reports;
use crate::source::{IncludedFile, Includes, NoIncludes};

/// Returns the text of the tokens of a source, with blanks between them, and the messages.
fn preprocessed(source: &str, includes: &dyn Includes) -> (String, Vec<String>) {
    let mut reports = Reports::default();
    let defines = [Define {
        name: "GIVEN".to_owned(),
        text: "7".to_owned(),
    }];
    let found = run(source, &defines, includes, &mut reports);
    let tokens = found.tokens.iter().filter(|token| token.kind != Kind::End);
    let texts: Vec<_> = tokens.map(|token| found.interner.text(token.symbol)).collect();
    let messages = reports.all.into_iter().map(|report| report.message);
    (texts.join(" "), messages.collect())
}

/// Checks the output for a source without errors.
fn check(source: &str, expected: &str) {
    let (found, messages) = preprocessed(source, &NoIncludes);
    assert_eq!(messages, [] as [&str; 0], "{source}");
    assert_eq!(found, expected, "{source}");
}

fn fails(source: &str, expected: &str) {
    let (_, messages) = preprocessed(source, &NoIncludes);
    let is_there = messages.iter().any(|message| message.contains(expected));
    assert!(is_there, "{source}: {messages:?}");
}

#[test]
fn conditions_leave_lines_out() {
    check("#if 1\na\n#else\nb\n#endif\nc", "a c");
    check(
        "#ifdef X\na\n#elif defined(GIVEN) && GIVEN == 7\nb\n#else\nc\n#endif",
        "b",
    );
    check("#ifndef X\n#define X\n#endif\n#ifdef X\nx\n#endif", "x");
    check("#define Y\n#ifdef Y\ny\n#endif", "y");
    check("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif", "c");
    check("#if 0\n#error no\n#unknown\n#include \"x\"\n#endif", "");
    check("#if 1\na\n#elif 1/0\nb\n#endif", "a");
    check("#if !defined X || (1 << 2) > 3 && -1 < 0x10 ? 1 : 0\na\n#endif", "a");
    check(
        "#if __VERSION__ >= 130\na\n#endif\n#version 330\n#if __VERSION__ >= 130\nb\n#endif",
        "b",
    );
    check("#version 300 es\n#ifdef GL_ES\na\n#endif", "a");
}

#[test]
fn macros_are_expanded() {
    check("#define A 1 + 2\nA * A", "1 + 2 * 1 + 2");
    check(
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\nMAX(x, MAX(1, f(2, 3)))",
        "( ( x ) > ( ( ( 1 ) > ( f ( 2 , 3 ) ) ? ( 1 ) : ( f ( 2 , 3 ) ) ) ) ? ( x ) : ( ( ( 1 ) > ( f ( 2 , 3 ) ) ? ( 1 ) : ( f ( 2 , 3 ) ) ) ) )",
    );
    check("#define F(x) x\nF + F (1)", "F + 1");
    check("#define A B\n#define B A\nA B", "A B");
    check("#define f(x) f(x + 1)\nf(f(2))", "f ( f ( 2 + 1 ) + 1 )");
    check(
        "#define NAME(a, b) a ## b\nNAME(tex, Coord) NAME(,x) NAME(x,)",
        "texCoord x x",
    );
    check("#define A()  1\nA() A", "1 A");
    check("#define A(x) [x]\nA()", "[ ]");
    check("#define EMPTY\nEMPTY a EMPTY", "a");
    check("#define A 1\n#undef A\nA", "A");
    check("#define A 1\n#define A 1\nA GIVEN", "1 7");
    check("#define CALL(f) f(1)\n#define G(x) x + x\nCALL(G)", "1 + 1");
    check("#define A \\\n  1 \\\n  2\nA", "1 2");
    check("a __LINE__\n\n__LINE__ __FILE__", "a 1 3 0");
}

#[test]
fn mistakes_have_messages() {
    fails("#if 1\na", "no `#endif`");
    fails("#endif", "`#endif` without `#if`");
    fails("#if 1\n#else\n#else\n#endif", "after `#else`");
    fails("#if 1 +\n#endif", "not an expression");
    fails("#if (1\n#endif", "not an expression");
    fails("#define A 1\n#define A 2", "defined already");
    fails("#define GIVEN 2", "defined already");
    fails("#define 1", "cannot be the name");
    fails("#define", "name of a macro is missing");
    fails("#define F(1) 2", "names with commas");
    fails("#define F(a, a) 2", "names with commas");
    fails("#define F(a) a\nF(1, 2)", "has 1 parameters, and the call has 2");
    fails("#define F(a, b) a\nF()", "has 2 parameters, and the call has 0");
    fails("#define F(a) a\nF(1", "no closing bracket");
    fails("#define P(a, b) a ## b\nP(+, x)", "which is no token");
    fails("#error wrong  turn", "`#error wrong turn`");
    fails("#version 123", "unknown version `123`");
    fails("#nonsense", "unknown directive `#nonsense`");
    fails("#include", "name of a file is missing");
    fails("#include \"a\"", "no files to include");
}

#[test]
fn macros_that_grow_without_end_are_refused() {
    let doubling: String = (1..40)
        .map(|n| format!("#define A{n} A{} A{}\n", n - 1, n - 1))
        .collect();
    fails(&format!("#define A0 x\n{doubling}A39"), "more than 400000 tokens");
    fails(&format!("#define A0\n{doubling}A39"), "more than 400000 tokens");
    let nested = "F(".repeat(100_000) + "x" + &")".repeat(100_000);
    let _ = preprocessed(&format!("#define F(a) a a\n{nested}"), &NoIncludes);
    let of_calls: String = (1..30)
        .map(|n| format!("#define G{n}(x) G{}(x) G{}(x)\n", n - 1, n - 1))
        .collect();
    fails(
        &format!("#define G0(x) x x\n{of_calls}G29(1)"),
        "more than 400000 tokens",
    );
    let deep = "(".repeat(100_000);
    fails(&format!("#if {deep}1"), "not an expression");
}

/// Files by their names, which are their paths.
#[derive(Debug)]
struct Some(&'static [(&'static str, &'static str)]);

impl Includes for Some {
    fn read(&self, name: &str, from: Option<&Path>) -> Result<IncludedFile, String> {
        let folder = from.and_then(Path::parent).unwrap_or(Path::new(""));
        let path = folder.join(name);
        let found = self.0.iter().find(|(known, _)| Path::new(known) == path);
        let (_, text) = found.ok_or_else(|| format!("there is no `{}`", path.display()))?;
        Ok(IncludedFile {
            recorded: name.to_owned(),
            path,
            bytes: text.as_bytes().to_vec(),
        })
    }
}

#[test]
fn files_are_included() {
    let files = Some(&[
        ("lib/a.glsl", "#ifndef A\n#define A\n#include \"b.glsl\"\na\n#endif"),
        ("lib/b.glsl", "#pragma once\nb __LINE__\n"),
        ("self.glsl", "#include \"self.glsl\""),
        ("open.glsl", "#if 1\n"),
    ]);
    let (found, messages) = preprocessed(
        "#include \"lib/a.glsl\"\n#include <lib/a.glsl>\n#include \"lib/b.glsl\"\nc __LINE__",
        &files,
    );
    assert_eq!((found.as_str(), messages), ("b 2 a c 4", Vec::new()));
    let (_, messages) = preprocessed("#include \"self.glsl\"", &files);
    assert_eq!(messages, ["more than 32 files include one another"]);
    let (_, messages) = preprocessed("#define FILE \"nothing.glsl\"\n#include FILE", &files);
    assert_eq!(messages, ["there is no `nothing.glsl`"]);
    let (found, messages) = preprocessed("#include \"open.glsl\"\na", &files);
    assert_eq!((found.as_str(), messages.len()), ("a", 1));
}

#[test]
fn places_are_those_in_the_listing() {
    let files = Some(&[("a.glsl", "inside")]);
    let mut reports = Reports::default();
    let source = "#define M x y\n#include \"a.glsl\"\nM";
    let found = run(source, &[], &files, &mut reports);
    let texts: Vec<_> = found
        .tokens
        .iter()
        .filter(|token| token.kind != Kind::End)
        .map(|token| &found.listing[token.span.start as usize..token.span.end as usize])
        .collect();
    // A token of a macro has the location of the call.
    assert_eq!(texts, ["inside", "M", "M"]);
    assert_eq!(found.pieces.len(), 1);
    assert_eq!(found.pieces[0].first, 3);
    assert_eq!(found.pieces[0].path, Option::Some(PathBuf::from("a.glsl")));
}
