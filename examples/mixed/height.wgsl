// A function that assembly calls: grid.vsh.

// The height of a hill, 1 at its centre.
// picac: export height
fn height(position: vec2f, centre: vec2f) -> f32 {
    let distance = position - centre;
    return max(1.0 - dot(distance, distance), 0.0);
}
