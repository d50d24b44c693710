import { createContext } from 'svelte';
import type { ToastQueue } from '../ui/toast-queue.svelte';

/** What has just been done, with one way back: `useToasts().show({ text, action })`. */
export const [useToasts, provideToasts] = createContext<ToastQueue>();
