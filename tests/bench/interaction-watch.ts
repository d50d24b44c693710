import type { Page } from '@playwright/test';

declare global {
  interface Window {
    interactions?: {
      /** Milliseconds from the last key or click to the end of the frame after it. */
      answer: Promise<number> | undefined;
      /** Milliseconds of each task of at least 50 ms. */
      readonly longTasks: number[];
    };
  }
}

/** Runs in the page before its own scripts. */
export function watchInteractions(): void {
  const interactions: NonNullable<Window['interactions']> = { answer: undefined, longTasks: [] };
  window.interactions = interactions;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) interactions.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  const watch = ({ timeStamp }: Event) => {
    interactions.answer = new Promise((resolve) =>
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
    if (!window.interactions) throw new Error('the page is not watched');
    window.interactions.answer = undefined;
  });
  await act();
  const time = await page.evaluate(() => window.interactions?.answer);
  if (time === undefined) throw new Error('nothing was pressed');
  return time;
}
