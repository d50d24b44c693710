import { afterAll, beforeAll, it } from 'vitest';
import { checkQueueDelivery } from '../support/queue-delivery';
import { startTestService, type TestService } from '../support/service';

let t: TestService;
beforeAll(async () => {
  t = await startTestService();
});
afterAll(() => t.service.close());

it('delivers every event of a queue once and in order, whatever is lost in between', async () => {
  await checkQueueDelivery(t, t, 60);
}, 60_000);
