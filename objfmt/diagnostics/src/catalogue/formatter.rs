//! Rows of picafmt.

macro_rules! formatter {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            brief {
                Unformatted "unformatted" [Formatter Error] "`picafmt --check` would change a source"
                    "format it with `picafmt FILE`";
            }
        }
    };
}
