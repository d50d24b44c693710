import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '$lib/api/operations';
import { channelActions } from '../../../../../tests/support/at-once/channels';
import { times, type ConcurrentActions } from '../../../../../tests/support/at-once/action';
import { messageActions } from '../../../../../tests/support/at-once/messages';
import { organizationActions } from '../../../../../tests/support/at-once/organization';
import { peopleActions } from '../../../../../tests/support/at-once/people';
import { channel, message, start, t } from '../../../../../tests/support/at-once/service';
import { openQueue } from '../../../../../tests/support/channels';
import { queryRows } from '../db/query-rows';

beforeAll(start);
afterAll(() => t.service.close());

/** For operations that don't end or move anything, and don't create one thing per call either. */
const nothing = null;

/** Every operation. Add a new one here, or in the file of its area. */
const actions: Readonly<Record<OperationId, ConcurrentActions[string]>> = {
  ...channelActions,
  ...messageActions,
  ...organizationActions,
  ...peopleActions,
  addApnsToken: nothing,
  addFcmToken: nothing,
  // Without email, no addresses are confirmed. The tests of joining by email cover it.
  mailJoinLink: nothing,
  // Without a relay, no notifications are sent. The relay's tests cover it.
  registerPushDevice: nothing,
  testNotify: nothing,
  e2eeTestNotify: nothing,
  // Each call creates its own.
  createInviteLink: nothing,
  sendInvites: nothing,
  createDrafts: nothing,
  createMessageReminder: nothing,
  createSavedSnippet: nothing,
  createScheduledMessage: nothing,
  registerQueue: nothing,
  reportMessage: nothing,
  sendMessage: nothing,
  sendSubmessage: nothing,
  setTypingStatus: nothing,
  setTypingStatusForMessageEdit: nothing,
  testWelcomeBotCustomMessage: nothing,
  uploadFile: nothing,
  // The last call wins, and no events are sent.
  regenerateApiKey: nothing,
  regenerateBotApiKey: nothing,
  // The last call wins, and only bots can call these.
  removeBotStorage: nothing,
  updateBotStorage: nothing,
  // The caller has no account left afterward, and the owner here is the only one.
  deactivateOwnUser: nothing,
  // These only read.
  checkMessagesMatchNarrow: nothing,
  describeEmailChange: nothing,
  describeInvite: nothing,
  describeMail: nothing,
  createBigBlueButtonVideoCall: nothing,
  devFetchApiKey: nothing,
  fetchApiKey: nothing,
  getAlertWords: nothing,
  getAttachments: nothing,
  getAuditLog: nothing,
  getChannelFolders: nothing,
  getBotStorage: nothing,
  getBots: nothing,
  getCustomEmoji: nothing,
  getCustomProfileFields: nothing,
  getDrafts: nothing,
  getEmailChanges: nothing,
  getEmailInviteLink: nothing,
  getEvents: nothing,
  getInvites: nothing,
  getLinkifiers: nothing,
  getFileTemporaryUrl: nothing,
  getIsUserGroupMember: nothing,
  getMessage: nothing,
  getMessageHistory: nothing,
  getMessages: nothing,
  getNavigationViews: nothing,
  getOwnUser: nothing,
  getPresence: nothing,
  getPushRelay: nothing,
  getReadReceipts: nothing,
  getRealmDomains: nothing,
  getRealmExportConsents: nothing,
  getRealmExports: nothing,
  getReminders: nothing,
  getSavedSnippets: nothing,
  getScheduledMessageFailures: nothing,
  getScheduledMessages: nothing,
  getServerSettings: nothing,
  getStreamEmailAddress: nothing,
  getStreamId: nothing,
  getStreamById: nothing,
  getStreamTopics: nothing,
  getStreams: nothing,
  getSubscribers: nothing,
  getSubscriptionStatus: nothing,
  getSubscriptions: nothing,
  getUser: nothing,
  getUserByEmail: nothing,
  getUserGroupMembers: nothing,
  getUserGroupSubgroups: nothing,
  getUserGroups: nothing,
  getUserPresence: nothing,
  getUserStatus: nothing,
  getUsers: nothing,
  renderMessage: nothing,
};

const kindOf = ({ type, op }: Record<string, unknown>): string =>
  op === undefined ? String(type) : `${String(type)}/${String(op)}`;

describe('eight calls at the same time', () => {
  const some = Object.entries(actions).flatMap(([id, make]) => (make ? [[id, make] as const] : []));
  it.each(some)('%s takes effect once, and is announced once', async (_id, make) => {
    const { method, path, params, succeeds, events, notices = 0 } = await make();
    const queue = await openQueue(t, t.owner);
    const replies = await Promise.all(
      Array.from({ length: times }, () =>
        t.call(t.owner, method, path, typeof params === 'function' ? params() : params),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort();
    const refused = statuses.filter((status) => status >= 400 && status < 500).length;
    expect([statuses.length - refused - succeeds, refused], statuses.join()).toEqual([
      0,
      times - succeeds,
    ]);
    const queueEvents = await queue.events();
    for (const [kind, count] of Object.entries(events)) {
      expect(queueEvents.filter((event) => kindOf(event) === kind).length, kind).toBe(count);
    }
    const expectedEvents = queueEvents.filter(
      ({ type, message: sent }) =>
        type === 'message' &&
        (sent as { sender_full_name: string }).sender_full_name === 'Notification Bot',
    );
    expect(expectedEvents.length, 'notices').toBe(notices);
  });

  it('concurrent first messages of a channel leave the oldest as its first', async () => {
    for (let round = 0; round < 3; round++) {
      const to = await channel();
      const queue = await openQueue(t, t.owner, { event_types: ['stream'] });
      const ids = await Promise.all(Array.from({ length: times }, () => message(to)));
      const [row] = await queryRows<{ first_message_id: number }>(
        t.store.db,
        sql`select first_message_id from streams where id = ${to}`,
      );
      expect(row!.first_message_id).toBe(Math.min(...ids));
      const values = (await queue.events())
        .filter(({ property }) => property === 'first_message_id')
        .map(({ value }) => value as number);
      expect(values.at(-1)).toBe(Math.min(...ids));
      expect(values).toEqual([...new Set(values)].sort((a, b) => b - a));
    }
  });

  it('nothing is sent to a channel that is archived at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const to = await channel();
      await message(to);
      const send = () =>
        t.call(t.owner, 'POST', '/messages', { type: 'stream', to, topic: 'x', content: 'late' });
      await Promise.all([
        ...Array.from({ length: times }, send),
        t.call(t.owner, 'DELETE', `/streams/${to}`),
        ...Array.from({ length: times }, send),
      ]);
      const [row] = await queryRows<{ late: number }>(
        t.store.db,
        sql`select count(*)::int as late from messages m where m.stream_id = ${to} and m.id > (
          select n.id from messages n where n.stream_id = ${to} and n.topic = 'channel events')`,
      );
      expect(row!.late).toBe(0);
    }
  });
});
