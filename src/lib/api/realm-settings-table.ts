import * as v from 'valibot';
import { integer, textUpTo } from './value-schemas';

/** Role required to change an organization setting. */
export type RealmSettingEditor = 'owner' | 'administrator';

type Value = boolean | number | string | null;

export interface RealmSettingEntry<T extends Value = Value> {
  /** Validates a request's value and converts it to the stored one. */
  readonly schema: v.GenericSchema<unknown, T>;
  /** Value in a new organization. */
  readonly default: T;
  readonly changedBy: RealmSettingEditor;
  /** Strings are sent raw, except the Jitsi URL; everything else as JSON. */
  readonly encoding: 'text' | 'json';
  /**
   * Whether `realm/update_dict` announces changes, for historical reasons, instead of
   * `realm/update`.
   */
  readonly dictEvent: boolean;
  /** First feature level that has it, if later than the oldest server we support. */
  readonly since?: number;
}

type More = Partial<Pick<RealmSettingEntry, 'changedBy' | 'dictEvent' | 'encoding' | 'since'>>;

function entry<T extends Value>(
  schema: v.GenericSchema<unknown, T>,
  value: T,
  more: More = {},
): RealmSettingEntry<T> {
  return {
    schema,
    default: value,
    changedBy: 'administrator',
    encoding: 'json',
    dictEvent: false,
    ...more,
  };
}

const yes = (more?: More) => entry<boolean>(v.boolean(), true, more);
const no = (more?: More) => entry<boolean>(v.boolean(), false, more);
const number = (schema: v.GenericSchema<unknown, number>, value: number, more?: More) =>
  entry<number>(schema, value, more);
const text = (most: number, more?: More) =>
  entry<string>(upTo(most), '', { encoding: 'text', ...more });
const oneOf = <const T extends readonly number[]>(values: T, value: T[number], more?: More) =>
  entry<T[number]>(v.picklist(values), value, more);
const word = <const T extends readonly string[]>(values: T, value: T[number], more?: More) =>
  entry<T[number]>(v.picklist(values), value, { encoding: 'text', ...more });

/** Text of at most so many code points, counted after trimming. */
function upTo(most: number) {
  return v.pipe(
    textUpTo(4 * most),
    v.trim(),
    v.check((value) => [...value].length <= most, `is too long (limit: ${most} characters)`),
    v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
  );
}

const owner: More = { changedBy: 'owner' };

/** Seconds, or the word `unlimited`, which becomes null. */
const seconds = v.union([
  v.pipe(integer, v.minValue(1), v.maxValue(2_147_483_647)),
  v.pipe(
    v.literal('unlimited'),
    v.transform(() => null),
  ),
]);
const limit = (value: number, more?: More) => entry<number | null>(seconds, value, more);

/** A channel id; values below 0 mean none. */
const channel = (more?: More) =>
  number(
    v.pipe(
      integer,
      v.maxValue(2_147_483_647),
      v.transform((id) => Math.max(id, -1)),
    ),
    -1,
    more,
  );

/** Organization types and their numbers in the API. https://zulip.com/help/organization-type */
export const orgTypes = {
  unspecified: 0,
  business: 10,
  opensource: 20,
  education_nonprofit: 30,
  education: 35,
  research: 40,
  event: 50,
  nonprofit: 60,
  government: 70,
  political_group: 80,
  community: 90,
  personal: 100,
  other: 1000,
} as const;

/** `realm_available_video_chat_providers` in the API. */
export const videoChatProviders = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
} as const;

/** `giphy_rating_options` in the API. */
export const giphyRatings = {
  disabled: { name: 'GIPHY integration disabled', id: 0 },
  g: { name: 'Allow GIFs rated G (General audience)', id: 1 },
  pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 2 },
  'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 3 },
  r: { name: 'Allow GIFs rated R (Restricted)', id: 4 },
} as const;

const ids = (options: Readonly<Record<string, { readonly id: number }>>) =>
  Object.values(options).map(({ id }) => id);

/** Code points of `realm_name`, then of `realm_description`. */
export const maxRealmNameLength = 60;
export const maxRealmDescriptionLength = 1000;
export const maxWelcomeTextLength = 8000;

/**
 * All settings of an organization that can be changed, by API name without `realm_`. Defines what
 * the service stores and validates, what `PATCH /realm` accepts and what events contain.
 * Permissions, which hold groups, are in the service's `permissions/table.ts`.
 * https://zulip.com/api/register-queue
 */
export const realmSettingsTable = {
  allow_message_editing: yes({ dictEvent: true }),
  avatar_changes_disabled: no(),
  default_code_block_language: text(100),
  default_language: entry<string>(upTo(50), 'en', { encoding: 'text' }),
  digest_emails_enabled: no(),
  /** 0 is Monday. */
  digest_weekday: oneOf([0, 1, 2, 3, 4, 5, 6], 1),
  disallow_disposable_email_addresses: yes(owner),
  email_changes_disabled: no(),
  emails_restricted_to_domains: no(owner),
  enable_guest_user_dm_warning: yes({ since: 348 }),
  enable_guest_user_indicator: yes(),
  enable_read_receipts: yes(),
  enable_spectator_access: no(),
  giphy_rating: number(v.picklist(ids(giphyRatings)), 0),
  inline_image_preview: yes(),
  inline_url_embed_preview: no(),
  invite_required: yes(owner),
  jitsi_server_url: entry<string | null>(
    v.union([
      v.pipe(
        v.literal('default'),
        v.transform(() => null),
      ),
      v.pipe(textUpTo(200), v.url('is not an address'), v.regex(/^https?:/i, 'is not an address')),
    ]),
    null,
  ),
  message_content_allowed_in_email_notifications: yes(),
  message_content_delete_limit_seconds: limit(600),
  message_content_edit_limit_seconds: limit(600, { dictEvent: true }),
  message_edit_history_visibility_policy: word(['all', 'moves', 'none'], 'all', {
    dictEvent: true,
    since: 358,
  }),
  /** Days; -1 keeps messages forever, written as `unlimited` in requests. */
  message_retention_days: number(
    v.union([
      v.pipe(integer, v.minValue(1), v.maxValue(2_147_483_647)),
      v.pipe(
        v.literal('unlimited'),
        v.transform(() => -1),
      ),
    ]),
    -1,
    owner,
  ),
  moderation_request_channel_id: channel({ since: 331 }),
  move_messages_between_streams_limit_seconds: limit(604_800),
  move_messages_within_stream_limit_seconds: limit(604_800),
  name_changes_disabled: no(),
  new_stream_announcements_stream_id: channel(),
  org_type: number(v.picklist(Object.values(orgTypes)), orgTypes.unspecified),
  presence_disabled: no(),
  require_e2ee_push_notifications: no({ since: 409 }),
  require_unique_names: no(),
  send_welcome_emails: yes(),
  signup_announcements_stream_id: channel(),
  topics_policy: word(['allow_empty_topic', 'disable_empty_topic'], 'allow_empty_topic', {
    dictEvent: true,
    since: 392,
  }),
  video_chat_provider: number(v.picklist(ids(videoChatProviders)), 0),
  /** Days until a member becomes a full member. */
  waiting_period_threshold: number(
    v.pipe(integer, v.minValue(0), v.maxValue(2_147_483_647)),
    0,
    owner,
  ),
  want_advertise_in_communities_directory: no(),
  welcome_message_custom_text: text(maxWelcomeTextLength, { since: 416 }),
  zulip_update_announcements_stream_id: channel(),
} as const;

export type RealmSettingName = keyof typeof realmSettingsTable;
export type RealmSettingValues = {
  -readonly [K in RealmSettingName]: v.InferOutput<(typeof realmSettingsTable)[K]['schema']>;
};

export const realmSettingNames = Object.keys(realmSettingsTable) as RealmSettingName[];
