import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import { anAccount } from '../../../tests/support/account';
import { showChannels } from '../../../tests/support/channels-page';
import { aMessage, aPerson, aState, aSubscription } from '../../../tests/support/state';
import { message, openTalk } from '../../../tests/support/ui/conversation-page';
import * as draftsPage from '../../../tests/support/ui/drafts-page';
import FeedFrame from '../../../tests/support/ui/FeedFrame.svelte';
import InboxFrame from '../../../tests/support/ui/InboxFrame.svelte';
import PeopleFrame from '../../../tests/support/ui/PeopleFrame.svelte';
import * as scheduledPage from '../../../tests/support/ui/scheduled-page.svelte';
import SearchFrame from '../../../tests/support/ui/SearchFrame.svelte';
import * as snippetsPage from '../../../tests/support/ui/snippets-page.svelte';
import {
  ActionRegistry,
  shortcutsOf,
  type AppAction,
} from '../client/actions/action-registry.svelte';
import { appKeys } from '../client/actions/app-keys';
import { composeShortcuts } from '../features/compose/compose-shortcuts';
import { AccountDrafts } from '../features/drafts/account-drafts.svelte';
import { rememberCalendarMode } from '../features/scheduled/calendar/calendar-mode';

let sources: (() => readonly AppAction[])[] = [];
beforeEach(() => {
  sources = [];
  const add = ActionRegistry.prototype.add;
  vi.spyOn(ActionRegistry.prototype, 'add').mockImplementation(function (
    this: ActionRegistry,
    source,
  ) {
    sources.push(source);
    const stop = add.call(this, source);
    return () => {
      sources = sources.filter((one) => one !== source);
      stop();
    };
  });
  return page.viewport(1280, 900);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const offered = () => sources.flatMap((source) => source());

const person = (id: number, full_name: string) => aPerson(id, { full_name, role: 100 });
const talk = [aMessage(41, { sender_id: 8, content: '<p>Blue</p>' })];

function anyAccount() {
  const world = anAccount({
    answers: {
      getMessages: () => ({ messages: talk, found_oldest: true, found_newest: true }),
      updatePresence: () => ({ presences: {}, server_timestamp: 1, presence_last_update_id: 1 }),
      getUser: () => ({ user: person(8, 'Grace') }),
    },
    state: aState({
      user_id: 7,
      realm_users: [person(7, 'Ada'), person(8, 'Grace')],
      subscriptions: [aSubscription(5, { name: 'design' })],
      unread_msgs: {
        pms: [{ other_user_id: 8, unread_message_ids: [41] }],
        huddles: [],
        streams: [],
        mentions: [],
      },
    }),
  });
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  return { account: world.account, drafts };
}

type Meaning = keyof typeof appKeys | keyof typeof composeShortcuts;

/** What each action with a shortcut does, whatever its page calls it. */
const meanings: Readonly<Partial<Record<Meaning, string>>> = {
  create: 'drafts-new snippets-new inbox-new channels-new conversation-open feed-write',
  search:
    'drafts-search scheduled-search snippets-search people-search channels-search conversation-search',
  searchMessages: 'conversation-search-messages feed-search person-messages',
  goToSearch: 'search-box',
  filter: 'channels-filter',
  open: 'inbox-open',
  preview: 'inbox-peek compose-preview',
  close:
    'drafts-close scheduled-close snippets-close inbox-close people-close channels-close conversation-close',
  // Zulip's E shows the source of a message that can't be edited.
  edit: 'scheduled-edit snippets-edit person-profile message-edit message-source',
  rename: 'snippets-rename',
  copy: 'drafts-copy scheduled-copy snippets-copy person-mention message-copy',
  remove:
    'drafts-delete scheduled-delete snippets-delete topic-delete channel-people-remove message-delete',
  undoInList: 'inbox-undo',
  send: 'drafts-send scheduled-send',
  schedule: 'drafts-schedule',
  chooseTime: 'drafts-schedule scheduled-reschedule message-remind',
  repeat: 'scheduled-repeat',
  toDraft: 'drafts-keep scheduled-to-drafts message-reply-later',
  followUp: 'message-follow-up',
  remindIfSilent: 'message-silent',
  saveAsSnippet: 'message-snippet',
  attach: 'uploads-attach',
  insertSnippet: 'snippets-insert',
  reply: 'conversation-answer message-reply person-write channel-people-write',
  replyDirectly: 'message-reply-directly',
  quote: 'message-quote',
  forward: 'message-forward',
  react: 'message-react',
  collect: 'message-collect',
  save: 'message-star search-save',
  saveMessage: 'message-star',
  copyLink: 'message-link',
  viewSource: 'message-source',
  jumpToDate: 'conversation-jump',
  focusOtherPane: 'conversation-beside-read',
  toggleMessages: 'conversation-beside-toggle',
  markRead: 'inbox-done topic-read conversation-read',
  markReadToHere: 'message-read-to',
  markUnreadFromHere: 'message-unread-from',
  snooze: 'inbox-later',
  follow: 'inbox-follow topic-follow',
  mute: 'inbox-mute topic-mute channels-mute person-mute',
  pin: 'channels-pin',
  resolve: 'topic-resolve message-resolve',
  move: 'topic-rename message-move calendar-move',
  join: 'channels-membership person-add',
  today: 'calendar-today',
  nextDates: 'calendar-next',
  previousDates: 'calendar-previous',
  bold: 'format-bold',
  italic: 'format-italic',
  strike: 'format-strike',
  link: 'format-link',
  code: 'format-code',
  codeBlock: 'format-code-block',
  emoji: 'compose-emoji',
};

const topics = () => ({ topics: [{ name: 'logo', max_id: 30 }] });

/** Opens a page, and waits for an action of the part that comes last. */
const pages: Readonly<Record<string, readonly [last: string, open: () => Promise<unknown>]>> = {
  drafts: ['conversation-jump', () => draftsPage.showFirst()],
  scheduled: ['scheduled-edit', () => scheduledPage.setup()],
  'scheduled, as a calendar': [
    'calendar-today',
    async () => {
      const { account, leave, comeBack } = await scheduledPage.setup();
      rememberCalendarMode(account.id, 'week');
      await leave();
      await comeBack();
    },
  ],
  snippets: ['snippets-edit', () => snippetsPage.setup([snippetsPage.saved(1, 'Thanks')])],
  inbox: ['inbox-done', () => render(InboxFrame, anyAccount())],
  people: ['person-mute', () => render(PeopleFrame, { ...anyAccount(), open: 8 })],
  'the own profile': ['person-profile', () => render(PeopleFrame, { ...anyAccount(), open: 7 })],
  channels: ['channels-membership', () => showChannels(undefined, undefined, {})],
  topics: ['topic-read', () => showChannels(5, 'topics', { getStreamTopics: topics })],
  subscribers: [
    'channel-people-remove',
    () => showChannels(5, 'people', { getSubscribers: () => ({ subscribers: [7, 8] }) }),
  ],
  'a message of somebody else': [
    'message-reply-directly',
    async () => {
      await openTalk();
      (message('The last').element() as HTMLElement).focus();
    },
  ],
  'an own message': [
    'message-edit',
    async () => {
      await openTalk();
      (message('Mine').element() as HTMLElement).focus();
    },
  ],
  feed: [
    'feed-search',
    () => render(FeedFrame, { ...anyAccount(), narrow: { kind: 'channel', stream_id: 5 } }),
  ],
  search: [
    'search-save',
    () => render(SearchFrame, { ...anyAccount(), query: 'blue', onsearch: () => undefined }),
  ],
};

const tables: readonly Readonly<Record<string, string | readonly string[]>>[] = [
  appKeys,
  composeShortcuts,
];
const keysOf = (meaning: string) => tables.flatMap((table) => table[meaning] ?? []);

it.each(Object.entries(pages))('keys mean on %s what they mean elsewhere', async (_name, page) => {
  const [last, open] = page;
  await open();
  const withKeys = () => offered().filter((action) => shortcutsOf(action).length > 0);
  await expect.poll(() => withKeys().map(({ id }) => id)).toContain(last);
  for (const action of withKeys()) {
    const of = Object.entries(meanings).filter(([, ids]) => ids.split(' ').includes(action.id));
    const allowed = of.flatMap(([meaning]) => keysOf(meaning));
    const { id } = action;
    expect({ id, strange: shortcutsOf(action).filter((key) => !allowed.includes(key)) }).toEqual({
      id,
      strange: [],
    });
  }
});
