import { createContext } from 'svelte';
import type { AccountDrafts } from './account-drafts.svelte';

export const [useDrafts, provideDrafts] = createContext<AccountDrafts>();
