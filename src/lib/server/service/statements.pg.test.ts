import { beforeAll, describe, expect, it } from 'vitest';
import { addChannel } from '../../../../tests/support/channels';
import { withService } from '../../../../tests/support/with-service';
import { memoryStore } from '../../../../tests/support/stores';
import type { AccountWithKey } from './service';

/** The statements of ordinary requests, which are most of their cost. */

const t = withService({ store: await memoryStore() });
let me: AccountWithKey;
let other: AccountWithKey;
let channel: { id: number };
let draft_id: number;
let message_id: number;
const statements: string[] = [];

const draft = { type: '', to: [], topic: '', content: 'A text', timestamp: 1_700_000_000 };
const toOther = () => ({ type: 'direct', to: [other.user_id], content: 'A text' });
const toChannel = () => ({ type: 'channel', to: channel.id, topic: 'plans', content: 'A text' });

async function ask(method: string, path: string, params = {}) {
  const { body } = await t.call(me, method, path, params);
  expect(body).toMatchObject({ result: 'success' });
  return body;
}

beforeAll(async () => {
  me = await t.addUser();
  other = await t.addUser();
  channel = await addChannel(t, {}, [me, other]);
  draft_id = ((await ask('POST', '/drafts', { drafts: [draft] }))['ids'] as number[])[0]!;
  message_id = (await ask('POST', '/messages', toOther()))['id'] as number;
  await ask('POST', '/messages', toChannel());
  t.store.onStatement!((statement) => void statements.push(statement));
});

describe('a request by a cached caller', () => {
  it.each<[string, number, () => [method: string, path: string, params?: object]]>([
    ['getDrafts', 1, () => ['GET', '/drafts']],
    ['getSavedSnippets', 1, () => ['GET', '/saved_snippets']],
    ['getScheduledMessages', 1, () => ['GET', '/scheduled_messages']],
    ['getReminders', 1, () => ['GET', '/reminders']],
    ['editDraft', 2, () => ['PATCH', `/drafts/${draft_id}`, { draft }]],
    ['sendMessage to somebody', 4, () => ['POST', '/messages', toOther()]],
    ['sendMessage to a channel', 8, () => ['POST', '/messages', toChannel()]],
    ['updateMessage', 6, () => ['PATCH', `/messages/${message_id}`, { content: 'Other' }]],
  ])('%s asks for no more than %i statements', async (_name, most, call) => {
    await ask(...call());
    statements.length = 0;
    await ask(...call());
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
  });
});
