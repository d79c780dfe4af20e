// picac: extern
fn nameless(x: f32) -> f32 { return x; }

// picac: inline f
fn unknown(x: f32) -> f32 { return x; }

// picac: extern mad
fn word(x: f32) -> f32 { return x; }

// picac: extern once
// picac: export twice
fn both(x: f32) -> f32 { return x; }

// picac: export same
fn first(x: f32) -> f32 { return x; }
// picac: export same
fn second(x: f32) -> f32 { return x; }

// picac: extern constant
const K = 2.0;

// picac: export entry
@vertex
fn main(@location(0) a: vec4f) -> @builtin(position) vec4f { return a * K; }
// picac: extern nothing
