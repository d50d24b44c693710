/**
 * Rules for the text of the interface. `run.js` applies them to the message files. `voice.test.ts`
 * checks each rule with a text that breaks it.
 */

/**
 * One form of a message. A message with a count has several.
 * @typedef {{ file: string, key: string, text: string }} Text
 */

/**
 * Words that the interface doesn't use, and what it says instead. Matches whole words in any
 * case.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const retiredWords = [
  [/(?:some|every|any)body/, 'someone, everyone, anyone'],
  [/nobody/, 'no one'],
  [/e-mails?/, 'email'],
  [/meanwhile/, 'in the meantime'],
  [/may not/, 'might not for chance, can’t for permission'],
  [/shall/, 'will or should'],
  [/(?:is|are|be) told/, 'is notified'],
  [/at once/, 'immediately, automatically or at the same time'],
  [/by itself/, 'automatically'],
  [/goes (?:on|out)/, 'continues, is sent'],
  [/for ever/, 'forever'],
  [/for good/, 'You can’t undo this'],
  [/besides/, 'also'],
  [/there already/, 'already exists'],
  [/a text(?! file)|texts/, 'text, message'],
  [/in words/, 'leave it out'],
  [/any more/, 'anymore or no longer'],
  [/the other(?! (?:one|person|version|side)s?\b)/, 'name the thing: the other version'],
  [/whom/, 'who'],
  [/(?:who|what)ever/, 'anyone who, the thing itself'],
  [/such as/, 'for example, or like'],
  [/stands (?:for|still)/, 'means'],
  [/tak(?:e|es|en|ing) (?:the|this|that|these|those|it|mine|theirs|yours|away|back|over)/, 'use'],
  [/mak(?:e|es|ing) (?:a|an|another|new)|made an?/, 'create'],
  [/(?:bring|brings|brought|bringing)(?: \S+)? back/, 'restore, unarchive'],
  [/put(?:s|ting)? off|put(?:s|ting)? in/, 'snooze, add'],
  [/looks? in|peek(?:s|ing)?/, 'preview'],
  [/let(?:s|ting)?(?: it| this)? go/, 'discard'],
  [/bins?/, 'trash'],
  [/blanks?/, 'placeholder'],
  [/series/, 'recurring message'],
  [/log(?:ged|ging|s)? (?:in|out|on)|log-?ins?|log-?outs?/, 'sign in, sign out'],
  [/newcomers?/, 'new people'],
  [/kinds?/, 'type'],
  [/(?<!profile )pictures?/, 'image, or profile picture for people'],
  [/(?<=^|[.,:;] )one (?:can|may|has|is|does|must|will|should|needs)/, 'you'],
  [/we|we’(?:re|ll|ve|d)|us|our|ours/, 'Inkwell, or leave it out'],
  [/please/, 'leave it out'],
  [/(?:e\.g|i\.e|etc)\./, 'for example, that is'],
  [/cannot|(?:can|could|do|does|did|is|are|was|were|has|have|had|will|would|should) not/, 'can’t'],
  // British spelling.
  [/colour(?:s|ed|ful)?/, 'color'],
  [/behaviours?|favourites?|honour(?:s|ed)?|neighbours?/, 'American spelling'],
  [/centres?|centred|metres?|grey|dialogue|licence|programme/, 'American spelling'],
  [/(?:cancel|travel|label|model|signal)l(?:ed|ing)/, 'one l'],
  [
    /(?:organ|recogn|custom|synchron|summar|minim|maxim|normal|prior)is(?:e|es|ed|ing|ation|ations)/,
    '…ize',
  ],
  [/(?:after|for|to|up|down|back)wards|whilst|amongst|learnt|spelt/, 'American spelling'],
];

/**
 * Messages that can use a retired word, with the reason.
 * @type {Readonly<Record<string, readonly [word: string, reason: string]>>}
 */
export const exceptions = {
  settings_avatar_remove: [
    'picture',
    'a button under the heading “Profile picture”, on phones too',
  ],
  settings_avatar_upload: [
    'picture',
    'a button under the heading “Profile picture”, on phones too',
  ],
};

const word = (/** @type {RegExp} */ pattern) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_’])(?:${pattern.source})(?![\p{L}\p{N}_])`, 'iu');
const retired = retiredWords.map(([pattern, instead]) => ({ pattern: word(pattern), instead }));

/** Typography rules for every language. The messages are prose, without code or markup. */
const typography = [
  { pattern: /'/, fault: 'has a straight apostrophe: ’' },
  { pattern: /"/, fault: 'has a straight quotation mark: “ ”' },
  { pattern: /\.\.\./, fault: 'has three periods: …' },
  { pattern: / {2}/, fault: 'has two spaces in a row' },
  { pattern: / […,;.?]/, fault: 'has a space before punctuation' },
  { pattern: /^\s|\s$/, fault: 'starts or ends with a space' },
];

/**
 * @param {Text} text
 * @returns {string[]} a line for each fault
 */
export function typographyFaults({ file, key, text }) {
  return typography
    .filter(({ pattern }) => pattern.test(text))
    .map(({ fault }) => `${file} ${key} ${fault}`);
}

/**
 * Finds retired words and other breaches of the voice in English.
 * @param {Text} text
 * @param {Readonly<Record<string, readonly [word: string, reason: string]>>} [allowed]
 * @returns {string[]} a line for each fault
 */
export function voiceFaults({ file, key, text }, allowed = exceptions) {
  const prose = text.replaceAll(/\{\w+\}/g, '{}');
  const faults = retired.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(prose)?.[0];
    if (found === undefined || found.toLowerCase() === allowed[key]?.[0]) return [];
    return [`${file} ${key} says “${found}”: ${instead}`];
  });
  if (prose.includes('!')) faults.push(`${file} ${key} has an exclamation mark`);
  if (/^who\b(?! can\b)(?!.*\?)/i.test(prose)) {
    faults.push(`${file} ${key} starts with “Who”: name the person`);
  }
  return faults;
}

/**
 * A label that is one sentence ends without a period. Of two sentences, each has its own.
 * @param {Text} text
 * @param {ReadonlySet<string>} labels keys of messages shown as the label of a control
 * @returns {string[]}
 */
export function labelFaults({ file, key, text }, labels) {
  const isFault = labels.has(key) && /^[^.?]*[^.?]\.$/.test(text);
  return isFault ? [`${file} ${key} is a label and ends in a period`] : [];
}

/** Where the label of a button, a menu item, a field or an action starts. */
const labelStart =
  /<(?:\w*Button|button)\b(?=[\s>])|\b(?:label|aria-label|name)=\{|\b(?:label|title):\s/g;

/**
 * Keys of the messages that a source file shows as labels: in `label` and `aria-label` of a
 * component, in `label` and `title` of an object (menu items, actions), and inside buttons.
 * @param {string} source
 * @returns {string[]}
 */
export function labelKeys(source) {
  return [...source.matchAll(labelStart)].flatMap(({ 0: start, index }) => {
    const rest = source.slice(index + start.length);
    const part = start.startsWith('<')
      ? contentOf(start.slice(1), rest)
      : rest.slice(0, start.endsWith('{') ? endOfBraces(rest) : endOfValue(rest));
    return [...part.matchAll(/\bm\.(?<key>\w+)/g)].map((match) => match.groups?.['key'] ?? '');
  });
}

/**
 * @param {string} tag
 * @param {string} rest what follows the name of the tag
 */
function contentOf(tag, rest) {
  let at = 0;
  while (at < rest.length && rest[at] !== '>') {
    at += rest[at] === '{' ? endOfBraces(rest.slice(at + 1)) + 2 : 1;
  }
  const end = rest[at - 1] === '/' ? at : rest.indexOf(`</${tag}`, at);
  return rest.slice(at, end);
}

/** @param {string} text what follows an opening brace */
function endOfBraces(text) {
  let depth = 1;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

/** @param {string} text what follows the colon of a property */
function endOfValue(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ('([{'.includes(text.charAt(at))) depth += 1;
    if (')]}'.includes(text.charAt(at)) && --depth < 0) return at;
    if (text[at] === ',' && depth === 0) return at;
  }
  return text.length;
}

/**
 * A message with a count has to end in a form for every other count: for a plural category without
 * a form, the compiled message returns its key.
 * @param {string} file
 * @param {string} key
 * @param {unknown} message as in the message file
 * @returns {string[]}
 */
export function countFaults(file, key, message) {
  if (!Array.isArray(message)) return [];
  return message.flatMap(({ match }) => {
    const last = Object.keys(match).at(-1) ?? '';
    const isForAll = /^\w+=\*(?:,\s*\w+=\*)*$/.test(last);
    return isForAll ? [] : [`${file} ${key} ends in “${last}”, which is not for every count`];
  });
}
