import { openDB } from 'idb';
import { expect, it, onTestFinished } from 'vitest';
import { newId } from '../new-id';
import { unreadableDataListeners } from '../storage/open-database';
import type { PendingChange } from './pending-change';
import { IdbChangeStore } from './idb-change-store';

const good: PendingChange = {
  id: 'good',
  kind: 'snippet',
  row: -1,
  from: null,
  to: { title: 'a', content: 'b' },
  at: 1,
  rev: 1,
  tried: null,
  problem: null,
  refusal: null,
};

it('works even if some rows have another shape', async () => {
  const account = newId();
  const changes = new IdbChangeStore(account, () => undefined);
  onTestFinished(() => changes.erase());
  await changes.transact(() => new Map([['good', good]]));
  const raw = await openDB(`inkwell.outbox.${account}`, 1);
  for (const row of [
    { id: 'bad' },
    { ...good, id: 'bad2', kind: 'poll' },
    { ...good, id: 'bad3', to: 1 },
  ]) {
    await raw.put('changes', row);
  }
  raw.close();
  const warnings: string[] = [];
  onTestFinished(unreadableDataListeners.add((what) => warnings.push(what)));
  expect((await changes.all()).map(({ id }) => id)).toEqual(['good']);
  await changes.transact((all) => new Map([...all.keys()].map((id) => [id, null])));
  expect(await changes.all()).toEqual([]);
  expect(warnings).toContain('rows');
});
