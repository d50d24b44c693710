/** Milliseconds for which a message must be visible to count as read. */
const enough = 800;
/** Share of a message that must be visible, unless its end is. */
const part = 0.6;

interface Edges {
  readonly top: number;
  readonly bottom: number;
}

/** Whether enough of a row is visible to read it. */
export function isReadableInViewport(row: Edges, frame: Edges): boolean {
  const hasEnd = row.bottom > frame.top && row.bottom <= frame.bottom + 1;
  const seen = Math.min(row.bottom, frame.bottom) - Math.max(row.top, frame.top);
  return hasEnd || (seen > 0 && seen >= part * (row.bottom - row.top));
}

/**
 * Tracks how long each row has been visible. Only actual viewing marks as read, never a layout
 * change, jump or reload.
 */
export class ViewportTracker {
  #since = new Map<number, number>();

  /**
   * Takes the visible ids (none while the user is away) and returns those visible long enough.
   * `now` in milliseconds.
   */
  update(ids: readonly number[], now: number): readonly number[] {
    this.#since = new Map(ids.map((id) => [id, this.#since.get(id) ?? now]));
    return ids.filter((id) => now - this.#since.get(id)! >= enough);
  }
}
