import { untrack } from 'svelte';
import type { ServerEvent } from '../../api/event-types';
import type { NarrowTerm } from '../../api/narrow';
import { checkMessagesMatchNarrow, getMessages, type FoundMessage } from '../../api/read-messages';
import type { Account } from '../../client/account.svelte';

const page = 50;
/** The most that are read anew at once. */
const mostAgain = 1000;

/**
 * The messages that a narrow finds, newest first. Those that come while it is shown join where the
 * server says that it holds them, too. Make one while a component starts.
 */
export class FoundMessages {
  #messages = $state.raw<readonly FoundMessage[]>([]);
  #hasBegun = $state(false);
  #isLoading = $state(false);
  #failure = $state.raw<unknown>();
  #isWhole = $state(false);
  /** Something has changed while it was read. */
  #isStale = false;
  readonly #gone = new Set<number>();
  readonly #stop = new AbortController();

  constructor(
    private readonly account: Account,
    private readonly narrow: readonly NarrowTerm[],
    /** What it had found when it was shown last: it is there at once, and read anew. */
    before?: { readonly messages: readonly FoundMessage[]; readonly isWhole: boolean },
  ) {
    if (before) {
      this.#messages = before.messages;
      this.#isWhole = before.isWhole;
      this.#hasBegun = true;
    }
    $effect(() =>
      untrack(() => {
        const stops = [
          account.onState(() => void this.reload()),
          account.onEvent((event) => void this.#hear(event)),
        ];
        return () => {
          stops.forEach((stop) => stop());
          this.#stop.abort();
        };
      }),
    );
  }

  get messages(): readonly FoundMessage[] {
    return this.#messages;
  }

  /** False until the first answer: show neither rows nor emptiness. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Why the last page did not come. */
  get failure(): unknown {
    return this.#failure;
  }

  /** There is nothing older. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  async reload(): Promise<void> {
    if (this.#isLoading) this.#isStale = true;
    else await this.#load('newest');
  }

  async older(): Promise<void> {
    const oldest = this.#messages.at(-1);
    if (!this.#isLoading && !this.#isWhole && oldest) await this.#load(String(oldest.id));
  }

  async #load(anchor: string): Promise<void> {
    this.#isLoading = true;
    this.#isStale = false;
    this.#failure = undefined;
    const before = new Set(anchor === 'newest' ? this.#messages : []);
    // Who has read on to older ones is not thrown back.
    const count = Math.min(mostAgain, Math.max(page, before.size));
    try {
      const { messages, found_oldest } = await this.account.call(
        getMessages,
        {
          ...{ anchor, num_before: count, num_after: 0, narrow: [...this.narrow] },
          ...{ client_gravatar: true, apply_markdown: true, allow_empty_topic_name: true },
        },
        { signal: this.#stop.signal },
      );
      // Of a list that is read anew, what has come meanwhile stays.
      this.#show([...messages, ...this.#messages.filter((message) => !before.has(message))]);
      this.#isWhole = found_oldest ?? messages.length < count;
      this.#hasBegun = true;
    } catch (failure) {
      if (!this.#stop.signal.aborted) this.#failure = failure;
    }
    this.#isLoading = false;
    if (this.#isStale) await this.reload();
  }

  /** Each once, newest first. */
  #show(messages: readonly FoundMessage[]): void {
    const all = new Map(messages.map((message) => [message.id, message]));
    this.#messages = [...all.values()]
      .filter(({ id }) => !this.#gone.has(id))
      .sort((a, b) => b.id - a.id);
  }

  async #hear(event: ServerEvent): Promise<void> {
    if (event.kind === 'delete_message') {
      for (const id of event.message_ids) this.#gone.add(id);
      if (event.message_id !== undefined) this.#gone.add(event.message_id);
      this.#show(this.#messages);
    }
    // What it says, and where it is, decide whether it is found.
    if (event.kind === 'update_message') await this.reload();
    if (event.kind !== 'message') return;
    const message = { ...event.message, flags: event.flags };
    try {
      const { messages } = await this.account.call(
        checkMessagesMatchNarrow,
        { msg_ids: [message.id], narrow: [...this.narrow] },
        { signal: this.#stop.signal },
      );
      const match = messages[message.id];
      if (match) this.#show([...this.#messages, { ...message, ...match }]);
    } catch {
      // It is found when the list is read again.
    }
  }
}
