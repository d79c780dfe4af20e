//! `picadump --html`: pages about files of all kinds, their options, and errors in them.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use support::{Folder, GOOD};

const LIBRARY: &str = "\
.nodvle
.proc twice
\tadd r1, r0, r0
.end
";

const MAIN: &str = "\
.fvec scale
.out place position
.proc main
\tmul r0, scale, v0
\tcall twice
\tmov place, r1
\tend
.end
";

fn folder() -> Folder {
    let folder = Folder::with([("main.vsh", MAIN), ("twice.vsh", LIBRARY), ("good.vsh", GOOD)]);
    folder.picald("-g main.vsh twice.vsh -o lines.shbin").silent();
    folder.picald("main.vsh twice.vsh -s -o bare.shbin").silent();
    folder.picasm("twice.vsh -o twice.dvoj").silent();
    folder.picasm("main.vsh -o main.dvoj").silent();
    folder.picaar("rcs all.a twice.dvoj main.dvoj").silent();
    folder
}

/// Returns the page that picadump writes with these arguments.
#[track_caller]
fn page(folder: &Folder, arguments: &str) -> String {
    let printed = folder.picadump(&format!("--html {arguments} -o page.html")).silent();
    assert!(printed.is_empty());
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    let shown = folder.picadump(&format!("--html {arguments}")).silent();
    assert_eq!(String::from_utf8(shown).unwrap(), page);
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    page
}

/// Returns the section headings of a page.
fn headings(page: &str) -> Vec<&str> {
    let headings = page.split("<h2 id=\"").skip(1);
    let text = |rest: &'_ str| -> Option<(usize, usize)> {
        let start = rest.find('>')? + 1;
        Some((start, rest.find("</h2>")?))
    };
    headings
        .filter_map(|rest| text(rest).map(|(start, end)| &rest[start..end]))
        .collect()
}

const ALL: [&str; 6] = [
    "Overview",
    "Code",
    "Control flow",
    "Registers",
    "Uniforms",
    "Descriptors",
];

#[test]
fn binaries_have_pages() {
    let folder = folder();
    let bare = page(&folder, "bare.shbin");
    assert_eq!(headings(&bare), ALL);
    assert!(!bare.contains("<th scope=\"col\">Source</th>"));
    let lines = page(&folder, "lines.shbin");
    assert!(lines.contains(">main.vsh:4</td>"), "{lines}");
    // The sources that follow are shown next to the code.
    let beside = page(&folder, "lines.shbin main.vsh twice.vsh");
    assert_eq!(headings(&beside), [&ALL[..], &["main.vsh", "twice.vsh"]].concat());
    assert!(
        beside.contains("<td class=\"source\">mul r0, scale, v0</td>"),
        "{beside}"
    );
}

#[test]
fn objects_and_archives_have_pages() {
    let folder = folder();
    let object = page(&folder, "main.dvoj");
    assert!(
        object.contains("The lifetimes are known only in a whole program"),
        "{object}"
    );
    assert!(object.contains("→ twice"), "{object}");
    // Any name works.
    folder.write("main.o", folder.read("main.dvoj"));
    let renamed = page(&folder, "main.o");
    assert_eq!(renamed, object.replace("main.dvoj", "main.o"));
    let archive = page(&folder, "all.a");
    assert!(headings(&archive).contains(&"main.dvoj: Code"), "{archive}");
    assert!(headings(&archive).contains(&"twice.dvoj: Code"), "{archive}");
}

#[test]
fn objects_show_all_values_of_arrays() {
    let folder = folder();
    let array = "\n.constfa steps[]\n.constfa (0, 1, 2, 3)\n.constfa (4, 5, 6, 7)\n.end\n";
    folder.write("array.vsh", LIBRARY.replacen('\n', array, 1));
    folder.picasm("array.vsh -o array.dvoj").silent();
    let page = page(&folder, "array.dvoj");
    let values = "<code>(0, 1, 2, 3), (4, 5, 6, 7)</code>";
    assert!(page.contains(values), "{page}");
}

#[test]
fn sources_are_linked() {
    let folder = folder();
    let page = page(&folder, "main.vsh twice.vsh");
    assert_eq!(headings(&page), [&ALL[..], &["main.vsh", "twice.vsh"]].concat());
    let unlinked = folder.picadump("--html main.vsh -o none.html").errors();
    assert!(unlinked.contains("`twice`"), "{unlinked}");
    assert!(!folder.list().contains(&"none.html".to_owned()));
    folder.write(
        "number.vsh",
        GOOD.replacen(".proc main", ".proc main\n\t.assert N == 3", 1),
    );
    folder.picadump("--html number.vsh -D N=3 -o n.html").silent();
    folder.write("include/deep.inc", LIBRARY.replace(".nodvle\n", ""));
    folder.write("deep.vsh", format!(".include \"deep.inc\"\n{MAIN}"));
    folder.picadump("--html deep.vsh -I include -o n.html").silent();
}

#[test]
fn profiles_colour_pages() {
    let folder = folder();
    let trace = folder
        .picarun("main.vsh twice.vsh --in v0=1 --trace=json --profile")
        .silent();
    folder.write("trace.json", trace);
    for files in ["main.vsh twice.vsh", "lines.shbin", "bare.shbin main.vsh"] {
        let page = page(&folder, &format!("{files} --profile trace.json"));
        assert!(
            page.contains("class=\"h1\"") && page.contains(">Executed</th>"),
            "{page}"
        );
    }
}

#[test]
fn comparisons_have_pages() {
    let folder = folder();
    let same = page(&folder, "--diff lines.shbin lines.shbin");
    assert!(same.contains("Both mean the same."));
    folder.write("other.vsh", MAIN.replace("mul", "add"));
    folder.picald("other.vsh twice.vsh -o other.shbin").silent();
    let outcome = folder.picadump("--html --diff lines.shbin other.shbin -o diff.html");
    assert_eq!((outcome.status, &*outcome.stderr), (1, ""));
    let diff = String::from_utf8(folder.read("diff.html")).unwrap();
    assert!(diff.contains("1 difference in meaning."), "{diff}");
    let objects = folder.picadump("--html --diff main.dvoj twice.dvoj -o objects.html");
    assert_eq!((objects.status, &*objects.stderr), (1, ""));
    // Sources are linked.
    let sources = folder.picadump("--html --diff good.vsh lines.shbin -o sources.html");
    assert_eq!(sources.status, 1);
    assert!(folder.list().contains(&"sources.html".to_owned()));
}

#[test]
fn archives_are_compared_member_by_member() {
    let folder = folder();
    folder.write("main.vsh", MAIN.replace("mul", "add"));
    folder.picasm("main.vsh -o main.dvoj").silent();
    folder.picaar("rcs other.a twice.dvoj main.dvoj").silent();
    let same = page(&folder, "--diff all.a all.a");
    assert!(same.contains("Both mean the same."));
    let outcome = folder.picadump("--html --diff all.a other.a -o diff.html");
    assert_eq!((outcome.status, &*outcome.stderr), (1, ""));
    let diff = String::from_utf8(folder.read("diff.html")).unwrap();
    let equal = "Identical in both files, not shown: twice.dvoj.";
    assert!(diff.contains(equal), "{diff}");
    let sections = [
        "Differences (2)",
        "main.dvoj: Sizes",
        "main.dvoj: Code",
        "main.dvoj: Control flow",
        "main.dvoj: Registers",
        "main.dvoj: Uniforms",
        "main.dvoj: Descriptors",
    ];
    assert_eq!(headings(&diff), sections);
    let text = folder.picadump("--diff all.a other.a");
    assert_eq!((text.status, &*text.stderr), (1, ""));
    let only = "main.dvoj: procedure main: only in the";
    let text = String::from_utf8(text.stdout).unwrap();
    assert_eq!(text.matches(only).count(), 2, "{text}");
    let cut = &folder.read("all.a")[..100];
    folder.write("cut.a", cut);
    let said = folder.picadump("--diff all.a cut.a").errors();
    assert!(said.starts_with("error[cannot-compare]: `all.a` and `cut.a`: `cut.a` is damaged: "));
}

#[test]
fn objects_and_archives_have_the_warnings_of_picald() {
    let folder = folder();
    let faulty = MAIN.replace("\tcall twice\n", "\tmov r5, v0\n\tcall twice\n");
    folder.write("faulty.vsh", &faulty);
    folder.picasm("-A unused-value faulty.vsh -o faulty.dvoj").silent();
    folder.picaar("rcs faulty.a twice.dvoj faulty.dvoj").silent();
    // Alone, the object is not a program.
    let alone = page(&folder, "faulty.dvoj");
    let why = "picald checks complete programs, and cannot link this file alone: procedure `twice` is not defined in any file";
    assert!(alone.contains(why), "{alone}");
    let archive = page(&folder, "faulty.a");
    let headings = headings(&archive);
    assert!(headings.contains(&"faulty.dvoj: Warnings (1)"), "{headings:?}");
    assert!(!headings.iter().any(|of| of.starts_with("twice.dvoj: Warnings")));
    assert!(archive.contains("<tr class=\"finding warning\""), "{archive}");
    let allowed = page(&folder, "faulty.a -A unused-value");
    assert!(!allowed.contains("Warnings (1)"), "{allowed}");
    // A whole program has its warnings without an archive.
    folder.write(
        "good.vsh",
        GOOD.replacen(".proc main\n", ".proc main\n\tmov r5, v0\n", 1),
    );
    folder.picasm("-A unused-value good.vsh -o good.dvoj").silent();
    assert!(page(&folder, "good.dvoj").contains("Warnings (1)"));
    // Sources have the warnings that are not allowed.
    let source = folder.picadump("--html good.vsh -A unused-value").silent();
    assert!(!String::from_utf8(source).unwrap().contains("Warnings ("));
}

#[test]
fn mistakes() {
    let folder = folder();
    let cut = folder.read("lines.shbin");
    folder.write("cut.shbin", &cut[..cut.len() - 20]);
    let archive = folder.read("all.a");
    folder.write("cut.a", &archive[..archive.len() - 20]);
    folder.write("broken.vsh", ".proc main\n");
    folder.write("text.json", "a text\n");
    folder.write("empty.json", "{\"kind\":\"end\",\"word\":3}\n");
    folder.write("bytes.json", b"\xFF\n");
    folder.write("far.json", "{\"kind\":\"instruction\",\"word\":900}\n");
    folder.write("some.bnsh", b"BNSH\0\0\0\0");
    let before = folder.list();
    let arguments = [
        "cut.shbin -o page.html",
        "broken.vsh -o page.html",
        "missing.vsh -o page.html",
        "lines.shbin broken.vsh -o page.html",
        "lines.shbin bare.shbin -o page.html",
        "lines.shbin -o lines.shbin",
        "main.vsh twice.vsh -o twice.vsh",
        "lines.shbin --profile empty.json -o empty.json",
        "lines.shbin --profile text.json -o page.html",
        "lines.shbin --profile empty.json -o page.html",
        "lines.shbin --profile bytes.json -o page.html",
        "lines.shbin --profile missing.json -o page.html",
        "lines.shbin --profile far.json -o page.html",
        "main.dvoj --profile far.json -o page.html",
        "all.a --profile far.json -o page.html",
        "some.bnsh -o page.html",
        "--diff lines.shbin main.dvoj -o page.html",
        "--diff all.a cut.a -o page.html",
        "--diff all.a main.dvoj -o page.html",
        "--diff cut.shbin lines.shbin -o page.html",
    ];
    let said = arguments.map(|arguments| {
        let said = folder.picadump(&format!("--html {arguments}")).errors();
        format!("$ picadump --html {arguments}\n{said}")
    });
    insta::assert_snapshot!(said.join("\n"));
    assert_eq!(folder.list(), before);
}

#[test]
fn wrong_usage() {
    let folder = folder();
    let arguments = [
        "--html",
        "--html --json lines.shbin",
        "--html --code lines.shbin",
        "--html --scan lines.shbin",
        "--html --diff lines.shbin",
        "--html - -",
        "--profile p.json lines.shbin",
        "--html --diff --profile p.json lines.shbin bare.shbin",
        "-I include lines.shbin",
        "-D N=1 lines.shbin",
        "lines.shbin -o page.html",
    ];
    let said = arguments.map(|arguments| {
        let said = folder.picadump(arguments).usage();
        let first = said.lines().take(2).collect::<Vec<_>>().join("\n");
        format!("$ picadump {arguments}\n{first}")
    });
    insta::assert_snapshot!(said.join("\n\n"));
}

/// Containers of most stages, as they are.
#[test]
fn containers_have_pages() {
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../testsuite/golden/dxbc");
    let mut stages = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(golden).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|suffix| suffix != "dxbc") {
            continue;
        }
        let folder = Folder::with([("b", "")]);
        folder.write("a.dxbc", std::fs::read(&path).unwrap());
        let page = page(&folder, "a.dxbc");
        let (_, facts) = page.split_once("DXBC container</li><li>").unwrap();
        let (model, _) = facts.split_once("</li>").unwrap();
        stages.extend(model.split('_').next().map(str::to_owned));
        assert!(page.contains("<svg class=\"flow\""), "{}", path.display());
        let code = folder.picadump("--code a.dxbc").silent();
        let code = String::from_utf8(code).unwrap();
        let last = code.lines().last().unwrap().split_whitespace().next_back().unwrap();
        assert!(page.contains(&format!("{last}</td></tr></tbody>")), "{last}");
    }
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../testsuite/golden/dxbc");
    let pixel = std::fs::read(golden.join("ps-discard.dxbc")).unwrap();
    let folder = Folder::with([("b", "")]);
    folder.write("a.dxbc", pixel);
    let said = folder.picadump("--html --diff a.dxbc a.dxbc").errors();
    assert!(said.contains("containers cannot be compared on a page"), "{said}");
    let stages: Vec<_> = stages.iter().map(String::as_str).collect();
    assert_eq!(stages, ["cs", "ds", "gs", "ps", "vs"]);
}
