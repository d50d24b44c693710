import type { ChannelPermission } from '../../api/channels';
import type { GroupSettingValue } from '../../api/group-setting';
import { m } from '$lib/paraglide/messages';
import type { ChannelFormValues } from './channel-form-values';
import {
  isGuest,
  isInRoleGroup,
  roleGroups,
  type RoleGroup,
  type RoleHolder,
} from '../../api/roles';
import { andText } from '../../ui/list-text';
import type { StateGroup } from '../../writing/permissions/group-permission';

/** Phrases for the middle of a sentence. */
const roleGroupPhrases: Readonly<Record<RoleGroup, () => string>> = {
  'role:owners': m.channel_who_owners,
  'role:administrators': m.channel_who_administrators,
  'role:moderators': m.channel_who_moderators,
  'role:fullmembers': m.channel_who_full_members,
  'role:members': m.channel_who_members,
  'role:everyone': m.channel_who_everyone,
  'role:internet': m.channel_who_internet,
};

/** Who has a permission: people of a role and above, plus groups and people. */
interface PermissionAudience {
  readonly role: RoleGroup | undefined;
  /** Ids. */
  readonly groups: readonly number[];
  /** Ids. */
  readonly people: readonly number[];
}

/** Names and roles for ids. */
interface AudienceFacts {
  readonly groups: readonly StateGroup[];
  readonly users: ReadonlyMap<
    number,
    { readonly full_name: string; readonly role?: number | undefined }
  >;
}

const administratorAudience: PermissionAudience = {
  role: 'role:administrators',
  groups: [],
  people: [],
};

/** Union of the people with any of these permissions. `without guests` leaves out guests. */
function audienceOf(
  values: readonly GroupSettingValue[],
  { groups, users }: AudienceFacts,
  guests: 'with guests' | 'without guests',
): PermissionAudience {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const isRole = (name: string | undefined) => name?.startsWith('role:') === true;
  const ids = values.flatMap((value) =>
    typeof value === 'number' ? [value] : value.direct_subgroups,
  );
  const people = values.flatMap((value) => (typeof value === 'number' ? [] : value.direct_members));
  const all = new Set(ids.map((id) => names.get(id)));
  const role = roleGroups.findLast((one) => all.has(one));
  const isOpen = role === 'role:everyone' || role === 'role:internet';
  return {
    role: isOpen && guests === 'without guests' ? 'role:members' : role,
    groups: [...new Set(ids.filter((id) => !isRole(names.get(id))))],
    people: [...new Set(people)].filter(
      (id) => guests === 'with guests' || !isGuest(users.get(id)),
    ),
  };
}

function uniteAudiences(one: PermissionAudience, other: PermissionAudience): PermissionAudience {
  return {
    role: roleGroups.findLast((role) => role === one.role || role === other.role),
    groups: [...new Set([...one.groups, ...other.groups])],
    people: [...new Set([...one.people, ...other.people])],
  };
}

const isEmptyAudience = ({ role, groups, people }: PermissionAudience): boolean =>
  role === undefined && groups.length === 0 && people.length === 0;

/** The client doesn't know when someone stops being a new member. */
const isCovered = (user: RoleHolder, group: RoleGroup) =>
  isInRoleGroup(user, group === 'role:fullmembers' ? 'role:moderators' : group);

/** Maximum number of people to name; the others are counted. */
const maxNamedPeople = 3;

/** A phrase that starts or ends a sentence: "the designers group, Ada, and administrators". */
function audienceLabel({ role, groups, people }: PermissionAudience, facts: AudienceFacts): string {
  const names = people.flatMap((id) => {
    const user = facts.users.get(id);
    if (role && user && isCovered(user, role)) return [];
    return user?.full_name ?? m.ui_unknown_person();
  });
  const named = names.length > maxNamedPeople + 1 ? names.slice(0, maxNamedPeople) : names;
  const parts = [
    ...groups.map((id) => {
      const name = facts.groups.find((group) => group.id === id)?.name;
      return m.channel_who_group({ name: name ?? '?' });
    }),
    ...named,
    ...(named.length < names.length
      ? [m.channel_who_more({ count: names.length - named.length })]
      : []),
    // Last, or "everyone except guests and the designers" would exclude both.
    ...(role ? [roleGroupPhrases[role]()] : []),
  ];
  return andText(parts);
}

export interface RuleFacts extends AudienceFacts {
  /** Default of a permission; undefined if the server doesn't support it. */
  readonly defaultOf: (permission: ChannelPermission) => GroupSettingValue | undefined;
  /** Whether the server shows web-public channels to people without an account. */
  readonly isOnWeb: boolean;
  /** Who can add others to channels according to the organization, if the server sends it. */
  readonly realmAdd: GroupSettingValue | undefined;
}

type RuledValues = Pick<
  ChannelFormValues,
  'privacy' | 'history_public_to_subscribers' | ChannelPermission
>;

/**
 * Describes a channel's permissions in sentences: who can see it, join, add others, post and
 * administer it. https://zulip.com/help/channel-permissions
 */
export function channelRuleSentences(values: RuledValues, facts: RuleFacts): readonly string[] {
  const { privacy } = values;
  const has = (permission: ChannelPermission, guests: 'with guests' | 'without guests') => {
    const value = values[permission] ?? facts.defaultOf(permission);
    return audienceOf(value === undefined ? [] : [value], facts, guests);
  };
  const words = (who: PermissionAudience) => audienceLabel(who, facts);
  const entering = uniteAudiences(
    has('can_subscribe_group', 'without guests'),
    has('can_add_subscribers_group', 'without guests'),
  );
  const administering = uniteAudiences(
    administratorAudience,
    has('can_administer_channel_group', 'without guests'),
  );
  const realmAdd = audienceOf(
    facts.realmAdd === undefined ? [] : [facts.realmAdd],
    facts,
    'without guests',
  );
  const adding = uniteAudiences(
    uniteAudiences(administering, realmAdd),
    has('can_add_subscribers_group', 'without guests'),
  );
  // On servers without this permission, everyone who can read the channel can post.
  const isOpen =
    values.can_send_message_group === undefined &&
    facts.defaultOf('can_send_message_group') === undefined;
  const posting = has('can_send_message_group', 'with guests');
  return [
    ...visibilitySentences(values, entering, administering, facts),
    ...(privacy === 'private' ? [historySentence(values)] : []),
    joiningSentence(privacy, entering, words),
    ...(facts.realmAdd === undefined ? [] : [m.channel_rule_add({ who: words(adding) })]),
    postingSentence(privacy, isOpen ? 'all' : posting, words),
    m.channel_rule_administer({ who: words(administering) }),
  ].map(capitalized);
}

type Words = (who: PermissionAudience) => string;

function visibilitySentences(
  { privacy }: RuledValues,
  entering: PermissionAudience,
  administering: PermissionAudience,
  facts: RuleFacts,
): readonly string[] {
  if (privacy === 'web_public') {
    return [facts.isOnWeb ? m.channel_rule_see_web() : m.channel_rule_see_guests()];
  }
  if (privacy === 'public') return [m.channel_rule_see_public()];
  const reading = isEmptyAudience(entering)
    ? m.channel_rule_see_private()
    : m.channel_rule_see_private_also({ who: audienceLabel(entering, facts) });
  return [reading, m.channel_rule_known({ who: audienceLabel(administering, facts) })];
}

function historySentence({ history_public_to_subscribers }: RuledValues): string {
  return history_public_to_subscribers ? m.channel_rule_history() : m.channel_rule_history_not();
}

function joiningSentence(
  privacy: RuledValues['privacy'],
  entering: PermissionAudience,
  words: Words,
): string {
  if (privacy === 'web_public') return m.channel_rule_join({ who: m.channel_who_everyone() });
  if (privacy === 'public') return m.channel_rule_join({ who: m.channel_who_members() });
  return isEmptyAudience(entering)
    ? m.channel_rule_join_nobody()
    : m.channel_rule_join({ who: words(entering) });
}

function postingSentence(
  privacy: RuledValues['privacy'],
  who: PermissionAudience | 'all',
  words: Words,
): string {
  const isPrivate = privacy === 'private';
  if (who === 'all' || who.role === 'role:everyone' || who.role === 'role:internet') {
    return isPrivate ? m.channel_rule_post_all_in() : m.channel_rule_post_all();
  }
  if (isEmptyAudience(who)) return m.channel_rule_post_nobody();
  // A group that includes most people is not worded as an exception (no "Only").
  if (who.role === 'role:members') {
    return isPrivate
      ? m.channel_rule_post_most_in({ who: words(who) })
      : m.channel_rule_post_most({ who: words(who) });
  }
  return isPrivate
    ? m.channel_rule_post_in({ who: words(who) })
    : m.channel_rule_post({ who: words(who) });
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
