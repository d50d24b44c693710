import { describe, expect, it } from 'vitest';
import { aChannel, aSubscription } from '../../../../tests/support/state';
import type { Channel } from '../../api/channel';
import { ChannelFinder, sortChannels } from './channel-directory.svelte';
import { highlightRuns } from './highlight-runs';

const names = (channels: readonly Channel[]) => channels.map(({ name }) => name);

describe('sortChannels', () => {
  it('sorts by the chosen value, highest first; by name, pinned channels come first', () => {
    const channels = [
      aChannel(1, { name: 'a', stream_weekly_traffic: 1, date_created: 9 }),
      aChannel(2, { name: 'b', stream_weekly_traffic: null, date_created: 8 }),
      aChannel(3, { name: 'c', stream_weekly_traffic: 5, date_created: 7 }),
    ];
    const pins = new Map([[2, aSubscription(2, { pin_to_top: true })]]);
    expect(names(sortChannels(channels, 'traffic', pins))).toEqual(['c', 'a', 'b']);
    expect(names(sortChannels(channels, 'newest', pins))).toEqual(['a', 'b', 'c']);
    expect(names(sortChannels(channels, 'name', pins))).toEqual(['b', 'a', 'c']);
  });
});

describe('ChannelFinder', () => {
  const channels = [
    aChannel(1, { name: 'web', description: 'All about design' }),
    aChannel(2, { name: 'redesign' }),
    aChannel(3, { name: 'product-design' }),
    aChannel(4, { name: 'Designers' }),
    aChannel(5, { name: 'design' }),
    aChannel(6, { name: 'sales' }),
  ];

  const fitting = (some: readonly Channel[], query: string) => new ChannelFinder(some).find(query);

  it('ranks whole names first, then beginnings, words, inner parts and descriptions', () => {
    const best = ['design', 'Designers', 'product-design', 'redesign', 'web'];
    expect(names(fitting(channels, 'Design'))).toEqual(best);
    expect(names(fitting(channels, ' #design '))).toEqual(best);
  });

  it('finds words in any order, in name and description', () => {
    expect(names(fitting(channels, 'design product'))).toEqual(['product-design']);
    expect(names(fitting(channels, 'about web'))).toEqual(['web']);
  });

  it('finds the same results while typing and after deleting letters', () => {
    const finder = new ChannelFinder(channels);
    for (const query of ['d', 'de', 'design', 'design p', 'design', 'des', 'x', '']) {
      expect(names(finder.find(query))).toEqual(names(fitting(channels, query)));
    }
  });

  it('highlights matches, ignoring case and accents', () => {
    const highlight = (text: string, query: string) =>
      highlightRuns(text, query)
        .map(({ text: run, isHit }) => (isHit ? `[${run}]` : run))
        .join('');
    expect(highlight('Café crème', 'CAFE')).toBe('[Café] crème');
    expect(highlight('product-design', 'des prod')).toBe('[prod]uct-[des]ign');
    expect(highlight('ﬁx x', 'x')).toBe('ﬁ[x] [x]');
    expect(highlight('sales', '')).toBe('sales');
  });
});
