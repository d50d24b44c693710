import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import DraftsFrame from '../../../tests/support/ui/DraftsFrame.svelte';
import * as scheduledPage from '../../../tests/support/ui/scheduled-page.svelte';
import * as snippetsPage from '../../../tests/support/ui/snippets-page.svelte';
import { typeThrough } from '../../../tests/support/ui/typing';
import type { SavedSnippet } from '../api/saved-snippet';
import { AccountDrafts } from '../features/drafts/account-drafts.svelte';

afterEach(() => {
  vi.restoreAllMocks();
});

const full = () => {
  throw new DOMException('No space is left.', 'QuotaExceededError');
};

const { row, scheduled } = scheduledPage;

async function field(): Promise<HTMLTextAreaElement> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await expect.element(box).toHaveFocus();
  return box.element() as HTMLTextAreaElement;
}

describe('an open text keeps every key', () => {
  it('as a draft', { timeout: 60_000 }, async () => {
    await typeThrough(async () => {
      let id = 10;
      let times = 0;
      const draft = {
        id: 1,
        type: 'stream' as const,
        to: [5],
        topic: 'logo',
        content: 'The blue one',
        timestamp: 1_700_000_000,
      };
      const { account, drafts, tell, connect, calls } = await scheduledPage.setup(
        [],
        {
          getDrafts: () => Promise.resolve({ count: 1, drafts: [draft] }),
          createDrafts: () => Promise.resolve({ ids: [(id += 1)] }),
        },
        { Frame: DraftsFrame, drafts: [draft] },
      );
      const other = new AccountDrafts(account);
      other.start();
      await row(/blue/).click();
      const area = await field();
      const key = drafts.list[0]!.key;
      let disk: { mockRestore: () => void } | undefined;
      return {
        field: area,
        happenings: {
          'changed on another device': () => {
            times += 1;
            const content = `The ${'very '.repeat(times)}red one`;
            const changed = { ...draft, content, timestamp: 1_800_000_000 + times };
            tell({ type: 'drafts', op: 'update', draft: changed });
          },
          'changed in another tab': () => {
            other.focus(key);
            other.edit(key, `Tab ${(times += 1)}`);
            other.blur(key);
          },
          'deleted or sent elsewhere': () => tell({ type: 'drafts', op: 'remove', draft_id: 1 }),
          'channel archived': () => tell(archived(true)),
          'channel back': () => tell(archived(false)),
          'sign-out': () => (connect('signed-out'), drafts.setConnection(true, false)),
          'connection lost': () => (connect('offline'), drafts.setConnection(false, true)),
          'connection back': () => (connect('online'), drafts.setConnection(true, true)),
          'disk full': () => {
            disk ??= vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full);
          },
          'space again': () => {
            disk?.mockRestore();
            disk = undefined;
          },
          'another window': () => {
            const active = document.activeElement!;
            active.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
            active.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
          },
        },
        afterwards: async (text) => {
          disk?.mockRestore();
          await userEvent.keyboard('{Escape}');
          // If the other device changed other words, one text now has both changes.
          const typed = text.slice(draft.content.length);
          await expect
            .poll(() => drafts.list.some(({ body }) => body.content.endsWith(typed)))
            .toBe(true);
          expect(calls('sendMessage')).toEqual([]);
          expect(page.getByRole('searchbox').element()).toHaveProperty('value', '');
          await other.stop();
        },
      };
    });
  });

  it('as a scheduled message', { timeout: 60_000 }, async () => {
    await typeThrough(async () => {
      let times = 0;
      const { account, tell, connect, calls } = await scheduledPage.setup([
        scheduled(1, 'The blue one'),
      ]);
      await row(/blue/).click();
      await userEvent.keyboard('e');
      return {
        field: await field(),
        happenings: {
          'changed elsewhere': () =>
            tell({
              type: 'scheduled_messages',
              op: 'update',
              scheduled_message: scheduled(1, `Red ${(times += 1)}`),
            }),
          failed: () =>
            tell({
              type: 'scheduled_messages',
              op: 'update',
              scheduled_message: scheduled(1, 'The blue one', { failed: true }),
            }),
          'due, or deleted elsewhere': () =>
            tell({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 }),
          'changed in another tab': () => {
            const name = `inkwell.memory/${account.id}/unsaved/scheduled/1`;
            const body = { type: 'stream', to: [5], topic: 'logo', content: 'Tab' };
            localStorage.setItem(name, JSON.stringify({ base: body, body }));
            window.dispatchEvent(new StorageEvent('storage', { key: name }));
          },
          'dropped in another tab': () => {
            const name = `inkwell.memory/${account.id}/unsaved/scheduled/1`;
            localStorage.removeItem(name);
            window.dispatchEvent(new StorageEvent('storage', { key: name }));
          },
          'channel archived': () => tell(archived(true)),
          'channel back': () => tell(archived(false)),
          'connection lost': () => connect('offline'),
          'connection back': () => connect('online'),
        },
        afterwards: () => {
          expect(calls('updateScheduledMessage')).toEqual([]);
          expect(calls('deleteScheduledMessage')).toEqual([]);
        },
      };
    }, 2);
  });

  it('as a snippet', { timeout: 60_000 }, async () => {
    await typeThrough(async () => {
      let times = 0;
      const snippet = snippetsPage.saved(1, 'Greeting');
      const { tell, calls } = await snippetsPage.setup([snippet]);
      const now = (saved_snippet: SavedSnippet) =>
        tell({ type: 'saved_snippets', op: 'update', saved_snippet });
      await row(/Greeting/).click();
      await userEvent.keyboard('e');
      const box = page.getByRole('textbox', { name: 'Text', exact: true });
      await expect.element(box).toHaveFocus();
      return {
        field: box.element() as HTMLTextAreaElement,
        happenings: {
          'changed elsewhere': () => now({ ...snippet, content: `Hello ${(times += 1)}` }),
          'as it was again': () => now(snippet),
          'deleted elsewhere': () =>
            tell({ type: 'saved_snippets', op: 'remove', saved_snippet_id: 1 }),
        },
        afterwards: () => expect(calls('editSavedSnippet')).toEqual([]),
      };
    }, 2);
  });
});

describe('a conflict that came while the user was typing', () => {
  const draft = {
    id: 1,
    type: 'stream' as const,
    to: [5],
    topic: 'logo',
    content: 'The blue one',
    timestamp: 1_700_000_000,
  };
  const box = page.getByRole('textbox', { name: 'Message' });
  const comparison = page.getByRole('region', { name: 'Two versions of this draft' });

  /** The box with the caret after `mine`, and the conflict banner below. */
  async function setup(mine: string) {
    const { drafts, tell, calls } = await scheduledPage.setup(
      [],
      { getDrafts: () => Promise.resolve({ count: 1, drafts: [draft] }) },
      { Frame: DraftsFrame, drafts: [draft] },
    );
    await row(/blue/).click();
    const area = await field();
    area.select();
    await userEvent.keyboard(mine);
    const changed = { ...draft, content: 'The red one', timestamp: 1_800_000_000 };
    tell({ type: 'drafts', op: 'update', draft: changed });
    await expect.element(page.getByText(/Your text here hasn’t changed/)).toBeVisible();
    await expect.element(box).toHaveFocus();
    return { area, drafts, calls };
  }

  it('is compared on request, by keyboard alone, and returns to the caret', async () => {
    const { area, drafts } = await setup('The green one');
    area.setSelectionRange(4, 9);
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect.element(comparison).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveFocus();
    const back = box.element() as HTMLTextAreaElement;
    expect([back.value, back.selectionStart, back.selectionEnd]).toEqual(['The green one', 4, 9]);
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect.element(comparison).toHaveFocus();
    await userEvent.keyboard('2');
    await expect.element(box).toHaveValue('The red one');
    await expect.element(box).toHaveFocus();
    expect(drafts.trash.map(({ body }) => body.content)).toContain('The green one');
  });

  it('isn’t resolved by keys meant for something else', async () => {
    await setup('The green one');
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect.element(comparison).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('1234');
    await expect.element(comparison).toBeVisible();
  });

  it('is reported if the user sends anyway', async () => {
    const { calls } = await setup('The green one');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect
      .element(page.getByText(/Compare the two versions before you send it/))
      .toBeVisible();
    expect(calls('sendMessage')).toEqual([]);
    await expect.element(box).toHaveFocus();
  });
});

function archived(value: boolean) {
  return { type: 'stream', op: 'update', stream_id: 5, property: 'is_archived', value };
}
