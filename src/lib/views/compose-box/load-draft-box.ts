/** The first view is the list of drafts: the box is loaded right after its rows. */
export const draftBoxLoader = { load: () => import('./DraftBox.svelte') };
