import process from 'node:process';
import { expect, test } from '@playwright/test';
import { rarely } from '../support/share';
import { planUploads } from '../torture/upload-plan';
import { underFire } from '../torture/uploads';

/** A small, fixed part of `npm run torture -- uploads`. */
const title = 'uploads arrive complete and once despite broken connections and killed servers';
test(title, rarely('uploads under fire'), async () => {
  test.setTimeout(120_000);
  const scale = { uploads: 5, cuts: 10, kills: 2, largest: 24 * 1024 * 1024 };
  const plan = planUploads(4, scale);
  const outcome = await underFire(plan, process.env['INKWELL_TEST_SAMPLE']);
  const { refused, damaged, miscounted, size, sent, done } = outcome;
  expect({ refused, damaged, miscounted }).toEqual({ refused: [], damaged: [], miscounted: [] });
  const cuts = Object.values(done).reduce((sum, { near, far }) => sum + near + far, 0);
  expect(cuts).toBe(scale.cuts);
  // With small files, bytes still buffered when a connection ends count for more.
  expect(sent).toBeLessThan(size * 1.5);
});
