import { describe, expect, it } from 'vitest';
import { aChannel } from '../../../../tests/support/state';
import type { Channel } from '../../api/channel';
import { NameOrder } from './name-order';

const names = (channels: readonly Channel[]) => channels.map(({ name }) => name);
const all = (...some: readonly Channel[]) => new Map(some.map((one) => [one.stream_id, one]));

describe('the order of channels', () => {
  it('is by name, even after one is renamed, created or deleted', () => {
    const order = new NameOrder<Channel>();
    const [one, two, ten] = [
      aChannel(1, { name: 'Team 10' }),
      aChannel(2, { name: 'élan' }),
      aChannel(3, { name: 'team 9' }),
    ];
    expect(names(order.of(all(one, two, ten)))).toEqual(['élan', 'team 9', 'Team 10']);
    const renamed = aChannel(2, { name: 'zeal' });
    const made = aChannel(4, { name: 'team 9a' });
    expect(names(order.of(all(renamed, ten, made)))).toEqual(['team 9', 'team 9a', 'zeal']);
  });
});
