/** Milliseconds for which a message must be in sight until it counts as read. */
const enough = 800;
/** Part of a message that must be in sight, unless its end is. */
const part = 0.6;

interface Edges {
  readonly top: number;
  readonly bottom: number;
}

/** So much of it is in sight that it can be read. */
export function isReadableInViewport(row: Edges, frame: Edges): boolean {
  const hasEnd = row.bottom > frame.top && row.bottom <= frame.bottom + 1;
  const seen = Math.min(row.bottom, frame.bottom) - Math.max(row.top, frame.top);
  return hasEnd || (seen > 0 && seen >= part * (row.bottom - row.top));
}

/** What has been in sight for how long. Only eyes mark as read: no layout, jump or reload does. */
export class ViewportTracker {
  #since = new Map<number, number>();

  /** What is in sight now, nothing while nobody looks; those that were long enough. `now` in milliseconds. */
  update(ids: readonly number[], now: number): readonly number[] {
    this.#since = new Map(ids.map((id) => [id, this.#since.get(id) ?? now]));
    return ids.filter((id) => now - this.#since.get(id)! >= enough);
  }
}
