import { readOperator, type NarrowTerm } from '../../api/narrow';

/** Parted by spaces, outside of quotes. */
const pieces = /(?:"[^"]+"|[^\s"])+/gu;

/**
 * What is typed to find messages: words, and terms such as `channel:design` or `-has:link`. What is no
 * term that servers know is a word. https://zulip.com/help/search-for-messages
 */
export function narrowOf(query: string): readonly NarrowTerm[] {
  const terms: NarrowTerm[] = [];
  const words: string[] = [];
  for (const [piece] of query.matchAll(pieces)) {
    const negated = piece.startsWith('-');
    const colon = piece.indexOf(':');
    const operator = readOperator(piece.slice(negated ? 1 : 0, Math.max(colon, 0)));
    const operand = piece.slice(colon + 1).replaceAll('"', '');
    if (operator === undefined || operator === 'search' || operand === '') words.push(piece);
    else terms.push({ operator, operand, negated });
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' ') });
  return terms;
}
