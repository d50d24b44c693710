import { expect, it, onTestFinished } from 'vitest';
import { positionToasts } from './position-toasts';

it('moves the toasts into a toast area that is added later', async () => {
  document.body.innerHTML =
    '<div id="region" style="position: fixed; height: 40px"></div><main></main>';
  const region = document.querySelector<HTMLElement>('#region')!;
  onTestFinished(positionToasts(region, false));
  expect(region.style.left).toBe('');
  const page = document.createElement('div');
  page.innerHTML =
    '<p>Text</p><div data-toast-place style="margin-left: 120px; width: 200px"></div>';
  document.querySelector('main')!.append(page);
  const place = page.querySelector<HTMLElement>('[data-toast-place]')!;
  await expect.poll(() => region.style.width).toBe('200px');
  expect(region.getBoundingClientRect().left).toBe(place.getBoundingClientRect().left);
  expect(place.offsetHeight).toBe(48);
});
