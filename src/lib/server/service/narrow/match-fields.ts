import { foldCase } from '$lib/api/fold-case';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { escapeHtml, highlightHits, foldedWordsOf, type HighlightTerms } from './highlight-hits';
import type { CompiledSearch } from './search';

/** The parts of a message in which hits are highlighted. */
export interface MessageToHighlight {
  readonly id: number;
  readonly rendered_content: string;
  /** As shown by the client. */
  readonly topic: string;
}

export interface MatchFields {
  readonly match_content: string;
  readonly match_subject: string;
}

/**
 * HTML of content and topic with all search hits highlighted, by message id. The database decides
 * which words are hits, because its stemming found the messages. Takes one statement for all.
 */
export async function matchFields(
  context: ServiceContext,
  searches: readonly CompiledSearch[],
  messages: readonly MessageToHighlight[],
): Promise<Map<number, MatchFields>> {
  const marks = await marksOf(context, searches, messages);
  return new Map(
    messages.map(({ id, rendered_content, topic }) => [
      id,
      {
        match_content: highlightHits(rendered_content, marks),
        match_subject: highlightHits(escapeHtml(topic), marks),
      },
    ]),
  );
}

async function marksOf(
  { tx }: ServiceContext,
  searches: readonly CompiledSearch[],
  messages: readonly MessageToHighlight[],
): Promise<HighlightTerms> {
  const escaped = (texts: readonly string[]) =>
    [...new Set(texts)].map((text) => foldCase(escapeHtml(text)));
  const literals = {
    phrases: escaped(searches.flatMap(({ phrases }) => phrases)),
    tokens: escaped(searches.flatMap(({ tokens }) => tokens)),
  };
  const lexemes = [...new Set(searches.flatMap((search) => search.lexemes))];
  if (lexemes.length === 0) return { ...literals, words: new Set() };
  // English word endings never change how a word starts.
  const initials = new Set(lexemes.map((lexeme) => lexeme.charAt(0)));
  const candidates = new Set<string>();
  for (const { rendered_content, topic } of messages) {
    for (const word of [...foldedWordsOf(rendered_content), ...foldedWordsOf(escapeHtml(topic))]) {
      if (initials.has(word.charAt(0))) candidates.add(word);
    }
  }
  if (candidates.size === 0) return { ...literals, words: new Set() };
  const rows = await queryRows<{ word: string }>(
    tx,
    sql`select word from json_array_elements_text(${JSON.stringify([...candidates])}::json) as word
      where ts_lexize('english_stem', word) && array(
        select json_array_elements_text(${JSON.stringify(lexemes)}::json))`,
  );
  return { ...literals, words: new Set(rows.map(({ word }) => word)) };
}
