use super::*;
use crate::build::MemoryFiles;
use crate::job::{Destination, JobInput};
use pica200_asm::{AssemblyOptions, Define};

/// Parses a project in the directory `game`.
fn project(text: &str, files: &MemoryFiles) -> Result<Project, Vec<String>> {
    let file = InputFile::new("game/pica200.toml".into(), text.into());
    let mut session = Session::new(files);
    let read = Project::read(&file, &mut session);
    let said = session.diagnostics.iter().map(|diagnostic| diagnostic.message.clone());
    read.ok_or_else(|| said.collect())
}

const SHADER: &str = ".out p position\n.proc main\nmov p, v0\nend\n.end\n";

#[test]
fn files_are_found_in_folders_around() {
    let files = MemoryFiles::new().with("a/pica200.toml", "").with("a/b/c/x.vsh", "");
    let find = |dir: &str, root: Option<&str>| Project::find(&files, Path::new(dir), root.map(Path::new));
    assert_eq!(find("a/b/c", None), Some("a/pica200.toml".into()));
    assert_eq!(find("a", None), Some("a/pica200.toml".into()));
    assert_eq!(find("a/b/c", Some("a")), Some("a/pica200.toml".into()));
    assert_eq!(find("a/b/c", Some("a/b")), None);
    assert_eq!(find("b", None), None);
}

#[test]
fn tables_are_over_the_options_at_the_top() {
    let text = "include = \"all\"\ndefine = { N = 1 }\nlibraries = \"m\"\npadding = false\n\
                [binary.a]\ninputs = \"a.vsh\"\ninclude = \"own\"\nlibraries = \"x\"\npadding = true\ndefine = { N = 2 }\n";
    let files = MemoryFiles::new().with("game/all/x", "").with("game/own/x", "");
    let read = project(text, &files).expect("the file is right");
    let job = &read.binaries[0].job;
    let includes = ["game/own", "game/all"].map(PathBuf::from);
    assert_eq!(job.assembling.include_paths, includes);
    assert_eq!(read.defaults.assembling.include_paths, ["game/all"].map(PathBuf::from));
    let values: Vec<_> = job.assembling.defines.iter().map(|of| of.value()).collect();
    assert_eq!(values, ["1", "2"]);
    assert!(job.assembling.padding && !read.defaults.assembling.padding);
    let inputs = [
        JobInput::File("game/a.vsh".into()),
        JobInput::Library("x".into()),
        JobInput::Library("m".into()),
    ];
    assert_eq!(job.inputs, inputs);
    let output = Destination::File("game/a.shbin".into());
    assert_eq!(job.outputs[0].1, output);
}

#[test]
fn all_mistakes_are_reported() {
    let text = "incude = \"x\"\n[binary.a]\ninputs = \"a*b*\"\noutput = 1\n";
    let said = project(text, &MemoryFiles::new()).expect_err("the file is wrong");
    assert_eq!(
        said,
        [
            "a project has no key `incude`",
            "`inputs` has several `*` in a name; expected one",
            "`output` is a number; expected a string",
        ]
    );
}

#[test]
fn builds_have_the_files_that_lists_and_files_of_variations_name() {
    let text = "[binary.a]\ninputs = [\"list.shlist\", \"./c.vsh\"]\n[binary.b]\ninputs = \"v.variants.toml\"\n\
                include = \"inc\"\ndefine = { FIXED = 1 }\n";
    let files = MemoryFiles::new()
        .with("game/inc/x.inc", "")
        .with("game/list.shlist", "a.vsh sub/../b.vsh\n")
        .with(
            "game/v.variants.toml",
            "sources = \"v.vsh\"\ninclude = \"own\"\n[numbers]\nN = [3, 1]\nM = [0, 1]\n[defaults]\nN = 1\n",
        );
    let read = project(text, &files).expect("the file is right");
    let parts: Vec<_> = read.binaries.iter().map(|of| of.job.parts(&files)).collect();
    let paths = |names: &[&str]| {
        let paths = names.iter().map(|name| Path::new("game").join(name));
        paths.collect::<Vec<_>>()
    };
    assert_eq!(parts[0].paths, paths(&["list.shlist", "a.vsh", "b.vsh", "c.vsh"]));
    assert_eq!(parts[0].assembling, AssemblyOptions::default());
    assert_eq!(parts[1].paths, paths(&["v.variants.toml", "v.vsh"]));
    // Sources have the options of the file, and the default value of each parameter.
    let options = &parts[1].assembling;
    assert_eq!(options.include_paths, paths(&["inc", "own"]));
    let names: Vec<_> = options.defines.iter().map(Define::name).collect();
    assert_eq!(names, ["FIXED", "N", "M"]);
    assert_eq!(options.defines[1], Define::new("N=1").expect("a number"));
}

/// Returns the groups of inputs inferred from sources, each group as words.
fn guessed(sources: &[(&str, &str)]) -> Vec<String> {
    let source = |(path, text): &(&str, &str)| (PathBuf::from(path), text.as_bytes().to_vec());
    let mut sources: Vec<_> = sources.iter().map(source).collect();
    let groups = |sources: &[(PathBuf, Vec<u8>)]| {
        let jobs = Project::infer(sources, &Job::default());
        let words = jobs.iter().map(|job| {
            let names = job.inputs.iter().map(|input| match input {
                JobInput::File(path) => path.display().to_string(),
                other => format!("{other:?}"),
            });
            names.collect::<Vec<_>>().join(" ")
        });
        words.collect::<Vec<_>>()
    };
    let found = groups(&sources);
    sources.reverse();
    assert_eq!(groups(&sources), found, "the order counts");
    found
}

#[test]
fn lists_and_files_of_variations_take_their_sources() {
    let found = guessed(&[
        ("a.vsh", SHADER),
        ("b/b.vsh", SHADER),
        ("b/all.shlist", "b.vsh ../a.vsh"),
        ("c.vsh", SHADER),
        ("c.variants.toml", "sources = \"c.vsh\"\n[numbers]\nN = [1]\n"),
        ("d.vsh", SHADER),
        ("wrong.variants.toml", "sources = 1\n"),
    ]);
    let expected = ["b/all.shlist", "c.variants.toml", "d.vsh", "wrong.variants.toml"];
    assert_eq!(found, expected);
}

#[test]
fn geometry_shaders_belong_to_the_vertex_shaders_of_their_names() {
    let found = guessed(&[
        ("a.v.pica", SHADER),
        ("a.g.pica", SHADER),
        ("b.vsh", SHADER),
        ("b.gsh", SHADER),
        ("other/b.gsh", SHADER),
        ("c.g.pica", SHADER),
        ("d.v.pica", SHADER),
        ("d.g.pica", ".nodvle\n"),
        ("e.wgsl", "fn x() {}"),
    ]);
    let expected = [
        "a.v.pica a.g.pica",
        "b.vsh b.gsh",
        "c.g.pica",
        "d.v.pica",
        "e.wgsl",
        "other/b.gsh",
    ];
    assert_eq!(found, expected);
}

#[test]
fn libraries_belong_to_the_shaders_that_use_them() {
    let caller = |name: &str| format!(".out p position\n.proc main\ncall {name}\nend\n.end\n");
    let library = |name: &str, body: &str| format!(".nodvle\n.proc {name}\n{body}\nnop\n.end\n");
    // An error in a source does not change where it belongs.
    let wrong = format!("{}oops\n", caller("near"));
    let extern_user = format!(".extern fvec light\n{SHADER}");
    let found = guessed(&[
        ("a/one.vsh", &caller("near")),
        ("a/near.vsh", &library("near", "call far")),
        ("b/near.vsh", &library("near", "nop")),
        ("c/far.vsh", &library("far", "call near")),
        ("c/three.vsh", &wrong),
        ("c/two.vsh", &caller("far")),
        ("d/light.vsh", ".nodvle\n.fvec light\n"),
        ("d/user.vsh", &extern_user),
        ("d/local.vsh", &format!("{}{}", caller("far"), ".proc far\nnop\n.end\n")),
    ]);
    let expected = [
        "a/one.vsh a/near.vsh c/far.vsh",
        // It is ambiguous which `near` is meant.
        "c/three.vsh",
        "c/two.vsh c/far.vsh",
        "d/local.vsh",
        "d/user.vsh d/light.vsh",
    ];
    assert_eq!(found, expected);
}

#[test]
fn libraries_offer_procedures_and_values_apart() {
    let user = format!(".extern fvec light\n{SHADER}");
    let found = guessed(&[("user.vsh", &user), ("light.vsh", ".nodvle\n.proc light\nnop\n.end\n")]);
    assert_eq!(found, ["user.vsh"]);
}

#[test]
fn included_files_are_not_binaries() {
    let found = guessed(&[
        ("a.vsh", ".include \"inc/part.vsh\"\n"),
        ("inc/part.vsh", SHADER),
        ("b.vsh", ".include \"missing.vsh\"\n"),
        ("c.dvoj", "DVOJ"),
    ]);
    assert_eq!(found, ["a.vsh", "b.vsh"]);
}
