import { tick } from 'svelte';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { box, row, setup, state } from '../../../../tests/support/ui/drafts-page';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import { draftsDatabasePrefix } from '../../features/drafts/draft-store-idb';

const list = () => page.getByRole('listbox', { name: 'Drafts' });
const texts = () =>
  [...document.querySelectorAll('[role=option]')].map(
    (one) => /blue|closed|Grace/.exec(one.textContent)?.[0],
  );
/** Presses a key and waits for what the page does in the same task. */
async function press(key: string, from: Element = list().element()) {
  from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await tick();
  await tick();
}

/** Keeps a transaction open in another thread: nothing is stored until the result is called. */
async function blockStore(accountId: string): Promise<() => void> {
  const code = `indexedDB.open(name).onsuccess = ({ target }) => {
    const store = target.result.transaction('records', 'readwrite').objectStore('records');
    const hold = () => (store.get('none').onsuccess = hold);
    store.get('none').onsuccess = () => { hold(); postMessage(null); };
  };`;
  const name = JSON.stringify(draftsDatabasePrefix + accountId);
  const worker = new Worker(URL.createObjectURL(new Blob([`const name = ${name}; ${code}`])));
  const free = () => worker.terminate();
  onTestFinished(free);
  await new Promise((resolve) => (worker.onmessage = resolve));
  return free;
}

it('removes the row before the deletion is stored, and opens the next draft after the paint', async () => {
  const { account, drafts } = await setup();
  await expect.element(box()).toHaveValue('The **blue** one');
  const free = await blockStore(account.id);
  list().element().focus();
  await press('Backspace');
  expect(texts()).toEqual(['closed', 'Grace']);
  await expect.element(box()).toHaveValue('To a channel that is closed');
  expect(drafts.trash).toEqual([]);
  free();
  await expect
    .poll(() => drafts.trash.map(({ body }) => body.content))
    .toEqual(['The **blue** one']);
  expect(texts()).toEqual(['closed', 'Grace']);
});

it('never shows an empty box in between', async () => {
  await setup();
  await expect.element(box()).toHaveValue('The **blue** one');
  const shown = new Set<string | undefined>();
  const look = () => shown.add(document.querySelector('textarea')?.value);
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  onTestFinished(() => observer.disconnect());
  list().element().focus();
  await press('Backspace');
  await expect.element(box()).toHaveValue('To a channel that is closed');
  look();
  expect([...shown]).toEqual(['The **blue** one', 'To a channel that is closed']);
});

it('deletes two rows in quick succession', async () => {
  const { account, drafts } = await setup();
  await expect.element(box()).toHaveValue('The **blue** one');
  const free = await blockStore(account.id);
  list().element().focus();
  await press('Backspace');
  await press('Backspace');
  expect(texts()).toEqual(['Grace']);
  await expect.element(box()).toHaveValue('For Grace');
  free();
  await expect.poll(() => drafts.trash.length).toBe(2);
  await expect.element(page.getByText('2 drafts deleted').last()).toBeVisible();
  expect(texts()).toEqual(['Grace']);
});

it('undoes a deletion that isn’t stored yet', async () => {
  const { account, drafts } = await setup();
  await expect.element(box()).toHaveValue('The **blue** one');
  const free = await blockStore(account.id);
  list().element().focus();
  await press('Backspace');
  await page.getByRole('button', { name: 'Undo' }).click();
  free();
  await expect.element(row(/blue/)).toBeVisible();
  expect(texts()).toEqual(['blue', 'closed', 'Grace']);
  expect(drafts.trash).toEqual([]);
});

it('shows the row again where it was if the deletion can’t be stored, and says so', async () => {
  const { drafts } = await setup();
  await expect.element(box()).toHaveValue('The **blue** one');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No space is left.', 'QuotaExceededError');
  });
  onTestFinished(() => put.mockRestore());
  list().element().focus();
  await press('ArrowDown');
  await press('Backspace');
  expect(texts()).toEqual(['blue', 'Grace']);
  await expect.element(page.getByText(/out of storage/)).toBeVisible();
  expect(texts()).toEqual(['blue', 'closed', 'Grace']);
  put.mockRestore();
  await expect.poll(() => drafts.trash.length, { timeout: 10_000 }).toBe(1);
  expect(texts()).toEqual(['blue', 'Grace']);
});

it('keeps what is typed into the box of a deleted draft before the next one opens', async () => {
  const { drafts } = await setup();
  await row(/blue/).click();
  await expect.element(box()).toHaveFocus();
  list().element().focus();
  await press('Backspace');
  const area = box().element() as HTMLTextAreaElement;
  area.focus();
  area.value += '!';
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await expect
    .poll(() => drafts.list.map(({ body }) => body.content))
    .toContain('The **blue** one!');
  expect(drafts.list.map(({ body }) => body.content)).toContain('To a channel that is closed');
});

it('removes the row in other tabs too, without a connection', async () => {
  const { account, drafts, connect } = await setup();
  const other = new AccountDrafts(account);
  other.start();
  onTestFinished(() => other.stop());
  await expect.poll(() => other.order.length).toBe(3);
  connect('offline');
  drafts.setConnection(false, true);
  list().element().focus();
  await press('Backspace');
  expect(texts()).toEqual(['closed', 'Grace']);
  await expect.poll(() => other.order.length).toBe(2);
  expect(state.drafts).toHaveLength(3);
});

it('loses nothing while the server doesn’t answer the deletion', async () => {
  const { drafts, calls } = await setup(undefined, { deleteDraft: () => new Promise(() => {}) });
  list().element().focus();
  await press('Backspace');
  expect(texts()).toEqual(['closed', 'Grace']);
  await expect.poll(() => calls('deleteDraft')).toHaveLength(1);
  expect(drafts.trash.map(({ body }) => body.content)).toEqual(['The **blue** one']);
  expect(texts()).toEqual(['closed', 'Grace']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row(/blue/)).toBeVisible();
  expect(texts()).toEqual(['blue', 'closed', 'Grace']);
});
