//! Rows of the compiler.

macro_rules! compiler {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            paged {
                CommentInvalid "comment-invalid" [Compiler Error] "a comment with `picac:` is unknown to the compiler, or is not before a function"
                    "write `// picac: extern NAME` or `// picac: export NAME` on the line before a function";
                ProcedureSignature "procedure-signature" [Compiler Error] "a function that is a procedure of assembly has parameters, a result or an effect that procedures cannot have"
                    "take and return numbers and vectors, and change nothing else";
                ProcedureEntryPoint "procedure-entry-point" [Compiler Error] "a comment makes an entry point a procedure of assembly"
                    "move the computation of the entry point to a separate function";
                TooManyAcrossCall "too-many-across-call" [Compiler Error] "more values are live across a call than the registers that procedures preserve can hold"
                    "compute values after the call, or avoid the call";
            }
            brief {
                SourceInvalid "source-invalid" [Compiler Error] "a shader in WGSL, GLSL or SPIR-V is invalid, or uses a feature that its front end does not support"
                    "see the message; if the source is valid, avoid the unsupported feature";
                UnfitDefine "unfit-define" [Compiler Error] "a value of the job (`-D NAME=NUMBER`) does not fit the type of the constant that it sets"
                    "give a value of its type: 0 or 1 for a bool, an integer for an integer";
                FrontEndPanic "front-end-panic" [Compiler Error] "the front end for WGSL, GLSL and SPIR-V failed on a source"
                    "remove parts of the source to find the cause";
                NotAVertexShader "not-a-vertex-shader" [Compiler Error] "a shader to compile is not a vertex shader"
                    "compile the vertex shader; the console has no programmable stage for pixels, and geometry shaders are written in assembly";
                UnsupportedOperation "unsupported-operation" [Compiler Error] "a shader uses an operation that the hardware does not support; the message says which"
                    "avoid the operation; the message suggests a replacement, if there is one";
                BitsReinterpreted "bits-reinterpreted" [Compiler Error] "a shader uses the bits of a number as a number of another type"
                    "convert the value instead: all numbers of the hardware are floats, and no instruction accesses their bits";
                IndexedTemporaries "indexed-temporaries" [Compiler Error] "a shader indexes a local array with a value that it computes"
                    "index an array of constants or uniforms, or unroll the loop; the hardware cannot index temporary registers";
                IntegerTooLarge "integer-too-large" [Compiler Error] "a shader has an integer beyond 131072 in magnitude, up to which the floats of the hardware are exact"
                    "use smaller integers, or floats";
                TooManyTemporaries "too-many-temporaries" [Compiler Error] "more values are live at one point than the 16 temporary registers hold"
                    "compute values where they are needed, or split the shader; the message lists the values";
                TooManyUniforms "too-many-uniforms" [Compiler Error] "the uniforms and constants of a shader need more than 96 float registers"
                    "shorten arrays, and remove dispensable uniforms; the message lists the largest ones";
                TooManyInputs "too-many-inputs" [Compiler Error] "a shader reads an input register above `v15`"
                    "use fewer attributes, or put several into one vector";
                NoSuchOutput "no-such-output" [Compiler Error] "an output of a shader is not mapped"
                    "map the output with `--map-output NAME=PROPERTY`, or drop it with `--ignore-output NAME`";
                AmbiguousOutput "ambiguous-output" [Compiler Error] "the output name in an option is ambiguous"
                    "use a full name, such as `block.member`, or `@location(N)`; the message lists them";
                SystemValueInput "system-value-input" [Compiler Error] "a shader reads a vertex or instance index, which the hardware does not provide"
                    "give `--vertex-id=attribute` and provide the index as an attribute";
                NestingTooDeep "nesting-too-deep" [Compiler Error] "the control flow of a shader is nested deeper than the hardware or the compiler allows"
                    "nest fewer conditions and loops";
                IntegerRange "integer-range" [Compiler Warn] "an integer of a shader may exceed 131072 in magnitude, up to which the floats of the hardware are exact"
                    "keep it in the range, or use floats";
                UniformDefaultIgnored "uniform-default-ignored" [Compiler Warn] "a uniform has a default value, which a shader binary cannot store"
                    "upload the value in the message from the application";
                UnboundedIndex "unbounded-index" [Compiler Allow] "a uniform array is indexed with a computed value, and out-of-bounds accesses read other registers"
                    "clamp the index with `min` and `max` if the application may exceed the bounds";
                OutputIncomplete "output-incomplete" [Compiler Warn] "a shader leaves components of an output unwritten; they become 0, and `w` becomes 1"
                    "write all components of the output";
                OutputWithoutEffect "output-without-effect" [Compiler Warn] "a shader writes a built-in output that has no effect on this hardware, such as `gl_PointSize`; it is dropped"
                    "if this is intended, use `--ignore-output` for the output";
                UintSubtraction "uint-subtraction" [Compiler Warn] "a difference of unsigned integers can be negative, because it does not wrap around on the hardware"
                    "ensure that the first operand is the larger one, or use signed integers";
                UnmatchedOption "unmatched-option" [Compiler Warn] "an option refers to an output or an entry point that the shader does not have"
                    "correct the name; the message lists the existing names";
                Approximation "approximation" [Compiler Allow] "an operation is lowered to several instructions with a less exact result"
                    "compute the value in the application, if it must be exact";
                GlslRewritten "glsl-rewritten" [Compiler Allow] "a GLSL type has more bits than the hardware: 64-bit numbers become 24-bit floats"
                    "no change is needed if 24 bits are enough";
                LiteralRounded "literal-rounded" [Compiler Allow] "a number is not a float24, and is rounded to the nearest one"
                    "no change is needed; the relative difference is at most 0.0000039";
            }
        }
    };
}
