import BoxHelp from '../../features/compose/box/BoxHelp.svelte';
import BoxTools from '../../features/compose/box/BoxTools.svelte';
import type { WritingRoom } from '../../features/compose/box/writing-room.svelte';
import BoxSnippets from '../../features/snippets/BoxSnippets.svelte';

/** One chunk, which no box has in its first view. */
export const writingRoom: WritingRoom = {
  Tools: BoxTools,
  Help: BoxHelp,
  Snippets: BoxSnippets,
};
