import { describe, expect, it } from 'vitest';
import { ViewportTracker, isReadableInViewport } from './read-tracker.svelte';

describe('a message that counts as read', () => {
  it('was visible for 800 ms without interruption', () => {
    const viewport = new ViewportTracker();
    expect(viewport.update([1, 2], 0)).toEqual([]);
    expect(viewport.update([1, 2], 799)).toEqual([]);
    expect(viewport.update([2, 3], 800)).toEqual([2]);
    // The window lost the focus, or a script scrolled the rows.
    expect(viewport.update([], 1000)).toEqual([]);
    expect(viewport.update([2, 3], 1600)).toEqual([]);
    expect(viewport.update([3], 2400)).toEqual([3]);
  });

  it.each([
    ['all of it', { top: 10, bottom: 50 }, true],
    ['its end', { top: -900, bottom: 20 }, true],
    ['most of it', { top: 40, bottom: 140 }, true],
    ['half of it', { top: 50, bottom: 150 }, false],
    ['the beginning of a long one', { top: 10, bottom: 900 }, false],
    ['nothing, above', { top: -80, bottom: 0 }, false],
    ['nothing, below', { top: 100, bottom: 130 }, false],
  ])('was visible to this extent: %s', (_what, row, isSeen) => {
    expect(isReadableInViewport(row, { top: 0, bottom: 100 })).toBe(isSeen);
  });
});
