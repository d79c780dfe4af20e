//! Geometry shaders.

use std::fs;

use pica200_dxbc::program::{Primitive, Topology};
use pica200_dxbc_machine::{
    Fault, FaultKind, GeometryOutput, LoadError, MAX_STORED_VERTICES, Machine, NoObserver, NoResources, Program,
    Provider, Quad, Run, SetError, Vector,
};

use crate::common::{BUDGET, floats, load};

/// Topology numbers in files.
const LINE_STRIP: u32 = 3;
const TRIANGLE_STRIP: u32 = 5;

/// Assembles a shader that reads primitives and emits strips of a topology, given the numbers of both in files.
fn shader(primitive: u32, topology: u32, max: u32, code: &str) -> Program {
    load(&format!(
        "gs_5_0\ndcl_inputprimitive {primitive}\ndcl_outputtopology {topology}\ndcl_maxout {max}\n{code}\nret"
    ))
    .unwrap()
}

/// Runs a shader for a primitive whose vertices have these values in `v[i][0]`.
fn run(program: &Program, vertices: &[Vector]) -> (Result<Run, Fault>, GeometryOutput) {
    let mut machine = Machine::new(program);
    for (vertex, value) in (0..).zip(vertices) {
        machine.set_vertex_register(vertex, 0, *value).unwrap();
    }
    let mut emitted = GeometryOutput::default();
    let run = machine.run_geometry(BUDGET, &mut NoResources, &mut NoObserver, &mut emitted);
    (run, emitted)
}

/// Returns `o0` of all emitted vertices.
fn values(emitted: &GeometryOutput) -> Vec<Vector> {
    emitted.vertices.iter().map(|vertex| vertex.outputs[0]).collect()
}

/// Returns the value of vertex `number` in these tests.
fn vertex(number: u16) -> Vector {
    let number = f32::from(number);
    floats([number, number * 10.0, 0.5, 1.0])
}

/// Each primitive has as many vertices as Direct3D specifies. The program reads them by constant and by dynamic index.
#[test]
fn primitives() {
    for (primitive, count, kind) in [
        (1, 1, Primitive::POINT),
        (2, 2, Primitive::LINE),
        (3, 3, Primitive::TRIANGLE),
        (6, 4, Primitive::LINE_ADJACENCY),
        (7, 6, Primitive::TRIANGLE_ADJACENCY),
        // Patches of 1, 5 and 32 control points.
        (8, 1, Primitive(8)),
        (12, 5, Primitive(12)),
        (39, 32, Primitive(39)),
    ] {
        let code = format!(
            "loop\nige r0.y, r0.x, l({count})\nbreakc_nz r0.y\nmov o0.xyzw, v[r0.x + 0][0].xyzw\nemit\n\
             iadd r0.x, r0.x, l(1)\nendloop\nmov o0.xyzw, v[{}][0].wzyx\nemit",
            count - 1
        );
        let program = shader(primitive, TRIANGLE_STRIP, 100, &code);
        let geometry = program.geometry().unwrap();
        assert_eq!((geometry.primitive, geometry.vertices), (kind, u32::from(count)));
        let vertices: Vec<_> = (0..count).map(vertex).collect();
        let (ended, emitted) = run(&program, &vertices);
        ended.unwrap();
        let mut expected = vertices.clone();
        let [x, y, z, w] = vertex(count - 1);
        expected.push([w, z, y, x]);
        assert_eq!(values(&emitted), expected, "{primitive}");
    }
}

/// Returns the primitives that the strips of a program form.
fn strips(topology: u32, code: &str) -> Vec<Vec<usize>> {
    let program = shader(1, topology, 100, code);
    let (ended, emitted) = run(&program, &[]);
    ended.unwrap();
    emitted.primitives(program.geometry().unwrap(), 0)
}

#[test]
fn strips_and_cuts() {
    let points = strips(1, "emit\nemit\ncut\nemit");
    assert_eq!(points, [[0], [1], [2]]);
    let lines = strips(LINE_STRIP, "emit\nemit\nemit\ncut\nemit\nemit_then_cut\nemit");
    assert_eq!(lines, [[0, 1], [1, 2], [3, 4]]);
    // Each triangle has the winding of the first.
    let triangles = strips(
        TRIANGLE_STRIP,
        "emit\nemit\nemit\nemit\nemit_then_cut\ncut\nemit\nemit\ncut\nemit\nemit\nemit",
    );
    assert_eq!(triangles, [[0, 1, 2], [1, 3, 2], [2, 3, 4], [7, 8, 9]]);
    assert_eq!(strips(2, "emit\nemit\nemit"), [[0, 1]]);
    let list = strips(4, "emit\nemit\nemit\nemit\nemit\nemit");
    assert_eq!(list, [[0, 1, 2], [3, 4, 5]]);
    // An unknown topology.
    assert!(strips(20, "emit\nemit\nemit").is_empty());
}

/// Outputs keep their values after `emit`.
#[test]
fn outputs_stay() {
    let code = "mov o0.xyzw, v[0][0].xyzw\nemit\nadd o0.x, v[0][0].x, l(1.0)\nemit";
    let (ended, emitted) = run(&shader(1, TRIANGLE_STRIP, 2, code), &[vertex(3)]);
    assert_eq!(ended.unwrap().instructions, 4);
    assert_eq!(values(&emitted), [vertex(3), floats([4.0, 30.0, 0.5, 1.0])]);
}

/// The run ends with the last allowed vertex, even in an infinite loop.
#[test]
fn most_vertices() {
    let code = "loop\nadd r0.x, r0.x, l(1.0)\nmov o0.xyzw, r0.xxxx\nemit\nendloop";
    let (ended, emitted) = run(&shader(1, LINE_STRIP, 5, code), &[]);
    let ended = ended.unwrap();
    assert_eq!(ended.instructions, 1 + 4 * 4 + 3);
    assert_eq!(ended.end.opcode.to_string(), "emit");
    let last = values(&emitted).last().copied();
    assert_eq!((emitted.vertices.len(), last), (5, Some(floats([5.0; 4]))));
    let (ended, emitted) = run(&shader(1, LINE_STRIP, 0, code), &[]);
    assert_eq!((ended.unwrap().instructions, emitted.vertices.len()), (4, 0));
    // More than Direct3D allows.
    let (ended, emitted) = run(&shader(1, LINE_STRIP, u32::MAX, code), &[]);
    ended.unwrap();
    assert_eq!(emitted.vertices.len(), 1024);
    // An infinite loop that only cuts exceeds the budget.
    let (ended, _) = run(&shader(1, LINE_STRIP, 5, "loop\ncut\nendloop"), &[]);
    assert_eq!(ended.unwrap_err().kind, FaultKind::BudgetUsedUp { budget: BUDGET });
}

/// Vertices of several runs are appended, in separate strips.
#[test]
fn several_runs() {
    let program = shader(1, LINE_STRIP, 4, "utof o0.xyzw, vPrim\nemit\nemit");
    let mut machine = Machine::new(&program);
    let mut emitted = GeometryOutput::default();
    for primitive in [4, 9] {
        machine.set_primitive_id(primitive);
        let run = machine.run_geometry(BUDGET, &mut NoResources, &mut NoObserver, &mut emitted);
        assert_eq!(run.unwrap().instructions, 4);
    }
    let lines = emitted.primitives(program.geometry().unwrap(), 0);
    assert_eq!(lines, [[0, 1], [2, 3]]);
    let [first, second] = [floats([4.0; 4]), floats([9.0; 4])];
    assert_eq!(values(&emitted), [first, first, second, second]);
}

/// The number of stored vertices is limited.
#[test]
fn kept_vertices() {
    let program = shader(1, LINE_STRIP, 1024, "loop\nemit\nendloop");
    let mut machine = Machine::new(&program);
    let mut emitted = GeometryOutput::default();
    let mut run = || machine.run_geometry(BUDGET, &mut NoResources, &mut NoObserver, &mut emitted);
    for _ in 0..MAX_STORED_VERTICES / 1024 {
        run().unwrap();
    }
    let fault = run().unwrap_err();
    assert_eq!(
        fault.kind,
        FaultKind::TooManyVertices {
            max: MAX_STORED_VERTICES
        }
    );
    assert_eq!(emitted.vertices.len(), MAX_STORED_VERTICES);
}

#[test]
fn instances_and_streams() {
    let program = load(
        "gs_5_0\ndcl_inputprimitive 1\ndcl_gsinstances 3\ndcl_stream m0\ndcl_outputtopology 1\n\
         dcl_stream m2\ndcl_outputtopology 1\ndcl_maxout 3\nmov o0.xyzw, vGSInstanceID\n\
         emit_stream m0\ncut_stream m0\nmov o1.x, l(7)\nemit_then_cut_stream m2\nret",
    );
    let program = program.unwrap();
    let geometry = program.geometry().unwrap();
    assert_eq!((geometry.instances, geometry.max_vertices), (3, 3));
    let points = Some(Topology::POINT_LIST);
    assert_eq!(geometry.topologies, [points, None, points, None]);
    let (ended, emitted) = run(&program, &[]);
    assert_eq!(ended.unwrap().instructions, 3 * 6);
    let found = emitted
        .vertices
        .iter()
        .map(|vertex| (vertex.stream, vertex.outputs[0], vertex.outputs[1][0]));
    let expected = (0..3).flat_map(|instance| [(0, [instance; 4], 0), (2, [instance; 4], 7)]);
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    assert_eq!(emitted.primitives(geometry, 2), [[1], [3], [5]]);
    assert_eq!(emitted.primitives(geometry, 1), Vec::<Vec<usize>>::new());
}

/// A budget covers all instances.
#[test]
fn budget_of_instances() {
    let program = load("gs_5_0\ndcl_inputprimitive 1\ndcl_gsinstances 4\nnop\nret").unwrap();
    let mut machine = Machine::new(&program);
    let mut run = |budget| {
        let mut emitted = GeometryOutput::default();
        machine.run_geometry(budget, &mut NoResources, &mut NoObserver, &mut emitted)
    };
    assert_eq!(run(8).unwrap().instructions, 8);
    let fault = run(7).unwrap_err();
    assert_eq!(fault.kind, FaultKind::BudgetUsedUp { budget: 7 });
    assert_eq!(fault.instructions, 7);
}

#[test]
fn vertices_that_do_not_exist() {
    let program = shader(3, TRIANGLE_STRIP, 3, "mov o0.xyzw, v[3][0].xyzw");
    let (ended, _) = run(&program, &[]);
    let message = "`mov` at dword 6: `v[3][0]` does not exist; the primitive has 3 vertices, counted from 0";
    assert_eq!(ended.unwrap_err().to_string(), message);
    let code = "mov r0.x, l(-1)\nmov o0.xyzw, v[r0.x + 0][0].xyzw";
    let (ended, _) = run(&shader(2, TRIANGLE_STRIP, 3, code), &[]);
    assert!(matches!(ended.unwrap_err().kind, FaultKind::NoVertex { count: 2, .. }));
    // A register that no vertex has.
    let code = "mov o0.xyzw, v[0][1].xyzw\nmov r0.x, l(2)\nmov o0.xyzw, v[1][r0.x + 0].xyzw";
    let (ended, _) = run(&shader(2, TRIANGLE_STRIP, 3, code), &[]);
    let message = ended.unwrap_err().to_string();
    assert!(
        message.ends_with("`v[1][2]` does not exist; there are 2, counted from 0"),
        "{message}"
    );
}

#[test]
fn setting_inputs() {
    let file = golden("gs-expand");
    let program = Program::load(&file).unwrap();
    let mut machine = Machine::new(&program);
    let set = machine.set_input("SV_Position", 0, &[0]);
    assert_eq!(
        set.unwrap_err().to_string(),
        "the input `SV_Position0` is per vertex; a primitive has 1 vertices"
    );
    let set = machine.set_vertex_input(1, "SV_Position", 0, &[0]);
    assert_eq!(set, Err(SetError::NoVertex { vertex: 1, vertices: 1 }));
    let set = machine.set_vertex_input(0, "TEXCOORD", 0, &[0]);
    assert!(matches!(set, Err(SetError::NoInput { .. })));
    let vertices = Program::load(&golden("vs-select")).unwrap();
    let set = Machine::new(&vertices).set_vertex_input(0, "POSITION", 0, &[0]);
    assert_eq!(
        set.unwrap_err().to_string(),
        "there is no vertex 0; a primitive of the program has 0, counted from 0"
    );
}

fn golden(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../testsuite/golden/dxbc");
    fs::read(format!("{folder}/{name}.dxbc")).unwrap()
}

/// A compiled shader, with inputs and outputs by semantic.
#[test]
fn compiled() {
    let program = Program::load(&golden("gs-expand")).unwrap();
    let mut machine = Machine::new(&program);
    let position = floats([1.0, 2.0, 3.0, 1.0]);
    machine.set_vertex_input(0, "SV_Position", 0, &position).unwrap();
    machine.set_variable("k", &[[0.5, -1.0, 0.0, 0.25]]).unwrap();
    let mut emitted = GeometryOutput::default();
    let run = machine.run_geometry(BUDGET, &mut NoResources, &mut NoObserver, &mut emitted);
    assert_eq!(run.unwrap().instructions, 6);
    assert_eq!(values(&emitted), [position, floats([1.5, 1.0, 3.0, 1.25])]);
    let output = &program.outputs()[0];
    assert_eq!((output.name.as_str(), output.stream), ("SV_Position", 0));
}

#[test]
fn programs_that_are_no_geometry_shaders() {
    assert_eq!(load("gs_5_0\nret").unwrap_err(), LoadError::NoPrimitive);
    let error = load("gs_5_0\ndcl_inputprimitive 5\nret").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the geometry shader reads primitives of the unknown kind 5"
    );
    let error = load("gs_5_0\ndcl_inputprimitive 1\nemit_stream m4\nret").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`emit_stream` at dword 3: its stream is not one of `m0` to `m3`"
    );
    let error = load("gs_5_0\ndcl_inputprimitive 1\nmov o0.xyzw, v0.xyzw\nret").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`mov` at dword 3: operand 2 is `v` with 1 indices; expected 2"
    );
}

/// Runs that drop the vertices, and quads, execute such programs as well.
#[test]
fn other_runs() {
    let program = shader(1, LINE_STRIP, 2, "mov o0.xyzw, l(1, 2, 3, 4)\nemit\nemit\nemit\nemit");
    assert_eq!(Machine::new(&program).run(BUDGET).unwrap().instructions, 6);
    let mut none = Provider(|_: &pica200_dxbc_machine::Access<'_>| None);
    let mut quad = Quad::new(&program);
    let ended = quad.run_with(BUDGET, &mut none, &mut [NoObserver; 4]);
    assert_eq!(ended.unwrap()[3].instructions, 6);
}
