import type { Edit, Field } from '../../src/lib/features/compose/format/field';

/** What the box holds once the edit was made. */
export function applied({ value }: Field, edit: Edit): Field {
  const text = value.slice(0, edit.from) + edit.insert + value.slice(edit.to);
  return { value: text, start: edit.start, end: edit.end };
}
