import BellOff from '@lucide/svelte/icons/bell-off';
import Check from '@lucide/svelte/icons/check';
import ListFilter from '@lucide/svelte/icons/list-filter';
import Pin from '@lucide/svelte/icons/pin';
import { m } from '$lib/paraglide/messages';
import { appKeys } from '../../client/actions/app-keys';
import type { Channel } from '../../api/channel';
import type { AppAction } from '../../client/actions/action-registry.svelte';
import type { ChannelListOptions, ChannelScope } from './channel-list-options';
import { channelScopeLabels } from './facet-labels';
import type { BulkAction } from './bulk-channel-actions.svelte';

interface DirectoryParts {
  /** The selected channels, otherwise the focused row. */
  readonly targets: readonly Channel[];
  readonly choice: ChannelListOptions;
  readonly shows: readonly ChannelScope[];
  readonly fits: (action: BulkAction, channels: readonly Channel[]) => boolean;
  readonly run: (action: BulkAction, channels: readonly Channel[]) => void;
  readonly choose: (choice: ChannelListOptions) => void;
  readonly filter: () => void;
}

/** For two opposite actions, the one that changes something about these channels is offered. */
const pairs = {
  membership: ['join', 'leave'],
  mute: ['mute', 'unmute'],
  pin: ['pin', 'unpin'],
} as const satisfies Record<string, readonly [BulkAction, BulkAction]>;

export function bulkActionOf(
  pair: keyof typeof pairs,
  channels: readonly Channel[],
  fits: DirectoryParts['fits'],
): BulkAction | undefined {
  return pairs[pair].find((action) => fits(action, channels));
}

export const bulkActionLabels: Readonly<Record<BulkAction, () => string>> = {
  join: m.ui_subscribe,
  leave: m.ui_unsubscribe,
  mute: m.ui_mute,
  unmute: m.ui_unmute,
  pin: m.directory_pin,
  unpin: m.directory_unpin,
};

/** Actions of the list of channels. Read reactively. */
export function directoryActions(parts: DirectoryParts): AppAction[] {
  const section = m.channels_title();
  const { targets, choice } = parts;
  const toggle = (
    pair: keyof typeof pairs,
    more: Pick<AppAction, 'icon' | 'shortcut' | 'keywords'>,
  ) => {
    const action = bulkActionOf(pair, targets, parts.fits);
    return {
      ...{ id: `channels-${pair}`, section, ...more, enabled: action !== undefined },
      title: action ? bulkActionLabels[action]() : bulkActionLabels[pairs[pair][0]](),
      run: () => action && parts.run(action, targets),
    };
  };
  return [
    toggle('membership', {
      icon: Check,
      shortcut: appKeys.join,
      keywords: 'join leave subscribe unsubscribe',
    }),
    toggle('mute', { icon: BellOff, shortcut: appKeys.mute, keywords: 'silence' }),
    toggle('pin', { icon: Pin, shortcut: appKeys.pin, keywords: 'top' }),
    {
      ...{ id: 'channels-filter', title: m.directory_facets(), icon: ListFilter, section },
      shortcut: appKeys.filter,
      keywords: 'folder private active traffic size muted pinned',
      run: parts.filter,
    },
    ...parts.shows.map((show) => ({
      ...{ id: `channels-show-${show}`, section, icon: ListFilter },
      title: m.directory_show_only({ name: channelScopeLabels[show]() }),
      enabled: choice.show !== show,
      run: () => parts.choose({ ...choice, show }),
    })),
  ];
}
