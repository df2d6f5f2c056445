_sixfold() {
    local found
    COMPREPLY=()
    while IFS= read -r found; do
        case $found in
            :files)
                compopt -o filenames 2>/dev/null
                while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen -f -- "$2")
                ;;
            *=)
                compopt -o nospace 2>/dev/null
                COMPREPLY+=("$found")
                ;;
            *) COMPREPLY+=("$found") ;;
        esac
    done < <(sixfold complete bash -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
}
complete -F _sixfold sixfold
