//! Tests of the mapping between locations and spans.

use super::{analyse, analyse_with, location, nth};
use crate::analysis::{FileId, FileSpan, Role};
use crate::text::Span;
use crate::text::files::MemoryFiles;

const MACROS: &str = "\
.macro twice d, s, f=v3
\tmov \\d, \\s
.Lx: add \\d, \\f, \\d ; \\@
.endm
.proc main
\ttwice r0, v1
\ttwice s=v2, d=r1
\tend
.end
";

#[test]
fn lines_of_macros_lead_to_their_body_and_arguments() {
    let analysis = analyse(MACROS);
    let text = analysis.text();
    let of = |piece: &str, n: usize| {
        let start = nth(text, piece, n);
        let end = start + u32::try_from(piece.len()).expect("small");
        let origin = analysis.origin(Span::new(start, end)).expect("an origin");
        (
            analysis.text_of(origin.location),
            origin.location.span.start,
            origin.role,
        )
    };
    // The definition and the calls stay in the text, followed by their expansion.
    assert_eq!(of("mov", 0), ("mov", nth(MACROS, "mov", 0), Role::Body));
    assert_eq!(of("mov", 1), ("mov", nth(MACROS, "mov", 0), Role::Body));
    assert_eq!(of("r0", 1), ("r0", nth(MACROS, "r0", 0), Role::Argument));
    assert_eq!(of("v2", 1), ("v2", nth(MACROS, "v2", 0), Role::Argument));
    assert_eq!(of("v3", 1), ("v3", nth(MACROS, "v3", 0), Role::Default));
    assert_eq!(of(".Lx$1", 0), (".Lx", nth(MACROS, ".Lx", 0), Role::Generated));
    assert_eq!(of("end\n", 0).2, Role::Verbatim);
    // In the other direction: an argument maps to the call, and to each expanded line that uses its parameter.
    let spans = analysis.spans_of(location(MACROS, "r0", 0));
    assert_eq!(spans.len(), 4);
    assert!(spans.iter().all(|span| span.text(text) == "r0"));
    let spans = analysis.spans_of(location(MACROS, "mov", 0));
    assert_eq!(spans.len(), 2);
    assert_eq!(analysis.calls().len(), 2);
    assert_eq!(analysis.calls()[1].arguments, ["r1", "v2", "v3"]);
    assert_eq!(analysis.text_of(analysis.calls()[1].name), "twice");
    let defined = &analysis.macros()[0];
    assert_eq!(analysis.text_of(defined.location), "twice");
    assert_eq!(defined.parameters[2].default.as_deref(), Some("v3"));
    let body = analysis.text_of(defined.body);
    assert!(body.starts_with("\tmov") && body.ends_with("\\@\n"), "{body}");
}

#[test]
fn macros_in_macros_and_repetitions_keep_their_places() {
    let source = ".macro inner d\n\tmov \\d, v0\n.endm\n.macro outer e\n\tinner \\e\n.endm\n.proc main\n\touter r5\n.rept 2, i\n\tmov r\\i, v1\n.endr\n\tend\n.end\n";
    let analysis = analyse(source);
    let spans = analysis.spans_of(location(source, "r5", 0));
    let lines: Vec<_> = spans
        .iter()
        .map(|span| {
            let index = analysis.lines().index(span.start);
            let start = analysis.lines().start(index).expect("a line");
            let line = analysis
                .text()
                .get(start as usize..)
                .and_then(|rest| rest.lines().next());
            line.expect("a line").trim()
        })
        .collect();
    assert_eq!(lines, ["outer r5", "inner r5", "mov r5, v0"]);
    let counters = analysis.spans_of(location(source, "\\i", 0));
    let counters: Vec<_> = counters.iter().map(|span| span.text(analysis.text())).collect();
    assert_eq!(counters, ["0", "1"]);
    assert!(analysis.diagnostics().iter().all(|d| !d.is_error()));
}

#[test]
fn includes_lead_to_their_files() {
    let files = MemoryFiles::new()
        .with("a.inc", "\u{FEFF}.fvec light\n.include \"b.inc\"\n")
        .with("b.inc", ".fvec glow");
    let source = ".include \"a.inc\"\n.include \"b.inc\"\n.include \"c.inc\"\n.proc main\nend\n.end\n";
    let analysis = analyse_with(source, &files);
    let names: Vec<_> = analysis.files().iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["main.pica", "a.inc", "b.inc"]);
    let found: Vec<_> = analysis
        .includes()
        .iter()
        .map(|i| (i.name.as_str(), i.file.map(FileId::index)))
        .collect();
    assert_eq!(
        found,
        [
            ("a.inc", Some(1)),
            ("b.inc", Some(2)),
            ("b.inc", Some(2)),
            ("c.inc", None)
        ]
    );
    assert_eq!(analysis.text_of(analysis.includes()[1].location), "b.inc");
    let light = nth(analysis.text(), "light", 0);
    let origin = analysis.origin(Span::new(light, light + 5)).expect("an origin");
    assert_eq!(
        (origin.location.file.index(), origin.location.span),
        (1, Span::new(6, 11))
    );
    let glow = FileSpan {
        file: origin.location.file,
        span: Span::new(0, 5),
    };
    assert_eq!(analysis.spans_of(glow).len(), 1);
    let twice = FileSpan {
        file: analysis.includes()[1].file.expect("found"),
        span: Span::new(0, 5),
    };
    assert_eq!(analysis.spans_of(twice).len(), 2);
    // The line ending that the file lacks has no location.
    let added = nth(analysis.text(), "glow\n", 0) + 4;
    assert!(analysis.origin(Span::new(added, added + 1)).is_none());
}

#[test]
fn lines_that_are_left_out_are_known() {
    let source = ".if 0\nmov\n.if 1\nadd\n.endif\n.elif 0\nmul\n.else\n.proc main\nend\n.end\n.endif\n.ifdef X\n.macro m\nnop\n.endm\n.endif\n";
    let analysis = analyse(source);
    let left_out: Vec<_> = analysis
        .inactive()
        .iter()
        .map(|location| analysis.text_of(*location))
        .collect();
    assert_eq!(
        left_out,
        ["mov\n.if 1\nadd\n.endif\n", "mul\n", ".macro m\nnop\n.endm\n"]
    );
    assert_eq!(analysis.conditionals().count(), 8);
    assert!(analysis.spans_of(location(source, "mul", 0)).is_empty());
}

#[test]
fn texts_that_are_not_sources_have_one_error() {
    let analysis = analyse("end\0\n");
    assert_eq!(analysis.diagnostics().len(), 1);
    assert_eq!(analysis.symbols().count(), 0);
    assert_eq!(analysis.files()[0].text, "end\0\n");
}
