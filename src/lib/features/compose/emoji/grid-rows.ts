export interface GridSection<T> {
  readonly id: string;
  readonly title: string;
  readonly items: readonly T[];
}

/** A row of cells; `first` is the index of its first cell in the whole grid. */
export interface GridRow<T> {
  readonly first: number;
  readonly items: readonly T[];
  /** Section that starts at this row. */
  readonly section: GridSection<T> | undefined;
}

/**
 * Rows of the sections from top to bottom; each section starts on a new row. Empty sections are
 * left out.
 */
export function gridRowsOf<T>(
  sections: readonly GridSection<T>[],
  columns: number,
): readonly GridRow<T>[] {
  const rows: GridRow<T>[] = [];
  let first = 0;
  for (const section of sections) {
    for (let at = 0; at < section.items.length; at += columns) {
      const items = section.items.slice(at, at + columns);
      rows.push({ first, items, section: at === 0 ? section : undefined });
      first += items.length;
    }
  }
  return rows;
}

export function gridRowOf(rows: readonly GridRow<unknown>[], cell: number): number {
  let low = 0;
  let high = Math.max(0, rows.length - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle]?.first ?? 0) <= cell) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A navigation key like `Home` or `Mod+Home`; left and right are visual directions. */
export interface GridKeyPress {
  readonly key: string;
  readonly ctrl: boolean;
  readonly isLeftToRight: boolean;
  readonly page: number;
}

/**
 * The cell that a key leads to: -1 above the first row, undefined if the key is no navigation key.
 */
export function cellAfter(
  rows: readonly GridRow<unknown>[],
  cell: number,
  { key, ctrl, isLeftToRight, page }: GridKeyPress,
): number | undefined {
  const at = gridRowOf(rows, cell);
  const row = rows[at];
  const last = rows.at(-1);
  if (!row || !last) return undefined;
  const end = last.first + last.items.length - 1;
  const within = (place: number) => Math.max(0, Math.min(end, place));
  const inRow = (next: number) => {
    const target = rows[Math.max(0, Math.min(rows.length - 1, next))] ?? row;
    return target.first + Math.min(cell - row.first, target.items.length - 1);
  };
  const forward = isLeftToRight ? 1 : -1;
  switch (key) {
    case 'ArrowRight':
      return within(cell + forward);
    case 'ArrowLeft':
      return within(cell - forward);
    case 'ArrowDown':
      return inRow(at + 1);
    case 'ArrowUp':
      return at === 0 ? -1 : inRow(at - 1);
    case 'PageDown':
      return inRow(at + page);
    case 'PageUp':
      return inRow(at - page);
    case 'Home':
      return ctrl ? 0 : row.first;
    case 'End':
      return ctrl ? end : row.first + row.items.length - 1;
    default:
      return undefined;
  }
}
