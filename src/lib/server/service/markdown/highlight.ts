import hljs from 'highlight.js';
import table from './language-names.json';
import type { CodeEngine } from './state';

/** The library's scopes by the short classes that this API's clients style. */
const classes: Readonly<Record<string, string>> = {
  keyword: 'k',
  built_in: 'nb',
  type: 'kt',
  literal: 'kc',
  number: 'mi',
  operator: 'o',
  punctuation: 'p',
  property: 'na',
  regexp: 'sr',
  string: 's',
  char: 'se',
  subst: 'si',
  symbol: 'ss',
  variable: 'nv',
  'template-variable': 'nv',
  'template-tag': 'cp',
  title: 'nf',
  'title class': 'nc',
  'variable language': 'bp',
  'char escape': 'se',
  comment: 'c',
  doctag: 'cs',
  meta: 'cp',
  section: 'gh',
  tag: 'nt',
  name: 'nt',
  attr: 'na',
  attribute: 'na',
  bullet: 'k',
  code: 's',
  emphasis: 'ge',
  strong: 'gs',
  formula: 'm',
  link: 's',
  quote: 'c',
  'selector-tag': 'nt',
  'selector-id': 'nn',
  'selector-class': 'nc',
  'selector-attr': 'na',
  'selector-pseudo': 'nd',
  addition: 'gi',
  deletion: 'gd',
};

/**
 * Display names of languages by any of their names, taken from the highlighter that Zulip's servers
 * use (https://pygments.org/docs/lexers).
 */
const displayNames = new Map(
  Object.entries<string>(table).flatMap(([name, aliases]) =>
    aliases.split(' ').map((alias) => [alias, name] as const),
  ),
);

/** Highlights nearly 200 languages. Loading it takes about a tenth of a second. */
export function createCodeEngine(): CodeEngine {
  hljs.registerAliases(['latex'], { languageName: 'latex' });
  return {
    nameOf(language) {
      const known = displayNames.get(language.toLowerCase());
      if (known !== undefined) return known;
      const name = hljs.getLanguage(language)?.name;
      if (name === undefined) return null;
      // Some grammars cover several languages.
      const all = name.split(', ');
      return all.find((each) => each.toLowerCase() === language.toLowerCase()) ?? all[0]!;
    },
    highlight(text, language) {
      const grammar = grammarOf(language.toLowerCase());
      if (grammar === undefined) return null;
      return flat(hljs.highlight(text, { language: grammar, ignoreIllegals: true }).value);
    },
  };
}

/**
 * The library's grammar by any name of the language. For a combination like `css+php`, the last
 * one.
 */
function grammarOf(language: string): string | undefined {
  const name = displayNames.get(language);
  const aliases = name === undefined ? [] : (table as Record<string, string>)[name]!.split(' ');
  const older = /^(python)\d/.exec(aliases[0] ?? '')?.[1] ?? '';
  const parts = language.split('+').toReversed();
  return [language, ...aliases, ...parts, older].find((one) => one !== '' && hljs.getLanguage(one));
}

/** The library nests spans, but this API's clients expect a single level. */
function flat(html: string): string {
  const open: string[] = [];
  let out = '';
  for (const [part, scope] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (scope !== undefined) open.push(classOf(scope) ?? open.at(-1) ?? '');
    else if (part === '</span>') open.pop();
    else out += open.at(-1) ? `<span class="${open.at(-1)}">${part}</span>` : part;
  }
  return out.replaceAll('&#x27;', '&#39;');
}

/** Looks up `hljs-title class_ inherited__` as `title class`, then as `title`. */
function classOf(scope: string): string | undefined {
  if (!scope.startsWith('hljs-')) return '';
  const [first = '', second = ''] = scope.slice('hljs-'.length).split(' ');
  return classes[`${first} ${second.replaceAll('_', '')}`] ?? classes[first];
}
