import * as v from 'valibot';
import { foldName } from '../../writing/recipients/rank-by-name';
import {
  snippetProblemOf,
  trimSnippetText,
  type SnippetText,
  type SnippetProblem,
} from './snippet-text';

/** A record of a CSV file and the line on which it begins (from 1). */
interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A quote that is never closed, or text after a closing quote. */
class CsvSyntaxError extends Error {
  constructor(readonly line: number) {
    super(`CSV is broken at line ${line}`);
  }
}

/**
 * Reads CSV by RFC 4180. The separator is the most frequent one in the first line: comma, semicolon
 * or tab. Skips empty lines. Quotes within an unquoted field are text. Throws `CsvSyntaxError`.
 */
export function parseCsv(file: string): readonly CsvRecord[] {
  const text = file.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const begun = line;
    const fields: string[] = [];
    for (;;) {
      const start = at;
      const quoted = text[at] === '"';
      if (quoted) {
        at++;
        let value = '';
        for (;;) {
          const quote = text.indexOf('"', at);
          if (quote < 0) throw new CsvSyntaxError(begun);
          value += text.slice(at, quote);
          at = quote + 1;
          if (text[at] !== '"') break;
          value += '"';
          at++;
        }
        line += countLines(value);
        fields.push(value);
      } else {
        while (at < text.length && text[at] !== separator && !isLineEnd(text[at])) at++;
        fields.push(text.slice(start, at));
      }
      if (text[at] === separator) at++;
      else if (at >= text.length || isLineEnd(text[at])) break;
      else throw new CsvSyntaxError(line);
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    line++;
    if (fields.length > 1 || fields[0] !== '') records.push({ line: begun, fields });
  }
  return records;
}

const isLineEnd = (sign: string | undefined) => sign === '\n' || sign === '\r';
const countLines = (text: string) => text.split(/\r\n|\r|\n/).length - 1;

function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r|\n/, 1);
  const count = (sign: string) => first.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Why a file, or one of its entries, can't be imported. */
export type ImportProblem = SnippetProblem | 'shape' | 'broken' | 'no_columns';

export interface InvalidEntry {
  /**
   * Line of a CSV file, or position in the list of a JSON file, both from 1. Absent if the problem
   * concerns the whole file.
   */
  readonly at?: number | undefined;
  readonly problem: ImportProblem;
}

export interface ImportPlan {
  readonly counts: 'lines' | 'entries';
  /** Snippets to create, without duplicates and existing ones. */
  readonly texts: readonly SnippetText[];
  /** Number of entries skipped because a snippet with the same title and text exists. */
  readonly known: number;
  readonly bad: readonly InvalidEntry[];
}

const titles = new Set(['title', 'name', 'shortcut', 'titel', 'nom', 'titre', 'nombre', 'titulo']);
const contents = new Set(['content', 'text', 'body', 'snippet', 'message', 'contenu', 'contenido']);

/** Matches snippets as returned by the server, so that its responses can be imported too. */
const entry = v.object({ title: v.string(), content: v.string() });

/** The format that `planSnippetImport` reads. */
export function exportSnippetsJson(snippets: readonly SnippetText[]): string {
  const saved_snippets = snippets.map(({ title, content }) => ({ title, content }));
  return `${JSON.stringify({ saved_snippets }, null, 2)}\n`;
}

/** Reads a JSON or CSV file. Never throws: entries that can't be imported are in `bad`. */
export function planSnippetImport(file: string, existing: readonly SnippetText[]): ImportPlan {
  const text = file.replace(/^\ufeff/, '').trim();
  const isJson = text.startsWith('{') || text.startsWith('[');
  const read = isJson ? readJson(text) : readCsv(file);
  const counts = isJson ? 'entries' : 'lines';
  const seen = new Set(existing.map(keyOf));
  const texts: SnippetText[] = [];
  const bad = [...read.bad];
  let known = 0;
  for (const { at, text } of read.entries) {
    const problem = snippetProblemOf(text);
    const key = keyOf(text);
    if (problem) bad.push({ at, problem });
    else if (seen.has(key)) known++;
    else {
      seen.add(key);
      texts.push(trimSnippetText(text));
    }
  }
  bad.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return { counts, texts, known, bad };
}

interface Read {
  readonly entries: readonly { readonly at: number; readonly text: SnippetText }[];
  readonly bad: readonly InvalidEntry[];
}

const keyOf = (text: SnippetText) => {
  const { title, content } = trimSnippetText(text);
  return JSON.stringify([title, content]);
};

function readJson(text: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { entries: [], bad: [{ problem: 'broken' }] };
  }
  const list = Array.isArray(value)
    ? (value as unknown[])
    : (value as { saved_snippets?: unknown } | null)?.saved_snippets;
  if (!Array.isArray(list)) return { entries: [], bad: [{ problem: 'shape' }] };
  const entries = [];
  const bad: InvalidEntry[] = [];
  for (const [index, one] of list.entries()) {
    const read = v.safeParse(entry, one);
    if (read.success) entries.push({ at: index + 1, text: read.output });
    else bad.push({ at: index + 1, problem: 'shape' });
  }
  return { entries, bad };
}

function readCsv(file: string): Read {
  try {
    const [head, ...records] = parseCsv(file);
    const names = head?.fields.map(foldName) ?? [];
    const title = names.findIndex((name) => titles.has(name));
    const content = names.findIndex((name) => contents.has(name));
    if (title < 0 || content < 0) return { entries: [], bad: [{ problem: 'no_columns' }] };
    const width = names.length;
    const isWhole = (fields: readonly string[]) => fields.length === width;
    return {
      entries: records
        .filter(({ fields }) => isWhole(fields))
        .map(({ line, fields }) => ({
          at: line,
          text: { title: fields[title] ?? '', content: fields[content] ?? '' },
        })),
      bad: records
        .filter(({ fields }) => !isWhole(fields))
        .map(({ line }) => ({ at: line, problem: 'shape' as const })),
    };
  } catch (thrown) {
    if (!(thrown instanceof CsvSyntaxError)) throw thrown;
    return { entries: [], bad: [{ at: thrown.line, problem: 'broken' }] };
  }
}
