/** Of a message what is needed to tell where it lies. */
interface Dated {
  readonly id: number;
  /** UNIX seconds. */
  readonly timestamp: number;
}

/** A page of a list around an id, or at one of its ends; ascending. */
export type MessagePageReader = (
  anchor: number | 'oldest' | 'newest',
  num_before: number,
  num_after: number,
) => Promise<readonly Dated[]>;

const side = 20;

/**
 * Id of the first message from that moment on, or of the newest where none is; undefined in an empty
 * list. Found by ids, which grow with time, so that servers need not know of dates. Throws what `read`
 * throws.
 */
export async function findMessageAt(
  timestamp: number,
  read: MessagePageReader,
): Promise<number | undefined> {
  const [newest] = await read('newest', 1, 0);
  if (!newest || newest.timestamp < timestamp) return newest?.id;
  const [oldest] = await read('oldest', 0, 1);
  if (!oldest || oldest.timestamp >= timestamp) return oldest?.id ?? newest.id;
  // The first is before that moment, the second is not.
  let [low, high] = [oldest, newest];
  for (let turn = 0; high.id - low.id > 1; turn++) {
    const page = await read(between(low, high, timestamp, turn), side, side);
    const before = page.findLast((one) => one.timestamp < timestamp && one.id > low.id);
    const after = page.find((one) => one.timestamp >= timestamp && one.id < high.id);
    const hasEdge = page.some(({ id }) => id <= low.id) && page.some(({ id }) => id >= high.id);
    // What lies between two of one page is in that page.
    if (hasEdge || (before && after)) return after?.id ?? high.id;
    if (!before && !after) return high.id;
    low = before ?? low;
    high = after ?? high;
  }
  return high.id;
}

/** Where it should be if messages came evenly; every other time the middle, as they do not. */
function between(low: Dated, high: Dated, timestamp: number, turn: number): number {
  const share =
    turn % 2 === 0 ? (timestamp - low.timestamp) / (high.timestamp - low.timestamp) : 0.5;
  const guess = low.id + Math.round((high.id - low.id) * share);
  return Math.min(high.id - 1, Math.max(low.id + 1, guess));
}
