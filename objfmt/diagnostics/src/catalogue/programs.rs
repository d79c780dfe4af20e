//! Rows of all programs.

macro_rules! programs {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            brief {
                CannotRead "cannot-read" [Programs Error] "a file cannot be read"
                    "check the path and the permissions; the message gives the system's reason";
                CannotWrite "cannot-write" [Programs Error] "a file cannot be written"
                    "check the folder, the permissions and the free space; the message gives the system's reason";
                OutputIsInput "output-is-input" [Programs Error] "an output would overwrite an input"
                    "choose another name for the output";
                OutputTwice "output-twice" [Programs Error] "an output would overwrite another output"
                    "choose another name for one of them";
                DependencyName "dependency-name" [Programs Error] "make and Ninja would read a name in a dependency file differently"
                    "rename the file or folder: letters, digits, blanks and most punctuation are fine, but not quotes, `=`, `;`, `|`, `*`";
                MoreErrors "more-errors" [Programs Error] "there are more errors than `--error-limit` shows"
                    "correct the errors that are shown, or show all with `--error-limit 0`";
                UnknownWarning "unknown-warning" [Programs Warn] "a comment allows a name that is unknown, or the name of an error"
                    "correct the name; errors of the assembler and the linker cannot be allowed";
                UnreadableArchive "unreadable-archive" [Programs Error] "an archive is damaged or thin"
                    "make the archive again; thin archives, which contain paths, are not supported";
                MissingLibrary "missing-library" [Programs Error] "the library of `-l` is in no folder of `-L`"
                    "name its folder with `-L`, or the file with `-l :FILE` or as an input";
                WrongListEntry "wrong-list-entry" [Programs Error] "a list (`.shlist`) names another list"
                    "put the entries of the other list into this one";
                InvalidVariations "invalid-variations" [Programs Error] "a file of variations (`.variants.toml`) cannot be read, or has a wrong key, number, value or exclusion"
                    "correct it at the place of the message; cli/docs/variants.md describes the format";
                InvalidProject "invalid-project" [Programs Error] "a file of a project (`pica200.toml`) is missing, cannot be read, or has a wrong key or value"
                    "correct it at the place of the message; cli/docs/project.md describes the format";
                UselessDefine "useless-define" [Programs Warn] "a number is given, but no input is assembly or declares it"
                    "correct its name, or give it where the sources are assembled or compiled: objects keep the numbers that they were made with";
                NotASource "not-a-source" [Programs Error] "an input is an object, a shader binary or in another language where assembly is needed"
                    "give the source that it was made from; picald links objects, and picac compiles other languages";
                NoHlslCompiler "no-hlsl-compiler" [Programs Error] "an input is in HLSL, and there is no compiler that makes a container of it"
                    "install vkd3d-compiler 1.3 or later, or name a compiler with `--hlsl-compiler`";
                HlslError "hlsl-error" [Programs Error] "a compiler of HLSL does not accept an input, or ends without a container"
                    "correct the source; the message is that of the compiler, with its code in parentheses";
                HlslWarning "hlsl-warning" [Programs Warn] "a compiler of HLSL warns"
                    "see the message, which is that of the compiler, with its code in parentheses";
                UnwritableObject "unwritable-object" [Programs Error] "an object does not fit into a file"
                    "see the message for the part that the format cannot hold, often too many names";
                UnwritableBinary "unwritable-binary" [Programs Error] "a shader binary does not fit into a file"
                    "see the message for the part that the format cannot hold";
            }
        }
    };
}
