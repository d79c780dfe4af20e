//! Models with their files in memory.

use super::*;

/// Returns a glTF file with these nodes, primitives and buffers. Its accessor 0 has three positions, accessor 1 has
/// three normals, and accessor 2 has nothing.
fn gltf(nodes: &str, primitives: &str, buffers: &str) -> Vec<u8> {
    let count = nodes.matches("mesh").count();
    let roots: Vec<_> = (0..count).map(|node| node.to_string()).collect();
    let roots = roots.join(",");
    let text = format!(
        r#"{{
            "asset": {{"version": "2.0"}},
            "scenes": [{{"nodes": [{roots}]}}],
            "nodes": [{nodes}],
            "meshes": [{{"primitives": [{primitives}]}}],
            "buffers": [{buffers}],
            "bufferViews": [
                {{"buffer": 0, "byteOffset": 0, "byteLength": 36}},
                {{"buffer": 0, "byteOffset": 36, "byteLength": 36}}
            ],
            "accessors": [
                {{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}},
                {{"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3"}},
                {{"bufferView": 0, "componentType": 5126, "count": 0, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}}
            ]
        }}"#
    );
    text.into_bytes()
}

/// Returns a triangle that faces z, and its normals.
fn triangle() -> Vec<u8> {
    let positions = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let normals = [[0.0, 0.0, 1.0]; 3];
    let numbers = positions.iter().chain(&normals).flatten();
    numbers.flat_map(|number| number.to_le_bytes()).collect()
}

const PRIMITIVE: &str = r#"{"attributes": {"POSITION": 0, "NORMAL": 1}}"#;

const BUFFER: &str = r#"{"byteLength": 72, "uri": "my%20data%C3%A4.bin"}"#;

#[test]
fn addresses_are_read_once_and_their_characters_can_be_escaped() {
    let mut read_names = Vec::new();
    let model = gltf(r#"{"mesh": 0}"#, PRIMITIVE, &[BUFFER; 100].join(","));
    let mesh = read(&model, &mut |name| {
        read_names.push(name.to_owned());
        Ok(triangle())
    });
    assert_eq!(mesh.expect("it is a triangle").count, 3);
    assert_eq!(read_names, ["my data\u{E4}.bin"]);
}

#[test]
fn all_buffers_together_have_a_limit() {
    let buffers = [
        r#"{"byteLength": 72, "uri": "a.bin"}"#,
        r#"{"byteLength": 72, "uri": "b.bin"}"#,
    ];
    let model = gltf(r#"{"mesh": 0}"#, PRIMITIVE, &buffers.join(","));
    let error = read(&model, &mut |_| Ok(vec![0; (1 << 27) + 1]));
    let message = "its buffers have more than 268435456 bytes together";
    assert_eq!(error, Err(MeshError::File(message.to_owned())));
}

#[test]
fn buffers_without_an_address_are_the_one_in_the_container() {
    let buffers = [r#"{"byteLength": 72}"#; 2].join(",");
    let mut json = gltf(r#"{"mesh": 0}"#, PRIMITIVE, &buffers);
    json.resize(json.len().next_multiple_of(4), b' ');
    let bytes = triangle();
    let chunk = |kind: &[u8; 4], bytes: &[u8]| {
        let length = u32::try_from(bytes.len()).expect("the chunk is small");
        [&length.to_le_bytes()[..], kind, bytes].concat()
    };
    let chunks = [chunk(b"JSON", &json), chunk(b"BIN\0", &bytes)].concat();
    let length = u32::try_from(12 + chunks.len()).expect("the file is small");
    let header = [&b"glTF"[..], &2_u32.to_le_bytes(), &length.to_le_bytes()].concat();
    let error = read(&[header, chunks].concat(), &mut |_| Err(String::new()));
    let message = "buffer 1 has 0 bytes; its declared length is 72";
    assert_eq!(error, Err(MeshError::File(message.to_owned())));
}

#[test]
fn primitives_without_vertices_have_a_limit() {
    let nodes = [r#"{"mesh": 0}"#; 65].join(",");
    let primitives = [r#"{"attributes": {"POSITION": 2}}"#; 1024].join(",");
    let error = read(&gltf(&nodes, &primitives, BUFFER), &mut |_| Ok(triangle()));
    let message = "its nodes have more than 65536 primitives together";
    assert_eq!(error, Err(MeshError::File(message.to_owned())));
}

#[test]
fn mirror_images_look_the_same_way_as_their_normals() {
    for (scale, indices, normal) in [
        ("[2, 1, 1]", [0, 1, 2], [0.0, 0.0, 1.0, 1.0]),
        ("[-2, 1, 1]", [0, 2, 1], [0.0, 0.0, 1.0, 1.0]),
        ("[1, 1, -1]", [0, 2, 1], [0.0, 0.0, -1.0, 1.0]),
    ] {
        let node = format!(r#"{{"mesh": 0, "scale": {scale}}}"#);
        let mesh = read(&gltf(&node, PRIMITIVE, BUFFER), &mut |_| Ok(triangle()));
        let mesh = mesh.expect("it is a triangle");
        assert_eq!(mesh.indices, indices, "{scale}");
        let normals = mesh.attribute(Attribute::Normal).expect("it has normals");
        assert_eq!(normals, [normal; 3], "{scale}");
    }
}

#[test]
fn lines_and_materials_of_obj_are_left_out() {
    let text = "v 0 0 0 2\nv 2 0 0 2\nv 0 2 0 2\nmtllib\nusemtl\nl\nl 1 2 3\np 7\nf 1 2 3\n";
    let mesh = read(text.as_bytes(), &mut |_| Err(String::new()));
    let mesh = mesh.expect("it is a triangle");
    assert_eq!(mesh.indices, [0, 1, 2]);
    let positions = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|[x, y]| [x, y, 0.0, 1.0]);
    assert_eq!(mesh.attribute(Attribute::Position), Some(&positions[..]));
}

#[test]
fn colors_of_obj_belong_to_their_places() {
    let text = "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nf 1 2 3\n";
    let mesh = read(text.as_bytes(), &mut |_| Err(String::new()));
    let mesh = mesh.expect("it is a triangle");
    let colors = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|[r, g, b]| [r, g, b, 1.0]);
    assert_eq!(mesh.attribute(Attribute::Color), Some(&colors[..]));
}
