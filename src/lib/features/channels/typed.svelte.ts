import { SvelteMap } from 'svelte/reactivity';
import { useRooms } from '../../client/rooms.svelte';
import type { ChannelValues } from './channel-values';

/** What is typed of one channel. */
interface TypedChannel {
  readonly values: Partial<ChannelValues>;
  /** Of a new one: whom it begins with, and whether it is told of. */
  readonly subscribers?: readonly number[];
  readonly announce?: boolean;
}

/** What is typed of channels and not saved, by id or `new`: it outlives the page. One for each account. */
class TypedChannels {
  readonly #typed = new SvelteMap<number | 'new', TypedChannel>();

  of(channel: number | 'new'): TypedChannel {
    return this.#typed.get(channel) ?? { values: {} };
  }

  put(channel: number | 'new', typed: Partial<TypedChannel>): void {
    const before = this.of(channel);
    const values = { ...before.values, ...typed.values };
    this.#typed.set(channel, { ...before, ...typed, values });
  }

  forget(channel: number | 'new'): void {
    this.#typed.delete(channel);
  }
}

/** The account's one; to be asked for while a component starts. */
export function useTypedChannels(): TypedChannels {
  return useRooms().one(TypedChannels, () => new TypedChannels());
}
