import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, row, setup, state } from '../../../../tests/support/ui/drafts-page';
import { draftBoxLoader } from '../compose-box/load-draft-box';

/** Keeps the box from loading until `release`. */
function holdBox(): { release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  vi.spyOn(draftBoxLoader, 'load').mockImplementation(async () => {
    await released;
    return import('../compose-box/DraftBox.svelte');
  });
  return { release };
}

const toChannel = () => page.getByRole('combobox', { name: 'Channel' });

describe('DraftsPage, before the box of a draft is loaded', () => {
  afterEach(() => vi.restoreAllMocks());

  it('keeps what the user types into a new draft', async () => {
    const { release } = holdBox();
    const { drafts } = await setup();
    await page.getByRole('button', { name: 'New draft' }).click();
    await userEvent.keyboard('dex{Backspace}sign');
    // Backspace would delete the active row.
    expect(drafts.list).toHaveLength(3);
    release();
    await expect.element(toChannel()).toHaveValue('design');
    await expect.element(toChannel()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('combobox', { name: 'Topic' })).toHaveFocus();
  });

  it('keeps what the user types into an opened draft', async () => {
    const { release } = holdBox();
    const { drafts } = await setup();
    await row(/blue/).click();
    await userEvent.keyboard(', surely');
    release();
    await expect.element(box()).toHaveValue('The **blue** one, surely');
    await expect.element(box()).toHaveFocus();
    await expect.poll(() => drafts.list[0]?.body.content).toBe('The **blue** one, surely');
  });

  it('reserves the height of a long text', async () => {
    const { release } = holdBox();
    const lines = 'One of many lines of this text\n\n'.repeat(5);
    const drafts = [{ ...state.drafts![0]!, content: `blue ${lines}` }];
    await setup(undefined, { getDrafts: () => ({ count: 1, drafts }) }, { drafts });
    await row(/blue/).click();
    const messages = page.getByRole('region', { name: '#design › logo' });
    const { bottom } = messages.element().getBoundingClientRect();
    release();
    await expect.element(box()).toBeVisible();
    expect(messages.element().getBoundingClientRect().bottom).toBe(bottom);
  });

  it('leaves the focus in another field that the user has chosen meanwhile', async () => {
    const { release } = holdBox();
    await setup();
    await row(/blue/).click();
    const search = page.getByRole('searchbox', { name: 'Search drafts' });
    await search.click();
    await userEvent.keyboard('one');
    release();
    await expect.element(box()).toBeVisible();
    await expect.element(search).toHaveValue('one');
    await expect.element(search).toHaveFocus();
  });

  it('says if it can’t be loaded, and tries again on request', async () => {
    vi.spyOn(draftBoxLoader, 'load').mockRejectedValue(new TypeError('offline'));
    await setup();
    await row(/blue/).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('couldn’t be loaded');
    holdBox().release();
    // Keys don't wait for the box any more.
    page.getByRole('button', { name: 'Try again' }).element().focus();
    await userEvent.keyboard(' ');
    await expect.element(box()).toHaveValue('The **blue** one');
    await expect.element(box()).toHaveFocus();
  });
});
