import { it } from 'vitest';
import { checkQueueDelivery } from '../support/queue-delivery';
import { withService } from '../support/with-service';

const t = withService();

it('delivers every event of a queue once and in order, whatever is lost in between', async () => {
  await checkQueueDelivery(t, t, 60);
}, 60_000);
