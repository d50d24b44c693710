interface Named {
  readonly stream_id: number;
  readonly name: string;
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/**
 * Sorts channels by name. Keeps the previous order, so that sorting ten thousand channels from
 * scratch happens once: after a change, they are almost sorted.
 */
export class NameOrder<T extends Named> {
  #last: readonly number[] = [];

  of(channels: ReadonlyMap<number, T>): readonly T[] {
    const kept = this.#last.flatMap((id) => channels.get(id) ?? []);
    if (kept.length < channels.size) {
      const known = new Set(this.#last);
      for (const [id, channel] of channels) if (!known.has(id)) kept.push(channel);
    }
    const ordered = kept.sort((a, b) => collator.compare(a.name, b.name));
    this.#last = ordered.map(({ stream_id }) => stream_id);
    return ordered;
  }
}
