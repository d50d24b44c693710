import type { ChannelPermission } from '../../api/channels';
import type { GroupSettingValue } from '../../api/group-setting';
import { m } from '$lib/paraglide/messages';
import type { ChannelFormValues } from './channel-form-values';
import {
  administratorAudience,
  uniteAudiences,
  isEmptyAudience,
  audienceOf,
  audienceLabel,
  type PermissionAudience,
  type AudienceFacts,
} from './permission-audience';

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
