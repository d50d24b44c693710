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
import { useAccount, type Account } from '../../client/account.svelte';
import { conversationHref } from '../../client/conversation-address';
import { useRecentConversations } from '../../features/conversation/recent.svelte';
import { useDrafts } from '../../features/drafts/context';
import type { DraftView } from '../../features/drafts/engine/view';
import type { Place, PlaceSource } from '../../features/shell/places';
import { savedSearches, type SavedSearch } from '../../features/search/saved-searches';
import type { Entry } from '../../features/sidebar/model';
import { builtInViews } from '../../features/sidebar/views';
import { useSnippetDesk } from '../../features/snippets/desk.svelte';
import { inOneLine } from '../../writing/one-line';
import type { Recipient } from '../../writing/recipient';
import { recipientWords } from '../../writing/recipient-words';
import { useUnread } from '../../writing/unread.svelte';

/** How much of a long text is searched, and shown. */
const looked = 300;
/** What has been used lately counts by its place among so many. */
const latest = 500;

interface Conversation {
  readonly key: string;
  readonly recipient: Recipient;
}

/** All that the palette leads to, each kind ready to be searched; to be asked for while a component starts. */
export class Places {
  readonly #account = useAccount();
  readonly #drafts = useDrafts();
  readonly #snippets = useSnippetDesk();
  readonly #recent = useRecentConversations();
  readonly #unread = useUnread();

  readonly #views = $derived.by(() => this.#account.state?.navigation_views);

  // Each list stays the same while only other parts of the state change.
  readonly #saved = $derived.by(() => savedSearches(this.#views, this.#account.user_id));
  /** All that every account has, those that it hides in the navigation as well. */
  readonly #built = builtInViews();
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
  /** A person alone is found among the people. */
  readonly #shared = $derived(
    this.#conversations.filter(({ recipient: { type, to, topic } }) =>
      type === 'stream' ? topic !== '' : to.length > 1,
    ),
  );

  readonly sources = $derived.by((): readonly PlaceSource[] => {
    const account = this.#account;
    const channels: PlaceSource<Channel> = {
      sign: '#',
      items: this.#channels,
      textOf: ({ name }) => name,
      weightOf: ({ stream_id, is_archived }) =>
        is_archived ? 0 : account.subscriptions.has(stream_id) ? 200 : 50,
      placeOf: channelPlace,
    };
    const shared: PlaceSource<Conversation> = {
      sign: '#',
      items: this.#shared,
      textOf: ({ recipient }) => textOf(recipient, account),
      weightOf: ({ key }) => this.#weightOf(key),
      placeOf: (one) => conversationPlace(one, account),
    };
    const people: PlaceSource<User> = {
      sign: '@',
      items: this.#people,
      textOf: ({ full_name }) => full_name,
      weightOf: ({ user_id }) => Math.max(100, this.#weightOf(`dm ${user_id}`)),
      placeOf: personPlace,
    };
    const drafts: PlaceSource<DraftView> = {
      items: this.#drafts.shown,
      textOf: ({ body }) =>
        `${inOneLine(body.content.slice(0, looked))} ${recipientWords(body, account)}`,
      weightOf: () => 250,
      placeOf: (draft) => draftPlace(draft),
    };
    const snippets: PlaceSource<SavedSnippet> = {
      items: this.#snippets.all,
      textOf: ({ title }) => title,
      weightOf: () => 150,
      placeOf: snippetPlace,
    };
    const saved: PlaceSource<SavedSearch> = {
      items: this.#saved,
      textOf: ({ name }) => name,
      weightOf: () => 300,
      placeOf: savedPlace,
    };
    const views: PlaceSource<Entry> = {
      items: this.#built,
      textOf: ({ label }) => label,
      weightOf: () => 300,
      placeOf: viewPlace,
    };
    // What each takes is what it gives: a list of them has one type for all.
    return [
      views,
      channels,
      shared,
      people,
      drafts,
      snippets,
      saved,
    ] as unknown as readonly PlaceSource[];
  });

  /** The conversations one was in lately, the last first; `here` is the address of this page. */
  recent(most: number, here: string): readonly Place[] {
    return (this.#recent.all ?? [])
      .filter(({ recipient }) => conversationHref(recipient) !== here)
      .slice(0, most)
      .map((one) => conversationPlace(one, this.#account));
  }

  #weightOf(key: string): number {
    const at = this.#order.get(key);
    return at === undefined ? 0 : 999 - Math.min(at, latest);
  }
}

function textOf(recipient: Recipient, account: Account): string {
  const channel = account.channels.get(recipient.to[0] ?? 0)?.name ?? '';
  return recipient.type === 'stream'
    ? `${recipient.topic} ${channel}`
    : recipientWords(recipient, account);
}

function viewPlace({ key, label, href }: Entry): Place {
  const run = () => void goto(href);
  return { id: key, title: label, section: m.shell_section_go(), icon: ListFilter, run };
}

function channelPlace({ stream_id, name, is_archived }: Channel): Place {
  return {
    id: `channel-${stream_id}`,
    title: name,
    section: is_archived ? m.shell_palette_channel_archived() : m.shell_palette_channel(),
    channel: stream_id,
    run: () => void goto(`/feed/channel/${stream_id}`),
  };
}

function conversationPlace({ key, recipient }: Conversation, account: Account): Place {
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
  const title = recipientWords(recipient, account);
  return { id: `conversation-${key}`, title, section: m.shell_palette_direct(), ...mark, run };
}

function personPlace({ user_id, full_name }: User): Place {
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

function draftPlace({ key, body }: DraftView): Place {
  return {
    id: `draft-${key}`,
    title: inOneLine(body.content.slice(0, looked)) || m.shell_palette_draft_empty(),
    section: m.shell_palette_draft(),
    icon: PenLine,
    run: () => void goto(`/drafts?draft=${encodeURIComponent(key)}`),
  };
}

function snippetPlace({ id, title }: SavedSnippet): Place {
  return {
    id: `snippet-${id}`,
    title,
    section: m.shell_palette_snippet(),
    icon: NotepadText,
    run: () => void goto(`/snippets?snippet=${id}`),
  };
}

function savedPlace({ view, name, href }: SavedSearch): Place {
  return {
    id: `saved-${view.fragment}`,
    title: name,
    section: m.shell_palette_saved(),
    icon: Bookmark,
    run: () => void goto(href),
  };
}
