//! `picaar` modifies archives, and rejects what would damage them.

use pica200_objfmt::formats::archive::Archive;

use super::{archive, folder, folder_with_archive, library, text};
use crate::support::{Folder, LIBRARY, PICAAR, outcome};

#[test]
fn an_archive_depends_on_its_members_alone() {
    let folder = folder_with_archive();
    folder.write("sub/empty", "");
    for (letters, members) in [
        ("rcs", "other.dvoj helper.dvoj deep.dvoj"),
        ("-crs", "./other.dvoj helper.dvoj sub/../deep.dvoj"),
        ("cru", "other.dvoj helper.dvoj deep.dvoj"),
        ("qD", "other.dvoj helper.dvoj deep.dvoj"),
    ] {
        folder.picaar(&format!("{letters} again.a {members}")).silent();
        assert_eq!(folder.read("again.a"), folder.read("libx.a"), "{letters}");
        std::fs::remove_file(folder.path("again.a")).unwrap();
    }
    // The existing members are unchanged.
    folder.picaar("r again.a other.dvoj").silent();
    folder.picaar("r again.a helper.dvoj").silent();
    folder.picaar("r again.a helper.dvoj deep.dvoj other.dvoj").silent();
    assert_eq!(folder.read("again.a"), folder.read("libx.a"));
    folder.picaar("s again.a").silent();
    assert_eq!(folder.read("again.a"), folder.read("libx.a"));
}

#[test]
fn members_are_replaced_added_deleted_and_extracted() {
    let folder = folder_with_archive();
    folder.write("new/deep.vsh", library("deeper"));
    folder.picasm("new/deep.vsh").silent();
    let said = text(folder.picaar("rv libx.a new/deep.dvoj main.dvoj"));
    assert_eq!(said, "r - deep.dvoj\na - main.dvoj\n");
    assert_eq!(
        text(folder.picaar("t --symbols libx.a deep.dvoj main.dvoj")),
        "deeper in deep.dvoj\nmain in main.dvoj\n"
    );
    assert_eq!(
        text(folder.picaar("dv libx.a other.dvoj main.dvoj")),
        "d - other.dvoj\nd - main.dvoj\n"
    );
    assert_eq!(text(folder.picaar("t libx.a")), "helper.dvoj\ndeep.dvoj\n");
    assert_eq!(text(folder.picaar("qv libx.a other.dvoj")), "a - other.dvoj\n");
    std::fs::remove_file(folder.path("other.dvoj")).unwrap();
    assert_eq!(
        text(folder.picaar("xv libx.a deep.dvoj other.dvoj")),
        "x - deep.dvoj\nx - other.dvoj\n"
    );
    assert_eq!(folder.read("deep.dvoj"), folder.read("new/deep.dvoj"));
    folder.picaar("x libx.a").silent();
    folder.picaar("rc empty.a").silent();
    assert_eq!(text(folder.picaar("t empty.a")), "");
}

#[test]
fn several_members_may_have_one_name() {
    let folder = folder();
    folder.write("sub/deep.vsh", library("deeper"));
    folder.picasm("sub/deep.vsh").silent();
    insta::assert_snapshot!(
        "one_name_twice",
        folder.picaar("rc x.a deep.dvoj sub/deep.dvoj").errors()
    );
    assert!(!folder.path("x.a").exists());
    folder.picaar("qc x.a deep.dvoj sub/deep.dvoj").silent();
    assert_eq!(
        text(folder.picaar("t x.a --symbols")),
        "deep in deep.dvoj\ndeeper in deep.dvoj\n"
    );
    let said = folder.picaar("x x.a").errors();
    assert!(
        said.contains("error[output-twice]: two outputs would be written to `deep.dvoj`"),
        "{said}"
    );
    // The first of them is deleted.
    folder.picaar("d x.a deep.dvoj").silent();
    assert_eq!(text(folder.picaar("t x.a --symbols")), "deeper in deep.dvoj\n");
}

#[test]
fn what_is_no_object_is_refused_unless_it_is_wanted() {
    let folder = folder_with_archive();
    folder.picald("main.vsh libx.a -o x.shbin").silent();
    let mut other = folder.read("deep.dvoj");
    other[4] ^= 1;
    folder.write("version.dvoj", other);
    let before = folder.read("libx.a");
    let files = "main.vsh x.shbin y.a version.dvoj missing.dvoj";
    folder.write("y.a", &before);
    let said = folder.picaar(&format!("r libx.a {files}")).errors();
    if cfg!(target_os = "linux") {
        insta::assert_snapshot!("no_objects", said);
    }
    let said = folder.picaar("r libx.a version.dvoj").errors();
    assert!(
        said.contains("error[unreadable-object]: `libx.a(version.dvoj)` cannot be read"),
        "{said}"
    );
    assert_eq!(folder.read("libx.a"), before);
    folder
        .picaar("r libx.a main.vsh x.shbin version.dvoj --any-file")
        .silent();
    assert_eq!(text(folder.picaar("t libx.a main.vsh x.shbin")), "main.vsh\nx.shbin\n");
    assert_eq!(text(folder.picaar("t libx.a --symbols")).lines().count(), 3);
    // The archive is unchanged, and the index must be requested explicitly.
    assert!(folder.picaar("s libx.a").errors().contains("unreadable-object"));
    folder.picaar("s libx.a --any-file").silent();
    folder.picaar("d libx.a version.dvoj").silent();
    folder.picald("main.vsh libx.a -o again.shbin").silent();
    assert_eq!(folder.read("again.shbin"), folder.read("x.shbin"));
}

#[test]
fn what_other_tools_say_of_their_members_stays_in_the_index() {
    let folder = folder();
    folder.write(
        "x.a",
        archive(&[("code.o", b"\x7FELF", &["start"]), ("data.o", b"\x7FELF!", &[])]),
    );
    folder.picaar("r x.a deep.dvoj").silent();
    assert_eq!(
        text(folder.picaar("t x.a --symbols")),
        "start in code.o\ndeep in deep.dvoj\n"
    );
    folder.picaar("s x.a").silent();
    folder.picaar("d x.a data.o").silent();
    assert_eq!(
        text(folder.picaar("t x.a --symbols")),
        "start in code.o\ndeep in deep.dvoj\n"
    );
}

#[test]
fn an_archive_without_an_index_has_none_to_list() {
    let folder = folder_with_archive();
    let file = folder.read("libx.a");
    let archive = Archive::read(&file).unwrap();
    // The index precedes the first member.
    let first = archive.members()[0].offset;
    folder.write("bare.a", [b"!<arch>\n", &file[first..]].concat());
    let said = folder.picaar("t --symbols bare.a").errors();
    assert!(
        said.contains("error[no-symbol-index]: `bare.a` has no symbol index"),
        "{said}"
    );
    assert!(said.contains("help: create one with `picaar s bare.a`"), "{said}");
    folder.picald("main.vsh bare.a -o found").silent();
    folder.picald("main.vsh libx.a -o expected").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    folder.picaar("s bare.a").silent();
    assert_eq!(folder.read("bare.a"), file);
}

#[test]
fn members_that_are_asked_for_and_not_there_are_errors() {
    let folder = folder_with_archive();
    let before = folder.read("libx.a");
    for verb in ["t", "x", "d"] {
        let said = folder
            .picaar(&format!("{verb} libx.a helper.dvoj hepler.dvoj nothing"))
            .errors();
        let expected = "error[no-such-member]: `libx.a` has no member `hepler.dvoj`\n  = help: did you mean \
                        `helper.dvoj`?\n\nerror[no-such-member]: `libx.a` has no member `nothing`\n\n";
        assert_eq!(said, expected);
    }
    assert_eq!(folder.read("libx.a"), before);
}

#[test]
fn names_of_members_lead_nowhere_else() {
    let folder = Folder::empty();
    for name in ["../up", "/tmp/absolute", "a/b", ".", "..", "trailing/", "nul\u{1}/.."] {
        folder.write("sub/x.a", archive(&[("good", b"1", &[]), (name, b"2", &[])]));
        let mut command = folder.command(PICAAR);
        command.current_dir(folder.path("sub")).args(["x", "x.a"]);
        let said = outcome(&mut command).errors();
        assert!(said.contains("error[unsafe-member-name]"), "{said}");
        assert_eq!(folder.list(), ["sub"]);
        assert_eq!(std::fs::read_dir(folder.path("sub")).unwrap().count(), 1, "{name}");
    }
    let said = folder.picaar("x sub/x.a good");
    assert_eq!((said.status, folder.read("good")), (0, b"1".to_vec()));
}

#[cfg(unix)]
#[test]
fn a_name_that_no_member_can_have_is_an_error() {
    let folder = folder();
    folder.write("a\nb.dvoj", folder.read("deep.dvoj"));
    let said = folder.run(PICAAR, ["rc", "x.a", "a\nb.dvoj"]).errors();
    let expected =
        "error[unwritable-archive]: cannot write `x.a`: the name `a\\nb.dvoj` is empty, or contains a line ending";
    assert!(said.starts_with(expected), "{said}");
    assert!(!folder.path("x.a").exists());
}

#[test]
fn an_archive_is_not_put_into_itself_or_over_its_members() {
    let folder = folder_with_archive();
    let before = folder.read("libx.a");
    for line in ["r libx.a libx.a --any-file", "q libx.a ./libx.a --any-file"] {
        let said = folder.picaar(line).errors();
        assert!(said.contains("error[output-is-input]"), "{said}");
    }
    folder.write("x.a", archive(&[("x.a", b"1", &[])]));
    assert!(folder.picaar("x x.a").errors().contains("error[output-is-input]"));
    assert_eq!(folder.read("libx.a"), before);
}

#[test]
fn procedures_that_no_link_finds_are_warned_of() {
    let folder = folder();
    folder.write("again.vsh", LIBRARY);
    folder.picasm("again.vsh").silent();
    let outcome = folder.picaar("rc x.a helper.dvoj again.dvoj deep.dvoj");
    assert_eq!(outcome.status, 0);
    assert_eq!(
        outcome.stderr,
        "warning[hidden-definition]: `x.a`: `helper.dvoj` and `again.dvoj` both define procedure `helper`; \
         links use the first\n\n"
    );
    folder.picald("main.vsh x.a -o found").silent();
    folder.picald("main.vsh helper.vsh deep.vsh -o expected").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
}
