import * as v from 'valibot';
import { readMemory, writeMemory } from '../client/memory';

const phrase = v.pipe(v.string(), v.nonEmpty(), v.maxLength(80));

const schema = v.object({
  /** Phrases kept as presets, such as `fri 14:30`. */
  own: v.fallback(v.array(phrase), []),
  last: v.fallback(
    v.nullable(
      v.variant('kind', [
        v.object({ kind: v.picklist(['today', 'tomorrow', 'monday', 'theirs']) }),
        v.object({ kind: v.literal('phrase'), phrase }),
        v.object({ kind: v.literal('time'), timestamp: v.number() }),
      ]),
    ),
    null,
  ),
});

/** What this device keeps for an account about choosing a time. */
export type Remembered = v.InferOutput<typeof schema>;

export const nothing: Remembered = { own: [], last: null };

const name = 'times';

export function recall(account: string): Remembered {
  const read = v.safeParse(schema, readMemory(account, name));
  return read.success ? read.output : nothing;
}

export function remember(account: string, remembered: Remembered): void {
  writeMemory(account, name, remembered);
}

/** More own presets than these are no help; the oldest goes. */
const mostOwn = 8;

export function withOwn(remembered: Remembered, phrase: string): Remembered {
  const others = remembered.own.filter((one) => one !== phrase);
  return { ...remembered, own: [...others, phrase].slice(-mostOwn) };
}

export function withoutOwn(remembered: Remembered, phrase: string): Remembered {
  return { ...remembered, own: remembered.own.filter((one) => one !== phrase) };
}
