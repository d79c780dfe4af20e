//! `picafmt`: the files that it rewrites, and its messages about them.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fs;

use support::{BAD, Folder, GOOD, PICAFMT, outcome};

/// [`GOOD`] in a poor layout.
const UGLY: &str = "\
.fvec projection[4]
.bool lit
.out pos position
.PROC main
  dp4 pos , projection[ 0 ],v0


  end
.end
";

/// The same, formatted.
const TIDY: &str = "\
.fvec projection[4]
.bool lit
.out pos position
.proc main
\tdp4 pos, projection[0], v0

\tend
.end
";

#[test]
fn files_are_formatted_in_place() {
    let folder = Folder::with([("a.vsh", UGLY), ("sub/b.vsh", UGLY), ("c.vsh", GOOD)]);
    let before = [("a.vsh", TIDY), ("sub/b.vsh", TIDY), ("c.vsh", GOOD)];
    for _ in 0..2 {
        assert_eq!(folder.picafmt("a.vsh sub/b.vsh c.vsh a.vsh").silent(), b"");
        for (name, expected) in before {
            assert_eq!(folder.read(name), expected.as_bytes(), "{name}");
        }
    }
    assert_eq!(folder.list(), ["a.vsh", "c.vsh", "sub"]);
}

#[test]
fn sources_with_mistakes_are_formatted() {
    let folder = Folder::with([("a.vsh", BAD.replace('\t', " "))]);
    folder.picafmt("a.vsh").silent();
    assert_eq!(folder.read("a.vsh"), BAD.as_bytes());
}

#[test]
fn files_that_do_not_change_are_not_written() {
    let folder = Folder::with([("a.vsh", TIDY)]);
    let modified = || fs::metadata(folder.path("a.vsh")).unwrap().modified().unwrap();
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    let file = fs::File::options().write(true).open(folder.path("a.vsh"));
    file.unwrap().set_modified(long_ago).unwrap();
    folder.picafmt("a.vsh").silent();
    assert_eq!(modified(), long_ago);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::with([("a.vsh", UGLY)]);
    for source in [UGLY, TIDY] {
        let mut command = folder.command(PICAFMT);
        command.args(["-", "a.vsh"]).write_stdin(source);
        assert_eq!(outcome(&mut command).silent(), TIDY.as_bytes());
    }
    assert_eq!(folder.read("a.vsh"), TIDY.as_bytes());
    let mut command = folder.command(PICAFMT);
    command.args(["-", "--check", "--error-format=short"]).write_stdin(UGLY);
    let said = outcome(&mut command).errors();
    assert_eq!(said, "<stdin>:4:1: error: `<stdin>` is not formatted [unformatted]\n");
}

#[test]
fn checks_name_unformatted_files_and_change_nothing() {
    let marked = "\u{FEFF}; a \n# 7 \"b\"\n\tnop\n";
    let folder = Folder::with([
        ("a.vsh", UGLY),
        ("end.vsh", ".nodvle\n\n"),
        ("cut.vsh", ".nodvle"),
        ("good.vsh", GOOD),
        ("marked.vsh", marked),
    ]);
    let names = "a.vsh end.vsh cut.vsh good.vsh marked.vsh";
    insta::assert_snapshot!("checked", folder.picafmt(&format!("{names} --check")).errors());
    let short = folder.picafmt(&format!("{names} --check --error-format=short"));
    insta::assert_snapshot!("checked_short", short.errors());
    assert_eq!(folder.read("a.vsh"), UGLY.as_bytes());
    assert_eq!(folder.read("marked.vsh"), marked.as_bytes());
    assert_eq!(folder.picafmt("good.vsh --check").silent(), b"");
    folder.picafmt(names).silent();
    assert_eq!(folder.picafmt(&format!("{names} --check")).silent(), b"");
}

#[test]
fn an_error_with_one_file_stops_all() {
    let folder = Folder::with([
        ("a.vsh", UGLY.as_bytes()),
        ("bytes.vsh", b"nop\nmov \xFF"),
        ("zero.vsh", b"# 9 \"b\"\n\0"),
        ("sub/x", b""),
    ]);
    folder.write("object.vsh", [b"DVOJ\0".as_slice(), &[0; 64]].concat());
    let names = "a.vsh bytes.vsh zero.vsh object.vsh missing.vsh sub";
    if cfg!(target_os = "linux") {
        insta::assert_snapshot!("refused", folder.picafmt(names).errors());
    }
    for arguments in ["a.vsh bytes.vsh", "a.vsh missing.vsh", "object.vsh a.vsh"] {
        folder.picafmt(arguments).errors();
    }
    assert_eq!(folder.read("a.vsh"), UGLY.as_bytes());
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with([("a.vsh", UGLY), ("only.vsh", UGLY)]);
    let mode = |name, mode| {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("a.vsh", 0o640);
    std::os::unix::fs::symlink("a.vsh", folder.path("link.vsh")).unwrap();
    folder.picafmt("link.vsh").silent();
    let link = fs::symlink_metadata(folder.path("link.vsh")).unwrap();
    assert!(link.is_symlink());
    let metadata = fs::metadata(folder.path("a.vsh")).unwrap();
    assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
    assert_eq!(folder.read("a.vsh"), TIDY.as_bytes());
    // A read-only file is an error only if it would change.
    mode("a.vsh", 0o444);
    mode("only.vsh", 0o444);
    folder.picafmt("a.vsh").silent();
    let said = folder.picafmt("only.vsh").errors();
    assert!(
        said.contains("cannot write `only.vsh`: the file is read-only"),
        "{said}"
    );
    assert_eq!(folder.read("only.vsh"), UGLY.as_bytes());
}
