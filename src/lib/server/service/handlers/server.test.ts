import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { realms } from '../db/schema/realms';

let t: TestService;

beforeAll(async () => {
  t = await startTestService();
});
afterAll(() => t.service.close());

it('getServerSettings tells the description of the organization as it is shown', async () => {
  await t.store.db.update(realms).set({ description: 'Books, *made* <slowly>' });
  const { body } = await t.call(null, 'GET', '/server_settings');
  expect(body['realm_description']).toBe('<p>Books, <em>made</em> &lt;slowly&gt;</p>');
});
