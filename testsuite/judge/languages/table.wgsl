struct Outputs {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}
const TABLE = array<vec4f, 4>(vec4f(1.0, 0.0, 0.5, 1.0), vec4f(0.25, 2.0, 0.0, 1.0), vec4f(-1.0), vec4f(0.0, 0.5, 3.0, 0.75));
@vertex
fn main(@location(0) position: vec4f, @location(1) index: vec2f) -> Outputs {
    var o: Outputs;
    o.position = position * TABLE[i32(index.x)];
    o.color = TABLE[i32(index.y) + 1];
    return o;
}
