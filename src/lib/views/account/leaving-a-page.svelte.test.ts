import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as drafts from '../../../../tests/support/ui/drafts-page';
import { outboxes } from '../../../../tests/support/ui/Frame.svelte';
import * as scheduled from '../../../../tests/support/ui/scheduled-page.svelte';
import * as snippets from '../../../../tests/support/ui/snippets-page.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';

const { button } = snippets;
const title = () => page.getByRole('textbox', { name: 'Title' });
const box = () => page.getByRole('textbox', { name: 'Message' });
const send = () => page.getByRole('button', { name: 'Send', exact: true });
const save = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

/** A call that the test resolves or rejects later. */
function held(operation: string) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  promise.catch(() => undefined);
  return {
    answer: () => promise,
    resolve,
    reject,
    lose: () => reject(new NetworkFailure(operation, 'unreachable')),
  };
}

describe('once, even if the user left the page in between:', () => {
  it.each(['answered', 'lost'])('a new snippet whose reply is %s', async (how) => {
    const post = held('createSavedSnippet');
    const { account, calls, tell, leave, comeBack } = await snippets.setup([], {
      answers: {
        createSavedSnippet: post.answer,
        getSavedSnippets: () => ({ saved_snippets: [snippets.saved(5, 'Bye', 'See you')] }),
      },
    });
    await button('New snippet').last().click();
    await title().fill('Bye');
    await page.getByRole('textbox', { name: 'Text' }).fill('See you');
    await save();
    await expect.poll(() => calls('createSavedSnippet')).toHaveLength(1);
    await leave();
    await comeBack();
    await expect.element(title()).toHaveValue('Bye');
    title().element().focus();
    await save();
    if (how === 'lost') post.lose();
    else post.resolve({ saved_snippet_id: 5 });
    await expect.poll(() => outboxes.get(account.id)?.changes).toEqual([]);
    tell({ type: 'saved_snippets', op: 'add', saved_snippet: snippets.saved(5, 'Bye', 'See you') });
    await expect.poll(() => page.getByRole('option').elements()).toHaveLength(1);
    await expect.element(title()).not.toBeInTheDocument();
    expect(calls('createSavedSnippet')).toHaveLength(1);
  });

  it('a snippet created from a message, when the dialog is opened again', async () => {
    const post = held('createSavedSnippet');
    const { account, calls } = await snippets.setupBox([], 'Dear all', undefined, {
      createSavedSnippet: post.answer,
    });
    const keep = async () => {
      snippets.boxElement().focus();
      await userEvent.keyboard("{Control>}'{/Control}");
      await button('Save this text as a snippet').click();
      await title().fill('Greeting');
      await userEvent.keyboard('{Enter}');
    };
    await keep();
    await expect.poll(() => calls('createSavedSnippet')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(title()).not.toBeInTheDocument();
    await keep();
    post.resolve({ saved_snippet_id: 5 });
    await expect.element(page.getByText('Snippet “Greeting” saved').last()).toBeVisible();
    await expect.poll(() => outboxes.get(account.id)?.changes).toEqual([]);
    expect(calls('createSavedSnippet')).toHaveLength(1);
  });

  it('a scheduled message that becomes a draft', async () => {
    const post = held('createDrafts');
    const { drafts, calls, leave, comeBack } = await scheduled.setup(scheduled.some, {
      createDrafts: post.answer,
    });
    scheduled.list().focus();
    await userEvent.keyboard('u');
    await expect.poll(() => calls('createDrafts')).toHaveLength(1);
    await leave();
    await comeBack();
    await expect.element(scheduled.row(/For Grace/)).toBeVisible();
    await expect.element(scheduled.row(/blue/)).not.toBeInTheDocument();
    post.resolve({ ids: [100] });
    await expect.poll(() => calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 1 }]);
    expect(drafts.list).toHaveLength(1);
    expect(calls('createDrafts')).toHaveLength(1);
  });

  it('a draft that is sent', async () => {
    const post = held('sendMessage');
    const { calls, leave, comeBack } = await drafts.setup(post.answer);
    await drafts.row(/blue/).click();
    await send().click();
    await expect.poll(() => calls('sendMessage')).toHaveLength(1);
    await leave();
    await comeBack();
    await expect.element(box()).toHaveValue('The **blue** one');
    await box().click();
    post.resolve({ id: 99 });
    await expect.element(page.getByText('Sent to #design › logo').last()).toBeVisible();
    await expect.element(box()).not.toBeInTheDocument();
    expect(calls('sendMessage')).toHaveLength(1);
  });

  it('a draft that is scheduled, with the server’s refusal', async () => {
    const post = held('createScheduledMessage');
    const answers = { createScheduledMessage: post.answer };
    const { calls, leave, comeBack } = await drafts.setup(undefined, answers);
    await drafts.row(/blue/).click();
    await button('Send later…').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Tomorrow morning/ })
      .click();
    await expect.poll(() => calls('createScheduledMessage')).toHaveLength(1);
    await leave();
    await comeBack();
    await expect.element(box()).toHaveValue('The **blue** one');
    await expect.element(button('Send later…')).toHaveAttribute('aria-disabled', 'true');
    post.reject(new ApiError('createScheduledMessage', 400, 'BAD_REQUEST', 'Not that far.'));
    await expect.element(page.getByText(/^Couldn’t schedule it\. .*Not that far/)).toBeVisible();
    expect(calls('createScheduledMessage')).toHaveLength(1);
  });
});
