//! Constant buffer variables by name.

use std::sync::Arc;

use bstr::BStr;
use pica200_dxbc::program::RegisterKind;
use pica200_dxbc::resources::{self, BaseType, TypeClass};
use pica200_dxbc_machine::{Machine, Program, Register, VariableError};

use crate::common::{assemble, container, floats};
use crate::golden::file;

/// Two structs with three members, `float fog[3]`, `float2x2 small`, `float3x3 mid`, `bool on`, `int2 pair`, in `cb1`.
fn program() -> Program {
    Program::load(&file("vs-struct-cb")).unwrap()
}

fn row(machine: &Machine<'_>, number: u32) -> [u32; 4] {
    let register = Register {
        element: Some(number),
        ..Register::new(RegisterKind::CONSTANT_BUFFER, 1)
    };
    machine.register(register).unwrap()
}

#[test]
fn variables_of_a_file() {
    let program = program();
    let found: Vec<_> = program
        .variables()
        .iter()
        .map(|one| (one.name.as_str(), one.slot, one.offset, one.size(), one.members.len()))
        .collect();
    assert_eq!(
        found,
        [
            ("l", 1, 0, 64, 3),
            ("fog", 1, 64, 36, 0),
            ("small", 1, 112, 24, 0),
            ("mid", 1, 144, 44, 0),
            ("on", 1, 188, 4, 0),
            ("pair", 1, 192, 8, 0),
        ]
    );
}

/// Rows are mathematical rows; this matrix is stored by columns.
#[test]
fn matrices() {
    let program = program();
    let mut machine = Machine::new(&program);
    machine
        .set_variable("mid", &[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
        .unwrap();
    machine.set_variable("on", &[[1.0]]).unwrap();
    assert_eq!(row(&machine, 9), floats([1.0, 4.0, 7.0, 0.0]));
    assert_eq!(row(&machine, 10), floats([2.0, 5.0, 8.0, 0.0]));
    let [x, y, z, _] = floats([3.0, 6.0, 9.0, 0.0]);
    assert_eq!(row(&machine, 11), [x, y, z, 1]);
}

#[test]
fn arrays_and_members() {
    let program = program();
    let mut machine = Machine::new(&program);
    machine.set_variable("fog", &[[1.0], [2.0], [3.0]]).unwrap();
    machine.set_variable("fog[1]", &[[8.0], [9.0]]).unwrap();
    assert_eq!(
        [4, 5, 6].map(|number| row(&machine, number)[0]),
        [1.0, 8.0, 9.0].map(f32::to_bits)
    );
    machine.set_variable("l[1].dir", &[[1.0, 2.0, 3.0]]).unwrap();
    machine.set_variable("l[1].power", &[vec![4.0]]).unwrap();
    machine.set_variable("l.colour", &[[0.5; 4]]).unwrap();
    assert_eq!(row(&machine, 2), floats([1.0, 2.0, 3.0, 4.0]));
    assert_eq!(row(&machine, 1), floats([0.5; 4]));
    machine.set_variable("pair", &[[1.0, -2.0]]).unwrap();
    assert_eq!(row(&machine, 12), [1, u32::MAX - 1, 0, 0]);
}

/// The program computes the result that its source specifies.
#[test]
fn a_run_with_variables() {
    let program = program();
    let mut machine = Machine::new(&program);
    machine.set_input("POSITION", 0, &floats([1.0, 2.0, 3.0, 4.0])).unwrap();
    machine
        .set_input("NORMAL", 0, &floats([1.0, 0.0, 0.0, 0.0])[..3])
        .unwrap();
    machine.set_variable("small", &[[1.0, 10.0], [100.0, 1000.0]]).unwrap();
    machine
        .set_variable("mid", &[[1.0, 2.0, 3.0], [0.0; 3], [0.0; 3]])
        .unwrap();
    machine.set_variable("l[0].dir", &[[1.0, 10.0, 100.0]]).unwrap();
    machine.set_variable("l[0].colour", &[[1.0, 2.0, 3.0, 4.0]]).unwrap();
    machine.set_variable("l[1].power", &[[2.0]]).unwrap();
    machine.set_variable("fog[2]", &[[0.5]]).unwrap();
    machine.set_variable("pair", &[[9.0, -1.0]]).unwrap();
    machine.run(1000).unwrap();
    // The row vector (1, 2) times the matrix.
    assert_eq!(
        machine.output("SV_Position", 0),
        Some(floats([201.0, 2010.0, 3.0, 4.0]))
    );
    let colour = |on: f32| Some(floats([1.0, 2.0, 3.0, 4.0].map(|c| (c * 321.0 * 2.0 - 0.5) * on)));
    assert_eq!(machine.output("COLOR", 0), colour(1.0));
    machine.set_variable("on", &[[1.0]]).unwrap();
    machine.run(1000).unwrap();
    assert_eq!(machine.output("COLOR", 0), colour(2.0));
}

/// A program with a buffer of these variables in `cb1`, 12 rows.
fn with_variables(variables: Vec<resources::Variable<'_>>) -> Program {
    let name = BStr::new("c");
    let buffer = resources::Buffer {
        offset: 0,
        name,
        size: 192,
        flags: resources::BufferFlags(0),
        kind: resources::BufferKind::CBUFFER,
        variables,
    };
    let binding = resources::Binding {
        offset: 0,
        name,
        kind: resources::BindingKind::CBUFFER,
        return_type: resources::BindingReturn::NONE,
        dimension: resources::BindingDimension::NONE,
        samples: 0,
        bind_point: 1,
        bind_count: 1,
        flags: resources::BindingFlags(0),
        space: None,
    };
    let chunk = resources::Resources {
        offset: 0,
        model: resources::Model { major: 4, minor: 0 },
        stage: resources::Stage::VERTEX,
        flags: resources::CompileFlags(0),
        creator: BStr::new("tests"),
        interface_slots: 0,
        buffers: vec![buffer],
        bindings: vec![binding],
    };
    let code = assemble("dcl_constantbuffer cb1[12]\nret");
    Program::load(&container(&code, &[(*b"RDEF", chunk.write().unwrap())])).unwrap()
}

fn variable(
    name: &str,
    start: u32,
    class: TypeClass,
    base: BaseType,
    [rows, columns, elements]: [u16; 3],
) -> resources::Variable<'_> {
    let base = resources::Type {
        offset: 0,
        class,
        base,
        rows,
        columns,
        elements,
        members: Vec::new(),
        detail: None,
    };
    resources::Variable {
        offset: 0,
        name: BStr::new(name),
        start,
        size: 4,
        flags: resources::VariableFlags(0),
        base: Arc::new(base),
        default: None,
        slots: None,
    }
}

/// Elements of matrix arrays begin at a register; `float3x2` takes two registers by columns, three by rows.
#[test]
fn arrays_of_matrices_in_both_orders() {
    let (rows, columns) = (TypeClass::MATRIX_ROWS, TypeClass::MATRIX_COLUMNS);
    let program = with_variables(vec![
        variable("byRows", 0, rows, BaseType::FLOAT, [3, 2, 2]),
        variable("byColumns", 96, columns, BaseType::FLOAT, [3, 2, 2]),
    ]);
    assert_eq!([0, 1].map(|n| program.variables()[n].size()), [48 + 40, 32 + 28]);
    let mut machine = Machine::new(&program);
    let matrices: Vec<_> = (1..=6u8).map(|row| [f64::from(row), f64::from(row) + 0.5]).collect();
    machine.set_variable("byRows", &matrices).unwrap();
    machine.set_variable("byColumns", &matrices).unwrap();
    for (number, row_of_file) in (0..).zip(1..=6u8) {
        let x = f32::from(row_of_file);
        assert_eq!(row(&machine, number), floats([x, x + 0.5, 0.0, 0.0]));
    }
    let columns = [[1.0, 2.0, 3.0], [1.5, 2.5, 3.5], [4.0, 5.0, 6.0], [4.5, 5.5, 6.5]];
    for (number, [x, y, z]) in (6..).zip(columns) {
        assert_eq!(row(&machine, number), floats([x, y, z, 0.0]));
    }
    machine.set_variable("byColumns[1]", &[[0.0; 2]; 3]).unwrap();
    assert_eq!(row(&machine, 7), floats([1.5, 2.5, 3.5, 0.0]));
    assert_eq!(row(&machine, 8), [0; 4]);
    let error = machine.set_variable("byRows", &[[0.0; 2]; 4]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`byRows` takes 3 rows for each of up to 2 elements; found 4"
    );
}

#[test]
fn numbers_of_other_types() {
    let scalar = TypeClass::SCALAR;
    let program = with_variables(vec![
        variable("count", 0, scalar, BaseType::UINT, [1, 1, 0]),
        variable("half", 4, scalar, BaseType::MIN_16_FLOAT, [1, 1, 0]),
        variable("wide", 8, scalar, BaseType::DOUBLE, [1, 1, 0]),
    ]);
    let mut machine = Machine::new(&program);
    machine.set_variable("count", &[[4_294_967_295.0]]).unwrap();
    machine.set_variable("half", &[[0.5]]).unwrap();
    assert_eq!(row(&machine, 0), [u32::MAX, 0.5f32.to_bits(), 0, 0]);
    for value in [-1.0, 4_294_967_296.0, f64::NAN, f64::INFINITY] {
        assert!(machine.set_variable("count", &[[value]]).is_err(), "{value}");
    }
    assert_eq!(
        machine.set_variable("wide", &[[1.0]]).unwrap_err().to_string(),
        "`wide` has class scalar and type double; only 32-bit numbers and members of structs can be set"
    );
}

/// A new machine has the default values of variables; bytes after the last declared row are ignored.
#[test]
fn default_values() {
    let with_default = |name, start, default: &'static [u8]| resources::Variable {
        size: u32::try_from(default.len()).unwrap(),
        default: Some(default),
        ..variable(name, start, TypeClass::VECTOR, BaseType::UINT, [1, 3, 0])
    };
    let program = with_variables(vec![
        with_default("first", 4, &[1, 2, 3, 4, 5, 0, 0, 0, 6, 0, 0, 0]),
        variable("none", 16, TypeClass::SCALAR, BaseType::UINT, [1, 1, 0]),
        with_default("odd", 34, &[7, 8, 9]),
        with_default("last", 188, &[10, 0, 0, 0, 11, 0, 0, 0]),
        with_default("behind", 192, &[12, 0, 0, 0]),
        with_default("far", u32::MAX, &[13, 0, 0, 0]),
    ]);
    let mut machine = Machine::new(&program);
    let check = |machine: &Machine<'_>| {
        assert_eq!(row(machine, 0), [0, 0x0403_0201, 5, 6]);
        assert_eq!(row(machine, 1), [0; 4]);
        assert_eq!(row(machine, 2), [0x0807_0000, 9, 0, 0]);
        assert_eq!(row(machine, 11), [0, 0, 0, 10]);
    };
    check(&machine);
    machine.set_variable("first", &[[20.0, 21.0, 22.0]]).unwrap();
    machine.run(10).unwrap();
    assert_eq!(row(&machine, 0), [0, 20, 21, 22]);
    machine.reset();
    check(&machine);
}

#[test]
fn what_cannot_be_set() {
    let program = program();
    let mut machine = Machine::new(&program);
    let before = machine.clone();
    let mut check = |path: &str, rows: &[&[f64]], expected: &str| {
        let error: VariableError = machine.set_variable(path, rows).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(
        "fogs",
        &[],
        "there is no variable `fogs`; there are `l`, `fog`, `small`, `mid`, `on`, `pair`",
    );
    check(
        "l[0].hue",
        &[],
        "there is no member `hue`; there are `dir`, `power`, `colour`",
    );
    check("fog.x", &[], "there is no member `x`; there are none");
    check(
        "fog[",
        &[],
        "`fog[` is not a variable; expected a form such as `name`, `name[1]` or `name[1].member`",
    );
    check("fog[3]", &[], "`fog` has no element 3; it has 3, counted from 0");
    check("on[0]", &[], "`on` has no element 0; it is not an array");
    check(
        "l[0]",
        &[],
        "`l[0]` has class struct and type void; only 32-bit numbers and members of structs can be set",
    );
    check("fog", &[&[1.0][..]; 4], "`fog` takes 1 to 3 rows; found 4");
    check("fog[2]", &[&[1.0][..]; 2], "`fog[2]` takes 1 row; found 2");
    check("mid", &[&[1.0; 3][..]; 2], "`mid` takes 3 rows; found 2");
    check("pair", &[&[1.0]], "a row of `pair` has 2 values; found 1");
    check("fog[2]", &[&[1.0, 2.0]], "a row of `fog[2]` has 1 value; found 2");
    check(
        "pair",
        &[&[1.0, 0.5]],
        "0.5 is not a value of `pair`, which has type int",
    );
    check(
        "pair",
        &[&[1.0, 3e9]],
        "3000000000 is not a value of `pair`, which has type int",
    );
    check("on", &[&[2.0]], "2 is not a value of `on`, which has type bool");
    for number in 0..13 {
        assert_eq!(row(&machine, number), row(&before, number));
    }
}
