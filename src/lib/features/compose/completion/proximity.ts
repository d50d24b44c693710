/** Who is near to what is being written; each part may come late. */
export interface ProximityGroups {
  /** People of the conversation, and how lately they took part: from 0 to 1. */
  readonly participants: ReadonlyMap<number, number> | undefined;
  /** Of the channel. */
  readonly members: ReadonlySet<number> | undefined;
  /** Mentioned or written to lately, the last one first. */
  readonly recent: readonly number[];
}

/**
 * Participants before members before those of late before all others. What else tells people
 * apart is less than 1, so that nobody gets from one circle into the next by it.
 */
export function proximityScoreOf({
  participants,
  members,
  recent,
}: ProximityGroups): (id: number) => number {
  const lately = new Map(recent.map((id, at) => [id, 1 - at / recent.length]));
  return (id) => {
    const part = participants?.get(id);
    const use = lately.get(id);
    if (part !== undefined) return 6 + part;
    if (members?.has(id)) return 4 + (use ?? 0);
    return use === undefined ? 0 : 2 + use;
  };
}
