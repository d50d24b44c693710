/** Names behind a fence that the dialect gives a meaning of its own, then languages by use. */
export const fenceKeywords = ['quote', 'spoiler', 'math', 'text'];

export const codeLanguages = [
  ...fenceKeywords,
  ...'bash c c++ clojure cpp csharp css dart diff docker elixir erlang fortran go graphql haskell html'.split(
    ' ',
  ),
  ...'ini java javascript json julia kotlin latex lisp lua makefile markdown matlab nginx nix ocaml'.split(
    ' ',
  ),
  ...'perl php powershell protobuf python r ruby rust scala scheme sh sql swift tex toml tsx'.split(
    ' ',
  ),
  ...'typescript vim xml yaml zig'.split(' '),
];

/** What people write for them: whole words too, with nothing to complete. */
export const languageAbbreviations = 'cs ex hs js jsx kt md pl ps1 py rb rs ts yml'.split(' ');
