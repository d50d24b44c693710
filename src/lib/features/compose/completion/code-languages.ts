/**
 * Words after a fence with a special meaning in Zulip's Markdown; the languages follow by how often
 * they are used.
 */
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

/** Common abbreviations. They are complete words, so nothing is suggested for them. */
export const languageAbbreviations = 'cs ex hs js jsx kt md pl ps1 py rb rs ts yml'.split(' ');
