import Building2 from '@lucide/svelte/icons/building-2';
import Clock from '@lucide/svelte/icons/clock';
import PenLine from '@lucide/svelte/icons/pen-line';
import Send from '@lucide/svelte/icons/send';
import MessagesSquare from '@lucide/svelte/icons/messages-square';
import Hash from '@lucide/svelte/icons/hash';
import NotepadText from '@lucide/svelte/icons/notepad-text';
import { m } from '$lib/paraglide/messages';
import type { Icon } from '../../ui/icon';

export interface Page {
  readonly href: `/${string}`;
  readonly title: () => string;
  readonly icon: Icon;
  readonly shortcut: string;
}

/** What stands behind a page's title. */
export interface PageCount {
  readonly count: number;
  /** Of what was to go out, and did not: shown in its place, in red. */
  readonly failed?: number;
}

/** What navigation, bottom bar and palette lead to, in this order. Only pages that exist. */
export const pages: readonly Page[] = [
  { href: '/conversation', title: m.conversation_title, icon: MessagesSquare, shortcut: 'I' },
  { href: '/drafts', title: m.shell_drafts, icon: PenLine, shortcut: 'D' },
  { href: '/scheduled', title: m.shell_scheduled, icon: Clock, shortcut: 'Shift+T' },
  { href: '/outgoing', title: m.shell_outgoing, icon: Send, shortcut: 'Shift+O' },
  { href: '/snippets', title: m.shell_snippets, icon: NotepadText, shortcut: "'" },
  { href: '/channels', title: m.channels_title, icon: Hash, shortcut: 'Shift+S' },
  { href: '/organization', title: m.organization_title, icon: Building2, shortcut: 'Shift+G' },
];

/** As many have room in the bar of a phone; the account's menu there leads to the others. */
export const pagesInBar = 4;
