import Bookmark from '@lucide/svelte/icons/bookmark';
import ListFilter from '@lucide/svelte/icons/list-filter';
import NotepadText from '@lucide/svelte/icons/notepad-text';
import PenLine from '@lucide/svelte/icons/pen-line';
import UsersRound from '@lucide/svelte/icons/users-round';
import { goto } from '$app/navigation';
import { m } from '$lib/paraglide/messages';
import type { Channel } from '../../api/channel';
import type { SavedSnippet } from '../../api/saved-snippet';
import type { User } from '../../api/user';
import { useAccount, type Account } from '../../client/account/account.svelte';
import { conversationHref } from '../../client/navigation/conversation-address';
import { useRecentConversations } from '../../features/conversation/recent-conversations.svelte';
import { useDrafts } from '../../features/drafts/context';
import type { DraftView } from '../../features/drafts/engine/draft-view';
import type { PaletteEntry, PaletteSource } from '../../features/shell/palette-entries';
import { savedSearchesIn, type SavedSearch } from '../../features/search/saved-searches';
import type { SidebarEntry } from '../../features/sidebar/sidebar-groups';
import { builtInViewEntries } from '../../features/sidebar/view-entries';
import { useSnippetActions } from '../../features/snippets/snippet-actions.svelte';
import { toOneLine } from '../../writing/message-text/to-one-line';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { useLiveUnread } from '../../writing/unread/live-unread.svelte';

/** How many characters of a long text are searched and shown. */
const maxSearchedLength = 300;
/** Recent conversations rank by position among this many. */
const maxRankedConversations = 500;

interface Conversation {
  readonly key: string;
  readonly recipient: MessageRecipient;
}

/**
 * Everything the palette can open, each kind indexed for search; create it during component
 * initialization.
 */
export class AccountPaletteSources {
  readonly #account = useAccount();
  readonly #drafts = useDrafts();
  readonly #snippets = useSnippetActions();
  readonly #recent = useRecentConversations();
  readonly #unread = useLiveUnread();

  readonly #views = $derived.by(() => this.#account.state?.navigation_views);

  // Each list stays the same object while only other parts of the state change.
  readonly #saved = $derived.by(() => savedSearchesIn(this.#views, this.#account.user_id));
  /** All built-in views, including those hidden in the navigation. */
  readonly #built = builtInViewEntries();
  readonly #channels = $derived([...this.#account.channels.values()]);
  readonly #people = $derived(
    [...this.#account.users.values()].filter(({ is_active }) => is_active !== false),
  );
  readonly #conversations = $derived.by(() => {
    const all = new Map<string, Conversation>();
    for (const one of [...(this.#recent.all ?? []), ...this.#unread.conversations]) {
      if (!all.has(one.key)) all.set(one.key, { key: one.key, recipient: one.recipient });
    }
    return [...all.values()];
  });
  readonly #order = $derived(new Map(this.#conversations.map(({ key }, at) => [key, at])));
  /** Leaves out conversations with one person: they are found as people. */
  readonly #shared = $derived(
    this.#conversations.filter(({ recipient: { type, to, topic } }) =>
      type === 'stream' ? topic !== '' : to.length > 1,
    ),
  );

  readonly sources = $derived.by((): readonly PaletteSource[] => {
    const account = this.#account;
    const channels: PaletteSource<Channel> = {
      sign: '#',
      items: this.#channels,
      textOf: ({ name }) => name,
      weightOf: ({ stream_id, is_archived }) =>
        is_archived ? 0 : account.subscriptions.has(stream_id) ? 200 : 50,
      entryOf: channelEntry,
    };
    const shared: PaletteSource<Conversation> = {
      sign: '#',
      items: this.#shared,
      textOf: ({ recipient }) => textOf(recipient, account),
      weightOf: ({ key }) => this.#weightOf(key),
      entryOf: (one) => conversationEntry(one, account),
    };
    const people: PaletteSource<User> = {
      sign: '@',
      items: this.#people,
      textOf: ({ full_name }) => full_name,
      weightOf: ({ user_id }) => Math.max(100, this.#weightOf(`dm ${user_id}`)),
      entryOf: personEntry,
    };
    const drafts: PaletteSource<DraftView> = {
      items: this.#drafts.shown,
      textOf: ({ body }) =>
        `${toOneLine(body.content.slice(0, maxSearchedLength))} ${recipientLabel(body, account)}`,
      weightOf: () => 250,
      entryOf: (draft) => draftEntry(draft),
    };
    const snippets: PaletteSource<SavedSnippet> = {
      items: this.#snippets.all,
      textOf: ({ title }) => title,
      weightOf: () => 150,
      entryOf: snippetEntry,
    };
    const saved: PaletteSource<SavedSearch> = {
      items: this.#saved,
      textOf: ({ name }) => name,
      weightOf: () => 300,
      entryOf: savedSearchEntry,
    };
    const views: PaletteSource<SidebarEntry> = {
      items: this.#built,
      textOf: ({ label }) => label,
      weightOf: () => 300,
      entryOf: viewEntry,
    };
    // The item type of each source is consistent in itself; the array needs one type for all.
    return [
      views,
      channels,
      shared,
      people,
      drafts,
      snippets,
      saved,
    ] as unknown as readonly PaletteSource[];
  });

  /** Recent conversations, newest first, without the one at `here`, the current URL. */
  recent(most: number, here: string): readonly PaletteEntry[] {
    return (this.#recent.all ?? [])
      .filter(({ recipient }) => conversationHref(recipient) !== here)
      .slice(0, most)
      .map((one) => conversationEntry(one, this.#account));
  }

  #weightOf(key: string): number {
    const at = this.#order.get(key);
    return at === undefined ? 0 : 999 - Math.min(at, maxRankedConversations);
  }
}

function textOf(recipient: MessageRecipient, account: Account): string {
  const channel = account.channels.get(recipient.to[0] ?? 0)?.name ?? '';
  return recipient.type === 'stream'
    ? `${recipient.topic} ${channel}`
    : recipientLabel(recipient, account);
}

function viewEntry({ key, label, href }: SidebarEntry): PaletteEntry {
  const run = () => void goto(href);
  return { id: key, title: label, section: m.shell_section_go(), icon: ListFilter, run };
}

function channelEntry({ stream_id, name, is_archived }: Channel): PaletteEntry {
  return {
    id: `channel-${stream_id}`,
    title: name,
    section: is_archived ? m.shell_palette_channel_archived() : m.shell_palette_channel(),
    channel: stream_id,
    run: () => void goto(`/feed/channel/${stream_id}`),
  };
}

function conversationEntry({ key, recipient }: Conversation, account: Account): PaletteEntry {
  const { type, to, topic } = recipient;
  const run = () => void goto(conversationHref(recipient) ?? '/recent');
  if (type === 'stream') {
    const channel = to[0] ?? 0;
    const section = account.channels.get(channel)?.name ?? m.shell_palette_channel();
    const title = topic || (account.state?.realm_empty_topic_display_name ?? section);
    return { id: `conversation-${key}`, title, section, channel, run };
  }
  const [person] = to;
  const mark = to.length === 1 && person !== undefined ? { person } : { icon: UsersRound };
  const title = recipientLabel(recipient, account);
  return { id: `conversation-${key}`, title, section: m.ui_direct_messages(), ...mark, run };
}

function personEntry({ user_id, full_name }: User): PaletteEntry {
  const href = conversationHref({ type: 'private', to: [user_id], topic: '' });
  return {
    id: `person-${user_id}`,
    title: full_name,
    section: m.shell_palette_person(),
    person: user_id,
    run: () => void goto(href ?? '/recent'),
    other: { title: m.people_palette(), run: () => void goto(`/people/${user_id}`) },
  };
}

function draftEntry({ key, body }: DraftView): PaletteEntry {
  return {
    id: `draft-${key}`,
    title: toOneLine(body.content.slice(0, maxSearchedLength)) || m.shell_palette_draft_empty(),
    section: m.shell_palette_draft(),
    icon: PenLine,
    run: () => void goto(`/drafts?draft=${encodeURIComponent(key)}`),
  };
}

function snippetEntry({ id, title }: SavedSnippet): PaletteEntry {
  return {
    id: `snippet-${id}`,
    title,
    section: m.shell_palette_snippet(),
    icon: NotepadText,
    run: () => void goto(`/snippets?snippet=${id}`),
  };
}

function savedSearchEntry({ view, name, href }: SavedSearch): PaletteEntry {
  return {
    id: `saved-${view.fragment}`,
    title: name,
    section: m.shell_palette_saved(),
    icon: Bookmark,
    run: () => void goto(href),
  };
}
