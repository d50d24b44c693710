import { m } from '$lib/paraglide/messages';
import type { Channel } from '../../api/channel';
import type { ChannelFolder } from '../../api/channel-folders';
import type { Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import { listText } from '../../ui/list-text';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { BatchOutcome } from './call-in-batches';
import {
  subscribeToChannels,
  unsubscribeFromChannels,
  moveChannelsToFolders,
  setSubscriptionProperty,
} from './channel-membership';

export type BulkAction = 'join' | 'leave' | 'mute' | 'unmute' | 'pin' | 'unpin';

type BulkChange = (channels: readonly Channel[]) => Promise<BatchOutcome<Channel>>;
type DoneText = (done: { count: number; name: string }) => string;

interface BulkActionKind {
  /** Whether the action changes anything about a channel. */
  readonly fits: (channel: Channel) => boolean;
  readonly work: BulkChange;
  readonly undo: BulkChange;
  readonly words: DoneText;
}

/** Actions on several channels, each with undo. Nothing throws. */
export class BulkChannelActions {
  readonly #account: Account;
  readonly #toasts: ToastQueue;
  readonly #kinds: Readonly<Record<BulkAction, BulkActionKind>>;
  #abort: AbortController | undefined;
  /** Settles with the last requested action: each action or undo waits for the previous one. */
  #last: Promise<unknown> = Promise.resolve();
  /** Ids of channels with an action under way. */
  busy = $state.raw<ReadonlySet<number>>(new Set());
  /** For actions that need one API call per channel. */
  progress = $state.raw<{ readonly done: number; readonly total: number }>();
  /** Message about refused channels, until the next action. */
  problem = $state('');

  constructor(account: Account, toasts: ToastQueue) {
    this.#account = account;
    this.#toasts = toasts;
    const own = ({ stream_id }: Channel) => account.subscriptions.get(stream_id);
    const joining: BulkChange = (channels) => subscribeToChannels(account, channels);
    const leaving: BulkChange = (channels) => unsubscribeFromChannels(account, channels);
    const setting =
      (property: 'is_muted' | 'pin_to_top', value: boolean): BulkChange =>
      (channels) =>
        setSubscriptionProperty(account, channels, property, value);
    const change = (
      property: 'is_muted' | 'pin_to_top',
      value: boolean,
      words: DoneText,
    ): BulkActionKind => ({
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

  fits(action: BulkAction, channels: readonly Channel[]): boolean {
    return channels.some((channel) => this.#kinds[action].fits(channel));
  }

  /** Returns the channels for which the action was refused. */
  run(action: BulkAction, channels: readonly Channel[]): Promise<readonly Channel[]> {
    const { fits, work, undo, words } = this.#kinds[action];
    return this.#do(channels, fits, work, undo, words);
  }

  /** A null folder removes the channels from their folders. */
  move(channels: readonly Channel[], folder: ChannelFolder | null): Promise<readonly Channel[]> {
    const to = folder?.id ?? null;
    const before = new Map(channels.map(({ stream_id, folder_id }) => [stream_id, folder_id]));
    return this.#do(
      channels,
      ({ folder_id }) => (folder_id ?? null) !== to,
      (some) => this.#moveTo(some, () => to),
      (some) => this.#moveTo(some, ({ stream_id }) => before.get(stream_id) ?? null),
      (done) =>
        folder ? m.directory_moved({ ...done, folder: folder.name }) : m.directory_moved_out(done),
    );
  }

  /** Stops an action that needs one call per channel; the remaining channels stay unchanged. */
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
    const outcome = await moveChannelsToFolders(this.#account, channels, {
      folderOf,
      onprogress,
      signal,
    });
    this.progress = undefined;
    return outcome;
  }

  async #do(
    channels: readonly Channel[],
    fits: BulkActionKind['fits'],
    work: BulkChange,
    undo: BulkChange,
    words: DoneText,
  ) {
    const { done, refused } = await this.#inTurn(channels, fits, work);
    if (done.length > 0) {
      this.#toasts.show({
        key: 'channels-many',
        text: words({ count: done.length, name: done[0]?.name ?? '' }),
        tone: 'success',
        undo: async () => {
          const outcome = await this.#inTurn(done, () => true, undo);
          this.problem = '';
          return refusedText(done.length, outcome) || undefined;
        },
      });
    }
    return refused;
  }

  #inTurn(channels: readonly Channel[], fits: BulkActionKind['fits'], work: BulkChange) {
    const turn = this.#last.then(() => this.#work(channels.filter(fits), work));
    this.#last = turn;
    return turn;
  }

  async #work(channels: readonly Channel[], work: BulkChange): Promise<BatchOutcome<Channel>> {
    if (channels.length === 0) return nothing;
    this.problem = '';
    this.busy = new Set(channels.map(({ stream_id }) => stream_id));
    const outcome = await work(channels);
    this.busy = new Set();
    this.problem = refusedText(channels.length, outcome);
    return outcome;
  }
}

const nothing: BatchOutcome<Channel> = { done: [], refused: [], reason: undefined };

/** Maximum number of refused channels to list by name. */
const maxRefusedNames = 5;

function refusedText(count: number, { refused, reason: failure }: BatchOutcome<Channel>): string {
  const [first] = refused;
  if (!first) return '';
  const reason = refusalReasonText(failure);
  if (count === 1) return m.directory_refused_one({ name: first.name, reason });
  const nameList = listText(refused.slice(0, maxRefusedNames).map(({ name }) => `#${name}`));
  const more = refused.length - maxRefusedNames;
  const names = more > 0 ? m.directory_names_more({ names: nameList, count: more }) : nameList;
  return m.directory_refused({ count, refused: refused.length, names, reason });
}

function refusalReasonText(failure: unknown): string {
  if (failure instanceof DOMException && failure.name === 'AbortError')
    return m.directory_stopped();
  return failure === undefined ? m.directory_not_allowed() : errorMessage(failure);
}
