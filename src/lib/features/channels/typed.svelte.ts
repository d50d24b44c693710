import { SvelteMap } from 'svelte/reactivity';
import { useRooms } from '../../client/rooms.svelte';
import type { ChannelField, ChannelValues } from './channel-values';

/** What is typed of one channel. */
interface TypedChannel {
  readonly values: Partial<ChannelValues>;
  /** What each of the values takes the place of, as its writer saw it. */
  readonly base: Partial<ChannelValues>;
  /** Of a new one: whom it begins with, and whether it is told of. */
  readonly subscribers?: readonly number[];
  readonly announce?: boolean;
}

const nothing: TypedChannel = { values: {}, base: {} };

/** What is typed of channels and not saved, by id or `new`: it outlives the page. One for each account. */
class TypedChannels {
  readonly #typed = new SvelteMap<number | 'new', TypedChannel>();

  of(channel: number | 'new'): TypedChannel {
    return this.#typed.get(channel) ?? nothing;
  }

  put(channel: number | 'new', typed: Partial<Omit<TypedChannel, 'base'>>): void {
    const before = this.of(channel);
    const values = { ...before.values, ...typed.values };
    this.#typed.set(channel, { ...before, ...typed, values });
  }

  /** Values in place of those that are seen. */
  change(stream_id: number, values: Partial<ChannelValues>, seen: ChannelValues): void {
    const { base } = this.of(stream_id);
    this.put(stream_id, { values });
    this.#rebase(stream_id, { ...pick(seen, Object.keys(values) as ChannelField[]), ...base });
  }

  /** What is typed stays, over what is seen now. */
  insist(stream_id: number, field: ChannelField, seen: ChannelValues): void {
    this.#rebase(stream_id, { ...this.of(stream_id).base, ...pick(seen, [field]) });
  }

  /** Lets go of one value. */
  drop(stream_id: number, field: ChannelField): void {
    const { values, base } = this.of(stream_id);
    const { [field]: _value, ...otherValues } = values;
    const { [field]: _base, ...otherBase } = base;
    this.#typed.set(stream_id, { values: otherValues, base: otherBase });
  }

  forget(channel: number | 'new'): void {
    this.#typed.delete(channel);
  }

  #rebase(stream_id: number, base: Partial<ChannelValues>): void {
    this.#typed.set(stream_id, { ...this.of(stream_id), base });
  }
}

function pick(values: ChannelValues, fields: readonly ChannelField[]): Partial<ChannelValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/** The account's one; to be asked for while a component starts. */
export function useTypedChannels(): TypedChannels {
  return useRooms().one(TypedChannels, () => new TypedChannels());
}
