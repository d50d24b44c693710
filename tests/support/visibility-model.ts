/** A simple model of who can see what of channels. https://zulip.com/help/channel-permissions */

export const roleNames = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
export type VisibilityRole = (typeof roleNames)[number];

export interface PlannedChannel {
  readonly kind: 'web-public' | 'public' | 'private';
  readonly archived: boolean;
  /** For a private one: whether new subscribers can read earlier messages. */
  readonly openHistory: boolean;
  /** Subscribed before the first message. */
  readonly early: readonly VisibilityRole[];
  /** Subscribed between the first and the second message. */
  readonly late: readonly VisibilityRole[];
  /** Of those: unsubscribed between the second and the third message. */
  readonly left: readonly VisibilityRole[];
  /** The role that a permission of the channel names, and the permission. */
  readonly named: VisibilityRole | null;
  readonly setting:
    | 'can_subscribe_group'
    | 'can_add_subscribers_group'
    | 'can_administer_channel_group'
    | 'can_remove_subscribers_group';
}

type Sees = (role: VisibilityRole, channel: PlannedChannel) => boolean;

export const isInside: Sees = (role, { early, late, left }) =>
  (early.includes(role) || late.includes(role)) && !left.includes(role);

const isNamed = (role: VisibilityRole, { named, setting }: PlannedChannel, ...settings: string[]) =>
  role !== 'guest' && named === role && settings.includes(setting);

/** Whether the role sees the channel's messages, topics and files. */
export const seesContent: Sees = (role, channel) =>
  channel.kind === 'web-public' ||
  (channel.kind === 'public' && role !== 'guest') ||
  isInside(role, channel) ||
  isNamed(role, channel, 'can_subscribe_group', 'can_add_subscribers_group');

/** Whether the role sees that the channel exists, its name and its settings. */
export const seesMetadata: Sees = (role, channel) =>
  seesContent(role, channel) ||
  role === 'owner' ||
  role === 'administrator' ||
  isNamed(role, channel, 'can_administer_channel_group');

/**
 * Which of the three messages are visible: all if the history is open, otherwise those sent while
 * subscribed.
 */
export function seenMessages(role: VisibilityRole, channel: PlannedChannel): number[] {
  if (!seesContent(role, channel)) return [];
  const open = channel.kind !== 'private' || channel.openHistory;
  const [early, late] = [channel.early.includes(role), channel.late.includes(role)];
  const here = early || late;
  const stayed = here && !channel.left.includes(role);
  return [early, here, stayed].flatMap((received, at) => (open || received ? [at] : []));
}
