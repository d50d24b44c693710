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
import { appKeys } from '../../client/actions/app-keys';
import type { IconComponent } from '../../ui/icon';

export type SidebarLoader = () => Promise<{ default: Component }>;

export interface ShellPage {
  readonly href: `/${string}`;
  readonly title: () => string;
  readonly icon: IconComponent;
  readonly shortcut: string;
  /** Name of the page among the account's navigation views, which can hide it. */
  readonly view?: string;
  /** Rarely visited pages, linked only from the account menu. */
  readonly isSeldom?: boolean;
}

/** The count shown after a page's title. */
export interface PageCount {
  readonly count: number;
  /** Number of messages that could not be sent; shown in red instead of the count. */
  readonly failed?: number;
  /** There are some, but their number doesn't matter. */
  readonly some?: boolean;
}

/** Pages in navigation, bottom bar and palette, in this order. */
export const shellPages: readonly ShellPage[] = [
  { href: '/inbox', title: m.ui_inbox, icon: Inbox, shortcut: appKeys.goToInbox, view: 'inbox' },
  {
    href: '/drafts',
    title: m.ui_drafts,
    icon: PenLine,
    shortcut: appKeys.goToDrafts,
    view: 'drafts',
  },
  { href: '/scheduled', title: m.ui_scheduled, icon: Clock, shortcut: appKeys.goToScheduled },
  { href: '/snippets', title: m.ui_snippets, icon: NotepadText, shortcut: appKeys.goToSnippets },
  { href: '/search', title: m.search_title, icon: TextSearch, shortcut: appKeys.goToSearch },
  {
    href: '/conversation',
    title: m.conversation_title,
    icon: MessagesSquare,
    shortcut: appKeys.goToMessages,
    isSeldom: true,
  },
  { href: '/channels', title: m.channels_title, icon: Hash, shortcut: appKeys.goToChannels },
  { href: '/people', title: m.people_title, icon: UsersRound, shortcut: appKeys.goToPeople },
  {
    href: '/organization',
    title: m.organization_title,
    icon: Building2,
    shortcut: appKeys.goToOrganization,
    isSeldom: true,
  },
];

/** Pages of the navigation, without the navigation views that the account hides. */
export const pagesExcept = (hidden: ReadonlySet<string>): readonly ShellPage[] =>
  shellPages.filter(({ view, isSeldom }) => !isSeldom && (view === undefined || !hidden.has(view)));

/** This many pages fit into a phone's bottom bar; the account menu lists the others. */
export const maxBottomBarPages = 3;
