#version 330 compatibility
#extension GL_ARB_explicit_attrib_location : require
precision mediump float;
attribute vec4 position;
in vec2 uv;
layout(location = 0) in vec3 other;
varying vec4 color;
uniform mat4 mvp, extra;
uniform vec2 scale = vec2(1.0, 2.0), more;
layout(std140, row_major) uniform Block { mat4 view; };
invariant gl_Position;
void main() {
    gl_Position = mvp * extra * view * position;
    color = vec4(uv * scale * more, other.xy + float(gl_VertexID) + uv.z);
}
