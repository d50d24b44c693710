import { expect, it } from 'vitest';
import type { ServiceContext } from './context';

/** The compiler requires every field here. */
const fields: Record<keyof ServiceContext, true> = {
  tx: true,
  realm: true,
  user: true,
  clock: true,
  emit: true,
  baseUrl: true,
  request: true,
  service: true,
};

it('has at most eight fields; what few handlers need belongs in `service` or `request`', () => {
  expect(Object.keys(fields).length).toBeLessThanOrEqual(8);
});
