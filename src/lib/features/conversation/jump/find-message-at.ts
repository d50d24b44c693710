/** The fields of a message needed to locate it in time. */
interface Dated {
  readonly id: number;
  /** UNIX seconds. */
  readonly timestamp: number;
}

/** Fetches a page around an id, or at either end of the list; ascending. */
export type MessagePageReader = (
  anchor: number | 'oldest' | 'newest',
  num_before: number,
  num_after: number,
) => Promise<readonly Dated[]>;

const side = 20;

/**
 * Id of the first message at or after a time, or of the newest if there is none; undefined in an
 * empty list. Searches by ids, which grow with time, so it works on servers without date anchors.
 * Throws what `read` throws.
 */
export async function findMessageAt(
  timestamp: number,
  read: MessagePageReader,
): Promise<number | undefined> {
  const [newest] = await read('newest', 1, 0);
  if (!newest || newest.timestamp < timestamp) return newest?.id;
  const [oldest] = await read('oldest', 0, 1);
  if (!oldest || oldest.timestamp >= timestamp) return oldest?.id ?? newest.id;
  // `low` is before the time, `high` is not.
  let [low, high] = [oldest, newest];
  for (let turn = 0; high.id - low.id > 1; turn++) {
    const page = await read(between(low, high, timestamp, turn), side, side);
    const before = page.findLast((one) => one.timestamp < timestamp && one.id > low.id);
    const after = page.find((one) => one.timestamp >= timestamp && one.id < high.id);
    const hasEdge = page.some(({ id }) => id <= low.id) && page.some(({ id }) => id >= high.id);
    // A page that contains both neighbors contains everything between them.
    if (hasEdge || (before && after)) return after?.id ?? high.id;
    if (!before && !after) return high.id;
    low = before ?? low;
    high = after ?? high;
  }
  return high.id;
}

/**
 * Interpolates as if messages came evenly; every other turn uses the middle, because they don't.
 */
function between(low: Dated, high: Dated, timestamp: number, turn: number): number {
  const share =
    turn % 2 === 0 ? (timestamp - low.timestamp) / (high.timestamp - low.timestamp) : 0.5;
  const guess = low.id + Math.round((high.id - low.id) * share);
  return Math.min(high.id - 1, Math.max(low.id + 1, guess));
}
