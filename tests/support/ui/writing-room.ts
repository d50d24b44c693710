import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** The box on the page has its writing room: all of it comes with the toolbar. */
export const hasRoom = () =>
  expect.element(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
