import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, row, setup, showFirst, state } from '../../../../tests/support/ui/drafts-page';
import { ApiError } from '../../api/errors';

describe('DraftsPage', () => {
  describe('the box', () => {
    const tool = () => page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button');
    const open = async (draft: RegExp, text: string) => {
      await row(draft).click();
      await expect.element(box()).toHaveValue(text);
      await expect.element(box()).toHaveFocus();
    };

    it('stays when another draft opens in it, and when the open one is deleted', async () => {
      await setup();
      await open(/blue/, 'The **blue** one');
      const bold = tool().first();
      await expect.element(bold).toBeVisible();
      const before = bold.element();
      await open(/Grace/, 'For Grace');
      expect(bold.element()).toBe(before);
      page.getByRole('listbox', { name: 'Drafts' }).element().focus();
      await userEvent.keyboard('{Backspace}');
      await expect.element(box()).toHaveValue('The **blue** one');
      expect(bold.element()).toBe(before);
    });

    it('gets the focus back, with the caret where it was, when its row is pressed again', async () => {
      await setup();
      await open(/blue/, 'The **blue** one');
      await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
      await row(/blue/).click();
      await userEvent.keyboard('drafts ');
      await expect.element(box()).toHaveValue('The **blue** drafts one');
      page.getByRole('listbox', { name: 'Drafts' }).element().focus();
      await userEvent.keyboard('{Enter}desk ');
      await expect.element(box()).toHaveValue('The **blue** drafts desk one');
    });

    it('gives each draft its own undo', async () => {
      const { drafts } = await setup();
      await open(/blue/, 'The **blue** one');
      await userEvent.keyboard(' and more');
      await open(/Grace/, 'For Grace');
      await userEvent.keyboard('{Control>}z{/Control}');
      await expect.element(box()).toHaveValue('For Grace');
      const texts = drafts.list.map(({ body }) => body.content);
      expect(texts).toEqual(['The **blue** one and more', ...texts.slice(1)]);
    });

    it('replaces its fields for another draft only if they were used', async () => {
      await setup();
      await open(/blue/, 'The **blue** one');
      const [channel, text] = [page.getByRole('combobox').first(), box().element()];
      const before = channel.element();
      await open(/closed/, 'To a channel that is closed');
      expect([channel.element(), box().element()]).toEqual([before, text]);
      await userEvent.keyboard('x');
      await open(/blue/, 'The **blue** one');
      expect([before.isConnected, text.isConnected]).toEqual([false, false]);
    });

    it('starts the next draft without preview and complaint of the last', async () => {
      await setup();
      await userEvent.keyboard('c');
      await box().fill('To nobody');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const complaint = page.getByText('Choose a channel or people first.');
      await expect.element(complaint).toBeVisible();
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = page.getByRole('group', { name: 'Preview' });
      await expect.element(preview).toBeVisible();
      await open(/Grace/, 'For Grace');
      await expect.element(complaint).not.toBeInTheDocument();
      await expect.element(preview).not.toBeInTheDocument();
    });

    it('takes the focus for a new draft from a button in it', async () => {
      await setup();
      await open(/blue/, 'The **blue** one');
      await expect.element(tool().first()).toBeVisible();
      tool().first().element().focus();
      await userEvent.keyboard('c');
      await expect.element(page.getByRole('combobox').first()).toHaveFocus();
    });
  });

  it('shows recipients and text, and searches both', async () => {
    await setup();
    await expect.element(row(/^design logo The blue one/)).toBeVisible();
    await page.getByRole('searchbox').fill('grace');
    await expect.element(row(/For Grace/)).toBeVisible();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('can be browsed by keys immediately', async () => {
    await setup();
    await expect.element(page.getByRole('listbox', { name: 'Drafts' })).toHaveFocus();
    await userEvent.keyboard('j{Enter}');
    await expect.element(box()).toHaveValue('To a channel that is closed');
  });

  it('deletes the active row and restores it', async () => {
    const { drafts } = await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.poll(() => drafts.trash[0]?.body.content).toBe('The **blue** one');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('deletes a draft shown on a new device as soon as it is loaded', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { drafts } = await showFirst(undefined, {
      getDrafts: async () => {
        await answered;
        return { count: 3, drafts: state.drafts };
      },
    });
    expect(drafts.list).toEqual([]);
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{Backspace}');
    answer();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.poll(() => drafts.trash[0]?.body.content).toBe('The **blue** one');
    await expect.element(row(/Grace/)).toBeVisible();
  });

  it('says that the server limits requests, not only that the text is being saved', async () => {
    const limit = new ApiError('editDraft', 429, 'RATE_LIMIT_HIT', '', { 'retry-after': 60 });
    const refuse = () => Promise.reject(limit);
    await setup(undefined, { editDraft: refuse, createDrafts: refuse });
    await row(/blue/).click();
    await box().fill('The red one');
    await expect
      .element(page.getByText(/^Too many requests\. Will retry automatically/))
      .toBeVisible();
  });

  it('shows “Signed out”, not “Offline”', async () => {
    const { drafts } = await setup();
    await row(/blue/).click();
    await box().fill('The red one');
    drafts.setConnection(false, false);
    await expect.element(page.getByText(/^Signed out: will sync when/).first()).toBeVisible();
  });

  it('activates restored rows, and the row that was last open', async () => {
    const { drafts } = await setup();
    const grace = /For Grace/;
    const keys = page.getByRole('listbox', { name: 'Drafts' });
    keys.element().focus();
    await userEvent.keyboard('{ArrowDown}{Backspace}');
    await expect.element(row(/closed/)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(row(/closed/)).toBeVisible();
    await expect.element(keys).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/closed/)).not.toBeInTheDocument();
    await expect.element(row(grace)).toBeVisible();
    expect(drafts.trash.every(({ body }) => body.topic === 'old')).toBe(true);
    // Leaves the draft's box for this row.
    await row(/blue/).click();
    await row(grace).click();
    await expect.element(box()).toHaveValue('For Grace');
    await userEvent.keyboard('{Escape}{Backspace}');
    await expect.element(row(grace)).not.toBeInTheDocument();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('activates the row of a new draft when its box is left', async () => {
    await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{ArrowDown}c');
    await box().fill('Just begun');
    await userEvent.keyboard('{Escape}');
    await expect.element(row(/Just begun/)).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/Just begun/)).not.toBeInTheDocument();
    await expect.element(row(/closed/)).toBeVisible();
  });

  it('says that a cleared text is in the trash, and restores it', async () => {
    await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    await expect.element(box()).toHaveValue('');
    await expect.element(page.getByText(/cleared/)).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByText('Text to #design › logo cleared and moved to the trash').last())
      .toBeVisible();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(row(/blue/)).toBeVisible();
    await expect.element(page.getByRole('listbox', { name: 'Drafts' })).toHaveFocus();
  });

  it('shows on a click on Send or Send later what is missing, and goes there', async () => {
    await setup();
    await userEvent.keyboard('c');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const later = page.getByRole('button', { name: 'Send later' });
    await expect.element(send).toBeVisible();
    for (const press of [send, later]) {
      await page.getByRole('searchbox').click();
      await press.click();
      await expect.element(page.getByText('Write something first.')).toBeVisible();
      await expect.element(box()).toHaveFocus();
    }
    await box().fill('To nobody yet');
    for (const press of [send, later]) {
      await box().click();
      await press.click();
      await expect.element(page.getByText('Choose a channel or people first.')).toBeVisible();
      await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
    }
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('covers neither rows nor the bottom of a box with its toasts', async () => {
    await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{Backspace}');
    await row(/closed/).click();
    await box().click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const line = page.getByText(/This channel is archived/).last();
    await expect.element(line).toBeVisible();
    const rect = (element: Element) => element.getBoundingClientRect();
    const region = page.getByRole('region', { name: 'Notifications' });
    const notices = () => rect(region.element());
    // Toasts stay while they have the focus.
    region.getByRole('button', { name: 'Dismiss' }).element().focus();
    for (const [width, height] of [
      [1280, 800],
      [768, 900],
      [360, 700],
    ] as const) {
      await page.viewport(width, height);
      await expect.poll(() => notices().bottom).toBeLessThan(rect(line.element()).top);
      const list = rect(
        page.getByRole('listbox', { name: 'Drafts', includeHidden: true }).element(),
      );
      if (list.width > 0) expect(notices().left).toBeGreaterThanOrEqual(list.right);
    }
    await page.viewport(1280, 800);
  });

  it('names a deleted draft by its recipient, if it has one', async () => {
    await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText('Draft to #design › logo deleted').last()).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await userEvent.keyboard('c');
    await box().fill('To nobody yet');
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await expect.element(page.getByText('Draft deleted', { exact: true }).last()).toBeVisible();
  });

  it('focuses a new draft on a touch screen, but not one that is only opened', async () => {
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      real(query === '(pointer: fine)' ? 'not all' : query),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveValue('The **blue** one');
    expect(document.activeElement).not.toBe(box().element());
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('c');
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
    await row(/Grace/).click();
    await expect.element(box()).toHaveValue('For Grace');
    expect(document.activeElement).not.toBe(box().element());
  });

  it('fits a channel’s name even if fields don’t grow with their text', async () => {
    const style = document.createElement('style');
    style.textContent = 'input { field-sizing: fixed !important }';
    document.head.append(style);
    onTestFinished(() => style.remove());
    await setup();
    await row(/blue/).click();
    const field = page.getByRole('combobox', { name: 'Channel' });
    const name = 'an-announcement-that-has-a-long-name';
    await field.fill(name);
    const { scrollWidth, clientWidth } = field.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  it('writes a new draft to a person found by name', async () => {
    const { drafts } = await setup();
    await userEvent.keyboard('c');
    await page.getByTitle('Direct message').click();
    await userEvent.keyboard('gra{Enter}{Enter}');
    await expect.element(box()).toHaveFocus();
    // Leaving the box in between changes nothing.
    await page.getByRole('searchbox').click();
    await box().click();
    await userEvent.keyboard('Hello Grace');
    await expect
      .poll(() => drafts.list.map(({ body }) => body))
      .toContainEqual({ type: 'private', to: [8], topic: '', content: 'Hello Grace' });
  });

  it('keeps the text while the disk is full, says so, and stores it once there is space', async () => {
    const { drafts } = await setup();
    const full = page.getByText(/out of storage/);
    await expect.poll(() => drafts.list.length).toBe(3);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No space is left.', 'QuotaExceededError');
    });
    await row(/blue/).click();
    await box().fill('More than there is space for');
    await expect.element(full).toBeVisible();
    await expect.element(row(/More than there is space for/)).toBeVisible();
    expect(drafts.storage).toBe('full');
    put.mockRestore();
    await expect.element(full, { timeout: 10_000 }).not.toBeInTheDocument();
    await expect.element(box()).toHaveValue('More than there is space for');
    await expect.poll(() => drafts.list.map(({ sync }) => sync)).not.toContain('unsaved');
  });
});
