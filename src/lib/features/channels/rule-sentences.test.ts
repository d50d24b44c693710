import { describe, expect, it } from 'vitest';
import { canSubscribePeople } from '$lib/server/service/channel-changes/subscribe-permissions';
import { ChannelAccess, type StreamRow } from '$lib/server/service/channels/access';
import type { RealmRow, UserRow } from '$lib/server/service/model';
import { UserPermissions, SystemGroups } from '$lib/server/service/permissions/load';
import { isAdministrator } from '$lib/api/roles';
import { systemGroupsOf } from '$lib/server/service/permissions/roles';
import { streamPermissions } from '$lib/server/service/permissions/table';
import { channelRuleSentences, type RuleFacts } from './rule-sentences';

const now = Date.UTC(2026, 10, 1);
const day = 86_400_000;
const roleNames = [
  'nobody',
  'owners',
  'administrators',
  'moderators',
  'fullmembers',
  'members',
  'everyone',
  'internet',
];
const groups = roleNames.map((name, at) => ({ id: at + 1, name: `role:${name}`, members: [] }));
const idOf = (name: string) => roleNames.indexOf(name) + 1;
const systemGroups = new SystemGroups(new Map(groups.map(({ name, id }) => [name, id])));

function aRealm(can_add_subscribers_group: number): RealmRow {
  const settings = { waiting_period_threshold: 3, can_add_subscribers_group };
  return { settings } as unknown as RealmRow;
}

const people = {
  owner: person(1, 100),
  administrator: person(2, 200),
  moderator: person(3, 300),
  'full member': person(4, 400),
  newcomer: person(5, 400, now - day),
  guest: person(6, 600),
};
type Role = keyof typeof people;
const roles = Object.keys(people) as Role[];
const other = person(7, 400);

function person(id: number, role: number, joined = now - 9 * day): UserRow {
  return { id, role, date_joined: new Date(joined) } as UserRow;
}

interface Plan {
  readonly privacy: 'public' | 'private' | 'web_public';
  readonly can_send_message_group: number;
  readonly can_subscribe_group: number;
  readonly can_add_subscribers_group: number;
  readonly can_administer_channel_group: number;
  /** The organization's permission to add subscribers. */
  readonly adds: number;
}

/** Each value of each permission, combined with some values of the others. */
function* plans(): Generator<Plan> {
  // Permissions that guests can't have don't include guests even for everyone.
  const closed = ['nobody', 'owners', 'fullmembers', 'everyone'].map(idOf);
  const open = roleNames.slice(0, 7).map(idOf);
  for (const privacy of ['public', 'private', 'web_public'] as const)
    for (const can_send_message_group of open)
      for (const can_subscribe_group of closed)
        for (const can_add_subscribers_group of closed)
          for (const can_administer_channel_group of closed)
            for (const adds of ['nobody', 'moderators', 'members'].map(idOf))
              yield {
                privacy,
                can_send_message_group,
                can_subscribe_group,
                can_add_subscribers_group,
                can_administer_channel_group,
                adds,
              };
}

type SentenceFacts = Readonly<
  Record<'knows' | 'reads' | 'joins' | 'adds' | 'posts' | 'administers', boolean>
>;

/** What the service allows a person to do. */
function lets(role: Role, inside: boolean, { privacy, adds, ...settings }: Plan): SentenceFacts {
  const user = people[role];
  const realm = aRealm(adds);
  const own = systemGroupsOf(user, realm, now).map((name) => systemGroups.id(name));
  const permissions = new UserPermissions(user, realm, systemGroups, new Set(own));
  const stream = {
    id: 1,
    creator_id: null,
    is_archived: false,
    settings,
    invite_only: privacy === 'private',
    is_web_public: privacy === 'web_public',
  } as unknown as StreamRow;
  const access = new ChannelAccess(user, permissions, new Set(inside ? [1] : []));
  const reads = access.seesContent(stream);
  const entered = stream.invite_only ? inside : reads;
  return {
    knows: access.seesMetadata(stream),
    reads,
    joins: canSubscribePeople(access, stream, [user]),
    adds: canSubscribePeople(access, stream, [other]),
    posts: entered && permissions.streamHas(stream, 'can_send_message_group'),
    administers:
      isAdministrator(user) || permissions.streamHas(stream, 'can_administer_channel_group'),
  };
}

/** Roles that the English phrases mean. */
const meant: Readonly<Record<string, readonly Role[]>> = {
  'anyone on the internet': roles,
  everyone: roles,
  'everyone except guests': roles.filter((role) => role !== 'guest'),
  'full members and above': ['owner', 'administrator', 'moderator', 'full member'],
  'moderators and above': ['owner', 'administrator', 'moderator'],
  administrators: ['owner', 'administrator'],
  owners: ['owner'],
};

/** What a reader concludes from the sentences. */
function readAs(role: Role, inside: boolean, sentences: readonly string[]): SentenceFacts {
  const says = (pattern: RegExp) => sentences.map((one) => pattern.exec(one)).find(Boolean);
  const isOf = (who: string | undefined) => {
    if (who === undefined) return false;
    const known = meant[who.charAt(0).toLowerCase() + who.slice(1)];
    if (!known) throw new Error(`unclear: ${who}`);
    return known.includes(role);
  };
  const reads =
    says(/^Everyone can read it, including guests\.$/) !== undefined ||
    (says(
      /^Everyone except guests can read it\. Guests can read it only once they’re subscribed\.$/,
    ) !== undefined &&
      (role !== 'guest' || inside)) ||
    (says(/^Only subscribers can read it/) !== undefined && inside) ||
    isOf(says(/^Only subscribers can read it, along with (.+)\.$/)?.[1]);
  const mustBeIn = says(/subscribers.*can post\.$/i) !== undefined;
  const canPost =
    says(/^(?:Everyone who can read the channel|All subscribers) can post\.$/) !== undefined ||
    isOf(
      says(
        /^(?:Among subscribers, )?(?:only )?(?!No one|Everyone who|All subscribers)(.+) can post\.$/i,
      )?.[1],
    );
  return {
    knows: reads || isOf(says(/^(.+) can see that the channel exists\.$/)?.[1]),
    reads,
    // Who is in a channel need not join.
    joins: inside || isOf(says(/^(?!No one)(.+) can join\.$/)?.[1]),
    adds:
      reads && isOf(says(/^(.+) can add others if they can read the channel themselves\.$/)?.[1]),
    posts: canPost && (mustBeIn ? inside : reads),
    administers: isOf(says(/^(.+) can change its settings\.$/)?.[1]),
  };
}

function factsOf(plan: Plan): RuleFacts {
  const group = (name: string) => groups.find((one) => one.name === name)?.id;
  return {
    groups,
    users: new Map(),
    realmAdd: plan.adds,
    isOnWeb: false,
    defaultOf: (permission) => group(streamPermissions[permission].default_group_name),
  };
}

describe('sentences about a channel’s permissions', () => {
  it('say for each role what the service allows it to do', () => {
    const wrong: object[] = [];
    for (const plan of plans()) {
      const sentences = channelRuleSentences(
        { ...plan, history_public_to_subscribers: true },
        factsOf(plan),
      );
      for (const role of roles) {
        for (const inside of [true, false]) {
          const [says, does] = [readAs(role, inside, sentences), lets(role, inside, plan)];
          if (JSON.stringify(says) !== JSON.stringify(does)) {
            wrong.push({ role, inside, plan, sentences, says, does });
          }
        }
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  const facts: RuleFacts = {
    groups: [...groups, { id: 20, name: 'designers', members: [] }],
    users: new Map([
      [1, { full_name: 'Ada', role: 400 }],
      [6, { full_name: 'Gus', role: 600 }],
    ]),
    realmAdd: idOf('members'),
    isOnWeb: true,
    defaultOf: () => undefined,
  };
  const named = { direct_members: [1, 6], direct_subgroups: [20] };
  const base = { privacy: 'public', history_public_to_subscribers: true } as const;

  it('name people and groups, and guests only if they can have the permission', () => {
    const words = channelRuleSentences(
      { ...base, can_send_message_group: named, can_administer_channel_group: named },
      facts,
    );
    expect(words).toContain('Only the designers group, Ada, and Gus can post.');
    expect(words).toContain(
      'The designers group, Ada, and administrators can change its settings.',
    );
  });

  it('name a role last, so that nothing else seems to be part of its exception', () => {
    const realmAdd = { direct_members: [1], direct_subgroups: [20, idOf('members')] };
    const [, , adding] = channelRuleSentences(base, { ...facts, realmAdd });
    expect(adding).toBe(
      'The designers group and everyone except guests can add others if they can read the channel themselves.',
    );
  });

  it('leave out people who are already included by their role', () => {
    const users = new Map([[2, { full_name: 'Owen', role: 100 }]]);
    const can_administer_channel_group = { direct_members: [2], direct_subgroups: [] };
    expect(
      channelRuleSentences({ ...base, can_administer_channel_group }, { ...facts, users }),
    ).toContain('Administrators can change its settings.');
  });

  it('count people if there are too many to name', () => {
    const direct_members = [1, 11, 12, 13, 14];
    const words = channelRuleSentences(
      { ...base, can_send_message_group: { direct_members, direct_subgroups: [] } },
      facts,
    );
    expect(words.find((one) => one.endsWith('can post.'))).toMatch(/and 2 more people can post/);
  });

  it('leave out permissions that the server does not support', () => {
    expect(channelRuleSentences(base, facts)).toEqual([
      'Everyone except guests can read it. Guests can read it only once they’re subscribed.',
      'Everyone except guests can join.',
      'Everyone except guests can add others if they can read the channel themselves.',
      'Everyone who can read the channel can post.',
      'Administrators can change its settings.',
    ]);
    expect(channelRuleSentences({ ...base, privacy: 'web_public' }, facts)[0]).toBe(
      'Anyone on the internet can read it.',
    );
    expect(channelRuleSentences({ ...base, privacy: 'private' }, facts)).toContain(
      'New subscribers can read earlier messages.',
    );
  });
});
