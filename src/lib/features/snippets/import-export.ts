import * as v from 'valibot';
import { foldName } from '../../writing/recipients/rank-by-name';
import { CsvSyntaxError, parseCsv } from './csv';
import {
  snippetProblemOf,
  trimSnippetText,
  type SnippetText,
  type SnippetProblem,
} from './snippet-text';

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
