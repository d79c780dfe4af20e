//! Benchmark of linking a shader with archives of many objects, five of which it needs: the whole job of `picald`
//! except disk access.
//!
//! `cargo bench -p pica200-testsuite --bench archives`; the time should be proportional to the number of objects.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use divan::Bencher;
use pica200_asm::Files;
use pica200_cli::{Status, Streams};
use pica200_objfmt::formats::archive::{NewMember, write};

fn main() {
    divan::main();
}

/// The total numbers of objects in the archives.
const OBJECTS: [usize; 3] = [1_000, 10_000, 100_000];

/// In-memory files.
#[derive(Debug)]
struct InMemoryFiles(HashMap<PathBuf, Vec<u8>>);

impl Files for InMemoryFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let bytes = self.0.get(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(bytes.clone())
    }
}

/// Returns the object of a procedure that calls the next one, except for the second and the last of five, because the
/// hardware call stack has four entries.
fn object(number: usize) -> Vec<u8> {
    let call = match number % 5 {
        1 | 4 => String::new(),
        _ => format!("\tcall procedure{}\n", number + 1),
    };
    let source = format!(
        ".nodvle\n.fvec light{number}[2], color{number}\n.constf half{number}(0.5, 1, 0, 2)\n.proc procedure{number}\n\
         \tdp3 r0.x, light{number}[0].xyz, r1.xyz\n\tmax r0.x, half{number}.z, r0.x\n\
         \tmul r2.xyz, color{number}.xyz, r0.xxx\n\tmad r1.xyz, r2.xyz, half{number}.xxx, r1.xyz\n\
         {call}\tmov r3, r1\n\tnop\n.end\n"
    );
    let options = pica200_asm::AssemblyOptions::default();
    let assembly = pica200_asm::assemble("part.vsh", source.as_bytes(), &options);
    let object = assembly.object.expect("the source has no mistakes");
    object.write().expect("it can be written")
}

/// Returns a shader and ten archives, with or without a symbol index.
fn files(objects: usize, with_index: bool) -> InMemoryFiles {
    let call = objects / 2 / 5 * 5;
    let shader = format!(
        ".out position position\n.proc main\n\tmov position, v0\n\tcall procedure{call}\n\tcall procedure{second}\n\tend\n.end\n",
        second = call + 2
    );
    let mut files = HashMap::from([(PathBuf::from("shader.vsh"), shader.into_bytes())]);
    let numbers: Vec<_> = (0..objects).collect();
    for (archive, numbers) in numbers.chunks(objects / 10).enumerate() {
        let objects: Vec<_> = numbers
            .iter()
            .map(|&number| (format!("procedure{number}.dvoj"), object(number)))
            .collect();
        let member = |(name, bytes): &'_ (String, Vec<u8>)| {
            let member = NewMember::from_object(name.as_bytes(), bytes);
            member.expect("a member is an object").symbols
        };
        let members: Vec<_> = objects
            .iter()
            .map(|file| NewMember {
                name: file.0.as_bytes(),
                bytes: &file.1,
                symbols: if with_index { member(file) } else { Vec::new() },
            })
            .collect();
        let bytes = write(&members).expect("it can be written");
        files.insert(PathBuf::from(format!("./lib{archive}.a")), bytes);
    }
    InMemoryFiles(files)
}

fn picald(files: &InMemoryFiles) -> Vec<u8> {
    let mut output = Vec::new();
    let mut said = Vec::new();
    let line = "picald shader.vsh -L . -l0 -l1 -l2 -l3 -l4 -l5 -l6 -l7 -l8 -l9 -o - -A warnings";
    let mut streams = Streams {
        stdin: &mut io::empty(),
        stdout: &mut output,
        stderr: &mut said,
        files,
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        lints: None,
        error_format: None,
        command: Vec::new(),
    };
    let arguments = line.split(' ').map(Into::into).collect();
    let status = pica200_cli::picald::main(arguments, &mut streams);
    assert_eq!(status, Status::Success, "{}", String::from_utf8_lossy(&said));
    output
}

#[divan::bench(args = OBJECTS)]
fn linking_with_an_index(bencher: Bencher<'_, '_>, objects: usize) {
    let files = files(objects, true);
    bencher.bench(|| picald(divan::black_box(&files)));
}

#[divan::bench(args = OBJECTS)]
fn linking_without_an_index(bencher: Bencher<'_, '_>, objects: usize) {
    let files = files(objects, false);
    bencher.bench(|| picald(divan::black_box(&files)));
}
