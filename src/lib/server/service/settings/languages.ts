/** Languages that an account can choose, by code, in their own names. */
export const languages: Readonly<Record<string, string>> = {
  ar: 'العربية',
  bg: 'Български',
  bn: 'বাংলা',
  bqi: 'لۊری بختیاری',
  ca: 'català',
  cs: 'česky',
  cy: 'Cymraeg',
  da: 'dansk',
  de: 'Deutsch',
  el: 'Ελληνικά',
  en: 'English',
  'en-gb': 'British English',
  es: 'español',
  fa: 'فارسی',
  fi: 'suomi',
  fr: 'français',
  gu: 'ગુજરાતી',
  he: 'עברית',
  hi: 'हिन्दी',
  hu: 'Magyar',
  id: 'Bahasa Indonesia',
  it: 'italiano',
  ja: '日本語',
  ko: '한국어',
  lt: 'Lietuviškai',
  lv: 'latviešu',
  mn: 'Mongolian',
  nl: 'Nederlands',
  pl: 'polski',
  pt: 'Português',
  'pt-br': 'Português Brasileiro',
  'pt-pt': 'Português de Portugal',
  ro: 'Română',
  ru: 'Русский',
  si: 'සිංහල',
  sr: 'српски',
  sv: 'svenska',
  ta: 'தமிழ்',
  tl: 'Tagalog',
  tr: 'Türkçe',
  uk: 'Українська',
  ur: 'اردو',
  vi: 'Tiếng Việt',
  'zh-cn': '简体中文',
  'zh-hans': '简体中文',
  'zh-hant': '繁體中文',
  'zh-tw': '繁體中文',
};

/** A zone of the IANA database, or empty for none. Offsets such as `+02:00` are none. */
export function isTimeZone(zone: string): boolean {
  if (zone === '') return true;
  if (!/^[A-Z][\w+/-]*$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
