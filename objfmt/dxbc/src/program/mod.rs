//! The program of a shader: the chunks `SHDR` and `SHEX`.
