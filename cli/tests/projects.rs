//! `picald --project`: the binaries of `pica200.toml`, and errors in it.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fmt::Write;
use std::fs;

use support::{BAD, CALLER, Folder, GOOD, LIBRARY, WARNING};

/// Creates a directory with sources, and a project of them.
fn folder(project: &str) -> Folder {
    Folder::with([
        ("good.vsh", GOOD),
        ("bad.vsh", BAD),
        ("warning.vsh", WARNING),
        ("main.vsh", CALLER),
        ("lib.vsh", LIBRARY),
        ("numbered.vsh", NUMBERED),
        ("parts/number.inc", ".equ HALF, 0.5\n"),
        ("pica200.toml", project),
    ])
}

/// A shader with a definition and an include.
const NUMBERED: &str = "\
.include \"number.inc\"
.out pos position
.constf k(N, HALF, 0, 1)
.proc main
\tmov pos, k
\tend
.end
";

#[test]
fn binaries_are_those_of_command_lines() {
    let folder = folder(
        "include = \"parts\"\ndefine = { N = 1 }\n\
         [binary.both]\ninputs = [\"lib.vsh\", \"main.vsh\"]\ngc-sections = false\ndebug = true\n\
         map = \"both.map\"\nmap-json = \"both.json\"\n\
         [binary.one]\ninputs = \"numbered.vsh\"\n\
         [binary.two]\ninputs = \"numbered.vsh\"\ndefine = { N = 2 }\noutput = \"second\"\nstrip = true\n\
         header = \"a.h\"\nc = \"b.h\"\ncpp = \"b.hpp\"\nrust = \"b.rs\"\nicf = false\nmerge-constants = false\n\
         [binary.old]\ninputs = \"numbered.vsh\"\ncompat = \"picasso\"\nentry = \"main\"\n",
    );
    folder.picald("--project").silent();
    let same = |name: &str, line: &str| {
        let found = folder.read(name);
        folder.picald(line).silent();
        assert_eq!(folder.read(name), found, "{name}");
    };
    let both = "lib.vsh main.vsh --no-gc-sections -g --map both.map --map-json both.json -o both.shbin";
    for name in ["both.shbin", "both.map", "both.json"] {
        same(name, both);
    }
    same("one.shbin", "numbered.vsh -I parts -D N=1 -o one.shbin");
    let two = "numbered.vsh -I parts -D N=2 -s --no-icf --no-merge-constants --header a.h --c b.h --cpp b.hpp \
               --rust b.rs -o second";
    for name in ["second", "a.h", "b.h", "b.hpp", "b.rs"] {
        same(name, two);
    }
    let old = "numbered.vsh -I parts -D N=1 --compat=picasso -e main -o old.shbin";
    same("old.shbin", old);
}

#[test]
fn files_and_folders_name_projects() {
    let folder = folder("[binary.good]\ninputs = \"good.vsh\"\n");
    folder.write("deep/down/x.txt", "");
    let built = |arguments: &str| {
        folder.picald(arguments).silent();
        fs::remove_file(folder.path("good.shbin")).unwrap();
    };
    built("--project");
    built("--project .");
    built("--project pica200.toml");
    built("good --project");
    // Without a value, the parents of the current directory are searched.
    let mut command = folder.command(support::PICALD);
    let inside = command.current_dir(folder.path("deep/down")).arg("--project");
    support::outcome(inside).silent();
    assert!(folder.path("good.shbin").exists());
    let said = folder.picald("--project deep").errors();
    assert!(said.contains("cannot read `deep/pica200.toml`"), "{said}");
    assert!(said.contains("cli/docs/project.md"), "{said}");
    let said = folder.picald("other --project").errors();
    assert!(said.contains("no binary `other`"), "{said}");
    folder.write("deep/pica200.toml", "deny = \"warnings\"\n");
    let said = folder.picald("--project deep").errors();
    assert!(said.contains("the project has no binaries"), "{said}");
}

#[test]
fn a_star_in_the_output_makes_a_binary_for_each_name() {
    let folder = Folder::with([
        ("src/a.v.pica", GOOD),
        ("src/b.v.pica", CALLER),
        ("src/b.l.pica", LIBRARY),
        ("src/.hidden.v.pica", BAD),
        ("src/deep.v.pica/x", ""),
        (
            "pica200.toml",
            "[binary.all]\ninputs = [\"src/*.l.pica\", \"src/*.v.pica\"]\noutput = \"*.bin\"\nc = \"*_c.h\"\n\
             [binary.sum]\ninputs = [\"src/b.l.pica\", \"src/*.l.pica\", \"src/*.v.pica\"]\n",
        ),
    ]);
    folder.picald("--project").silent();
    assert_eq!(
        folder.list(),
        ["a.bin", "a_c.h", "b.bin", "b_c.h", "pica200.toml", "src", "sum.shbin"]
    );
    folder.picald("src/b.l.pica src/b.v.pica -o expected").silent();
    assert_eq!(folder.read("b.bin"), folder.read("expected"));
    let sum = "src/b.l.pica src/a.v.pica src/b.v.pica -o expected";
    folder.picald(sum).silent();
    assert_eq!(folder.read("sum.shbin"), folder.read("expected"));
}

#[test]
fn errors_of_a_binary_leave_the_others() {
    let folder = folder(
        "[binary.bad]\ninputs = [\"warning.vsh\", \"bad.vsh\"]\n\
         [binary.good]\ninputs = [\"warning.vsh\", \"good.vsh\"]\n\
         [binary.worse]\ninputs = \"bad.vsh\"\n\
         [binary.gone]\ninputs = [\"gone.vsh\", \"good.vsh\"]\nlibraries = \"m\"\n",
    );
    let said = folder.picald("--project -MD").errors();
    // A diagnostic common to several binaries is reported once, but is an error in each.
    insta::assert_snapshot!(said);
    assert!(folder.path("good.shbin").exists());
    assert!(folder.path("good.d").exists());
    for name in ["bad", "worse", "gone"] {
        assert!(!folder.path(format!("{name}.shbin")).exists());
        assert!(!folder.path(format!("{name}.d")).exists());
    }
}

#[test]
fn options_of_the_command_line_take_precedence() {
    let folder = folder(
        "include = \"parts\"\nwarn = \"mask-order\"\nstrip = true\n[binary.n]\ninputs = \"numbered.vsh\"\ndefine = { N = 1 }\n\
         [binary.w]\ninputs = \"warning.vsh\"\n",
    );
    folder.picald("--project -D N=3 -g -A warnings").silent();
    let built = folder.read("n.shbin");
    folder.picald("numbered.vsh -I parts -D N=3 -g -o expected").silent();
    assert_eq!(built, folder.read("expected"));
    let said = folder.picald("--project -D warnings").errors();
    assert!(
        said.contains("[swizzle-order]") || said.contains("[mask-order]"),
        "{said}"
    );
    for option in [
        "-o x",
        "-r",
        "-e main",
        "--split",
        "--compat=picasso",
        "-a x",
        "--header x",
        "--map x",
        "-l m",
        "-L .",
        "--stdin-name x",
        "--no-icf",
    ] {
        folder.picald(&format!("--project . {option}")).usage();
    }
    folder.picald("--project -MD -MT x").usage();
}

#[test]
fn dependencies_contain_the_project() {
    let folder = folder("include = \"parts\"\ndefine = { N = 1 }\n[binary.n]\ninputs = \"numbered.vsh\"\n");
    folder.picald("--project -MD").silent();
    let rule = String::from_utf8(folder.read("n.d")).unwrap();
    assert_eq!(
        rule,
        "n.shbin: \\\n  numbered.vsh \\\n  parts/number.inc \\\n  pica200.toml\n"
    );
    fs::remove_file(folder.path("n.shbin")).unwrap();
    let shown = folder.picald("--project -M").silent();
    assert_eq!(String::from_utf8(shown).unwrap(), rule);
    assert!(!folder.path("n.shbin").exists());
}

#[test]
fn nothing_is_written_if_outputs_conflict() {
    let folder = folder(
        "[binary.a]\ninputs = \"good.vsh\"\n[binary.b]\ninputs = \"good.vsh\"\noutput = \"main.vsh\"\n\
         [binary.c]\ninputs = [\"lib.vsh\", \"main.vsh\"]\n",
    );
    let said = folder.picald("--project").errors();
    assert!(said.contains("the output `main.vsh` is also an input"), "{said}");
    assert!(!folder.path("a.shbin").exists());
    assert_eq!(folder.read("main.vsh"), CALLER.as_bytes());
    folder.write(
        "pica200.toml",
        "[binary.a]\ninputs = \"good.vsh\"\noutput = \"x.one\"\n[binary.b]\ninputs = \"good.vsh\"\noutput = \
         \"x.two\"\n",
    );
    folder.picald("--project").silent();
    let said = folder.picald("--project -MD").errors();
    assert!(said.contains("two outputs would be written to `x.d`"), "{said}");
}

#[test]
fn variations_are_inputs() {
    let folder =
        folder("include = \"parts\"\n[binary.all]\ninputs = \"n.variants.toml\"\nsplit = true\nc = \"all.h\"\n");
    folder.write(
        "n.variants.toml",
        "sources = \"numbered.vsh\"\n[numbers]\nN = [1, 2, 3]\n",
    );
    folder.picald("--project -MD").silent();
    let built = (folder.read("all.0.shbin"), folder.read("all.h"), folder.read("all.d"));
    folder
        .picald("n.variants.toml --split -I parts --c all.h -MD -o all.shbin")
        .silent();
    assert_eq!((folder.read("all.0.shbin"), folder.read("all.h")), (built.0, built.1));
    let expected = String::from_utf8(folder.read("all.d")).unwrap();
    let found = String::from_utf8(built.2).unwrap();
    assert_eq!(found, format!("{} \\\n  pica200.toml\n", expected.trim_end()));
}

/// Invalid files.
const WRONG: &[&str] = &[
    "[binary.a]\n",
    "[binary]\na = 1\n",
    "binary = 1\n",
    "[[binary]]\ninputs = \"good.vsh\"\n",
    "inputs = \"good.vsh\"\n",
    "[binary.a]\ninput = \"good.vsh\"\n",
    "[binary.a]\ninputs = []\n",
    "[binary.a]\ninputs = [1, \"\"]\noutput = true\n",
    "[binary.a]\ninputs = [\"\", \"*/a.vsh\", \"a*b*.vsh\", \"*.none\"]\n",
    "[binary.\"a/b\"]\ninputs = \"good.vsh\"\n",
    "[binary.a]\ninputs = \"good.vsh\"\noutput = \"*.shbin\"\n",
    "[binary.a]\ninputs = \"good*.vsh\"\noutput = \"build/\"\nc = \"*.h\"\n",
    "[binary.a]\ninputs = \"good*.vsh\"\noutput = \"*.shbin\"\nc = \"x.h\"\n",
    "[binary.a]\ninputs = \"good.vsh\"\n[binary.b]\ninputs = \"good.vsh\"\noutput = \"./a.shbin\"\nmap = \"a.shbin\"\n",
    "include = [\"parts\", \"nowhere\", \"good.vsh\"]\nlibrary-paths = \"nothing\"\n",
    "debug = true\n[binary.a]\ninputs = \"good.vsh\"\nstrip = true\n",
    "debug = true\ncompat = \"picasso\"\n",
    "compat = \"nihstro\"\npadding = 1\ndeny = \"all\"\ndefine = { N = true, c0 = 1 }\n",
    "[binary.a]\ninputs = [\"x.variants.toml\", \"good.vsh\"]\n",
    "[binary.a]\ninputs = \"good.vsh\"\nsplit = true\n",
    "[binary.a]\ninputs = \"good.shbin\"\n",
    "[binary.a\n",
];

#[test]
fn mistakes_in_files() {
    let folder = folder("");
    folder.picald("good.vsh -o good.shbin").silent();
    folder.write("x.variants.toml", "sources = \"numbered.vsh\"\n[numbers]\nN = [1]\n");
    let mut all = String::new();
    for text in WRONG {
        folder.write("pica200.toml", text);
        writeln!(all, "{}", folder.picald("--project").errors()).unwrap();
    }
    insta::assert_snapshot!(all);
}

#[test]
fn damaged_and_hostile_files_are_errors_at_once() {
    let folder = folder("");
    let good = "include = \"parts\"\n[binary.a]\ninputs = \"g*.vsh\"\noutput = \"*.bin\"\n".as_bytes();
    let flips = (0..good.len()).map(|at| {
        let mut flipped = good.to_vec();
        flipped[at] ^= 0x41;
        flipped
    });
    let cuts = (0..good.len()).map(|end| good[..end].to_vec());
    for damaged in cuts.chain(flips).step_by(4) {
        folder.write("pica200.toml", &damaged);
        let outcome = folder.picald("--project");
        assert!(outcome.status <= 1, "{}", outcome.stderr);
    }
    let tables: String = (0..5000)
        .map(|n| format!("[binary.b{n}]\ninputs = \"good.vsh\"\n"))
        .collect();
    folder.write("pica200.toml", tables);
    let said = folder.picald("--project").errors();
    assert!(said.contains("more than 4096 binaries"), "{said}");
    folder.write("pica200.toml", vec![b'\n'; (1 << 20) + 1]);
    let said = folder.picald("--project").errors();
    assert!(said.contains("larger than the limit of 1048576 bytes"), "{said}");
    folder.write("pica200.toml", [0xFF, 0xFE]);
    let said = folder.picald("--project").errors();
    assert!(said.contains("not valid UTF-8"), "{said}");
}
