import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import { choosing } from '../../../../tests/support/ui/choosing';
import { outboxes } from '../../../../tests/support/ui/Frame.svelte';
import { button, row, saved, setup } from '../../../../tests/support/ui/snippets-page.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import { accountStorageNames } from '../../client/storage/account-storage';

const title = () => page.getByRole('textbox', { name: 'Title' });
const text = () => page.getByRole('textbox', { name: 'Text' });
const some = [saved(1, 'Thanks', 'Many thanks, {recipient}!'), saved(2, 'Sorry')];
const save = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

/** A server that accepts one file. */
class Taking {
  readonly upload: { onprogress?: (event: object) => void } = {};
  readonly status = 200;
  onload?: () => void;
  onloadend?: () => void;
  readonly responseText = JSON.stringify({
    ...{ result: 'success', msg: '', filename: 'rules 2.pdf' },
    ...{ uri: '/user_uploads/2/new/rules.pdf', url: '/user_uploads/2/new/rules.pdf' },
  });
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    this.upload.onprogress?.({ loaded: 1 });
    this.onload?.();
    this.onloadend?.();
  }
}

describe('SnippetsPage', () => {
  it.each(['shown', 'edited'])(
    'uploads a file linked in a snippet again, while %s',
    async (how) => {
      const gone = new ApiError('getFileTemporaryUrl', 404, 'BAD_REQUEST', 'No such file');
      const content = 'See [the rules](/user_uploads/2/old/rules.pdf).';
      const mended = 'See [the rules](/user_uploads/2/new/rules.pdf).';
      const { calls } = await setup([saved(1, 'Rules', content), saved(2, 'Sorry')], {
        answers: {
          getAttachments: () => Promise.resolve({ attachments: [], upload_space_used: 0 }),
          getFileTemporaryUrl: ({ filename }) =>
            filename === 'old/rules.pdf' ? Promise.reject(gone) : Promise.resolve({ url: '/x' }),
        },
      });
      await row(/Rules/).click();
      if (how === 'edited') await button('Edit').click();
      await expect.element(page.getByText(/“the rules” is no longer on the server/)).toBeVisible();
      choosing(new File(['1. Be kind.'], 'rules 2.pdf'));
      vi.stubGlobal('XMLHttpRequest', Taking);
      await page.getByRole('button', { name: 'Upload the rules again' }).click();
      if (how === 'edited') {
        await expect.element(text()).toHaveValue(mended);
        expect(calls('editSavedSnippet')).toEqual([]);
      } else {
        const changed = [{ saved_snippet_id: 1, content: mended }];
        await expect.poll(() => calls('editSavedSnippet')).toEqual(changed);
      }
      await expect.element(page.getByText(/no longer on the server/)).not.toBeInTheDocument();
    },
  );

  it('searches title and text, and previews a snippet', async () => {
    await setup(some);
    await page.getByRole('searchbox').fill('MANY');
    await expect.element(row(/Sorry/)).not.toBeInTheDocument();
    await row(/Thanks/).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect.element(preview.getByText('Many thanks, {ask: Recipient}!')).toBeVisible();
    await expect.element(preview.getByText('1 placeholder to fill in:')).toBeVisible();
    await page.getByRole('searchbox').fill('nothing like it');
    await button('Clear search').click();
    await expect.element(row(/Sorry/)).toBeVisible();
  });

  it('says why there are none, and starts one', async () => {
    const { calls } = await setup([]);
    await expect.element(page.getByText('No snippets yet')).toBeVisible();
    await button('New snippet').last().click();
    await title().fill('Bye ');
    await save();
    await expect.element(page.getByText('Enter some text for the snippet.')).toBeVisible();
    expect(calls('createSavedSnippet')).toEqual([]);
    await text().fill('See you on {date}.');
    await save();
    await expect.element(row(/Bye/)).toBeVisible();
    await expect
      .poll(() => calls('createSavedSnippet'))
      .toEqual([{ title: 'Bye', content: 'See you on {date}.' }]);
    await expect.element(page.getByRole('heading', { name: 'Bye' })).toBeVisible();
  });

  it('gives the focus back to a text being edited when its row is pressed again', async () => {
    await setup(some);
    await row(/Sorry/).click();
    await button('Edit').click();
    await row(/Sorry/).click();
    await expect.element(text()).toHaveFocus();
  });

  it('focuses the field that prevents saving', async () => {
    await setup(some);
    await row(/Sorry/).click();
    await button('Edit').click();
    await title().fill('');
    await button('Save').click();
    await expect.element(title()).toBeInvalid();
    await expect.element(title()).toHaveFocus();
    await title().fill('Sorry');
    await text().fill('');
    await button('Save').click();
    await expect.element(text()).toBeInvalid();
    await expect.element(text()).toHaveFocus();
  });

  it('keeps unsaved text, even when the user comes back to it', async () => {
    const refused = new ApiError('editSavedSnippet', 400, 'BAD_REQUEST', 'No more today.', {});
    await setup(some, { answers: { editSavedSnippet: () => Promise.reject(refused) } });
    await row(/Sorry/).click();
    await button('Edit').click();
    await text().fill('So sorry');
    await save();
    await expect.element(page.getByText(/^Couldn’t save\. .*No more today/)).toBeVisible();
    await row(/Thanks/).click();
    await expect.element(row(/Sorry Unsaved/)).toBeVisible();
    await row(/Sorry/).click();
    await expect.element(text()).toHaveValue('So sorry');
    await button('Cancel').click();
    await expect.element(page.getByRole('heading', { name: 'Sorry' })).toBeVisible();
  });

  it('doesn’t create a second one if the first reply was lost', async () => {
    let lost = true;
    const { calls, tell } = await setup([], {
      answers: {
        createSavedSnippet: () =>
          lost
            ? Promise.reject(new NetworkFailure('createSavedSnippet', 'unreachable'))
            : Promise.resolve({ saved_snippet_id: 9 }),
        getSavedSnippets: () => Promise.resolve({ saved_snippets: [saved(5, 'Bye', 'See you')] }),
      },
    });
    await button('New snippet').last().click();
    await title().fill('Bye');
    await text().fill('See you');
    await save();
    await expect.element(row(/Bye Waiting/)).toBeVisible();
    lost = false;
    await expect.element(row(/Waiting/)).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Bye' })).toBeVisible();
    expect(calls('createSavedSnippet')).toHaveLength(1);
    tell({ type: 'saved_snippets', op: 'add', saved_snippet: saved(5, 'Bye', 'See you') });
    expect(page.getByRole('option').elements()).toHaveLength(1);
  });

  it('reports a change elsewhere and lets the user choose; the other text is in the trash', async () => {
    const { tell, calls } = await setup(some);
    await row(/Sorry/).click();
    await button('Edit').click();
    await text().fill('Mine');
    tell({ type: 'saved_snippets', op: 'update', saved_snippet: saved(2, 'Sorry', 'Theirs') });
    await expect.element(page.getByText(/was changed somewhere else/)).toBeVisible();
    await save();
    expect(calls('editSavedSnippet')).toEqual([]);
    await button('Keep mine').click();
    text().element().focus();
    await save();
    await expect
      .poll(() => calls('editSavedSnippet'))
      .toEqual([{ saved_snippet_id: 2, content: 'Mine' }]);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Open snippet trash' }).click();
    await expect.element(row(/Sorry.*Theirs/)).toBeVisible();
  });

  it('keeps a text whose snippet was deleted elsewhere', async () => {
    const { tell, calls } = await setup(some);
    await row(/Sorry/).click();
    await button('Edit').click();
    await text().fill('Mine');
    tell({ type: 'saved_snippets', op: 'remove', saved_snippet_id: 2 });
    await expect.element(page.getByText(/was deleted somewhere else/)).toBeVisible();
    await button('Save as new snippet').click();
    await expect.element(row(/Sorry.*Mine/)).toBeVisible();
    await expect
      .poll(() => calls('createSavedSnippet'))
      .toEqual([{ title: 'Sorry', content: 'Mine' }]);
  });

  it('deletes the selected snippets, and restores them', async () => {
    const { calls } = await setup(some);
    (page.getByRole('listbox').element() as HTMLElement).focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await button('Delete selected snippets').click();
    await expect.element(page.getByText('No snippets yet')).toBeVisible();
    await expect.poll(() => calls('deleteSavedSnippet')).toHaveLength(2);
    await button('Undo').click();
    await expect.element(row(/Thanks/)).toBeVisible();
    await expect.poll(() => calls('createSavedSnippet')).toHaveLength(2);
  });

  it('activates the restored row', async () => {
    const { account, calls } = await setup([...some, saved(9, 'Zebra')]);
    (page.getByRole('listbox').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Backspace}');
    await expect.poll(() => page.getByRole('option').elements()).toHaveLength(2);
    await button('Undo').click();
    await expect.poll(() => page.getByRole('option').elements()).toHaveLength(3);
    await expect.element(page.getByRole('listbox')).toHaveFocus();
    // A row that the server doesn't have yet would be removed immediately, without a call.
    await expect.poll(() => account.state?.saved_snippets?.map(({ id }) => id)).toContain(100);
    await userEvent.keyboard('{Backspace}');
    await expect.poll(() => calls('deleteSavedSnippet')[1]).toEqual({ saved_snippet_id: 100 });
  });

  it.each(['another snippet', 'another page'])(
    'doesn’t open a copy that arrives late over %s',
    async (where) => {
      const answers: ((made: object) => void)[] = [];
      const { leave, comeBack, account } = await setup(some, {
        answers: { createSavedSnippet: () => new Promise((resolve) => answers.push(resolve)) },
      });
      await row(/Sorry/).click();
      await button('Duplicate').click();
      await expect.poll(() => answers).toHaveLength(1);
      if (where === 'another page') await leave();
      else await row(/Thanks/).click();
      answers[0]?.({ saved_snippet_id: 100 });
      await expect.poll(() => account.state?.saved_snippets?.map(({ id }) => id)).toContain(100);
      if (where === 'another page') await comeBack();
      await expect.poll(() => row(/Sorry/).elements()).toHaveLength(2);
      await expect.element(title()).not.toBeInTheDocument();
      const open = where === 'another page' ? /Sorry/ : /Thanks/;
      await expect.element(row(open).first()).toHaveAttribute('aria-current', 'true');
    },
  );

  it.each(['another entry', 'the snippets'])(
    'doesn’t open a restored snippet that arrives late over %s',
    async (where) => {
      const answers: ((made: object) => void)[] = [];
      const { account } = await setup(some, {
        answers: { createSavedSnippet: () => new Promise((resolve) => answers.push(resolve)) },
      });
      (page.getByRole('listbox').element() as HTMLElement).focus();
      await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
      await button('More').click();
      await page.getByRole('menuitem', { name: 'Open snippet trash' }).click();
      await row(/Sorry/).click();
      await button('Restore').click();
      await expect.poll(() => answers).toHaveLength(1);
      if (where === 'another entry') await row(/Thanks/).click();
      else await button('Back to snippets').click();
      answers[0]?.({ saved_snippet_id: 100 });
      await expect.poll(() => account.state?.saved_snippets?.map(({ id }) => id)).toContain(100);
      if (where === 'another entry') {
        await expect.element(row(/Sorry/)).not.toBeInTheDocument();
        await expect.element(button('Restore')).toBeEnabled();
      } else {
        await expect.element(row(/Sorry/)).toBeVisible();
        await expect.element(button('Edit')).not.toBeInTheDocument();
      }
    },
  );

  it('stores nothing of an account that is left while a reply is on its way', async () => {
    const answers: ((made: object) => void)[] = [];
    const { account } = await setup(some, {
      answers: { createSavedSnippet: () => new Promise((resolve) => answers.push(resolve)) },
    });
    await row(/Sorry/).click();
    await button('Delete snippet').click();
    await button('Undo').click();
    await expect.poll(() => answers).toHaveLength(1);
    // As on signing out.
    const erased = Promise.all([outboxes.get(account.id)?.erase(), account.erase()]);
    cleanup();
    answers[0]?.({ saved_snippet_id: 100 });
    await erased;
    expect(accountStorageNames(account.id, '')).toEqual([]);
  });

  it('shows a snippet again if it wasn’t deleted', async () => {
    await setup(some, {
      answers: {
        deleteSavedSnippet: () =>
          Promise.reject(new ApiError('deleteSavedSnippet', 400, 'BAD_REQUEST', 'Not today.')),
      },
    });
    await row(/Sorry/).click();
    await button('Delete snippet').click();
    await expect.element(page.getByText(/^Couldn’t make that change\./).last()).toBeVisible();
    await expect.element(row(/Sorry/)).toBeVisible();
  });

  it('shows in the row that it waits offline, and completes automatically, once', async () => {
    const { calls, connect } = await setup(some);
    connect('offline');
    await button('New snippet').first().click();
    await title().fill('Bye');
    await text().fill('See you');
    await save();
    await expect.element(row(/Bye Waiting/)).toBeVisible();
    await expect.element(page.getByText('Will be saved when you’re online')).toBeVisible();
    await button('Edit').click();
    await text().fill('See you soon');
    await save();
    await expect.element(row(/Bye Waiting See you soon/)).toBeVisible();
    await row(/Sorry/).click();
    await button('Delete snippet').click();
    await expect.element(row(/Sorry/)).not.toBeInTheDocument();
    // Created and deleted again: the server never gets it.
    await button('New snippet').first().click();
    await title().fill('Never');
    await text().fill('mind');
    await save();
    await expect.element(row(/Never/)).toBeVisible();
    await button('Delete snippet').click();
    await expect.element(row(/Never/)).not.toBeInTheDocument();
    connect('online');
    await expect
      .poll(() => calls('createSavedSnippet'))
      .toEqual([{ title: 'Bye', content: 'See you soon' }]);
    await expect.poll(() => calls('deleteSavedSnippet')).toEqual([{ saved_snippet_id: 2 }]);
    await expect.element(row(/Waiting/)).not.toBeInTheDocument();
    expect(calls('editSavedSnippet')).toEqual([]);
  });

  it('keeps both texts if it was changed elsewhere while this device was offline', async () => {
    const { calls, connect, tell } = await setup(some);
    connect('offline');
    await row(/Sorry/).click();
    await button('Edit').click();
    await text().fill('Mine');
    await save();
    await expect.element(row(/Sorry Waiting Mine/)).toBeVisible();
    tell({ type: 'saved_snippets', op: 'update', saved_snippet: saved(2, 'Sorry', 'Theirs') });
    connect('online');
    await expect.element(page.getByText(/was changed somewhere else/)).toBeVisible();
    await expect.element(text()).toHaveValue('Mine');
    await expect.element(row(/Sorry.*Theirs/)).toBeVisible();
    expect(calls('editSavedSnippet')).toEqual([]);
  });

  it('imports new snippets, and says which lines it can’t import', async () => {
    const { calls } = await setup(some);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Import snippets' }).click();
    const file = new File(
      ['title,content\nBye,See you\n,nobody\nThanks,"Many thanks, {recipient}!"\n'],
      'mine.csv',
    );
    await userEvent.upload(page.getByLabelText('Choose file').first(), file);
    await expect.element(page.getByText('1 new snippet found')).toBeVisible();
    await expect.element(page.getByText('1 is already in your snippets.')).toBeVisible();
    await expect.element(page.getByText('Line 3: Enter a title for the snippet.')).toBeVisible();
    await button('Import').click();
    await expect.element(page.getByText('1 of 1 imported')).toBeVisible();
    expect(calls('createSavedSnippet')).toEqual([{ title: 'Bye', content: 'See you' }]);
  });

  it('shows 2,000 snippets', async () => {
    await setup(Array.from({ length: 2000 }, (_, n) => saved(n, `Snippet ${n}`)));
    await expect.element(page.getByText('2,000')).toBeVisible();
    expect(page.getByRole('option').elements().length).toBeLessThan(60);
  });

  it('explains a server without snippets', async () => {
    await setup(undefined, { level: 290 });
    await expect.element(page.getByText('This server doesn’t support snippets')).toBeVisible();
    await expect.element(button('New snippet')).not.toBeInTheDocument();
  });

  it('offers a copy if the server can’t edit snippets', async () => {
    await setup(some, { level: 300 });
    await row(/Sorry/).click();
    await expect.element(page.getByText(/can’t edit snippets yet/)).toBeVisible();
    await expect.element(button('Duplicate')).toBeVisible();
    await expect.element(button('Edit')).not.toBeInTheDocument();
  });
});
