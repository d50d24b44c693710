import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from './import-export';
import { exportSnippetsJson, planSnippetImport } from './import-export';

const cell = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('"', '""', 'a,b', 'a\nb', 'a\r\nb', ';', '', ' x ', 'ü\t'),
);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const ending = fc.constantFrom('\n', '\r\n', '\r');

describe('parseCsv', () => {
  it('reads back any quoted fields', () => {
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(table, ending, (rows, end) => {
        const file = `a,b,c,d${end}` + rows.map((row) => row.map(quoted).join(',')).join(end);
        expect(
          parseCsv(file)
            .slice(1)
            .map(({ fields }) => fields),
        ).toEqual(rows);
      }),
    );
  });

  it('returns the line on which each record begins', () => {
    const lines = parseCsv('\ufefftitle;content\r\n"a\nb";c\r\n\r\nd;"e ""f"""').map(
      ({ line, fields }) => [line, ...fields],
    );
    expect(lines).toEqual([
      [1, 'title', 'content'],
      [2, 'a\nb', 'c'],
      [5, 'd', 'e "f"'],
    ]);
  });

  it('reports the line of a syntax error', () => {
    expect(() => parseCsv('a,b\n"c,d\ne')).toThrow(expect.objectContaining({ line: 2 }));
    expect(() => parseCsv('a,b\n"c"d,e')).toThrow(expect.objectContaining({ line: 2 }));
  });
});

describe('planSnippetImport', () => {
  const text = fc.record({
    title: fc.string({ minLength: 1, maxLength: 60 }),
    content: fc.string({ minLength: 1 }),
  });

  it('reads back an export, and skips it the second time', () => {
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const file = exportSnippetsJson(texts);
        const plan = planSnippetImport(file, []);
        expect(plan.texts.length + plan.known + plan.bad.length).toBe(texts.length);
        expect(planSnippetImport(file, plan.texts).texts).toEqual([]);
      }),
    );
  });

  it('finds the columns by name, in any order', () => {
    const file = 'Text,Tags,Name\n"Many, many thanks",polite,Thanks\nx,y,\nonly two,z\n';
    expect(planSnippetImport(file, [])).toEqual({
      counts: 'lines',
      texts: [{ title: 'Thanks', content: 'Many, many thanks' }],
      known: 0,
      bad: [
        { at: 3, problem: 'title_blank' },
        { at: 4, problem: 'shape' },
      ],
    });
  });

  it('reads a plain list or a server’s response, and skips existing snippets', () => {
    const list = [
      { title: 'a', content: 'b', id: 4, date_created: 1 },
      { title: ' a', content: 'b ' },
      { title: 'c', content: 5 },
      { title: 'known', content: 'x' },
    ];
    const plan = planSnippetImport(JSON.stringify({ saved_snippets: list }), [
      { title: 'known', content: 'x' },
    ]);
    expect(plan.texts).toEqual([{ title: 'a', content: 'b' }]);
    expect(plan.known).toBe(2);
    expect(plan.bad).toEqual([{ at: 3, problem: 'shape' }]);
    expect(planSnippetImport(JSON.stringify(list), []).texts).toHaveLength(2);
  });

  it('reports what is wrong with an unreadable file', () => {
    const problem = (file: string) => planSnippetImport(file, []).bad;
    expect(problem('{"saved')).toEqual([{ problem: 'broken' }]);
    expect(problem('{"other": []}')).toEqual([{ problem: 'shape' }]);
    expect(problem('one,two\n1,2')).toEqual([{ problem: 'no_columns' }]);
    expect(problem('')).toEqual([{ problem: 'no_columns' }]);
    expect(problem('title,content\n"a')).toEqual([{ at: 2, problem: 'broken' }]);
  });

  it('reads 10,000 rows', () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => `Title ${n},"Text, ${n}"`);
    expect(planSnippetImport(`title,content\n${rows.join('\n')}`, []).texts).toHaveLength(10_000);
  });
});
