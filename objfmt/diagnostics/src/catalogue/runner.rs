//! Rows of picarun.

macro_rules! runner {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            brief {
                NoSuchShader "no-such-shader" [Runner Error] "the file does not have this shader"
                    "list the shaders and their entry points with `picadump FILE`";
                CannotRun "cannot-run" [Runner Error] "a DXBC container has no vertex, geometry or pixel shader of the models 4.0 to 5.1, or one whose code cannot run; the message says why"
                    "compile the shader for one of these models; `picadump FILE` shows the contents of the container";
                CannotSet "cannot-set" [Runner Error] "a value, a picture or a sampler is for an unknown name, or there are too many values"
                    "list the inputs, uniforms and textures and their lengths with `picadump FILE`";
                UnreadableValues "unreadable-values" [Runner Error] "a values file is not TOML, or has no rows for the name, or no vertices"
                    "correct the file at the reported location; TESTS.md describes the format";
                LinkedAlready "linked-already" [Runner Error] "a shader binary to run is given together with other files"
                    "pass the binary alone, or the objects that it was linked from";
                CannotFeed "cannot-feed" [Runner Error] "vertices are given without a geometry shader, or do not form its primitives; the message says why"
                    "give as many vertices as the message says, or use the inputs of a vertex shader";
                IncompletePrimitive "incomplete-primitive" [Runner Warn] "the vertices after the last primitive do not form another one"
                    "give more vertices, or leave out the last ones";
                UnreadableTest "unreadable-test" [Runner Error] "a test file is not UTF-8, not TOML, or larger than 2 MiB"
                    "save it as UTF-8, and correct it at the reported location; TESTS.md describes the format";
                InvalidTest "invalid-test" [Runner Error] "a test file has an invalid key, type, case or choice of shader; the message says which"
                    "correct it at the reported location; TESTS.md lists all keys";
                CannotExpect "cannot-expect" [Runner Error] "an expectation does not fit the shader: it has no such output, or other components"
                    "use an output of the shader and its number of components; `picadump FILE` lists them";
                NoSuchCase "no-such-case" [Runner Error] "no case matches `--filter`"
                    "give a part of a case's name; `picarun --test` without `--filter` shows all";
                UnreadableScene "unreadable-scene" [Runner Error] "a scene is not UTF-8, not TOML, or larger than 16 MiB"
                    "save it as UTF-8, and correct it at the reported location; docs/render.md describes the format";
                InvalidScene "invalid-scene" [Runner Error] "a scene has an invalid key, type or value, or one that does not fit the shader or the model; the message says which"
                    "correct it at the reported location; docs/render.md lists all keys";
                UnreadableModel "unreadable-model" [Runner Error] "a file is not a model in Wavefront OBJ or glTF, or has something that cannot be drawn"
                    "export the model again as OBJ or as glTF with triangles, without sparse accessors and compression";
                UnreadablePicture "unreadable-picture" [Runner Error] "a file is not a PNG, is damaged, or has a size that does not fit"
                    "save the picture as PNG; textures have sides of 8, 16, 32, 64, 128, 256, 512 or 1024 pixels";
                CannotRender "cannot-render" [Runner Error] "a shader does not reach `end` in a scene, cannot be fed, or exceeds the work limit of a picture"
                    "follow the message; `picarun --trace=text` shows the instructions of a single vertex";
                PictureDiffers "picture-differs" [Runner Error] "a picture differs from the expected one by more than the tolerance"
                    "compare both pictures; if the new one is right, replace the old one with `-o`";
                TranslationDiffers "translation-differs" [Runner Error] "the outputs of a shader of Direct3D and of its translation differ"
                    "compare the instructions with `--trace=text`; floats of the hardware have 17 significant bits, and its integers are exact up to 131072";
                ShaderFault "shader-fault" [Runner Error] "a running shader leaves the code, reaches a word that cannot be executed, or exhausts its budget"
                    "trace it with `picarun --trace`; `--budget` sets the limit that stops endless loops";
            }
        }
    };
}
