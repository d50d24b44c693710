import { createContext } from 'svelte';
import type { AccountDrafts } from './account-drafts.svelte';

/** The drafts of the current account. */
export const [useDrafts, provideDrafts] = createContext<AccountDrafts>();
