//! Archives on systems with links and pipes, and with concurrent programs.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::support::{Folder, LIBRARY, PICAAR};

/// Creates objects named by numbers from 0.
fn objects(count: usize) -> Folder {
    let folder = Folder::empty();
    for number in 0..count {
        let procedure = format!("helper{number}");
        folder.write(format!("{number}.vsh"), LIBRARY.replace("helper", &procedure));
    }
    let names: Vec<_> = (0..count).map(|number| format!("{number}.vsh")).collect();
    folder.picasm(&names.join(" ")).silent();
    folder
}

#[test]
fn reliability_8_archives_lose_no_member_to_programs_at_the_same_time() {
    const PROGRAMS: usize = 12;
    let folder = objects(PROGRAMS);
    symlink("x.a", folder.path("link.a")).unwrap();
    for turn in 0..5 {
        let start = |number: usize| {
            let archive = if number.is_multiple_of(2) { "x.a" } else { "link.a" };
            let object = format!("{number}.dvoj");
            Command::new(PICAAR)
                .args(["r", archive, &object])
                .current_dir(folder.path(""))
                .spawn()
                .unwrap()
        };
        let programs: Vec<_> = (0..PROGRAMS).map(start).collect();
        for mut program in programs {
            assert!(program.wait().unwrap().success());
        }
        let listed = String::from_utf8(folder.picaar("t x.a").silent()).unwrap();
        assert_eq!(listed.lines().count(), PROGRAMS, "turn {turn}: {listed}");
        fs::remove_file(folder.path("x.a")).unwrap();
    }
}

#[test]
fn reliability_8_extracted_members_replace_links_and_pipes() {
    let folder = objects(3);
    folder.picaar("rc x.a 0.dvoj 1.dvoj 2.dvoj").silent();
    let members = [0, 1, 2].map(|number| folder.read(format!("{number}.dvoj")));
    for name in ["0.dvoj", "1.dvoj", "2.dvoj"] {
        fs::remove_file(folder.path(name)).unwrap();
    }
    folder.write("precious", "old");
    symlink("precious", folder.path("0.dvoj")).unwrap();
    symlink("missing", folder.path("1.dvoj")).unwrap();
    nix::unistd::mkfifo(&folder.path("2.dvoj"), nix::sys::stat::Mode::from_bits_truncate(0o600)).unwrap();
    folder.picaar("x x.a").silent();
    for (number, member) in members.iter().enumerate() {
        let name = format!("{number}.dvoj");
        let metadata = fs::symlink_metadata(folder.path(&name)).unwrap();
        assert!(metadata.is_file(), "{name}");
        assert_eq!(folder.read(&name), *member);
    }
    assert_eq!(folder.read("precious"), b"old");
    assert!(!folder.list().contains(&"missing".to_owned()));
}

#[test]
fn reliability_8_the_index_is_not_needed_for_the_members() {
    let folder = objects(1);
    folder.picaar("rc x.a 0.dvoj").silent();
    let mut archive = folder.read("x.a");
    // The index claims to have more symbols than bytes.
    archive[8 + 60 + 3] = 200;
    folder.write("x.a", &archive);
    for (operation, printed) in [("t", "0.dvoj\n"), ("x", "")] {
        let outcome = folder.picaar(&format!("{operation} x.a"));
        assert_eq!(outcome.status, 0, "{}", outcome.stderr);
        assert_eq!(outcome.stdout, printed.as_bytes());
        assert!(
            outcome.stderr.contains("warning[unreadable-archive]"),
            "{operation}: {}",
            outcome.stderr
        );
    }
    folder.picaar("t x.a --symbols").errors();
    folder.picaar("s x.a").silent();
    assert_eq!(folder.picaar("t x.a").silent(), b"0.dvoj\n");
}
