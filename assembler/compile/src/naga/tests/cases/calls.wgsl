fn f0(x: f32) -> f32 { return x * 1.5 + 1.0; }
fn f1(x: f32) -> f32 { return f0(f0(f0(f0(f0(f0(f0(f0(x)))))))); }
fn f2(x: f32) -> f32 { return f1(f1(f1(f1(f1(f1(f1(f1(x)))))))); }
fn f3(x: f32) -> f32 { return f2(f2(f2(f2(f2(f2(f2(f2(x)))))))); }
fn f4(x: f32) -> f32 { return f3(f3(f3(f3(f3(f3(f3(f3(x)))))))); }
fn f5(x: f32) -> f32 { return f4(f4(f4(f4(f4(f4(f4(f4(x)))))))); }
fn f6(x: f32) -> f32 { return f5(f5(f5(f5(f5(f5(f5(f5(x)))))))); }
@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return p * f6(p.x);
}
