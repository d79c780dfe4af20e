//! Editor configurations, tested by scripts that the editors run: `cli/editors/tests/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pica200_testsuite::corpus::{files, workspace};

use crate::Check;
use crate::programs::{Program, Scratch, editors, run};

pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "vim",
        program: Program::any("vim"),
        run: || vim("vim.vim", &runtime_path()),
    },
    Check {
        name: "ale",
        program: Program {
            name: "vim",
            version: None,
            plugin: Some(ALE),
        },
        run: || vim("ale.vim", &format!("{},{ALE}", runtime_path())),
    },
    Check {
        name: "neovim",
        program: Program::any("nvim"),
        run: neovim,
    },
    Check {
        name: "helix",
        program: Program::any("hx"),
        run: helix,
    },
    Check {
        name: "emacs",
        program: Program::any("emacs"),
        run: emacs,
    },
    Check {
        name: "kate",
        program: Program::any("kate-syntax-highlighter"),
        run: kate,
    },
];

/// The directory of the Vim plug-in ALE.
const ALE: &str = "/usr/share/vim-ale";

/// Creates a source in a separate workspace.
fn source(scratch: &Scratch) -> PathBuf {
    let example = workspace().join("examples/triangle/triangle.vsh");
    scratch.write("work/pica200.toml", "");
    let path = scratch.write("work/shaders/triangle.vsh", fs::read(example).unwrap());
    fs::canonicalize(path).unwrap()
}

/// Returns the option that adds the directory to the runtime path of Vim and Neovim.
fn runtime_path() -> String {
    format!("set nocompatible rtp^={}", editors().join("vim").display())
}

/// Returns the workspace directory of `source`.
fn root(scratch: &Scratch) -> PathBuf {
    fs::canonicalize(scratch.path()).unwrap().join("work")
}

/// Runs a Vim script after a command.
fn vim(script: &str, first: &str) {
    let scratch = Scratch::new();
    let report = scratch.path().join("report");
    let output = Command::new("vim")
        .args(["-es", "-u", "NONE", "-i", "NONE", "-n", "--cmd"])
        .arg(first)
        .arg("-S")
        .arg(editors().join("tests").join(script))
        .env("PICA200_SOURCE", source(&scratch))
        .env("PICA200_ROOT", root(&scratch))
        .env("PICA200_REPORT", &report)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mistakes = fs::read_to_string(report).unwrap_or_else(|_| "no report".to_owned());
    assert!(output.status.success() && mistakes.is_empty(), "{mistakes}{output:?}");
}

fn neovim() {
    let scratch = Scratch::new();
    run(Command::new("nvim")
        .args(["--headless", "-n", "-i", "NONE", "-u", "NONE", "--cmd"])
        .arg(runtime_path())
        .arg("-S")
        .arg(editors().join("tests/neovim.lua"))
        .env("PICA200_SOURCE", source(&scratch))
        .env("PICA200_ROOT", root(&scratch))
        .stdin(Stdio::null()));
}

fn helix() {
    let scratch = Scratch::new();
    let folder = editors().join("helix");
    for path in files(&folder, "scm").into_iter().chain([folder.join("languages.toml")]) {
        let name = Path::new("helix").join(path.strip_prefix(&folder).unwrap());
        // Queries belong in a different directory than the other files.
        let name = name.to_str().unwrap().replace("/queries/", "/runtime/queries/");
        scratch.write(&name, fs::read(&path).unwrap());
    }
    let stdout = run(Command::new("hx")
        .args(["--health", "pica200"])
        .env("HOME", scratch.path())
        .env("XDG_CONFIG_HOME", scratch.path())
        .env("XDG_CACHE_HOME", scratch.path()));
    assert!(stdout.contains("picals"), "{stdout}");
    for queries in ["Highlight", "Textobject", "Indent"] {
        let start = format!("{queries} queries:");
        let line = stdout.lines().find(|line| line.starts_with(&start));
        assert!(line.is_some_and(|line| line.contains('✓')), "{stdout}");
    }
}

fn emacs() {
    let scratch = Scratch::new();
    // The compiler writes its output next to the files.
    for name in ["pica200-mode.el", "pica200-words.el"] {
        scratch.write(name, fs::read(editors().join("emacs").join(name)).unwrap());
    }
    let emacs = |start: &str| {
        let mut command = Command::new("emacs");
        command
            .args([start, "--batch", "-L"])
            .arg(scratch.path())
            .env("HOME", scratch.path())
            .env("PICA200_SOURCE", source(&scratch));
        command
    };
    let strict = "(setq byte-compile-error-on-warn t)";
    let files = ["pica200-words.el", "pica200-mode.el"].map(|name| scratch.path().join(name));
    run(emacs("-Q")
        .args(["--eval", strict, "-f", "batch-byte-compile"])
        .args(files));
    // With the system packages, of which Eglot may be one.
    let tests = editors().join("tests/emacs.el");
    run(emacs("-q")
        .arg("-l")
        .arg(tests)
        .args(["-f", "ert-run-tests-batch-and-exit"]));
}

fn kate() {
    let scratch = Scratch::new();
    let syntax = fs::read(editors().join("kate/pica200.xml")).unwrap();
    scratch.write("data/org.kde.syntax-highlighting/syntax/pica200.xml", syntax);
    let text = "\
.out outPosition position.xyz ; a comment
.fvec max
.proc main
\tMOV r0.x, -max[a0.x]
\tcall end
.end
";
    let source = scratch.write("source.vsh", text);
    let shown = run(Command::new("kate-syntax-highlighter")
        .args(["--syntax", "PICA200", "--output-format", "html"])
        .arg(source)
        .env("XDG_DATA_HOME", scratch.path().join("data"))
        .env("QT_QPA_PLATFORM", "offscreen"));
    let style = |piece: &str| {
        let (before, _) = shown.split_once(&format!(">{piece}<"))?;
        Some(before.rsplit_once("style=\"")?.1.to_owned())
    };
    for piece in [
        ".out",
        "position",
        ".xyz",
        "; a comment",
        "main",
        "MOV",
        "r0",
        "a0",
        "call",
    ] {
        assert!(style(piece).is_some(), "{piece} has no colour:\n{shown}");
    }
    assert_eq!(style("MOV"), style("call"));
    assert_ne!(style("MOV"), style("r0"));
    for piece in ["max", "end"] {
        assert_eq!(style(piece), None, "{piece} is a name:\n{shown}");
    }
    let servers = fs::read_to_string(editors().join("kate/lspclient.json")).unwrap();
    let servers: serde_json::Value = serde_json::from_str(&servers).unwrap();
    let server = &servers["servers"]["pica200"];
    assert_eq!(server["command"], serde_json::json!(["picals"]));
    let mode = server["highlightingModeRegex"].as_str().unwrap();
    assert!(fancy_regex::Regex::new(mode).unwrap().is_match("PICA200").unwrap());
}
