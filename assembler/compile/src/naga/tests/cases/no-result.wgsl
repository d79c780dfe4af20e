@vertex
fn main(@location(0) p: vec4f) {
}
