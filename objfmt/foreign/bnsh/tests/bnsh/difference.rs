//! Differences between files.

use pica200_bnsh::Bnsh;
use pica200_bnsh::difference::differences;

use crate::{golden, one, put, read_golden};

/// Returns the differences between two files, one string each.
fn texts(a: &[u8], b: &[u8]) -> Vec<String> {
    let found = differences(&Bnsh::read(a).unwrap(), &Bnsh::read(b).unwrap());
    found.iter().map(ToString::to_string).collect()
}

/// Returns the differences between `one.bnsh` and a patched copy.
fn after(at: usize, bytes: &[u8]) -> Vec<String> {
    let old = read_golden("one");
    let mut new = old.clone();
    put(&mut new, at, bytes);
    texts(&old, &new)
}

#[test]
fn a_file_equals_itself_and_no_other() {
    let files = golden();
    for (number, (name_a, a)) in files.iter().enumerate() {
        assert_eq!(texts(a, a), [""; 0], "{name_a}");
        for (name_b, b) in files.iter().skip(number + 1) {
            let [forth, back] = [texts(a, b), texts(b, a)];
            assert!(!forth.is_empty() && !back.is_empty(), "{name_a} {name_b}");
        }
    }
}

#[test]
fn layout_does_not_count() {
    // The alignment, the reserved bytes, and the size of the memory pool.
    for (at, bytes) in [(0x0E, &[4][..]), (0x20, b"reserved")] {
        assert_eq!(after(at, bytes), [""; 0], "{at:X}h");
    }
}

#[test]
fn fields_of_the_header_and_the_container_are_compared() {
    assert_eq!(
        after(0x08, &[12]),
        ["version: 2.1.11 in the first, 2.1.12 in the second"]
    );
    assert_eq!(
        after(one::CONTAINER + 0x10, &[3]),
        ["shader container, interface: 4 version 8 in the first, 3 version 8 in the second"]
    );
}

#[test]
fn programs_and_code_are_compared() {
    let program = "variation 0, binary program";
    assert_eq!(
        after(one::PROGRAM, &[9]),
        [format!("{program}, flags: 0x0 in the first, 0x9 in the second")]
    );
    let old = read_golden("one");
    let file = Bnsh::read(&old).unwrap();
    let parts = file.parts();
    let code = parts.iter().find(|part| part.range.len() > 16).unwrap();
    let at = code.range.start + 16;
    let found = after(at, &[!old[at]]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].ends_with("the first difference is at byte 10h"), "{found:#?}");
    // A program without its pixel code.
    assert_eq!(
        after(one::PROGRAM + 0x28, &[0; 8]),
        [format!(
            "{program}, pixel code: machine code in the first, nothing in the second"
        )]
    );
    // A variation without a program.
    assert_eq!(
        after(one::VARIATION + 0x10, &[0; 8]),
        [format!(
            "{program}: a program with vertex, pixel code in the first, nothing in the second"
        )]
    );
}

#[test]
fn names_and_slots_are_compared() {
    let old = read_golden("one");
    let file = Bnsh::read(&old).unwrap();
    let program = file.variations[0].programs[2].as_ref().unwrap();
    let stage = &program.reflection.as_ref().unwrap().stages[0];
    let (name, slot) = stage.resources[0].entries(&file.dictionaries).next().unwrap();
    let at = usize::try_from(stage.slots).unwrap();
    let (kind, slot) = (stage.resources[0].kind, slot.unwrap());
    assert_eq!(
        after(at, &[7, 1]),
        [format!(
            "variation 0, binary program, vertex reflection, {kind}, `{name}`: slot {slot} in the first, slot 263 in \
             the second"
        )]
    );
    let found = after(at, &[0xFF; 4]);
    assert!(found[0].ends_with("not bound in the second"), "{found:#?}");
    // A different name of the same length.
    let string = old.windows(name.len()).position(|bytes| name == bytes).unwrap();
    let found = after(string, b"~");
    let has = |text: String| assert!(found.contains(&text), "{text} {found:#?}");
    let place = format!("variation 0, binary program, vertex reflection, {kind}");
    has(format!(
        "{place}, `{name}`: slot {slot} in the first, nothing in the second"
    ));
    has(format!(
        "{place}, `~v_pos`: nothing in the first, slot {slot} in the second"
    ));
}
