var<private> count: f32;
struct Pair { a: f32, b: f32 }

// picac: extern truth
fn truth(x: bool) -> f32 { return select(0.0, 1.0, x); }
// picac: extern pair
fn pair(x: Pair) -> f32 { return x.a; }
// picac: export pointer
fn pointer(x: ptr<function, f32>) -> f32 { return *x; }
// picac: extern wide
fn wide(a: mat4x4f, b: mat4x4f, c: f32) -> f32 { return a[0].x + b[0].x + c; }
// picac: extern matrix
fn matrix(x: f32) -> mat2x2f { return mat2x2f(x, x, x, x); }
// picac: extern nothing
fn nothing(x: f32) { }
// picac: export counting
fn counting(x: f32) -> f32 { count = count + x; return count; }

@vertex
fn main(@location(0) a: vec4f) -> @builtin(position) vec4f { return a * truth(a.x > 0.0); }
