import { m } from '$lib/paraglide/messages';
import type { Channel } from '../../api/channel';
import type { User } from '../../api/user';
import { NetworkFailure } from '../../api/errors';
import type { Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { subscribeToChannel, unsubscribeFromChannel } from './channel-membership';

interface Ports {
  readonly channel: () => Channel;
  readonly canRemove: () => boolean;
  /** Fetches the ids of the subscribers again; undefined if that failed. */
  readonly again: () => Promise<readonly number[] | undefined>;
}

/** Adds people to a channel and removes them, each with undo. Nothing throws. */
export class SubscriberActions {
  readonly #account: Account;
  readonly #toasts: ToastQueue;
  readonly #ports: Ports;
  busy = $state(false);
  /** Error message, until the next action. */
  problem = $state('');

  constructor(account: Account, toasts: ToastQueue, ports: Ports) {
    this.#account = account;
    this.#toasts = toasts;
    this.#ports = ports;
  }

  /** Resolves to true on success. */
  async add(people: readonly number[]): Promise<boolean> {
    const channel = this.#ports.channel();
    const isDone = (inside: readonly number[]) => people.every((id) => inside.includes(id));
    const work = () => subscribeToChannel(this.#account, channel, people);
    if (!(await this.#run(work, isDone))) return false;
    this.#tell(
      m.channel_people_added({ count: people.length, channel: channel.name }),
      this.#ports.canRemove()
        ? () => unsubscribeFromChannel(this.#account, channel, people)
        : undefined,
    );
    return true;
  }

  /** Resolves to true on success. */
  async remove(people: readonly User[]): Promise<boolean> {
    const channel = this.#ports.channel();
    const ids = people.map(({ user_id }) => user_id);
    const isDone = (inside: readonly number[]) => !ids.some((id) => inside.includes(id));
    const work = () => unsubscribeFromChannel(this.#account, channel, ids);
    if (!(await this.#run(work, isDone))) return false;
    const [only] = people.length === 1 ? people : [];
    this.#tell(
      only
        ? m.channels_removed({ name: only.full_name, channel: channel.name })
        : m.channel_people_removed({ count: ids.length, channel: channel.name }),
      async () => {
        await subscribeToChannel(this.#account, channel, ids);
        this.#toasts.undos.announceRestored('subscribers', ids.map(String));
      },
    );
    return true;
  }

  #tell(text: string, back: (() => Promise<void>) | undefined): void {
    this.#toasts.show({
      ...{ key: 'channel-people', tone: 'success', text },
      undo: back && (() => back().then(() => void this.#ports.again())),
    });
  }

  async #run(
    work: () => Promise<void>,
    isDone: (inside: readonly number[]) => boolean,
  ): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = '';
    try {
      await work();
      await this.#ports.again();
      return true;
    } catch (failure) {
      const inside = failure instanceof NetworkFailure ? await this.#ports.again() : undefined;
      if (inside && isDone(inside)) return true;
      this.problem = errorMessage(failure);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
