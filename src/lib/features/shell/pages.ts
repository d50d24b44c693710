import Clock from '@lucide/svelte/icons/clock';
import PenLine from '@lucide/svelte/icons/pen-line';
import { m } from '$lib/paraglide/messages';
import type { Icon } from '../../ui/icon';

export interface Page {
  readonly href: `/${string}`;
  readonly title: () => string;
  readonly icon: Icon;
  readonly shortcut: string;
}

/** What navigation, bottom bar and palette lead to, in this order. Only pages that exist. */
export const pages: readonly Page[] = [
  { href: '/drafts', title: m.shell_drafts, icon: PenLine, shortcut: 'D' },
  { href: '/scheduled', title: m.shell_scheduled, icon: Clock, shortcut: 'Shift+T' },
];
