import { describe, expect, it } from 'vitest';
import { CachedRead, ReadCache } from './read-cache';
import { subscriptions } from './schema/streams';
import { users } from './schema/users';

const names = new CachedRead<number, string>(users);
const lists = new CachedRead<number, readonly number[]>(subscriptions, users);

function known() {
  const facts = new ReadCache();
  facts.set(names, 1, 'Ada');
  facts.set(lists, 1, [1, 2]);
  return { facts, left: () => [facts.get(names, 1), facts.get(lists, 1)] };
}

describe('a transaction’s cached read', () => {
  it('is loaded once, but loaded again if nothing was found', async () => {
    const facts = new ReadCache();
    const found = new CachedRead<string, string | undefined>();
    let loads = 0;
    const load = (value?: string) => () => Promise.resolve((loads++, value));
    expect(await facts.getOrLoad(found, 'a', load())).toBeUndefined();
    expect(await facts.getOrLoad(found, 'a', load('there'))).toBe('there');
    expect(await facts.getOrLoad(found, 'a', load('other'))).toBe('there');
    expect(loads).toBe(2);
  });

  it('is dropped when its tables are written', () => {
    const { facts, left } = known();
    facts.invalidateFor('update "subscriptions" set "active" = $1');
    expect(left()).toEqual(['Ada', undefined]);
  });

  it('is kept after any other statement', () => {
    const { facts, left } = known();
    facts.invalidateFor('select * from "subscriptions" join "users" on true for update');
    facts.invalidateFor('insert into "drafts" ("id") values ($1)');
    expect(left()).toEqual(['Ada', [1, 2]]);
  });
});
