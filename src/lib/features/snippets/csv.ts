/** A record of a CSV file and the line on which it begins (from 1). */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A quote that is never closed, or text after a closing quote. */
export class CsvSyntaxError extends Error {
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
