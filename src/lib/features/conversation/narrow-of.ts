import { readOperator, type NarrowTerm } from '../../api/narrow';

const term = /(-?)([a-z-]+):("[^"]+"|\S+)/;
const piece = new RegExp(`${term.source}|"[^"]+"|\\S+`, 'gu');

/**
 * What is typed to find messages: words, and terms such as `channel:design` or `-has:link`. What is no
 * term that servers know is a word. https://zulip.com/help/search-for-messages
 */
export function narrowOf(query: string): readonly NarrowTerm[] {
  const terms: NarrowTerm[] = [];
  const words: string[] = [];
  for (const [whole, minus, name, operand] of query.matchAll(piece)) {
    const operator = name === undefined ? undefined : readOperator(name);
    if (operator === undefined || operator === 'search' || operand === undefined) {
      words.push(whole);
    } else {
      terms.push({ operator, operand: operand.replaceAll('"', ''), negated: minus === '-' });
    }
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' ') });
  return terms;
}
