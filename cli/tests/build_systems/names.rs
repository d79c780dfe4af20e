//! File names with any character, in the dependency files that make and Ninja read.

use std::fmt::Write;

use crate::Check;
use crate::project::{Project, made};
use crate::support::{GOOD, PICALD};

pub(crate) const CHECKS: &[Check] = &[Check {
    name: "names/reliability_6_both_read_each_name_that_is_written",
    tools: &["make", "ninja"],
    run: both_read_each_name_that_is_written,
}];

/// Names that the programs read as they are, whatever happens to those with one odd character.
const NAMES: [&str; 11] = [
    "plain",
    "größe",
    "a b c",
    "shader (1).vsh",
    "x\\\\y",
    "x\\.y",
    "a[1",
    "1]a",
    "a:b:c",
    "$(HOME)",
    "${x}#\u{1F600}",
];

/// Names that no rule can contain, but that are not found among those with one odd character.
const REFUSED: [&str; 8] = ["~root/x", "a[1]", "lib(a)", "a\\ b", "a\\#", "a\\:b", "a\nb", "a\\"];

/// Returns names with each character at their beginning, middle and end.
fn names() -> Vec<String> {
    let characters = (b' '..=b'~').map(char::from).filter(|c| !"/.".contains(*c));
    let places = characters.flat_map(|c| [format!("{c}y"), format!("x{c}y"), format!("x{c}")]);
    let all = NAMES.map(str::to_owned).into_iter().chain(places);
    let mut names: Vec<_> = all.filter(|name| !name.starts_with('@')).collect();
    names.sort();
    names.dedup();
    names
}

fn both_read_each_name_that_is_written() {
    let project = Project::shaders_only();
    for name in REFUSED {
        project.folder.write(name, GOOD);
        refuse(&project, name);
    }
    let mut written = Vec::new();
    let (mut make, mut ninja) = (
        String::from("all:\n"),
        String::from("rule r\n  command = touch $out && echo making $out\n  description = t\n"),
    );
    for (number, name) in names().into_iter().enumerate() {
        project.folder.write(&name, GOOD);
        let target = format!("t{number}");
        let words = ["-MD", "-o", &target, "--", &name];
        if project.folder.run(PICALD, words).status != 0 {
            refuse(&project, &name);
            continue;
        }
        writeln!(make, "all: {target}\n{target}: ; @echo making $@ && touch $@").unwrap();
        writeln!(make, "include {target}.d").unwrap();
        writeln!(ninja, "build {target}: r\n  depfile = {target}.d").unwrap();
        written.push((target, name));
    }
    assert!(written.len() > 220, "{}", written.len());
    project.folder.write("Makefile", make);
    project.folder.write("build.ninja", ninja);
    for (program, words) in [("make", ["-r", "-R"]), ("ninja", ["-j", "2"])] {
        project.run(program, words);
        assert!(made(&project.run(program, words)).is_empty(), "{program}");
        for part in 0..3 {
            let mut touched = Vec::new();
            for (target, name) in written.iter().skip(part).step_by(3) {
                project.touch(name);
                touched.push(target.as_str());
            }
            touched.sort_unstable();
            let said = project.run(program, words);
            assert_eq!(made(&said), touched, "{program}");
        }
    }
}

/// Asserts that a source with this name gets no dependency file, and no binary without one.
fn refuse(project: &Project, name: &str) {
    let words = ["-MD", "-o", "refused", "--", name];
    let said = project.folder.run(PICALD, words).errors();
    assert!(said.contains("error[dependency-name]"), "{name}: {said}");
    assert!(!project.folder.path("refused").exists(), "{name}");
    // Without dependencies it is an ordinary source.
    project.folder.run(PICALD, ["-o", "fine", "--", name]).silent();
}
