import { foldCase } from '$lib/api/fold-case';
import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import { rowsOf } from '../db/rows';
import { escapeHtml, markHits, wordsOf, type Marks } from './mark-hits';
import type { Search } from './search';

/** The parts of a message where hits are marked. */
export interface Matched {
  readonly id: number;
  readonly rendered_content: string;
  /** As the client shows it. */
  readonly topic: string;
}

export interface MatchFields {
  readonly match_content: string;
  readonly match_subject: string;
}

/**
 * HTML of content and topic with all hits of the searches marked; by message id. Which words are
 * hits is for the database to say, whose stems found the messages: one statement for all of them.
 */
export async function matchFields(
  context: Context,
  searches: readonly Search[],
  messages: readonly Matched[],
): Promise<Map<number, MatchFields>> {
  const marks = await marksOf(context, searches, messages);
  return new Map(
    messages.map(({ id, rendered_content, topic }) => [
      id,
      {
        match_content: markHits(rendered_content, marks),
        match_subject: markHits(escapeHtml(topic), marks),
      },
    ]),
  );
}

async function marksOf(
  { tx }: Context,
  searches: readonly Search[],
  messages: readonly Matched[],
): Promise<Marks> {
  const escaped = (texts: readonly string[]) =>
    [...new Set(texts)].map((text) => foldCase(escapeHtml(text)));
  const literals = {
    phrases: escaped(searches.flatMap(({ phrases }) => phrases)),
    tokens: escaped(searches.flatMap(({ tokens }) => tokens)),
  };
  const lexemes = [...new Set(searches.flatMap((search) => search.lexemes))];
  if (lexemes.length === 0) return { ...literals, words: new Set() };
  // No English ending changes how a word begins.
  const initials = new Set(lexemes.map((lexeme) => lexeme.charAt(0)));
  const candidates = new Set<string>();
  for (const { rendered_content, topic } of messages) {
    for (const word of [...wordsOf(rendered_content), ...wordsOf(escapeHtml(topic))]) {
      if (initials.has(word.charAt(0))) candidates.add(word);
    }
  }
  if (candidates.size === 0) return { ...literals, words: new Set() };
  const rows = await rowsOf<{ word: string }>(
    tx,
    sql`select word from json_array_elements_text(${JSON.stringify([...candidates])}::json) as word
      where ts_lexize('english_stem', word) && array(
        select json_array_elements_text(${JSON.stringify(lexemes)}::json))`,
  );
  return { ...literals, words: new Set(rows.map(({ word }) => word)) };
}
