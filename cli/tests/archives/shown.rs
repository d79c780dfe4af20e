//! `picadump` shows archives.

use super::{archive, folder, folder_with_archive, text};

#[test]
fn archives_are_shown() {
    let folder = folder_with_archive();
    insta::assert_snapshot!("shown", text(folder.picadump("libx.a")));
    insta::assert_snapshot!("shown_symbols", text(folder.picadump("--symbols libx.a")));
    folder.write(
        "mixed.a",
        archive(&[("a\u{1B}[2J", b"\x7FELF", &["start"]), ("bad.dvoj", b"DVOJ", &[])]),
    );
    insta::assert_snapshot!("shown_mixed", text(folder.picadump("mixed.a")));
    insta::assert_snapshot!("shown_mixed_symbols", text(folder.picadump("--symbols mixed.a")));
    let mut bare = folder.read("libx.a");
    // The index loses its name.
    bare[8] = b'x';
    folder.write("bare.a", bare);
    insta::assert_snapshot!("shown_without_index", text(folder.picadump("bare.a")));
    for (view, option) in [
        ("--json", "--json"),
        ("--dot", "--dot"),
        ("-d", "--disassemble"),
        ("--size", "--size"),
        ("--raw", "--raw"),
        ("--code", "--code"),
        ("--lines --code", "--code"),
        ("--addr2line=1", "--addr2line"),
        ("--verify", "--verify"),
    ] {
        let said = folder.picadump(&format!("{view} libx.a")).errors();
        let wanted = format!(
            "error[no-such-view]: `libx.a` is an archive, which has no view `{option}`; the other views are `--symbols`, `--html`, `--diff`\n  \
             = help: extract its members with `picaar x libx.a` first\n\n"
        );
        assert_eq!(said, wanted, "{view}");
    }
    let said = folder.picadump("--diff libx.a main.dvoj").errors();
    assert_eq!(said.matches("error[").count(), 1, "{said}");
    assert!(said.contains("cannot-compare"), "{said}");
    let found = text(folder.picadump("--scan libx.a"));
    assert!(found.starts_with("libx.a: 3 found"), "{found}");
}

#[test]
fn of_damaged_archives_is_shown_what_can_be() {
    let folder = folder();
    let mut damaged = archive(&[("a.dvoj", b"DVOJ", &["f"])]);
    damaged[8 + 60 + 7] = 8;
    folder.write("index.a", &damaged);
    let outcome = folder.picadump("index.a");
    assert_eq!(outcome.status, 1);
    assert!(
        outcome
            .stderr
            .starts_with("error[damaged-file]: `index.a`: symbol index, entry 0"),
        "{}",
        outcome.stderr
    );
    let shown = String::from_utf8(outcome.stdout).unwrap();
    assert!(shown.contains("a.dvoj") && shown.contains("No symbol index"), "{shown}");
    folder.write("cut.a", &damaged[..100]);
    let said = folder.picadump("cut.a").errors();
    assert!(
        said.contains("error[damaged-file]: `cut.a`: member 0, at byte 4Eh"),
        "{said}"
    );
    folder.write("thin.a", "!<thin>\n");
    let said = folder.picadump("thin.a").errors();
    assert!(said.contains("is a thin archive"), "{said}");
}
