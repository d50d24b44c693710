import BellOff from '@lucide/svelte/icons/bell-off';
import Check from '@lucide/svelte/icons/check';
import ListFilter from '@lucide/svelte/icons/list-filter';
import Pin from '@lucide/svelte/icons/pin';
import { m } from '$lib/paraglide/messages';
import type { Channel } from '../../api/channel';
import type { Action } from '../../client/actions.svelte';
import type { Choice, Show } from './choice';
import { showWords } from './facet-words';
import type { Deed } from './many.svelte';

interface DirectoryParts {
  /** What is selected, else the row under the keyboard. */
  readonly targets: readonly Channel[];
  readonly choice: Choice;
  readonly shows: readonly Show[];
  readonly fits: (deed: Deed, channels: readonly Channel[]) => boolean;
  readonly run: (deed: Deed, channels: readonly Channel[]) => void;
  readonly choose: (choice: Choice) => void;
  readonly filter: () => void;
}

/** Of two deeds that take each other back the one that changes something of these channels. */
const pairs = {
  membership: ['join', 'leave'],
  mute: ['mute', 'unmute'],
  pin: ['pin', 'unpin'],
} as const satisfies Record<string, readonly [Deed, Deed]>;

export function deedOf(
  pair: keyof typeof pairs,
  channels: readonly Channel[],
  fits: DirectoryParts['fits'],
): Deed | undefined {
  return pairs[pair].find((deed) => fits(deed, channels));
}

export const deedWords: Readonly<Record<Deed, () => string>> = {
  join: m.directory_join,
  leave: m.directory_leave,
  mute: m.directory_mute,
  unmute: m.directory_unmute,
  pin: m.directory_pin,
  unpin: m.directory_unpin,
};

/** What can be done in the list of channels. Read reactively. */
export function directoryActions(parts: DirectoryParts): Action[] {
  const section = m.channels_title();
  const { targets, choice } = parts;
  const toggle = (
    pair: keyof typeof pairs,
    more: Pick<Action, 'icon' | 'shortcut' | 'keywords'>,
  ) => {
    const deed = deedOf(pair, targets, parts.fits);
    return {
      ...{ id: `channels-${pair}`, section, ...more, enabled: deed !== undefined },
      title: deed ? deedWords[deed]() : deedWords[pairs[pair][0]](),
      run: () => deed && parts.run(deed, targets),
    };
  };
  return [
    toggle('membership', {
      icon: Check,
      shortcut: 'S',
      keywords: 'join leave subscribe unsubscribe',
    }),
    toggle('mute', { icon: BellOff, shortcut: 'Shift+M', keywords: 'silence' }),
    toggle('pin', { icon: Pin, shortcut: 'P', keywords: 'top' }),
    {
      ...{ id: 'channels-filter', title: m.directory_facets(), icon: ListFilter, section },
      shortcut: 'F',
      keywords: 'folder private active traffic size muted pinned',
      run: parts.filter,
    },
    ...parts.shows.map((show) => ({
      ...{ id: `channels-show-${show}`, section, icon: ListFilter },
      title: m.directory_show_only({ name: showWords[show]() }),
      enabled: choice.show !== show,
      run: () => parts.choose({ ...choice, show }),
    })),
  ];
}
