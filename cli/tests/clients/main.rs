//! The language server with real clients: Neovim, and the libraries of Visual Studio Code in Node; and the pages of
//! picadump in Chromium. If a client is not installed, its tests are ignored, and a line says so. `npm ci` in
//! `cli/tests/clients/node` and `cli/tests/clients/browser` installs the libraries.

#![allow(clippy::unwrap_used, reason = "a client that cannot be started fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for client in [NODE, NEOVIM, BROWSER] {
        let missing = (client.missing)();
        let scripts = scripts(client);
        assert!(!scripts.is_empty(), "the sessions for {} are gone", client.name);
        for script in scripts {
            let name = format!("{} {}", client.name, name_of(&script));
            if let Some(reason) = &missing {
                say_skipped(&name, reason);
            }
            let trial = Trial::test(name, move || succeeds((client.command)(&script)));
            trials.push(trial.with_ignored_flag(missing.is_some() || !cfg!(unix)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// A client.
#[derive(Clone, Copy)]
struct Client {
    /// Name of the client and of the directory with its scripts.
    name: &'static str,
    /// Suffix of the scripts' names.
    suffix: &'static str,
    /// Returns the reason why it cannot run here.
    missing: fn() -> Option<String>,
    /// Returns the command that runs a script.
    command: fn(&Path) -> Command,
}

const NODE: Client = Client {
    name: "node",
    suffix: ".test.mjs",
    missing: || missing_node().or_else(|| missing_libraries("node")),
    command: |script| {
        let mut command = Command::new("node");
        command.arg(script);
        command
    },
};

const BROWSER: Client = Client {
    name: "browser",
    suffix: ".test.mjs",
    missing: || {
        missing_node()
            .or_else(|| missing("chromium"))
            .or_else(|| missing_libraries("browser"))
    },
    command: NODE.command,
};

const NEOVIM: Client = Client {
    name: "neovim",
    suffix: ".session.lua",
    missing: || missing("nvim"),
    command: |script| {
        let editors = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vim");
        let paths = format!(
            "set nocompatible rtp^={},{}",
            editors.display(),
            folder("neovim").display()
        );
        let mut command = Command::new("nvim");
        command
            .args(["--headless", "-n", "-i", "NONE", "-u", "NONE", "--cmd", &paths])
            .args(["-c", "lua require('session').run(vim.env.PICA200_SCRIPT)"])
            .env("PICA200_SCRIPT", script);
        command
    },
};

/// Returns the directory with the scripts of a client.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

/// Returns the scripts of a client, in order.
fn scripts(client: Client) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(client.name)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_script = |path: &PathBuf| path.to_str().is_some_and(|path| path.ends_with(client.suffix));
    let mut scripts: Vec<_> = paths.filter(is_script).collect();
    scripts.sort();
    scripts
}

/// Returns the name of a script without its suffixes.
fn name_of(script: &Path) -> String {
    let name = script.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

/// Returns the reason why a program cannot be used. An interrupted installation may have left a part of it.
fn missing(program: &str) -> Option<String> {
    let found = Command::new(program).arg("--version").output();
    let runs = found.is_ok_and(|output| output.status.success());
    (!runs).then(|| format!("{program} is not installed"))
}

/// Returns the reason why Node cannot run the scripts, which use its built-in test library.
fn missing_node() -> Option<String> {
    let probe = Command::new("node").args(["--eval", "require('node:test')"]).output();
    match probe {
        Err(_) => Some("node is not installed".to_owned()),
        Ok(output) => (!output.status.success()).then(|| "node is older than 18".to_owned()),
    }
}

/// Returns the reason why the libraries for scripts cannot be used. npm writes this list when it has installed all of
/// them.
fn missing_libraries(client: &str) -> Option<String> {
    let list = folder(client).join("node_modules/.package-lock.json");
    (!list.is_file()).then(|| "`npm ci` was not run, or failed".to_owned())
}

/// Runs a client in a temporary directory. Its output is shown if it fails.
fn succeeds(mut command: Command) -> Result<(), Failed> {
    let home = tempfile::tempdir().unwrap();
    let output = command
        .current_dir(home.path())
        .env("PICA200_SERVER", env!("CARGO_BIN_EXE_picals"))
        .env("PICADUMP", env!("CARGO_BIN_EXE_picadump"))
        .env("PICARUN", env!("CARGO_BIN_EXE_picarun"))
        .env(
            "PICA200_EXAMPLES",
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples"),
        )
        .env("HOME", home.path())
        .env("XDG_STATE_HOME", home.path())
        .env("TMPDIR", home.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("{command:?}\n{said}{errors}").into())
    }
}

#[expect(clippy::print_stderr, reason = "the person who runs the tests needs to know")]
fn say_skipped(test: &str, reason: &str) {
    eprintln!("{test} is skipped: {reason}");
}
