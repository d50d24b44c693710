import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import inter from '@fontsource-variable/inter/unicode.json' with { type: 'json' };
import sourceSerif from '@fontsource-variable/source-serif-4/unicode.json' with { type: 'json' };
import type { Plugin } from 'vite';

/** In the order of their rules: if several have a character, the last one draws it. */
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'];

/** A rule for each script of a text font. Only Latin has an italic. */
function textFaces(
  family: string,
  name: string,
  weights: string,
  ranges: Readonly<Record<string, string>>,
): string {
  const faces = [...scripts.map((script) => [script, 'normal']), ['latin', 'italic']];
  const rules = faces.map(
    ([script = '', style]) => `@font-face {
      font-family: '${family}';
      font-style: ${style};
      font-weight: ${weights};
      font-display: optional;
      src: url('@fontsource-variable/${name}/files/${name}-${script}-wght-${style}.woff2') format('woff2');
      unicode-range: ${ranges[script]};
    }`,
  );
  return rules.join('\n');
}

/** Characters that are emoji by default, and what joins them. */
const isEmoji = /^(?:\p{Emoji_Presentation}|[\u{1F000}-\u{10FFFF}]|\u200D|\u20E3)$/u;

/** Two rules for each part of the emoji font, as explained in `emoji.css`. */
export function emojiFaces(): string {
  const name = '@infolektuell/noto-color-emoji';
  const css = readFileSync(
    fileURLToPath(import.meta.resolve('@infolektuell/noto-color-emoji')),
    'utf8',
  );
  const parts = [...css.matchAll(/(files\/\d+\.woff2)[^}]+unicode-range: ([^;]+);/g)];
  if (parts.length !== 11) throw new Error(`The styles of ${name} have another form than expected`);
  const face = (family: string, file: string, codes: readonly number[]) => `@font-face {
    font-family: '${family}';
    font-display: swap;
    src: local('Apple Color Emoji'), local('Segoe UI Emoji'), local('Noto Color Emoji'),
      url('${name}/${file}') format('woff2') tech(color-COLRv1);
    unicode-range: ${unicodeRange(codes)};
  }`;
  const rules = parts.map(([, file = '', ranges = '']) => {
    const all = ranges
      .split(', ')
      .flatMap(codesOf)
      .filter((code) => code !== 0xfe0f);
    const emoji = all.filter((code) => isEmoji.test(String.fromCodePoint(code)));
    const isWhole = emoji.length === all.length;
    return [face('Emoji', file, emoji), isWhole ? '' : face('Emoji Signs', file, all)];
  });
  return rules.flat().join('\n');
}

function codesOf(range: string): number[] {
  const [first = 0, last = first] = range
    .slice('U+'.length)
    .split('-')
    .map((code) => parseInt(code, 16));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function unicodeRange(codes: readonly number[]): string {
  const ends = codes.filter((code) => !codes.includes(code + 1));
  const starts = codes.filter((code) => !codes.includes(code - 1));
  const hex = (code = 0) => code.toString(16).toUpperCase();
  return starts.map((start, at) => `U+${hex(start)}-${hex(ends[at])}`).join(', ');
}

/** Adds the rules of our fonts to their style sheets. The packages say which file has which characters. */
export const fontFaces: Plugin = {
  name: 'inkwell-fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/(?:fonts|emoji)\.css(?:\?|$)/ },
    handler: (source, id) =>
      id.includes('/emoji.css')
        ? source + emojiFaces()
        : source +
          textFaces('Inter', 'inter', '100 900', inter) +
          textFaces('Source Serif 4', 'source-serif-4', '200 900', sourceSerif),
  },
};
