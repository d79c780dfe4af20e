//! A build has the inputs and options of `picald`.

use std::path::Path;

use pica200::build::{Build, Compat, DiskFiles};
use pica200::job::options::{Group, Value, in_group};

use super::{build_error, build_of, watched};
use crate::support::{CALLER, Folder, LIBRARY};

#[test]
fn outputs_are_those_of_picald() {
    let folder = Folder::with([("caller.vsh", CALLER), ("library.vsh", LIBRARY)]);
    let names = ["caller.vsh", "library.vsh"];
    folder
        .picald("caller.vsh library.vsh -o toon.shbin --rust toon.rs")
        .silent();
    let built = build_of(&folder, &names).run().unwrap();
    assert_eq!(built.binaries, [folder.path("out/toon.shbin")]);
    assert_eq!(built.module, folder.path("out/toon.rs"));
    for name in ["toon.shbin", "toon.rs"] {
        assert_eq!(folder.read(Path::new("out").join(name)), folder.read(name));
    }
    for (option, build) in [
        ("-g", build_of(&folder, &names).debug(true)),
        ("-s", build_of(&folder, &names).strip(true)),
        ("-n", build_of(&folder, &names).padding(false).allow("warnings")),
        ("--compat=picasso", build_of(&folder, &names).compat(Compat::Picasso)),
    ] {
        folder.picald(&format!("caller.vsh library.vsh -A warnings -o x.shbin {option}"));
        let compiled = build.compile(&DiskFiles).unwrap();
        assert_eq!(compiled.binaries[0].bytes, folder.read("x.shbin"), "{option}");
    }
}

#[test]
fn objects_archives_and_lists_are_inputs() {
    let folder = Folder::with([("caller.vsh", CALLER), ("library.vsh", LIBRARY)]);
    folder.picald("caller.vsh library.vsh -o expected").silent();
    folder.picasm("caller.vsh library.vsh").silent();
    folder.picaar("rc libhelp.a library.dvoj").silent();
    folder.write("all.shlist", "caller.vsh library.dvoj");
    let by_name = build_of(&folder, &["caller.dvoj"]);
    for build in [
        build_of(&folder, &["caller.dvoj", "library.dvoj"]),
        build_of(&folder, &["caller.vsh", "libhelp.a"]),
        build_of(&folder, &["all.shlist"]),
        by_name
            .library("help")
            .library_path(folder.path("no"))
            .library_path(folder.path("")),
    ] {
        let compiled = build.compile(&DiskFiles).unwrap();
        assert_eq!(compiled.binaries[0].bytes, folder.read("expected"));
    }
    let built = build_of(&folder, &["all.shlist"]).run().unwrap();
    assert_eq!(watched(&built), ["all.shlist", "caller.vsh", "library.dvoj"]);
}

/// A shader with an unused procedure, and two identical ones.
const LOOSE: &str = "\
.out pos position
.constf a(1, 2, 3, 4)
.constf b(1, 2, 3, 4)
.proc main
\tadd r0, a, v0
\tadd r0, b, r0
\tcall one
\tcall two
\tend
.end
.proc one
\tadd pos, a, r0
\tnop
.end
.proc two
\tadd pos, b, r0
\tnop
.end
.proc loose
\tmov pos, v0
\tend
.end
";

/// Returns picald options that change the binary, and the equivalent methods. The linker's options are in the option
/// table.
fn binary_options(build: impl Fn() -> Build) -> [(&'static str, Build); 3] {
    [
        ("", build()),
        ("-e loose", build().entry("loose")),
        (
            "-g --remap-path-prefix=loose.vsh=x/y.vsh",
            build().debug(true).remap_path_prefix("loose.vsh", "x/y.vsh"),
        ),
    ]
}

#[test]
fn builds_have_the_options_of_picald() {
    let folder = Folder::with([("loose.vsh", LOOSE)]);
    let build = || {
        build_of(&folder, &["loose.vsh"])
            .allow("warnings")
            .allow("output-written-twice")
    };
    let mut all = Vec::new();
    for (line, build) in binary_options(build) {
        let source = folder.path("loose.vsh");
        let levels = "-A warnings -A output-written-twice";
        let outputs = "-o x.shbin --map x.map";
        let arguments = format!("{levels} {line} {} {outputs}", source.display());
        folder.picald(&arguments).silent();
        let built = build.map(true).run().unwrap();
        let bytes = folder.read("x.shbin");
        assert_eq!(folder.read("out/toon.shbin"), bytes, "{line}");
        let map = folder.read("out/toon.map");
        assert_eq!(map, folder.read("x.map"), "{line}");
        let binary = &built.compiled.binaries[0];
        assert_eq!(binary.map.as_deref().map(str::as_bytes), Some(&*map), "{line}");
        assert!(!all.contains(&bytes), "{line} changes nothing");
        all.push(bytes);
    }
    let without = build().compile(&DiskFiles).unwrap();
    assert_eq!(without.binaries[0].map, None);
}

#[test]
fn headers_for_c_are_those_of_picald() {
    let folder = Folder::with([("loose.vsh", LOOSE)]);
    let build = || build_of(&folder, &["loose.vsh"]).allow("warnings");
    folder.picald("-A warnings loose.vsh -o toon.shbin --c toon.h").silent();
    let built = build().c(true).run().unwrap();
    let header = folder.read("toon.h");
    assert_eq!(folder.read("out/toon.h"), header);
    let binary = &built.compiled.binaries[0];
    assert_eq!(binary.c.as_deref().map(str::as_bytes), Some(&*header));
    let without = build().compile(&DiskFiles).unwrap();
    assert_eq!(without.binaries[0].c, None);
    // A variation has the names of its file.
    let variants = build().variants("N", [0, 1]).c(true);
    variants.run().unwrap();
    folder.picald("-A warnings loose.vsh -o x.shbin --c toon.1.h").silent();
    assert_eq!(folder.read("out/toon.1.h"), folder.read("toon.1.h"));
}

#[test]
fn builds_refuse_pseudo_instructions_if_asked() {
    let folder = Folder::with([(
        "clear.vsh",
        ".out pos position\n.proc main\n\tsub pos, v0, r0\n\tend\n.end\n",
    )]);
    let build = || build_of(&folder, &["clear.vsh"]).allow("warnings");
    let with = build().pseudo_instructions(true).compile(&DiskFiles);
    assert!(with.is_ok());
    let said = build_error(build().pseudo_instructions(false).compile(&DiskFiles));
    assert!(said.contains("pseudo"), "{said}");
}

/// Each linker flag has the same effect in picald and in builds, and changes the binary of [`LOOSE`]. The snapshots
/// have the differences.
#[test]
fn switches_of_the_linker_change_binaries() {
    let folder = Folder::with([("loose.vsh", LOOSE)]);
    let mut checked = 0;
    for switch in in_group(Group::Linking).filter(|row| !row.flags.is_empty()) {
        let mut changed = String::new();
        for flag in switch.flags {
            for (line, build) in binary_options(|| build_of(&folder, &["loose.vsh"]).allow("warnings")) {
                let build = build.allow("output-written-twice");
                let levels = "-A warnings -A output-written-twice";
                let option = flag.long;
                folder
                    .picald(&format!("loose.vsh {levels} {line} --{option} -o x.shbin"))
                    .silent();
                let without = build.compile(&DiskFiles).unwrap();
                let with = build.set(switch, Value::Switch(flag.value));
                let with = with.compile(&DiskFiles).unwrap();
                let expected = folder.read("x.shbin");
                assert_eq!(with.binaries[0].bytes, expected, "{line} --{option}");
                folder.write("without.shbin", &without.binaries[0].bytes);
                let lines = folder.changed_lines("without.shbin", "x.shbin");
                if !lines.is_empty() {
                    changed.push_str(&format!("=== {line} --{option} ===\n{lines}"));
                }
            }
        }
        let name = switch.name;
        assert!(!changed.is_empty(), "{name} changes no binary of `LOOSE`");
        insta::assert_snapshot!(format!("switch_{name}"), changed);
        checked += 1;
    }
    assert!(checked > 3, "only {checked} switches");
}
