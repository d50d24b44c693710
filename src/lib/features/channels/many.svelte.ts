import { m } from '$lib/paraglide/messages';
import type { Channel } from '../../api/channel';
import type { ChannelFolder } from '../../api/channel-folders';
import type { Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import type { Toasts } from '../../ui/toasts.svelte';
import type { Outcome } from './in-parts';
import { joinAll, leaveAll, moveAll, setAll } from './membership';

export type Deed = 'join' | 'leave' | 'mute' | 'unmute' | 'pin' | 'unpin';

type Work = (channels: readonly Channel[]) => Promise<Outcome<Channel>>;
type DoneWords = (told: { count: number; name: string }) => string;

interface Kind {
  /** Whether it changes anything of a channel. */
  readonly fits: (channel: Channel) => boolean;
  readonly work: Work;
  readonly undo: Work;
  readonly words: DoneWords;
}

/** What a person does with several channels at once, each with one way back. Nothing throws. */
export class ManyChannels {
  readonly #account: Account;
  readonly #toasts: Toasts;
  readonly #kinds: Readonly<Record<Deed, Kind>>;
  #abort: AbortController | undefined;
  /** Ends with what was asked for last: a deed waits for the one before it, and for its Undo. */
  #last: Promise<unknown> = Promise.resolve();
  /** Ids of the channels on which something is under way. */
  busy = $state.raw<ReadonlySet<number>>(new Set());
  /** Of something that takes a call for each. */
  progress = $state.raw<{ readonly done: number; readonly total: number }>();
  /** What was refused, in words, until the next deed. */
  problem = $state('');

  constructor(account: Account, toasts: Toasts) {
    this.#account = account;
    this.#toasts = toasts;
    const own = ({ stream_id }: Channel) => account.subscriptions.get(stream_id);
    const joining: Work = (channels) => joinAll(account, channels);
    const leaving: Work = (channels) => leaveAll(account, channels);
    const setting =
      (property: 'is_muted' | 'pin_to_top', value: boolean): Work =>
      (channels) =>
        setAll(account, channels, property, value);
    const change = (
      property: 'is_muted' | 'pin_to_top',
      value: boolean,
      words: DoneWords,
    ): Kind => ({
      fits: (channel) => own(channel)?.[property] === !value,
      work: setting(property, value),
      undo: setting(property, !value),
      words,
    });
    this.#kinds = {
      join: {
        fits: (channel) => !own(channel) && !channel.is_archived,
        work: joining,
        undo: leaving,
        words: m.directory_joined,
      },
      leave: {
        fits: (channel) => own(channel) !== undefined,
        work: leaving,
        undo: joining,
        words: m.directory_left,
      },
      mute: change('is_muted', true, m.directory_muted_done),
      unmute: change('is_muted', false, m.directory_unmuted_done),
      pin: change('pin_to_top', true, m.directory_pinned_done),
      unpin: change('pin_to_top', false, m.directory_unpinned_done),
    };
  }

  get isBusy(): boolean {
    return this.busy.size > 0;
  }

  fits(deed: Deed, channels: readonly Channel[]): boolean {
    return channels.some((channel) => this.#kinds[deed].fits(channel));
  }

  /** Those that it was refused for. */
  run(deed: Deed, channels: readonly Channel[]): Promise<readonly Channel[]> {
    const { fits, work, undo, words } = this.#kinds[deed];
    return this.#do(channels, fits, work, undo, words);
  }

  /** Null: out of their folders. */
  move(channels: readonly Channel[], folder: ChannelFolder | null): Promise<readonly Channel[]> {
    const to = folder?.id ?? null;
    const before = new Map(channels.map(({ stream_id, folder_id }) => [stream_id, folder_id]));
    return this.#do(
      channels,
      ({ folder_id }) => (folder_id ?? null) !== to,
      (some) => this.#moveTo(some, () => to),
      (some) => this.#moveTo(some, ({ stream_id }) => before.get(stream_id) ?? null),
      (told) =>
        folder ? m.directory_moved({ ...told, folder: folder.name }) : m.directory_moved_out(told),
    );
  }

  /** Ends what takes a call for each: the others stay as they are. */
  stop(): void {
    this.#abort?.abort();
  }

  async #moveTo(channels: readonly Channel[], folderOf: (channel: Channel) => number | null) {
    const total = channels.length;
    this.#abort = new AbortController();
    if (total > 1) this.progress = { done: 0, total };
    const onprogress = (done: number) => {
      if (this.progress) this.progress = { done, total };
    };
    const { signal } = this.#abort;
    const outcome = await moveAll(this.#account, channels, { folderOf, onprogress, signal });
    this.progress = undefined;
    return outcome;
  }

  async #do(
    channels: readonly Channel[],
    fits: Kind['fits'],
    work: Work,
    undo: Work,
    words: DoneWords,
  ) {
    const { done, refused } = await this.#inTurn(channels, fits, work);
    if (done.length > 0) {
      this.#toasts.show({
        key: 'channels-many',
        text: words({ count: done.length, name: done[0]?.name ?? '' }),
        tone: 'success',
        action: {
          label: m.directory_undo(),
          run: () => void this.#inTurn(done, () => true, undo),
        },
      });
    }
    return refused;
  }

  #inTurn(channels: readonly Channel[], fits: Kind['fits'], work: Work) {
    const turn = this.#last.then(() => this.#work(channels.filter(fits), work));
    this.#last = turn;
    return turn;
  }

  async #work(channels: readonly Channel[], work: Work): Promise<Outcome<Channel>> {
    if (channels.length === 0) return nothing;
    this.problem = '';
    this.busy = new Set(channels.map(({ stream_id }) => stream_id));
    const outcome = await work(channels);
    this.busy = new Set();
    this.problem = refusedWords(channels.length, outcome);
    return outcome;
  }
}

const nothing: Outcome<Channel> = { done: [], refused: [], reason: undefined };

/** Names that are told of those that were refused. */
const mostNames = 5;

function refusedWords(count: number, { refused, reason: failure }: Outcome<Channel>): string {
  const [first] = refused;
  if (!first) return '';
  const reason = reasonWords(failure);
  if (count === 1) return m.directory_refused_one({ name: first.name, reason });
  const told = refused
    .slice(0, mostNames)
    .map(({ name }) => `#${name}`)
    .join(', ');
  const more = refused.length - mostNames;
  const names = more > 0 ? m.directory_names_more({ names: told, count: more }) : told;
  return m.directory_refused({ count, refused: refused.length, names, reason });
}

function reasonWords(failure: unknown): string {
  if (failure instanceof DOMException && failure.name === 'AbortError')
    return m.directory_stopped();
  return failure === undefined ? m.directory_not_allowed() : describe(failure);
}
