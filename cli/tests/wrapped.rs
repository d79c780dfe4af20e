//! picadump and picarun read shader binaries in CGFX containers and texts.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use support::{Folder, GOOD};

/// A vertex shader that differs from [`GOOD`].
const OTHER: &str = "\
.fvec tint
.out pos position
.proc main
\tmul pos, tint, v0
\tend
.end
";

/// Returns a text with shader binaries in base64, each in a separate element.
fn text(shaders: &[&[u8]]) -> String {
    let element = |shader: &&[u8]| {
        let base64 = STANDARD.encode(shader);
        let (head, tail) = base64.split_at(76);
        format!("  <Binary>\n    {head}\n    {tail}\n  </Binary>\n")
    };
    let elements: String = shaders.iter().map(element).collect();
    format!("<?xml version=\"1.0\"?>\n<Shaders>\n{elements}</Shaders>\n")
}

/// Creates a directory with `one.csdr`, `two.csdr`, `two.bcsdr`, and the shader binaries `a.shbin` and `b.shbin` in
/// them.
fn folder() -> Folder {
    let folder = Folder::with([("a.vsh", GOOD), ("b.vsh", OTHER)]);
    folder.picald("a.vsh -o a.shbin").silent();
    folder.picald("b.vsh -o b.shbin").silent();
    let (a, b) = (folder.read("a.shbin"), folder.read("b.shbin"));
    folder.write("one.csdr", text(&[&a]));
    folder.write("two.csdr", text(&[&a, &b]));
    let container = [b"CGFX\xFF\xFE\x14\0", a.as_slice(), b"padding.", &b];
    folder.write("two.bcsdr", container.concat());
    folder
}

/// Returns the output of picadump for a valid file.
#[track_caller]
fn shown(folder: &Folder, arguments: &str) -> String {
    String::from_utf8(folder.picadump(arguments).silent()).unwrap()
}

#[test]
fn shaders_in_a_text_are_listed_and_shown_as_if_alone() {
    let folder = folder();
    let (list, rest) = ("0  0x", shown(&folder, "two.csdr"));
    assert!(rest.contains(list), "{rest}");
    insta::assert_snapshot!(rest);
    let alone = shown(&folder, "b.shbin");
    let (_, code) = alone.split_once('\n').unwrap();
    assert!(rest.ends_with(code), "{rest}");
}

#[test]
fn shaders_in_a_container_are_listed_and_shown_as_if_alone() {
    let folder = folder();
    let rest = shown(&folder, "two.bcsdr");
    let list: Vec<_> = rest.lines().take(4).collect();
    insta::assert_snapshot!(list.join("\n"));
    let alone = shown(&folder, "a.shbin");
    let (_, code) = alone.split_once('\n').unwrap();
    assert!(rest.contains(code), "{rest}");
}

#[test]
fn views_take_the_shader_that_an_option_chooses() {
    let folder = folder();
    for view in ["--code", "--json", "--verify", "--size", "--raw"] {
        let alone = shown(&folder, &format!("{view} b.shbin"));
        for file in ["two.csdr", "two.bcsdr"] {
            let inside = shown(&folder, &format!("{view} {file} --shader-file 1"));
            let inside = inside.replace(&format!("{file}(1)"), "b.shbin");
            assert_eq!(inside, alone, "{view} {file}");
        }
    }
    let source = |arguments: &str| {
        let text = shown(&folder, arguments);
        text.split_once("\n.loc ").unwrap().1.to_owned()
    };
    let alone = source("-d b.shbin");
    assert_eq!(source("-d two.csdr --shader-file 1"), alone);
    // A single one needs no choice, and the file keeps its name.
    let alone = shown(&folder, "--code a.shbin");
    let inside = shown(&folder, "--code one.csdr").replace("one.csdr", "a.shbin");
    assert_eq!(inside, alone);
}

#[test]
fn shaders_in_files_are_compared() {
    let folder = folder();
    assert_eq!(shown(&folder, "--diff one.csdr a.shbin"), "");
    assert_eq!(shown(&folder, "--diff two.csdr b.shbin --shader-file 1"), "");
    let each = "--diff two.csdr two.bcsdr --shader-file";
    assert_eq!(shown(&folder, &format!("{each} 0 --shader-file 0")), "");
    let outcome = folder.picadump(&format!("{each} 0 --shader-file 1"));
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    assert!(!outcome.stdout.is_empty());
}

#[test]
fn base64_is_found_and_extracted_by_scan() {
    let folder = folder();
    let found = shown(&folder, "--scan --extract out two.csdr");
    insta::assert_snapshot!(found);
    let names: Vec<_> = found
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().nth(4).unwrap().to_owned())
        .collect();
    assert_eq!(names.len(), 2);
    assert_eq!(folder.read(format!("out/{}", names[0])), folder.read("a.shbin"));
    assert_eq!(folder.read(format!("out/{}", names[1])), folder.read("b.shbin"));
}

#[test]
fn mistakes_have_clear_messages() {
    let folder = folder();
    folder.write("empty.bcsdr", "CGFX and nothing else");
    folder.write("new.dvob", "DVOB....");
    let broken = String::from_utf8(folder.read("one.csdr")).unwrap();
    let (head, tail) = broken.rsplit_once("\n    ").unwrap();
    folder.write("broken.csdr", format!("{head}\n    *{tail}"));
    let mut said = String::new();
    for arguments in [
        "--code two.csdr",
        "--code two.csdr --shader-file 2",
        "--code one.csdr --shader-file 1",
        "--diff two.bcsdr a.shbin",
        "a.shbin --shader-file 0",
        "--code empty.bcsdr",
        "--code broken.csdr",
        "new.dvob",
    ] {
        let errors = folder.picadump(arguments).errors();
        said.push_str(&format!("$ picadump {arguments}\n{errors}\n"));
    }
    for (arguments, outcome) in [
        ("empty.bcsdr", folder.picadump("empty.bcsdr")),
        ("broken.csdr", folder.picadump("broken.csdr")),
    ] {
        let (stdout, status) = (String::from_utf8(outcome.stdout).unwrap(), outcome.status);
        assert_eq!(status, 1);
        let stderr = outcome.stderr;
        said.push_str(&format!("$ picadump {arguments}\n{stdout}{stderr}\n"));
    }
    insta::assert_snapshot!(said);
    folder.picadump("--scan two.csdr --shader-file 0").usage();
}

#[test]
fn files_that_wrap_shaders_are_not_sources() {
    let folder = folder();
    folder.write("new.dvob", "DVOB\0\0\0\0");
    let mut said = String::new();
    for name in ["one.csdr", "two.bcsdr", "new.dvob"] {
        said.push_str(&folder.picald(&format!("{name} -o x.shbin")).errors());
    }
    insta::assert_snapshot!(said);
    assert!(!folder.path("x.shbin").exists());
}

#[test]
fn shaders_in_files_run() {
    let folder = folder();
    let run = |arguments: &str| {
        let output = folder.picarun(arguments).silent();
        String::from_utf8(output).unwrap()
    };
    let values = "--in v0=1,2,3,4 --uniform tint=2,3,4,5";
    let alone = run(&format!("b.shbin {values}"));
    assert!(alone.contains("position"), "{alone}");
    for file in ["two.csdr", "two.bcsdr"] {
        assert_eq!(run(&format!("{file} --shader-file 1 {values}")), alone);
    }
    let test = "shader = \"one.csdr\"\n[[case]]\nname = \"zero\"\nexpect.position = [0, 0, 0, 0]\n";
    folder.write("one.toml", test);
    let tested = run("--test one.toml");
    assert!(tested.contains("1 passed"), "{tested}");
    let second = test.replace("one.csdr\"", "two.bcsdr\"\nshader-file = 1").replace(
        "[0, 0, 0, 0]",
        "[0, 0, 0, 20]\nuniforms.tint = [2, 3, 4, 5]\ninputs.v0 = [0, 0, 0, 4]",
    );
    folder.write("two.toml", second);
    let tested = run("--test two.toml");
    assert!(tested.contains("1 passed"), "{tested}");
}

#[test]
fn mistakes_with_shaders_to_run_have_clear_messages() {
    let folder = folder();
    folder.write("two.toml", "shader = \"two.csdr\"\n[[case]]\nname = \"a\"\n");
    let mut said = String::new();
    for arguments in [
        "two.csdr",
        "two.csdr --shader-file 7",
        "a.vsh --shader-file 0",
        "one.csdr a.vsh",
        "--test two.toml",
    ] {
        let outcome = folder.picarun(arguments);
        assert_eq!(outcome.status, 1, "{arguments}");
        said.push_str(&format!("$ picarun {arguments}\n{}\n", outcome.stderr));
    }
    insta::assert_snapshot!(said);
}
