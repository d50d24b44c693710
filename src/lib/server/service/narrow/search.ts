import type { NarrowOperand } from '$lib/api/narrow';
import { hasCase } from '$lib/api/fold-case';
import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { badNarrow } from './bad-narrow';

/** Code points of a search: no word of it comes near what a `tsquery` holds (2 kB). */
const maxSearchLength = 500;

export interface CompiledSearch {
  /** What the text index holds of the words: stems, without stop words. */
  readonly lexemes: readonly string[];
  /** Quoted parts. */
  readonly phrases: readonly string[];
  /** Words that are more than letters and digits, such as `example.com`. */
  readonly tokens: readonly string[];
  readonly condition: SQL;
}

/** Scripts that put no blanks between words: the text index takes a whole sentence for one. */
const unbroken =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Words are found in any of their English forms, in content and topic; all must be there. Quoted
 * phrases must moreover stand there letter by letter, in any case. Stop words count only in
 * phrases; the register key `stop_words` lists them. Nothing but stop words finds nothing. What stands
 * in a script without blanks, and a word such as `don't` of which only stop words are left, is looked
 * for letter by letter. Digits are found behind a hyphen as well, where the index has `-1234`.
 */
export async function compileSearch(
  { tx }: ServiceContext,
  operand: NarrowOperand,
): Promise<CompiledSearch> {
  const text = typeof operand === 'string' ? operand.trim() : '';
  if (text === '') throw badNarrow('a search needs words');
  if ([...text].length > maxSearchLength)
    throw badNarrow(`a search has at most ${maxSearchLength} characters`);
  if (text.includes('\0')) throw badNarrow('a search must not contain null bytes');
  const parts = [...text.matchAll(/"([^"]*)"|[^\s"]+/g)];
  const quoted = parts.map(([, phrase = '']) => phrase.trim()).filter((each) => each !== '');
  const bare = parts.filter(([, phrase]) => phrase === undefined).map(([word]) => word);
  const words = bare.filter((word) => !unbroken.test(word));
  const phrases = [...quoted, ...bare.filter((word) => unbroken.test(word))];
  const all = [...words, ...phrases.filter((phrase) => !unbroken.test(phrase))].join(' ');
  const [row] = await queryRows<{ lexemes: string[] }>(
    tx,
    sql`select tsvector_to_array(to_tsvector('english', fold_case(${all}))) as lexemes`,
  );
  const lexemes = row?.lexemes ?? [];
  const torn = lexemes.length === 0 ? words.filter((word) => /[^\p{L}\p{M}\p{N}]/u.test(word)) : [];
  const conditions = [...phrases, ...torn].map((phrase) => {
    const pattern = `%${phrase.replace(/[\\%_]/g, '\\$&')}%`;
    // Nothing folds to such a text but itself, and folding each message takes most of the time.
    if (!hasCase(phrase)) return sql`(m.content like ${pattern} or m.topic like ${pattern})`;
    return sql`(fold_case(m.content) like fold_case(${pattern})
      or fold_case(m.topic) like fold_case(${pattern}))`;
  });
  if (lexemes.length > 0) {
    conditions.push(sql`to_tsvector('english', fold_case(m.topic || ' ' || m.rendered_content))
      @@ ${queryOf(all)}`);
  }
  return {
    lexemes,
    phrases,
    tokens: words.filter((word) => !/^[\p{L}\p{M}\p{N}]+$/u.test(word)),
    condition: conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` and `)})`,
  };
}

/** All of the words; a number with a hyphen before it, or without. */
function queryOf(all: string): SQL {
  const numbers = new Set(all.split(/\s+/).filter((word) => /^\d+$/.test(word)));
  const rest = all.split(/\s+/).filter((word) => !numbers.has(word));
  const either = [...numbers].map(
    (number) =>
      sql`(plainto_tsquery('english', ${number}) || plainto_tsquery('english', ${`-${number}`}))`,
  );
  const parts =
    rest.length > 0 ? [sql`plainto_tsquery('english', fold_case(${rest.join(' ')}))`] : [];
  return sql`(${sql.join([...parts, ...either], sql` && `)})`;
}
