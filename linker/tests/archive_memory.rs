//! Peak memory of linking with an archive of which few members are needed.

mod support;

use peak_alloc::PeakAlloc;
use pica200_link::{Input, Item, Library, LinkOptions, select};
use pica200_objfmt::formats::archive::{Archive, NewMember, write};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Returns an archive of many objects with a procedure each. Four of five procedures call the next one.
fn archive(members: usize) -> Vec<u8> {
    let object = |number: usize| {
        let mut source = Source::new(&format!("member{number}"));
        source.library();
        source.procedure(&format!("procedure{number}"), |s| {
            for register in 0..16 {
                s.mov(register, Src::V(0));
            }
            if number % 5 < 4 {
                s.call(&format!("procedure{}", number + 1));
            }
            s.op(Opcode::Nop);
        });
        source.object().write().expect("it can be written")
    };
    let objects: Vec<_> = (0..members).map(|n| (format!("member{n}.dvoj"), object(n))).collect();
    let new: Vec<_> = objects
        .iter()
        .map(|(name, bytes)| NewMember::from_object(name.as_bytes(), bytes).expect("an object"))
        .collect();
    write(&new).expect("it can be written")
}

/// Returns the peak memory, in bytes, of reading an archive and linking a shader with it.
fn peak(file: &[u8], shader: &Object) -> usize {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let library = Library {
        name: "lib.a".to_owned(),
        archive: Archive::read(file).expect("an archive"),
    };
    let name = "main.dvoj".to_owned();
    let object = shader.clone();
    let selection = select(vec![Item::Object(Input { name, object }), Item::Library(library)]);
    assert_eq!(selection.inputs.len(), 1 + 5);
    let linked = selection.link(&LinkOptions::default());
    let output = linked.expect("output").output.shbin.write();
    let peak = ALLOCATOR.peak_usage();
    assert!(output.is_ok());
    peak - before
}

#[test]
fn members_that_are_not_needed_cost_a_fraction_of_their_size() {
    let mut shader = Source::new("main");
    shader.out(0, 0);
    shader.procedure("main", |s| {
        s.call("procedure100");
        s.op(Opcode::End);
    });
    let shader = shader.object();
    let (few, many) = (archive(500), archive(10_000));
    let (small, large) = (peak(&few, &shader), peak(&many, &shader));
    // A member's header and symbol, and a name in a table, whose capacity may just have doubled.
    let per_member = (large - small) / (10_000 - 500);
    assert!(per_member <= 240, "{per_member} bytes for each member");
    assert!(large < many.len() / 3, "{large} bytes for an archive of {}", many.len());
}
