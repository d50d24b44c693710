import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registrationFor } from '$lib/api/registration';
import { addChannel } from '../../../../tests/support/channels';
import { createDatabase } from '../../../../tests/support/database';
import { startTestService, type TestService } from '../../../../tests/support/service';
import {
  countStatements,
  type StatementCounter,
} from '../../../../tests/support/statement-counter';
import { openStore } from './db/open';
import type { AccountWithKey } from './service';

/** The statements of ordinary requests, which are most of their cost. */

let t: TestService;
let counter: StatementCounter;
let database: Awaited<ReturnType<typeof createDatabase>>;
let me: AccountWithKey;
let other: AccountWithKey;
let channel: { id: number };
let draft_id: number;
let message_id: number;

const draft = { type: '', to: [], topic: '', content: 'A text', timestamp: 1_700_000_000 };
const toOther = () => ({ type: 'direct', to: [other.user_id], content: 'A text' });
const toChannel = () => ({ type: 'channel', to: channel.id, topic: 'plans', content: 'A text' });
const inChannel = () => ({ operator: 'channel', operand: channel.id });
const page = (narrow: readonly object[], anchor = 'newest') => ({
  ...{ anchor, num_before: 50, num_after: 50, narrow },
});

async function ask(method: string, path: string, params = {}) {
  const { body } = await t.call(me, method, path, params);
  expect(body).toMatchObject({ result: 'success' });
  return body;
}

beforeAll(async () => {
  database = await createDatabase();
  counter = await countStatements(database.url);
  const store = await openStore({ dataDir: '', databaseUrl: counter.url });
  t = await startTestService({ store });
  me = await t.addUser();
  other = await t.addUser();
  channel = await addChannel(t, {}, [me, other]);
  draft_id = ((await ask('POST', '/drafts', { drafts: [draft] }))['ids'] as number[])[0]!;
  message_id = (await ask('POST', '/messages', toOther()))['id'] as number;
  await ask('POST', '/messages', toChannel());
});
afterAll(async () => {
  await t.service.close();
  counter.close();
  await database.drop();
});

/** Requests that are answered at the same time share these. */
const isShared = (text: string) => /pg_logical_emit_message|pg_notify/.test(text);

// The check of the caller's account counts, and so do `begin` and `commit`.
describe('a request by a cached caller', () => {
  it.each<[string, number, () => [method: string, path: string, params?: object]]>([
    ['getDrafts', 2, () => ['GET', '/drafts']],
    ['getSavedSnippets', 2, () => ['GET', '/saved_snippets']],
    ['getScheduledMessages', 2, () => ['GET', '/scheduled_messages']],
    ['getReminders', 2, () => ['GET', '/reminders']],
    ['getMessages of all', 3, () => ['GET', '/messages', page([])]],
    ['getMessages of a channel', 3, () => ['GET', '/messages', page([inChannel()])]],
    [
      'getMessages of a topic',
      3,
      () => ['GET', '/messages', page([inChannel(), { operator: 'topic', operand: 'plans' }])],
    ],
    [
      'getMessages of a conversation',
      3,
      () => ['GET', '/messages', page([{ operator: 'dm', operand: [other.user_id] }])],
    ],
    [
      'getMessages from the first unread',
      4,
      () => ['GET', '/messages', page([inChannel()], 'first_unread')],
    ],
    ['editDraft', 5, () => ['PATCH', `/drafts/${draft_id}`, { draft }]],
    ['sendMessage to somebody', 6, () => ['POST', '/messages', toOther()]],
    ['sendMessage to a channel', 7, () => ['POST', '/messages', toChannel()]],
    ['updateMessage', 9, () => ['PATCH', `/messages/${message_id}`, { content: 'Other' }]],
    ['registerQueue', 12, () => ['POST', '/register', registrationFor(true)]],
  ])('%s asks for no more than %i statements', async (_name, most, call) => {
    await ask(...call());
    await ask(...call());
    counter.statements.length = 0;
    await ask(...call());
    const own = counter.statements.filter((text) => !isShared(text));
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(most);
  });
});
