import type { NarrowTerm } from '../../../src/lib/api/narrow';
import { updateStream } from '../../../src/lib/api/channels';
import type { ApiOperation } from '../../../src/lib/api/define-operation';
import { updateRealm } from '../../../src/lib/api/realm';
import { settingsTable } from '../../../src/lib/api/settings-table';
import { updateUserGroup } from '../../../src/lib/api/user-groups';
import { registerKeys, type StrictLevel } from './routes';

/** Versions of servers at these levels. */
const versions: Readonly<Record<StrictLevel, string>> = {
  247: '9.0-dev-1847-g61d9b4a8e3',
  319: '10.0-dev-1042-g2f5b1c9d7e',
  372: '10.2',
};

/** Newer values of older parameters, with the level that added them. */
const laterWords: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  type: { channel: 248 },
  include_subscribers: { partial: 412 },
};

const laterOperators: Readonly<Record<string, number>> = {
  channel: 250,
  channels: 250,
  with: 271,
  mentions: Infinity,
  'dm-with': Infinity,
};
const laterOperands: Readonly<Record<string, number>> = {
  'is followed': 265,
  'is muted': 366,
  'has reaction': 249,
  'channels archived': Infinity,
};

/** Keys of replies and events, with the level at which the API's changelog adds them. */
const laterKeys: Readonly<Record<string, number>> = {
  realm_url: 257,
  realm_empty_topic_display_name: 334,
  is_archived: 315,
  folder_id: 389,
  topics_policy: 392,
  creator_id: 254,
  is_recently_active: 323,
  subscriber_count: 394,
  saved_snippets: 297,
  reminders: 399,
  channel_folders: 389,
  navigation_views: 390,
  push_devices: 406,
  last_moved_timestamp: 365,
  max_reminder_note_length: 415,
  presence_last_update_id: 263,
  new_subscription_messages_sent: 397,
  can_add_members_group: 305,
  can_join_group: 301,
  can_leave_group: 308,
  can_manage_group: 283,
  can_remove_members_group: 324,
};
/** Operations whose parameters also appear in replies under the same names. */
const echoingOperations: readonly Pick<ApiOperation, 'params'>[] = [updateStream, updateUserGroup];

/** Level from which servers return a key. `inRealm`: it is a property of the organization. */
function sinceOf(key: string, inRealm: boolean): number {
  const name = inRealm ? key : key.replace(/^realm_/, '');
  if (inRealm || name !== key) {
    const since = (updateRealm as Pick<ApiOperation, 'params'>).params[name]?.since;
    if (since !== undefined) return since;
  }
  if (key in laterKeys) return laterKeys[key]!;
  const setting = settingsTable[key as 'hide_ai_features'] as { since?: number } | undefined;
  if (setting) return setting.since ?? 0;
  if (!key.endsWith('_group')) return 0;
  return Math.max(0, ...echoingOperations.flatMap(({ params }) => params[key]?.since ?? []));
}

/** Keys that can have an empty topic. */
const topicKeys = new Set(['topic', 'subject', 'orig_subject', 'topic_name']);
/** Level from which topics can be empty. */
const emptyTopicsSince = 334;

/** The topic of messages without one. */
export const noTopic = '(no topic)';

export interface Foreign {
  /** Absolute URL on another host. */
  readonly avatar: (of: number) => string;
  readonly icon: string;
}

/** Requests and replies of a server at one level. */
export class Age {
  constructor(readonly level: StrictLevel) {}

  /** Names of parameters that it doesn't know or no longer knows, and ignores. */
  ignored({ params }: ApiOperation, names: Iterable<string>): string[] {
    return [...names].filter((name) => {
      const known =
        params[name] ?? Object.values(params).find(({ aliases }) => aliases.includes(name));
      if (!known) return true;
      const { since, until = Infinity } = known;
      return since > this.level || until <= this.level;
    });
  }

  /** The field it refuses; null if it accepts all. */
  refused(fields: URLSearchParams): string | null {
    for (const [name, value] of fields) {
      if ((laterWords[name]?.[value] ?? 0) > this.level) return `${name} ${value}`;
      if (name === 'narrow') {
        const term = (JSON.parse(value) as NarrowTerm[]).find((one) => this.#isLater(one));
        if (term) return `narrow ${JSON.stringify(term)}`;
      }
    }
    return null;
  }

  #isLater(term: NarrowTerm | readonly [string, unknown]): boolean {
    const [operator, operand] = 'operator' in term ? [term.operator, term.operand] : term;
    const since = laterOperands[`${operator} ${String(operand)}`] ?? 0;
    return Math.max(laterOperators[operator] ?? 0, since) > this.level;
  }

  /**
   * Level from which an operation accepts a permission as `{new, old}`; before that, only a group's
   * id. Null if it isn't a permission that can be changed.
   */
  changesSince(operation: string, name: string): number | null {
    const permissions = { updateRealm, updateUserGroup, updateStream }[operation];
    if (!permissions || !isPermission(name)) return null;
    return permissions === updateStream ? 320 : 260;
  }

  /** Whether empty topics are replaced with a name. */
  get namesTopics(): boolean {
    return this.level < emptyTopicsSince;
  }

  /** A reply or event as that server would send it. Drafts keep what their author wrote. */
  asSent(value: unknown, foreign: Foreign, place: 'realm' | 'register' | '' = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.asSent(item, foreign));
    if (typeof value !== 'object' || value === null) return value;
    const given = value as Readonly<Record<string, unknown>>;
    const isOfRealm = given['type'] === 'realm' && given['op'] === 'update_dict';
    const entries = Object.entries(given).flatMap(([name, item]): [string, unknown][] => {
      if (sinceOf(name, place === 'realm') > this.level) return [];
      if (place === 'register' && this.level === 372 && !registerKeys.has(name)) return [];
      if (name === 'can_remove_subscribers_group' && this.level < 320 && isRule(item)) {
        return [[name, { ...item, require_system_group: true }]];
      }
      if (name === 'zulip_feature_level') return [[name, this.level]];
      if (name === 'zulip_version') return [[name, versions[this.level]]];
      if (name === 'drafts' || name === 'draft') return [[name, item]];
      if (topicKeys.has(name) && item === '' && this.namesTopics) return [[name, noTopic]];
      if (this.level < 372) {
        // On older servers, pictures are on another host; on the recorded one, they are where they
        // were recorded.
        if (name === 'avatar_url') return [[name, foreign.avatar(idOf(given))]];
        if (name === 'realm_icon_url' || name === 'realm_icon') return [[name, foreign.icon]];
      }
      const isRealm = (isOfRealm && name === 'data') || name === 'realm';
      return [[name, this.asSent(item, foreign, isRealm ? 'realm' : '')]];
    });
    return Object.fromEntries(entries);
  }
}

function isPermission(name: string): boolean {
  return (
    name.endsWith('_group') || name === 'can_create_groups' || name === 'can_manage_all_groups'
  );
}

/** The server's description of the values a permission can have. */
function isRule(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'require_system_group' in value;
}

function idOf(value: Readonly<Record<string, unknown>>): number {
  return Number(value['user_id'] ?? value['sender_id'] ?? 0);
}
