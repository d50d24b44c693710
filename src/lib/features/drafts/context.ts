import { createContext } from 'svelte';
import type { Drafts } from './drafts.svelte';

/** The drafts of the account on screen. */
export const [useDrafts, provideDrafts] = createContext<Drafts>();
