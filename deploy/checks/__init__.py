"""What `deploy/check` checks: a module for each kind of file, each with a function `checks` that gives its
checks in order. They know the files of this folder and nothing of the program."""
