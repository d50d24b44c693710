import { expect, it } from 'vitest';
import { openTabChannel } from './tab-channel';

it('announces nothing once it is closed: a change can be stored while its tab stops', () => {
  const channel = openTabChannel(
    'closed',
    () => undefined,
    () => undefined,
  );
  channel.close();
  expect(() => channel.announceKeys({ records: ['a'], graves: [], bin: [] })).not.toThrow();
});
