//! Options for compiling shaders in other languages.

use super::super::{BuildOption, Flag, Keys, Kind, Value};
use super::{ROW, list, parsed, switch, text};
use crate::translation::{HlslCompiler, InputLanguage, property, vertex_id};

/// The options.
pub(super) const ROWS: &[BuildOption] = &[
    BuildOption {
        name: "map-output",
        method: "map_output",
        kind: Kind::Map { value: "NAME=PROPERTY" },
        flags: &[Flag::new(
            "map-output",
            "Map an output to a property: `--map-output WORLDPOS=view`",
            "This is for outputs whose names have no PICA200 equivalent. NAME is the name in the source, its last part \
             after a dot, or @location(N); in HLSL, the semantic with its index, as in TEXCOORD3. With a `+` before \
             PROPERTY, the output is added to the one that has the property: `--map-output COLOR1=+color`. The \
             properties are position, normalquat, color, \
             texcoord0, texcoord0w, texcoord1, texcoord2, view, dummy.",
        )],
        key_help: "Map outputs of compiled shaders to properties: `{ WORLDPOS = \"view\" }`. A `+` before a property \
                   adds the output to the one that has it",
        set: |job, value| {
            let mapping = match value.text()?.rsplit_once('=') {
                Some((name, of)) if !name.is_empty() => property(name, of)?,
                _ => {
                    return Err("expected the name of an output, `=` and a property, as in `WORLDPOS=view`".to_owned());
                }
            };
            job.translation.options.map_output.push(mapping);
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "ignore-output",
        method: "ignore_output",
        kind: Kind::List { value: "NAME" },
        flags: &[Flag::new(
            "ignore-output",
            "Drop an output and the code that only computes it",
            "Without an index, the name of an array or matrix selects all its elements. `--ignore-output='*'` drops \
             all unmapped outputs.",
        )],
        key_help: "Drop outputs and the code that only computes them. Without an index, the name of an array or matrix \
                   selects all its elements. `\"*\"` drops all unmapped outputs",
        set: list!(translation.options.ignore_output),
        ..ROW
    },
    BuildOption {
        name: "shader-entry",
        method: "shader_entry",
        kind: Kind::Text { value: "NAME" },
        flags: &[Flag::new(
            "shader-entry",
            "Select the entry point to compile if a source has several",
            "",
        )],
        set: text!(translation.options.shader_entry),
        ..ROW
    },
    BuildOption {
        name: "vertex-id",
        method: "vertex_id_attribute",
        kind: Kind::Choice {
            value: "FROM",
            names: || vec![("attribute", "Attributes supplied by the application")],
        },
        flags: &[Flag::new(
            "vertex-id",
            "Source of the vertex and instance index (the hardware provides none)",
            "",
        )],
        set: |job, value| {
            let options = &mut job.translation.options;
            options.vertex_id_attribute = match value {
                // The method of `Build` takes a boolean.
                Value::Switch(value) => value,
                _ => vertex_id(value.text()?)?,
            };
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "fix-depth",
        method: "fix_depth",
        flags: &[Flag::new(
            "fix-depth",
            "Convert depths from Direct3D's clip range, 0 to w, to the PICA200's, -w to 0",
            "Without this option, the application's matrix has to do that, as usual on the Nintendo 3DS.",
        )],
        set: switch!(translation.options.fix_depth),
        ..ROW
    },
    BuildOption {
        name: "fast-round",
        method: "fast_round",
        flags: &[Flag::new(
            "fast-round",
            "Round halves up instead of to even, which takes fewer instructions",
            "",
        )],
        set: switch!(translation.options.fast_round),
        ..ROW
    },
    BuildOption {
        name: "matrix-columns",
        method: "matrix_columns",
        kind: Kind::List { value: "NAME" },
        flags: &[Flag::new(
            "matrix-columns",
            "Store the columns of a uniform matrix in its registers instead of its rows",
            "This is for WGSL, GLSL and SPIR-V, and for applications that upload columns. NAME is the uniform's name \
             in assembly.",
        )],
        set: list!(translation.options.matrix_columns),
        ..ROW
    },
    BuildOption {
        name: "float-uniform",
        method: "float_uniform",
        kind: Kind::List { value: "NAME" },
        flags: &[Flag::new(
            "float-uniform",
            "Keep a uniform numeric that would become a boolean uniform",
            "This is for WGSL, GLSL and SPIR-V, where a `u32` that is only compared with 0 becomes a boolean uniform.",
        )],
        set: list!(translation.options.float_uniform),
        ..ROW
    },
    BuildOption {
        name: "loop-uniform",
        method: "loop_uniform",
        kind: Kind::List { value: "NAME" },
        flags: &[Flag::new(
            "loop-uniform",
            "Use an integer uniform as loop count (the body runs at least once)",
            "This is for WGSL, GLSL and SPIR-V, and for a `u32` or `i32` that is only used as a loop count. The \
             application sets the integer uniform to the count minus 1, and 0, 1, 0.",
        )],
        set: list!(translation.options.loop_uniform),
        ..ROW
    },
    BuildOption {
        name: "array-length",
        method: "array_length",
        kind: Kind::Lengths { value: "NAME=N" },
        flags: &[Flag::new(
            "array-length",
            "Override the length of a uniform array: `--array-length Bones=20`",
            "This is for Direct3D shaders whose arrays exceed the uniform registers, if the application uses only the \
             first elements. NAME is the name in the source, or `cb0` for the constant buffer of slot 0, whose \
             elements are registers.",
        )],
        key_help: "Override the length of uniform arrays in Direct3D shaders: `\"Bones=20\"`. The name is the \
                   source's, or `cb0` for the constant buffer of slot 0, whose elements are registers",
        set: parsed!(translation.options.array_length),
        ..ROW
    },
    BuildOption {
        name: "strict-math",
        method: "strict_math",
        flags: &[Flag::new(
            "strict-math",
            "Preserve the order of floating-point operations",
            "By default, they are reordered where this saves instructions, which changes rounding.",
        )],
        set: switch!(translation.options.strict_math),
        ..ROW
    },
    BuildOption {
        name: "lang",
        method: "lang",
        kind: Kind::Choice {
            value: "NAME",
            names: || InputLanguage::ALL.map(|language| (language.name(), "")).into(),
        },
        flags: &[Flag::new(
            "lang",
            "Treat all sources and compiled shaders as this language",
            "By default, the language is detected by the first bytes of a file and its suffix.",
        )],
        set: |job, value| {
            job.translation.language = Some(value.text()?.parse()?);
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "hlsl-compiler",
        method: "hlsl_compiler",
        kind: Kind::Path { value: "PROGRAM" },
        flags: &[Flag::new(
            "hlsl-compiler",
            "Compiler for HLSL inputs (.hlsl)",
            "PROGRAM is the name or path of vkd3d-compiler, fxc, dxc or glslangValidator. The default is the first of \
             these that is found in an absolute directory of PATH. vkd3d-compiler supports HLSL since version 1.3. The \
             last two produce SPIR-V, whose outputs have other names.",
        )],
        // A document does not choose a program to run: which ones are installed depends on the computer.
        keys: Keys::None,
        is_keyword: false,
        set: |job, value| {
            job.translation.hlsl.compiler = HlslCompiler::Program(value.path()?.to_owned());
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "hlsl-entry",
        method: "hlsl_entry",
        kind: Kind::Text { value: "NAME" },
        flags: &[Flag::new(
            "hlsl-entry",
            "Entry function of HLSL inputs [default: main]",
            "",
        )],
        // Macros do not run an HLSL compiler.
        is_keyword: false,
        set: text!(translation.hlsl.entry),
        ..ROW
    },
    BuildOption {
        name: "hlsl-profile",
        method: "hlsl_profile",
        kind: Kind::Text { value: "PROFILE" },
        flags: &[Flag::new(
            "hlsl-profile",
            "Profile of HLSL inputs [default: vs_4_0]",
            "dxc is passed `vs_6_0` instead of an older profile, and glslangValidator none.",
        )],
        is_keyword: false,
        set: text!(translation.hlsl.profile),
        ..ROW
    },
];

/// Methods of [`Build`](crate::Build) for these options: documentation, name, kind of value, option.
macro_rules! compiling_methods {
    ($methods:ident $list:ident) => {
        $methods! { $list
            /// Maps an output of a translated shader to an output property if its name has no PICA200 equivalent:
            /// `map_output("WORLDPOS", "view")`, like `--map-output`. `map_output("COLOR1", "+color")` adds it to
            /// another output.
            map_output: Pair = "map-output";
            /// Drops an output of a translated shader and the code that only computes it, like `--ignore-output`. `"*"`
            /// drops all unmapped outputs.
            ignore_output: Text = "ignore-output";
            /// Selects the entry point to translate if a source has several, like `--shader-entry`.
            shader_entry: Text = "shader-entry";
            /// Sets whether the vertex and instance index are attributes supplied by the application, like
            /// `--vertex-id=attribute`. By default, a shader that reads them is an error.
            vertex_id_attribute: Switch = "vertex-id";
            /// Sets whether to convert depths from Direct3D's clip range, 0 to w, to the PICA200's, -w to 0, like
            /// `--fix-depth`. By default, the application's matrix has to do that.
            fix_depth: Switch = "fix-depth";
            /// Sets whether rounding to the nearest integer rounds halves up instead of to even, which takes fewer
            /// instructions, like `--fast-round`.
            fast_round: Switch = "fast-round";
            /// Stores the columns of a matrix in its registers instead of its rows, like `--matrix-columns`. The name
            /// is the uniform's name in assembly.
            matrix_columns: Text = "matrix-columns";
            /// Keeps a uniform numeric that would become a boolean uniform, like `--float-uniform`.
            float_uniform: Text = "float-uniform";
            /// Uses an integer uniform as the trip count of loops, which run at least once, like `--loop-uniform`. The
            /// application sets it to the count less 1, and 0, 1, 0.
            loop_uniform: Text = "loop-uniform";
            /// Gives an array of uniforms of a Direct3D shader fewer elements than declared, like `--array-length`. The
            /// name is the source's, or `cb0` for a constant buffer, whose elements are registers. A length of 0 means
            /// 1.
            array_length: Length = "array-length";
            /// Sets whether to preserve the order of floating-point operations in the source, like `--strict-math`.
            strict_math: Switch = "strict-math";
            /// Sets the language of all sources, `assembly`, `direct3d`, `hlsl`, `wgsl`, `glsl` or `spirv`, like
            /// `--lang`. By default, it is detected by magic number and suffix. `direct3d` and `hlsl` require the Cargo
            /// feature `direct3d`, the last three `compile`.
            lang: Text = "lang";
            /// Sets the program that compiles HLSL inputs (`.hlsl`), with the Cargo feature `direct3d`: name or path of
            /// vkd3d-compiler, fxc, dxc or glslangValidator. Without this method, the build runs no program, and HLSL
            /// inputs are errors. Files included by such a source are not watched.
            hlsl_compiler: Path = "hlsl-compiler";
            /// Sets the entry function of HLSL inputs (default: `main`), like `--hlsl-entry`.
            hlsl_entry: Text = "hlsl-entry";
            /// Sets the profile of HLSL inputs (default: `vs_4_0`), like `--hlsl-profile`.
            hlsl_profile: Text = "hlsl-profile";
        }
    };
}

pub(crate) use compiling_methods;
