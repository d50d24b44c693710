import { readFileSync } from 'node:fs';

type SampleRow = Readonly<Record<string, unknown>>;

/** Rows of a table of the sample's archive, as they are in the repository. */
export function sampleRows<Row extends SampleRow = SampleRow>(table: string): Row[] {
  const file = `src/lib/server/service/sample/archive/rows/${table}/000001.jsonl`;
  return rowsIn<Row>(readFileSync(file, 'utf8'));
}

export function rowsIn<Row extends SampleRow = SampleRow>(text: string): Row[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}
