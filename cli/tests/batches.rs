//! Several outputs in one run: `-o DIR/` of picald, picasm and picac, and `--jobs`.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fs;
use std::time::{Duration, SystemTime};

use support::{BAD, CALLER, Folder, GOOD, LIBRARY, WARNING};

/// A WGSL shader that writes a number to all components.
const WGSL: &str = "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }\n";

fn folder() -> Folder {
    let folder = Folder::with([
        ("good.vsh", GOOD),
        ("bad.vsh", BAD),
        ("warning.vsh", WARNING),
        ("main.vsh", CALLER),
        ("second.vsh", CALLER),
        ("lib.vsh", LIBRARY),
        ("both.shlist", "good.vsh warning.vsh\n"),
        ("n.variants.toml", "sources = \"numbered.vsh\"\n[numbers]\nN = [1, 2]\n"),
        ("numbered.vsh", NUMBERED),
        ("plain.wgsl", WGSL),
        ("out/keep", ""),
    ]);
    folder.picasm("lib.vsh -o lib.dvoj").silent();
    folder.picaar("rc libhelp.a lib.dvoj").silent();
    folder
}

/// A shader that uses a definition.
const NUMBERED: &str = "\
.out pos position
.constf k(N, 0, 0, 1)
.proc main
\tmov pos, k
\tend
.end
";

/// Asserts that a run wrote the same outputs as separate runs, given by output and command line.
fn assert_same(folder: &Folder, built: &[(&str, &str)]) {
    for (output, line) in built {
        let found = folder.read(output);
        fs::remove_file(folder.path(output)).unwrap();
        folder.picald(&format!("{line} -o expected"));
        assert!(found == folder.read("expected"), "{output}: {line}");
    }
    assert_eq!(fs::read_dir(folder.path("out")).unwrap().count(), 1);
}

#[test]
fn each_source_and_list_becomes_a_binary() {
    let folder = folder();
    for jobs in ["", "-j 1", "--jobs=7"] {
        let line = format!("good.vsh both.shlist n.variants.toml plain.wgsl -A warnings {jobs} -o out");
        folder.picald(&line).silent();
        assert_same(
            &folder,
            &[
                ("out/good.shbin", "good.vsh"),
                ("out/both.shbin", "both.shlist"),
                ("out/n.shbin", "n.variants.toml"),
                ("out/plain.shbin", "plain.wgsl"),
            ],
        );
    }
}

#[test]
fn libraries_join_every_link_at_their_places() {
    let folder = folder();
    for shared in [
        "lib.vsh {}",
        "{} lib.dvoj",
        "{} libhelp.a",
        "-L . -l help {}",
        "good.dvoj {} lib.vsh",
    ] {
        folder.picasm("good.vsh -o good.dvoj").silent();
        let line = |sources: &str| format!("{} -g --no-gc-sections", shared.replace("{}", sources));
        folder
            .picald(&format!("{} -o out/", line("main.vsh second.vsh")))
            .silent();
        assert_same(
            &folder,
            &[
                ("out/main.shbin", &line("main.vsh")),
                ("out/second.shbin", &line("second.vsh")),
            ],
        );
    }
    // A variant file can only be linked with libraries of the command line.
    folder.picald("n.variants.toml -L . -l help -o out/").silent();
    let said = folder.picald("n.variants.toml lib.vsh -o out/").errors();
    assert!(said.contains("cannot be linked with other inputs"), "{said}");
}

#[test]
fn one_with_errors_does_not_stop_the_others() {
    let folder = folder();
    let said = folder
        .picald("bad.vsh good.vsh gone.vsh warning.vsh both.shlist main.vsh -o out/ -MD")
        .errors();
    insta::assert_snapshot!(said);
    let made = |name: &str| folder.path(format!("out/{name}")).exists();
    for name in ["good.shbin", "good.d", "warning.shbin"] {
        assert!(made(name), "{name}");
    }
    for name in ["bad.shbin", "bad.d", "gone.shbin", "main.shbin"] {
        assert!(!made(name), "{name}");
    }
}

#[test]
fn one_file_has_the_rules_of_all_if_there_are_no_errors() {
    let folder = folder();
    folder
        .picald("good.vsh main.vsh lib.vsh -o out/ -MD -MF all.d")
        .silent();
    let rules = String::from_utf8(folder.read("all.d")).unwrap();
    assert_eq!(
        rules,
        "out/good.shbin: \\\n  good.vsh \\\n  lib.vsh\nout/main.shbin: \\\n  main.vsh \\\n  lib.vsh\n"
    );
    let shown = folder.picald("good.vsh main.vsh lib.vsh -o out/ -M");
    assert_eq!(String::from_utf8(shown.silent()).unwrap(), rules);
    for line in ["good.vsh bad.vsh -o out/", "good.vsh bad.vsh"] {
        folder.picasm(&format!("{line} -MD -MF none.d")).errors();
    }
    folder.picald("good.vsh bad.vsh -o out/ -MD -MF none.d").errors();
    folder.picasm("good.vsh bad.vsh -M -MF none.d").errors();
    folder.picald("good.vsh bad.vsh -o out/ -M -MF none.d").errors();
    folder.picasm("bad.vsh -o out/ -M -MF none.d").errors();
    assert!(!folder.path("none.d").exists());
}

#[test]
fn errors_of_a_library_stop_all() {
    let folder = folder();
    folder.write("lib.vsh", format!("{LIBRARY}.proc x\n\tmvo r0, v0\n.end\n"));
    let said = folder.picald("main.vsh good.vsh lib.vsh second.vsh -o out/").errors();
    assert_eq!(said.matches("error").count(), 1, "{said}");
    assert_eq!(fs::read_dir(folder.path("out")).unwrap().count(), 1);
    let said = folder.picald("main.vsh gone.dvoj -o out/").errors();
    assert_eq!(said.matches("error").count(), 1, "{said}");
}

#[test]
fn mistakes_in_the_use_of_folders() {
    let folder = folder();
    folder.write("other/good.pica", GOOD);
    let mut said = String::new();
    for line in [
        "good.vsh other/good.pica -o out/",
        "- -o out/",
        "lib.vsh lib.dvoj -o out/",
        "good.vsh -o out/ --header x.h",
        "good.vsh -o out/ -a x",
        "good.vsh -o out/ -r",
        "good.vsh -o out/ -MD -MT x",
    ] {
        said.push_str(&folder.picald(line).usage());
    }
    said.push_str(&folder.picald("good.vsh -j 0").invalid_value());
    said.push_str(&folder.picasm("good.vsh other/good.pica -o out/").usage());
    for line in [
        "plain.wgsl ./plain.wgsl -o out/",
        "plain.wgsl good.wgsl -o x.shbin",
        "plain.wgsl -o out/ --c x.h",
        "plain.wgsl -o out/ --emit=assembly",
        "- -o out/",
    ] {
        said.push_str(&folder.picac(line).usage());
    }
    insta::assert_snapshot!(said);
}

#[test]
fn numbers_that_nothing_takes_are_reported_once() {
    let folder = folder();
    folder.write("second.wgsl", WGSL);
    let said = folder.picald("plain.wgsl second.wgsl -D NOPE=1 -o out/").all();
    assert_eq!(said.matches("unused number `NOPE`").count(), 1, "{said}");
    folder.picald("plain.wgsl numbered.vsh -D N=1 -o out/").silent();
}

#[test]
fn numbers_of_a_run_are_for_any_of_its_inputs() {
    let folder = folder();
    let numbered = WGSL.replace("return p", "return p * N");
    folder.write("n.wgsl", format!("override N: f32 = 1.0;\n{numbered}"));
    folder.write("w.variants.toml", "sources = \"plain.wgsl\"\n[numbers]\nM = [1]\n");
    folder.write(
        "pica200.toml",
        "[binary.plain]\ninputs = \"plain.wgsl\"\n[binary.n]\ninputs = \"n.wgsl\"\n",
    );
    folder.picac("plain.wgsl n.wgsl -D N=2 -o out/").silent();
    folder
        .picald("w.variants.toml numbered.vsh -D N=1 -A variants-alike -o out/")
        .silent();
    folder.picald("--project -D N=2").silent();
    for line in ["n.wgsl -D N=2 -o expected", "plain.wgsl -o expected"] {
        folder.picald(line).silent();
        let name = line.split('.').next().unwrap();
        assert_eq!(folder.read(format!("{name}.shbin")), folder.read("expected"));
    }
    // An unused one is reported once.
    for said in [
        folder.picac("plain.wgsl n.wgsl -D M=2 -o out/"),
        folder.picald("--project -D M=2"),
    ] {
        let said = said.all();
        assert_eq!(said.matches("unused number").count(), 1, "{said}");
    }
    // A variant file has separate definitions.
    folder.write(
        "w.variants.toml",
        "sources = \"plain.wgsl\"\ndefine = { NOPE = 1 }\n[numbers]\nM = [1]\n",
    );
    let said = folder.picald("w.variants.toml n.wgsl -D N=1 -A variants-alike -o out/");
    let said = said.all();
    assert_eq!(said.matches("warning").count(), 1, "{said}");
    assert!(said.contains("unused number `NOPE`"), "{said}");
}

#[test]
fn errors_of_the_whole_run_stop_all_outputs() {
    let folder = folder();
    folder.write("second.wgsl", WGSL);
    folder.write(
        "pica200.toml",
        "[binary.a]\ninputs = \"plain.wgsl\"\n[binary.b]\ninputs = \"second.wgsl\"\n",
    );
    let before = folder.list();
    let options = "-D NOPE=1 -D warnings -MD";
    for said in [
        folder.picald(&format!("plain.wgsl second.wgsl {options} -o out/")),
        folder.picac(&format!("plain.wgsl second.wgsl {options} -o out/")),
        folder.picald(&format!("--project {options}")),
    ] {
        let said = said.errors();
        assert!(said.contains("unused number"), "{said}");
        assert_eq!(fs::read_dir(folder.path("out")).unwrap().count(), 1);
        assert_eq!(folder.list(), before);
    }
}

#[test]
fn outputs_beside_sources_are_written_all_at_once() {
    let folder = folder();
    // No file can have the name of a directory.
    folder.write("warning.dvoj/x", "");
    folder.write("out/warning.dvoj/x", "");
    let line = "good.vsh warning.vsh lib.vsh -A warnings -a all.lst -MD -MF all.d";
    fs::remove_file(folder.path("lib.dvoj")).unwrap();
    let before = folder.list();
    let said = folder.picasm(line).errors();
    assert!(said.contains("cannot write `warning.dvoj`"), "{said}");
    assert_eq!(folder.list(), before);
    // With a directory, each source has its own. Outputs that describe all sources need all of them.
    let said = folder.picasm(&format!("{line} -o out/")).errors();
    assert!(said.contains("cannot write `out/warning.dvoj`"), "{said}");
    assert!(folder.path("out/good.dvoj").exists());
    assert!(folder.path("out/lib.dvoj").exists());
    assert_eq!(folder.list(), before);
}

#[test]
fn a_build_says_all_about_a_line() {
    let folder = folder();
    folder.write(
        "macro.vsh",
        ".macro wrong\n\tmov r0, v99\n.endm\n.proc main\n\twrong\n\twrong\n\tend\n.end\n",
    );
    let expected = folder.picasm("--check macro.vsh").errors();
    assert_eq!(expected.matches("error").count(), 2, "{expected}");
    assert_eq!(folder.picasm("macro.vsh").errors(), expected);
    // Several builds report it once.
    let said = folder.picasm("macro.vsh ./macro.vsh -o x/").usage();
    assert!(said.contains("would both be written to"), "{said}");
    folder.write("good.vsh", format!("{GOOD}.include \"bad.inc\"\n"));
    folder.write("lib.vsh", format!("{LIBRARY}.include \"bad.inc\"\n"));
    folder.write("bad.inc", ".proc bad\n\tmov r0, nope\n.end\n");
    let said = folder.picasm("good.vsh lib.vsh").errors();
    assert_eq!(said.matches("error").count(), 1, "{said}");
}

#[test]
fn a_dash_is_standard_output_even_if_a_folder_has_this_name() {
    let folder = folder();
    folder.write("-/keep", "");
    let object = folder.picasm("good.vsh -o -").silent();
    assert!(object.starts_with(b"DVOJ"));
    let binary = folder.picald("good.vsh -o -").silent();
    assert!(binary.starts_with(b"DVLB"));
    assert_eq!(fs::read_dir(folder.path("-")).unwrap().count(), 1);
}

#[test]
fn reports_keep_their_places_beside_those_of_shared_sources() {
    let folder = folder();
    folder.write("tail.vsh", ".nodvle\n.proc tail\n\tmov r0.yx, v0\n.end\n");
    let said = folder.picald("lib.vsh warning.vsh tail.vsh main.vsh bad.vsh -o out/");
    insta::assert_snapshot!(said.all());
}

#[test]
fn parts_that_were_left_out_are_listed_in_order() {
    let folder = folder();
    let line = "lib.vsh good.vsh main.vsh --print-gc-sections";
    let said = folder.picald(&format!("{line} -o out/")).all();
    let alone = folder.picald("lib.vsh good.vsh --print-gc-sections -o x");
    assert_eq!(said, alone.all());
}

#[test]
fn picac_compiles_several() {
    let folder = folder();
    folder.write("bad.wgsl", "@vertex fn main() {}\n");
    folder.write("second.wgsl", WGSL);
    folder.picac("plain.wgsl bad.wgsl second.wgsl -o out/ -MD").errors();
    for name in ["plain", "second"] {
        let line = format!("{name}.wgsl -o expected.shbin");
        folder.picac(&line).silent();
        assert_eq!(folder.read(format!("out/{name}.shbin")), folder.read("expected.shbin"));
        assert!(folder.path(format!("out/{name}.d")).exists());
    }
    assert!(!folder.path("out/bad.shbin").exists());
}

#[test]
fn picasm_assembles_those_without_errors() {
    let folder = folder();
    let said = folder
        .picasm("good.vsh bad.vsh warning.vsh -o out/ -a out/all.lst")
        .errors();
    assert!(said.contains("bad.vsh") && said.contains("warning.vsh"), "{said}");
    for (name, is_there) in [
        ("good.dvoj", true),
        ("bad.dvoj", false),
        ("warning.dvoj", true),
        ("all.lst", false),
    ] {
        assert_eq!(folder.path(format!("out/{name}")).exists(), is_there, "{name}");
    }
}

#[test]
fn outputs_that_stay_the_same_get_only_the_time() {
    let folder = folder();
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    folder.picald("good.vsh warning.vsh -A warnings -o out/").silent();
    let other = folder.path("other.shbin");
    fs::hard_link(folder.path("out/good.shbin"), &other).unwrap();
    fs::File::options()
        .write(true)
        .open(&other)
        .unwrap()
        .set_modified(old)
        .unwrap();
    folder.picald("good.vsh warning.vsh -A warnings -o out/").silent();
    // The other name still refers to the same file.
    assert!(fs::metadata(&other).unwrap().modified().unwrap() > old);
}
