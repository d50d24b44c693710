import type { Chrono } from 'chrono-node';

interface Language {
  readonly casual: Chrono;
}

/** Languages that chrono-node supports, each loaded on demand. */
const known: Record<string, () => Promise<Language>> = {
  ar: () => import('chrono-node/ar'),
  de: () => import('chrono-node/de'),
  en: () => import('chrono-node/en'),
  es: () => import('chrono-node/es'),
  fi: () => import('chrono-node/fi'),
  fr: () => import('chrono-node/fr'),
  id: () => import('chrono-node/id'),
  it: () => import('chrono-node/it'),
  ja: () => import('chrono-node/ja'),
  nl: () => import('chrono-node/nl'),
  pt: () => import('chrono-node/pt'),
  ru: () => import('chrono-node/ru'),
  sv: () => import('chrono-node/sv'),
  uk: () => import('chrono-node/uk'),
  vi: () => import('chrono-node/vi'),
  zh: () => import('chrono-node/zh'),
};

export interface DateParser {
  readonly language: string;
  readonly parse: Chrono['parse'];
}

/** The parsers for typed times: the locale's language, if supported, and English. */
export async function loadDateParsers(locale: string): Promise<readonly DateParser[]> {
  const languages = new Set([new Intl.Locale(locale).language, 'en']);
  const loading = [...languages].map(async (language) => {
    const casual = (await known[language]?.())?.casual;
    return casual && { language, parse: casual.parse.bind(casual) };
  });
  return (await Promise.all(loading)).filter((reader) => reader !== undefined);
}
