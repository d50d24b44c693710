import { m } from '$lib/paraglide/messages';
import type { Channel } from '../../api/channel';
import type { User } from '../../api/user';
import type { Account } from '../../client/account/account.svelte';
import {
  isOutcomeUnknown,
  type ServerSubmission,
} from '../../client/submission/server-submission.svelte';
import type { SubmissionRequest } from '../../ui/form/form-submission';
import { subscribeToChannel, unsubscribeFromChannel } from './channel-membership';

interface Ports {
  readonly channel: () => Channel;
  readonly canRemove: () => boolean;
  /** An undo has brought back these people's rows. */
  readonly restored: (ids: readonly number[]) => void;
  /** Fetches the ids of the subscribers again; undefined if that failed. */
  readonly again: () => Promise<readonly number[] | undefined>;
}

/** Adds people to a channel and removes them, each with undo. Nothing throws. */
export class SubscriberActions {
  readonly #account: Account;
  readonly #ports: Ports;

  constructor(
    account: Account,
    readonly submission: ServerSubmission,
    ports: Ports,
  ) {
    this.#account = account;
    this.#ports = ports;
  }

  /** Resolves to true on success. */
  add(people: readonly number[]): Promise<boolean> {
    const channel = this.#ports.channel();
    const text = m.channel_people_added({ count: people.length, channel: channel.name });
    const undo = this.#ports.canRemove() ? () => this.#removal(channel, people) : undefined;
    const done = { key: 'channel-people', text };
    return this.submission.submit({ ...this.#addition(channel, people), done, undo });
  }

  /** Resolves to true on success. */
  remove(people: readonly User[]): Promise<boolean> {
    const channel = this.#ports.channel();
    const ids = people.map(({ user_id }) => user_id);
    const [only] = people.length === 1 ? people : [];
    const text = only
      ? m.channels_removed({ name: only.full_name, channel: channel.name })
      : m.channel_people_removed({ count: ids.length, channel: channel.name });
    const undo = () => ({
      ...this.#addition(channel, ids),
      onDone: () => this.#ports.restored(ids),
    });
    const done = { key: 'channel-people', text };
    return this.submission.submit({ ...this.#removal(channel, ids), done, undo });
  }

  #addition(channel: Channel, ids: readonly number[]): SubmissionRequest {
    return this.#request(
      () => subscribeToChannel(this.#account, channel, ids),
      (inside) => ids.every((id) => inside.includes(id)),
    );
  }

  #removal(channel: Channel, ids: readonly number[]): SubmissionRequest {
    return this.#request(
      () => unsubscribeFromChannel(this.#account, channel, ids),
      (inside) => !ids.some((id) => inside.includes(id)),
    );
  }

  /** The state doesn't have the subscribers, so a lost reply means reading them. */
  #request(
    work: () => Promise<void>,
    isDone: (inside: readonly number[]) => boolean,
  ): SubmissionRequest {
    const { again } = this.#ports;
    return {
      async send() {
        try {
          await work();
        } catch (failure) {
          const inside = isOutcomeUnknown(failure) ? await again() : undefined;
          if (!inside || !isDone(inside)) throw failure;
          return;
        }
        await again();
      },
    };
  }
}
