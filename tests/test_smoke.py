import sixfold
