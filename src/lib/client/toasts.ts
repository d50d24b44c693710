import { createContext } from 'svelte';
import type { Toasts } from '../ui/toasts.svelte';

/** What has just been done, with one way back: `useToasts().show({ text, action })`. */
export const [useToasts, provideToasts] = createContext<Toasts>();
