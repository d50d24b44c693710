/** Text patterns that are expensive to render, each repeated up to a length in UTF-16 units. */
const families: Readonly<Record<string, string>> = {
  brackets: '[',
  pairs: '[](',
  emphasis: '*a* ',
  runs: '**_*',
  ticks: '`` ` ``` ',
  list: '* a\n',
  numbers: '1. a\n',
  deep_quotes: '> ',
  quotes: '> a\n',
  fences: '```quote\n',
  code: '```js\nlet a = `${1}`;\n```\n',
  spoilers: '```spoiler a\nb\n```\n',
  tables: '|a|a|a|a|\n|-|-|-|-|\n|1|2|3|4|\n\n',
  wide_table: '|',
  mentions: '@**Hanna Lindqvist** ',
  channels: '#**a>b** ',
  math: '$$\\frac{x}{y}$$ ',
  macros: '$$\\def\\a{aa}\\a\\a\\a$$ ',
  times: '<time:2026-11-24T09:00:00Z> ',
  entities: '&amp;',
  tags: '<a b="',
  links: 'https://a.example/b ',
  domains: 'a.co ',
  addresses: 'a@b.co ',
  parens: 'https://a.example/((((((',
  emoji: ':tada:',
  pictures: '🎉',
  struck: '~~a',
  colons: ':',
  newlines: '\n\na',
  spaces: '  \n',
  headings: '# a\n',
  lines_of_paragraphs: '\u2029',
};

/**
 * Texts that can't be built by repetition: a run, followed by something that makes a pattern
 * backtrack.
 */
const runs: Readonly<Record<string, readonly [start: string, run: string, end: string]>> = {
  fence_of_blanks: ['```', ' ', '\u2028x'],
  language_of_blanks: ['```a', ' ', '\u2028x'],
  long_fence: ['', '`', '\u2028x'],
  blanks_then_a_word: ['x', ' ', 'x'],
  a_mention_of_blanks: ['@**', ' ', 'x'],
  a_time_of_colons: ['<time:2026-01-01T', ':', '>'],
  an_address_of_colons: ['https://a.example/', ':', 'x'],
};

export function hostileTexts(length: number): [name: string, text: string][] {
  const parts = Object.entries(families).map(([name, part]): [string, string] => [
    name,
    part.repeat(Math.ceil(length / part.length)).slice(0, length),
  ]);
  const lines = Object.entries(runs).map(([name, [start, run, end]]): [string, string] => [
    name,
    start + run.repeat(length - start.length - end.length) + end,
  ]);
  return [...parts, ...lines];
}

const sentence =
  "The plates from forty on have a narrow caption strip, which is two lines, so several captions (plates 47 and 52) don't fit; I'll cut them tonight. ";

/** Ordinary prose: sentences in paragraphs. */
export function plainText(length: number): string {
  return `${sentence.repeat(4)}\n\n`.repeat(Math.ceil(length / 500)).slice(0, length);
}
