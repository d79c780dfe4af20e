_picald() {
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
                cmd="picald"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        picald)
            opts="-l -L -o -e -r -g -s -a -n -I -A -W -D -j -h -V --project --stdin-name --library --library-path --output --header --rust --cpp --c --entry --relocatable --split --compat --debug --strip --listing --no-nop --no-pseudo --include-path --dialect --geometry --map-output --ignore-output --shader-entry --vertex-id --fix-depth --fast-round --matrix-columns --float-uniform --loop-uniform --strict-math --lang --hlsl-compiler --hlsl-entry --hlsl-profile --dependencies --write-dependencies --dependency-file --dependency-target --phony-dependencies --explain --allow --warn --deny --jobs --gc-sections --no-gc-sections --print-gc-sections --icf --no-icf --merge-constants --no-merge-constants --pad-constants --no-pad-constants --map --map-json --remap-path-prefix --error-format --color --error-limit --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-name)
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
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --header)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rust)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cpp)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --entry)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -e)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --compat)
                    COMPREPLY=($(compgen -W "picasso" -- "${cur}"))
                    return 0
                    ;;
                --listing)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -a)
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
                --dependency-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dependency-target)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --explain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -A)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -W)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -D)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --map)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --map-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --remap-path-prefix)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-format)
                    COMPREPLY=($(compgen -W "human short json" -- "${cur}"))
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
    complete -F _picald -o nosort -o bashdefault -o default picald
else
    complete -F _picald -o bashdefault -o default picald
fi
