import { parseEvent, type ServerEvent } from '../../../src/lib/api/event-types';
import type { Message } from '../../../src/lib/api/read-messages';
import type {
  MessagePageReply,
  MessagePageRequest,
} from '../../../src/lib/features/conversation/list/message-cache';
import {
  narrowIncludes,
  type MessageNarrow,
  type VisibilityPolicies,
} from '../../../src/lib/features/conversation/list/message-narrow';
import { aMessage } from '../../support/state';
import type { Random } from '../sim/random';

const topics = ['logo', 'Colours', 'fonts'];
const channels = [5, 6];

interface Policy {
  readonly stream_id: number;
  readonly topic_name: string;
  readonly visibility_policy: number;
}

export const visibilityPolicies = (policies: readonly Policy[]): VisibilityPolicies => ({
  own: 7,
  isMuted: () => false,
  policyOf: (stream_id, topic) =>
    policies.findLast(
      (one) => one.stream_id === stream_id && one.topic_name.toLowerCase() === topic.toLowerCase(),
    )?.visibility_policy ?? 0,
});

/** Everything a server stores, as simply as possible, and the events of each change. */
export class Server {
  readonly messages = new Map<number, Message>();
  policies: Policy[] = [];
  #next = 100;
  #event = 0;

  constructor(private readonly random: Random) {
    for (let count = random.below(260); count > 0; count--) this.#send();
  }

  /** Makes one change and returns its event. */
  act(): ServerEvent {
    const { random } = this;
    const message = random.pick([...this.messages.values()]);
    const what = message ? random.below(10) : 0;
    if (!message || what <= 2) return this.#announce(this.#send());
    const { id, stream_id = 0, subject } = message;
    switch (what) {
      case 3:
        this.messages.delete(id);
        return this.#announce({
          type: 'delete_message',
          message_ids: [id],
          message_type: 'stream',
        });
      case 4:
      case 5:
        return this.#move(message);
      case 6:
        return this.#edit(message);
      case 7: {
        const flag = random.oneIn(2) ? 'read' : 'starred';
        const all = flag === 'read' && random.oneIn(6);
        const isAdded = all || random.oneIn(2);
        const ids = all ? [...this.messages.keys()] : [id];
        for (const one of ids) this.#flag(one, flag, isAdded);
        const op = isAdded ? 'add' : 'remove';
        return this.#announce({
          type: 'update_message_flags',
          op,
          flag,
          all,
          messages: all ? [] : ids,
        });
      }
      case 8: {
        const emoji = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };
        const own = { ...emoji, user_id: 7 + random.below(2) };
        const has = message.reactions.some(({ user_id }) => user_id === own.user_id);
        const others = message.reactions.filter(({ user_id }) => user_id !== own.user_id);
        this.messages.set(id, { ...message, reactions: has ? others : [...others, own] });
        const op = has ? 'remove' : 'add';
        return this.#announce({ type: 'reaction', op, message_id: id, ...own });
      }
      default: {
        const policy = { stream_id, topic_name: subject, visibility_policy: random.below(4) };
        this.policies = [...this.policies, policy];
        return this.#announce({ type: 'user_topic', ...policy });
      }
    }
  }

  /** https://zulip.com/api/get-messages */
  reply(
    narrow: MessageNarrow,
    { anchor, num_before, num_after }: MessagePageRequest,
  ): MessagePageReply {
    const all = this.held(narrow);
    const at = anchor === 'newest' ? Infinity : anchor;
    const before = all.filter(({ id }) => id < at);
    const from = all.filter(({ id }) => id >= at);
    const hasAnchor = from[0]?.id === at;
    const after = from.slice(0, num_after + (hasAnchor ? 1 : 0));
    const first = num_before === 0 ? [] : before.slice(-num_before);
    return {
      messages: [...first, ...after],
      found_oldest: first.length === before.length && num_before > 0,
      found_newest: after.length === from.length,
    };
  }

  held(narrow: MessageNarrow): readonly Message[] {
    const visibility = visibilityPolicies(this.policies);
    const all = [...this.messages.values()].sort((a, b) => a.id - b.id);
    return all.filter((message) => narrowIncludes(narrow, message, visibility));
  }

  #send() {
    const { random } = this;
    const id = (this.#next += 1 + random.below(3));
    const values = { stream_id: random.pick(channels)!, subject: random.pick(topics)! };
    const flags = random.oneIn(5) ? ['mentioned'] : random.oneIn(3) ? ['read'] : [];
    const message = aMessage(id, { ...values, flags });
    this.messages.set(id, message);
    const { flags: _flags, ...bare } = message;
    return { type: 'message', message: bare, flags };
  }

  #move(message: Message): ServerEvent {
    const { random } = this;
    const { stream_id, subject } = message;
    const isLater = random.oneIn(2);
    const moved = [...this.messages.values()].filter(
      (one) =>
        one.id === message.id ||
        (isLater && one.id > message.id && one.stream_id === stream_id && one.subject === subject),
    );
    const to = { stream_id: random.pick(channels)!, subject: random.pick(topics)! };
    const edit_timestamp = ++this.#event;
    for (const one of moved) {
      this.messages.set(one.id, { ...one, ...to, last_moved_timestamp: edit_timestamp });
    }
    return this.#announce({
      type: 'update_message',
      message_id: message.id,
      message_ids: moved.map(({ id }) => id),
      stream_id,
      orig_subject: subject,
      edit_timestamp,
      flags: message.flags,
      ...(to.subject !== subject && { subject: to.subject }),
      ...(to.stream_id !== stream_id && { new_stream_id: to.stream_id }),
    });
  }

  #edit(message: Message): ServerEvent {
    const { id } = message;
    const edit_timestamp = ++this.#event;
    const content = `Version ${edit_timestamp}`;
    const others = message.flags.filter((flag) => flag !== 'mentioned');
    const flags = this.random.oneIn(3) ? [...others, 'mentioned'] : others;
    const edited = { content, last_edit_timestamp: edit_timestamp, flags };
    this.messages.set(id, { ...message, ...edited });
    return this.#announce({
      type: 'update_message',
      message_id: id,
      message_ids: [id],
      edit_timestamp,
      flags,
      content,
      rendered_content: content,
      rendering_only: false,
    });
  }

  #flag(id: number, flag: string, isAdded: boolean): void {
    const message = this.messages.get(id)!;
    const others = message.flags.filter((one) => one !== flag);
    this.messages.set(id, { ...message, flags: isAdded ? [...others, flag] : others });
  }

  #announce(event: { readonly type: string; readonly [part: string]: unknown }): ServerEvent {
    return parseEvent({ id: ++this.#event, ...event });
  }
}
