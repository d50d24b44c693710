import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /**
     * Number of messages seen, number marked as read, and ids of those marked as read without
     * having been seen.
     */
    visibility: {
      readonly seen: number;
      readonly marked: number;
      readonly unseen: readonly number[];
    };
    /** Sets whether the user looks at the page. */
    looking: (looks: boolean) => void;
  }
}

/**
 * Measures from the page's first script on, across reloads, which messages were on screen long
 * enough, independently of the app, and compares each call that marks some as read with that.
 */
export async function trackVisibleMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const part = 0.6;
    // 800 ms, minus the time between two measurements.
    const [enough, look] = [700, 50];
    const kept = <T>(name: string, none: T): T =>
      JSON.parse(sessionStorage.getItem(`visibility-${name}`) ?? JSON.stringify(none)) as T;
    const keep = (name: string, value: unknown) =>
      sessionStorage.setItem(`visibility-${name}`, JSON.stringify(value));
    const seen = new Set(kept<number[]>('seen', []));
    let looks = kept('looks', true);
    const since = new Map<number, number>();

    document.hasFocus = () => looks;
    window.looking = (next) => keep('looks', (looks = next));

    /**
     * Pages on which seen messages become read with default settings: conversations and feeds,
     * unless opened near a message or a search result.
     */
    const isRead = () => {
      const { pathname, searchParams: params } = new URL(location.href);
      const isList = pathname === '/conversation' || pathname.startsWith('/feed/channel/');
      return isList && !params.has('near') && !params.has('search');
    };
    const visibleIds = () => {
      const feed = document.querySelector('[role=feed]');
      const frame = feed?.getBoundingClientRect();
      if (!feed || !frame || !looks || !isRead()) return [];
      return [...feed.querySelectorAll<HTMLElement>(':scope [data-key]')]
        .filter((row) => {
          const { top, bottom, height } = row.getBoundingClientRect();
          const hasEnd = bottom > frame.top && bottom <= frame.bottom + 1;
          const shown = Math.min(bottom, frame.bottom) - Math.max(top, frame.top);
          return hasEnd || (shown > 0 && shown >= part * height);
        })
        .map((row) => Number(row.dataset['key']));
    };
    setInterval(() => {
      const now = performance.now();
      const ids = visibleIds();
      for (const id of since.keys()) if (!ids.includes(id)) since.delete(id);
      for (const id of ids) {
        if (!since.has(id)) since.set(id, now);
        if (now - since.get(id)! >= enough) seen.add(id);
      }
      keep('seen', [...seen]);
    }, look);

    const call = window.fetch;
    window.fetch = (input, init) => {
      const body = init?.body;
      if (String(input).includes('/messages/flags') && body instanceof URLSearchParams) {
        const isMark = body.get('op') === 'add' && body.get('flag') === 'read';
        const ids = isMark ? (JSON.parse(body.get('messages') ?? '[]') as number[]) : [];
        keep('marked', kept('marked', 0) + ids.length);
        keep('unseen', [...kept<number[]>('unseen', []), ...ids.filter((id) => !seen.has(id))]);
      }
      return call(input, init);
    };
    Object.defineProperty(window, 'visibility', {
      get: () => ({
        seen: seen.size,
        marked: kept('marked', 0),
        unseen: kept<number[]>('unseen', []),
      }),
    });
  });
}
