import { foldCase } from '../../../api/fold-case';
import { getLocale } from '$lib/paraglide/runtime';
import { m } from '$lib/paraglide/messages';
import { levelOf } from '../../../api/level';
import { inConversation } from '../../../api/narrow';
import { getMessages } from '../../../api/read-messages';
import { getStreamTopics, getSubscribers } from '../../../api/streams';
import type { Account } from '../../../client/account.svelte';
import { readHelp } from '../../../client/help';
import { absoluteTime } from '../../../time/format';
import { loadReaders, type Reader } from '../../../time/languages';
import { readTime } from '../../../time/typed';
import { offsetAt } from '../../../time/place';
import { wallAt } from '../../../time/zones';
import { styleOf } from '../../../time/style';
import { partnersOf } from '../../../writing/partners';
import { isInAny } from '../../../writing/permission';
import type { Recipient } from '../../../writing/recipient';
import { offerForFace, offersFor } from '../emoji/offer';
import { nearnessOf } from './nearness';
import type { Near } from './options';
import { readRecentPeople } from './recent-people';
import type { Trigger } from './trigger';

/** How many messages back somebody counts as taking part in a topic. */
const lately = 50;

/** What completion knows beyond the directory, fetched when it is first of use. */
export class Surroundings {
  readonly #account: Account;
  #readers = $state.raw<readonly Reader[]>([]);
  #topics = $state.raw<ReadonlyMap<number, readonly string[]>>(new Map());
  #people = $state.raw<ReadonlyMap<string, ReadonlyMap<number, number>>>(new Map());
  #members = $state.raw<ReadonlyMap<number, ReadonlySet<number>>>(new Map());
  /** The answers of which `#topics` has the names. */
  readonly #told = new Map<number, unknown>();
  readonly #asked = new Set<string>();

  constructor(account: Account) {
    this.#account = account;
  }

  /** Those mentioned lately, then those written to. */
  get #recent(): readonly number[] {
    const partners = partnersOf(this.#account.state?.recent_private_conversations);
    return [...new Set([...readRecentPeople(this.#account.id), ...partners.keys()])];
  }

  /** Begins to fetch what completes this; what fails is fetched again at a later key. */
  want(trigger: Trigger, recipient: Recipient): void {
    if (trigger.kind === 'time') {
      const { locale } = styleOf(this.#account);
      void this.#once('time', async () => (this.#readers = await loadReaders(locale)));
    } else if (trigger.kind === 'topic') {
      const id = this.#channelId(trigger.channel);
      // New ones come: what is known is asked again as often as its answer ages.
      if (id !== undefined) void this.#readTopics(id).catch(() => undefined);
    } else if (trigger.kind === 'mention' && recipient.type === 'stream') {
      const [id] = recipient.to;
      void this.#once(keyOf(recipient), () => this.#readPeople(recipient));
      if (id !== undefined) void this.#once(`members ${id}`, () => this.#readMembers(id));
    }
  }

  near(trigger: Trigger, recipient: Recipient): Near {
    const id = trigger.kind === 'topic' ? this.#channelId(trigger.channel) : undefined;
    const isDirect = recipient.type === 'private';
    return {
      nearness: nearnessOf({
        participants: isDirect
          ? new Map(recipient.to.map((user_id) => [user_id, 0]))
          : this.#people.get(keyOf(recipient)),
        members: isDirect ? undefined : this.#members.get(recipient.to[0] ?? 0),
        recent: this.#recent,
      }),
      subscribed: this.#account.subscriptions,
      topics: (id !== undefined && this.#topics.get(id)) || [],
      emoji: (query, most) => offersFor(this.#account, query, most),
      face: (face) =>
        this.#account.setting('translate_emoticons') ? undefined : offerForFace(face),
      isChannel: recipient.type === 'stream',
      mayMention: ({ can_mention_group }) => isInAny([can_mention_group], this.#account) ?? true,
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
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    await fetchIt().catch(() => this.#asked.delete(key));
  }

  async #readTopics(stream_id: number): Promise<void> {
    const { topics } = await readHelp(this.#account, getStreamTopics, {
      stream_id,
      allow_empty_topic_name: true,
    });
    if (this.#told.get(stream_id) === topics) return;
    this.#told.set(stream_id, topics);
    const names = topics.map(({ name }) => name).filter(Boolean);
    this.#topics = new Map([...this.#topics, [stream_id, names]]);
  }

  async #readMembers(stream_id: number): Promise<void> {
    const { subscribers } = await readHelp(this.#account, getSubscribers, { stream_id });
    this.#members = new Map([...this.#members, [stream_id, new Set(subscribers)]]);
  }

  /** Those who wrote in the topic lately, the last one nearest. */
  async #readPeople(recipient: Recipient): Promise<void> {
    const { messages } = await readHelp(this.#account, getMessages, {
      anchor: 'newest',
      num_before: lately,
      num_after: 0,
      apply_markdown: false,
      allow_empty_topic_name: true,
      narrow: inConversation(recipient),
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

  /** The time that a phrase means, now where there is none; in the account's own zone. */
  #times(query: string) {
    const style = styleOf(this.#account);
    const now = Math.floor(Date.now() / 1000);
    const context = { now, zone: style.zone, locale: getLocale(), readers: this.#readers };
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

const keyOf = ({ to, topic }: Recipient) => `people ${to[0]} ${foldCase(topic)}`;

/** ISO 8601 with the zone's offset at that time. */
function isoTime(timestamp: number, zone: string): string {
  const { year, month, day, hour, minute, second } = wallAt(timestamp, zone);
  const two = (number: number) => String(number).padStart(2, '0');
  const offset = Math.round(offsetAt(timestamp, zone) / 60);
  const size = Math.abs(offset);
  const away = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${away}`;
}
