import type { GroupSetting } from '../db/schema/groups';
import type { subscriptions } from '../db/schema/streams';
import type { SystemGroups } from '../permissions/load';
import { streamPermissionNames, type StreamPermission } from '../permissions/table';
import { unixTime } from '../users/wire';
import type { StreamRow } from './access';
import type { ChannelActivity } from './activity';

type SubscriptionRow = typeof subscriptions.$inferSelect;
type ChannelSettings = Readonly<Record<StreamPermission, GroupSetting>>;

const policyOf = new Map([
  ['role:administrators', 2],
  ['role:fullmembers', 3],
  ['role:moderators', 4],
]);

/** Converts rows to the API's channels. Created once per request, with the groups' ids. */
export class ChannelWriter {
  readonly #policyById: ReadonlyMap<GroupSetting, number>;
  readonly #channels = new WeakMap<StreamRow, WireChannel>();
  /** Settings of channels that have none stored, by creator. */
  readonly #defaults = new Map<number | null, ChannelSettings>();

  constructor(
    private readonly groups: SystemGroups,
    private readonly activity: ChannelActivity,
  ) {
    this.#policyById = new Map([...policyOf].map(([name, policy]) => [groups.id(name), policy]));
  }

  /** A channel with the keys of `GET /streams`. https://zulip.com/api/get-streams */
  channel(stream: StreamRow): WireChannel {
    const known = this.#channels.get(stream);
    if (known) return known;
    const settings = this.#settings(stream);
    const policy = this.#policyById.get(settings.can_send_message_group) ?? 1;
    const made = wireChannel(stream, settings, policy, this.activity);
    this.#channels.set(stream, made);
    return made;
  }

  #settings(stream: StreamRow): ChannelSettings {
    const read = () =>
      Object.fromEntries(
        streamPermissionNames.map((name) => [name, this.groups.streamSetting(stream, name)]),
      ) as ChannelSettings;
    if (Object.keys(stream.settings).length > 0) return read();
    const known = this.#defaults.get(stream.creator_id) ?? read();
    this.#defaults.set(stream.creator_id, known);
    return known;
  }

  /**
   * A channel with the subscriber's own settings. Clients that don't support `null` for "my
   * default" get false. https://zulip.com/api/get-subscriptions
   */
  subscription(stream: StreamRow, own: SubscriptionRow, nullKnown = true) {
    const notify = (value: boolean | null) => (nullKnown ? value : (value ?? false));
    return {
      ...this.channel(stream),
      color: own.color,
      is_muted: own.is_muted,
      in_home_view: !own.is_muted,
      pin_to_top: own.pin_to_top,
      desktop_notifications: notify(own.desktop_notifications),
      audible_notifications: notify(own.audible_notifications),
      push_notifications: notify(own.push_notifications),
      email_notifications: notify(own.email_notifications),
      wildcard_mentions_notify: notify(own.wildcard_mentions_notify),
    };
  }
}

type WireChannel = ReturnType<typeof wireChannel>;

function wireChannel(
  stream: StreamRow,
  settings: ChannelSettings,
  stream_post_policy: number,
  activity: ChannelActivity,
) {
  return {
    stream_id: stream.id,
    name: stream.name,
    description: stream.description,
    rendered_description: stream.rendered_description,
    date_created: unixTime(stream.date_created),
    creator_id: stream.creator_id,
    invite_only: stream.invite_only,
    is_web_public: stream.is_web_public,
    is_archived: stream.is_archived,
    stream_post_policy,
    is_announcement_only: stream_post_policy === 2,
    message_retention_days: stream.message_retention_days,
    history_public_to_subscribers: stream.history_public_to_subscribers,
    first_message_id: stream.first_message_id,
    folder_id: stream.folder_id,
    topics_policy: stream.topics_policy as 'inherit',
    is_recently_active: activity.isRecentlyActive(stream),
    stream_weekly_traffic: activity.weeklyTraffic(stream),
    subscriber_count: activity.subscriberCount(stream.id),
    ...settings,
  };
}
