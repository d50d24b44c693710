import type { ServiceContext } from '../context';
import { messageStates } from './messages';
import { realmStates } from './realm';
import { StateScope, type StateReader, type StateOptions } from './scope';
import { userStates } from './users';
import { listFolders, wireFolder } from '../channel-folders/wire';
import { isGuest } from '$lib/api/roles';
import { eq, desc, asc } from 'drizzle-orm';
import { loadSubscribers } from '../channels/subscribers';
import { combineSelects, readTogether } from '../db/combine-selects';
import { selectManyRows } from '../db/many-rows';
import { subscriptions } from '../db/schema/streams';
import { drafts } from '../db/schema/drafts';
import { wireDrafts } from '../drafts/draft';
import { settingOf, settingForNewAccounts, settingsOf } from '../users/settings';
import { listCustomEmoji } from '../emoji/custom';
import { listGroups } from '../groups/wire';
import { listLinkifiers } from '../markdown/load-linkifiers';
import { listViews } from '../navigation-views/list';
import { listAlertWords } from '../alert-words/list';
import { legacyPresences, modernPresences } from '../presence/read';
import { statusesOf } from '../status/read';
import { listMutedUsers } from '../users/muted';
import { listPlaygrounds } from '../playgrounds/list';
import { loadProfileFields, wireProfileField } from '../profile/fields';
import { listPushDevices } from '../push/devices';
import { listSnippets } from '../saved-snippets/wire';
import { listReminders, wireReminder } from '../reminders/wire';
import { listScheduled, wireScheduled } from '../scheduled/wire';
import {
  emojisets,
  notificationSounds,
  settingNames,
  settingsTable,
  type LegacyFamily,
} from '$lib/api/settings-table';
import { userTopics } from '../db/schema/user-topics';
import { mutedTopics } from '../messages/user-topics';
import { stopWords } from '$lib/api/stop-words';
import { unixTime } from '../users/wire';
import { createPauses } from '../pauses';
import { JsonList } from '../request/json-list';

const topicStates: Readonly<Record<string, StateReader>> = {
  user_topic: async (scope) => {
    const { tx, user } = scope.context;
    const rows = await tx
      .select()
      .from(userTopics)
      .where(eq(userTopics.user_id, user.id))
      .orderBy(asc(userTopics.id));
    return {
      user_topics: rows.map(({ stream_id, topic, last_updated, visibility_policy }) => ({
        stream_id,
        topic_name: scope.topicName(topic),
        last_updated: unixTime(last_updated),
        visibility_policy,
      })),
    };
  },
  /** An older form of `user_topics`, for clients that don't request those. */
  muted_topics: async (scope) => {
    if (!scope.everything && scope.fetches('user_topic')) return {};
    const muted = await mutedTopics(scope.context, scope.context.user.id);
    return {
      muted_topics: muted.map(([name, topic, at]) => [name, scope.topicName(topic), at]),
    };
  },
  /** Words that a search ignores outside quotes. */
  stop_words: () => ({ stop_words: [...stopWords] }),
};

const choices = { available_notification_sounds: notificationSounds, emojiset_choices: emojisets };

/** Settings at the top level, for clients older than `user_settings`. */
function legacy(family: LegacyFamily): StateReader {
  return (scope: StateScope) => {
    if (scope.has('user_settings_object')) return {};
    const values = Object.entries(settingsOf(scope.context.user)).filter(
      ([name]) => settingsTable[name as keyof typeof settingsTable].legacy === family,
    );
    const { available_notification_sounds, emojiset_choices } = choices;
    return {
      ...Object.fromEntries(values),
      ...(family === 'display' ? { emojiset_choices } : { available_notification_sounds }),
    };
  };
}

const settingsStates: Readonly<Record<string, StateReader>> = {
  user_settings: ({ context }) => ({
    user_settings: { ...settingsOf(context.user), ...choices },
  }),
  realm_user_settings_defaults: ({ context: { realm } }) => {
    const defaults = Object.fromEntries(
      settingNames
        .filter((name) => name !== 'timezone')
        .map((name) => [name, settingForNewAccounts(realm, name)]),
    );
    return { realm_user_settings_defaults: { ...defaults, ...choices } };
  },
  update_display_settings: legacy('display'),
  update_global_notifications: legacy('notifications'),
};

const scheduledStates: Readonly<Record<string, StateReader>> = {
  scheduled_messages: async (scope) => {
    const rows = (await listScheduled(scope.context)).map(wireScheduled);
    return {
      scheduled_messages: rows.map((row) =>
        row.topic === undefined ? row : { ...row, topic: scope.topicName(row.topic) },
      ),
    };
  },
  reminders: async ({ context }) => ({
    reminders: (await listReminders(context)).map(wireReminder),
  }),
};

const snippetStates: Readonly<Record<string, StateReader>> = {
  saved_snippets: async ({ context }) => ({ saved_snippets: await listSnippets(context) }),
};

const pushStates: Readonly<Record<string, StateReader>> = {
  push_device: async ({ context }) => ({ push_devices: await listPushDevices(context) }),
};

const custom_profile_field_types = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
};

const profileFieldStates: Readonly<Record<string, StateReader>> = {
  custom_profile_fields: async ({ context }) => ({
    custom_profile_fields: (await loadProfileFields(context)).map(wireProfileField),
    custom_profile_field_types,
  }),
};

const playgroundStates: Readonly<Record<string, StateReader>> = {
  realm_playgrounds: async ({ context }) => ({ realm_playgrounds: await listPlaygrounds(context) }),
};

/** Alert words, muted users, presence and statuses. */
const peopleStates: Readonly<Record<string, StateReader>> = {
  alert_words: async ({ context }) => ({ alert_words: await listAlertWords(context) }),
  muted_users: async ({ context }) => ({ muted_users: await listMutedUsers(context) }),
  presence: async (scope) => {
    const { context, options } = scope;
    const read = options.slim_presence ? modernPresences : legacyPresences;
    const { presences, last_id } = await read(context, {
      newerThan: -1,
      days: options.presence_history_limit_days,
      permissions: await scope.permissions(),
    });
    const server_timestamp = context.clock.now() / 1000;
    return { presences, server_timestamp, presence_last_update_id: last_id };
  },
  user_status: async (scope) => ({
    user_status: await statusesOf(
      scope.context,
      scope.users().then((people) => people.filter(({ is_active }) => is_active)),
    ),
  }),
};

const navigationViewStates: Readonly<Record<string, StateReader>> = {
  navigation_views: async ({ context }) => ({ navigation_views: await listViews(context) }),
};

/** Empty for clients without support for URL templates. https://zulip.com/api/register-queue */
const linkifierStates: Readonly<Record<string, StateReader>> = {
  realm_linkifiers: async (scope) => ({
    realm_linkifiers: scope.has('linkifier_url_template')
      ? await listLinkifiers(scope.context)
      : [],
  }),
};

const groupStates: Readonly<Record<string, StateReader>> = {
  realm_user_groups: async (scope) => {
    const withDeactivated = scope.has('include_deactivated_groups');
    return { realm_user_groups: await listGroups(scope.context, withDeactivated) };
  },
};

/** Fetch keys of data that this server doesn't have, with the documented empty values. */
const emptyStates: Readonly<Record<string, StateReader>> = {
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  giphy: () => ({ giphy_api_key: '' }),
  onboarding_steps: () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_filters: () => ({ realm_filters: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  video_calls: () => ({ has_zoom_token: false }),
};

const emojiStates: Readonly<Record<string, StateReader>> = {
  realm_emoji: async ({ context }) => ({ realm_emoji: await listCustomEmoji(context) }),
};

/** Maximum number of drafts in the state. `GET /drafts` returns all. */
const maxDrafts = 1000;

const draftStates: Readonly<Record<string, StateReader>> = {
  drafts: async ({ context }) => {
    if (!settingOf(context.user, 'enable_drafts_synchronization')) return { drafts: [] };
    const rows = await context.tx
      .select()
      .from(drafts)
      .where(eq(drafts.user_id, context.user.id))
      .orderBy(desc(drafts.last_edit_time), desc(drafts.id))
      .limit(maxDrafts);
    return { drafts: wireDrafts(rows, context.service.warnings) };
  },
};

/** Subscribed, unsubscribed and never subscribed channels. https://zulip.com/api/register-queue */
async function subscriptionState(scope: StateScope) {
  const { context, options } = scope;
  const { tx, user } = context;
  const [access, writer, streams, subscribersOf, own] = await readTogether([
    scope.access(),
    scope.writer(),
    scope.streams(),
    loadSubscribers(context, options.include_subscribers),
    selectManyRows(tx, subscriptions, eq(subscriptions.user_id, user.id)),
  ]);
  const ownOf = new Map(own.map((row) => [row.stream_id, row]));
  const nullKnown = scope.has('notification_settings_null');
  const subscribed = new JsonList();
  const unsubscribed = new JsonList();
  const never_subscribed = new JsonList();
  const pause = createPauses();
  for (const stream of streams) {
    await pause();
    const row = ownOf.get(stream.id);
    const keys = subscribersOf(stream.id, access.seesSubscribers(stream));
    if (!row) {
      never_subscribed.add({ ...writer.channel(stream), ...keys });
      continue;
    }
    const channel = { ...writer.subscription(stream, row, nullKnown), ...keys };
    (row.active ? subscribed : unsubscribed).add(channel);
  }
  return { subscriptions: subscribed, unsubscribed, never_subscribed };
}

const channelStates: Readonly<Record<string, StateReader>> = {
  stream: async (scope) => {
    const writer = await scope.writer();
    const streams = new JsonList();
    const pause = createPauses();
    for (const stream of await scope.streams()) {
      await pause();
      streams.add(writer.channel(stream));
    }
    return { streams };
  },
  subscription: subscriptionState,
  default_streams: async (scope) => ({
    realm_default_streams: isGuest(scope.context.user)
      ? []
      : (await scope.streams())
          .filter((stream) => stream.is_default && !stream.is_archived)
          .map(({ id }) => id),
  }),
};

const folderStates: Readonly<Record<string, StateReader>> = {
  channel_folders: async ({ context }) => ({
    channel_folders: (await listFolders(context)).map(wireFolder),
  }),
};

/** State by fetch key. To add state, add its area's table here. */
const states: Readonly<Record<string, StateReader>> = {
  ...emptyStates,
  ...channelStates,
  ...folderStates,
  ...draftStates,
  ...emojiStates,
  ...groupStates,
  ...linkifierStates,
  ...messageStates,
  ...peopleStates,
  ...navigationViewStates,
  ...playgroundStates,
  ...pushStates,
  ...profileFieldStates,
  ...realmStates,
  ...scheduledStates,
  ...settingsStates,
  ...snippetStates,
  ...topicStates,
  ...userStates,
};

/** Event types that are spelled differently from their fetch key are accepted too. */
const otherSpellings: Readonly<Record<string, string>> = {
  navigation_view: 'navigation_views',
  channel_folder: 'channel_folders',
};

/**
 * The initial state for these fetch keys. Null means all; unknown ones are ignored. Runs in the
 * snapshot in which the queue starts.
 */
export async function registerState(
  context: ServiceContext,
  keys: ReadonlySet<string> | null,
  options: StateOptions,
): Promise<Record<string, unknown>> {
  const wanted = new Set([...(keys ?? Object.keys(states))].map((k) => otherSpellings[k] ?? k));
  const reading = { ...context, tx: combineSelects(context.tx) };
  const scope = new StateScope(reading, options, wanted, keys === null);
  const parts = await readTogether(
    [...wanted].map((key) => (Object.hasOwn(states, key) ? states[key]!(scope) : {})),
  );
  return Object.assign({}, ...parts) as Record<string, unknown>;
}
