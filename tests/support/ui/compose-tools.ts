import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Waits until the box has its tools; all of them load with the toolbar. */
export const waitForComposeTools = () =>
  expect.element(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
