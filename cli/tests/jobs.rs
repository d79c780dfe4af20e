//! All programs build in the same way: picarun runs and tests the same programs that picald links.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

mod support;

use support::{Folder, LIBRARY};

/// A shader that needs a definition, an include and a library.
const NEEDY: &str = "\
.include \"light.inc\"
.out pos position
.constf k(N, LIGHT, 0, 1)
.proc main
\tcall helper
\tmov pos, k
\tend
.end
";

/// Its output with `N` = 3.
const OUTPUT: &str = "(3, 2, 0, 1)";

/// A shader that writes an unused value.
const IDLE: &str = "\
.out pos position
.proc main
\tmov r0, v0
\tmov pos, v0
\tend
.end
";

fn folder() -> Folder {
    let folder = Folder::with([
        ("s/needy.vsh", NEEDY),
        ("s/inc/light.inc", ".equ LIGHT, 2\n"),
        ("s/helper.vsh", LIBRARY),
        ("s/all.shlist", "needy.vsh helper.vsh\n"),
        ("idle.vsh", IDLE),
    ]);
    folder.picasm("s/helper.vsh -o s/helper.dvoj").silent();
    folder.write("s/lib/keep", "");
    folder.picaar("rc s/lib/libhelp.a s/helper.dvoj").silent();
    folder
}

/// The inputs in each form, as on a command line.
const INPUTS: [&str; 5] = [
    "s/needy.vsh s/helper.vsh",
    "s/needy.vsh s/helper.dvoj",
    "s/needy.vsh s/lib/libhelp.a",
    "s/all.shlist",
    "s/needy.vsh -L s/lib -l help",
];

#[test]
fn picarun_takes_the_inputs_and_options_of_picald() {
    let folder = folder();
    for inputs in INPUTS {
        let line = format!("-D N=3 -I s/inc {inputs}");
        folder.picald(&format!("{line} -o x.shbin")).silent();
        let linked = folder.picarun("x.shbin").silent();
        let run = folder.picarun(&line).silent();
        assert!(String::from_utf8_lossy(&run).contains(OUTPUT), "{inputs}");
        assert_eq!(run, linked, "{inputs}");
    }
}

#[test]
fn test_files_take_the_same_inputs_and_options() {
    let folder = folder();
    let shaders = [
        "shader = ['needy.vsh', 'helper.vsh']",
        "shader = ['needy.vsh', 'helper.dvoj']",
        "shader = ['needy.vsh', 'lib/libhelp.a']",
        "shader = 'all.shlist'",
        "shader = 'needy.vsh'\nlibraries = 'help'\nlibrary-paths = 'lib'",
    ];
    let case = "[[case]]\nname = 'sum'\nexpect = { position = [3, 2, 0, 1] }\n";
    for shader in shaders {
        let text = format!("{shader}\ninclude = ['inc']\ndefine = {{ N = 3 }}\n{case}");
        folder.write("s/needy.test.toml", text);
        // Paths are relative to the directory of the test file.
        folder.picarun("--test s/needy.test.toml").silent();
    }
    let defined = |value: &str, options: &str| {
        let text = format!("{}\ninclude = 'inc'\n{value}\n{case}", shaders[0]);
        folder.write("s/needy.test.toml", text);
        folder.picarun(&format!("--test s/needy.test.toml {options}"))
    };
    for value in ["N = 0x3", "N = 3.0", "N = '1 + 2'"] {
        defined(&format!("define = {{ {value} }}"), "").silent();
    }
    // Options of the command line apply after the file's.
    defined("define = { N = 4 }", "-D N=3").silent();
    assert_eq!(defined("define = { N = 4 }", "").status, 1);
    let without = defined("", "").stderr;
    assert!(without.contains("`N`"), "{without}");
}

#[test]
fn an_invalid_job_in_a_test_file_is_an_error() {
    let folder = folder();
    folder.write(
        "s/wrong.test.toml",
        "\
shader = ['needy.vsh', 'missing.vsh']
include = []
libraries = 'nothing'
library-paths = ['lib', 3]
allow = 'no-such-warning'
deny = ['undefined-procedure']
padding = 1

[define]
N = true
LONG = 99999999999999999999
'2x' = 3
SUM = '1 +'

[[case]]
name = 'none'
instructions = 1
",
    );
    let said = folder.picarun("--test s/wrong.test.toml").stderr;
    insta::assert_snapshot!("wrong_jobs", said);
}

#[test]
fn only_named_lints_apply_to_shaders_that_run() {
    let folder = folder();
    folder.write(
        "idle.test.toml",
        "shader = 'idle.vsh'\ndeny = 'unused-value'\n[[case]]\nname = 'a'\ninstructions = 3\n",
    );
    folder.picarun("idle.vsh -A unused-value").silent();
    let warned = folder.picarun("idle.vsh -W unused-value");
    assert_eq!(warned.status, 0);
    let line = "warning[unused-value]";
    assert!(warned.stderr.contains(line), "{}", warned.stderr);
    let denied = folder.picarun("idle.vsh -D unused-value").errors();
    assert!(denied.contains("error[unused-value]"), "{denied}");
    let tested = folder.picarun("--test idle.test.toml");
    assert_eq!(tested.status, 1);
    let error = "error[unused-value]";
    assert!(tested.stderr.contains(error), "{}", tested.stderr);
}

#[test]
fn pages_do_not_overwrite_included_files() {
    let folder = folder();
    let line = "-D N=3 -I s/inc s/needy.vsh s/helper.vsh --profile-html s/inc/light.inc";
    let said = folder.picarun(line).errors();
    assert!(said.contains("error[output-is-input]"), "{said}");
    assert_eq!(folder.read("s/inc/light.inc"), b".equ LIGHT, 2\n");
}
