import { describe, expect, it } from 'vitest';
import { fitSize, clampView, unzoomedView, zoomAt } from './zoom';

const stage = { width: 1000, height: 600 };

describe('an image on its stage', () => {
  it('is completely visible, and never larger than its own size', () => {
    expect(fitSize({ width: 2000, height: 600 }, stage)).toEqual({ width: 1000, height: 300 });
    expect(fitSize({ width: 40, height: 20 }, stage)).toEqual({ width: 40, height: 20 });
  });

  it('keeps the point under the pointer in place while zooming', () => {
    const view = zoomAt(unzoomedView, 2, 100, -50);
    expect(view).toEqual({ scale: 2, x: -100, y: 50 });
    const again = zoomAt(view, 2, 100, -50);
    // Where a point of the image is on the stage.
    const point = (one: typeof view) => ({
      x: (100 - one.x) / one.scale,
      y: (-50 - one.y) / one.scale,
    });
    expect(point(again)).toEqual(point(view));
  });

  it('zooms within bounds', () => {
    expect(zoomAt(unzoomedView, 1000, 0, 0).scale).toBe(8);
    expect(zoomAt({ scale: 3, x: 0, y: 0 }, 0.001, 0, 0).scale).toBe(1);
  });

  it('can’t be moved past its edge, and is centered if it fits', () => {
    const picture = { width: 1000, height: 200 };
    expect(clampView({ scale: 2, x: 9999, y: 9999 }, picture, stage)).toEqual({
      scale: 2,
      x: 500,
      y: 0,
    });
    expect(clampView({ scale: 1, x: -30, y: 30 }, picture, stage)).toEqual(unzoomedView);
  });
});
