//! Rows of picaar.

macro_rules! archiver {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            brief {
                NotAnObject "not-an-object" [Archiver Error] "a file for an archive is not an object"
                    "assemble it with picasm first: archives contain objects";
                DuplicateMember "duplicate-member" [Archiver Error] "two files for an archive have the same name"
                    "rename one of the files: the last part of the path is the member's name";
                NoSuchMember "no-such-member" [Archiver Error] "no member of the archive has this name"
                    "list the names with `picaar t ARCHIVE`";
                UnsafeMemberName "unsafe-member-name" [Archiver Error] "the name of a member is a path, or not a possible file name"
                    "extract the other members by name; this one would be written outside the directory";
                NoSuchOperation "no-such-operation" [Archiver Error] "archives of this kind do not support the operation; the message lists the supported ones"
                    "choose one of these operations";
                WrongMember "wrong-member" [Archiver Error] "a file cannot replace the member of an archive"
                    "see the message for the contents of the member";
                InvalidDescription "invalid-description" [Archiver Error] "a description of a new SHARCFB archive or BNSH file cannot be read, or does not fit the files"
                    "see the message; `picadump --json` prints the description of a file, and `picaar x` extracts its members";
                FixedByteOrder "fixed-byte-order" [Archiver Error] "the byte order of a file cannot be converted"
                    "see the message for the part that cannot be converted; only SHARCFB archives have either byte order";
                NoSymbolIndex "no-symbol-index" [Archiver Error] "the archive has no index"
                    "create one with `picaar s ARCHIVE`";
                HiddenDefinition "hidden-definition" [Archiver Warn] "a member defines a procedure that an earlier member also defines; links use the earlier one"
                    "rename one of the procedures, or put the wanted member first";
                UnwritableArchive "unwritable-archive" [Archiver Error] "an archive does not fit into a file"
                    "see the message for the part that the format cannot hold";
            }
        }
    };
}
