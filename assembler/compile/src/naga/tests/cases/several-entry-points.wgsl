@vertex
fn first(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
@vertex
fn second(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
@compute @workgroup_size(1)
fn third() {}
