"""Every clause of the rule book is tested: for each there are broken rules, and a test that names it notices."""
