//! Archives: created, listed and modified by `picaar`, linked by `picald`, inspected by `picadump`.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod changing;
mod linking;
mod shown;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
mod unix;

use pica200_objfmt::formats::archive::{NewMember, write};
use support::{CALLER, Folder, LIBRARY};

/// Returns a library whose procedure calls another one.
fn library(name: &str) -> String {
    LIBRARY.replace("helper", name)
}

/// Creates a directory with a shader that calls `helper`, and objects of libraries, one of which calls another.
fn folder() -> Folder {
    let folder = Folder::with([
        ("main.vsh", CALLER.to_owned()),
        (
            "helper.vsh",
            LIBRARY.replace("\tnop\n\tnop", "\tcall deep\n\tnop\n\tnop"),
        ),
        ("deep.vsh", library("deep")),
        ("other.vsh", library("other")),
    ]);
    folder.picasm("main.vsh helper.vsh deep.vsh other.vsh").silent();
    folder
}

/// Creates the directory of [`folder`] with an archive of the libraries.
fn folder_with_archive() -> Folder {
    let folder = folder();
    folder.picaar("rc libx.a other.dvoj helper.dvoj deep.dvoj").silent();
    folder
}

/// Returns the output of a program that succeeded.
fn text(outcome: support::Outcome) -> String {
    String::from_utf8(outcome.silent()).unwrap()
}

/// Builds an archive by hand: names, bytes and index entries of the members.
fn archive(members: &[(&str, &[u8], &[&str])]) -> Vec<u8> {
    let members: Vec<_> = members
        .iter()
        .map(|(name, bytes, symbols)| NewMember {
            name: name.as_bytes(),
            bytes,
            symbols: symbols.iter().map(|&symbol| symbol.into()).collect(),
        })
        .collect();
    write(&members).unwrap()
}

#[test]
fn archives_are_made_listed_and_linked() {
    let folder = folder_with_archive();
    assert_eq!(text(folder.picaar("t libx.a")), "other.dvoj\nhelper.dvoj\ndeep.dvoj\n");
    assert_eq!(
        text(folder.picaar("t libx.a --symbols")),
        "other in other.dvoj\nhelper in helper.dvoj\ndeep in deep.dvoj\n"
    );
    let size = |name: &str| folder.read(name).len();
    assert_eq!(
        text(folder.picaar("tv libx.a deep.dvoj other.dvoj")),
        format!(
            "{:8}  other.dvoj\n{:8}  deep.dvoj\n",
            size("other.dvoj"),
            size("deep.dvoj")
        )
    );
    folder.picald("main.vsh libx.a -o found").silent();
    folder.picald("main.vsh helper.dvoj deep.dvoj -o expected").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    folder.picald("main.dvoj libx.a -o found --compat=picasso").silent();
    folder
        .picald("main.vsh helper.vsh deep.vsh -o expected --compat=picasso")
        .silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
}

/// Runs the system's `ar`, if there is one.
#[cfg(unix)]
fn system_ar(folder: &Folder, arguments: &str) -> Option<Vec<u8>> {
    let run = std::process::Command::new("ar")
        .args(arguments.split(' '))
        .current_dir(folder.path(""))
        .output();
    let output = run.ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(output.stdout)
}

#[cfg(unix)]
#[test]
#[expect(
    clippy::print_stderr,
    reason = "a test that is skipped says so; there is no other way"
)]
fn the_ar_of_the_system_takes_our_archives_and_we_take_its() {
    let folder = folder_with_archive();
    let Some(listed) = system_ar(&folder, "t libx.a") else {
        eprintln!("skipped: there is no `ar`");
        return;
    };
    assert_eq!(listed, b"other.dvoj\nhelper.dvoj\ndeep.dvoj\n");
    assert_eq!(system_ar(&folder, "p libx.a deep.dvoj"), Some(folder.read("deep.dvoj")));
    folder.picald("main.vsh libx.a -o expected").silent();
    for letters in ["rc", "rcs", "rcS"] {
        system_ar(&folder, &format!("{letters} its.a other.dvoj helper.dvoj deep.dvoj"));
        folder.picald("main.vsh its.a -o found").silent();
        assert_eq!(folder.read("found"), folder.read("expected"), "{letters}");
        folder.picaar("s its.a").silent();
        assert_eq!(folder.read("its.a"), folder.read("libx.a"), "{letters}");
        std::fs::remove_file(folder.path("its.a")).unwrap();
    }
}
