/** Who may know what of channels, in plain words. https://zulip.com/help/channel-permissions */

export const sightRoles = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
export type SightRole = (typeof sightRoles)[number];

export interface PlannedChannel {
  readonly kind: 'web-public' | 'public' | 'private';
  readonly archived: boolean;
  /** Of a private one: whether newcomers read what was said before them. */
  readonly openHistory: boolean;
  /** There from the first message on. */
  readonly early: readonly SightRole[];
  /** Come between the first message and the second. */
  readonly late: readonly SightRole[];
  /** Of those: gone between the second message and the third. */
  readonly left: readonly SightRole[];
  /** Whom a setting of the channel names, and which. */
  readonly named: SightRole | null;
  readonly setting:
    | 'can_subscribe_group'
    | 'can_add_subscribers_group'
    | 'can_administer_channel_group'
    | 'can_remove_subscribers_group';
}

type Sees = (role: SightRole, channel: PlannedChannel) => boolean;

export const isInside: Sees = (role, { early, late, left }) =>
  (early.includes(role) || late.includes(role)) && !left.includes(role);

const isNamed = (role: SightRole, { named, setting }: PlannedChannel, ...settings: string[]) =>
  role !== 'guest' && named === role && settings.includes(setting);

/** The channel's messages, topics and files. */
export const seesContent: Sees = (role, channel) =>
  channel.kind === 'web-public' ||
  (channel.kind === 'public' && role !== 'guest') ||
  isInside(role, channel) ||
  isNamed(role, channel, 'can_subscribe_group', 'can_add_subscribers_group');

/** That the channel is there, its name and its settings. */
export const seesMetadata: Sees = (role, channel) =>
  seesContent(role, channel) ||
  role === 'owner' ||
  role === 'administrator' ||
  isNamed(role, channel, 'can_administer_channel_group');

/** Which of the three messages: all of an open history, else those that came while inside. */
export function seenMessages(role: SightRole, channel: PlannedChannel): number[] {
  if (!seesContent(role, channel)) return [];
  const open = channel.kind !== 'private' || channel.openHistory;
  const [early, late] = [channel.early.includes(role), channel.late.includes(role)];
  const here = early || late;
  const stayed = here && !channel.left.includes(role);
  return [early, here, stayed].flatMap((received, at) => (open || received ? [at] : []));
}
