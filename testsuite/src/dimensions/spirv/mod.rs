//! Scaling dimensions of SPIR-V.

mod flow;

use pica200_compile::Language;

use super::{Dimension, Input, within};

/// A module builder.
struct Module {
    words: Vec<u32>,
    /// The next free ID.
    bound: u32,
    /// The maximum number of words.
    most: usize,
}

/// IDs of the types and constants that each module has.
const VOID: u32 = 1;
const FUNCTION: u32 = 2;
const FLOAT: u32 = 3;
const VECTOR: u32 = 4;
const OUT_POINTER: u32 = 5;
const POSITION: u32 = 6;
const MAIN: u32 = 7;
const ONE: u32 = 8;
const ONES: u32 = 9;
const UINT: u32 = 10;
const TWO: u32 = 11;

impl Module {
    /// Creates a module with the entry point `main`.
    fn new(bytes: usize) -> Self {
        let mut module = Self {
            words: vec![0x0723_0203, 0x0001_0000, 0, 0, 0],
            bound: 20,
            most: bytes / 4,
        };
        module.add(17, &[1]);
        module.add(14, &[0, 1]);
        // `OpEntryPoint Vertex %MAIN "main" %POSITION`
        module.add(15, &[0, MAIN, 0x6e69_616d, 0, POSITION]);
        module.add(71, &[POSITION, 11, 0]);
        module
    }

    fn add(&mut self, opcode: u32, operands: &[u32]) {
        let count = u32::try_from(operands.len() + 1).unwrap_or(u32::MAX);
        self.words.push((count & 0xffff) << 16 | opcode);
        self.words.extend_from_slice(operands);
    }

    fn id(&mut self) -> u32 {
        self.bound += 1;
        self.bound - 1
    }

    fn is_full(&self) -> bool {
        self.words.len() >= self.most
    }

    fn types(&mut self) {
        self.add(19, &[VOID]);
        self.add(33, &[FUNCTION, VOID]);
        self.add(22, &[FLOAT, 32]);
        self.add(21, &[UINT, 32, 0]);
        self.add(23, &[VECTOR, FLOAT, 4]);
        self.add(32, &[OUT_POINTER, 3, VECTOR]);
        self.add(59, &[OUT_POINTER, POSITION, 3]);
        self.add(43, &[FLOAT, ONE, 0x3f80_0000]);
        self.add(43, &[UINT, TWO, 2]);
        self.add(44, &[VECTOR, ONES, ONE, ONE, ONE, ONE]);
    }

    /// Writes `main`, with further instructions that compute the position.
    fn main(&mut self, body: impl FnOnce(&mut Self) -> u32) {
        self.add(54, &[VOID, MAIN, 0, FUNCTION]);
        let label = self.id();
        self.add(248, &[label]);
        let position = body(self);
        self.add(62, &[POSITION, position]);
        self.add(253, &[]);
        self.add(56, &[]);
    }

    fn bytes(mut self) -> Vec<u8> {
        self.words[3] = self.bound;
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// Creates a module with instructions before and after the types.
fn with(bytes: usize, before: impl Fn(&mut Module), behind: impl Fn(&mut Module)) -> Vec<u8> {
    let mut module = Module::new(bytes);
    before(&mut module);
    module.types();
    behind(&mut module);
    module.main(|_| ONES);
    module.bytes()
}

fn repeated(module: &mut Module, piece: impl Fn(&mut Module)) {
    while !module.is_full() {
        piece(module);
    }
}

/// Creates a module with instructions after the types.
fn many(bytes: usize, piece: impl Fn(&mut Module)) -> Vec<u8> {
    with(bytes, |_| (), |module| repeated(module, &piece))
}

/// Creates a module with instructions in `main`, each using the result of the previous one.
fn code(bytes: usize, piece: impl Fn(&mut Module, u32) -> u32) -> Vec<u8> {
    let mut module = Module::new(bytes);
    module.types();
    module.main(|module| {
        let mut last = ONES;
        while !module.is_full() {
            last = piece(module, last);
        }
        last
    });
    module.bytes()
}

const fn module(name: &'static str, make: fn(usize) -> Vec<u8>) -> Dimension {
    Dimension {
        module: Some(make),
        input: Input::Shader(Language::SpirV),
        ..within(name, "", "", "")
    }
}

fn names(bytes: usize) -> Vec<u8> {
    with(
        bytes,
        |module| repeated(module, |module| module.add(5, &[MAIN, 0x6161_6161, 0])),
        |_| (),
    )
}

fn lines(bytes: usize) -> Vec<u8> {
    code(bytes, |module, last| {
        module.add(8, &[VOID, 1, 1]);
        last
    })
}

fn decorations(bytes: usize) -> Vec<u8> {
    with(
        bytes,
        |module| repeated(module, |module| module.add(71, &[POSITION, 30, 7])),
        |_| (),
    )
}

fn capabilities(bytes: usize) -> Vec<u8> {
    with(bytes, |module| repeated(module, |module| module.add(17, &[1])), |_| ())
}

fn types(bytes: usize) -> Vec<u8> {
    many(bytes, |module| {
        let id = module.id();
        module.add(30, &[id, FLOAT]);
    })
}

fn arrays_that_double(bytes: usize) -> Vec<u8> {
    types_that_double(bytes, |module, id, last| module.add(28, &[id, last, TWO]))
}

fn structs_that_double(bytes: usize) -> Vec<u8> {
    types_that_double(bytes, |module, id, last| module.add(30, &[id, last, last]))
}

/// Creates types that contain the previous one twice, and a variable of the last one.
fn types_that_double(bytes: usize, add: impl Fn(&mut Module, u32, u32)) -> Vec<u8> {
    with(
        bytes,
        |_| (),
        |module| {
            let mut last = FLOAT;
            repeated_with(module, &mut last, |module, last| {
                let id = module.id();
                add(module, id, last);
                id
            });
            let (pointer, variable) = (module.id(), module.id());
            module.add(32, &[pointer, 6, last]);
            module.add(59, &[pointer, variable, 6]);
        },
    )
}

fn repeated_with(module: &mut Module, last: &mut u32, piece: impl Fn(&mut Module, u32) -> u32) {
    while !module.is_full() {
        *last = piece(module, *last);
    }
}

fn constants(bytes: usize) -> Vec<u8> {
    many(bytes, |module| {
        let id = module.id();
        module.add(43, &[FLOAT, id, id]);
    })
}

fn constants_that_double(bytes: usize) -> Vec<u8> {
    with(
        bytes,
        |_| (),
        |module| {
            let (mut ty, mut value) = (VECTOR, ONES);
            while !module.is_full() {
                let (next, constant) = (module.id(), module.id());
                module.add(28, &[next, ty, TWO]);
                module.add(44, &[next, constant, value, value]);
                (ty, value) = (next, constant);
            }
        },
    )
}

fn members(bytes: usize) -> Vec<u8> {
    with(
        bytes,
        |_| (),
        |module| {
            let id = module.id();
            let count = (module.most.saturating_sub(module.words.len())).min(65_000);
            let mut operands = vec![FLOAT; count];
            operands[0] = id;
            module.add(30, &operands);
            repeated(module, |module| module.add(0, &[]));
        },
    )
}

fn variables(bytes: usize) -> Vec<u8> {
    many(bytes, |module| {
        let id = module.id();
        module.add(59, &[OUT_POINTER, id, 3]);
    })
}

fn functions(bytes: usize) -> Vec<u8> {
    many(bytes, |module| {
        let (id, label) = (module.id(), module.id());
        module.add(54, &[VOID, id, 0, FUNCTION]);
        module.add(248, &[label]);
        module.add(253, &[]);
        module.add(56, &[]);
    })
}

fn calls(bytes: usize) -> Vec<u8> {
    code(bytes, |module, last| {
        let id = module.id();
        module.add(57, &[VOID, id, MAIN]);
        last
    })
}

fn sums(bytes: usize) -> Vec<u8> {
    code(bytes, |module, last| {
        let id = module.id();
        module.add(129, &[VECTOR, id, last, ONES]);
        id
    })
}

fn squares(bytes: usize) -> Vec<u8> {
    code(bytes, |module, last| {
        let id = module.id();
        module.add(133, &[VECTOR, id, last, last]);
        id
    })
}

fn shuffles(bytes: usize) -> Vec<u8> {
    code(bytes, |module, last| {
        let id = module.id();
        module.add(79, &[VECTOR, id, last, last, 3, 2, 1, 0]);
        id
    })
}

fn insertions(bytes: usize) -> Vec<u8> {
    code(bytes, |module, last| {
        let id = module.id();
        module.add(82, &[VECTOR, id, ONE, last, 0]);
        id
    })
}

/// Uses a large constant for which naga has no literals.
fn infinite_constants(bytes: usize) -> Vec<u8> {
    let mut module = Module::new(bytes);
    module.types();
    let infinity = module.id();
    module.add(43, &[FLOAT, infinity, 0x7f80_0000]);
    let (mut ty, mut value) = (FLOAT, infinity);
    for _ in 0..11 {
        let (next, constant) = (module.id(), module.id());
        module.add(28, &[next, ty, TWO]);
        module.add(44, &[next, constant, value, value]);
        (ty, value) = (next, constant);
    }
    let pointer = module.id();
    module.add(32, &[pointer, 7, ty]);
    module.main(|module| {
        let variable = module.id();
        module.add(59, &[pointer, variable, 7]);
        repeated(module, |module| module.add(62, &[variable, value]));
        ONES
    });
    module.bytes()
}

fn unknown_instructions(bytes: usize) -> Vec<u8> {
    many(bytes, |module| module.add(9_999, &[1]))
}

fn instructions_of_nothing(bytes: usize) -> Vec<u8> {
    many(bytes, |module| module.add(0, &[]))
}

fn large_ids(bytes: usize) -> Vec<u8> {
    many(bytes, |module| {
        let id = module.id() | 0xf000_0000;
        module.add(30, &[id, FLOAT]);
    })
}

fn large_array(bytes: usize) -> Vec<u8> {
    with(
        bytes,
        |_| (),
        |module| {
            let (length, array) = (module.id(), module.id());
            module.add(43, &[UINT, length, u32::MAX]);
            module.add(28, &[array, VECTOR, length]);
            repeated(module, |module| {
                let (pointer, variable) = (module.id(), module.id());
                module.add(32, &[pointer, 6, array]);
                module.add(59, &[pointer, variable, 6]);
            });
        },
    )
}

fn null_of_a_large_array(bytes: usize) -> Vec<u8> {
    with(
        bytes,
        |_| (),
        |module| {
            let (length, array) = (module.id(), module.id());
            module.add(43, &[UINT, length, 100_000_000]);
            module.add(28, &[array, VECTOR, length]);
            repeated(module, |module| {
                let id = module.id();
                module.add(46, &[array, id]);
            });
        },
    )
}

pub(super) const DIMENSIONS: &[Dimension] = &[
    module("spirv: names", names),
    module("spirv: numbers of lines", lines),
    module("spirv: decorations", decorations),
    module("spirv: capabilities", capabilities),
    module("spirv: types", types),
    module("spirv: arrays that double", arrays_that_double),
    module("spirv: structs that double", structs_that_double),
    module("spirv: constants", constants),
    module("spirv: constants that double", constants_that_double),
    module("spirv: members of a struct", members),
    module("spirv: variables", variables),
    module("spirv: functions", functions),
    module("spirv: calls of itself", calls),
    module("spirv: sums", sums),
    module("spirv: squares", squares),
    module("spirv: shuffles", shuffles),
    module("spirv: insertions", insertions),
    module("spirv: blocks", flow::blocks),
    module("spirv: branches within branches", flow::branches_within_branches),
    module("spirv: loops within loops", flow::loops_within_loops),
    module("spirv: branches to and fro", flow::branches_to_and_fro),
    module("spirv: values of many blocks", flow::values_of_many_blocks),
    module("spirv: infinite constants", infinite_constants),
    module("spirv: calls that double", flow::calls_that_double),
    module("spirv: unknown instructions", unknown_instructions),
    module("spirv: instructions of nothing", instructions_of_nothing),
    module("spirv: large ids", large_ids),
    module("spirv: a large array", large_array),
    module("spirv: constants of a large array", null_of_a_large_array),
];
