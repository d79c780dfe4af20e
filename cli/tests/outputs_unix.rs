//! Output files on systems with links, permissions, devices and pipes.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fs;

use support::{BAD, Folder, GOOD, PICALD, outcome, skip};

#[test]
fn links_to_an_input_are_rejected_too() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    std::os::unix::fs::symlink("a.vsh", folder.path("symbolic")).unwrap();
    fs::hard_link(folder.path("a.vsh"), folder.path("hard")).unwrap();
    for output in ["symbolic", "hard"] {
        let said = folder.picald(&format!("a.vsh -o {output}")).errors();
        assert!(said.contains("output-is-input"), "{said}");
        let said = folder.picasm(&format!("{output} -o a.vsh")).errors();
        assert!(said.contains("output-is-input"), "{said}");
    }
    assert_eq!(folder.read("a.vsh"), GOOD.as_bytes());
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_are_written_in_place() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    folder.picald("a.vsh -o a.shbin").silent();
    folder.picald("a.vsh -o /dev/null").silent();
    folder.picald("a.vsh -o /dev/null --header /dev/null").silent();
    assert_eq!(folder.picald("a.vsh -o /dev/stdout").silent(), folder.read("a.shbin"));
    for arguments in ["-o /dev/full", "-o x --header /dev/full"] {
        let said = folder.picald(&format!("a.vsh {arguments}")).errors();
        assert!(said.contains("cannot write `/dev/full`: no space left"), "{said}");
    }
    assert!(folder.picasm("a.vsh -o /dev/full").errors().contains("no space left"));
    assert_eq!(folder.list(), ["a.shbin", "a.vsh"]);
}

#[test]
fn new_files_follow_the_mask_and_old_ones_keep_their_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with([("a.vsh", GOOD)]);
    let mode = |name| fs::metadata(folder.path(name)).unwrap().permissions().mode() & 0o777;
    let run = |mask: &str| {
        let script = format!("umask {mask}; exec \"$0\" a.vsh -o {mask}");
        outcome(folder.command("sh").args(["-c", &script, PICALD])).silent();
    };
    for (mask, expected) in [("022", 0o644), ("077", 0o600), ("002", 0o664)] {
        run(mask);
        assert_eq!(mode(mask), expected);
        for old in [0o666, 0o600, 0o755] {
            fs::set_permissions(folder.path(mask), fs::Permissions::from_mode(old)).unwrap();
            run(mask);
            assert_eq!(mode(mask), old);
        }
    }
}

#[test]
fn a_read_only_file_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with([("a.vsh", GOOD), ("x", "old")]);
    fs::set_permissions(folder.path("x"), fs::Permissions::from_mode(0o444)).unwrap();
    let said = folder.picald("a.vsh -o x").errors();
    assert!(said.contains("cannot write `x`: the file is read-only"), "{said}");
    assert_eq!(folder.read("x"), b"old");
}

/// Returns a command prefix that runs a program as an unprivileged user, if there is one.
fn as_somebody(folder: &Folder) -> Option<&'static [&'static str]> {
    const NOBODY: [&str; 4] = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    let is_held_back = |prefix: &[&str]| {
        let words = [prefix, &["sh", "-c", "\"$0\" --version && ! touch probe", PICALD]].concat();
        let output = folder.command(words[0]).args(&words[1..]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let found = [&[][..], &NOBODY].into_iter().find(|p| is_held_back(p));
    if found.is_none() {
        skip("permissions hold nobody back here");
    }
    found
}

#[test]
fn reliability_9_a_file_in_a_folder_that_takes_no_other_is_written_in_place() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with([("a.vsh", GOOD), ("bad.vsh", BAD)]);
    folder.picald("a.vsh -o expected").silent();
    let old = "old and longer than the binary".repeat(20);
    for name in ["x", "closed"] {
        folder.write(name, &old);
    }
    let allow = |name, mode| {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    // Regardless of the umask.
    for name in ["a.vsh", "bad.vsh", "closed"] {
        allow(name, 0o644);
    }
    allow("x", 0o666);
    allow("", 0o555);
    let Some(prefix) = as_somebody(&folder) else {
        return;
    };
    let picald = |arguments: &str| {
        let mut words = prefix.iter().copied().chain([PICALD]);
        let mut command = folder.command(words.next().unwrap());
        outcome(command.args(words).args(arguments.split(' ')))
    };
    // Nothing is written unless everything else succeeded.
    picald("bad.vsh -o x").errors();
    picald("a.vsh -o x --header new").errors();
    assert_eq!(folder.read("x"), old.as_bytes());
    picald("a.vsh -o x").silent();
    assert_eq!(folder.read("x"), folder.read("expected"));
    if prefix.is_empty() {
        return allow("", 0o755);
    }
    let said = picald("a.vsh -o closed").errors();
    assert!(said.contains("cannot write `closed`: permission denied"), "{said}");
    allow("", 0o755);
}

#[test]
fn a_symbolic_link_is_kept() {
    let folder = Folder::with([("a.vsh", GOOD), ("sub/x", "old")]);
    for target in ["sub/x", "sub/new"] {
        let link = folder.path("link");
        std::os::unix::fs::symlink(target, &link).unwrap();
        folder.picald("a.vsh -o link").silent();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(folder.read(target).starts_with(b"DVLB"));
        fs::remove_file(link).unwrap();
    }
}

#[test]
fn closed_pipes_end_programs_silently() {
    let folder = Folder::with([("a.vsh", GOOD), ("bad.vsh", BAD)]);
    let mode = nix::sys::stat::Mode::from_bits_truncate(0o600);
    nix::unistd::mkfifo(&folder.path("pipe"), mode).unwrap();
    let status = |arguments: &str| {
        // The only reader goes away before the program starts. The shell first opens the pipe for both, since it would
        // otherwise wait for a reader.
        let script = format!("exec 3<>pipe 4>pipe 3>&-; \"$0\" {arguments} >&4 2>&4; echo $?");
        outcome(folder.command("sh").args(["-c", &script, PICALD])).silent()
    };
    assert_eq!(status("--help"), b"0\n");
    assert_eq!(status("a.vsh -o -"), b"1\n");
    assert_eq!(status("bad.vsh -o x"), b"1\n");
}

#[test]
fn reliability_10_named_pipes_are_refused_and_those_of_shells_are_not() {
    let folder = Folder::with([("a.vsh", GOOD), ("b.vsh", ".include \"pipe\"\n")]);
    let mode = nix::sys::stat::Mode::from_bits_truncate(0o600);
    nix::unistd::mkfifo(&folder.path("pipe"), mode).unwrap();
    std::os::unix::fs::symlink("pipe", folder.path("link.vsh")).unwrap();
    for (input, why) in [
        ("pipe", "it is a named pipe"),
        ("link.vsh", "it is a named pipe"),
        ("b.vsh", "not a regular file"),
    ] {
        let said = folder.picald(&format!("{input} -o x")).errors();
        assert!(said.contains(why), "{input}: {said}");
    }
    for script in ["cat a.vsh | \"$0\" /dev/stdin -o x", "\"$0\" - -o x <a.vsh"] {
        outcome(folder.command("sh").args(["-c", script, PICALD])).silent();
    }
}
