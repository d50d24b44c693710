export interface Figure {
  /** Dotted, for example `weight.first_view`. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** As shown in the table, for example `≤ 3`. Null if the figure has no goal. */
  readonly goal: string | null;
  /** Null if the figure has no goal. */
  readonly holds: boolean | null;
}

/** A figure that must not exceed `most`. */
export function atMost(name: string, value: number, unit: string, most: number): Figure {
  return { name, value: rounded(value), unit, goal: `≤ ${most}`, holds: value <= most };
}

/** A figure that must reach `least`. */
export function atLeast(name: string, value: number, unit: string, least: number): Figure {
  return { name, value: rounded(value), unit, goal: `≥ ${least}`, holds: value >= least };
}

/** A figure without a goal, reported for comparison. */
export function reported(name: string, value: number, unit: string): Figure {
  return { name, value: rounded(value), unit, goal: null, holds: null };
}

/**
 * The nearest-rank quantile: the smallest sample that at least the share `q` (0 to 1) of the
 * samples doesn't exceed.
 */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1));
  const value = sorted[index];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
