//! Constant buffers and the uniforms that they become.

use std::fmt::Write;
use std::sync::Arc;

use bstr::BStr;
use pica200_dxbc::resources::{
    BaseType, Binding, BindingDimension, BindingFlags, BindingKind, BindingReturn, Buffer, BufferFlags, BufferKind,
    CompileFlags, Member, Model, Resources, Stage, Type, TypeClass, Variable, VariableFlags,
};

use super::common;
use super::instructions::{self, FLOAT, INT};
use crate::Options;
use crate::source::Source;

fn type_of(class: TypeClass, base: BaseType, rows: u16, columns: u16, elements: u16) -> Type<'static> {
    Type {
        offset: 0,
        class,
        base,
        rows,
        columns,
        elements,
        members: Vec::new(),
        detail: None,
    }
}

fn scalar(base: BaseType) -> Type<'static> {
    type_of(TypeClass::SCALAR, base, 1, 1, 0)
}

fn vector(columns: u16, elements: u16) -> Type<'static> {
    type_of(TypeClass::VECTOR, BaseType::FLOAT, 1, columns, elements)
}

/// A variable with its offset and its size in bytes.
type Declared<'v> = (&'v str, u32, u32, Type<'v>, Option<&'v [u8]>);

/// Returns the chunk with one buffer in slot 0.
fn definitions(variables: &[Declared<'_>]) -> ([u8; 4], Vec<u8>) {
    let end = variables.iter().map(|(_, start, size, ..)| start + size).max().unwrap();
    let variables = variables.iter().map(|(name, start, size, base, default)| Variable {
        offset: 0,
        name: BStr::new(*name),
        start: *start,
        size: *size,
        flags: VariableFlags::default(),
        base: Arc::new(base.clone()),
        default: *default,
        slots: None,
    });
    let name = BStr::new("$Globals");
    let resources = Resources {
        offset: 0,
        model: Model { major: 4, minor: 0 },
        stage: Stage::VERTEX,
        flags: CompileFlags::default(),
        creator: BStr::new("a test"),
        interface_slots: 0,
        buffers: vec![Buffer {
            offset: 0,
            name,
            size: end.next_multiple_of(16),
            flags: BufferFlags::default(),
            kind: BufferKind::CBUFFER,
            variables: variables.collect(),
        }],
        bindings: vec![Binding {
            offset: 0,
            name,
            kind: BindingKind::CBUFFER,
            return_type: BindingReturn::NONE,
            dimension: BindingDimension::NONE,
            samples: 0,
            bind_point: 0,
            bind_count: 1,
            flags: BindingFlags::default(),
            space: None,
        }],
    };
    (*b"RDEF", resources.write().unwrap())
}

/// Returns the uniforms of a program that reads these variables, with their contents, and the text of the program.
fn uniforms(text: &str, variables: &[Declared<'_>]) -> String {
    uniforms_with(text, variables, &instructions::options())
}

fn uniforms_with(text: &str, variables: &[Declared<'_>], options: &Options) -> String {
    let bytes = with(text, &[definitions(variables)]);
    let (source, diagnostics) = super::super::read(&bytes, options);
    let mut shown = described(&source);
    for diagnostic in diagnostics {
        writeln!(shown, "[{}] {}", diagnostic.code, diagnostic.message).unwrap();
    }
    shown
}

/// Returns a container of a program with floats in `v0` and integers in `v1`, and other chunks.
fn with(text: &str, chunks: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let bytes = instructions::shader(text, &[FLOAT, INT], FLOAT);
    let container = pica200_dxbc::container::Container::read(&bytes).unwrap();
    let own = container.chunks().map(|chunk| (chunk.id.0, chunk.data.to_vec()));
    let all: Vec<_> = chunks.iter().cloned().chain(own).collect();
    common::container(&all)
}

fn described(source: &Source) -> String {
    let mut shown = String::new();
    for (uniform, binding) in source.program.uniforms.iter().zip(&source.bindings) {
        assert_eq!(uniform.name, binding.name);
        assert_eq!(usize::from(uniform.rows), binding.rows.len());
        writeln!(
            shown,
            "{} {}[{}] ; {}",
            uniform.kind.directive(),
            uniform.name,
            uniform.rows,
            uniform.note
        )
        .unwrap();
        for row in &binding.rows {
            let components = row.map(|component| match component {
                Some(component) => {
                    let kind = if component.is_float { "" } else { " int" };
                    format!(
                        "cb{}[{}].{}{kind}",
                        component.slot,
                        component.row,
                        ["x", "y", "z", "w"][usize::from(component.component)]
                    )
                }
                None => "-".to_owned(),
            });
            writeln!(shown, "    {}", components.join(", ")).unwrap();
        }
    }
    write!(shown, "{}", source.program).unwrap();
    shown
}

#[test]
fn variables_become_uniforms_of_their_own() {
    let matrix = |class| type_of(class, BaseType::FLOAT, 3, 2, 0);
    let text = uniforms(
        "mov r0.xyz, cb0[0].xyzx
         mul r0.xyz, r0, cb0[1].wwww
         dp3 r0.x, r0.xyz, cb0[3].xyz
         dp2 r0.y, r0.xy, cb0[6].xy
         itof r0.w, cb0[7].y
         add o0.xyzw, r0, cb0[7].xxxx
         ret",
        &[
            ("tint", 0, 12, vector(3, 0), None),
            ("unread", 12, 4, scalar(BaseType::FLOAT), None),
            ("offset", 16, 12, vector(3, 0), None),
            ("scale", 28, 4, scalar(BaseType::FLOAT), None),
            ("columns", 32, 28, matrix(TypeClass::MATRIX_COLUMNS), None),
            ("rows", 64, 40, matrix(TypeClass::MATRIX_ROWS), None),
            ("mul", 112, 4, scalar(BaseType::FLOAT), None),
            ("count", 116, 4, scalar(BaseType::INT), None),
        ],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn conditions_by_truth_values_become_flags() {
    let text = uniforms(
        "mov r0.xyzw, v0
         if_nz cb0[0].x
         mov r0.x, v0.y
         endif
         movc r0.y, cb0[0].y, v0.z, v0.w
         ine r0.z, cb0[0].z, l(0)
         movc r0.z, r0.z, l(1.0), v0.x
         itof r0.w, cb0[0].w
         movc r0.w, cb0[0].w, v0.x, r0.w
         mov o0.xyzw, r0
         ret",
        &[
            ("lit", 0, 4, scalar(BaseType::BOOL), None),
            ("fogged", 4, 4, scalar(BaseType::BOOL), None),
            ("compared", 8, 4, scalar(BaseType::BOOL), None),
            ("counted", 12, 4, scalar(BaseType::BOOL), None),
        ],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn arrays_that_are_indexed_keep_their_layout() {
    let light = Type {
        members: vec![
            Member {
                offset: 0,
                name: BStr::new("dir"),
                start: 0,
                base: Arc::new(vector(3, 0)),
            },
            Member {
                offset: 0,
                name: BStr::new("power"),
                start: 12,
                base: Arc::new(scalar(BaseType::FLOAT)),
            },
            Member {
                offset: 0,
                name: BStr::new("kind"),
                start: 16,
                base: Arc::new(scalar(BaseType::INT)),
            },
        ],
        ..type_of(TypeClass::STRUCT, BaseType::VOID, 1, 5, 2)
    };
    let variables = [
        ("first", 0, 16, vector(4, 0), None),
        ("bones", 16, 64, vector(4, 4), None),
        ("lights", 80, 52, light, None),
        ("fog", 132, 4, scalar(BaseType::FLOAT), None),
    ];
    let indexed = uniforms(
        "mul r0.xyzw, cb0[v1.x + 1], cb0[3]
         ishl r1.x, v1.y, l(1)
         mul r0.xyz, r0, cb0[r1.x + 5]
         itof r1.y, cb0[r1.x + 6].x
         add r0.w, r1.y, cb0[8].y
         mul o0.xyzw, r0, cb0[5].w
         ret",
        &variables,
    );
    insta::assert_snapshot!(indexed);
    let fixed = uniforms(
        "mul r0.xyz, cb0[7], cb0[5].w\nitof r0.w, cb0[8].x\nmov o0.xyzw, r0\nret",
        &variables,
    );
    insta::assert_snapshot!(fixed);
    // The indexed array is unknown.
    let unknown = uniforms("add o0.xyzw, cb0[v1.x + 0], cb0[2]\nret", &variables);
    insta::assert_snapshot!(unknown);
}

/// `--array-length`: arrays of vectors, of matrices, and whole buffers.
#[test]
fn arrays_get_fewer_elements() {
    let matrices = type_of(TypeClass::MATRIX_COLUMNS, BaseType::FLOAT, 4, 3, 72);
    let variables = [
        ("first", 0, 16, vector(4, 0), None),
        ("bones", 16, 72 * 48, matrices, None),
        ("lights", 16 + 72 * 48, 64, vector(4, 4), None),
    ];
    let code = "imul null, r1.x, v1.x, l(3)
        dp4 r0.x, v0, cb0[r1.x + 1]
        dp4 r0.y, v0, cb0[r1.x + 2]
        dp4 r0.z, v0, cb0[r1.x + 3]
        add r0.xyz, r0, cb0[218]
        mov r0.w, l(1.0)
        mov o0.xyzw, r0
        ret";
    let given = |lengths: &[&str]| {
        let lengths = lengths.iter().map(|text| text.parse().unwrap());
        let options = Options {
            array_length: lengths.collect(),
            ..instructions::options()
        };
        uniforms_with(code, &variables, &options)
    };
    insta::assert_snapshot!(
        [
            given(&["bones=2", "lights=2"]),
            given(&["bones=2", "lights=1", "nothing=1"]),
            given(&["bones=2", "lights=5"]),
        ]
        .join("\n")
    );
    assert_eq!(given(&["bones=9", "bones=2"]), given(&["bones=2"]));
    assert_eq!(given(&["bones=72"]), given(&[]));
}

#[test]
fn buffers_without_names_become_arrays() {
    let bytes = with("dcl_constantbuffer cb2[3]\nmul o0.xyzw, cb2[1], cb2[7]\nret", &[]);
    let source = common::translated(&bytes, &instructions::options());
    insta::assert_snapshot!(described(&source));
}

#[test]
fn default_values_are_reported() {
    let floats: Vec<_> = (0..20).flat_map(|n| (n as f32 / 2.0).to_le_bytes()).collect();
    let text = uniforms(
        "add r0.xyzw, cb0[1], cb0[6].x\nmov o0.xyzw, r0\nret",
        &[
            ("many", 0, 80, vector(4, 5), Some(&floats)),
            ("unread", 80, 4, scalar(BaseType::FLOAT), Some(&[1, 2, 3, 4])),
            ("zero", 96, 4, scalar(BaseType::FLOAT), Some(&[0; 4])),
        ],
    );
    insta::assert_snapshot!(text);
}
