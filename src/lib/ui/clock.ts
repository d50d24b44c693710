import { createSubscriber } from 'svelte/reactivity';

const step = 15_000;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, step);
  return () => clearInterval(timer);
});

/** The time in milliseconds; read in an effect or a template it stays right to a quarter minute. */
export function currentTime(): number {
  subscribe();
  return Date.now();
}
