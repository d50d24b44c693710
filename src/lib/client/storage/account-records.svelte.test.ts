import { flushSync } from 'svelte';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../new-id';
import { AccountRecords } from './account-records.svelte';
import { accountStorageKey, eraseAccountStorage } from './account-storage';
import { UnsavedEditStore } from './unsaved-edit-store.svelte';

const schema = v.object({ text: v.string() });

function setup(account = newId()) {
  onTestFinished(() => eraseAccountStorage(account));
  const tab = () => {
    const records = new AccountRecords(account, 'notes/', schema);
    onTestFinished(records.follow());
    return records;
  };
  /** What another tab does; the browser then tells this one. */
  const elsewhere = (key: string, value: string | null) => {
    const name = accountStorageKey(account, `notes/${key}`);
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    window.dispatchEvent(new StorageEvent('storage', { key: name }));
  };
  return { account, tab, elsewhere };
}

describe('records of an account', () => {
  it('are stored one by one, and read again by the next tab', () => {
    const { tab } = setup();
    const first = tab();
    first.put('a', { text: 'one' });
    first.put('b', { text: 'two' });
    expect(first.drop('a')).toBe(true);
    expect([...tab().all]).toEqual([['b', { text: 'two' }]]);
    expect(tab().drop('a')).toBe(false);
  });

  it('follow what other tabs write and delete', () => {
    const { tab, elsewhere } = setup();
    const records = tab();
    elsewhere('a', '{"text":"one"}');
    expect(records.get('a')).toEqual({ text: 'one' });
    elsewhere('a', null);
    expect(records.get('a')).toBeUndefined();
  });

  it('skip a record that this build can’t read', () => {
    const { tab, elsewhere } = setup();
    elsewhere('bad', '{"text":1}');
    elsewhere('broken', '{');
    elsewhere('good', '{"text":"one"}');
    expect([...tab().all.keys()]).toEqual(['good']);
  });

  it('exist in this tab if the device is full', () => {
    const { tab } = setup();
    const records = tab();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    records.put('a', { text: 'one' });
    full.mockRestore();
    expect(records.stored).toBe(false);
    records.refresh();
    expect(records.fresh('a')).toEqual({ text: 'one' });
    expect(records.drop('a')).toBe(true);
  });
});

it('can be read fresh and written in an effect, and stay the same object', () => {
  const { tab, elsewhere } = setup();
  const records = tab();
  records.put('a', { text: 'one' });
  let runs = 0;
  onTestFinished(
    $effect.root(() => {
      $effect(() => {
        runs++;
        const { text } = records.fresh('a') ?? { text: '' };
        records.put('b', { text });
        records.refresh();
      });
      $effect(() => void (records.get('a') && runs++));
    }),
  );
  flushSync();
  elsewhere('a', '{"text":"one"}');
  flushSync();
  expect(runs).toBe(2);
});

describe('an unsaved edit that is open', () => {
  it('stays as typed, and yields to another tab’s text when it is closed', () => {
    const account = newId();
    onTestFinished(() => eraseAccountStorage(account));
    const edits = new UnsavedEditStore(account, 'snippet', schema, (a, b) => a.text === b.text);
    onTestFinished(edits.follow());
    const other = new UnsavedEditStore(account, 'snippet', schema, (a, b) => a.text === b.text);
    const close = edits.hold('1');
    edits.put('1', { text: 'mine' });
    other.put('1', { text: 'theirs' });
    const key = accountStorageKey(account, 'unsaved/snippet/1');
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(edits.get('1')).toEqual({ text: 'mine' });
    expect(close()).toEqual({ text: 'mine' });
    expect(edits.get('1')).toEqual({ text: 'theirs' });
  });
});
