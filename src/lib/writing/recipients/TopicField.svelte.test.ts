import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import { aChannel, aPerson, aState, aSubscription } from '../../../../tests/support/state';
import BoxFrame from '../../../../tests/support/ui/BoxFrame.svelte';
import '../../../app.css';

const state = aState({
  user_id: 7,
  realm_users: [aPerson(7, { full_name: 'Ada' })],
  streams: [aChannel(5, { name: 'kitchen' })],
  subscriptions: [aSubscription(5, { name: 'kitchen' })],
  max_topic_length: 20,
});

const box = page.getByRole('textbox', { name: 'Message' });
const field = page.getByRole('combobox', { name: 'Topic' });
const value = () => (field.element() as HTMLInputElement).value;
const options = () =>
  [...document.querySelectorAll('[role=option]')].map((one) => one.textContent.trim());
const marked = () => document.querySelector('[role=option][aria-selected=true]')?.textContent;

/** Renders a compose box for a channel with these topics, newest first, and focuses the topic. */
async function setup(topics: Promise<readonly string[]> | readonly string[], topic = '') {
  const onsend = vi.fn();
  const { account } = anAccount({
    state,
    answers: {
      getStreamTopics: async () => ({
        topics: (await topics).map((name, at) => ({ name, max_id: 100 - at })),
      }),
    },
  });
  const recipient = { type: 'stream', to: [5], topic } as const;
  await render(BoxFrame, { account, recipient, content: 'Hello', onsend });
  await field.click();
  return { onsend };
}

describe('The topic', () => {
  const topics = ['Tea', 'Lunch', 'Brunch', 'Lunar calendar', 'lu'];

  it('lists all topics, and filters them while the user types', async () => {
    await setup(topics.slice(0, 4));
    await expect.poll(options).toEqual(['Tea', 'Lunch', 'Brunch', 'Lunar calendar']);
    await userEvent.keyboard('lun');
    await expect.poll(options).toEqual(['Lunch', 'Lunar calendar', 'lun New topic']);
  });

  it('is an existing one that begins with the typed text, not silently a new one', async () => {
    await setup(topics.slice(0, 4));
    await expect.poll(options).toHaveLength(4);
    await userEvent.keyboard('Lu{Enter}');
    await expect.element(field).toHaveValue('Lunch');
    await expect.element(box).toHaveFocus();
    await expect.element(page.getByText('New topic')).not.toBeInTheDocument();
  });

  it('is the one that matches in full, in any case, before newer ones', async () => {
    await setup(topics);
    await expect.poll(options).toHaveLength(5);
    await userEvent.keyboard('LU{Enter}');
    await expect.element(field).toHaveValue('lu');
    await expect.element(box).toHaveFocus();
  });

  it('is only created by a separate Enter, after a hint', async () => {
    const { onsend } = await setup(topics);
    await expect.poll(options).toHaveLength(5);
    await userEvent.keyboard('unc{Enter}');
    await expect.poll(marked).toMatch(/^\s*unc\s*New topic/);
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('le{Control>}{Enter}{/Control}');
    await expect.poll(marked).toMatch(/^\s*uncle\s*New topic/);
    expect(onsend).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveFocus();
    await expect.element(field).toHaveValue('uncle');
    await expect.element(page.getByText('New topic')).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(onsend).toHaveBeenCalledOnce();
  });

  it('can be new even if an existing one begins with the same text', async () => {
    await setup(topics.slice(0, 4));
    await expect.poll(options).toHaveLength(4);
    await userEvent.keyboard('Lu{ArrowUp}{Enter}');
    await expect.element(field).toHaveValue('Lu');
    await expect.element(box).toHaveFocus();
  });

  it('keeps typed or pasted text on blur, and shows that it is new', async () => {
    await setup(topics);
    await expect.poll(options).toHaveLength(5);
    await field.fill('Pasted');
    await box.click();
    expect(value()).toBe('Pasted');
    await expect.element(page.getByText('New topic')).toBeVisible();
  });

  it('uses the highlighted option on Tab, which focuses the message', async () => {
    await setup(topics);
    await expect.poll(options).toHaveLength(5);
    await userEvent.keyboard('tea{Tab}');
    await expect.element(field).toHaveValue('Tea');
    await expect.element(box).toHaveFocus();
  });

  it('waits for the topics if the user presses Enter before they are loaded', async () => {
    let tell: (names: readonly string[]) => void = () => undefined;
    await setup(new Promise((resolve) => (tell = resolve)));
    await userEvent.keyboard('lu{Enter}');
    await expect.element(field).toHaveFocus();
    tell(['Lunch']);
    await expect.element(field).toHaveValue('Lunch');
    await expect.element(box).toHaveFocus();
  });

  it('stays the same if the user presses Enter without typing', async () => {
    await setup(topics, 'Gone for ever');
    await expect.poll(options).toHaveLength(5);
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveFocus();
    expect(value()).toBe('Gone for ever');
  });

  it('is not created if it is too long, and the list says so', async () => {
    await setup(topics);
    await expect.poll(options).toHaveLength(5);
    await field.fill('A topic of more than twenty letters');
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(field).toHaveFocus();
    await expect.poll(options).toEqual([expect.stringContaining('The topic is too long.')]);
  });
});
