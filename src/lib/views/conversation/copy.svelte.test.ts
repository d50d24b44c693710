import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import ownMessages from '../../../../tests/corpora/own-messages.json';
import { anAccount } from '../../../../tests/support/account';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../tests/support/state';
import ConversationFrame from '../../../../tests/support/ui/ConversationFrame.svelte';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const box = page.getByRole('textbox', { name: 'Message' });
const text = (id: number) => document.querySelector(`#message-${id} .rendered`)!;

/** A conversation with messages rendered by the service. */
async function setup(contents: readonly string[]) {
  const all = contents.map((content, at) =>
    aMessage(at + 1, { content, timestamp: 1_790_000_000 + at * 60 }),
  );
  const world = anAccount({
    answers: {
      getMessages: () => ({ messages: all, found_oldest: true, found_newest: true }),
      updateMessageFlags: ({ messages }) => ({ messages }),
    },
    state: null,
  });
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  world.register(
    aState({
      user_id: 7,
      realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
      streams: [aChannel(5, { name: 'design' })],
      subscriptions: [aSubscription(5, { name: 'design' })],
      user_settings: { timezone: 'UTC', twenty_four_hour_time: true },
    }),
  );
  world.connect('online');
  await render(ConversationFrame, {
    account: world.account,
    drafts,
    conversation: { type: 'stream', to: [5], topic: 'logo' },
  });
  await expect.element(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await expect.poll(() => text(contents.length)?.textContent).toBeTruthy();
}

function select(from: Node, start: number, to: Node, end: number) {
  (document.activeElement as HTMLElement).blur();
  getSelection()!.setBaseAndExtent(from, start, to, end);
}

/**
 * Copies and pastes with real keys and the real clipboard: returns the clipboard's content and the
 * pasted text.
 */
async function copied() {
  await userEvent.keyboard('{Control>}c{/Control}');
  const field = box.element() as HTMLTextAreaElement;
  field.focus();
  field.select();
  const read = Promise.withResolvers<{ plain: string; html: string }>();
  field.addEventListener(
    'paste',
    ({ clipboardData }) =>
      read.resolve({
        plain: clipboardData?.getData('text/plain') ?? '',
        html: clipboardData?.getData('text/html') ?? '',
      }),
    { once: true },
  );
  await userEvent.keyboard('{Control>}v{/Control}');
  return { ...(await read.promise), markdown: field.value };
}

describe('a copied message', () => {
  it.each(ownMessages)('is pasted as it was written: $written', async (one) => {
    await setup([one.html]);
    const all = text(1);
    select(all, 0, all, all.childNodes.length);
    const { markdown, html } = await copied();
    expect(markdown.trim()).toBe(one.back ?? one.written);
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      expect(address).toMatch(/^https?:/);
    }
  });

  it('makes sense in parts', async () => {
    await setup([
      '<ol start="3"><li>three</li><li>four</li><li>five</li></ol>',
      '<p>some <strong>bold words</strong> here</p>',
      '<div class="codehilite" data-code-language="Python"><pre><span></span><code>one()\ntwo()\n</code></pre></div>',
    ]);
    const items = text(1).querySelectorAll('li');
    select(items[1]!.firstChild!, 0, items[2]!.firstChild!, 4);
    expect(await copied()).toMatchObject({
      markdown: '4. four\n5. five',
      plain: '4. four\n5. five',
    });
    const bold = text(2).querySelector('strong')!.firstChild!;
    select(bold, 0, bold, 4);
    expect(await copied()).toMatchObject({ markdown: 'bold', plain: 'bold' });
    const code = text(3).querySelector('code')!.firstChild!;
    select(code, 0, code, 5);
    expect(await copied()).toMatchObject({ markdown: 'one()', plain: 'one()' });
  });

  it('can be read in other programs', async () => {
    const of = (start: string) =>
      ownMessages.find(({ written }) => written.startsWith(start))!.html;
    await setup([of('math'), of('```math'), of('yes :tada:'), of('- a')]);
    const plainOf = async (id: number) => {
      select(text(id), 0, text(id), text(id).childNodes.length);
      return (await copied()).plain;
    };
    expect(await plainOf(1)).toBe('math $$x^2$$ end');
    expect(await plainOf(2)).toBe('\\frac{a}{b}');
    expect(await plainOf(3)).toMatch(/^yes 🎉\ufe0f? and 👍\ufe0f? 🎉\ufe0f?$/u);
    expect(await plainOf(4)).toBe('- a\n- b\n    - c\n- d');
  });
});

it('includes senders and times if several messages are copied', async () => {
  await setup(['<p>one</p>', '<p>two <em>words</em></p>', '<p>three</p>']);
  select(text(1).querySelector('p')!.firstChild!, 1, text(2), text(2).childNodes.length);
  const { markdown, plain } = await copied();
  const [link] = /https?:[^)]*\/near\/1\b/.exec(markdown) ?? [];
  expect(link).toContain('/#narrow/channel/5/topic/logo/near/1');
  const [, first, second] =
    /^\*\*Grace\*\* \[([^\]]+)\]\([^)]+\/near\/1\)\n\nne\n\n\*\*Grace\*\* \[([^\]]+)\]\([^)]+\/near\/2\)\n\ntwo \*words\*$/.exec(
      markdown,
    ) ?? [];
  expect(plain).toBe(`Grace ${first}\n\nne\n\nGrace ${second}\n\ntwo words`);
  expect(first).toMatch(/2026.*14:13|14:13.*2026/);
});
