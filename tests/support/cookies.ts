import type { Cookies } from '@sveltejs/kit';

/** What a browser would store: SvelteKit's cookies without a request. */
export function cookieStore(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial));
  const options = new Map<string, object>();
  const cookies: Cookies = {
    get: (name) => kept.get(name),
    getAll: () => [...kept].map(([name, value]) => ({ name, value })),
    set(name, value, attributes) {
      kept.set(name, value);
      options.set(name, attributes);
    },
    delete: (name) => void kept.delete(name),
    serialize: () => '',
  };
  return { cookies, kept, options };
}
