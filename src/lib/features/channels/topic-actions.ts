import Bell from '@lucide/svelte/icons/bell';
import BellOff from '@lucide/svelte/icons/bell-off';
import CheckCheck from '@lucide/svelte/icons/check-check';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleDashed from '@lucide/svelte/icons/circle-dashed';
import FolderOutput from '@lucide/svelte/icons/folder-output';
import Trash from '@lucide/svelte/icons/trash-2';
import { m } from '$lib/paraglide/messages';
import type { AppAction } from '../../client/actions/action-registry.svelte';
import { appKeys } from '../../client/actions/app-keys';
import { isResolved } from '../../writing/recipients/resolved-topic';
import type { TopicVisibilityPolicy } from '../../writing/unread/topic-visibility-policy';
import type { TopicListItem } from './topic-list';
import type { TopicPermissions } from './topic-permissions';
import { topicVisibilityPolicy } from '../../api/user-topic';

export interface TopicActionParts {
  /** The selected topics, otherwise the focused one. */
  readonly targets: readonly TopicListItem[];
  readonly rights: TopicPermissions;
  readonly isSubscribed: boolean;
  /** Visibility policies that this server supports. */
  readonly policies: readonly TopicVisibilityPolicy[];
  readonly policy: (topic: TopicListItem) => number;
  /** By the topic's own policy, otherwise by the channel. */
  readonly isMuted: (topic: TopicListItem) => boolean;
  readonly unread: (topic: TopicListItem) => number;
  readonly within: () => HTMLElement | undefined;
  readonly set: (
    topics: readonly TopicListItem[],
    policy: keyof typeof topicVisibilityPolicy,
  ) => void;
  readonly resolve: (topics: readonly TopicListItem[]) => void;
  readonly read: (topics: readonly TopicListItem[]) => void;
  readonly rename: (topic: TopicListItem) => void;
  readonly remove: (topics: readonly TopicListItem[]) => void;
}

/** Actions on topics. Read reactively. */
export function topicActions(parts: TopicActionParts): AppAction[] {
  const section = m.channels_topics();
  const { targets, rights, policies, policy, isMuted, within } = parts;
  const [only] = targets.length === 1 ? targets : [];
  const has = targets.length > 0;
  const isFollowed =
    has && targets.every((topic) => policy(topic) === topicVisibilityPolicy.followed);
  const areMuted = has && targets.every(isMuted);
  const areResolved = has && targets.every(({ name }) => isResolved(name));
  // Topics without a name can't be marked as resolved.
  const named = targets.filter(({ name }) => name !== '' && isResolved(name) === areResolved);
  const hasPolicies = has && parts.isSubscribed;
  return [
    ...(policies.includes(topicVisibilityPolicy.followed)
      ? [
          {
            ...{ id: 'topic-follow', icon: Bell, section, within, shortcut: appKeys.follow },
            title: isFollowed ? m.channel_topic_follow_off() : m.channel_topic_follow(),
            enabled: hasPolicies,
            run: () => parts.set(targets, isFollowed ? 'none' : 'followed'),
          },
        ]
      : []),
    {
      ...{
        id: 'topic-mute',
        icon: areMuted ? Bell : BellOff,
        section,
        within,
        shortcut: appKeys.mute,
      },
      title: areMuted ? m.ui_unmute() : m.ui_mute(),
      enabled: hasPolicies,
      // In a muted channel, a topic must be unmuted explicitly.
      run: () =>
        parts.set(
          targets,
          !areMuted
            ? 'muted'
            : targets.some((topic) => policy(topic) !== topicVisibilityPolicy.muted)
              ? 'unmuted'
              : 'none',
        ),
    },
    {
      ...{ id: 'topic-read', title: m.ui_mark_read(), icon: CheckCheck, section, within },
      shortcut: appKeys.markRead,
      enabled: targets.some((topic) => parts.unread(topic) > 0),
      run: () => parts.read(targets),
    },
    {
      ...{ id: 'topic-resolve', section, within, shortcut: appKeys.resolve },
      title: areResolved ? m.channel_topic_resolve_off() : m.channel_topic_resolve(),
      icon: areResolved ? CircleDashed : CircleCheck,
      enabled: rights.resolve && named.length > 0,
      run: () => parts.resolve(named),
    },
    {
      ...{ id: 'topic-rename', title: m.channel_topic_rename(), icon: FolderOutput, section },
      ...{ within, shortcut: appKeys.move },
      enabled: (rights.rename || rights.move) && only !== undefined,
      run: () => only && parts.rename(only),
    },
    {
      ...{
        id: 'topic-delete',
        title: m.ui_asks({ action: m.ui_delete() }),
        icon: Trash,
        section,
        within,
      },
      shortcut: appKeys.remove,
      enabled: rights.remove && has,
      run: () => parts.remove(targets),
    },
  ];
}
