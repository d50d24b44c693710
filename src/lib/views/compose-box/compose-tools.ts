import ComposeAssist from '../../features/compose/compose-box/ComposeAssist.svelte';
import ComposeToolbar from '../../features/compose/compose-box/ComposeToolbar.svelte';
import type { ComposeTools } from '../../features/compose/compose-box/compose-tools.svelte';
import ComposeSnippets from '../../features/snippets/ComposeSnippets.svelte';

/** One chunk that no box needs in its first view. */
export const composeTools: ComposeTools = {
  Tools: ComposeToolbar,
  Help: ComposeAssist,
  Snippets: ComposeSnippets,
};
