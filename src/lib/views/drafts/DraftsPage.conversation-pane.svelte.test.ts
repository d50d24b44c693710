import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, row } from '../../../../tests/support/ui/drafts-page';
import {
  drafts as list,
  feed,
  message,
  openWithConversation,
  placeOf,
  showsTalk,
} from '../../../../tests/support/ui/drafts-with-conversation';
import { NetworkFailure } from '../../api/errors';

const text = () => box().element() as HTMLTextAreaElement;
const frame = () => text().closest('[data-box]')!;
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the conversation beside a draft', () => {
  it('loads and updates without moving the box or taking the focus', async () => {
    const { come } = await openWithConversation();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    const before = placeOf(frame());
    const element = text();
    element.setSelectionRange(4, 8);
    await showsTalk();
    for (let id = 10; id < 30; id++) come(id, 8, `Another ${id}`);
    await expect.element(message('Another 29')).toBeInTheDocument();
    await userEvent.keyboard('x');
    expect(placeOf(frame())).toEqual(before);
    expect(text()).toBe(element);
    await expect.element(box()).toHaveFocus();
    await expect.element(box()).toHaveValue('The xue** one');
    const link = page.getByRole('link', { name: /design\s*›?\s*logo/ });
    await expect.element(link).toHaveAttribute('href', '/conversation?channel=5&topic=logo');
  });

  it('isn’t marked as read until the user focuses it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { calls } = await openWithConversation();
    await row(/blue/).click();
    await showsTalk();
    vi.advanceTimersByTime(5000);
    await userEvent.keyboard('A word');
    vi.advanceTimersByTime(5000);
    expect(calls('updateMessageFlags')).toEqual([]);
    await expect.element(page.getByText('New', { exact: true })).toBeVisible();
    await message('The last').click();
    vi.advanceTimersByTime(400);
    vi.advanceTimersByTime(1200);
    await expect.poll(() => calls('updateMessageFlags')).toHaveLength(1);
  });

  it('follows the recipient as soon as it is settled', async () => {
    await openWithConversation();
    await row(/blue/).click();
    await showsTalk();
    const before = [text(), ...placeOf(frame())];
    const topic = page.getByRole('combobox', { name: 'Topic' });
    await topic.fill('colours');
    await expect.element(page.getByText('No messages yet')).toBeVisible();
    await expect.element(topic).toHaveFocus();
    expect([text(), ...placeOf(frame())]).toEqual(before);
    await topic.fill('logo');
    await showsTalk();
    await list().click();
    await userEvent.keyboard('c');
    await expect.element(page.getByText('No recipient yet')).toBeVisible();
  });

  it('inserts a quote into the text, and returns the focus to its earlier place', async () => {
    await openWithConversation();
    await row(/blue/).click();
    await showsTalk();
    await expect.element(box()).toHaveFocus();
    text().setSelectionRange(3, 3);
    await userEvent.keyboard('{F6}');
    await expect.element(feed()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).toHaveFocus();
    expect(text().selectionStart).toBe(3);
    await userEvent.keyboard('{Control>}{End}{/Control}{F6}{ArrowUp}');
    await expect.element(message('The last')).toHaveFocus();
    await userEvent.keyboard('>');
    await expect.element(box()).toHaveFocus();
    await expect
      .poll(() => text().value)
      .toMatch(/^The \*\*blue\*\* one\n@_\*\*Grace\|8\*\*[^]*\nThe \*last\*\n/);
  });

  it('shows a sent message, and the focus moves to the next draft', async () => {
    const reply = Promise.withResolvers<object>();
    const { come, calls } = await openWithConversation(() => reply.promise);
    await row(/blue/).click();
    await showsTalk();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const going = page.getByRole('article', { name: 'Sending message' });
    await expect.element(going).toHaveTextContent('The **blue** one');
    reply.resolve({ id: 9 });
    await expect.element(box()).not.toBeInTheDocument();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.element(going).toBeVisible();
    const [{ local_id } = {}] = calls('sendMessage') as { local_id?: string }[];
    come(9, 7, 'The blue one', local_id);
    await expect.element(message('The blue one')).toBeVisible();
    await expect.element(going).not.toBeInTheDocument();
    await expect.element(list()).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(box()).toHaveFocus();
    await expect.element(message('The blue one')).not.toBeInTheDocument();
  });

  it('is hidden by a key, which this device remembers', async () => {
    const { leave, comeBack } = await openWithConversation();
    await row(/blue/).click();
    await showsTalk();
    await userEvent.keyboard('{F6}{Alt>}c{/Alt}');
    await expect.element(feed()).not.toBeInTheDocument();
    await expect.element(box()).toHaveFocus();
    await leave();
    await comeBack();
    await expect.element(box()).toBeVisible();
    const show = button('Show conversation');
    await expect.element(show).toHaveAttribute('aria-expanded', 'false');
    await expect.element(feed()).not.toBeInTheDocument();
    await show.click();
    await showsTalk();
  });

  it('shows on request on a phone, where the text takes the space', async () => {
    await page.viewport(360, 740);
    onTestFinished(() => page.viewport(1280, 800));
    await openWithConversation();
    await row(/blue/).click();
    await expect.element(box()).toBeVisible();
    await button('Show conversation').click();
    await showsTalk();
    await expect.element(box()).toBeVisible();
    // As high as with an on-screen keyboard.
    await page.viewport(360, 380);
    await expect.element(feed()).not.toBeInTheDocument();
    await expect.element(box()).toBeVisible();
    await expect.element(button('Send')).toBeInViewport();
  });

  it('isn’t called empty if it isn’t cached', async () => {
    const lost = () => Promise.reject(new NetworkFailure('getMessages', 'unreachable'));
    const { connect } = await openWithConversation(undefined, { getMessages: lost });
    await row(/blue/).click();
    await expect.element(button('Try again')).toBeVisible();
    await expect.element(page.getByText('No messages yet')).not.toBeInTheDocument();
    connect('offline');
    await expect.element(page.getByText('Not available offline')).toBeVisible();
    await expect.element(page.getByText('No messages yet')).not.toBeInTheDocument();
  });

  it('says what the user can’t see in a channel without a subscription', async () => {
    await openWithConversation(undefined, {}, { subscriptions: [] });
    await row(/blue/).click();
    await showsTalk();
    await expect.element(page.getByText(/^You’re not subscribed/)).toBeVisible();
  });
});

describe('when no draft is open', () => {
  it('the newest one shows and leaves the focus to the list, until it is closed', async () => {
    const { leave, comeBack } = await openWithConversation();
    await expect.element(box()).toHaveValue('The **blue** one');
    await showsTalk();
    await expect.element(list()).toHaveFocus();
    list().element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Choose a draft/)).toBeVisible();
    await leave();
    await comeBack();
    await expect.element(box()).toHaveValue('The **blue** one');
  });

  it('the shown one stays when newer ones arrive, and the next one shows when it is gone', async () => {
    const { tell } = await openWithConversation();
    await expect.element(box()).toHaveValue('The **blue** one');
    const newer = { type: 'private', to: [8], topic: '', content: 'Newer', timestamp: 2e9 };
    tell({ type: 'drafts', op: 'add', drafts: [{ id: 9, ...newer }] });
    await expect.element(row(/Newer/)).toBeVisible();
    await expect.element(box()).toHaveValue('The **blue** one');
    tell({ type: 'drafts', op: 'remove', draft_id: 1 });
    await expect.element(box()).toHaveValue('Newer');
    await expect.element(list()).toHaveFocus();
  });

  it('the shown one opens when the user types in it or chooses its row', async () => {
    await openWithConversation();
    await expect.element(box()).toHaveValue('The **blue** one');
    const element = text();
    list().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box()).toHaveFocus();
    expect(text()).toBe(element);
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).not.toBeInTheDocument();
  });

  it('none shows on a phone', async () => {
    await page.viewport(360, 740);
    onTestFinished(() => page.viewport(1280, 800));
    await openWithConversation();
    await row(/blue/).click();
    await button('Back to list').click();
    await expect.element(row(/blue/)).toBeVisible();
    await expect.element(box()).not.toBeInTheDocument();
  });
});
