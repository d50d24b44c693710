import type { RowState } from './VirtualList.svelte';

/**
 * Frame and background of a row; the row that keys act on has a bar at its start. Only the pointer
 * fades it in: a row that opens is marked in the next frame.
 */
export function listRowClass({ active, current, selected }: RowState): string {
  const frame = 'group relative flex h-full border-b border-line px-4';
  const background =
    selected || current
      ? 'bg-accent-soft'
      : 'hover:bg-hover hover:transition-colors hover:duration-[120ms]';
  const bar = active
    ? 'before:absolute before:inset-y-0 before:start-0 before:w-[3px] before:bg-accent before:content-[""]'
    : '';
  return `${frame} ${background} ${bar}`;
}
