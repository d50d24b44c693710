import { expect, startFromSample, test } from '../support/app';
import { Inkwell } from '../support/inkwell';

test.describe('the process', () => {
  test('ends with 0 on SIGTERM, a waiting poll answered', async ({ own }) => {
    const queue = await own.api('member', 'POST', '/register', { event_types: '["drafts"]' });
    const poll = own.api('member', 'GET', '/events', {
      queue_id: String(queue['queue_id']),
      last_event_id: String(queue['last_event_id']),
    });
    await expect
      .poll(async () => (await fetch(`${own.url}/metrics`)).text())
      .toContain('inkwell_waiting_polls 1');
    expect(await own.stop()).toBe(0);
    expect(await poll).toMatchObject({ result: 'success' });
  });

  test('refuses a data folder that another process has open', async ({ own }) => {
    await expect(Inkwell.start({ dataDir: own.dataDir })).rejects.toThrow(
      /exit 1: Inkwell cannot start: [^\n]+\n$/,
    );
  });

  test('refuses wrong settings in one line', async () => {
    await expect(Inkwell.start({ env: { LOG_LEVEL: 'loud' } })).rejects.toThrow(
      /exit 1: Inkwell cannot start: LOG_LEVEL [^\n]+\n$/,
    );
  });

  test('leaves a filled data folder alone when asked for a sample', async () => {
    const server = await startFromSample();
    await server.stop();
    await server.restart(['--sample']);
    expect(await server.api('member', 'GET', '/users/me')).toMatchObject({ result: 'success' });
    await server.dispose();
  });

  test('tells its health', async ({ shared }) => {
    const health = await fetch(`${shared.url}/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({ status: 'ok' });
  });
});
