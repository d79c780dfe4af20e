mod comparisons;

use std::collections::BTreeSet;

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use pica200::build::MemoryFiles;
use pica200::job::{Job, JobInput};
use pica200::session::Session;
use pica200_objfmt::formats::inspect::inspect;
use pica200_objfmt::formats::shbin::{LabelEntry, Line, Shader, Shbin, UniformEntry};
use pica200_objfmt::isa::opcode::Opcode;

use super::*;
use crate::Extras;
use crate::contents::InspectedFile;
use crate::cost::Cost;
use crate::model::{Counts, Note, SourceLine, SourceText, Warning, WarningLocation};

const SMALL: &str = "\
.fvec scale c4
.bool fast b3
.constf one(1.0, 1.0, 1.0, 1.0)
.out place position
.proc grow
\tmul r1, scale, r0
\tadd r2, one, r1
.end
.proc main
\tmov r0, v0
\tifu fast
\t\tcall grow
\t.else
\t\tmov r2, r0
\t.end
\tmov place, r2
\tend
.end
";

/// Hostile text in a file, which must have no effect on the page.
const HOSTILE: &str = "\"><script>alert('&')</script>\u{202E}\0\u{FEFF}\u{1b}";

/// Returns the report of a source linked with line tables.
fn report(source: &str, counts: Option<Counts>) -> Report {
    let files = MemoryFiles::new().with("small.vsh", source);
    let mut job = Job {
        inputs: vec![JobInput::File("small.vsh".into())],
        ..Job::default()
    };
    job.linking.debug = true;
    let mut session = Session::new(&files);
    let inputs = job.read(&mut session, &mut std::io::empty());
    let linked = job.link(&inputs, &mut session).expect("it links");
    let reports = session.diagnostics.iter();
    let extras = Extras {
        sources: &session.sources,
        warnings: reports
            .map(|report| Warning::from_diagnostic(report, &session.sources))
            .collect(),
        counts,
    };
    let subject = InspectedFile {
        name: "small.vsh",
        bytes: &linked.bytes,
        inspection: inspect(&linked.bytes),
    };
    Report::new(&subject, extras)
}

/// Returns a report of nonsense code with hostile names.
fn hostile() -> Report {
    let label = LabelEntry {
        id: 0,
        reserved: 1,
        word: 0,
        size: Some(2),
        name: HOSTILE.into(),
    };
    let uniform = UniformEntry {
        name: HOSTILE.into(),
        first: 0x12,
        last: 0x15,
    };
    let mut shbin = Shbin {
        shaders: vec![Shader {
            end: 2,
            labels: vec![label],
            uniforms: vec![uniform],
            ..Shader::default()
        }],
        ..Shbin::default()
    };
    shbin.program.code = vec![Opcode::Nop.base_word(), Opcode::End.base_word()];
    shbin.program.files = vec![HOSTILE.into()];
    shbin.program.lines = vec![Line { file: 0, line: 1 }; 2];
    let mut inspection = inspect(b"");
    inspection.content = pica200_objfmt::formats::inspect::Content::Shbin(shbin);
    inspection.faults.clear();
    let note = |at| Note {
        at,
        text: HOSTILE.to_owned(),
    };
    let warning = Warning {
        code: pica200_diagnostics::Code::UnusedValue,
        severity: pica200_diagnostics::Severity::Warning,
        message: HOSTILE.to_owned(),
        help: Some(HOSTILE.to_owned()),
        notes: vec![
            note(WarningLocation::Word(1)),
            note(WarningLocation::Line(HOSTILE.to_owned(), 1)),
            note(WarningLocation::File),
        ],
    };
    let subject = InspectedFile {
        name: HOSTILE,
        bytes: &[],
        inspection,
    };
    let extras = Extras {
        warnings: vec![warning],
        ..Extras::default()
    };
    Report::new(&subject, extras)
}

fn parsed(page: &str) -> RcDom {
    parse_document(RcDom::default(), ParseOpts::default()).one(page)
}

/// A visitor of elements: name, attributes, text.
type Visit<'v> = dyn FnMut(&str, &[(String, String)], &str) + 'v;

/// Calls `visit` with the name, attributes and text of each element.
fn walk(node: &Handle, visit: &mut Visit<'_>) {
    if let NodeData::Element { name, attrs, .. } = &node.data {
        let attributes: Vec<_> = attrs
            .borrow()
            .iter()
            .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()))
            .collect();
        let mut text = String::new();
        for child in node.children.borrow().iter() {
            if let NodeData::Text { contents } = &child.data {
                text.push_str(&contents.borrow());
            }
        }
        visit(&name.local, &attributes, &text);
    }
    for child in node.children.borrow().iter() {
        walk(child, visit);
    }
}

/// Asserts that a page is valid HTML, loads nothing, allows only its embedded style sheet and script, and that each
/// link leads to exactly one ID.
#[track_caller]
fn check(page: &str) {
    let dom = parsed(page);
    assert!(dom.errors.borrow().is_empty(), "{:?}", dom.errors.borrow());
    let (mut ids, mut links) = (BTreeSet::new(), BTreeSet::new());
    let (mut policy, mut styles, mut scripts) = (String::new(), Vec::new(), Vec::new());
    walk(&dom.document, &mut |name, attributes, text| {
        let attribute = |wanted: &str| {
            attributes
                .iter()
                .find(|(name, _)| name == wanted)
                .map(|(_, value)| value.clone())
        };
        if attribute("http-equiv").is_some_and(|of| of == "Content-Security-Policy") {
            policy = attribute("content").expect("a policy");
        }
        match name {
            "style" => styles.push(text.to_owned()),
            "script" => scripts.push(text.to_owned()),
            _ => {}
        }
        let loads = ["img", "link", "iframe", "object", "embed", "base", "form"];
        assert!(!loads.contains(&name), "<{name}>");
        for (attribute, value) in attributes {
            assert!(
                !attribute.starts_with("on") && !matches!(&**attribute, "style" | "src"),
                "{attribute}"
            );
            match attribute.as_str() {
                "id" => assert!(ids.insert(value.clone()), "{value} is there twice"),
                "href" => drop(links.insert(value.strip_prefix('#').expect("a place of the page").to_owned())),
                _ => {}
            }
        }
    });
    let missing: Vec<_> = links.difference(&ids).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!(styles, [STYLE]);
    assert_eq!(scripts, [SCRIPT]);
    let expected = format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash(&styles[0]),
        hash(&scripts[0])
    );
    assert_eq!(policy, expected);
    assert!(!STYLE.contains("url(") && !STYLE.contains("@import"));
    let is_shown = |c: char| !c.is_control() && !matches!(c, '\u{202A}'..='\u{202E}' | '\u{FEFF}');
    assert!(page.chars().all(|c| c == '\n' || c == '\t' || is_shown(c)));
}

/// Returns the contents of a page, one element per line.
fn body(page: &str) -> String {
    let (_, body) = page.split_once("<body>").expect("a body");
    let (body, _) = body.split_once("<script>").expect("a script");
    body.replace("><", ">\n<")
}

#[test]
fn the_hash_is_that_of_the_standard() {
    // The hash that browsers report for an empty style sheet.
    assert_eq!(hash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
}

#[test]
fn a_small_page() {
    let page = to_html(&report(SMALL, None));
    check(&page);
    insta::assert_snapshot!(body(&page));
}

#[test]
fn containers_have_code_graphs_and_tables() {
    let block = |at: u32, texts: &[&str]| crate::flow::Block {
        span: pica200_objfmt::flow::WordSpan { start: at, size: 4 },
        words: (at..)
            .zip(texts)
            .map(|(word, text)| crate::flow::BlockWord {
                word,
                names: Vec::new(),
                text: (*text).to_owned(),
            })
            .collect(),
    };
    let page = container_to_html(&ContainerPage {
        name: "shaders/a<b.dxbc".to_owned(),
        summary: vec!["ps_4_0".to_owned()],
        warnings: vec!["a warning".to_owned()],
        tables: vec![("Outputs".to_owned(), "  SV_Target  <none>\n".to_owned())],
        code: vec![
            CodeLine {
                dword: 2,
                text: "discard_nz r0.x".to_owned(),
            },
            CodeLine {
                dword: 6,
                text: "ret".to_owned(),
            },
        ],
        flow: crate::flow::Flow {
            blocks: vec![block(2, &["discard_nz r0.x"]), block(6, &["ret"])],
            entries: vec![pica200_objfmt::flow::graph::EdgeTarget::Block(0)],
            ..crate::flow::Flow::default()
        },
    });
    check(&page);
    insta::assert_snapshot!(body(&page));
}

#[test]
fn profiles_colour_words_lines_and_blocks() {
    let trace = "{\"kind\":\"instruction\",\"word\":2}\n".repeat(3)
        + "{\"kind\":\"instruction\",\"word\":3}\n\n{\"kind\":\"end\",\"word\":3}\n";
    let counts = Counts::from_trace(&trace).expect("it is a trace");
    let page = to_html(&report(SMALL, Some(counts)));
    check(&page);
    for text in ["class=\"h5\"", "class=\"block h5\"", "class=\"never\"", "75.0%"] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn warnings_are_in_place_and_have_their_pages() {
    let page = to_html(&report(
        &SMALL.replace("\tmov r0, v0\n", "\tmov r0, v1\n\tmov r0, v0\n"),
        None,
    ));
    check(&page);
    assert_eq!(page.matches("<tr class=\"finding warning\"").count(), 2, "{page}");
    // Both rows belong to one warning.
    assert_eq!(page.matches("data-finding=\"p0-finding0\"").count(), 2);
    assert!(page.contains("An instruction writes a value that nothing reads"));
    assert!(page.contains("href=\"#p0-page-unused-value0\""));
}

#[test]
fn hostile_names_are_text() {
    let page = to_html(&hostile());
    check(&page);
    assert!(!page.contains("<script>alert"));
    assert!(page.matches("&lt;script&gt;alert").count() >= 8, "{page}");
    let comparison = Comparison {
        sides: [hostile(), report(SMALL, None)],
        differences: vec![HOSTILE.to_owned()],
    };
    let page = diff_to_html(&comparison);
    check(&page);
    assert!(!page.contains("<script>alert"));
}

#[test]
fn hostile_sources_are_text() {
    // The assembler rejects control characters.
    let comment = HOSTILE.replace(char::is_control, "");
    let source = format!("; {comment}\n{SMALL}");
    let page = to_html(&report(&source, None));
    check(&page);
    assert!(page.contains("&lt;script&gt;alert"));
    let line = SourceLine {
        text: HOSTILE.to_owned(),
        file: Some(HOSTILE.to_owned()),
        cost: Some(Cost::default()),
        ..SourceLine::default()
    };
    let name = HOSTILE.to_owned();
    let profile = ProfilePage {
        name: name.clone(),
        facts: vec![(name.clone(), name.clone())],
        unit: Unit {
            one: "word",
            title: "Words",
        },
        total: Cost::default(),
        procedures: Vec::new(),
        sources: vec![SourceText {
            name,
            lines: vec![line],
        }],
        words: Vec::new(),
    };
    let page = profile_to_html(&profile);
    check(&page);
    assert!(!page.contains("<script>alert"));
}

#[test]
fn nothing_has_a_page() {
    let subject = InspectedFile {
        name: "",
        bytes: &[],
        inspection: inspect(b""),
    };
    check(&to_html(&Report::new(&subject, Extras::default())));
    check(&to_html(&Report::from_archive("", 0, Vec::new())));
}
