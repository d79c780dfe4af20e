//! Disassembling and comparing files, and finding embedded files.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use pica200_objfmt::formats::shbin::Shbin;
use support::Folder;

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Returns the command in the first comment of a disassembly, without the program's name.
fn command_of(source: &str, output: &str) -> String {
    let comment = source.lines().nth(1).unwrap();
    let command = comment.split('`').nth(1).unwrap();
    let arguments = command.strip_prefix("picald ").unwrap();
    arguments.replace("OUT", output)
}

#[test]
fn sources_link_to_the_same_bytes() {
    let folder = Folder::with_examples();
    for name in ["triangle", "particles", "compat"] {
        let arguments = format!("-d {name}.shbin -o {name}/");
        assert!(folder.picadump(&arguments).silent().is_empty());
        let files = std::fs::read_dir(folder.path(name)).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        let command = command_of(&text(folder.read(&files[0])), "../again.shbin");
        support::outcome(
            folder
                .command(support::PICALD)
                .current_dir(folder.path(name))
                .args(command.split(' ')),
        )
        .silent();
        assert!(folder.read("again.shbin") == folder.read(format!("{name}.shbin")));
    }
}

/// A source that lacks a padding NOP, and the options with which it links all the same.
const UNPADDED: (&str, &str) = (
    ".out o position\n.bool f\n.proc main\n\tmov o, v0\n\tifu f\n\t\tcall leaf\n\t.end\n\tend\n.end\n\
     .proc leaf\n\tmov r0, v0\n.end\n",
    "-n -A warnings -A lost-branch",
);

/// The sources state what they need: no padding, and the faults that picald would reject.
#[test]
fn sources_link_to_the_same_meaning_without_options() {
    let folder = Folder::with([("bad.vsh", UNPADDED.0)]);
    for (name, more) in [("plain", ""), ("lines", "-g")] {
        let options = UNPADDED.1;
        folder
            .picald(&format!("{options} {more} bad.vsh -o {name}.shbin"))
            .silent();
        folder.picadump(&format!("-d {name}.shbin -o {name}.vsh")).silent();
        folder
            .picald(&format!("{name}.vsh -A warnings -o again.shbin"))
            .silent();
        folder.picadump(&format!("--diff {name}.shbin again.shbin")).silent();
    }
    insta::assert_snapshot!("needs_in_the_source", text(folder.read("plain.vsh")));
}

#[test]
fn sources_go_to_standard_output_or_a_file() {
    let folder = Folder::with_examples();
    let one = text(folder.picadump("-d triangle.shbin").silent());
    insta::assert_snapshot!("one_source", one);
    folder.picadump("-d triangle.shbin -o out.vsh").silent();
    assert_eq!(text(folder.read("out.vsh")), one);
    let two = text(folder.picadump("-d particles.shbin").silent());
    insta::assert_snapshot!("two_sources", two);
    assert_eq!(text(folder.picadump("-d particles.shbin -o -").silent()), two);
    insta::assert_snapshot!("object", text(folder.picadump("-d lit.dvoj").silent()));
}

#[test]
fn parts_that_cannot_be_disassembled_are_reported() {
    let folder = Folder::with_examples();
    let mut foreign = folder.read("lit.dvoj");
    foreign[4..6].copy_from_slice(&[2, 0x10]);
    folder.write("foreign.dvoj", foreign);
    // A file without code and shaders.
    let mut empty = b"DVLB\0\0\0\0DVLP".to_vec();
    empty.resize(0x30, 0);
    folder.write("empty.shbin", empty);
    let mut damaged = folder.read("triangle.shbin");
    damaged.truncate(0x80);
    folder.write("damaged.shbin", damaged);
    let said = [
        "-d foreign.dvoj",
        "-d empty.shbin",
        "-d particles.shbin -o one.vsh",
        "-d damaged.shbin -o one.vsh",
        "-d triangle.shbin -o triangle.shbin",
    ]
    .map(|arguments| folder.picadump(arguments).errors());
    insta::assert_snapshot!(said.concat());
    let rest = folder.picadump("-d damaged.shbin");
    assert_eq!(rest.status, 1);
    insta::assert_snapshot!("damaged", text(rest.stdout));
    assert!(!folder.path("one.vsh").exists());
    folder.picadump("-o one.vsh triangle.shbin").usage();
}

#[test]
fn sources_that_do_not_recreate_the_file_draw_a_warning() {
    let folder = Folder::with_examples();
    // No source can declare an output with property 4000h.
    let mut strange = folder.read("triangle.shbin");
    let output = strange.windows(8).rposition(|bytes| bytes == [0, 0, 0, 0, 15, 0, 0, 0]);
    strange[output.unwrap() + 1] = 0x40;
    folder.write("strange.shbin", strange);
    let outcome = folder.picadump("-d strange.shbin");
    assert_eq!(outcome.status, 0);
    insta::assert_snapshot!(format!("{}{}", text(outcome.stdout), outcome.stderr));
}

#[test]
fn objects_are_compared() {
    let folder = Folder::with_examples();
    assert!(folder.picadump("--diff lit.dvoj lit.dvoj").silent().is_empty());
    let changed = text(folder.read("lit.vsh"));
    let changed = changed.replace("call diffuse", "nop").replace("ambient", "glow");
    folder.write("changed.vsh", changed);
    folder.picasm("changed.vsh -o changed.dvoj").silent();
    let found = folder.picadump("--diff lit.dvoj changed.dvoj");
    assert_eq!((found.status, found.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(text(found.stdout));
}

#[test]
fn files_are_compared() {
    let folder = Folder::with_examples();
    // The layout differs, the meaning does not.
    assert!(
        folder
            .picadump("--diff particles.shbin compat.shbin")
            .silent()
            .is_empty()
    );
    let changed = text(folder.read("triangle.vsh")).replace("mov r0.w,", "mov r0.z,");
    folder.write("changed.vsh", changed);
    folder.picald("changed.vsh -o changed.shbin -A warnings").silent();
    let found = folder.picadump("--diff triangle.shbin changed.shbin");
    assert_eq!((found.status, found.stderr.as_str()), (1, ""));
    insta::assert_snapshot!("difference", text(found.stdout));
    let mut damaged = folder.read("triangle.shbin");
    damaged.truncate(0x80);
    folder.write("damaged.shbin", damaged);
    let said = ["lit.dvoj triangle.shbin", "triangle.shbin damaged.shbin"]
        .map(|files| folder.picadump(&format!("--diff {files}")).errors());
    insta::assert_snapshot!("not_compared", said.concat());
    folder.picadump("--diff triangle.shbin").usage();
}

#[test]
fn files_are_found_inside_other_files() {
    let folder = Folder::with_examples();
    let mut container = vec![0xAB; 0x123];
    for name in ["triangle.shbin", "lit.dvoj", "particles.shbin"] {
        container.extend(folder.read(name));
        container.extend([0xCD; 5]);
    }
    folder.write("game.bin", container);
    let list = text(folder.picadump("--scan game.bin").silent());
    insta::assert_snapshot!("finds", list);
    assert_eq!(text(folder.picadump("game.bin --extract found").silent()), list);
    let found = std::fs::read_dir(folder.path("found")).unwrap();
    let mut names: Vec<_> = found.map(|file| file.unwrap().file_name()).collect();
    names.sort();
    let originals = ["triangle.shbin", "lit.dvoj", "particles.shbin"];
    assert_eq!(names.len(), originals.len());
    for (name, original) in names.iter().zip(originals) {
        let path = std::path::Path::new("found").join(name);
        assert!(folder.read(path) == folder.read(original));
    }
    let refused = folder.picadump("game.bin --extract triangle.vsh");
    assert_eq!(refused.status, 1);
    assert!(refused.stderr.contains("cannot create the directory `triangle.vsh`"));
    // A file that contains no shader is not an error.
    folder.picadump("--scan triangle.vsh").silent();
}

#[test]
fn changes_of_other_bytes_are_listed() {
    let folder = Folder::with_examples();
    let mut shbin = Shbin::read(&folder.read("particles.shbin")).unwrap();
    let [first, second] = &mut shbin.shaders[..] else {
        unreachable!("two shaders");
    };
    // These can be stated.
    shbin.program.version = 0x0902;
    shbin.program.descriptors[0].flags = 0xF;
    first.version = 0x1003;
    second.outputs[0].reserved = 7;
    // These cannot.
    first.inputs_used ^= 0x100;
    second.outputs_used ^= 0x8000;
    second.labels[0].reserved = 5;
    folder.write("other.shbin", shbin.write().unwrap());
    let text = text(folder.picadump("-d other.shbin").silent());
    let head: Vec<_> = text.lines().take_while(|line| line.starts_with(';')).collect();
    insta::assert_snapshot!("changes", head.join("\n"));
    for stated in [".version 0x1003, 0x0902\n", ".descriptor 0, ", ", 0x0007\n"] {
        assert!(text.contains(stated), "{text}");
    }

    // The model is the same, and the layout is not.
    let mut gap = folder.read("triangle.shbin");
    gap.extend([0; 16]);
    folder.write("gap.shbin", gap);
    let text = self::text(folder.picadump("-d gap.shbin").silent());
    assert!(
        text.contains("; - the order of the tables, or bytes outside of them\n"),
        "{text}"
    );
}
