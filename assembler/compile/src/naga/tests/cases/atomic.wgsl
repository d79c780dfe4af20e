@group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    atomicAdd(&count, 1u);
    storageBarrier();
    return p;
}
