import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { SavedSnippet } from '$lib/api/saved-snippet';
import { AccountDrafts } from '$lib/features/drafts/account-drafts.svelte';
import type { MessageRecipient } from '$lib/writing/recipients/recipient';
import '../../../src/app.css';
import { anAccount, type Answers } from '../account';
import { aChannel, aPerson, aState } from '../state';
import SnippetsBoxFrame from './SnippetsBoxFrame.svelte';
import SnippetsFrame from './SnippetsFrame.svelte';
import { waitForComposeTools } from './compose-tools';

export function saved(id: number, title: string, content = `The text of ${title}`): SavedSnippet {
  return { id, title, content, date_created: 1_700_000_000 + id };
}

function withSnippets(snippets: SavedSnippet[] | undefined, answers: Answers, level: number) {
  let next = 100;
  const fake = anAccount({
    state: aState({
      user_id: 7,
      zulip_feature_level: level,
      realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
      streams: [aChannel(5, { name: 'design' })],
      user_settings: { timezone: 'Europe/Berlin', twenty_four_hour_time: true },
      saved_snippets: snippets,
    }),
    answers: {
      renderMessage: ({ content }) => ({ rendered: `<p>${content}</p>` }),
      createSavedSnippet: () => ({ saved_snippet_id: next++ }),
      getSavedSnippets: () => ({ saved_snippets: fake.account.state?.saved_snippets }),
      ...answers,
    },
  });
  return fake;
}

interface More {
  readonly answers?: Answers;
  readonly level?: number;
}

export async function setup(
  snippets: SavedSnippet[] | undefined,
  { answers = {}, level = 420 }: More = {},
) {
  const made = withSnippets(snippets, answers, level);
  const { account } = made;
  const { rerender } = await render(SnippetsFrame, { account, drafts: new AccountDrafts(account) });
  return {
    ...made,
    leave: () => rerender({ away: true }),
    comeBack: () => rerender({ away: false }),
  };
}

/** A single compose box on an account with these snippets. */
export async function setupBox(
  snippets: SavedSnippet[],
  content = '',
  recipient: MessageRecipient = { type: 'stream', to: [5], topic: 'logo' },
  answers: Answers = {},
) {
  const made = withSnippets(snippets, answers, 420);
  const { account } = made;
  const onsend = vi.fn();
  await render(SnippetsBoxFrame, {
    account,
    drafts: new AccountDrafts(account),
    content,
    recipient,
    onsend,
  });
  await waitForComposeTools();
  return { ...made, onsend };
}

export const row = (name: RegExp | string) => page.getByRole('option', { name });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const box = () => page.getByRole('textbox', { name: 'Message' });
export const boxElement = () => box().element() as HTMLTextAreaElement;
