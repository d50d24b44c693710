import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount } from '../../../../tests/support/account';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../tests/support/state';
import SearchFrame from '../../../../tests/support/ui/SearchFrame.svelte';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

describe('the results', () => {
  it('draw only nearby rows of many, and show new ones at the start', async () => {
    const messages = Array.from({ length: 400 }, (_, at) =>
      aMessage(at + 1, { content: `<p>Number ${at + 1}</p>` }),
    );
    const { account, tell } = anAccount({
      answers: {
        getMessages: ({ anchor, num_before = 0 }) => {
          const end = anchor === 'newest' ? messages.length : Number(anchor);
          const first = Math.max(0, end - num_before);
          return { messages: messages.slice(first, end), found_oldest: first === 0 };
        },
        checkMessagesMatchNarrow: ({ msg_ids }) => ({
          messages: Object.fromEntries(
            msg_ids.map((id) => [
              id,
              { match_content: `<p>Number ${id}</p>`, match_subject: 'logo' },
            ]),
          ),
        }),
      },
      state: aState({
        user_id: 7,
        realm_users: [aPerson(7)],
        streams: [aChannel(5)],
        subscriptions: [aSubscription(5)],
      }),
    });
    const drafts = new AccountDrafts(account);
    drafts.start();
    onTestFinished(() => drafts.stop());
    await render(SearchFrame, { account, drafts, query: 'has:link', onsearch: vi.fn() });
    const number = (at: number) => page.getByRole('article', { name: `Number ${at}`, exact: true });
    await expect.element(number(400)).toBeInTheDocument();
    const frame = page.getByRole('feed').element();
    // A feed contains only articles.
    const roles = [...frame.children]
      .flatMap(({ children }) => [...children])
      .map(({ role }) => role);
    expect(new Set(roles)).toEqual(new Set(['article']));
    let most = 0;
    await expect
      .poll(() => {
        most = Math.max(most, frame.querySelectorAll('[data-key]').length);
        frame.scrollTop = frame.scrollHeight;
        return number(1).elements().length;
      })
      .toBe(1);
    expect(number(400).elements()).toEqual([]);
    expect(most).toBeLessThanOrEqual(120);
    await expect
      .poll(() => {
        frame.scrollTop = 0;
        return number(400).elements().length;
      })
      .toBe(1);
    const { flags, ...message } = aMessage(401);
    tell({ type: 'message', message, flags });
    await expect.element(number(401)).toBeVisible();
    expect(frame.scrollTop).toBe(0);
  });
});
