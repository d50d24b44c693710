import Building2 from '@lucide/svelte/icons/building-2';
import Clock from '@lucide/svelte/icons/clock';
import Inbox from '@lucide/svelte/icons/inbox';
import PenLine from '@lucide/svelte/icons/pen-line';
import MessagesSquare from '@lucide/svelte/icons/messages-square';
import Hash from '@lucide/svelte/icons/hash';
import NotepadText from '@lucide/svelte/icons/notepad-text';
import UsersRound from '@lucide/svelte/icons/users-round';
import TextSearch from '@lucide/svelte/icons/text-search';
import type { Component } from 'svelte';
import { m } from '$lib/paraglide/messages';
import type { IconComponent } from '../../ui/icon';

export type SidebarLoader = () => Promise<{ default: Component }>;

export interface ShellPage {
  readonly href: `/${string}`;
  readonly title: () => string;
  readonly icon: IconComponent;
  readonly shortcut: string;
  /** As the account's navigation views call it, which may hide it. */
  readonly view?: string;
  /** Of those that one goes to seldom: the account's menu leads there. */
  readonly isSeldom?: boolean;
}

/** What stands behind a page's title. */
export interface PageCount {
  readonly count: number;
  /** Of what was to go out, and did not: shown in its place, in red. */
  readonly failed?: number;
  /** There are some, whose number does not matter. */
  readonly some?: boolean;
}

/** What navigation, bottom bar and palette lead to, in this order. Only pages that exist. */
export const shellPages: readonly ShellPage[] = [
  { href: '/inbox', title: m.ui_inbox, icon: Inbox, shortcut: 'Shift+I', view: 'inbox' },
  { href: '/drafts', title: m.ui_drafts, icon: PenLine, shortcut: 'D', view: 'drafts' },
  { href: '/scheduled', title: m.ui_scheduled, icon: Clock, shortcut: 'Shift+T' },
  { href: '/snippets', title: m.ui_snippets, icon: NotepadText, shortcut: "'" },
  { href: '/search', title: m.search_title, icon: TextSearch, shortcut: '/' },
  {
    href: '/conversation',
    title: m.conversation_title,
    icon: MessagesSquare,
    shortcut: 'I',
    isSeldom: true,
  },
  { href: '/channels', title: m.channels_title, icon: Hash, shortcut: 'Shift+S' },
  { href: '/people', title: m.people_title, icon: UsersRound, shortcut: 'Shift+P' },
  {
    href: '/organization',
    title: m.organization_title,
    icon: Building2,
    shortcut: 'Shift+G',
    isSeldom: true,
  },
];

/** As many have room in the bar of a phone; the account's menu there leads to the others. */
export const maxBottomBarPages = 3;
