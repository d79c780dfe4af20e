//! Benchmark of linking all variations of a shader, without disk access.

#![expect(clippy::expect_used, reason = "a benchmark whose inputs are wrong fails")]

use std::fmt::Write;
use std::io;

use divan::Bencher;
use pica200::build::MemoryFiles;
use pica200::job::{Job, JobInput};
use pica200::session::Session;

fn main() {
    divan::main();
}

/// Returns a shader of 87 lines that requires twelve numbers, of which only the first two matter.
fn source() -> String {
    let mut text = String::from(
        ".in inpos\n.fvec projection[4]\n.fvec tint\n.out position position\n.out color color\n.constf one(0, 1, 2, 3)\n.proc main\nmov r0, inpos\n",
    );
    for number in 0..12 {
        let condition = match number {
            0 | 1 => format!("N{number}"),
            _ => format!("N{number} > 1"),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            ".if {condition}\nmul r0, tint, r0\nadd r0, one.yyyy, r0\n.else\nadd r0, one.zzzz, r0\n.endif"
        );
    }
    text.push_str("dp4 position.x, projection[0], r0\ndp4 position.y, projection[1], r0\ndp4 position.z, projection[2], r0\ndp4 position.w, projection[3], r0\nmov color, tint\nend\n.end\n");
    text
}

/// 4,096 combinations, of which four are distinct.
#[divan::bench]
fn many_combinations_few_results(bencher: Bencher<'_, '_>) {
    let mut file = String::from("sources = \"shader.vsh\"\nallow = \"warnings\"\n[numbers]\n");
    for number in 0..12 {
        let _ = writeln!(file, "N{number} = [0, 1]");
    }
    let files = MemoryFiles::new()
        .with("shader.vsh", source())
        .with("shader.variants.toml", file);
    let job = Job {
        inputs: vec![JobInput::File("shader.variants.toml".into())],
        ..Job::default()
    };
    bencher.bench(|| {
        let mut session = Session::new(&files);
        let inputs = job.read(&mut session, &mut io::empty());
        let linked = job.link(&inputs, &mut session);
        let linked = linked.expect("the shader has no mistakes");
        assert_eq!(linked.output.shbin.shaders.len(), 4);
        linked.bytes
    });
}
