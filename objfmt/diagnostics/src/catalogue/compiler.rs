//! Rows of the compiler.

macro_rules! compiler {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            paged {
                CommentInvalid "comment-invalid" [Compiler Error] "a comment with `picac:` says nothing that the compiler knows, or is not in front of a function"
                    "write `// picac: extern NAME` or `// picac: export NAME` on the line before a function";
                ProcedureSignature "procedure-signature" [Compiler Error] "a function that is a procedure of assembly has parameters, a result or an effect that procedures do not have"
                    "take and return numbers and vectors, and change nothing else";
                ProcedureEntryPoint "procedure-entry-point" [Compiler Error] "a comment makes an entry point a procedure of assembly"
                    "put what the entry point computes into a function of its own";
                TooManyAcrossCall "too-many-across-call" [Compiler Error] "more values are needed behind a call than the registers that procedures keep hold"
                    "compute values behind the call, or do without the call";
            }
            brief {
                SourceInvalid "source-invalid" [Compiler Error] "a shader in WGSL, GLSL or SPIR-V breaks a rule of its language, or uses what its reader does not know"
                    "the message says what is wrong; a source that is right uses something that the compiler does not read, and has to say it in another way";
                UnfitDefine "unfit-define" [Compiler Error] "a number of the job (`-D NAME=NUMBER`) is not a value of the constant that it sets"
                    "give a number of its type: 0 or 1 for a truth value, a whole number for an integer";
                FrontEndPanic "front-end-panic" [Compiler Error] "the reader of WGSL, GLSL and SPIR-V failed on a source"
                    "leave parts of the source out to find what it fails on";
                NotAVertexShader "not-a-vertex-shader" [Compiler Error] "a shader to compile is not a vertex shader"
                    "compile the vertex shader; the console has no programmable stage for pixels, and geometry shaders are written in assembly";
                UnsupportedOperation "unsupported-operation" [Compiler Error] "a shader does something that the machine cannot do; the message says what"
                    "do without it; the message says what takes its place, if anything does";
                BitsReinterpreted "bits-reinterpreted" [Compiler Error] "a shader uses the bits of a number as a number of another type"
                    "convert the value instead: all numbers of the machine are floats, and no instruction sees their bits";
                IndexedTemporaries "indexed-temporaries" [Compiler Error] "a shader indexes a local array with a value that it computes"
                    "index an array of constants or of uniforms, or unroll the loop; the machine cannot index temporary registers";
                IntegerTooLarge "integer-too-large" [Compiler Error] "a shader has an integer beyond 131072 in magnitude, up to which the floats of the machine are exact"
                    "use smaller integers, or floats";
                TooManyTemporaries "too-many-temporaries" [Compiler Error] "more values are alive at one place than the 16 temporary registers hold"
                    "compute values where they are needed, or divide the shader; the message lists the values";
                TooManyUniforms "too-many-uniforms" [Compiler Error] "the uniforms and constants of a shader need more than 96 float registers"
                    "shorten arrays, and remove uniforms that the shader can do without; the message lists the largest ones";
                TooManyInputs "too-many-inputs" [Compiler Error] "a shader reads an input register above `v15`"
                    "use fewer attributes, or put several into one vector";
                NoSuchOutput "no-such-output" [Compiler Error] "the machine has no use for an output of a shader"
                    "give the output a property with `--map-output NAME=PROPERTY`, or leave it out with `--ignore-output NAME`";
                AmbiguousOutput "ambiguous-output" [Compiler Error] "an option names an output, and several outputs of the shader have this name"
                    "name one of them: its whole name, such as `block.member`, or `@location(N)`; the message lists them";
                SystemValueInput "system-value-input" [Compiler Error] "a shader reads a number of the vertex or instance, which the machine does not supply"
                    "give `--vertex-id=attribute` and supply the number as an attribute";
                NestingTooDeep "nesting-too-deep" [Compiler Error] "the control flow of a shader is nested deeper than the machine or the compiler allows"
                    "nest fewer conditions and loops";
                IntegerRange "integer-range" [Compiler Warn] "an integer of a shader may leave the range of 131072 in magnitude, in which the floats of the machine are exact"
                    "make sure that it stays in the range, or use floats";
                UniformDefaultIgnored "uniform-default-ignored" [Compiler Warn] "a uniform has a default value, which a shader binary cannot store"
                    "upload the value; the message has it";
                UnboundedIndex "unbounded-index" [Compiler Allow] "a uniform array is indexed with a computed value, and outside of the array the machine reads other registers"
                    "limit the index with `min` and `max`, if the application cannot be relied on";
                OutputIncomplete "output-incomplete" [Compiler Warn] "a shader leaves components of an output unwritten; they become 0, and `w` becomes 1"
                    "write all components of the output";
                OutputWithoutEffect "output-without-effect" [Compiler Warn] "a shader writes a built-in output that changes nothing on this machine, such as `gl_PointSize`; it is left out"
                    "name the output with `--ignore-output`, which says that this is meant";
                UintSubtraction "uint-subtraction" [Compiler Warn] "a difference of unsigned integers can be negative, where it does not wrap around on the machine"
                    "make sure that the first number is the larger one, or use signed integers";
                UnmatchedOption "unmatched-option" [Compiler Warn] "an option names an output or an entry point that the shader does not have"
                    "correct the name; the message lists those that the shader has";
                Approximation "approximation" [Compiler Allow] "an operation becomes several instructions whose result is less exact than that of the source"
                    "compute the value in the application, if it must be exact";
                GlslRewritten "glsl-rewritten" [Compiler Allow] "a type of GLSL has more bits than the machine: numbers of 64 bits are floats of 24 bits"
                    "nothing needs to be done, if 24 bits are enough";
                LiteralRounded "literal-rounded" [Compiler Allow] "a number is not a float24, and is rounded to the nearest one"
                    "nothing needs to be done; the relative difference is at most 0.0000039";
            }
        }
    };
}
