/** Parts of a draft's box that are rarely shown, so loaded on first use. */
export const loadDraftBanners = () => import('../../features/drafts/DraftBanners.svelte');
export const loadBoxUploads = () => import('../../features/uploads/ComposeUploads.svelte');
