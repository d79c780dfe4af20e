//! Rows of the checker of linked programs.

macro_rules! checker {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            paged {
                MissingEnd "missing-end" [Checker Deny] "execution can run past the end of the entry procedure, or of the code, without `end`"
                    "put `end` at the end of the entry procedure";
                TargetOutsideCode "target-outside-code" [Checker Deny] "execution can jump, call or start at a word outside the code"
                    "correct the target";
                EmptyCall "empty-call" [Checker Deny] "a call of a procedure without words never returns"
                    "put an instruction into the procedure, or remove the call";
                Recursion "recursion" [Checker Deny, Compiler Error] "a procedure calls itself, directly or through others"
                    "use a loop";
                CallDepth "call-depth" [Checker Deny] "more than 4 calls are open at once"
                    "inline one of the procedures";
                IfDepth "if-depth" [Checker Deny] "more than 8 bodies of `if` are open at once, and one with an else-body is lost"
                    "nest fewer `if`, counted over calls";
                LoopDepth "loop-depth" [Checker Deny] "more than 4 loops are open at once, including the loops of callers"
                    "nest fewer loops, counted over calls";
                LostBranch "lost-branch" [Checker Deny] "a jump or call in the last word of a block or procedure has no effect"
                    "put a `nop` after it";
                LostEnd "lost-end" [Checker Deny] "blocks or procedures end at the same word, and the hardware closes only some of them"
                    "put a `nop` between the ends";
                JumpToEnd "jump-to-end" [Checker Warn] "a jump to the end of a loop or called procedure does not close it"
                    "jump to an instruction inside, such as a `nop` at the end";
                JumpOut "jump-out" [Checker Warn] "a jump leaves blocks open, so that an enclosing block does not close"
                    "leave the block first, or use `break`";
                EndlessLoop "endless-loop" [Checker Warn] "execution can enter a loop that it never leaves"
                    "test a condition that changes in the loop, or use `for`";
                JumpIntoBlock "jump-into-block" [Checker Warn] "a jump enters a loop, or the body of an `if` with an else-body"
                    "jump to the beginning of the block";
                JumpBetweenProcedures "jump-between-procedures" [Checker Warn] "a jump leaves a called procedure, or enters one that is called elsewhere"
                    "call the procedure";
                CountTooLong "count-too-long" [Checker Deny] "a called procedure or an else-body has more than 255 words"
                    "split it into procedures";
                VertexCodeTooFar "vertex-code-too-far" [Checker Deny] "a vertex shader reaches code after the 512th word"
                    "link the vertex shader first, or shorten its code";
                EmitInVertexShader "emit-in-vertex-shader" [Checker Deny] "a vertex shader reaches `emit` or `setemit`"
                    "declare a geometry shader with `.gsh`";
                UnknownOpcode "unknown-opcode" [Checker Warn] "execution reaches a word that is not a known instruction"
                    "correct the word";
                NoDescriptor "no-descriptor" [Checker Deny] "an instruction refers to an operand descriptor that is not in the file"
                    "rebuild the file from its source";
                UnsetAddress "unset-address" [Checker Warn] "an address register may be used before any `mova` writes it"
                    "write the register with `mova` on all paths";
                UnsetFlags "unset-flags" [Checker Warn] "a condition may test a flag before any `cmp` sets it"
                    "execute `cmp` on all paths to the condition";
                LoopCounterOutsideLoop "loop-counter-outside-loop" [Checker Warn] "`aL` may be used outside all loops"
                    "use `aL` only inside a loop";
                UnsetTemporary "unset-temporary" [Checker Warn] "a component of a temporary may be read before it is written"
                    "write the component on all paths";
                UnwrittenOutput "unwritten-output" [Checker Warn] "a vertex shader can end before it has written all components of an output"
                    "write all declared components on all paths, or declare fewer";
                OutputWrittenTwice "output-written-twice" [Checker Warn] "a vertex shader can write a component of an output twice"
                    "collect the value in a temporary, and write the output once";
                StaleOutput "stale-output" [Checker Warn] "a geometry shader writes a component of an output only for an earlier vertex"
                    "write all components before each `emit`";
                NoPrimitive "no-primitive" [Checker Warn] "a geometry shader never emits a triangle"
                    "emit three vertices, the last one after `setemit` with `prim`";
                EmitWithoutSetemit "emit-without-setemit" [Checker Warn] "an `emit` has no separate `setemit`"
                    "put a `setemit` with the vertex slot before each `emit`";
                UnsetVertex "unset-vertex" [Checker Warn] "a geometry shader emits a triangle with an empty vertex slot"
                    "emit a vertex to each of the slots 0, 1 and 2 first";
                UndeclaredOutput "undeclared-output" [Checker Warn] "an output register is written but is not in the output table"
                    "declare the output with `.out`";
                NoOutput "no-output" [Checker Deny] "a shader has no output"
                    "declare an output with `.out`, or mark a file that produces no shader with `.nodvle`";
                NoPosition "no-position" [Checker Warn] "a vertex shader has no position, and no geometry shader follows"
                    "declare the position with `.out NAME position`";
                DuplicateProperty "duplicate-property" [Checker Deny, Compiler Error] "two outputs of a shader have the same property"
                    "give one of them another property";
                PropertyRegister "property-register" [Checker Deny] "an output with a property is in a register above `o6`"
                    "use a register from `o0` to `o6`";
                OutputRegister "output-register" [Checker Deny] "an output is in a register above `o7`, which loaders do not count"
                    "use a register from `o0` to `o7`";
                TooManyOutputs "too-many-outputs" [Checker Deny, Compiler Error] "a shader sends more than 7 outputs to the rasteriser"
                    "remove an output, such as a `dummy` one";
                MergedOutputs "merged-outputs" [Checker Deny] "a merging geometry shader and its vertex shader have more than 7 outputs together"
                    "declare fewer outputs";
                HiddenOutput "hidden-output" [Checker Warn] "loaders do not see an output of a merged pair, because it follows a register without one"
                    "use the output registers without gaps";
                NoVertices "no-vertices" [Checker Deny] "a geometry shader takes primitives of 0 vertices"
                    "give a number of vertices in `.gsh`";
                ConstantRegister "constant-register" [Checker Deny] "a constant has an unknown kind, or is for a register that does not exist"
                    "rebuild the file from its source";
                ConstantValue "constant-value" [Checker Deny] "a constant has a value that is invalid for its kind"
                    "rebuild the file from its source";
                TooManyConstants "too-many-constants" [Checker Deny] "a constant table has more float constants than loaders count"
                    "set each register once";
                DuplicateUniform "duplicate-uniform" [Checker Deny] "two entries of a uniform table have the same name"
                    "rename one of the two";
                UniformRegister "uniform-register" [Checker Deny] "a uniform or input is in a register that does not exist"
                    "rebuild the file from its source";
                ShaderKind "shader-kind" [Checker Deny] "a shader is neither a vertex shader nor a geometry shader"
                    "rebuild the file from its source";
                OversizedCode "oversized-code" [Checker Deny] "the code has more words than program memory"
                    "shorten the code";
                OversizedDescriptors "oversized-descriptors" [Checker Deny] "the file has more operand descriptors than the hardware"
                    "use fewer combinations of masks, signs and swizzles";
                UncheckedPaths "unchecked-paths" [Checker Warn] "the code of a shader is too complex to check its paths"
                    "simplify the control flow";
            }
        }
    };
}
