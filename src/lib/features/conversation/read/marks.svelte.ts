import { untrack } from 'svelte';
import * as v from 'valibot';
import { ApiError } from '../../../api/errors';
import { updateMessageFlags } from '../../../api/flags';
import { mostIds } from '../../../api/values';
import { useAccount, type Account } from '../../../client/account.svelte';
import { after } from '../../../client/after';
import { readMemory, writeMemory } from '../../../client/memory';
import { useRooms } from '../../../client/rooms.svelte';

/** Milliseconds between two batches, and within which they are undone together. */
const pause = 1000;
/** Milliseconds until what could not be told is told again. */
const patience = 30_000;
const together = 60_000;
/** Marks that can be taken back, and the ids of all of them. */
const mostMarks = 200;
const mostKept = 20_000;

const name = 'seen-marks';
const markSchema = v.object({
  at: v.number(),
  list: v.string(),
  ids: v.array(v.number()),
  isDeed: v.boolean(),
});
/** Messages that were marked as read in a list, by being seen or by one deed; `at` in milliseconds. */
export type Mark = v.InferOutput<typeof markSchema>;

/**
 * What a person reads is marked as read, in batches, and can be unread again: which messages they were
 * is kept on this device before the server is asked, over a reload, too.
 */
export class SeenMarks {
  /** Newest last. */
  #marks = $state.raw<readonly Mark[]>([]);
  /** What the last undoing has made unread. Who shows it marks nothing more until it is left. */
  #undone = $state.raw<ReadonlySet<number>>(new Set());
  readonly #due = new Set<number>();
  /** On their way, or with the server. */
  readonly #sent = new Set<number>();
  #sending = Promise.resolve();
  #stopWait: (() => void) | undefined;

  constructor(private readonly account: Account) {
    const read = v.safeParse(v.array(markSchema), readMemory(account.id, name));
    if (read.success) this.#marks = read.output;
    $effect(() => {
      if (account.connection.kind === 'online') untrack(() => this.#flush());
    });
    $effect(() => {
      const stop = account.onEvent((event) => {
        // Unread again, here or elsewhere: it can be read once more.
        if (event.kind !== 'update_message_flags/remove' || event.flag !== 'read') return;
        for (const id of event.messages) this.#sent.delete(id);
      });
      return () => {
        stop();
        this.#stopWait?.();
      };
    });
  }

  /** Messages that the last marking has marked; empty where nothing can be undone. */
  get last(): readonly number[] {
    return this.#marks.at(-1)?.ids ?? [];
  }

  get undone(): ReadonlySet<number> {
    return this.#undone;
  }

  /** These were read in that list; `isDeed`: by one decision, which is undone alone. */
  mark(list: string, messages: readonly number[], isDeed = false): Mark | undefined {
    const ids = messages.filter((id) => !this.#sent.has(id) && !this.#due.has(id));
    if (ids.length === 0) return undefined;
    const mark = this.#note(list, ids, isDeed);
    for (const id of ids) this.#due.add(id);
    if (!this.#stopWait) this.#flush();
    return mark;
  }

  /** They are unread again. Throws `AnyFailure`; what is not done can be tried again. */
  async undo(mark = this.#marks.at(-1)): Promise<number> {
    if (!mark) return 0;
    await this.unread(mark.ids);
    this.#keep(this.#marks.filter((one) => one !== mark));
    return mark.ids.length;
  }

  /** Throws `AnyFailure`. */
  async unread(ids: readonly number[]): Promise<void> {
    this.#undone = new Set(ids);
    for (const id of ids) this.#due.delete(id);
    await this.#sending;
    for (let at = 0; at < ids.length; at += mostIds) {
      const messages = ids.slice(at, at + mostIds);
      await this.account.call(updateMessageFlags, { messages, op: 'remove', flag: 'read' });
    }
    for (const id of ids) this.#sent.delete(id);
  }

  #note(list: string, ids: readonly number[], isDeed: boolean): Mark {
    const at = Date.now();
    const last = this.#marks.at(-1);
    const joins =
      !isDeed && last?.isDeed === false && last.list === list && at - last.at < together;
    const mark = { at, list, isDeed, ids: [...(joins ? last.ids : []), ...ids] };
    this.#keep([...this.#marks.slice(0, joins ? -1 : undefined), mark]);
    return mark;
  }

  #keep(marks: readonly Mark[]): void {
    const kept: Mark[] = [];
    let count = 0;
    for (const mark of marks.slice(-mostMarks).reverse()) {
      count += mark.ids.length;
      if (count > mostKept && kept.length > 0) break;
      kept.unshift(mark);
    }
    this.#marks = kept;
    writeMemory(this.account.id, name, kept);
  }

  #flushAfter(milliseconds: number): void {
    this.#stopWait?.();
    this.#stopWait = after(milliseconds, () => {
      this.#stopWait = undefined;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#due.size === 0 || this.account.connection.kind !== 'online') return;
    this.#flushAfter(pause);
    const messages = [...this.#due].slice(0, mostIds);
    for (const id of messages) {
      this.#due.delete(id);
      this.#sent.add(id);
    }
    this.#sending = this.account
      .call(updateMessageFlags, { messages, op: 'add', flag: 'read' })
      .then(() => undefined)
      .catch((failure: unknown) => {
        // What the server refuses stays unread, what it has not heard is told again.
        const isRefused = failure instanceof ApiError && failure.code !== 'RATE_LIMIT_HIT';
        for (const id of messages) {
          if (this.#sent.delete(id) && !isRefused) this.#due.add(id);
        }
        this.#flushAfter(patience);
      });
  }
}

/** The account's one; to be asked for while a component starts. */
export function useSeenMarks(): SeenMarks {
  const account = useAccount();
  return useRooms().one(SeenMarks, () => new SeenMarks(account));
}
