//! Rows of the linker.

macro_rules! linker {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            brief {
                NothingToLink "nothing-to-link" [Linker Error] "no input produces a shader"
                    "add a file with instructions or declarations and without `.nodvle`; archives are only searched for names that other files use";
                EmptyInput "empty-input" [Linker Warn] "an input produces no shader, because it has no instruction and no declaration"
                    "remove the input, mark it with `.nodvle`, or correct the condition that excludes its lines";
                SeveralShaders "several-shaders" [Linker Error] "several files produce shaders, but only one is allowed (`-r`, `-e`)"
                    "link the shaders separately, or mark the files that produce no shader with `.nodvle`";
                CannotCombine "cannot-combine" [Linker Error] "the inputs cannot be combined into one object (`-r`); the message says why"
                    "link the inputs without `-r`, or pass files with private uniforms to the last link unchanged";
                UndefinedProcedure "undefined-procedure" [Linker Error] "a called procedure is not defined in any input or archive"
                    "add the file or the library (`-l`) that defines it, or correct the name; case matters";
                UndefinedUniform "undefined-uniform" [Linker Error] "`.extern` declares a uniform that no input exports"
                    "declare it in one of the inputs with `.fvec`, `.ivec` or `.bool`; uniforms of private files and of geometry shaders with parameters are not visible to other files";
                UndefinedConstant "undefined-constant" [Linker Error] "`.extern` declares a constant that no input exports"
                    "declare it in one of the inputs with `.constf`, `.consti` or `.constfa`; constants of private files are not visible to other files";
                ExternMismatch "extern-mismatch" [Linker Error] "`.extern` and the declaration have different kinds or lengths"
                    "give `.extern` the kind and the length of the declaration; `NAME[]` means any length";
                AmbiguousConstant "ambiguous-constant" [Linker Error] "`.extern` declares a constant that has several definitions"
                    "rename all definitions but one, or make them private to their files with `.private`";
                ReservedRegister "reserved-register" [Linker Error] "a uniform is in a register that the console fills for a geometry shader"
                    "let the linker choose the register, or choose one outside the vertices of `.gsh fixed` that is not `b15`";
                StaleIndex "stale-index" [Linker Error] "the index of an archive lists a name that its member does not define"
                    "rebuild the index with `picaar s ARCHIVE`";
                MissingEntry "missing-entry" [Linker Error] "the entry procedure of a shader is not defined"
                    "define `main`, set the entry procedure with `.entry` or `-e`, or mark a library with `.nodvle`";
                ProcedureTooLong "procedure-too-long" [Linker Error] "a called procedure has more than 255 words"
                    "split it into procedures that it calls in turn; a procedure that is only an entry point may be longer";
                TargetOutOfReach "target-out-of-reach" [Linker Error] "a target lies after the 4096th word"
                    "shorten the program";
                UniformMismatch "uniform-mismatch" [Linker Error] "a uniform is declared with different kinds or lengths"
                    "declare it in the same way in all files, or rename one; `.private` makes a file's uniforms private";
                ConflictingPins "conflicting-pins" [Linker Error] "two files choose different registers for one name"
                    "choose the same register in all files, or choose it in one file only";
                ConflictingFields "conflicting-fields" [Linker Error] "`.version` or `.descriptor` states different values for one field of the output"
                    "state the value in one file, or the same value in all";
                OverlappingPins "overlapping-pins" [Linker Error] "two names choose overlapping registers in one file or shader"
                    "move one of the two, or let the linker choose its register";
                RegistersUsedUp "registers-used-up" [Linker Error] "no registers are left for a uniform or constant"
                    "put several numbers into one vector, shorten arrays, or remove unused declarations; `--map` shows the use of each register";
                RegisterOutOfRange "register-out-of-range" [Linker Error] "an index is outside the register file"
                    "lower the index, or choose a lower register for the array";
                TooManyDescriptors "too-many-descriptors" [Linker Error] "the program needs more than 128 operand descriptors"
                    "use fewer combinations of masks, signs and swizzles; without `--compat` the linker minimises the table";
                TooManyMadDescriptors "too-many-mad-descriptors" [Linker Error] "`mad` and `madi` need more than 32 operand descriptors"
                    "use fewer combinations of masks, signs and swizzles in `mad`, or use `mul` and `add`";
                ConflictingValues "conflicting-values" [Linker Warn, Linker "constants" Error] "two files give a register different values in one shader"
                    "choose another register, or give it a name so that the linker places it";
                ConstantNotLoaded "constant-not-loaded" [Linker Warn] "with `--compat=picasso`, a shader reads a constant of another file"
                    "link without `--compat=picasso`, or declare the constant in the shader's own file";
                ShadowedUniform "shadowed-uniform" [Linker Warn] "an input has the same name as a uniform that the shader uses from another file"
                    "rename the input or the uniform: programs find both by name";
                UnreadableObject "unreadable-object" [Linker Error, Programs Error] "an object is damaged or of another version"
                    "rebuild the object from its source";
            }
        }
    };
}
