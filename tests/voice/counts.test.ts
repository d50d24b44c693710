import { readFileSync, readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import * as compiled from '$lib/paraglide/messages/_index.js';

type Show = (values: unknown) => string;

const folder = 'messages/en';
const counted = readdirSync(folder).flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as object)
    .filter(([, message]) => Array.isArray(message))
    .map(([key]) => key),
);

/** Returns the count for every parameter of a message. */
const values = (count: number) => new Proxy({}, { get: () => count });

// For a plural category without a form, a translation shows the message's key.
it.each(['ar', 'fr', 'pl'])('has a text for any count by the plural rules of %s', (language) => {
  const rules = new Intl.PluralRules(language);
  const select = Reflect.get(Intl.PluralRules.prototype, 'select') as typeof rules.select;
  const spy = vi.spyOn(Intl.PluralRules.prototype, 'select');
  spy.mockImplementation((count) => select.call(rules, count as number));
  try {
    expect(counted.length).toBeGreaterThan(0);
    const keysShown = counted.filter((key) => {
      const show = compiled[key as keyof typeof compiled] as Show;
      return [0, 1, 2, 3, 11, 100, 1_000_000].some((count) => show(values(count)).includes(key));
    });
    expect(keysShown).toEqual([]);
    expect(spy).toHaveBeenCalled();
  } finally {
    spy.mockRestore();
  }
});
