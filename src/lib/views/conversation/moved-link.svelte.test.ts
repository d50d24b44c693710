import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aMessage } from '../../../../tests/support/state';
import ConversationFrame from '../../../../tests/support/ui/ConversationFrame.svelte';
import { sent, talkState } from '../../../../tests/support/ui/conversation-page';
import { ApiError } from '../../api/errors';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const castle = { type: 'stream', to: [5], topic: 'Castle' } as const;
const topicOf = (narrow: unknown) =>
  JSON.stringify(narrow).includes('annex') ? 'annex' : 'castle';

/** Opens the link `#narrow/channel/5-design/topic/Castle/with/1`. */
async function follow(more: Answers) {
  const { account } = anAccount({
    answers: {
      getMessages: ({ narrow }) => ({
        messages: [sent(1, 8, `In the ${topicOf(narrow)}`)],
        found_oldest: true,
        found_newest: true,
      }),
      ...more,
    },
    state: talkState(),
  });
  const drafts = new AccountDrafts(account);
  await render(ConversationFrame, { account, drafts, conversation: castle, member: 1 });
}

const message = (text: string) => page.getByRole('article', { name: text });

it('leads to where the message is now', async () => {
  await follow({
    getMessage: () => ({
      message: aMessage(1, { subject: 'Castle annex' }),
      raw_content: '',
    }),
  });
  await expect.element(message('In the annex')).toBeVisible();
});

it('leads to the topic in the link if the message is gone', async () => {
  await follow({
    getMessage: () => {
      throw new ApiError('getMessage', 400, 'BAD_REQUEST', 'Invalid message(s)');
    },
  });
  await expect.element(message('In the castle')).toBeVisible();
});
