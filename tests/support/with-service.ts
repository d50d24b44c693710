import { afterAll, beforeAll } from 'vitest';
import { startTestService, type TestService } from './service';

/**
 * A service for the tests of this file or `describe`, started before and closed after them. Hooks
 * that are registered later can use it.
 */
export function withService(options?: Parameters<typeof startTestService>[0]): TestService {
  const t = {} as TestService;
  beforeAll(async () => {
    Object.assign(t, await startTestService(options));
  });
  afterAll(() => t.service.close());
  return t;
}
