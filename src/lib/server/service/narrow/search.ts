import type { NarrowOperand } from '$lib/api/narrow';
import { hasCase } from '$lib/api/fold-case';
import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { badNarrow } from './bad-narrow';

/**
 * Maximum number of code points of a search, so that no word in it comes near the limit of a
 * `tsquery` (2 kB).
 */
const maxSearchLength = 500;

export interface CompiledSearch {
  /** Lexemes of the words in the text index: stems, without stop words. */
  readonly lexemes: readonly string[];
  /** Quoted parts. */
  readonly phrases: readonly string[];
  /** Words with more than letters and digits, for example `example.com`. */
  readonly tokens: readonly string[];
  readonly condition: SQL;
}

/**
 * Scripts without spaces between words: the text index treats a whole sentence as one word.
 */
const unbroken =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Texts with at least one pair in the database's index of `letter_pairs`. */
const indexedPair = new RegExp(
  `(?:${unbroken.source}){2}|[a-hjl-rt-z0-9]['’]|['’][a-hjl-rt-z0-9]`,
  'iu',
);

/**
 * Finds words in any of their English forms, in content and topic; all must be present. Quoted
 * phrases must also match letter by letter, in any case. Stop words count only in phrases; the
 * register key `stop_words` lists them. A search of only stop words finds nothing. Text in a script
 * without spaces, and a word like `don't` of which only stop words remain, is searched letter by
 * letter. Digits are also found after a hyphen, where the index has `-1234`.
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
    // Only this text itself folds to it, and folding each message would take most of the time.
    const within = hasCase(phrase)
      ? sql`(fold_case(m.content) like fold_case(${pattern})
          or fold_case(m.topic) like fold_case(${pattern}))`
      : sql`(m.content like ${pattern} or m.topic like ${pattern})`;
    if (!indexedPair.test(phrase)) return within;
    return sql`(letter_pairs(m.topic || ' ' || m.content) @> letter_pairs(${phrase}) and ${within})`;
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

/** All of the words. Numbers match with and without a hyphen before them. */
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
