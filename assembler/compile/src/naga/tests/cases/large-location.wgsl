struct Out {
    @builtin(position) position: vec4f,
    @location(4294967295) color: vec4f,
}

@vertex fn main(@location(0) p: vec4f) -> Out {
    return Out(p, p);
}

@fragment fn shade(@location(1024) c: vec4f) -> @location(0) vec4f {
    return c;
}
