import { describe, expect, it } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import { aChannel, aMessage, aPerson, aState } from '../../../../tests/support/state';
import { ChannelDirectory } from './channel-directory.svelte';

describe('ChannelDirectory', () => {
  it('is rebuilt only by changes that affect it', async () => {
    const state = aState({
      user_id: 7,
      realm_users: [aPerson(7), aPerson(8)],
      streams: [aChannel(5, { name: 'b' }), aChannel(6, { name: 'c' })],
      subscriptions: [],
    });
    const { account, tell } = anAccount({ state });
    const directory = new ChannelDirectory(account, {
      readable: () => undefined,
      ofOwner: () => undefined,
      query: () => '',
    });
    const names = () => directory.rows.map(({ name }) => name);
    await expect.poll(names).toEqual(['b', 'c']);
    const { rows, totals, counts } = directory;
    const { flags, ...message } = aMessage(40);
    tell({ type: 'message', message, flags });
    tell({ type: 'user_settings', op: 'update', property: 'twenty_four_hour_time', value: true });
    expect(directory.rows).toBe(rows);
    expect(directory.totals).toBe(totals);
    expect(directory.counts).toBe(counts);
    tell({ type: 'stream', op: 'update', stream_id: 6, name: 'c', property: 'name', value: 'a' });
    expect(names()).toEqual(['a', 'b']);
  });
});
