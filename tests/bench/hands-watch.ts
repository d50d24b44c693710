import type { Page } from '@playwright/test';

declare global {
  interface Window {
    hands?: {
      /** Milliseconds from the last key or click to the end of the frame after it. */
      answer: Promise<number> | undefined;
      /** Milliseconds of each task of at least 50 ms. */
      readonly longTasks: number[];
    };
  }
}

/** Runs in the page before its own scripts. */
export function watchHands(): void {
  const hands: NonNullable<Window['hands']> = { answer: undefined, longTasks: [] };
  window.hands = hands;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) hands.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  const watch = ({ timeStamp }: Event) => {
    hands.answer = new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        port2.postMessage(null);
      }),
    );
  };
  addEventListener('keydown', watch, { capture: true });
  addEventListener('click', watch, { capture: true });
}

/** Milliseconds from the single key or click in `act` to the frame that shows its result. */
export async function answersOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    if (!window.hands) throw new Error('the page is not watched');
    window.hands.answer = undefined;
  });
  await act();
  const time = await page.evaluate(() => window.hands?.answer);
  if (time === undefined) throw new Error('nothing was pressed');
  return time;
}
