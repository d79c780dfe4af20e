//! Formats of diagnostics: for people, for editors, for programs.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test whose output is not as expected fails"
)]

mod support;

use serde_json::Value;
use support::{BAD, CALLER, Folder, GOOD, LIBRARY, PICALD, WARNING, outcome};

fn human(source: &str) -> String {
    let folder = Folder::with([("a.vsh", source)]);
    folder.picasm("a.vsh").stderr
}

fn json(stderr: &str) -> Vec<Value> {
    let parsed = stderr.lines().map(serde_json::from_str);
    parsed.collect::<Result<_, _>>().unwrap()
}

#[test]
fn short_lines_have_file_line_column_and_name() {
    let folder = Folder::with([("a.vsh", BAD), ("b.vsh", WARNING), ("c.vsh", BAD)]);
    let said = folder.picasm("a.vsh b.vsh c.vsh --error-format=short").errors();
    insta::assert_snapshot!("short", said);
}

#[test]
fn short_lines_show_where_a_macro_uses_a_wrong_argument() {
    let source = ".macro m a\n\tmov r0, \\a\n.endm\n.proc main\n\tm v16\n\tend\n.end\n";
    let folder = Folder::with([("a.vsh", source)]);
    let said = folder.picasm("a.vsh --error-format=short").errors();
    insta::assert_snapshot!("short_macro_argument", said);
}

#[test]
fn json_is_one_object_on_each_line() {
    let folder = Folder::with([("a.vsh", BAD), ("b.vsh", WARNING)]);
    let said = folder.picasm("a.vsh b.vsh missing.vsh --error-format=json").errors();
    let reports = json(&said);
    assert_eq!(reports.len(), 5, "{said}");
    for report in &reports {
        assert!(["error", "warning"].contains(&report["severity"].as_str().unwrap()));
        assert!(report["name"].is_string() && report["message"].is_string());
        let keys = ["file", "line", "column", "end_line", "end_column", "help"];
        for key in keys {
            assert!(report.get(key).is_some(), "{key} in {report}");
        }
        let first = &report["labels"][0];
        for key in &keys[..5] {
            assert_eq!(first[key], report[key]);
        }
    }
    insta::assert_snapshot!("json", said);
}

#[test]
fn json_columns_count_characters_and_labels_name_other_places() {
    let source = ".alias größe v0\n; größe\n.fvec é\n";
    let folder = Folder::with([("a.vsh", ".fvec a, bc\n.fvec d, bc\n"), ("b.vsh", source)]);
    let reports = json(&folder.picasm("a.vsh --error-format=json").errors());
    let report = &reports[0];
    assert_eq!(report["name"], "duplicate-name");
    let place = ["line", "column", "end_line", "end_column"];
    assert_eq!(place.map(|key| report[key].as_u64()), [2, 10, 2, 12].map(Some));
    let other = &report["labels"][1];
    assert_eq!(place.map(|key| other[key].as_u64()), [1, 10, 1, 12].map(Some));
    assert!(!other["text"].as_str().unwrap().is_empty());
}

#[test]
fn json_suggests_changes_of_the_text_of_files() {
    let source = ".out pos position\n.macro twice\n\tmvo pos, v0\n.endm\n.proc main\n\tmov pos.yx, v0\n\tmvo pos \
                  v0\n\tmov pos v0\n\ttwice\n\tend\n.end\n";
    let folder = Folder::with([("a.vsh", source)]);
    let reports = json(&folder.picasm("a.vsh --error-format=json").errors());
    let suggestions = |report: &Value| {
        let of = report["suggestions"].as_array().unwrap().iter();
        let point = |of: &Value| (of["line"].as_u64().unwrap(), of["column"].as_u64().unwrap());
        let text = |of: &Value| {
            let (start, end) = (point(&of["start"]), point(&of["end"]));
            let (new, how) = (&of["replacement"], &of["applicability"]);
            format!("{} {start:?}-{end:?} {new} {how}", of["file"])
        };
        of.map(text).collect::<Vec<_>>().join("; ")
    };
    let found: Vec<_> = reports
        .iter()
        .map(|report| format!("{}: {}", report["name"], suggestions(report)))
        .collect();
    insta::assert_snapshot!("suggestions", found.join("\n"));
}

#[test]
fn json_of_a_finding_without_a_place_has_nulls() {
    let folder = Folder::with([("lib.vsh", LIBRARY)]);
    let reports = json(&folder.picald("lib.vsh -o x --error-format=json").errors());
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0]["name"], "nothing-to-link");
    assert!(reports[0]["line"].is_null() && reports[0]["column"].is_null());
}

#[test]
fn colors_are_for_terminals_and_on_request() {
    let folder = Folder::with([("a.vsh", BAD)]);
    let colored = |option: &str, no_color: Option<&str>| {
        let mut command = folder.command(PICALD);
        command.args(["a.vsh", "-o", "x"]).args(option.split_whitespace());
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        outcome(&mut command).errors().contains('\x1b')
    };
    assert!(!colored("", None));
    assert!(!colored("--color=auto", None));
    assert!(!colored("--color never", None));
    assert!(colored("--color=always", None));
    assert!(colored("--color always", Some("1")));
    assert!(!colored("--color=auto", Some("1")));
    assert!(!colored("--color=always --error-format=short", None));
    assert!(!colored("--color=always --error-format=json", None));
}

#[test]
fn colors_do_not_change_the_text() {
    let folder = Folder::with([("a.vsh", CALLER), ("bad.vsh", BAD)]);
    folder.picasm("a.vsh").silent();
    for input in ["a.dvoj", "a.vsh", "bad.vsh"] {
        let plain = folder.picald(&format!("{input} -o x")).errors();
        let colored = folder.picald(&format!("{input} -o x --color=always")).errors();
        let mut pieces = colored.split('\x1b');
        let first = pieces.next().unwrap().to_owned();
        let stripped = pieces.fold(first, |text, piece| text + piece.split_once('m').unwrap().1);
        assert_eq!(stripped, plain);
    }
}

#[test]
fn marks_at_the_end_of_the_file_follow_the_last_character() {
    let sources = [
        ".out pos",
        ".out pos\n",
        ".proc main\n\tmov r0,",
        ".proc main\n\tmov r0,\r\n",
        ".fvec a[",
    ];
    let said: String = sources.into_iter().map(human).collect();
    insta::assert_snapshot!("end_of_file", said);
}

#[test]
fn tabs_and_wide_characters_keep_marks_in_line() {
    let source = "\
.proc main ; 頂点シェーダー
\tmov\tr0,\tnope\t; 色
\tadd r0, r1, nope ; 🎮
\tend
.end
";
    insta::assert_snapshot!("tabs_and_wide_characters", human(source));
}

#[test]
fn long_lines_are_shortened_around_the_mark() {
    let padding = "é ".repeat(2000);
    let source = format!(".fvec a ;{padding}\n.fvec {}a ; {padding}\n", " ".repeat(300));
    insta::assert_snapshot!("long_lines", human(&source));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let source = ".fvec a ; \x1b[31m \u{202E}\n.fvec \x08\x08a, a ; \x7F\u{9B}\n";
    let said = human(source);
    assert!(
        !said.contains(['\x1b', '\x08', '\x7F', '\u{9B}', '\u{202E}']),
        "{said:?}"
    );
}

#[test]
fn line_markers_change_files_and_lines() {
    let source = "# 10 \"include/lib.h\"\n\n.fvec a\n# 3 \"C:\\main.vsh\" 2\n\n.fvec a\n";
    insta::assert_snapshot!("line_markers", human(source));
}

#[test]
fn one_run_reports_the_errors_of_all_sources_in_order() {
    let folder = Folder::with([("a.vsh", BAD), ("b.vsh", BAD), ("good.vsh", GOOD)]);
    for run in 0..3 {
        let said = folder.picald("b.vsh good.vsh a.vsh -o x --error-format=short").errors();
        let files: Vec<_> = said.lines().map(|line| &line[..5]).collect();
        assert_eq!(
            files,
            ["b.vsh", "b.vsh", "b.vsh", "a.vsh", "a.vsh", "a.vsh"],
            "run {run}"
        );
    }
}

#[test]
fn reliability_10_no_report_quotes_a_name_of_a_megabyte() {
    let name = "n".repeat(1_000_000);
    let folder = Folder::with([(
        "a.vsh",
        format!(".out pos position\n.proc main\n\tmov pos, {name}\n\tend\n.end\n"),
    )]);
    for format in ["human", "short", "json"] {
        let said = folder.picald(&format!("a.vsh -o x --error-format={format}")).errors();
        assert!(said.contains("unknown name `nnn"), "{format}");
        assert!(said.len() < 3000, "{format}: {} bytes", said.len());
    }
    assert!(folder.picasso("a.vsh -o x").errors().len() < 3000);
}

#[test]
fn errors_beyond_a_limit_are_counted() {
    // A name is reported once, so each line has a different one.
    let line = |number: usize| format!("\tmov pos, nope{number}\n");
    let lines = |count| (0..count).map(line).collect::<String>();
    let source = |count| format!(".out pos position\n.proc main\n{}\tend\n.end\n", lines(count));
    let folder = Folder::with([("a.vsh", source(23)), ("b.vsh", source(20)), ("c.vsh", WARNING.into())]);
    let said = |arguments: &str| {
        let arguments = format!("{arguments} --error-format=short");
        folder.picasm(&arguments).errors()
    };
    let count = |text: &str| text.matches("[unknown-name]").count();
    let last = |text: &str| text.lines().last().unwrap().to_owned();

    let limited = said("a.vsh");
    assert_eq!(count(&limited), 20, "{limited}");
    assert_eq!(last(&limited), "error: 3 more errors are not shown [more-errors]");
    let all = said("b.vsh");
    assert!(count(&all) == 20 && !all.contains("more-errors"), "{all}");
    let all = said("a.vsh --error-limit 0");
    assert!(count(&all) == 23 && !all.contains("more-errors"), "{all}");

    let limited = said("a.vsh c.vsh b.vsh --error-limit=42");
    assert!(count(&limited) == 42 && limited.contains("c.vsh:3:"), "{limited}");
    assert_eq!(last(&limited), "error: 1 more error is not shown [more-errors]");
    assert_eq!(count(&said("a.vsh --error-limit 1")), 1);

    let limited = json(&folder.picald("a.vsh -o x --error-limit 2 --error-format=json").errors());
    assert_eq!(limited.len(), 3);
    assert_eq!(limited[2]["name"], "more-errors");
    assert_eq!(limited[2]["message"], "21 more errors are not shown");
    assert!(limited[2]["file"].is_null());
}
