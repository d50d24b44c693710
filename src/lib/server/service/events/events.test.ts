import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../tests/support/service';

let t: TestService;
beforeAll(async () => {
  t = await startTestService();
});
afterAll(() => t.service.close());

describe('event queues', () => {
  it('smoke', async () => {
    const settings = await t.call(null, 'GET', '/server_settings');
    expect(settings.body).toMatchObject({ result: 'success', zulip_feature_level: 420 });
    const queue = await t.call(t.owner, 'POST', '/register', { event_types: ['drafts'] });
    expect(queue.body).toMatchObject({ last_event_id: -1 });
    const poll = await t.call(t.owner, 'GET', '/events', {
      queue_id: queue.body.queue_id,
      last_event_id: -1,
      dont_block: true,
    });
    expect(poll.body).toMatchObject({ result: 'success', events: [] });
  });
});
