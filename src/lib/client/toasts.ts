import { createContext } from 'svelte';
import type { ToastQueue } from '../ui/toast-queue.svelte';

/** Confirmations with an optional Undo action: `useToasts().show({ text, action })`. */
export const [useToasts, provideToasts] = createContext<ToastQueue>();
