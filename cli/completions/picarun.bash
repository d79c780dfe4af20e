_picarun() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="picarun"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        picarun)
            opts="-o -l -L -n -I -A -W -D -h -V --shader --shader-file --entry --target --in --uniform --int --bool --vertex --stride --primitive --texture --sampler --budget --float24 --trace --profile --profile-html --test --filter --render --output --expect --tolerance --library --library-path --no-nop --no-pseudo --include-path --dialect --geometry --map-output --ignore-output --shader-entry --vertex-id --fix-depth --fast-round --matrix-columns --float-uniform --loop-uniform --array-length --strict-math --lang --hlsl-compiler --hlsl-entry --hlsl-profile --define --allow --warn --deny --error-format --color --error-limit --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --shader)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shader-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --entry)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --target)
                    COMPREPLY=($(compgen -W "direct3d pica200 both" -- "${cur}"))
                    return 0
                    ;;
                --in)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --uniform)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --int)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --bool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --vertex)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stride)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --primitive)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --texture)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sampler)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --budget)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --trace)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --profile-html)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --test)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --filter)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --render)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tolerance)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --library)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -l)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --library-path)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -L)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include-path)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -I)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -W "nihstro aemstro auto" -- "${cur}"))
                    return 0
                    ;;
                --map-output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ignore-output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shader-entry)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --vertex-id)
                    COMPREPLY=($(compgen -W "attribute" -- "${cur}"))
                    return 0
                    ;;
                --matrix-columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --float-uniform)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --loop-uniform)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --array-length)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lang)
                    COMPREPLY=($(compgen -W "assembly direct3d hlsl wgsl glsl spirv" -- "${cur}"))
                    return 0
                    ;;
                --hlsl-compiler)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hlsl-entry)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hlsl-profile)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --define)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                -A)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                -W)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                -D)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                --error-format)
                    COMPREPLY=($(compgen -W "human short json github sarif" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --error-limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _picarun -o nosort -o bashdefault -o default picarun
else
    complete -F _picarun -o bashdefault -o default picarun
fi
