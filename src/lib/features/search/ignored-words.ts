import { foldCase } from '../../api/fold-case';
import { stopWords } from '../../api/stop-words';

const tooCommon: ReadonlySet<string> = new Set(stopWords);

/**
 * The words servers ignore because nearly every message contains them. Quoted words are never
 * ignored. https://zulip.com/help/search-for-messages#keyword-search
 */
export function ignoredWords(words: string): readonly string[] {
  const bare = foldCase(words.replace(/"[^"]*"/g, ' '));
  return [...new Set(bare.match(/[^\s.,;:!?]+/g))].filter((word) => tooCommon.has(word));
}
