//! Rows of builds from build scripts and macros.

macro_rules! build {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            brief {
                InvalidBuild "invalid-build" [Build Error] "a build requests something impossible; the message says why"
                    "correct the build script; the message says what is possible";
                VariantsAlike "variants-alike" [Build Warn] "one of the values of a build with variants changes no shader"
                    "remove the value, or use it in the sources with `.ifdef` or `.if`";
            }
        }
    };
}
