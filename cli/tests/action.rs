//! The scripts of the action for GitHub, and the hooks for pre-commit, as they run for others.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

#[path = "support/mod.rs"]
mod support;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use support::{Folder, GOOD, Outcome, PICALD, WARNING, outcome, skip, workspace};

/// The path, with the folder of the programs first.
fn path() -> OsString {
    let programs = Path::new(PICALD).parent().unwrap().to_owned();
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(programs).chain(env::split_paths(&old))).unwrap()
}

/// Runs git in a folder, without the settings of whoever runs the tests.
fn git(folder: &Folder, arguments: &[&str]) {
    let settings = [
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.org",
        "-c",
        "init.defaultBranch=main",
    ];
    let mut command = folder.command("git");
    command
        .args(settings)
        .args(arguments)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", folder.path(""));
    let outcome = outcome(&mut command);
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
}

/// A repository with a project of two shaders.
fn repository() -> Folder {
    let folder = Folder::with([
        ("pica200.toml", "[binary.flat]\ninputs = \"shaders/flat.v.pica\"\n"),
        ("shaders/flat.v.pica", GOOD),
    ]);
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "."]);
    folder
}

fn check(folder: &Folder, variables: &[(&str, &str)]) -> Outcome {
    let mut command = folder.command(workspace("cli/action/check").to_str().unwrap());
    command.env("PATH", path()).envs(variables.iter().copied());
    outcome(&mut command)
}

#[test]
fn the_action_builds_a_project_and_checks_the_format() {
    let folder = repository();
    let all = [("PICA200_PROJECT", "."), ("PICA200_SOURCES", "*.pica *.vsh\n*.gsh")];
    let passed = check(&folder, &all);
    assert_eq!((passed.status, passed.stderr.as_str()), (0, ""));
    assert!(folder.path("flat.shbin").exists());

    // A file that git does not know is the result of a build.
    folder.write("made.pica", ".proc   main\nend\n.end\n");
    assert_eq!(check(&folder, &all).status, 0);
    git(&folder, &["add", "made.pica"]);
    let unformatted = check(&folder, &all);
    assert_eq!(unformatted.status, 1);
    assert!(
        unformatted.stderr.starts_with("::error file=made.pica,line=1,"),
        "{}",
        unformatted.stderr
    );
    assert!(
        unformatted.stderr.contains("title=unformatted"),
        "{}",
        unformatted.stderr
    );
    let only_built = check(&folder, &all[..1]);
    assert_eq!(only_built.status, 0);

    // Both steps run, also when the first one fails.
    folder.write("shaders/flat.v.pica", ".proc main\n\tmov nowhere, v0\n\tend\n.end\n");
    let wrong = check(&folder, &all);
    assert_eq!(wrong.status, 1);
    let places = [
        "::error file=shaders/flat.v.pica,line=2,",
        "::error file=made.pica,line=1,",
    ];
    assert!(
        places.iter().all(|place| wrong.stderr.contains(place)),
        "{}",
        wrong.stderr
    );

    let none = check(&folder, &[("PICA200_SOURCES", "*.nothing")]);
    assert_eq!(none.status, 0);
    assert!(String::from_utf8_lossy(&none.stdout).starts_with("::notice "));
}

#[test]
fn warnings_are_errors_if_the_action_is_told_so() {
    let folder = repository();
    folder.write("shaders/flat.v.pica", WARNING);
    let mut variables = vec![("PICA200_PROJECT", "pica200.toml"), ("PICA200_DENY", "false")];
    let passed = check(&folder, &variables);
    assert_eq!(passed.status, 0);
    assert!(
        passed.stderr.starts_with("::warning file=shaders/flat.v.pica,"),
        "{}",
        passed.stderr
    );
    variables[1].1 = "true";
    let denied = check(&folder, &variables);
    assert_eq!(denied.status, 1);
    assert!(
        denied.stderr.starts_with("::error file=shaders/flat.v.pica,"),
        "{}",
        denied.stderr
    );
}

/// Each input is declared, has a value where the steps need it, and is on the page.
#[test]
fn the_page_describes_all_inputs_of_the_action() {
    let action = fs::read_to_string(workspace("cli/action/action.yml")).unwrap();
    let (_, inputs) = action.split_once("\ninputs:\n").unwrap();
    let (inputs, rest) = inputs.split_once("\noutputs:\n").unwrap();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names: Vec<_> = inputs
        .lines()
        .filter(is_name)
        .map(|line| line.trim().trim_end_matches(':'))
        .collect();
    assert_eq!(
        names.len(),
        inputs.matches("    default: ").count(),
        "each has a default"
    );
    let used = rest
        .split("${{ inputs.")
        .skip(1)
        .map(|rest| rest.split(' ').next().unwrap());
    let mut used: Vec<_> = used.collect();
    used.sort_unstable();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(used, sorted);
    let page = fs::read_to_string(workspace("cli/docs/ci.md")).unwrap();
    for name in names {
        assert!(page.contains(&format!("| `{name}` |")), "ci.md lacks {name}");
    }
}

/// Releases in a folder, with an archive whose program is a stand-in.
fn releases(folder: &Folder) -> String {
    let target = format!("{}-unknown-linux-musl", env::consts::ARCH);
    let name = format!("pica200-1.2.3-{target}");
    folder.write(format!("{name}/bin/picald"), "#!/bin/sh\necho picald 1.2.3\n");
    fs::set_permissions(
        folder.path(format!("{name}/bin/picald")),
        fs::Permissions::from_mode(0o755),
    )
    .unwrap();
    let script = format!(
        "mkdir -p releases/download/v1.2.3 releases/latest && ln -s ../download/v1.2.3 releases/latest/download && \
         tar -czf releases/download/v1.2.3/{name}.tar.gz {name} && cd releases/download/v1.2.3 && \
         sha256sum {name}.tar.gz >SHA256SUMS"
    );
    let made = outcome(folder.command("sh").args(["-c", &script]));
    assert_eq!(made.status, 0, "{}", made.stderr);
    format!("file://{}", folder.path("releases").display())
}

#[test]
fn the_action_installs_a_release_whose_sum_is_right() {
    if Command::new("curl").arg("--version").output().is_err() {
        return skip("curl is not installed");
    }
    let folder = Folder::empty();
    let address = releases(&folder);
    let install = |version: &str| {
        let mut command = folder.command(workspace("cli/action/install").to_str().unwrap());
        command.args([version, &address, "installed"]);
        command
            .env("GITHUB_PATH", folder.path("path"))
            .env("GITHUB_OUTPUT", folder.path("output"));
        outcome(&mut command)
    };
    for version in ["1.2.3", "v1.2.3", "latest"] {
        let installed = install(version);
        assert_eq!(installed.status, 0, "{version}: {}", installed.stderr);
        assert_eq!(String::from_utf8_lossy(&installed.stdout), "picald 1.2.3\n");
    }
    assert!(folder.read("path").starts_with(b"installed/bin\n"));
    assert!(folder.read("output").starts_with(b"bin=installed/bin\n"));
    let missing = install("9.9.9");
    assert_eq!(missing.status, 1);
    assert!(String::from_utf8_lossy(&missing.stdout).starts_with("::error title=pica200::cannot get file://"));

    // Somebody changed the archive.
    let archive = format!(
        "releases/download/v1.2.3/pica200-1.2.3-{}-unknown-linux-musl.tar.gz",
        env::consts::ARCH
    );
    folder.write(&archive, [folder.read(&archive), b"more".to_vec()].concat());
    fs::remove_dir_all(folder.path("installed")).unwrap();
    let changed = install("1.2.3");
    assert_eq!(changed.status, 1);
    assert!(String::from_utf8_lossy(&changed.stdout).contains("does not have the sum of the release"));
    assert!(!folder.path("installed").exists());
}

#[test]
fn hooks_run_under_pre_commit() {
    if Command::new("pre-commit").arg("--version").output().is_err() {
        return skip("pre-commit is not installed");
    }
    let hooks = Folder::empty();
    hooks.write(
        ".pre-commit-hooks.yaml",
        fs::read(workspace("cli/packages/pre-commit/.pre-commit-hooks.yaml")).unwrap(),
    );
    git(&hooks, &["init", "--quiet"]);
    git(&hooks, &["add", "."]);
    git(&hooks, &["commit", "--quiet", "-m", "hooks"]);
    let project = repository();
    let run = |hook: &str| {
        let mut command = project.command("pre-commit");
        command.args(["try-repo", "--all-files"]).arg(hooks.path("")).arg(hook);
        command.env("PATH", path()).env("PRE_COMMIT_HOME", hooks.path("cache"));
        let outcome = outcome(&mut command);
        let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert!(!said.contains("no files to check"), "{hook}: {said}");
        (outcome.status, said)
    };
    for hook in ["picafmt", "picafmt-check", "picasm-check", "picald-project"] {
        let (status, said) = run(hook);
        assert_eq!(status, 0, "{hook}: {said}");
    }
    project.write("shaders/flat.v.pica", ".proc main\n\tmov   nowhere,v0\n\tend\n.end\n");
    for hook in ["picafmt-check", "picasm-check", "picald-project"] {
        let (status, said) = run(hook);
        assert_eq!(status, 1, "{hook}: {said}");
        assert!(said.contains("shaders/flat.v.pica"), "{hook}: {said}");
    }
    let (status, _) = run("picafmt");
    assert_eq!(status, 1, "the hook changed a file");
}
