import { createSubscriber } from 'svelte/reactivity';

const step = 15_000;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, step);
  return () => clearInterval(timer);
});

/** The current time in milliseconds; in effects and templates it updates every 15 seconds. */
export function currentTime(): number {
  subscribe();
  return Date.now();
}
