//! External compilers, used if they are installed.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Compiles GLSL to SPIR-V with `glslangValidator`, with the names and loose uniforms of OpenGL or, with `for_vulkan`,
/// of Vulkan.
pub(crate) fn spirv_of_glsl(text: &str, for_vulkan: bool) -> Result<Vec<u8>, String> {
    let arguments: &[&str] = if for_vulkan {
        &["-V", "-S", "vert"]
    } else {
        &["-G", "--aml", "--amb", "-S", "vert"]
    };
    compiled("glslangValidator", arguments, "shader.vert", text)
}

/// Compiles HLSL to SPIR-V with `glslangValidator`.
pub(crate) fn spirv_of_hlsl(text: &str) -> Result<Vec<u8>, String> {
    let arguments = ["-D", "-V", "-S", "vert", "-e", "main"];
    compiled("glslangValidator", &arguments, "shader.hlsl", text)
}

/// Compiles HLSL to a container with `vkd3d-compiler`.
pub(crate) fn container_of_hlsl(text: &str) -> Result<Vec<u8>, String> {
    let arguments = ["-x", "hlsl", "-b", "dxbc-tpf", "-p", "vs_4_0", "-e", "main"];
    compiled("vkd3d-compiler", &arguments, "shader.hlsl", text)
}

/// Converts SPIR-V to GLSL with `spirv-cross`.
pub(crate) fn glsl_of_spirv(module: &[u8]) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shader.spv");
    fs::write(&path, module).unwrap();
    run(Command::new("spirv-cross")
        .args(["--version", "450", "--no-es"])
        .arg(&path))
}

/// Optimizes SPIR-V with `spirv-opt -O`.
pub(crate) fn optimized(module: &[u8]) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("input.spv"), module).unwrap();
    let mut command = Command::new("spirv-opt");
    run(command
        .arg("-O")
        .arg(file("input.spv"))
        .arg("-o")
        .arg(file("output.spv")))?;
    Ok(fs::read(file("output.spv")).unwrap())
}

/// Returns the output of a compiler for a source. All compilers take `-o FILE`.
fn compiled(program: &str, arguments: &[&str], name: &str, text: &str) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (input, output) = (file(name), file("output"));
    fs::write(&input, text).unwrap();
    let mut command = Command::new(program);
    command.args(arguments).arg("-o").arg(&output).arg(&input);
    run(&mut command)?;
    fs::read(&output).map_err(|error| format!("`{program}`: {error}"))
}

/// Returns the output of a program.
fn run(command: &mut Command) -> Result<String, String> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = command.output();
    let output = output.map_err(|error| format!("`{name}` cannot be started: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(format!("`{name}`: {text}{}", String::from_utf8_lossy(&output.stderr)))
    }
}
