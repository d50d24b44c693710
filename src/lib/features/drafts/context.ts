import { createContext } from 'svelte';
import type { AccountDrafts } from './account-drafts.svelte';

/** The drafts of the account on screen. */
export const [useDrafts, provideDrafts] = createContext<AccountDrafts>();
