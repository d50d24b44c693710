import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';

/** Keys that are shortcuts somewhere in the app while no text field is focused. */
const keys = [...'g1c2 q3e4rdx?'];

/** Milliseconds between keys: eight per second. */
const pace = 125;

/** A page with a focused text field, and what can happen while the user types. */
export interface OpenText {
  readonly field: HTMLTextAreaElement;
  readonly happenings: Readonly<Record<string, () => unknown>>;
  /** Checks what must hold at the end, given the field's text. */
  readonly afterwards: (text: string) => unknown;
}

/**
 * Types key by key on a fake clock into the field that `open` opens, whatever happens to it: the
 * field stays the same element, keeps the focus and the caret, and shows exactly what was typed.
 */
export async function typeThrough(open: () => Promise<OpenText>, runs = 3): Promise<void> {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...keys) },
    { weight: 1, arbitrary: fc.nat(99) },
  );
  const histories = fc.array(step, { minLength: 30, maxLength: 45, size: 'max' });
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { field, happenings, afterwards } = await open();
      const all = Object.entries(happenings);
      // Each of them at least once, in the order in which they were drawn.
      const rest = [...all];
      let text = field.value;
      field.setSelectionRange(text.length, text.length);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
      try {
        for (const one of [...history, ...all.map((_, index) => index), ...keys]) {
          let what = `the key ${one}`;
          if (typeof one === 'string') {
            await userEvent.keyboard(one);
            text += one;
          } else {
            const [name, happen] = rest.splice(one % rest.length, 1)[0] ?? all[one % all.length]!;
            what = name;
            await happen();
          }
          vi.advanceTimersByTime(pace);
          await settled();
          expect(document.activeElement, what).toBe(field);
          expect(field.value, what).toBe(text);
          expect([field.selectionStart, field.selectionEnd], what).toEqual([
            text.length,
            text.length,
          ]);
        }
      } finally {
        vi.useRealTimers();
      }
      await afterwards(text);
      cleanup();
    }),
    { numRuns: runs, endOnFailure: true },
  );
}

/** Everything started, including storage, has finished, without advancing the clock. */
async function settled(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(null);
    });
  }
}
