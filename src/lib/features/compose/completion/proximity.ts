/** People related to the message being written. Each part is undefined until it is loaded. */
export interface ProximityGroups {
  /** People in the conversation, and how recently they took part, from 0 to 1. */
  readonly participants: ReadonlyMap<number, number> | undefined;
  /** Subscribers of the channel. */
  readonly members: ReadonlySet<number> | undefined;
  /** People mentioned or written to recently, the latest first. */
  readonly recent: readonly number[];
}

/**
 * Participants rank before channel members, then people mentioned or written to recently, then
 * everyone else. Other differences add at most 1, so they never move a person up a tier.
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
