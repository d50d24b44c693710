import Bell from '@lucide/svelte/icons/bell';
import BellOff from '@lucide/svelte/icons/bell-off';
import LogIn from '@lucide/svelte/icons/log-in';
import LogOut from '@lucide/svelte/icons/log-out';
import Pin from '@lucide/svelte/icons/pin';
import { m } from '$lib/paraglide/messages';
import type { Channel, Subscription } from '../../api/channel';
import type { AppAction } from '../../client/actions/action-registry.svelte';

interface ChannelPaneHandlers {
  readonly join: () => void;
  readonly leave: () => void;
  /** Whether `leave` asks for confirmation first. */
  readonly asksToLeave: boolean;
  /** `text` is the toast on success. */
  readonly set: (property: 'is_muted' | 'pin_to_top', value: boolean, text: string) => void;
}

/** Actions on the open channel. */
export function channelPaneActions(
  { name, is_archived }: Channel,
  subscription: Subscription | undefined,
  { join, leave, asksToLeave, set }: ChannelPaneHandlers,
): AppAction[] {
  const section = m.channels_title();
  if (is_archived) return [];
  if (!subscription) {
    const action = { id: 'channel-join', title: m.channel_join({ name }), icon: LogIn, section };
    return [{ ...action, keywords: 'subscribe join', run: join }];
  }
  const { is_muted, pin_to_top } = subscription;
  const muted = is_muted ? m.channel_unmuted({ name }) : m.channel_muted({ name });
  const pinned = pin_to_top ? m.channel_unpinned({ name }) : m.channel_pinned({ name });
  return [
    {
      ...{ id: 'channel-leave', icon: LogOut, section },
      title: asksToLeave
        ? m.ui_asks({ action: m.channel_leave({ name }) })
        : m.channel_leave({ name }),
      keywords: 'unsubscribe leave',
      run: leave,
    },
    {
      ...{ id: 'channel-mute', icon: is_muted ? Bell : BellOff, section },
      title: is_muted ? m.channel_unmute({ name }) : m.channel_mute({ name }),
      run: () => set('is_muted', !is_muted, muted),
    },
    {
      ...{ id: 'channel-pin', icon: Pin, section },
      title: pin_to_top ? m.channel_unpin({ name }) : m.channel_pin({ name }),
      run: () => set('pin_to_top', !pin_to_top, pinned),
    },
  ];
}
