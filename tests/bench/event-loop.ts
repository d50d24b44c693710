import { monitorEventLoopDelay } from 'node:perf_hooks';
import { registrationFor } from '$lib/api/registration';
import { atMost, quantile, reported, type Figure } from './figures';
import { withLargeOrganization } from './large-organization';

const rounds = 15;

/** How long other requests wait at most while one person registers in a large organization. */
export async function measure(): Promise<Figure[]> {
  return withLargeOrganization('pglite', async ({ ask }) => {
    const headers = { 'accept-encoding': 'br' };
    const register = () => ask('member', 'POST', '/register', registrationFor(true), headers);
    for (let round = 0; round < 3; round++) await register();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const blocks: number[] = [];
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      delay.enable();
      const begin = performance.now();
      await register();
      times.push(performance.now() - begin);
      // The timer that measures has to notice the last block.
      await new Promise((resolve) => setTimeout(resolve, 5));
      blocks.push(delay.max / 1e6);
      delay.disable();
      delay.reset();
    }
    return [
      reported('event_loop.register', quantile(times, 0.5), 'ms'),
      atMost('event_loop.register.longest_block', quantile(blocks, 0.5), 'ms', 50),
    ];
  });
}
