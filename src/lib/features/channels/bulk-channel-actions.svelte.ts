import { m } from '$lib/paraglide/messages';
import type { Channel } from '../../api/channel';
import type { ChannelFolder } from '../../api/channel-folders';
import { NetworkFailure } from '../../api/errors';
import type { Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import { runWhenConfirmed } from '../../client/run-when.svelte';
import { isOutcomeUnknown } from '../../client/submission/server-submission.svelte';
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

interface BulkStep {
  /** Whether the channel already has the change, according to the events so far. */
  readonly isDone: (channel: Channel) => boolean;
  readonly work: BulkChange;
}

interface BulkActionKind extends BulkStep {
  readonly undo: BulkStep;
  readonly words: DoneText;
  readonly isPossible: (channel: Channel) => boolean;
}

/** Channels that a step has not changed, and of how many. */
interface Refusal extends Pick<BulkStep, 'isDone'> {
  readonly count: number;
  readonly refused: readonly Channel[];
  readonly reason: unknown;
}

/** Actions on several channels, each with undo. Nothing throws. */
export class BulkChannelActions {
  readonly #account: Account;
  readonly #toasts: ToastQueue;
  readonly #kinds: Readonly<Record<BulkAction, BulkActionKind>>;
  #abort: AbortController | undefined;
  /** Settles with the last requested action: each action or undo waits for the previous one. */
  #last: Promise<unknown> = Promise.resolve();
  #batch = $state.raw<readonly Channel[]>([]);
  /** Ids of channels with an action under way. */
  readonly busy = $derived(new Set(this.#batch.map(({ stream_id }) => stream_id)));
  /** For actions that need one API call per channel. */
  progress = $state.raw<{ readonly done: number; readonly total: number }>();
  #refusal = $state.raw<Refusal>();
  #stopWaiting: (() => void) | undefined;
  /**
   * Message about refused channels, until the next action. Leaves out channels that turn out to
   * have the change, because only the reply was lost.
   */
  readonly problem = $derived.by(() => {
    if (!this.#refusal) return '';
    const { count, refused, reason, isDone } = this.#refusal;
    const left = refused.filter((channel) => !isDone(channel));
    return refusedText(count, left, reason);
  });

  constructor(account: Account, toasts: ToastQueue) {
    this.#account = account;
    this.#toasts = toasts;
    const own = ({ stream_id }: Channel) => account.subscriptions.get(stream_id);
    const isOwn = (channel: Channel) => own(channel) !== undefined;
    const joining: BulkStep = {
      isDone: isOwn,
      work: (channels) => subscribeToChannels(account, channels),
    };
    const leaving: BulkStep = {
      isDone: (channel) => !isOwn(channel),
      work: (channels) => unsubscribeFromChannels(account, channels),
    };
    const setting = (property: 'is_muted' | 'pin_to_top', value: boolean): BulkStep => ({
      isDone: (channel) => own(channel)?.[property] === value,
      work: (channels) => setSubscriptionProperty(account, channels, property, value),
    });
    const change = (
      property: 'is_muted' | 'pin_to_top',
      value: boolean,
      words: DoneText,
    ): BulkActionKind => ({
      ...setting(property, value),
      isPossible: isOwn,
      undo: setting(property, !value),
      words,
    });
    this.#kinds = {
      join: {
        ...joining,
        isPossible: ({ is_archived }) => !is_archived,
        undo: leaving,
        words: m.directory_joined,
      },
      leave: { ...leaving, isPossible: isOwn, undo: joining, words: m.directory_left },
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
    return channels.some((channel) => isChange(this.#kinds[action], channel));
  }

  /** Returns the channels for which the action was refused. */
  run(action: BulkAction, channels: readonly Channel[]): Promise<readonly Channel[]> {
    return this.#do(channels, this.#kinds[action]);
  }

  /** A null folder removes the channels from their folders. */
  move(channels: readonly Channel[], folder: ChannelFolder | null): Promise<readonly Channel[]> {
    const to = folder?.id ?? null;
    const before = new Map(channels.map(({ stream_id, folder_id }) => [stream_id, folder_id]));
    const moving = (folderOf: (channel: Channel) => number | null): BulkStep => ({
      isDone: (channel) => {
        const now = this.#account.channels.get(channel.stream_id) ?? channel;
        return (now.folder_id ?? null) === folderOf(channel);
      },
      work: (some) => this.#moveTo(some, folderOf),
    });
    return this.#do(channels, {
      ...moving(() => to),
      isPossible: () => true,
      undo: moving(({ stream_id }) => before.get(stream_id) ?? null),
      words: (done) =>
        folder ? m.directory_moved({ ...done, folder: folder.name }) : m.directory_moved_out(done),
    });
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

  async #do(channels: readonly Channel[], kind: BulkActionKind): Promise<readonly Channel[]> {
    const tell = (done: readonly Channel[]) => {
      if (done.length === 0) return;
      this.#toasts.show({
        key: 'channels-many',
        text: kind.words({ count: done.length, name: done[0]?.name ?? '' }),
        tone: 'success',
        undo: async () => {
          const { done: undone, refused, reason } = await this.#inTurn(done, kind.undo, () => true);
          const keys = undone.map(({ stream_id }) => String(stream_id));
          this.#toasts.undos.announceRestored('channels', keys);
          this.#refusal = undefined;
          // The toast offers another try.
          if (refused.length > 0 && isOutcomeUnknown(reason)) throw reason;
          return refusedText(done.length, refused, reason) || undefined;
        },
      });
    };
    const { done, refused, reason } = await this.#inTurn(channels, kind, (channel) =>
      isChange(kind, channel),
    );
    tell(done);
    if (reason instanceof NetworkFailure) {
      const areDone = () => refused.every(kind.isDone);
      this.#stopWaiting = runWhenConfirmed(areDone, () => tell([...done, ...refused]));
    }
    return refused;
  }

  #inTurn(channels: readonly Channel[], step: BulkStep, fits: (channel: Channel) => boolean) {
    const turn = this.#last.then(() => this.#work(channels.filter(fits), step));
    this.#last = turn;
    return turn;
  }

  async #work(
    channels: readonly Channel[],
    { work, isDone }: BulkStep,
  ): Promise<BatchOutcome<Channel>> {
    if (channels.length === 0) return nothing;
    this.#stopWaiting?.();
    this.#refusal = undefined;
    this.#batch = channels;
    const outcome = await work(channels);
    this.#batch = [];
    const refused = outcome.refused.filter((channel) => !isDone(channel));
    const { reason } = outcome;
    this.#refusal = { count: channels.length, refused, reason, isDone };
    return { done: channels.filter((one) => !refused.includes(one)), refused, reason };
  }
}

function isChange({ isPossible, isDone }: BulkActionKind, channel: Channel): boolean {
  return isPossible(channel) && !isDone(channel);
}

const nothing: BatchOutcome<Channel> = { done: [], refused: [], reason: undefined };

/** Maximum number of refused channels to list by name. */
const maxRefusedNames = 5;

function refusedText(count: number, refused: readonly Channel[], failure: unknown): string {
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
