import type { NarrowOperand } from '$lib/api/narrow';
import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { rowsOf } from '../db/rows';
import { badNarrow } from './bad-narrow';

/** Code points of a search: no word of it comes near what a `tsquery` holds (2 kB). */
const longest = 500;

export interface Search {
  /** What the text index holds of the words: stems, without stop words. */
  readonly lexemes: readonly string[];
  /** Quoted parts. */
  readonly phrases: readonly string[];
  /** Words that are more than letters and digits, such as `example.com`. */
  readonly tokens: readonly string[];
  readonly condition: SQL;
}

/**
 * Words are found in any of their English forms, in content and topic; all must be there. Quoted
 * phrases must moreover stand there letter by letter, in any case. Stop words count only in
 * phrases; the register key `stop_words` lists them. Nothing but stop words finds nothing.
 */
export async function readSearch({ tx }: Context, operand: NarrowOperand): Promise<Search> {
  const text = typeof operand === 'string' ? operand.trim() : '';
  if (text === '') throw badNarrow('a search needs words');
  if ([...text].length > longest) throw badNarrow(`a search has at most ${longest} characters`);
  if (text.includes('\0')) throw badNarrow('a search must not contain null bytes');
  const parts = [...text.matchAll(/"([^"]*)"|[^\s"]+/g)];
  const phrases = parts.map(([, phrase = '']) => phrase.trim()).filter((each) => each !== '');
  const words = parts.filter(([, phrase]) => phrase === undefined).map(([word]) => word);
  const all = [...words, ...phrases].join(' ');
  const [row] = await rowsOf<{ lexemes: string[] }>(
    tx,
    sql`select tsvector_to_array(to_tsvector('english', fold_case(${all}))) as lexemes`,
  );
  const lexemes = row?.lexemes ?? [];
  const conditions = phrases.map((phrase) => {
    const pattern = `%${phrase.replace(/[\\%_]/g, '\\$&')}%`;
    return sql`(fold_case(m.content) like fold_case(${pattern})
      or fold_case(m.topic) like fold_case(${pattern}))`;
  });
  if (lexemes.length > 0) {
    conditions.push(sql`to_tsvector('english', fold_case(m.topic || ' ' || m.rendered_content))
      @@ plainto_tsquery('english', fold_case(${all}))`);
  }
  return {
    lexemes,
    phrases,
    tokens: words.filter((word) => !/^[\p{L}\p{M}\p{N}]+$/u.test(word)),
    condition: conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` and `)})`,
  };
}
