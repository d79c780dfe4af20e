//! Project files.

use std::collections::HashSet;

use pica200::input::InputFile;
use pica200::job::OutputKind;
use pica200::project::Project;
use pica200::render::{Colors, Format, render};
use pica200::session::Session;
use pica200_asm::MemoryFiles;

/// The source of all binaries.
const SOURCE: &str = "\
.out position position
.proc main
    mov position, v0
    end
.end
";

/// Maximum number of binaries linked, to keep fuzzing fast.
const MAX_LINKED: usize = 4;

/// Reads a project file, and links it if it has few binaries.
///
/// # Panics
///
/// Panics if a property does not hold.
pub fn build_project(bytes: &[u8]) {
    let files = MemoryFiles::new()
        .with("a.vsh", SOURCE)
        .with("src/b.v.pica", SOURCE)
        .with("src/c.v.pica", SOURCE)
        .with("all.shlist", "a.vsh src/b.v.pica\n");
    let file = InputFile::new("pica200.toml".into(), bytes.to_vec());
    let mut session = Session::new(&files);
    let project = Project::read(&file, &mut session);
    assert_eq!(project.is_none(), session.has_errors());
    check_reports(&session);
    let Some(project) = project else {
        return;
    };
    let mut outputs = HashSet::new();
    for binary in &project.binaries {
        assert!(!binary.job.inputs.is_empty());
        let first = binary.job.outputs.first();
        let (product, output) = first.expect("a binary has an output");
        assert_eq!(*product, OutputKind::Binary);
        assert!(outputs.insert(output.to_string()), "{output}");
    }
    for binary in project.binaries.iter().take(MAX_LINKED) {
        let mut session = Session::new(&files);
        let inputs = binary.read(&file, &mut session);
        let linked = binary.job.link(&inputs, &mut session);
        assert_eq!(linked.is_none(), session.has_errors());
        check_reports(&session);
        if let Some(linked) = linked {
            assert!(binary.job.outputs(&linked).len() >= binary.job.outputs.len());
        }
    }
}

/// Checks that the diagnostics of a session can be rendered.
fn check_reports(session: &Session<'_>) {
    let (diagnostics, sources) = (&session.diagnostics, &session.sources);
    let text = render(diagnostics, sources, Format::Human, Colors::None);
    assert_eq!(text.is_empty(), diagnostics.is_empty());
}

/// Returns project files with all keys.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let heads = [
        "",
        "include = \"src\"\nlibrary-paths = [\"src\"]\ndefine = { A = 1, B = \"2 * 3\" }\n",
        "allow = \"unused\"\nwarn = [\"warnings\"]\ndeny = \"mask-order\"\npadding = false\npseudo = false\n",
        "debug = true\ngc-sections = false\nicf = true\nmerge-constants = false\npad-constants = false\n",
        "strip = true\ncompat = \"none\"\nmap-output = { X = \"view\" }\nignore-output = \"Y\"\nlang = \"pica\"\n",
    ];
    let tables = [
        "[binary.a]\ninputs = \"a.vsh\"\n",
        "[binary.a]\ninputs = [\"a.vsh\", \"src/*.v.pica\"]\noutput = \"build/a\"\nentry = \"main\"\nheader = \"a.h\"\n",
        "[binary.each]\ninputs = [\"src/*.v.pica\", \"src/*.g.pica\"]\noutput = \"*.shbin\"\nc = \"*.h\"\nrust = \"*.rs\"\n",
        "[binary.a]\ninputs = \"all.shlist\"\nsplit = true\nmap = \"a.map\"\nmap-json = \"a.json\"\n[binary.b]\ninputs = \"a.vsh\"\ncpp = \"b.hpp\"\n",
        "[binary.a]\ninputs = \"a.vsh\"\nlibraries = [\"m\", \":n.a\"]\ncompat = \"picasso\"\nshader-entry = \"x\"\nfix-depth = true\n",
        "[binary]\nb = { inputs = \"src/b.v.pica\", output = \"./a/../b.shbin\", strict-math = true, vertex-id = \"attribute\" }\n",
        "[binary.a]\ninputs = \"missing.vsh\"\n",
    ];
    let all = heads
        .iter()
        .flat_map(|head| tables.map(|table| format!("{head}{table}").into_bytes()));
    all.collect()
}
