//! The builds of a project are the binaries of `picald --project`.

use pica200::build::{Build, DiskFiles, MemoryFiles};

use super::{memory, watched};
use crate::support::{CALLER, Folder, GOOD, LIBRARY};

const PROJECT: &str = "\
include = \"parts\"
define = { N = 1 }
[binary.called]
inputs = [\"main.vsh\", \"lib.vsh\"]
output = \"out/scene.shbin\"
deny = \"warnings\"
debug = true
[binary.each]
inputs = \"each/*.vsh\"
output = \"*.shbin\"
c = \"*.h\"
map = \"*.map\"
define = { N = 2 }
[binary.varied]
inputs = \"n.variants.toml\"
split = true
";

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
fn builds_of_a_project_are_those_of_picald() {
    let folder = Folder::with([
        ("main.vsh", CALLER),
        ("lib.vsh", LIBRARY),
        ("each/one.vsh", NUMBERED),
        ("each/two.vsh", GOOD),
        ("varied.vsh", &NUMBERED.replace("N,", "M,")),
        ("n.variants.toml", "sources = \"varied.vsh\"\n[numbers]\nM = [1, 2]\n"),
        ("parts/number.inc", ".equ HALF, 0.5\n"),
        ("out/empty", ""),
        ("pica200.toml", PROJECT),
    ]);
    folder.picald("--project").silent();
    let builds = Build::project(folder.path("pica200.toml"), &DiskFiles).unwrap();
    let mut found = Vec::new();
    for build in builds {
        let built = build.out_dir(folder.path("built")).run().unwrap();
        for path in &built.binaries {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let of_picald = match name.as_str() {
                "scene.shbin" => folder.read("out/scene.shbin"),
                _ => folder.read(&name),
            };
            assert_eq!(std::fs::read(path).unwrap(), of_picald, "{name}");
            found.push(name);
        }
        let watched = watched(&built);
        assert!(watched.contains(&"pica200.toml".to_owned()), "{watched:?}");
        // A new file may match the pattern.
        assert!(watched.contains(&"each".to_owned()), "{watched:?}");
    }
    let expected = ["scene.shbin", "one.shbin", "two.shbin", "varied.0.shbin"];
    assert_eq!(found, expected);
    for name in ["one.h", "two.h"] {
        let built = std::fs::read(folder.path("built").join(name)).unwrap();
        assert_eq!(built, folder.read(name), "{name}");
    }
    assert!(folder.path("built/one.map").exists());
}

/// Returns the errors of a project without builds.
fn build_error(files: &MemoryFiles) -> String {
    Build::project("pica200.toml", files)
        .expect_err("the project is wrong")
        .to_string()
}

#[test]
fn projects_without_builds_are_refused() {
    let build_of = |text: &str| build_error(&memory(&[("pica200.toml", text), ("a.vsh", GOOD)]));
    insta::assert_snapshot!(build_error(&MemoryFiles::new()));
    insta::assert_snapshot!(build_of("debug = true\n"));
    insta::assert_snapshot!(build_of("[binary.a]\ninput = \"a.vsh\"\n"));
    insta::assert_snapshot!(build_of(
        "[binary.a]\ninputs = \"a.vsh\"\noutput = \"x/a.shbin\"\n[binary.b]\ninputs = \"a.vsh\"\noutput = \
         \"y/a.shbin\"\n"
    ));
}
