import { afterAll, beforeAll } from 'vitest';
import { checkKnownAccounts } from '../../../../../tests/support/known-accounts';
import { startTestService, type TestService } from '../../../../../tests/support/service';

let t: TestService;

beforeAll(async () => {
  t = await startTestService();
});
afterAll(() => t.service.close());

checkKnownAccounts(() => [t, t]);
