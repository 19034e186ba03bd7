//! How players and our own modules are compiled.

/// For all modules alike: what is compiled beforehand is taken only where these are the same.
pub(super) const OUR_FLAGS: [&str; 8] = [
    "--make",
    "-O1",
    "-XHaskell2010",
    "-XSafe",
    "-XNamedFieldPuns",
    "-XDuplicateRecordFields",
    // No environment of the folder or the user changes which packages there are.
    "-package-env=-",
    "-fdiagnostics-color=never",
];

/// For a player: the warnings of GHC 8.6, as errors. Younger ones are switched off; a compiler that does not
/// know one passes over it. At last the program's own limits: an endless recursion becomes an exception.
pub(super) const PLAYER_FLAGS: [&str; 29] = [
    "-Wall",
    "-Werror",
    "-Wtrustworthy-safe",
    "-Wno-unused-imports",
    "-Wno-orphans",
    "-Wno-unrecognised-warning-flags",
    "-Wno-incomplete-uni-patterns",
    "-Wno-incomplete-record-updates",
    "-Wno-incomplete-record-selectors",
    "-Wno-x-partial",
    "-Wno-ambiguous-fields",
    "-Wno-noncanonical-monad-instances",
    "-Wno-noncanonical-monoid-instances",
    "-Wno-star-is-type",
    "-Wno-unused-record-wildcards",
    "-Wno-redundant-record-wildcards",
    "-Wno-redundant-bang-patterns",
    "-Wno-deriving-defaults",
    "-Wno-operator-whitespace-ext-conflict",
    "-Wno-type-equality-out-of-scope",
    "-Wno-type-equality-requires-operators",
    "-Wno-gadt-mono-local-binds",
    "-Wno-forall-identifier",
    "-Wno-unicode-bidi-format-characters",
    "-Wno-misplaced-pragmas",
    "-Wno-inferred-safe-imports",
    "-Wno-pattern-namespace-specifier",
    "-rtsopts=ignoreAll",
    "-with-rtsopts=-V0 -A1m -K64m",
];
