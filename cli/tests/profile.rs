//! `picarun --profile` and `--profile-html`: costs of shaders.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

mod support;

use std::fs;

use serde_json::Value;
use support::{Folder, workspace};

/// A shader with a loop, a procedure of another file, and a branch that is not taken.
const MAIN: &str = "\
; What <b>costs</b> & what does not.
.consti turns(3, 0, 1, 0)
.bool lit
.out outPosition position
.proc main
\tmov r0, v0
\tfor turns
\t\tcall step
\t\tnop
\t.end
\tifu lit
\t\tmov r0, v1 ; never
\t\tadd r0, r0, r0
\t.end
\tmov outPosition, r0
\tend
.end
";

/// Two words on one line, and lines of another file.
const STEP: &str = "\
.nodvle
.proc step
# 7 \"include/<inner>.h\"
\tadd r0, r0, r0
\tmul r0, r0, r0
.end
";

fn folder() -> Folder {
    let folder = Folder::with([("main.vsh", MAIN), ("step.vsh", STEP)]);
    folder.picald("main.vsh step.vsh -o plain.shbin").silent();
    folder.picald("-g main.vsh step.vsh -o lines.shbin").silent();
    folder.picald("-s main.vsh step.vsh -o bare.shbin").silent();
    folder
}

#[track_caller]
fn stdout(folder: &Folder, arguments: &str) -> String {
    String::from_utf8(folder.picarun(arguments).silent()).unwrap()
}

#[test]
fn procedures_and_lines_have_costs() {
    let folder = folder();
    let sources = stdout(&folder, "main.vsh step.vsh --profile");
    insta::assert_snapshot!("sources", sources);
    insta::assert_snapshot!("lines", stdout(&folder, "lines.shbin --profile"));
    insta::assert_snapshot!("bare", stdout(&folder, "bare.shbin --profile"));
    // The lines of a trace precede the profile.
    let traced = stdout(&folder, "main.vsh step.vsh --profile --trace=text");
    assert!(traced.ends_with(&sources), "{traced}");
}

#[test]
fn all_runs_of_a_feed_count() {
    let folder = Folder::with_examples();
    let text = stdout(
        &folder,
        "particles.vsh particles.gsh --shader 1 --vertex 1,2,3/1,1,1 --vertex 0,0,0/1,0,0 --profile",
    );
    let (_, profile) = text.split_once("\n\n").unwrap();
    insta::assert_snapshot!("particles", profile);
}

#[test]
fn a_run_with_a_fault_has_a_profile_too() {
    let folder = folder();
    let outcome = folder.picarun("main.vsh step.vsh --profile --budget 9 --profile-html p.html");
    assert_eq!(outcome.status, 1);
    let text = String::from_utf8(outcome.stdout).unwrap();
    let first = "Profile: 9 instructions in 1 run, 6 of 11 words executed\n";
    assert!(text.starts_with(first), "{text}");
    assert!(!folder.path("p.html").exists());
    // No instruction ran.
    let outcome = folder.picarun("main.vsh step.vsh --profile --budget 0");
    let text = String::from_utf8(outcome.stdout).unwrap();
    let first = "Profile: 0 instructions in 1 run, 0 of 11 words executed\n";
    assert!(text.starts_with(first), "{text}");
    assert!(
        text.contains("           0    0.0%        0      0/9  main\n"),
        "{text}"
    );
}

#[test]
fn json_has_the_same_numbers() {
    let folder = folder();
    let json = stdout(&folder, "main.vsh step.vsh --profile --trace=json");
    let objects: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| {
        let objects = objects.iter().filter(|object| object["kind"] == kind);
        objects.cloned().collect::<Vec<_>>()
    };
    let sum = |kind: &str| {
        let counts = of(kind);
        let counts = counts.iter().map(|o| o["instructions"].as_u64().unwrap());
        counts.sum::<u64>()
    };
    let executed = u64::try_from(of("instruction").len()).unwrap();
    for kind in ["profile", "profile-procedure", "profile-line", "end"] {
        assert_eq!(sum(kind), executed, "{kind}");
    }
    let profile = json.lines().filter(|line| line.contains("\"kind\":\"profile"));
    insta::assert_snapshot!("json", profile.collect::<Vec<_>>().join("\n"));
    assert!(json.lines().last().unwrap().contains("\"kind\":\"end\""));
}

/// Returns the page, without its style sheet, its script and their hashes.
#[track_caller]
fn page(folder: &Folder, arguments: &str) -> String {
    let printed = stdout(folder, &format!("{arguments} --profile-html page.html"));
    assert_eq!(printed, stdout(folder, arguments));
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    let page = without(&without(&page, "<style>", "</style>"), "<script>", "</script>");
    let (head, rest) = page.split_once("default-src").unwrap();
    let (_, body) = rest.split_once('"').unwrap();
    format!("{head}\"{body}").replace("><", ">\n<")
}

/// Returns a text without the part between two delimiters.
fn without(text: &str, start: &str, end: &str) -> String {
    let (before, rest) = text.split_once(start).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    format!("{before}{start}{end}{after}")
}

#[test]
fn pages_have_the_source_of_each_file() {
    let folder = folder();
    let sources = page(&folder, "main.vsh step.vsh");
    insta::assert_snapshot!("page", sources);
    assert_eq!(page(&folder, "main.vsh step.vsh"), sources);
    assert!(!sources.contains("<b>") && !sources.contains("<inner>"));
}

#[test]
fn pages_of_binaries_have_instructions() {
    let folder = folder();
    insta::assert_snapshot!("page_of_binary", page(&folder, "lines.shbin"));
    let bare = page(&folder, "bare.shbin");
    assert!(bare.contains("<title>Profile of shader 0 - pica200</title>"), "{bare}");
    assert!(bare.contains("<td class=\"place\">-</td>"), "{bare}");
    // The page of one of the two sources.
    folder.picasm("step.vsh -o step.dvoj").silent();
    let mixed = page(&folder, "main.vsh step.dvoj");
    assert!(mixed.contains("<h2 id=\"source0\">main.vsh</h2>"), "{mixed}");
    assert!(mixed.contains("&lt;inner&gt;.h:7</td>"), "{mixed}");
}

#[test]
fn pages_are_complete_and_have_no_external_links() {
    let folder = folder();
    for arguments in ["main.vsh step.vsh", "bare.shbin"] {
        let page = page(&folder, arguments);
        let mut open = Vec::new();
        let tags = page.split('<').skip(1).filter_map(|tag| tag.split_once('>'));
        for (tag, _) in tags {
            let name = tag.split(' ').next().unwrap();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{page}"),
                None if matches!(name, "!DOCTYPE" | "meta" | "input") => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
        for link in page.split("href=\"").skip(1) {
            let target = link.split('"').next().unwrap();
            let id = format!("id=\"{}\"", target.strip_prefix('#').unwrap());
            assert_eq!(page.matches(&id).count(), 1, "{id}");
        }
        assert!(!page.contains("http:") && !page.contains("https:"), "{page}");
    }
    let style = folder.read("page.html");
    assert!(!String::from_utf8(style).unwrap().contains("url("));
}

#[test]
fn pages_overwrite_no_input() {
    let folder = folder();
    folder.write("v.toml", "value = [1]\n");
    let arguments = [
        "main.vsh step.vsh --profile-html step.vsh",
        "plain.shbin --in v0=@v.toml --profile-html v.toml",
        "plain.shbin --profile-html missing/page.html",
    ];
    let before = folder.list();
    let said = arguments.map(|arguments| {
        let outcome = folder.picarun(arguments);
        assert_eq!(outcome.status, 1);
        format!("$ picarun {arguments}\n{}", outcome.stderr)
    });
    insta::assert_snapshot!("pages_that_cannot_be_written", said.join("\n"));
    assert_eq!(folder.list(), before);
    assert_eq!(folder.read("step.vsh"), STEP.as_bytes());
}

#[test]
fn a_page_is_complete_even_if_the_trace_is_not_read() {
    use std::process::{Command, Stdio};
    let folder = folder();
    let mut command = Command::new(support::PICARUN);
    command.args(["main.vsh", "step.vsh", "--trace=text"]);
    command.args(["--profile-html", "page.html"]);
    command.current_dir(folder.path("")).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let piped = folder.read("page.html");
    stdout(&folder, "main.vsh step.vsh --profile-html page.html");
    assert_eq!(piped, folder.read("page.html"));
}

#[test]
fn the_example_has_a_profile() {
    let folder = Folder::empty();
    for name in ["common.vsh", "lit.vsh"] {
        let text = fs::read(workspace("examples/library").join(name)).unwrap();
        folder.write(name, text);
    }
    let text = stdout(&folder, "common.vsh lit.vsh --profile");
    let (_, profile) = text.split_once("Profile: ").unwrap();
    let (tables, _) = profile.split_once("\n\nLines").unwrap();
    insta::assert_snapshot!("library", tables);
}
