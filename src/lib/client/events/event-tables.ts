import { parseEvent, type EventKind, type EventOf, type ServerEvent } from '../../api/event-types';
import { registrationFor } from '../../api/registration';
import { foldCase } from '../../api/fold-case';
import type * as v from 'valibot';
import { parsedAs } from '../../api/parsed-as';
import type { NavigationView } from '../../api/navigation-view';
import { registerQueue, type RegisterState } from '../../api/register';
import type { SavedSnippet } from '../../api/saved-snippet';
import { channelSchema, subscriptionSchema } from '../../api/channel';
import { stateGroupSchema } from '../../api/state-group';
import type { UnreadMessages } from '../../api/unread';
import { userSchema } from '../../api/user';
import { withUnreadAgain, withMovedUnread, withNewUnread, withoutRead } from './unread-patches';

/**
 * Changes channels' subscriber counts by `more` (negative if users have left). No event contains
 * the number: clients count on from what `stream`/`create` and the state contained.
 * https://zulip.com/api/get-events#subscription-peer_add
 */
function withSubscriberCounts(
  { streams, subscriptions }: RegisterState,
  ids: readonly number[],
  more: number,
): Partial<RegisterState> {
  const changed = new Set(ids);
  return {
    ...(streams && { streams: counted(streams, changed, more) }),
    ...(subscriptions && { subscriptions: counted(subscriptions, changed, more) }),
  };
}

interface Counted {
  readonly stream_id: number;
  readonly subscriber_count?: number | undefined;
}

/** Returns the same list if it has none of the channels. */
function counted<T extends Counted>(rows: T[], changed: ReadonlySet<number>, more: number): T[] {
  if (!rows.some(({ stream_id }) => changed.has(stream_id))) return rows;
  return rows.map((row) =>
    changed.has(row.stream_id) && row.subscriber_count !== undefined
      ? { ...row, subscriber_count: Math.max(0, row.subscriber_count + more) }
      : row,
  );
}

type Patch<K extends EventKind> = (
  state: RegisterState,
  event: EventOf<K>,
) => Partial<RegisterState>;

/**
 * How each event changes an account's state; null if the state holds nothing for it and a feature
 * listens. An invalid value leaves the old one in place.
 * Source: https://zulip.com/api/get-events.
 */
const patches: { readonly [K in EventKind]: Patch<K> | null } = {
  'drafts/add': null,
  'drafts/update': null,
  'drafts/remove': null,
  'scheduled_messages/add': (state, { scheduled_messages }) => ({
    scheduled_messages: byTime(
      put(state.scheduled_messages, 'scheduled_message_id', scheduled_messages),
    ),
  }),
  'scheduled_messages/update': (state, { scheduled_message }) => ({
    scheduled_messages: byTime(
      put(state.scheduled_messages, 'scheduled_message_id', [scheduled_message]),
    ),
  }),
  'scheduled_messages/remove': (state, event) => ({
    scheduled_messages: drop(state.scheduled_messages, 'scheduled_message_id', [event]),
  }),
  'reminders/add': (state, { reminders }) => ({
    reminders: byTime(put(state.reminders, 'reminder_id', reminders)),
  }),
  'reminders/remove': (state, event) => ({
    reminders: drop(state.reminders, 'reminder_id', [event]),
  }),
  'saved_snippets/add': putSnippet,
  'saved_snippets/update': putSnippet,
  'saved_snippets/remove': (state, { saved_snippet_id: id }) => ({
    saved_snippets: drop(state.saved_snippets, 'id', [{ id }]),
  }),
  'user_settings/update': (state, { property, value }) => ({
    user_settings: { ...state.user_settings, [property]: value },
  }),
  alert_words: (_state, { alert_words }) => ({ alert_words }),
  muted_users: (_state, { muted_users }) => ({ muted_users }),
  push_device: ({ push_devices }, { push_account_id, status, error_code }) => ({
    push_devices: { ...push_devices, [push_account_id]: { status, error_code } },
  }),
  'navigation_view/add': ({ navigation_views = [] }, { navigation_view }) => ({
    navigation_views: [...otherViews(navigation_views, navigation_view.fragment), navigation_view],
  }),
  'navigation_view/update': ({ navigation_views = [] }, { fragment, data }) => ({
    navigation_views: navigation_views.map((view) =>
      view.fragment === fragment ? { ...view, ...data } : view,
    ),
  }),
  'navigation_view/remove': ({ navigation_views = [] }, { fragment }) => ({
    navigation_views: otherViews(navigation_views, fragment),
  }),
  user_status: ({ user_status = {} }, { kind: _kind, id: _id, user_id, ...changes }) => ({
    user_status: { ...user_status, [user_id]: { ...user_status[user_id], ...changes } },
  }),
  'realm_user/add': (state, { person }) => ({
    realm_users: put(state.realm_users, 'user_id', [person]),
  }),
  'realm_user/update': (state, { person }) => ({
    ...(person.user_id === state.user_id && ownAddresses(person)),
    realm_users: change(state.realm_users, 'user_id', person.user_id, userSchema, {
      ...person,
      // The email address changed; the event uses another field name.
      ...('new_email' in person && { email: person['new_email'] }),
    }),
  }),
  'realm_user/remove': (state, { person }) => ({
    realm_users: change(state.realm_users, 'user_id', person.user_id, userSchema, {
      is_active: false,
    }),
  }),
  'stream/create': (state, { streams }) => ({
    streams: put(state.streams, 'stream_id', streams),
  }),
  'stream/update': (state, { stream_id, property, value, kind: _kind, id: _id, ...more }) => {
    const values = { ...more, [property]: value };
    return {
      streams: change(state.streams, 'stream_id', stream_id, channelSchema, values),
      subscriptions: change(
        state.subscriptions,
        'stream_id',
        stream_id,
        subscriptionSchema,
        values,
      ),
    };
  },
  'stream/delete': (state, { streams }) => ({
    streams: drop(state.streams, 'stream_id', streams),
    subscriptions: drop(state.subscriptions, 'stream_id', streams),
  }),
  'subscription/add': (state, { subscriptions }) => {
    const known = new Set(idsOf(state.subscriptions));
    const joined = idsOf(subscriptions).filter((id) => !known.has(id));
    const { streams } = withSubscriberCounts(state, joined, 1);
    return {
      ...(streams && { streams }),
      subscriptions: put(state.subscriptions, 'stream_id', subscriptions),
    };
  },
  'subscription/remove': (state, { subscriptions: gone }) => {
    const known = new Set(idsOf(state.subscriptions));
    const left = idsOf(gone).filter((id) => known.has(id));
    const { streams } = withSubscriberCounts(state, left, -1);
    return {
      ...(streams && { streams }),
      subscriptions: drop(state.subscriptions, 'stream_id', gone),
    };
  },
  'subscription/update': (state, { stream_id, property, value }) => ({
    subscriptions: change(state.subscriptions, 'stream_id', stream_id, subscriptionSchema, {
      [property]: value,
    }),
  }),
  // Subscriber lists are fetched where they are shown; here they are only counted.
  'subscription/peer_add': (state, { stream_ids, user_ids }) =>
    withSubscriberCounts(state, stream_ids, user_ids.length),
  'subscription/peer_remove': (state, { stream_ids, user_ids }) =>
    withSubscriberCounts(state, stream_ids, -user_ids.length),
  user_topic: (state, { stream_id, topic_name, visibility_policy }) => ({
    user_topics: [
      ...(state.user_topics ?? []).filter(
        (one) => one.stream_id !== stream_id || !isSameTopic(one.topic_name, topic_name),
      ),
      ...(visibility_policy === 0 ? [] : [{ stream_id, topic_name, visibility_policy }]),
    ],
  }),
  'channel_folder/add': null,
  'channel_folder/update': null,
  'channel_folder/reorder': null,
  'realm_emoji/update': (_state, { realm_emoji }) => ({ realm_emoji }),
  'user_group/add': (state, { group }) => ({
    realm_user_groups: put(state.realm_user_groups, 'id', [group]),
  }),
  'user_group/remove': (state, { group_id: id }) => ({
    realm_user_groups: drop(state.realm_user_groups, 'id', [{ id }]),
  }),
  'user_group/update': (state, { group_id, data }) => changeGroup(state, group_id, () => data),
  'user_group/add_members': (state, { group_id, user_ids }) =>
    changeGroup(state, group_id, ({ members }) => ({
      members: [...new Set([...members, ...user_ids])],
    })),
  'user_group/remove_members': (state, { group_id, user_ids }) =>
    changeGroup(state, group_id, ({ members }) => ({ members: without(members, user_ids) })),
  'user_group/add_subgroups': (state, { group_id, direct_subgroup_ids: ids }) =>
    changeGroup(state, group_id, ({ direct_subgroup_ids: before }) => ({
      direct_subgroup_ids: [...new Set([...before, ...ids])],
    })),
  'user_group/remove_subgroups': (state, { group_id, direct_subgroup_ids: ids }) =>
    changeGroup(state, group_id, ({ direct_subgroup_ids: before }) => ({
      direct_subgroup_ids: without(before, ids),
    })),
  realm_linkifiers: (_state, { realm_linkifiers }) => ({ realm_linkifiers }),
  realm_playgrounds: (_state, { realm_playgrounds }) => ({ realm_playgrounds }),
  custom_profile_fields: (_state, { fields }) => ({ custom_profile_fields: fields }),
  default_streams: (_state, { default_streams }) => ({ realm_default_streams: default_streams }),
  'realm_user_settings_defaults/update': (state, { property, value }) => ({
    realm_user_settings_defaults: { ...state.realm_user_settings_defaults, [property]: value },
  }),
  'realm_domains/add': putDomain,
  'realm_domains/change': putDomain,
  'realm_domains/remove': ({ realm_domains = [] }, { domain }) => ({
    realm_domains: otherDomains(realm_domains, domain),
  }),
  invites_changed: null,
  realm_export: null,
  'realm/update': (state, { property, value }) => realmValues(state, { [property]: value }),
  'realm/update_dict': (state, { data }) => realmValues(state, data),
  message: (state, event) => ({
    ...unread(withNewUnread)(state, event),
    ...withRecentDirect(state, event),
  }),
  update_message: unread(withMovedUnread),
  delete_message: unread((known, { message_ids, message_id }) =>
    withoutRead(known, message_id === undefined ? message_ids : [...message_ids, message_id]),
  ),
  'reaction/add': null,
  'reaction/remove': null,
  submessage: null,
  'update_message_flags/add': (state, event) =>
    event.flag === 'starred'
      ? { starred_messages: withIds(state.starred_messages, event.messages) }
      : unread((known, { flag, messages, all }: typeof event) =>
          flag === 'read' ? withoutRead(known, all ? null : messages) : known,
        )(state, event),
  'update_message_flags/remove': (state, event) =>
    event.flag === 'starred'
      ? { starred_messages: without(state.starred_messages ?? [], event.messages) }
      : unread((known, it: typeof event, own) =>
          it.flag === 'read' ? withUnreadAgain(known, it, own) : known,
        )(state, event),
};

/** The state after the event; the same object if nothing changes. */
export function applyEvent(state: RegisterState, event: ServerEvent): RegisterState {
  if (event.kind === 'unknown') return state;
  const patch = patches[event.kind] as
    ((state: RegisterState, event: ServerEvent) => Partial<RegisterState>) | null;
  return patch ? { ...state, ...patch(state, event) } : state;
}

/** A patch of the unread messages, if the server has sent them. */
function unread<E>(change: (known: UnreadMessages, event: E, own: number) => UnreadMessages) {
  return ({ unread_msgs, user_id }: RegisterState, event: E): Partial<RegisterState> =>
    unread_msgs && user_id !== undefined
      ? { unread_msgs: change(unread_msgs, event, user_id) }
      : {};
}

/** Most recent direct message conversations, newest first, if the server has sent them. */
function withRecentDirect(
  { recent_private_conversations: known, user_id }: RegisterState,
  { message }: EventOf<'message'>,
): Partial<RegisterState> {
  const { display_recipient: people, id } = message;
  if (!known || typeof people === 'string') return {};
  const user_ids = people.flatMap((one) => (one.id === user_id ? [] : [one.id]));
  const keyOf = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join();
  const others = known.filter((one) => keyOf(one.user_ids) !== keyOf(user_ids));
  return { recent_private_conversations: [{ max_message_id: id, user_ids }, ...others] };
}

const idsOf = (rows: readonly Row<'stream_id'>[] = []) => rows.map(({ stream_id }) => stream_id);

function withIds(ids: readonly number[] = [], more: readonly number[]): number[] {
  return [...new Set([...ids, ...more])].sort((a, b) => a - b);
}

type Row<K extends string> = { readonly [key in K]: number };

function put<K extends string, T extends Row<K>>(
  rows: readonly T[] | undefined,
  key: K,
  added: readonly T[],
): T[] {
  return [...drop(rows, key, added), ...added];
}

function drop<K extends string, T extends Row<K>>(
  rows: readonly T[] | undefined,
  key: K,
  gone: readonly Row<K>[],
): T[] {
  const ids = new Set(gone.map((row) => row[key]));
  return (rows ?? []).filter((row) => !ids.has(row[key]));
}

/** Compares topics without regard to case. */
function isSameTopic(one: string, other: string): boolean {
  return foldCase(one) === foldCase(other);
}

function putSnippet(state: RegisterState, { saved_snippet }: { saved_snippet: SavedSnippet }) {
  return { saved_snippets: put(state.saved_snippets, 'id', [saved_snippet]) };
}

type Domain = NonNullable<RegisterState['realm_domains']>[number];

function putDomain({ realm_domains = [] }: RegisterState, event: { realm_domain: Domain }) {
  const at = realm_domains.findIndex(({ domain }) => domain === event.realm_domain.domain);
  return {
    realm_domains:
      at < 0 ? [...realm_domains, event.realm_domain] : realm_domains.with(at, event.realm_domain),
  };
}

const otherDomains = (domains: readonly Domain[], gone: string) =>
  domains.filter(({ domain }) => domain !== gone);

const otherViews = (views: readonly NavigationView[], fragment: string) =>
  views.filter((view) => view.fragment !== fragment);

/** Sorted as in the server's list; equal times keep their order. */
function byTime<T extends { readonly scheduled_delivery_timestamp: number }>(rows: T[]): T[] {
  return rows.sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
}

/** Returns the same list if it has no such row. */
function change<K extends string, T extends Row<K>>(
  rows: T[] | undefined,
  key: K,
  id: number,
  schema: v.GenericSchema<unknown, T>,
  values: Record<string, unknown>,
): T[] {
  const at = rows?.findIndex((row) => row[key] === id) ?? -1;
  if (!rows || at < 0) return rows ?? [];
  const row = parsedAs(schema, { ...rows[at], ...values });
  return row ? rows.with(at, row) : rows;
}

type StateGroup = v.InferOutput<typeof stateGroupSchema>;

function changeGroup(
  { realm_user_groups: groups }: RegisterState,
  id: number,
  values: (group: StateGroup) => Record<string, unknown>,
): Partial<RegisterState> {
  const group = groups?.find((one) => one.id === id);
  if (!group) return {};
  return { realm_user_groups: change(groups, 'id', id, stateGroupSchema, values(group)) };
}

function without(ids: readonly number[], gone: readonly number[]): number[] {
  const left = new Set(gone);
  return ids.filter((id) => !left.has(id));
}

/** The event uses `name` for the state's `realm_name`. */
function realmValues(
  state: RegisterState,
  values: Record<string, unknown>,
): Partial<RegisterState> {
  const { queue_id, last_event_id, zulip_version, zulip_feature_level } = state;
  const known = { queue_id, last_event_id, zulip_version, zulip_feature_level };
  const named = Object.entries(values).map(([name, value]) => [`realm_${name}`, value]);
  return parsedAs(registerQueue.result, { ...Object.fromEntries(named), ...known }) ?? {};
}

/** The user's own addresses are also stored outside the user list. */
function ownAddresses({ delivery_email, new_email }: Readonly<Record<string, unknown>>) {
  return {
    ...(typeof delivery_email === 'string' && { delivery_email }),
    ...(typeof new_email === 'string' && { email: new_email }),
  };
}

/** All code that depends on the event types. */
export const eventTables = { parseEvent, applyEvent, registrationFor };
export type EventTables = typeof eventTables;
