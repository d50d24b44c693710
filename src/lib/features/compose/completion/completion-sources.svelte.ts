import { foldCase } from '../../../api/fold-case';
import { getLocale } from '$lib/paraglide/runtime';
import { m } from '$lib/paraglide/messages';
import { levelOf } from '../../../api/feature-level';
import { conversationNarrow } from '../../../api/narrow';
import { getMessages } from '../../../api/read-messages';
import { getStreamTopics, getSubscribers } from '../../../api/streams';
import type { Account } from '../../../client/account/account.svelte';
import { readOptional } from '../../../client/account/optional-reads';
import { absoluteTime } from '../../../time/format-time';
import { loadDateParsers, type DateParser } from '../../../time/date-parsers';
import { readTime } from '../../../time/read-time';
import { utcOffsetAt } from '../../../time/resolve-wall-time';
import { wallTimeAt } from '../../../time/zones';
import { timeStyleOf } from '../../../time/time-style';
import { directMessagePartnersOf } from '../../../writing/recipients/direct-message-partners';
import type { MessageRecipient } from '../../../writing/recipients/recipient';
import { emojiForEmoticon, emojiSuggestionsFor } from '../emoji/emoji-suggestions';
import { proximityScoreOf } from './proximity';
import type { CompletionContext } from './completion-options';
import { readRecentPeople } from './recent-people';
import type { CompletionTrigger } from './completion-trigger';
import { canMentionGroup } from '../../../api/permissions/group';
import { accountPermissions } from '../../../writing/permissions/account-permissions';

/** Number of recent messages whose senders count as taking part in a topic. */
const lately = 50;

/** Data for completion beyond the directory, fetched on first use. */
export class CompletionSources {
  readonly #account: Account;
  #readers = $state.raw<readonly DateParser[]>([]);
  #topics = $state.raw<ReadonlyMap<number, readonly string[]>>(new Map());
  #people = $state.raw<ReadonlyMap<string, ReadonlyMap<number, number>>>(new Map());
  #members = $state.raw<ReadonlyMap<number, ReadonlySet<number>>>(new Map());
  /** Reply from which `#topics` was built, to skip unchanged ones. */
  readonly #loaded = new Map<number, unknown>();
  readonly #requested = new Set<string>();

  constructor(account: Account) {
    this.#account = account;
  }

  /** People mentioned recently, then direct message partners. */
  get #recent(): readonly number[] {
    const partners = directMessagePartnersOf(this.#account.state?.recent_private_conversations);
    return [...new Set([...readRecentPeople(this.#account.id), ...partners.keys()])];
  }

  /** Starts fetching the data for this trigger. A failed request is retried at a later key. */
  prefetch(trigger: CompletionTrigger, recipient: MessageRecipient): void {
    if (trigger.kind === 'time') {
      const { locale } = timeStyleOf(this.#account);
      void this.#once('time', async () => (this.#readers = await loadDateParsers(locale)));
    } else if (trigger.kind === 'topic') {
      const id = this.#channelId(trigger.channel);
      // Topics change: a cached list is fetched again as soon as it is stale.
      if (id !== undefined) void this.#readTopics(id).catch(() => undefined);
    } else if (trigger.kind === 'mention' && recipient.type === 'stream') {
      const [id] = recipient.to;
      void this.#once(keyOf(recipient), () => this.#readPeople(recipient));
      if (id !== undefined) void this.#once(`members ${id}`, () => this.#readMembers(id));
    }
  }

  contextFor(trigger: CompletionTrigger, recipient: MessageRecipient): CompletionContext {
    const id = trigger.kind === 'topic' ? this.#channelId(trigger.channel) : undefined;
    const isDirect = recipient.type === 'private';
    return {
      proximity: proximityScoreOf({
        participants: isDirect
          ? new Map(recipient.to.map((user_id) => [user_id, 0]))
          : this.#people.get(keyOf(recipient)),
        members: isDirect ? undefined : this.#members.get(recipient.to[0] ?? 0),
        recent: this.#recent,
      }),
      subscribed: this.#account.subscriptions,
      topics: (id !== undefined && this.#topics.get(id)) || [],
      emoji: (query, most) => emojiSuggestionsFor(this.#account, query, most),
      emoticon: (face) =>
        this.#account.setting('translate_emoticons') ? undefined : emojiForEmoticon(face),
      isChannel: recipient.type === 'stream',
      canMention: (group) => canMentionGroup(accountPermissions(this.#account), group),
      times: (query) => this.#times(query),
      level: levelOf(this.#account.state),
      words: {
        all: m.compose_complete_all(),
        topic: m.compose_complete_topic(),
        group: m.compose_complete_group(),
        me: m.compose_complete_me(),
        poll: m.compose_complete_poll(),
        todo: m.compose_complete_todo(),
      },
    };
  }

  async #once(key: string, fetchIt: () => Promise<unknown>): Promise<void> {
    if (this.#requested.has(key)) return;
    this.#requested.add(key);
    await fetchIt().catch(() => this.#requested.delete(key));
  }

  async #readTopics(stream_id: number): Promise<void> {
    const { topics } = await readOptional(this.#account, getStreamTopics, {
      stream_id,
      allow_empty_topic_name: true,
    });
    if (this.#loaded.get(stream_id) === topics) return;
    this.#loaded.set(stream_id, topics);
    const names = topics.map(({ name }) => name).filter(Boolean);
    this.#topics = new Map([...this.#topics, [stream_id, names]]);
  }

  async #readMembers(stream_id: number): Promise<void> {
    const { subscribers } = await readOptional(this.#account, getSubscribers, { stream_id });
    this.#members = new Map([...this.#members, [stream_id, new Set(subscribers)]]);
  }

  /** Recent senders in the topic; the latest ranks highest. */
  async #readPeople(recipient: MessageRecipient): Promise<void> {
    const { messages } = await readOptional(this.#account, getMessages, {
      anchor: 'newest',
      num_before: lately,
      num_after: 0,
      apply_markdown: false,
      allow_empty_topic_name: true,
      narrow: conversationNarrow(recipient),
    });
    const people = new Map(messages.map(({ sender_id }, at) => [sender_id, at / lately]));
    this.#people = new Map([...this.#people, [keyOf(recipient), people]]);
  }

  #channelId(name: string): number | undefined {
    const all = [...this.#account.channels.values()];
    const exact = all.find((channel) => channel.name === name);
    if (exact) return exact.stream_id;
    const folded = foldCase(name);
    return all.find((channel) => foldCase(channel.name) === folded)?.stream_id;
  }

  /**
   * The times that a phrase can mean, or the current time if it is empty, in the account's time
   * zone.
   */
  #times(query: string) {
    const style = timeStyleOf(this.#account);
    const now = Math.floor(Date.now() / 1000);
    const context = { now, zone: style.zone, locale: getLocale(), parsers: this.#readers };
    const typed = query.trim() ? readTime(query, context) : undefined;
    if (typed?.fit === 'refused') return [];
    const minute = now - (now % 60);
    const times = typed
      ? [typed.timestamp, ...(typed.fit === 'doubled' ? [typed.second] : [])]
      : [minute];
    return times.map((at) => ({
      label: absoluteTime(at, now, style, true),
      iso: isoTime(at, style.zone),
    }));
  }
}

const keyOf = ({ to, topic }: MessageRecipient) => `people ${to[0]} ${foldCase(topic)}`;

/** ISO 8601 with the zone's offset at that time. */
function isoTime(timestamp: number, zone: string): string {
  const { year, month, day, hour, minute, second } = wallTimeAt(timestamp, zone);
  const two = (number: number) => String(number).padStart(2, '0');
  const offset = Math.round(utcOffsetAt(timestamp, zone) / 60);
  const size = Math.abs(offset);
  const away = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${away}`;
}
