//! The built-in uniforms of GLSL before 1.40, which OpenGL computes from its state.

use std::collections::BTreeMap;

use pica200_testsuite::random::Random;

use crate::values::between;

/// The number of lights and texture units with values.
const UNITS: usize = 8;

type Table = BTreeMap<String, Vec<f32>>;
/// A matrix by columns.
type Matrix = [[f64; 4]; 4];

/// Returns random state and the values that OpenGL computes from it.
pub(crate) fn uniforms(random: &mut Random) -> Table {
    let mut table = Table::new();
    matrices(random, &mut table);
    for light in 0..UNITS {
        self::light(light, random, &mut table);
    }
    for side in ["Front", "Back"] {
        material(side, random, &mut table);
    }
    put(&mut table, "gl_LightModel.ambient", colour(random));
    products(&mut table);
    put(&mut table, "gl_Fog.color", colour(random));
    let (start, length) = (between(random, 0.0, 1.0), between(random, 1.0, 3.0));
    put(&mut table, "gl_Fog.density", [between(random, 0.1, 1.0)]);
    put(&mut table, "gl_Fog.start", [start]);
    put(&mut table, "gl_Fog.end", [start + length]);
    put(&mut table, "gl_Fog.scale", [1.0 / length]);
    table
}

fn put(table: &mut Table, name: impl Into<String>, numbers: impl IntoIterator<Item = f32>) {
    table.insert(name.into(), numbers.into_iter().collect());
}

fn colour(random: &mut Random) -> [f32; 4] {
    std::array::from_fn(|_| between(random, 0.0, 1.0))
}

fn matrices(random: &mut Random, table: &mut Table) {
    let model_view = matrix(random);
    let projection = matrix(random);
    with_forms(table, "gl_ModelViewMatrix", "", &model_view);
    with_forms(table, "gl_ProjectionMatrix", "", &projection);
    let product = multiply(&projection, &model_view);
    with_forms(table, "gl_ModelViewProjectionMatrix", "", &product);
    let normal = transpose(&inverse(&model_view));
    let columns = normal.iter().take(3).flat_map(|column| &column[..3]);
    put(table, "gl_NormalMatrix", columns.map(|number| narrow(*number)));
    put(table, "gl_NormalScale", [1.0]);
    for unit in 0..UNITS {
        let texture = matrix(random);
        with_forms(table, "gl_TextureMatrix", &format!("[{unit}]"), &texture);
    }
}

/// Adds a matrix with its inverse and their transposes.
fn with_forms(table: &mut Table, name: &str, index: &str, matrix: &Matrix) {
    let forms = [
        ("", *matrix),
        ("Inverse", inverse(matrix)),
        ("Transpose", transpose(matrix)),
        ("InverseTranspose", transpose(&inverse(matrix))),
    ];
    for (form, matrix) in forms {
        let numbers = matrix.iter().flatten().map(|number| narrow(*number));
        put(table, format!("{name}{form}{index}"), numbers);
    }
}

fn light(number: usize, random: &mut Random, table: &mut Table) {
    let name = |member: &str| format!("gl_LightSource[{number}].{member}");
    for member in ["ambient", "diffuse", "specular"] {
        put(table, name(member), colour(random));
    }
    let position: [f32; 3] = std::array::from_fn(|_| between(random, -1.5, 1.5));
    let length = |v: [f32; 3]| v.iter().map(|x| x * x).sum::<f32>().sqrt();
    put(table, name("position"), position.into_iter().chain([0.0]));
    let unit = position.map(|number| number / length(position));
    let half = [unit[0], unit[1], unit[2] + 1.0];
    let half = half.map(|number| number / length(half));
    put(table, name("halfVector"), half.into_iter().chain([1.0]));
    let direction: [f32; 3] = std::array::from_fn(|_| between(random, -1.0, 1.0));
    put(table, name("spotDirection"), direction);
    let cutoff = between(random, 20.0, 80.0);
    put(table, name("spotExponent"), [between(random, 1.0, 4.0)]);
    put(table, name("spotCutoff"), [cutoff]);
    put(table, name("spotCosCutoff"), [cutoff.to_radians().cos()]);
    for member in ["constantAttenuation", "linearAttenuation", "quadraticAttenuation"] {
        put(table, name(member), [between(random, 0.2, 1.0)]);
    }
}

fn material(side: &str, random: &mut Random, table: &mut Table) {
    for member in ["emission", "ambient", "diffuse", "specular"] {
        put(table, format!("gl_{side}Material.{member}"), colour(random));
    }
    let shininess = between(random, 1.0, 4.0);
    put(table, format!("gl_{side}Material.shininess"), [shininess]);
}

/// Adds products of lights and materials.
fn products(table: &mut Table) {
    for side in ["Front", "Back"] {
        let of = |table: &Table, name: &str| table.get(name).cloned().unwrap_or_default();
        let material = |table: &Table, member| of(table, &format!("gl_{side}Material.{member}"));
        let scene: Vec<f32> = (0..4)
            .map(|at| match at {
                3 => material(table, "diffuse")[3],
                _ => {
                    let ambient = material(table, "ambient")[at] * of(table, "gl_LightModel.ambient")[at];
                    material(table, "emission")[at] + ambient
                }
            })
            .collect();
        put(table, format!("gl_{side}LightModelProduct.sceneColor"), scene);
        for light in 0..UNITS {
            for member in ["ambient", "diffuse", "specular"] {
                let ours = material(table, member);
                let light_color = of(table, &format!("gl_LightSource[{light}].{member}"));
                let product = ours.iter().zip(&light_color).map(|(a, b)| a * b);
                let product: Vec<_> = product.collect();
                put(table, format!("gl_{side}LightProduct[{light}].{member}"), product);
            }
        }
    }
}

/// Returns a matrix that is far from singular.
fn matrix(random: &mut Random) -> Matrix {
    let mut matrix = [[0.0; 4]; 4];
    for (column, numbers) in matrix.iter_mut().enumerate() {
        for (row, number) in numbers.iter_mut().enumerate() {
            let diagonal = if row == column { 2.0 } else { 0.0 };
            *number = f64::from(between(random, -0.4, 0.4)) + diagonal;
        }
    }
    // Round to the precision that OpenGL gets.
    matrix.map(|column| column.map(|number| f64::from(narrow(number))))
}

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|column| std::array::from_fn(|row| (0..4).map(|k| a[k][row] * b[column][k]).sum()))
}

fn transpose(matrix: &Matrix) -> Matrix {
    std::array::from_fn(|column| std::array::from_fn(|row| matrix[row][column]))
}

/// Returns the inverse, by elimination. The diagonal element is the largest of each column.
fn inverse(matrix: &Matrix) -> Matrix {
    let mut left = *matrix;
    let mut right: Matrix = std::array::from_fn(|c| std::array::from_fn(|r| f64::from(u8::from(c == r))));
    for pivot in 0..4 {
        let scale = left[pivot][pivot];
        for row in 0..4 {
            left[pivot][row] /= scale;
            right[pivot][row] /= scale;
        }
        for column in (0..4).filter(|column| *column != pivot) {
            let factor = left[column][pivot];
            for row in 0..4 {
                left[column][row] -= factor * left[pivot][row];
                right[column][row] -= factor * right[pivot][row];
            }
        }
    }
    right
}

#[expect(clippy::cast_possible_truncation, reason = "the judge takes floats")]
fn narrow(number: f64) -> f32 {
    number as f32
}
