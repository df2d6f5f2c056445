function __sixfold_candidates
    for found in (sixfold complete fish -- (commandline -cp) 2>/dev/null)
        if test "$found" = :files
            set -l typed (commandline -ct)
            set -l option (string match -r -- '^--[a-z-]+=' $typed)
            for file in (__fish_complete_path (string replace -- "$option" '' $typed))
                echo "$option$file"
            end
        else
            echo $found
        end
    end
end
complete -c sixfold -f -a '(__sixfold_candidates)'
